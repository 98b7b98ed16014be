package recorder

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/policy"
)

// An element that is made anew while the act is prepared is looked for again, with the
// whole proof; what was done is done once.
func TestWhatWasMadeAnewIsLookedForAgain(t *testing.T) {
	anew := func(m *fake.Model) { m.Reissue("button:Save") }
	away := func(m *fake.Model) { m.Remove("button:Save") }
	back := func(m *fake.Model) { m.Insert("toolbar:Main", 1, `button "Save" #saved`) }
	for name, tt := range map[string]struct {
		meddle func(a *fake.App)
		want   []string // nil: refused
	}{
		"between the looks":  {func(a *fake.App) { a.Before(2, anew) }, []string{"press button:Save~2"}},
		"again and again":    {func(a *fake.App) { a.Before(2, anew); a.Before(4, func(m *fake.Model) { m.Reissue("button:Save~2") }) }, []string{"press button:Save~2~2"}},
		"gone for a look":    {func(a *fake.App) { a.Before(2, away); a.Before(4, back) }, []string{"press saved"}},
		"gone under the act": {func(a *fake.App) { a.NextActs(fake.Vanish); a.Before(5, back) }, []string{"press saved"}},
		"a twin for a look": {func(a *fake.App) {
			a.Before(2, func(m *fake.Model) { m.Twin("button:Save", false) })
			a.Before(4, func(m *fake.Model) { m.Remove("button:Save~2") })
		}, []string{"press button:Save"}},
		"gone for good": {func(a *fake.App) { a.Before(2, away) }, nil},
		"its name is another's": {func(a *fake.App) {
			a.Before(2, func(m *fake.Model) { m.Rename("button:Save", "Keep"); m.Rename("button:New", "Save") })
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, form)
				s.options.Wait = 2 * time.Second
				step := s.step(StepActivate, `button "Save"`)
				tt.meddle(s.app)
				began := time.Now()
				run := s.replay(t.Context(), step)
				r := run.Steps[0]
				if passed := r.Verdict == VerdictPassed || r.Effect == OutcomeNoChange; passed != (tt.want != nil) {
					t.Errorf("%s %s: %s", r.Verdict, r.Effect, r.Error)
				}
				if sent := r.Delivery == backends.Delivered; sent != (tt.want != nil) {
					t.Errorf("delivery %s", r.Delivery)
				}
				s.done(tt.want...)
				if n := len(s.ledger.intents); n != 1 {
					t.Errorf("%d intents were stored", n)
				}
				if took := time.Since(began); tt.want == nil && took > 2*s.options.Wait {
					t.Errorf("it was looked for %v", took)
				}
			})
		})
	}
}

// A yes is for the element that was shown, not for the one that took its place.
func TestWhatWasConfirmedIsNotLookedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		s.options.Wait = 2 * time.Second
		step := s.step(StepActivate, `button "Delete"`)
		s.options.Policy = &policy.Policy{}
		asked := 0
		s.options.Ask = func(context.Context, policy.Question) (policy.Answer, error) {
			asked++
			s.app.Change(func(m *fake.Model) { m.Reissue("delete") })
			return policy.Answer{Yes: true, How: "by the test"}, nil
		}
		if r := s.replay(t.Context(), step).Steps[0]; r.Verdict != VerdictStale || r.Delivery != backends.NotDelivered || asked != 1 {
			t.Errorf("%s %s after %d questions: %s", r.Verdict, r.Delivery, asked, r.Error)
		}
		s.done()
	})
}

const choices = `
application "Settings"
  window "Settings"
    tablist
      tab "General" [selected]
      tab "Sound"
    listbox "Colours"
      option "Red" [selected]
      option "Green"
    button "Apply"
`

// What is there to choose something, and is chosen, has nothing to do; a press has.
func TestWhatIsChosenAlreadyIsDone(t *testing.T) {
	selected := []Effect{{Kind: EffectState, Role: "option", Name: "Red", Detail: "+selected"}}
	opens := append([]Effect{{Kind: EffectWindowOpened, Role: "dialog", Name: "Red"}}, selected...)
	for name, tt := range map[string]struct {
		locator string
		change  func(*Step)
		already bool
	}{
		"a tab":                          {`tab "General"`, nil, true},
		"another tab":                    {`tab "Sound"`, nil, false},
		"a tab that is to be pressed":    {`tab "General"`, func(s *Step) { s.Verb = "press" }, false},
		"an option seen to be chosen":    {`option "Red"`, func(s *Step) { s.Effects = selected }, true},
		"an option that opened a window": {`option "Red"`, func(s *Step) { s.Effects = opens }, false},
		"an option of which nothing was seen": {`option "Red"`, func(s *Step) {
			s.EffectsUnknown = true
		}, false},
		"an option of which not all was seen": {`option "Red"`, func(s *Step) {
			s.Effects, s.EffectsUnknown = selected, true
		}, false},
		"an option that the press let go": {`option "Red"`, func(s *Step) {
			s.Effects = []Effect{{Kind: EffectState, Role: "option", Name: "Red", Detail: "-selected"}}
		}, false},
		"an option that let go another": {`option "Red"`, func(s *Step) {
			s.Effects = []Effect{{Kind: EffectState, Role: "option", Name: "Green", Detail: "-selected"}}
		}, false},
		"an option to be selected": {`option "Red"`, func(s *Step) { s.Verb = "select" }, true},
		"a button":                 {`button "Apply"`, func(s *Step) { s.EffectsUnknown = true }, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, choices)
				step := s.step(StepActivate, tt.locator)
				if tt.change != nil {
					tt.change(&step)
				}
				r := s.replay(t.Context(), step).Steps[0]
				if nothing := len(s.app.Done()) == 0; nothing != tt.already {
					t.Errorf("it did %q; %s: %s", s.app.Done(), r.Verdict, r.Error)
				}
				if tt.already && (r.Verdict != VerdictPassed || r.Delivery != backends.NotDelivered || r.Effect != OutcomeVerified || len(r.Changes) != 1 || r.Changes[0] != alreadySo) {
					t.Errorf("%+v", r)
				}
			})
		})
	}
}

// A target that says where an element is, and not what, may be looked at; nothing is sent
// to it, nor dragged onto it, nor typed into it.
func TestNothingIsSentToAPlace(t *testing.T) {
	for name, step := range map[string]func(s *stage) Step{
		"a press": func(s *stage) Step {
			step := s.step(StepActivate, `button "Apply"`)
			step.Target = &inspector.Target{Locator: locatorOf(t, `window "Settings" > button`), Standing: inspector.StandingContext, Role: "button"}
			return step
		},
		"the end of a drag": func(s *stage) Step {
			s.hands(nil)
			step := s.step(StepDrag, `option "Red"`)
			step.To = &inspector.Target{Locator: locatorOf(t, `window "Settings" > button`), Standing: inspector.StandingContext, Role: "button"}
			return step
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, choices)
				r := s.replay(t.Context(), step(s)).Steps[0]
				if r.Verdict != VerdictAmbiguous && r.Verdict != VerdictNotActionable || r.Delivery != backends.NotDelivered || !strings.Contains(r.Error, "says where") {
					t.Errorf("%s %s: %s", r.Verdict, r.Delivery, r.Error)
				}
				s.done()
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, choices)
		step := s.step(StepAssert, `button "Apply"`)
		step.Target.Locator, step.Target.Witnesses = locatorOf(t, `window "Settings" > button`), nil
		step.Condition = &Condition{Kind: ConditionName, Text: "Apply"}
		if r := s.replay(t.Context(), step).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("looking: %s: %s", r.Verdict, r.Error)
		}
	})
}

// A dry run types nothing, so it needs no secrets; a replay needs them, and not empty.
func TestADryRunNeedsNoSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		pin, name := s.step(StepSetText, `password "PIN"`), s.step(StepSetText, `textbox "Customer"`)
		pin.Parameter, name.Parameter, name.ID = "pin", "pin", "t2"
		asked := s.step(StepAssert, `textbox "Customer"`)
		asked.ID, asked.Condition = "t3", &Condition{Kind: ConditionText, Parameter: "pin"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Name: "test", Steps: []Step{pin, name, asked}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		for _, values := range []map[string]string{nil, {"pin": ""}} {
			s.options.Parameters, s.options.DryRun = values, false
			if _, err := NewPlayer(s.options).Replay(t.Context(), rec, s.app.Identity()); !errors.Is(err, ErrParameter) {
				t.Errorf("with %v: %v", values, err)
			}
			s.options.DryRun = true
			run, err := NewPlayer(s.options).Replay(t.Context(), rec, s.app.Identity())
			if err != nil || run.Verdict != VerdictPassed {
				t.Fatalf("%v %+v", err, run)
			}
			// Not "it is so already": the field is empty, and nobody knows what it shall hold.
			if r := run.Steps[1]; len(r.Changes) > 0 || r.Effect != "" || r.Resolution != inspector.Unique {
				t.Errorf("%+v", r)
			}
			if r := run.Steps[2]; r.Verdict != VerdictSkipped || r.Seen == "" {
				t.Errorf("%+v", r)
			}
		}
		s.done()
	})
}

func locatorOf(t *testing.T, text string) inspector.Locator {
	t.Helper()
	l, err := inspector.ParseLocator(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
