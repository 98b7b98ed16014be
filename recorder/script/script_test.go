package script_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/recordingtest"
	"github.com/samebutton/samebutton/recorder/script"
)

func TestAnyRecordingComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		text, err := script.Write(rec)
		if err != nil {
			t.Fatal(err)
		}
		back, err := script.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		same(t, rec, back, text)
	})
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func same(t fataler, rec, back recorder.Recording, text []byte) {
	t.Helper()
	a, err1 := json.MarshalIndent(rec, "", " ")
	b, err2 := json.MarshalIndent(back, "", " ")
	if err := errors.Join(err1, err2); err != nil || string(a) != string(b) {
		t.Fatalf("%v\n%s\ncame back as\n%s\nfrom\n%s", err, a, b, text)
	}
}

// Every field of the Go types is in the script: one that is added and forgotten makes
// Write fail on any recording that uses it.
func TestEveryFieldIsWritten(t *testing.T) {
	for _, kind := range recordingtest.StepKinds {
		rec := recorder.Recording{}
		fill(reflect.ValueOf(&rec).Elem(), "")
		rec.Schema = recorder.RecordingSchema
		for i := range rec.Steps {
			rec.Steps[i].ID, rec.Steps[i].Kind = fmt.Sprint("t", i), kind
		}
		text, err := script.Write(rec)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		back, err := script.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		same(t, rec, back, text)
	}
}

// fill gives every field below v a value that is not zero.
func fill(v reflect.Value, name string) {
	switch x := v.Addr().Interface().(type) {
	case *tree.Role:
		*x = tree.RoleButton
		return
	case *inspector.Locator:
		*x = locator(`window "W" > button "` + name + `"`)
		return
	case *recorder.Match:
		*x = recorder.MatchContains
		return
	case *inspector.Ref:
		*x = inspector.Ref{Snapshot: "s1", N: 3}
		return
	case *tree.Bounds:
		*x = tree.Bounds{Rect: tree.Rect{X: 1, Y: 2, W: 3, H: 4}, State: tree.Known, Confidence: tree.Exact}
		return
	case *time.Time:
		*x = recordingtest.Epoch
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), name+" 1")
		fill(v.Index(1), name+" 2")
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.String:
		v.SetString("the " + name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	default:
		panic("a field of a kind that no test fills: " + name)
	}
}

func locator(text string) inspector.Locator {
	l, err := inspector.ParseLocator(text)
	if err != nil {
		panic(err)
	}
	return l
}

// What a person writes by hand needs no more than what it does.
func TestByHand(t *testing.T) {
	rec, err := script.Parse([]byte(byHand))
	if err != nil {
		t.Fatal(err)
	}
	if err := recorder.Valid(rec); err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, s := range rec.Steps {
		titles = append(titles, s.Title)
		if s.Light != "" {
			t.Errorf("nobody looked at the element of %q, and its light is %q", s.Title, s.Light)
		}
	}
	want := []string{
		`Launch "orders-gtk3"`,
		`Type "Anna Lind" into textbox "Customer" in window "Orders"`,
		`Type parameter password into textbox "PIN" in window "Orders"`,
		`Check checkbox "Express" in window "Orders"`,
		`Press ctrl+s in window "Orders"`,
		`Wait for the name of label "Status" in window "Orders" to contain "saved"`,
		`Expect button "Save" in window "Orders" not to be enabled`,
	}
	if got := strings.Join(titles, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
	if s := rec.Steps[2]; s.ID != "pin" || s.Comment != "asked for\n\nat the till" || !s.Disabled || s.Target.Standing != inspector.StandingUnique {
		t.Errorf("%+v", s)
	}
	if rec.Steps[0].ID == "" || rec.Steps[0].ID == rec.Steps[1].ID {
		t.Error("steps without an ID get none of their own")
	}
}

const byHand = `samebutton recording v1
# made by hand
id: c1
name: New order
application: orders-gtk3
parameter password: secret

step: launch "orders-gtk3"
  argument: --fresh
step: type "Anna Lind" into window "Orders" > textbox "Customer"
  # this line says nothing
step pin: type parameter password into window "Orders" > textbox "PIN"
  comment:
  | asked for
  |
  | at the till
  disabled: yes
step: check window "Orders" > checkbox "Express"
step: press ctrl+s in window "Orders"
step: wait-for name contains "saved" of window "Orders" > label "Status"
  within: 5s
step: expect not state enabled of window "Orders" > button "Save"
`

func TestErrorsSayWhere(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: expected "samebutton recording v1"`},
		{"samebutton recording v2\n", `line 1, column 1: "samebutton recording v2" comes from a newer version; this one reads "samebutton recording v1"`},
		{"{}", `line 1, column 1: expected "samebutton recording v1"`},
		{head + "name: a\n\nnaem: b", `line 4, column 1: unknown key "naem"; here can stand application, created, evidence, executable, id, locale, name, parameter, session, step, system, toolkit, toolkit-version, trouble, version`},
		{head + "name: a\nname: b", `line 3, column 1: "name" is given twice; the first is in line 2`},
		{head + "name:", `line 2, column 1: "name" has no value`},
		{head + "Name: a", `line 2, column 1: expected a key, such as "step" or "comment:"`},
		{head + "name a", `line 2, column 1: "name" has no value`},
		{head + "name: \"a", `line 2, column 7: expected a text in quotes, such as "Anna"; a quote in it is \" and a backslash \\`},
		{head + "created: today", `line 2, column 10: expected a time, such as 2026-11-30T12:00:00Z`},
		{head + "step: click window \"W\"", `line 2, column 7: "click" is nothing that a step does; known are activate, type, type-keys, check, uncheck, expand, collapse, choose, select, set, menu, press, double-click, context-click, drag, scroll-to, expect, wait-for, launch, attach, raw-input`},
		{head + "step: type Anna into window \"W\"", `line 2, column 12: expected a text in quotes, such as "Anna"; a quote in it is \" and a backslash \\`},
		{head + "step: type \"Anna\" window \"W\"", `line 2, column 19: expected "into"`},
		{head + "step é: activate window \"Ü\" > knob \"x\"", `line 2, column 31: "knob" is not a role; ` + "*"},
		{head + "step: set much in window \"W\"", `line 2, column 11: expected a number`},
		{head + "step: expect shown", `line 2, column 19: expected the end`},
		{head + "step: activate window \"W\"\n    title: x", `line 3, column 5: indented by 4 spaces; a line below another one is indented by two more`},
		{head + "step: activate window \"W\"\n\ttitle: x", `line 3, column 1: a tab: lines are indented by two spaces for each level`},
		{head + "step: activate window \"W\"\n  | x", `line 3, column 3: a line of text that belongs to no key: write "comment:" with nothing behind it in the line before`},
		{head + "step: activate window \"W\"\n  within: soon", `line 3, column 11: expected a time span, such as 1.5s`},
		{head + "step: activate window \"W\"\n  disabled: no", `line 3, column 13: expected "yes"`},
		{head + "step: activate window \"W\"\n  label: x\n    y: z", `line 4, column 5: nothing can stand below "label"`},
		{head + "step: activate window \"W\"\n  effect: appeared button Save", `line 3, column 27: expected the end of the line`},
		{head + "evidence t9\n  at: 1s", `line 2, column 1: no step above has the ID "t9"`},
		{head + "step t1: attach\nevidence t1\n  at: 1s\nevidence t1\n  at: 2s", `line 5, column 1: "evidence t1" is given twice; the first is in line 3`},
		{head + "parameter: x", `line 2, column 1: a parameter needs a name: parameter customer: default Anna`},
		{head + "parameter x: hidden", `line 2, column 14: expected "default"`},
	} {
		_, err := script.Parse([]byte(c.text))
		var at *script.Error
		switch want, cut := strings.CutSuffix(c.want, "*"); {
		case err == nil || !errors.As(err, &at):
			if !strings.Contains(c.want, "expected the end") { // it is for Valid to tell
				t.Errorf("%q: %v", c.text, err)
			}
		case cut && strings.HasPrefix(err.Error(), want), err.Error() == c.want:
		default:
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

const head = script.Head + "\n"

// The form is fixed: what is in someone's repository must not change by itself.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.samebutton.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := script.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := recorder.Valid(rec); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		again, err := script.Write(rec)
		if err != nil || string(again) != string(text) {
			t.Errorf("%s is written as (%v)\n%s", file, err, again)
		}
	}
}

// What the page shows can be read, and is what is written.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/recordings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(page), "```\n"+head)
	example, _, closed := strings.Cut(after, "```")
	if !ok || !closed {
		t.Fatal("the page has no example")
	}
	rec, err := script.Parse([]byte(head + example))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := script.Write(rec); err != nil || string(again) != head+example {
		t.Errorf("%v\n%s", err, again)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(byHand))
	f.Fuzz(func(t *testing.T, in []byte) {
		rec, err := script.Parse(in)
		if err != nil || recorder.Valid(rec) != nil {
			return
		}
		text, err := script.Write(rec)
		if err != nil {
			t.Fatal(err)
		}
		back, err := script.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		same(t, rec, back, text)
	})
}
