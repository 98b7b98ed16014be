package recorder

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/inspector"
)

// savedLog reads the log of a real session: real input on Orders, made by the tests
// of e2e with SAMEBUTTON_TEST_LOGS.
func savedLog(t *testing.T, name string) *Log {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", "logs", name+".log.gz"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := ReadLog(packed)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Each toolkit's own order of events, states that are told again as they were, readings
// from the middle of a change and late input lead to the same steps.
func TestStepsOfRealSessions(t *testing.T) {
	deletePear := `Click button "Delete" in row "Pear" in window "Orders": vanished Pear, name Total: # €, name Deleted Pear`
	flows := map[string][]string{
		"form": {
			`Type "Anna Müller" into textbox "Customer" in window "Orders"`,
			`Type "東京 1-2" into textbox "Street" in window "Orders"`,
			`Type parameter pin into password "PIN" in window "Orders" (secret)`,
			`Check checkbox "Express delivery" in window "Orders"`,
			`Check radio "Card" in window "Orders"`,
			`Click button "Save" in window "Orders": name Saved order #`,
		},
		// In that of GTK3 the press on "Japan" was heard of when the list had closed.
		"popups": {
			`Choose "Japan" in combobox "Country" in window "Orders"`,
			`Click button "Details…" in window "Orders": window-opened Order details`,
			`Type "R-7" into textbox "Reference" in dialog "Order details"`,
			`Click button "Apply" in dialog "Order details": window-closed Order details, name Details applied`,
			`Choose menu View > Show totals`,
			`Click tab "Items" in window "Orders"`,
			deletePear,
			`Press ctrl+s in window "Orders": name Saved order #`,
		},
		"keyboard": {
			`Choose "Japan" in combobox "Country" in window "Orders"`,
			`Type "x" into textbox "Street" in window "Orders"`,
		},
	}
	for flow, want := range flows {
		for _, toolkit := range []string{"gtk3", "gtk4", "qt", "qt6"} {
			t.Run(flow+"/"+toolkit, func(t *testing.T) {
				steps, err := Reduce(savedLog(t, flow+"-"+toolkit))
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, s := range steps {
					if s.Kind == StepMenuPath || s.Target.Role == "tab" {
						s.Effects = nil // many, and each toolkit's own
					}
					line := s.Title
					for i, e := range s.Effects {
						line += []string{": ", ", "}[min(i, 1)] + string(e.Kind) + " " + e.Name + e.Detail
					}
					if s.Kind == StepActivate && s.EffectsUnknown {
						line += ", more?"
					}
					got = append(got, line)
				}
				expected := want
				if strings.HasPrefix(toolkit, "qt") {
					expected = []string{}
					for _, w := range want {
						expected = append(expected, strings.Replace(w, `in row "Pear"`, `in group "Pear"`, 1))
					}
				}
				if diff := cmp.Diff(expected, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// Orders of GTK 4 that was busy with the text of a field, and stopped for moments, while
// input went on: the readings are seconds old and from the middle of changes, and what
// was told came long after the next press. What the field really took is in the log
// that Orders itself wrote then.
func TestStepsOfABusyApplication(t *testing.T) {
	for name, want := range map[string][]string{
		// A field is left by Tab, and the next by a press, before the first is heard of.
		"busy-left-gtk4": {
			`Type "mziy" into textbox "Customer"`, `Type "w" into textbox "Street"`, `Type "mziy!" into textbox "Customer"`, `Click button "Save"`,
		},
		// The reading at the second typing began before the first was over: it took 2.7 s.
		"busy-reading-gtk4": {
			`Type "lrody" into textbox "Street"`, `Type "n" into textbox "Notes"`, `Type "lrodyk" into textbox "Street"`, `Click button "Save"`,
		},
		// The field is pressed again while it is typed into.
		"busy-again-gtk4": {
			`Type "oi" into textbox "Notes"`, `Type "g" into textbox "Street"`, `Type "oifw" into textbox "Notes"`,
			`Type "msayl" into textbox "Customer"`, `Click button "Save"`,
		},
		// It told "x", Backspace, "e", Return and "two " in one moment, before these keys
		// were heard of: the Return was told as a key that was pressed after the text.
		"busy-return-gtk4": {
			`Type "Anna" into textbox "Customer"`, `Type "Main St 1" into textbox "Street"`, `Press ctrl+a`, `Press ctrl+c`,
			`Type "one\ntwo Main St 1" into textbox "Notes"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			steps, err := Reduce(savedLog(t, name))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range steps {
				got = append(got, strings.TrimSuffix(s.Title, ` in window "Orders"`))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestALogHoldsNothingThatWasTyped(t *testing.T) {
	for _, in := range []backends.Input{
		{Key: "x", Text: "x"}, {Key: "Shift_L"}, {Key: "eacute", Text: "é"}, {Key: "Return", Text: "\r"}, {Key: "space", Text: " "},
		{Key: "BackSpace", Text: "\b"}, {Key: "at", Text: "@", Modifiers: backends.Modifiers{Control: true, Alt: true}},
	} {
		for s, name := range map[secrecy]string{open: "open", perhapsSecret: "perhaps", certainlySecret: "secret"} {
			out := withheld(in, s)
			typed := types(in) && in.Key != "space"
			switch {
			case typed && (out.Key == in.Key || out.Text == in.Text):
				t.Errorf("%s: %q is logged as %q %q", name, in.Key, out.Key, out.Text)
			case in.Key == "space" && (out.Key == "space") != (s == open):
				t.Errorf("%s: a space is logged as %q", name, out.Key)
			case in.Key == "BackSpace" && s == certainlySecret && out.Key == in.Key:
				t.Errorf("%s: %q is logged", name, out.Key)
			case types(in) != types(out) && s != certainlySecret:
				t.Errorf("%s: %q does not type any more", name, in.Key)
			}
		}
	}
}

// What a log holds comes out of it as it went in, models included.
func TestLogsComeBack(t *testing.T) {
	for _, name := range []string{"popups-gtk4", "popups-qt"} {
		l := savedLog(t, name)
		w, err := newLogWriter(*l)
		if err != nil {
			t.Fatal(err)
		}
		var all []Entry
		for e, err := range l.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
			if err := w.add(e); err != nil {
				t.Fatal(err)
			}
		}
		packed, err := w.close()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadLog(packed)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for e, err := range again.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			was := all[i]
			if e.Model != nil {
				if diff := cmp.Diff(was.Model.Snapshot, e.Model.Snapshot); diff != "" {
					t.Fatalf("%s: entry %d (-was +now):\n%s", name, i, diff)
				}
				was.Model, e.Model = nil, nil
			}
			if diff := cmp.Diff(was, e); diff != "" {
				t.Fatalf("%s: entry %d (-was +now):\n%s", name, i, diff)
			}
			i++
		}
		if i != len(all) {
			t.Errorf("%s: %d of %d entries", name, i, len(all))
		}
	}
}

// A log that becomes too large ends, and says so.
func TestALogIsBounded(t *testing.T) {
	l := savedLog(t, "form-gtk4")
	w, err := newLogWriter(*l)
	if err != nil {
		t.Fatal(err)
	}
	w.limit = 2*logFlush + 4<<10
	var first *inspector.Frozen
	for e, err := range l.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == EntryModel && first == nil {
			first = e.Model
		}
		if err := w.add(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; w.cut == ""; i++ {
		if i > 100_000 {
			t.Fatal("it has no end")
		}
		at := l.Began.Add(time.Duration(i) * time.Second)
		e := backends.Event{Kind: backends.EventProperty, At: at, Source: "x", Text: fmt.Sprintf("%x", i*i*7919)}
		if err := w.add(Entry{Kind: EntryEvent, At: at, Event: e}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.add(Entry{Kind: EntryModel, At: first.Taken, Model: first}); err != nil {
		t.Fatal(err)
	}
	packed, err := w.close()
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) > w.limit {
		t.Errorf("%d bytes, %d are allowed", len(packed), w.limit)
	}
	cut, err := ReadLog(packed)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Reduce(cut)
	var why CutError
	if !errors.As(err, &why) || why.Why == "" || len(steps) != 6 {
		t.Errorf("%d steps, %v", len(steps), err)
	}
}

func TestDamagedLogsAreRefused(t *testing.T) {
	l := savedLog(t, "form-gtk3")
	for name, packed := range map[string][]byte{
		"half":      l.packed[:len(l.packed)/2],
		"not gzip":  []byte("log"),
		"newer":     zipped(`{"schema":"samebutton/log/v2"}`),
		"no model":  zipped(`{"schema":"samebutton/log/v1"}`, `{"press":{"at":1}}`, `{"end":{"at":2}}`),
		"bad span":  zipped(`{"schema":"samebutton/log/v1"}`, `{"model":{"taken":1,"spans":[[5,1,2]]}}`),
		"no node":   zipped(`{"schema":"samebutton/log/v1"}`, `{"model":{"taken":1,"spans":[[0,0,7]]}}`),
		"bad depth": zipped(`{"schema":"samebutton/log/v1"}`, `{"node":{"depth":3,"handle":"a"}}`, `{"model":{"taken":1,"spans":[[0,0,0]]}}`),
		"no end":    zipped(`{"schema":"samebutton/log/v1"}`),
	} {
		l, err := ReadLog(packed)
		if err == nil {
			_, err = Reduce(l)
		}
		if !errors.Is(err, ErrLog) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func zipped(lines ...string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for _, l := range lines {
		_, _ = z.Write([]byte(l + "\n"))
	}
	_ = z.Close()
	return b.Bytes()
}

// A busy Chromium told "one\ntwo" at once, or "one\nt" and "wo", after all of its keys:
// the Return in it was recorded as a key that was pressed after the text, too.
func TestTextThatChromiumToldInItsOwnPieces(t *testing.T) {
	for _, name := range []string{"once-chromium", "pieces-chromium"} {
		t.Run(name, func(t *testing.T) {
			steps, err := Reduce(savedLog(t, name))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range steps {
				got = append(got, fmt.Sprintf("%s %s %q %s%s", s.Kind, s.Target.Name, s.Text, s.Parameter, s.Obstacle))
			}
			want := []string{
				`type-keys Email "anna@example.org" `, `type-keys Find "abc " `, `type-keys Notes "one\ntwo" `, `type-keys Note "hi" `, `type-keys Pin "" pin`,
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("steps (-want +got):\n%s", d)
			}
		})
	}
}
