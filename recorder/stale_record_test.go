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
)

// focusedForm is the form as an application opens it: a button has the keyboard.
var focusedForm = strings.Replace(strings.Replace(form, `window "Orders"`, `window "Orders" [active]`, 1), `button "New"`, `button "New" [focused]`, 1)

// keys presses keys on the application, without anything that comes of it.
func (d *desk) keys(text string) {
	d.t.Helper()
	if err := d.listener.Type(d.ctx, d.app.Identity(), 0, text); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) key(name string) {
	d.t.Helper()
	if err := d.listener.Push(d.ctx, backends.Input{Kind: backends.InputKeyDown, Key: name, PID: d.app.Identity().PID}); err != nil {
		d.t.Fatal(err)
	}
}

// gives moves the keyboard, as the application tells it.
func gives(from, to tree.Handle) fake.Edit {
	return func(m *fake.Model) {
		if from != "" {
			m.SetStates(from, "-focused")
		}
		m.SetStates(to, "focused")
	}
}

// deaf is a backend whose application tells only some of its changes.
type deaf struct {
	*fake.Backend
	hears func(backends.Event) bool
}

func (b *deaf) Events(ctx context.Context, s backends.Scope) (<-chan backends.Event, error) {
	all, err := b.Backend.Events(ctx, s)
	if err != nil {
		return nil, err
	}
	some := make(chan backends.Event, 64)
	go func() {
		defer close(some)
		for e := range all {
			if b.hears(e) {
				some <- e
			}
		}
	}()
	return some, nil
}

// A click into a text box and the typing are done before the application comes to
// handle them: it says in good faith, in each reading and answer until then, that a
// button has the keyboard. Its space is no click on that button.
func TestAStaleFocusTakesNoKeys(t *testing.T) {
	for name, hears := range map[string]func(backends.Event) bool{
		"all is told":         func(backends.Event) bool { return true },
		"only the text":       func(e backends.Event) bool { return e.Kind == backends.EventText },
		"only the focus":      func(e backends.Event) bool { return focusEvent(e) },
		"nothing, but it can": func(backends.Event) bool { return false },
	} {
		for _, busy := range []time.Duration{0, 30 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond} {
			t.Run(name+" after "+busy.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d := newDeskWith(t, focusedForm, func(s *stage, so *SessionOptions) { so.Backend = &deaf{s.backend, hears} })
					d.wait()
					d.click("textbox:Customer")
					time.Sleep(busy / 2)
					d.keys("Anna Lind")
					time.Sleep(busy)
					d.app.Change(gives("button:New", "textbox:Customer"))
					d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", "Anna Lind") })
					time.Sleep(700 * time.Millisecond)
					d.click("button:Save")
					d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
					d.wait()
					want := []string{`Type "Anna Lind" into textbox "Customer" in window "Orders"`, `Click button "Save" in window "Orders"`}
					if diff := cmp.Diff(want, stepTitles(d.finish())); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			})
		}
	}
}

// The same where the application was too busy to be asked what the click was for.
func TestAClickThatNobodyConfirmedIsFoundInTheReaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, focusedForm)
		d.wait()
		d.app.Change((*fake.Model).Hang)
		d.clickUnheard("textbox:Customer")
		d.keys("Anna Lind")
		time.Sleep(300 * time.Millisecond)
		d.app.Change((*fake.Model).Resume)
		d.app.Change(gives("button:New", "textbox:Customer"))
		d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", "Anna Lind") })
		time.Sleep(700 * time.Millisecond)
		want := []string{`Type "Anna Lind" into textbox "Customer" in window "Orders"`}
		if diff := cmp.Diff(want, stepTitles(d.finish())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// clickUnheard clicks while the application does not answer: the press is let go when
// the limit of the hold is over.
func (d *desk) clickUnheard(h tree.Handle) {
	d.t.Helper()
	var at tree.Point
	d.app.Look(func(m *fake.Model) { at = m.Node(h).Bounds.Center() })
	let := time.Now().Add(150 * time.Millisecond)
	d.app.Change(func(m *fake.Model) { m.Move("status", tree.Rect{X: 600, Y: 500, W: 10, H: 10}) })
	err := d.listener.Push(d.ctx, backends.Input{Kind: backends.InputPress, Button: 1, Point: at, PID: d.app.Identity().PID,
		Held: true, Release: func() {}, Waiting: func() bool { return time.Now().Before(let) }})
	if err != nil {
		d.t.Fatal(err)
	}
}

// Where nothing confirms what a key went to, it is not said.
func TestUnconfirmedKeysClaimNothing(t *testing.T) {
	for _, key := range []string{"space", "Return", "Down", "BackSpace"} {
		t.Run(key, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, focusedForm)
				d.wait()
				d.click("checkbox:Express") // should get the keyboard, and never tells
				time.Sleep(20 * time.Millisecond)
				d.key(key)
				time.Sleep(5 * time.Second)
				rec := d.finish()
				for _, s := range rec.Steps[1:] {
					if s.Kind != StepRawInput || s.Target != nil || s.Focus != nil {
						t.Errorf("%s is recorded as %q", key, stepTitles(rec))
					}
				}
				if len(rec.Steps) != 2 {
					t.Errorf("recorded %q", stepTitles(rec))
				}
			})
		})
	}
}

// Two Tabs of which the application has answered one lead to nothing that is known.
func TestKeysAfterTabsWaitForTheFocusOfTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, focusedForm)
		d.wait()
		d.key("Tab")
		d.key("Tab")
		time.Sleep(5 * time.Millisecond)
		d.app.Change(gives("button:New", "button:Save"))
		time.Sleep(5 * time.Millisecond)
		d.key("space")
		time.Sleep(100 * time.Millisecond)
		d.app.Change(gives("button:Save", "checkbox:Express"))
		d.app.Change(func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") })
		time.Sleep(4 * time.Second)
		for _, title := range stepTitles(d.finish()) {
			if strings.Contains(title, "Save") {
				t.Errorf("recorded %q: it was the check box", title)
			}
		}
	})
}

// A key on an element that surely has the keyboard is a step at once.
func TestASpaceOnTheFocusedButtonPressesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, focusedForm)
		d.wait()
		d.key("Tab")
		time.Sleep(5 * time.Millisecond)
		d.app.Change(gives("button:New", "button:Save"))
		d.wait()
		d.key("space")
		time.Sleep(30 * time.Millisecond)
		d.seen(`Click button "Save"`)
		d.finish()
	})
}

// What is typed into a box that takes nothing was not typed into it.
func TestTypingThatNothingConfirmsIsNoText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, focusedForm)
		d.wait()
		d.click("textbox:Customer")
		d.app.Change(gives("button:New", "textbox:Customer"))
		d.wait()
		d.keys("Anna")
		d.wait()
		d.click("button:Save")
		d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
		time.Sleep(4 * time.Second)
		rec := d.finish()
		if len(rec.Steps) != 2 || rec.Steps[0].Kind != StepRawInput || rec.Steps[1].Kind != StepActivate {
			t.Errorf("recorded %q", stepTitles(rec))
		}
	})
}

// What a slow application does with the typing before a Tab is no answer to the key
// after it, also where only readings tell.
func TestLateTextIsNoAnswerToLaterKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outline := strings.Replace(focusedForm, `textbox "Customer"`, "textbox \"Customer\"\n    textbox \"Street\"", 1)
		d := newDeskWith(t, outline, func(s *stage, so *SessionOptions) {
			so.Backend = &deaf{s.backend, func(e backends.Event) bool { return e.Kind == backends.EventText }}
		})
		d.wait()
		d.click("textbox:Customer")
		d.app.Change(gives("button:New", "textbox:Customer"))
		d.wait()
		d.keys("ab")
		d.key("Tab")
		d.keys("x")
		time.Sleep(700 * time.Millisecond)
		d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", "ab") })
		time.Sleep(400 * time.Millisecond)
		d.app.Change(gives("textbox:Customer", "textbox:Street"))
		d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Street", "x") })
		time.Sleep(4 * time.Second)
		want := []string{`Type "ab" into textbox "Customer" in window "Orders"`, `Type "x" into textbox "Street" in window "Orders"`}
		if diff := cmp.Diff(want, stepTitles(d.finish())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
