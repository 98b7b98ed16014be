package recorder_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/recordingtest"
)

// anyEdit returns an edit of any kind, most of which can be done.
func anyEdit(t *rapid.T, rec recorder.Recording) recorder.Edit {
	ids := []string{"gone"}
	for _, s := range rec.Steps {
		ids = append(ids, s.ID)
	}
	id := rapid.SampledFrom(ids[min(1, len(rec.Steps)):]).Draw(t, "step")
	several := rapid.SliceOfN(rapid.SampledFrom(ids[min(1, len(rec.Steps)):]), 1, 3).Draw(t, "steps")
	place := rapid.IntRange(-1, len(rec.Steps)+1).Draw(t, "place")
	word := rapid.SampledFrom([]string{"", "Anna Lind", "x", recordingtest.Secret}).Draw(t, "word")
	on := rapid.Bool().Draw(t, "on")
	review := recorder.Review{At: recordingtest.Epoch, By: "anna", Why: word}
	parameter := rapid.SampledFrom([]string{"customer", "pin", "new", ""}).Draw(t, "parameter")
	switch rapid.IntRange(0, 16).Draw(t, "edit") {
	case 0:
		return recorder.Rename{Name: word}
	case 1:
		return recorder.Label{Step: id, Label: word}
	case 2:
		return recorder.Comment{Step: id, Comment: word}
	case 3:
		return recorder.Move{Steps: several, To: place}
	case 4:
		return recorder.Disable{Steps: several, Disabled: on}
	case 5:
		return recorder.Delete{Steps: several}
	case 6:
		return recorder.Group{Steps: several, Name: rapid.SampledFrom([]string{"", "Login", "New"}).Draw(t, "group")}
	case 7:
		s := recordingtest.Step(t, &recorder.Recording{Parameters: slices.Clone(rec.Parameters)}, rapid.SampledFrom([]string{"", "t0", fmt.Sprint("i", len(rec.Steps))}).Draw(t, "id"))
		return recorder.Insert{At: place, Step: s}
	case 8:
		return recorder.SetText{Step: id, Text: word}
	case 9:
		return recorder.SetWithin{Step: id, Within: time.Duration(rapid.IntRange(-1, 2).Draw(t, "seconds")) * time.Second}
	case 10:
		return recorder.Breakpoint{Step: id, On: on}
	case 11:
		return recorder.Parametrize{Step: id, Parameter: parameter}
	case 12:
		return recorder.Inline{Step: id}
	case 13:
		return recorder.SetDefault{Parameter: parameter, Default: word}
	case 14:
		return recorder.MarkSecret{Step: id}
	case 15:
		l := recordingtest.Locator(t).String()
		for _, s := range rec.Steps {
			if s.ID == id && s.Target != nil && len(s.Target.Witnesses) > 0 {
				l = s.Target.Witnesses[0].String()
			}
		}
		return recorder.ChooseLocator{Step: id, Locator: l, Review: review}
	}
	return recorder.Retarget{Step: id, Target: recordingtest.Target(t), Review: review}
}

// Whatever is edited: what is undone is as it was, and what stands holds together.
func TestAnyEditsHoldTogetherAndAreUndoneExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		e := recorder.NewEditor(rec)
		states := []recorder.Recording{rec}
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			before := e.Recording()
			edit := anyEdit(t, before)
			err := e.Do(edit)
			after := e.Recording()
			holdsTogether(t, edit, after)
			switch {
			case err != nil:
				if !reflect.DeepEqual(before, after) {
					t.Fatalf("%T was refused (%v) and changed the recording", edit, err)
				}
			case !reflect.DeepEqual(before, after):
				states = append(states, after)
				if title, ok := e.CanUndo(); !ok || title != edit.Title(before) {
					t.Fatalf("after %T undo is %q, %v", edit, title, ok)
				}
			}
		}
		for i := len(states) - 2; i >= 0; i-- {
			if _, ok := e.Undo(); !ok || !reflect.DeepEqual(e.Recording(), states[i]) {
				t.Fatalf("undo %d gave\n%s\nnot\n%s", i, text(e.Recording()), text(states[i]))
			}
		}
		if _, ok := e.CanUndo(); ok {
			t.Fatal("there is more to undo than was done")
		}
		for i := 1; i < len(states); i++ {
			if _, ok := e.Redo(); !ok || !reflect.DeepEqual(e.Recording(), states[i]) {
				t.Fatalf("redo %d gave\n%s\nnot\n%s", i, text(e.Recording()), text(states[i]))
			}
		}
	})
}

func text(rec recorder.Recording) string {
	b, err := json.MarshalIndent(rec, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func holdsTogether(t *rapid.T, edit recorder.Edit, rec recorder.Recording) {
	t.Helper()
	ids, left, used := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, s := range rec.Steps {
		if ids[s.ID] || s.ID == "" {
			t.Fatalf("%T: the ID %q is there twice or empty", edit, s.ID)
		}
		ids[s.ID] = true
		if i > 0 && rec.Steps[i-1].Group != s.Group {
			left[rec.Steps[i-1].Group] = true
		}
		if s.Group != "" && left[s.Group] {
			t.Fatalf("%T: group %q is in pieces", edit, s.Group)
		}
		used[s.Parameter] = true
		if s.Condition != nil {
			used[s.Condition.Parameter] = true
		}
	}
	declared := map[string]bool{"": true}
	for _, p := range rec.Parameters {
		if declared[p.Name] || !used[p.Name] {
			t.Fatalf("%T: parameter %q is declared twice or not used", edit, p.Name)
		}
		if p.Secret && p.Default != "" {
			t.Fatalf("%T: secret parameter %q has a default", edit, p.Name)
		}
		declared[p.Name] = true
	}
	for name := range used {
		if !declared[name] {
			t.Fatalf("%T: parameter %q is used and not declared", edit, name)
		}
	}
}

// A text that was marked as secret is nowhere in the stored form, in no spelling.
func TestASecretIsNowhereInTheRecording(t *testing.T) {
	marked := 0
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		step := recordingtest.Step(t, &recorder.Recording{}, "secret")
		step.Kind, step.Text, step.Parameter, step.Condition, step.Launch = recorder.StepSetText, recordingtest.Secret, "", nil, nil
		rec.Steps = append(rec.Steps, step)
		e := recorder.NewEditor(rec)
		if err := e.Do(recorder.MarkSecret{Step: "secret"}); err != nil {
			t.Fatal(err)
		}
		marked++
		after := e.Recording()
		holdsTogether(t, recorder.MarkSecret{}, after)
		var tell func(path string, v any)
		tell = func(path string, v any) {
			switch v := v.(type) {
			case string:
				for _, form := range []string{recordingtest.Secret, "Hüter*2", "x\\y", "x\\\\y", "Hüter*#"} {
					if strings.Contains(v, form) {
						t.Fatalf("%s is %q", path, v)
					}
				}
			case []any:
				for i, w := range v {
					tell(fmt.Sprintf("%s[%d]", path, i), w)
				}
			case map[string]any:
				for k, w := range v {
					tell(path+"."+k, w)
				}
			}
		}
		var v any
		if err := json.Unmarshal([]byte(text(after)), &v); err != nil {
			t.Fatal(err)
		}
		tell("recording", v)
		for _, s := range after.Steps {
			if s.At >= step.At && s.Picture != "" {
				t.Fatalf("step %s keeps a picture that was taken after the secret was typed", s.ID)
			}
			if s.ID == "secret" && (s.Parameter == "" || s.Text != "") {
				t.Fatalf("the step itself: %+v", s)
			}
		}
	})
	if marked == 0 {
		t.Error("nothing was marked")
	}
}

// The copies that an editor takes and gives share nothing with its states.
func TestAnEditorSharesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		e := recorder.NewEditor(rec)
		want := text(rec)
		spoil(reflect.ValueOf(&rec))
		got := e.Recording()
		if text(got) != want {
			t.Fatal("what it was made of changes it")
		}
		spoil(reflect.ValueOf(&got))
		if text(e.Recording()) != want {
			t.Fatal("what it gave changes it")
		}
	})
}

// spoil changes everything that a value leads to.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				spoil(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("spoilt")
	case reflect.Int64:
		v.SetInt(77)
	}
}

func save(name string) inspector.Target {
	l, err := inspector.ParseLocator(`window "Orders" > button "` + name + `"`)
	if err != nil {
		panic(err)
	}
	return inspector.Target{Locator: l, Standing: inspector.StandingUnique, Role: "button", Name: name, Describe: `button "` + name + `"`, Proof: inspector.Proof{Locator: l, Matched: 1, Compared: 9, Complete: true}}
}

// grouped makes a recording of typing steps, with a group each.
func grouped(groups ...string) recorder.Recording {
	rec := recorder.Recording{Schema: recorder.RecordingSchema, ID: "c1", Name: "New order", Application: recorder.ApplicationIdentity{Name: "Orders"}}
	for i, g := range groups {
		box := save("Customer")
		box.Role = "textbox"
		rec.Steps = append(rec.Steps, recorder.Step{ID: string(rune('a' + i)), Kind: recorder.StepSetText, Text: fmt.Sprint("text ", i), Target: &box, Light: recorder.LightUnique, Group: g})
	}
	return rec
}

func order(rec recorder.Recording) string {
	var b strings.Builder
	for _, s := range rec.Steps {
		b.WriteString(s.ID)
		if s.Group != "" {
			b.WriteString("(" + s.Group + ")")
		}
	}
	return b.String()
}

func TestMovingAndGrouping(t *testing.T) {
	for _, c := range []struct {
		name   string
		groups []string
		edit   recorder.Edit
		want   string // or the refusal
	}{
		{"down", []string{"", "", ""}, recorder.Move{Steps: []string{"a"}, To: 2}, "bac"},
		{"to the end", []string{"", "", ""}, recorder.Move{Steps: []string{"b", "a"}, To: 3}, "cab"},
		{"to where it is", []string{"", "", ""}, recorder.Move{Steps: []string{"b"}, To: 2}, "abc"},
		{"scattered ones together", []string{"", "", ""}, recorder.Move{Steps: []string{"a", "c"}, To: 1}, "acb"},
		{"into a group", []string{"", "G", "G"}, recorder.Move{Steps: []string{"a"}, To: 2}, "b(G)a(G)c(G)"},
		{"out of a group", []string{"G", "G", ""}, recorder.Move{Steps: []string{"a"}, To: 3}, "b(G)ca"},
		{"within a group", []string{"G", "G", "G"}, recorder.Move{Steps: []string{"a"}, To: 3}, "b(G)c(G)a(G)"},
		{"a whole group", []string{"G", "G", ""}, recorder.Move{Steps: []string{"a", "b"}, To: 3}, "ca(G)b(G)"},
		{"out of range", []string{""}, recorder.Move{Steps: []string{"a"}, To: 2}, "there is no place 2 among 1 step"},
		{"group", []string{"", "", ""}, recorder.Group{Steps: []string{"b", "c"}, Name: "G"}, "ab(G)c(G)"},
		{"group apart", []string{"", "", ""}, recorder.Group{Steps: []string{"a", "c"}, Name: "G"}, "step 1 and step 3 do not stand together: move them first"},
		{"group by a name that is taken", []string{"G", "", ""}, recorder.Group{Steps: []string{"c"}, Name: "G"}, `the steps of the group "G" would not stand together any more: move them first, or choose another name`},
		{"group beside", []string{"G", "", ""}, recorder.Group{Steps: []string{"b"}, Name: "G"}, "a(G)b(G)c"},
		{"ungroup the middle", []string{"G", "G", "G"}, recorder.Group{Steps: []string{"b"}}, `the steps of the group "G" would not stand together any more: move them first, or choose another name`},
		{"ungroup", []string{"G", "G", ""}, recorder.Group{Steps: []string{"a", "b"}}, "abc"},
		{"delete", []string{"G", "G", ""}, recorder.Delete{Steps: []string{"a", "c"}}, "b(G)"},
		{"delete what is not there", []string{""}, recorder.Delete{Steps: []string{"z"}}, `there is no step with the ID "z"`},
	} {
		e := recorder.NewEditor(grouped(c.groups...))
		got := order
		err := e.Do(c.edit)
		if words := got(e.Recording()); err == nil && words != c.want || err != nil && err.Error() != c.want {
			t.Errorf("%s: %s (%v), want %s", c.name, words, err, c.want)
		}
	}
}

// A history of long recordings keeps what fits, the last edit in any case.
func TestTheHistoryIsBounded(t *testing.T) {
	for _, tc := range []struct{ steps, edits, undone int }{{1, 250, 200}, {recorder.MaxSteps, 30, 20}} {
		rec := grouped(make([]string, tc.steps)...)
		for i := range rec.Steps {
			rec.Steps[i].ID = fmt.Sprint("t", i)
		}
		e := recorder.NewEditor(rec)
		for i := range tc.edits {
			if err := e.Do(recorder.Disable{Steps: []string{"t0"}, Disabled: i%2 == 0}); err != nil {
				t.Fatal(err)
			}
		}
		undone := 0
		for {
			if _, ok := e.Undo(); !ok {
				break
			}
			undone++
		}
		if undone != tc.undone {
			t.Errorf("%d edits of %d steps: %d can be undone, want %d", tc.edits, tc.steps, undone, tc.undone)
		}
	}
}
