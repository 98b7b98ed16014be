package recorder

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// revealing is the backend of an application that can show what its password field
// holds.
type revealing struct {
	*fake.Backend
	shown atomic.Bool
}

const revealed = "geheim"

func (b *revealing) Observe(ctx context.Context, in backends.Scope) (*tree.Snapshot, error) {
	s, err := b.Backend.Observe(ctx, in)
	if err == nil && b.shown.Load() {
		n := &s.Nodes[slices.IndexFunc(s.Nodes, func(n tree.Node) bool { return n.Secret })]
		n.Role, n.Secret, n.Value = tree.RoleTextbox, false, tree.KnownText(revealed)
	}
	return s, err
}

func (b *revealing) Events(ctx context.Context, in backends.Scope) (<-chan backends.Event, error) {
	all, err := b.Backend.Events(ctx, in)
	told := make(chan backends.Event)
	go func() {
		defer close(told)
		for e := range all {
			if e.Kind == backends.EventText && b.shown.Load() {
				e.Text, e.Length = revealed, len(revealed)
			}
			told <- e
		}
	}()
	return told, err
}

// A person has a password shown and types on: it is in no step, no effect, and no log.
func TestAPasswordThatIsShownStaysSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b *revealing
		d := newDeskWith(t, form, func(s *stage, so *SessionOptions) {
			b = &revealing{Backend: s.backend}
			so.Backend = b
		})
		d.wait()
		d.click("checkbox:Express")
		b.shown.Store(true)
		d.app.Change(func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") })
		d.wait()
		d.click("password:PIN")
		d.types("password:PIN", revealed)
		time.Sleep(time.Second)
		d.click("button:Save")
		d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
		time.Sleep(time.Second)
		rec := d.finish()
		want := []string{
			`Check checkbox "Express" in window "Orders"`,
			`Type parameter pin into textbox "PIN" in window "Orders" (secret)`,
			`Click button "Save" in window "Orders"`,
		}
		if diff := cmp.Diff(want, stepTitles(rec)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		stored := []any{rec, d.ledger.recordings}
		l, err := ReadLog(d.ledger.log)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range l.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			if stored = append(stored, e.Event); e.Model != nil {
				stored = append(stored, e.Model.Snapshot)
			}
		}
		all, err := json.Marshal(stored)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(all), revealed) {
			t.Errorf("the secret is stored: %s", all)
		}
	})
}

// A button that never has the keyboard opens a dialog, which tells of its focus only
// after Return was pressed in it: that was no press of the button that had it before.
func TestReturnInADialogPressesNothingThatHadTheKeyboardBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeskWith(t, `
application "Orders"
  window "Orders" [active]
    button "Save" [focused]
    button "Delete" [-focusable]
`, func(*stage, *SessionOptions) {})
		d.wait()
		d.click("button:Delete")
		time.Sleep(30 * time.Millisecond)
		d.key("Return")
		time.Sleep(30 * time.Millisecond)
		d.app.Change(func(m *fake.Model) {
			m.SetStates("button:Save", "-focused")
			m.Insert("application:Orders", 1, "dialog \"Sure?\" [active]\n  button \"Yes\" [focused]")
		})
		time.Sleep(20 * time.Millisecond)
		d.app.Change(func(m *fake.Model) { m.Remove("dialog:Sure?") })
		time.Sleep(time.Second)
		for _, title := range stepTitles(d.finish()) {
			if strings.Contains(title, "Save") {
				t.Errorf("nobody pressed it: %s", title)
			}
		}
	})
}

// While a key waits for what it went to, an application tells thousands of changes of
// elements that no reading has: the recorder keeps up (2,500 took 55 s once).
func TestAFloodOfEventsBehindAKeyIsKeptUpWith(t *testing.T) {
	for _, kind := range []backends.EventKind{backends.EventChildren, backends.EventText} {
		s := newScript(t, focusedForm)
		s.r.moves(s.now, "", true)
		s.key("x")
		began := time.Now()
		for range 3000 {
			s.pass(700 * time.Microsecond)
			s.r.take(Entry{Kind: EntryEvent, At: s.now, Event: backends.Event{Kind: kind, At: s.now, Source: "log", Detail: "insert"}})
			if time.Since(began) > 20*time.Second {
				t.Fatalf("%s: too slow", kind)
			}
		}
		if !s.r.undecided() {
			t.Errorf("%s: the key was decided before the end of the flood", kind)
		}
	}
}

// slowLog is a journal that takes its time for logs.
type slowLog struct {
	*ledger
	stored func(steps int)
}

func (l *slowLog) PutLog(id string, packed []byte) error {
	l.mu.Lock()
	n := len(l.recordings[len(l.recordings)-1].Steps)
	l.mu.Unlock()
	l.stored(n)
	return l.ledger.PutLog(id, packed)
}

// What the end brings is stored before it is told, and before the log is written: a
// crash meanwhile loses no step that a person has seen.
func TestTheLastStepIsStoredBeforeItIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told, kept atomic.Int64
		d := newDeskWith(t, focusedForm, func(s *stage, so *SessionOptions) {
			so.Journal = &slowLog{s.ledger, func(steps int) { kept.Store(int64(steps)) }}
			so.OnStep = func(index int, step Step) {
				s.ledger.mu.Lock()
				defer s.ledger.mu.Unlock()
				last := s.ledger.recordings[len(s.ledger.recordings)-1]
				if index >= len(last.Steps) || last.Steps[index].Title != step.Title {
					t.Errorf("told before it was stored: %s", step.Title)
				}
				told.Store(int64(index + 1))
			}
		})
		d.wait()
		d.click("textbox:Customer")
		d.keys("Anna") // nobody tells what became of it: that is known at the end
		rec := d.finish()
		if n := int64(len(rec.Steps)); n == 0 || told.Load() != n || kept.Load() != n {
			t.Errorf("%d steps, %d told, %d stored when the log was", n, told.Load(), kept.Load())
		}
	})
}
