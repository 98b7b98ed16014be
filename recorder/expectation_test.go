package recorder

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// wizard has the same button on each of its pages.
const wizard = `
application "Setup"
  window "Setup"
    button "Start"
    heading "Welcome" #page
    button "Next"
`

// recordedTwo records two clicks, the second a second after what the first one did.
func recordedTwo(t *testing.T, outline string, first tree.Handle, did fake.Edit, second tree.Handle) Recording {
	t.Helper()
	d := newDesk(t, outline)
	d.wait()
	d.click(first)
	time.Sleep(20 * time.Millisecond)
	d.app.Change(did)
	time.Sleep(time.Second)
	d.click(second)
	time.Sleep(20 * time.Millisecond)
	d.app.Change(func(m *fake.Model) { m.Rename("application:Setup", "Setup") })
	time.Sleep(time.Second)
	rec := d.finish()
	if len(rec.Steps) != 2 {
		t.Fatalf("%q", stepTitles(rec))
	}
	return rec
}

// What a step brought up is expected by the next one, where it is sure to come again.
func TestWhatCameToShowIsExpected(t *testing.T) {
	page := func(name string) func(*fake.Model) {
		return func(m *fake.Model) { m.Remove("page"); m.Insert("window:Setup", 1, `heading "`+name+`" #page2`) }
	}
	window := func(title, more string) func(*fake.Model) {
		return func(m *fake.Model) { m.Insert("application:Setup", 1, "dialog \""+title+"\"\n  "+more+"button \"OK\"") }
	}
	for name, tt := range map[string]struct {
		did    func(*fake.Model)
		second tree.Handle
		want   string
	}{
		"the page of a wizard":                {page("Licence"), "button:Next", `window "Setup" > heading "Licence"`},
		"the dialog of the next element":      {window("Licence", ""), "button:OK", `dialog "Licence"`},
		"a title with a number":               {window("Order 1042", ""), "button:OK", `dialog "Order *"`},
		"a dialog before the page in it":      {window("Licence", "heading \"Terms\"\n  "), "button:OK", `dialog "Licence"`},
		"a window beside, which may not come": {window("Tip of the day", ""), "button:Next", ""},
		"a heading that counts":               {page("Step 2 of 3"), "button:Next", ""},
		"a message":                           {func(m *fake.Model) { m.Insert("window:Setup", 1, `label "Saved"`) }, "button:Next", ""},
		"a text, not a name":                  {page(strings.Repeat("Long ", 30)), "button:Next", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rec := recordedTwo(t, wizard, "button:Next", tt.did, tt.second)
				got := ""
				if e := rec.Steps[1].Expect; e != nil {
					got = e.Locator.String()
					if e.By != rec.Steps[0].ID {
						t.Errorf("brought by %q", e.By)
					}
				}
				if got != tt.want || rec.Steps[0].Expect != nil {
					t.Errorf("expects %q, want %q; the first %+v", got, tt.want, rec.Steps[0].Expect)
				}
				if err := Valid(rec); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// expecting is a stage with a wizard and a recording of two presses of "Next", the second
// of which expects the page that the first one brings up.
func expecting(t *testing.T) (s *stage, one, two Step) {
	s = newStage(t, wizard)
	s.options.Wait = time.Second
	one, two = s.step(StepActivate, `button "Start"`), s.step(StepActivate, `button "Next"`)
	l, err := inspector.ParseLocator(`window "Setup" > heading "Licence"`)
	if err != nil {
		t.Fatal(err)
	}
	two.ID, two.Expect = "t2", &Expectation{Locator: l, By: one.ID}
	s.app.On("button:Next", func(m *fake.Model) { m.Rename("button:Start", "Again") })
	return s, one, two
}

func TestAReplayWaitsForWhatIsExpected(t *testing.T) {
	licence := func(m *fake.Model) { m.Insert("window:Setup", 1, `heading "Licence"`) }
	t.Run("comes late", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one, two := expecting(t)
			s.app.On("button:Start", func(m *fake.Model) { m.Rename("page", "Loading") })
			time.AfterFunc(700*time.Millisecond, func() {
				if done := s.app.Done(); len(done) != 1 {
					t.Errorf("before it came: %q", done)
				}
				s.app.Change(licence)
			})
			if run := s.replay(t.Context(), one, two); run.Verdict != VerdictPassed {
				t.Errorf("%+v", run.Steps)
			}
			s.done("press button:Start", "press button:Next")
		})
	})
	t.Run("does not come", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one, two := expecting(t)
			s.app.On("button:Start", func(m *fake.Model) { m.Rename("page", "Trouble") })
			r := s.replay(t.Context(), one, two).Steps[1]
			if r.Verdict != VerdictFailed || r.Delivery != backends.NotDelivered || !strings.Contains(r.Error, `heading "Licence" is not there`) || r.Hint == "" {
				t.Errorf("%s %s %q", r.Verdict, r.Delivery, r.Error)
			}
			s.done("press button:Start")
		})
	})
	t.Run("goes between the two looks", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one, two := expecting(t)
			s.app.On("button:Start", licence)
			s.ledger.note = func() string {
				if n := len(s.ledger.lines); n > 0 && strings.HasPrefix(s.ledger.lines[n-1], "result 1") {
					s.app.Change(func(m *fake.Model) {
						if m.Has("heading:Licence") {
							m.Remove("heading:Licence")
						}
					})
				}
				return ""
			}
			if r := s.replay(t.Context(), one, two).Steps[1]; r.Verdict != VerdictFailed || r.Delivery != backends.NotDelivered {
				t.Errorf("%s %s %q", r.Verdict, r.Delivery, r.Error)
			}
			s.done("press button:Start")
		})
	})
	t.Run("goes before the second part, of which the first had nothing to do", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t, wizard+"    listbox \"Edition\" {select}\n      option \"Home\"\n      option \"Work\"\n")
			s.options.Wait = time.Second
			one, two := s.step(StepActivate, `button "Start"`), s.step(StepSelectItem, `listbox "Edition"`)
			two.ID, two.Item, two.Expect = "t2", "Work", &Expectation{Locator: locatorOf(t, `window "Setup" > heading "Licence"`), By: one.ID}
			s.app.On("button:Start", licence)
			s.ledger.note = func() string {
				if n := len(s.ledger.lines); n > 0 && strings.HasPrefix(s.ledger.lines[n-1], "result 1") {
					s.app.Change(func(m *fake.Model) { m.Remove("heading:Licence") })
				}
				return ""
			}
			if r := s.replay(t.Context(), one, two).Steps[1]; r.Verdict != VerdictFailed || r.Delivery != backends.NotDelivered {
				t.Errorf("%s %s %q", r.Verdict, r.Delivery, r.Error)
			}
			s.done("press button:Start")
		})
	})
	t.Run("cannot be read", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one, two := expecting(t)
			s.app.On("button:Start", func(m *fake.Model) { m.Rename("page", "?"); m.Withhold("page", "name") })
			if r := s.replay(t.Context(), one, two).Steps[1]; r.Verdict != VerdictUnknown || r.Delivery != backends.NotDelivered {
				t.Errorf("%s %s %q", r.Verdict, r.Delivery, r.Error)
			}
		})
	})
	t.Run("the step that brings it was left out", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one, two := expecting(t)
			one.Disabled = true
			if run := s.replay(t.Context(), one, two); run.Verdict != VerdictPassed {
				t.Errorf("%+v", run.Steps)
			}
			s.done("press button:Next")
		})
	})
}

// An expectation can be taken away, goes with the secret in it, and with the element.
func TestExpectationsAreEdited(t *testing.T) {
	s, one, two := expecting(t)
	typing := s.step(StepSetText, `button "Start"`)
	typing.ID, typing.Text = "t3", "Licence"
	other := s.target(`button "Start"`)
	for _, e := range []Edit{Unexpect{"t2"}, MarkSecret{"t3"}, Retarget{Step: "t2", Target: other}} {
		editor := NewEditor(Recording{Schema: RecordingSchema, ID: "c1", Name: "test", Steps: []Step{one, typing, two}})
		if err := editor.Do(e); err != nil {
			t.Fatal(err)
		}
		if now := editor.Recording().Steps[2].Expect; now != nil {
			t.Errorf("%s left %+v", e.Title(Recording{}), now)
		}
		if _, ok := editor.Undo(); !ok || editor.Recording().Steps[2].Expect == nil {
			t.Errorf("%s was not undone", e.Title(Recording{}))
		}
	}
}
