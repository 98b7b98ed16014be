package recorder

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func TestMeaningOfKeysInAText(t *testing.T) {
	control, shift, alt := backends.Modifiers{Control: true}, backends.Modifiers{Shift: true}, backends.Modifiers{Alt: true}
	both := backends.Modifiers{Control: true, Shift: true}
	altGr := backends.Modifiers{Control: true, Alt: true}
	for _, tc := range []struct {
		key, text string
		m         backends.Modifiers
		one, more textKey // in one line, and in several of GTK
	}{
		{"a", "a", backends.Modifiers{}, keyTypes, keyTypes},
		{"A", "A", shift, keyTypes, keyTypes},
		{"space", " ", backends.Modifiers{}, keyTypes, keyTypes},
		{"at", "@", altGr, keyTypes, keyTypes},
		{"BackSpace", "\b", backends.Modifiers{}, keyDeletes, keyDeletes},
		{"BackSpace", "\b", control, keyDeletes, keyDeletes},
		{"Delete", "\x7f", shift, keyChanges, keyChanges},
		{"Insert", "", shift, keyChanges, keyChanges},
		{"v", "\x16", control, keyChanges, keyChanges},
		{"Z", "\x1a", both, keyChanges, keyChanges},
		{"a", "\x01", control, keySelects, keySelects},
		{"c", "\x03", control, keyCopies, keyCopies},
		{"C", "\x03", both, keyActs, keyActs},
		{"s", "\x13", control, keyActs, keyActs},
		{"Left", "", backends.Modifiers{}, keyCaret, keyCaret},
		{"KP_Left", "", backends.Modifiers{}, keyCaret, keyCaret},
		{"End", "", both, keySelects, keySelects},
		{"Down", "", control, keyActs, keyCaret},
		{"Return", "\r", backends.Modifiers{}, keyActs, keyBreaks},
		{"KP_Enter", "\r", backends.Modifiers{}, keyActs, keyBreaks},
		{"Tab", "\t", backends.Modifiers{}, keyTabs, keyTabs},
		{"Escape", "\x1b", backends.Modifiers{}, keyActs, keyActs},
		{"F5", "", backends.Modifiers{}, keyActs, keyActs},
		{"f", "f", alt, keyActs, keyActs},
		{"dead_acute", "", backends.Modifiers{}, keyComposes, keyComposes},
		{"Multi_key", "", backends.Modifiers{}, keyComposes, keyComposes},
		{"U", "\x15", both, keyActs, keyComposes},
		{"Menu", "", backends.Modifiers{}, keyActs, keyActs},
	} {
		in := backends.Input{Key: tc.key, Text: tc.text, Modifiers: tc.m}
		if got := meaning(in, textBox{}); got != tc.one {
			t.Errorf("%s %+v is %d, want %d", tc.key, tc.m, got, tc.one)
		}
		if got := meaning(in, textBox{multiLine: true, gtk: true}); got != tc.more {
			t.Errorf("%s %+v in several lines is %d, want %d", tc.key, tc.m, got, tc.more)
		}
	}
}

const pad = `
application "Pad"
  window "Pad" [active]
    textbox "Sum" [focused multi-line]
    textbox "Name"
    button "Clear"
`

// script drives a reducer with what an application tells and in which order.
type script struct {
	t      *testing.T
	r      *reducer
	app    *fake.App
	b      *fake.Backend
	now    time.Time
	number int // of the last press
}

func newScript(t *testing.T, outline string) *script {
	app := fake.Tree(outline)
	b := fake.New(app)
	t.Cleanup(func() { b.Close() })
	s := &script{t: t, app: app, b: b, now: time.Now()}
	s.r = newReducer(s.now, func(int, Step) {})
	s.reads()
	return s
}

func (s *script) pass(d time.Duration) *script { s.now = s.now.Add(d); return s }

// reads takes a reading of the application.
func (s *script) reads() *script {
	s.t.Helper()
	s.pass(time.Millisecond)
	snap, err := s.b.Observe(context.Background(), backends.Scope{Application: s.app.Identity()})
	if err != nil {
		s.t.Fatal(err)
	}
	snap.Taken, snap.Took = s.now, 0
	s.r.take(Entry{Kind: EntryModel, At: s.now, Model: inspector.Freeze(snap)})
	return s
}

func (s *script) key(names ...string) *script {
	for _, name := range names {
		s.pass(time.Millisecond)
		in := backends.Input{Kind: backends.InputKeyDown, Key: name, At: s.now, PID: s.app.Identity().PID}
		if c, ok := strings.CutPrefix(name, "ctrl+"); ok {
			in.Key, in.Modifiers.Control = c, true
		} else if len(name) == 1 {
			in.Key, in.Text = withheldKey, typedText
		}
		s.r.take(Entry{Kind: EntryKey, At: s.now, Input: in})
	}
	return s
}

func (s *script) tells(h tree.Handle, detail, text string, at int) *script {
	s.pass(time.Millisecond)
	e := backends.Event{Kind: backends.EventText, At: s.now, Source: h, Detail: detail, Text: text, Position: at, Length: len([]rune(text))}
	s.r.take(Entry{Kind: EntryEvent, At: s.now, Event: e})
	return s
}

func (s *script) gives(h tree.Handle) *script {
	s.pass(time.Millisecond)
	s.r.take(Entry{Kind: EntryEvent, At: s.now, Event: backends.Event{Kind: backends.EventFocus, At: s.now, Source: h}})
	return s
}

func (s *script) ends(want ...string) {
	s.t.Helper()
	s.pass(10 * time.Second)
	s.r.take(Entry{Kind: EntryEnd, At: s.now})
	var got []string
	for _, step := range s.r.steps {
		title, _, _ := strings.Cut(step.Title, ` in window "Pad"`)
		if step.Kind == StepKeyChord && step.Focus != nil {
			title += " at " + step.Focus.Name
		}
		got = append(got, title)
	}
	if d := cmp.Diff(want, got); d != "" {
		s.t.Errorf("steps (-want +got):\n%s", d)
	}
}

const (
	sum  = tree.Handle("textbox:Sum")
	name = tree.Handle("textbox:Name")
)

func TestReturnIsALineOrAKey(t *testing.T) {
	newScript(t, pad).key("a", "Return", "b").
		tells(sum, "insert", "a", 0).tells(sum, "insert", "\n", 1).tells(sum, "insert", "b", 2).
		ends(`Type "a\nb" into textbox "Sum"`)
	// The application makes 3 of 1+2, and may do so before or after the next key.
	newScript(t, pad).key("1", "x", "2").
		tells(sum, "insert", "1", 0).tells(sum, "insert", "+", 1).tells(sum, "insert", "2", 2).
		key("Return").tells(sum, "delete", "1+2", 0).tells(sum, "insert", "3", 0).
		key("x", "5").tells(sum, "insert", "+", 1).tells(sum, "insert", "5", 2).
		ends(`Type "1+2" into textbox "Sum"`, `Press Return at Sum`, `Type "3+5" into textbox "Sum"`)
	// Nothing comes of it that is told: the key was pressed all the same.
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("Return").pass(5*time.Second).reads().key("ctrl+s").
		ends(`Type "a" into textbox "Sum"`, `Press Return at Sum`, `Press ctrl+s`)
}

func TestKeysAndTheirTextInEitherOrder(t *testing.T) {
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).tells(sum, "insert", "\n", 1).key("Return").
		tells(sum, "insert", "b", 2).key("b").key("c").tells(sum, "insert", "c", 3).
		ends(`Type "a\nbc" into textbox "Sum"`)
}

// Chromium on a busy machine tells all of it at once, or in pieces that no key made:
// by then Return still waits for the text of the keys before it.
func TestReturnThatIsToldWithItsText(t *testing.T) {
	outline := strings.Replace(pad, `"Sum" [`, `"Sum" = "old\nlines" [`, 1)
	keys := []string{"ctrl+a", "x", "x", "x", "Return", "x", "x", "x"}
	newScript(t, outline).key(keys...).
		tells(sum, "delete", "old\nlines", 0).tells(sum, "insert", "one\ntwo", 0).key("ctrl+s").
		ends(`Type "one\ntwo" into textbox "Sum"`, `Press ctrl+s`)
	newScript(t, outline).key(keys...).
		tells(sum, "delete", "old\nlines", 0).tells(sum, "insert", "on", 0).
		tells(sum, "insert", "e\nt", 2).tells(sum, "insert", "wo", 5).key("ctrl+s").
		ends(`Type "one\ntwo" into textbox "Sum"`, `Press ctrl+s`)
	// A Return of its own after it is a key.
	newScript(t, outline).key(keys...).
		tells(sum, "delete", "old\nlines", 0).tells(sum, "insert", "one\ntwo", 0).
		key("Return").tells(sum, "delete", "one\ntwo", 0).key("ctrl+s").
		ends(`Type "one\ntwo" into textbox "Sum"`, `Press Return at Sum`, `Press ctrl+s`)
}

// What events say is not claimed where the application, read after them, says
// something else.
func TestATextThatAReadingContradicts(t *testing.T) {
	s := newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("Return")
	s.app.Change(func(m *fake.Model) { m.SetValue(sum, "b") })
	s.pass(5*time.Second).reads().key("ctrl+s").ends(`Type "a" into textbox "Sum"`, `Press Return at Sum`, `Press ctrl+s`)
	if got := s.r.steps[0].Obstacle; got != notRead {
		t.Errorf("the text that was not so has the obstacle %q", got)
	}
}

func TestTabWaitsForWhatIsOwed(t *testing.T) {
	// All keys come before the application does anything.
	newScript(t, strings.Replace(pad, " multi-line", "", 1)).key("a", "b", "BackSpace", "Tab", "x", "y", "Tab").
		tells(sum, "insert", "a", 0).tells(sum, "insert", "b", 1).tells(sum, "delete", "b", 1).
		gives(name).tells(name, "insert", "x", 0).tells(name, "insert", "y", 1).gives("button:Clear").
		ends(`Type "a" into textbox "Sum"`, `Type "xy" into textbox "Name"`)
}

func TestFieldsThatGoOnByThemselves(t *testing.T) {
	newScript(t, strings.Replace(pad, " multi-line", "", 1)).key("1", "2", "3").
		tells(sum, "insert", "1", 0).tells(sum, "insert", "2", 1).gives(name).tells(name, "insert", "3", 0).
		ends(`Type "12" into textbox "Sum"`, `Type "3" into textbox "Name"`)
}

func TestSelectingAndCopying(t *testing.T) {
	// Replaced by typing it is a part of it.
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("ctrl+a", "b").tells(sum, "delete", "a", 0).tells(sum, "insert", "b", 0).
		ends(`Type "b" into textbox "Sum"`)
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("ctrl+a", "ctrl+c", "ctrl+v").tells(sum, "delete", "a", 0).tells(sum, "insert", "aa", 0).
		ends(`Type "a" into textbox "Sum"`, `Press ctrl+a at Sum`, `Press ctrl+c at Sum`, `Type "aa" into textbox "Sum"`)
	// What follows acts on what is selected.
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("ctrl+a", "ctrl+b").
		ends(`Type "a" into textbox "Sum"`, `Press ctrl+a at Sum`, `Press ctrl+b`)
}

func TestWhatTheProgramDoesIsNotTyped(t *testing.T) {
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).pass(3*time.Second).tells(sum, "insert", " late", 1).
		ends(`Type "a" into textbox "Sum"`)
	newScript(t, pad).key("Left").tells(sum, "insert", "clock", 0).key("BackSpace").ends()
	// Completed at once, it is what the person left there.
	newScript(t, pad).key("a").tells(sum, "insert", "a", 0).tells(sum, "insert", "nna", 1).
		ends(`Type "anna" into textbox "Sum"`)
}

// A text is never said that holds only what could be pieced together.
func TestATextThatIsNotToldWholeIsMarked(t *testing.T) {
	s := newScript(t, pad).key("a").tells(sum, "insert", "a", 0).key("b").tells(sum, "insert", "b", 7)
	s.ends(`Type "a" into textbox "Sum"`)
	if got := s.r.steps[0].Obstacle; got != notRead {
		t.Errorf("obstacle %q", got)
	}
	if p := check(s.r.steps[0], true); p.Verdict != VerdictRefused {
		t.Errorf("%+v", p)
	}
}

func TestTheMiddleButtonPastes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		paste := func(text string) {
			var at tree.Point
			d.app.Look(func(m *fake.Model) { at = m.Node("textbox:Customer").Bounds.Center() })
			in := backends.Input{Kind: backends.InputPress, Button: 2, Point: at, PID: d.app.Identity().PID}
			if err := d.listener.Push(d.ctx, in); err != nil {
				t.Fatal(err)
			}
			if text != "" {
				d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", text) })
			}
			time.Sleep(2 * time.Second)
		}
		paste("") // nothing was selected anywhere
		paste("Anna")
		want := []string{`Type "Anna" into textbox "Customer" in window "Orders"`}
		if diff := cmp.Diff(want, stepTitles(d.finish())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A recording that is ended while a slow application is still taking its keys gets
// them all.
func TestTheEndWaitsForASlowApplication(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, strings.Replace(form, `window "Orders"`, `window "Orders" [active]`, 1))
		d.app.Change(func(m *fake.Model) { m.SetStates("textbox:Customer", "focused") })
		d.wait()
		d.keys("abcdefghij") // this application tells all of a text with each change: 1+2+3+4
		go func() {
			for _, text := range []string{"a", "ab", "abc", "abcd"} {
				time.Sleep(1200 * time.Millisecond)
				d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", text) })
			}
		}()
		if got := stepTitles(d.finish()); len(got) != 1 || !strings.HasPrefix(got[0], `Type "abcd`) {
			t.Errorf("steps: %q", got)
		}
	})
}
