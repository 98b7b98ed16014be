package recorder

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/policy"
)

// guarded is the form with a button that cannot be taken back.
const guarded = `
application "Orders"
  window "Orders"
    toolbar "Main"
      button "Delete" #delete
      button "Save"
    label "Ready" #status
`

func yes(asked *[]policy.Question) policy.Ask {
	return func(_ context.Context, q policy.Question) (policy.Answer, error) {
		*asked = append(*asked, q)
		return policy.Answer{Yes: true, How: "by the test"}, nil
	}
}

func TestConsequentialStepsNeedAPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		s.app.On("delete", func(m *fake.Model) { m.Rename("status", "Gone") })
		step := s.step(StepActivate, `button "Delete"`)
		s.options.Policy = &policy.Policy{}
		run := s.replay(t.Context(), step)
		r := run.Steps[0]
		if run.Verdict != VerdictRefused || len(r.Decisions) != 1 || r.Decisions[0].Effect != policy.Confirm || r.Hint == "" {
			t.Fatalf("nobody was there: %s %+v", run.Verdict, r)
		}
		s.done()
		if len(s.ledger.intents) != 0 {
			t.Errorf("an intent was stored: %v", s.ledger.intents)
		}

		s.options.Ask = func(context.Context, policy.Question) (policy.Answer, error) { return policy.Answer{}, nil }
		if run = s.replay(t.Context(), step); run.Verdict != VerdictRefused || run.Steps[0].Decisions[0].Effect != policy.Deny {
			t.Fatalf("a person said no: %+v", run.Steps[0])
		}
		s.done()

		var asked []policy.Question
		s.options.Ask = yes(&asked)
		run = s.replay(t.Context(), step)
		want := []policy.Decision{{Effect: policy.Allow, Layer: policy.LayerDefault, Reason: `its name says "delete", which may not be taken back`, Confirmed: "by the test"}}
		if d := cmp.Diff(want, run.Steps[0].Decisions); run.Verdict != VerdictPassed || d != "" {
			t.Fatalf("%s %s\n%+v", run.Verdict, d, run.Steps[0])
		}
		s.done("press delete")
		if len(asked) != 1 || asked[0].Request.Name != "Delete" || asked[0].Request.Window != "Orders" || asked[0].Digest == "" {
			t.Errorf("asked %+v", asked)
		}
	})
}

// Between the yes of a person and the act the button gets another meaning: its id
// leads to it still, and what was confirmed is not what is there.
func TestAConfirmationIsForWhatWasShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		s.app.Change(func(m *fake.Model) { m.Rename("delete", "Remove draft") })
		step := s.step(StepActivate, `button "Remove draft"`)
		l, err := inspector.ParseLocator(`window "Orders" > toolbar "Main" > button [nth="1/2"]`)
		if err != nil {
			t.Fatal(err)
		}
		step.Target.Locator, step.Target.Witnesses = l, nil
		s.options.Policy = &policy.Policy{}
		s.options.Ask = func(context.Context, policy.Question) (policy.Answer, error) {
			s.app.Change(func(m *fake.Model) { m.Rename("delete", "Delete account") })
			return policy.Answer{Yes: true, How: "by the test"}, nil
		}
		run := s.replay(t.Context(), step)
		if run.Verdict == VerdictPassed {
			t.Errorf("%+v", run.Steps[0])
		}
		s.done()
	})
}

// Each act is asked for by itself: a yes is used once.
func TestAConfirmationIsUsedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		s.app.On("delete", func(m *fake.Model) { m.Rename("status", "Gone") })
		var asked []policy.Question
		s.options.Policy, s.options.Ask = &policy.Policy{}, yes(&asked)
		one, two := s.step(StepActivate, `button "Delete"`), s.step(StepActivate, `button "Delete"`)
		two.ID = "t2"
		s.replay(t.Context(), one, two)
		if len(asked) != 2 || asked[0].Digest != asked[1].Digest {
			t.Errorf("asked %d times: %+v", len(asked), asked)
		}
	})
}

func TestHardBlocksHoldWithoutAPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "polkit-agent"
  window "Authentication"
    button "Authenticate"
    label "Ready" #status
`)
		run := s.replay(t.Context(), s.step(StepActivate, `button "Authenticate"`))
		if run.Verdict != VerdictRefused || run.Steps[0].Decisions[0].Layer != policy.LayerHardBlock {
			t.Errorf("%+v", run.Steps[0])
		}
		s.done()
	})
}

// A recording may come from somebody else: what it starts is asked for with all of
// its words, and nothing is started without a yes.
func TestProgramsAreStartedWithLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, steps := launched(t, form)
		l.run = func(p *program) { s.options.Backend.(*fake.Backend).Start(fake.Tree(form).As(p.pid, 1)) }
		s.options.Policy = &policy.Policy{}
		run := s.play(steps...)
		if run.Verdict != VerdictRefused || len(l.started) != 0 || !strings.Contains(run.Steps[0].Hint, "--allow-launch") {
			t.Fatalf("nobody was there: %+v", run.Steps[0])
		}
		var asked []policy.Question
		s.options.Ask = yes(&asked)
		s.options.DryRun = true
		if run = s.play(steps...); len(asked) != 0 || run.Steps[0].Decisions[0].Effect != policy.Confirm {
			t.Errorf("a dry run asked: %+v", run.Steps[0])
		}
		s.options.DryRun = false
		s.play(steps...)
		if len(asked) != 1 || asked[0].Target != `"orders" "--new"` || len(l.started) != 1 {
			t.Errorf("asked %+v, started %v", asked, l.started)
		}
	})
}

// Keys that go to a window are for what has the focus in it: where that changes
// between leave and act, the leave is for something else.
func TestLeaveForKeysIsForWhatHasTheFocus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders" [active]
    button "Keep" #keep [focusable focused]
    button "Delete" #delete [focusable]
`)
		hands := s.hands(nil)
		step := s.step(StepKeyChord, `window "Orders"`)
		step.Keys = []string{"Return"}
		s.options.Policy = &policy.Policy{}
		lines := 0
		s.ledger.note = func() string {
			if lines++; lines == 2 { // the intent, after the beginning
				s.app.Change(func(m *fake.Model) {
					m.SetStates("keep", "-focused")
					m.SetStates("delete", "focused")
				})
			}
			return ""
		}
		run := s.replay(t.Context(), step)
		if r := run.Steps[0]; r.Verdict != VerdictRefused || r.Delivery != backends.NotDelivered {
			t.Errorf("%s %s: %s", r.Verdict, r.Delivery, r.Error)
		}
		if done := hands.Done(); len(done) > 0 {
			t.Errorf("sent %q", done)
		}
	})
}

// A recording may come from somebody else: a button that it only says to be on the way
// to a menu item is pressed like any other.
func TestABehestOnTheWayIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		step := s.step(StepMenuPath, `button "Save"`)
		step.Path = []inspector.Target{s.target(`button "Delete"`)}
		s.options.Policy = &policy.Policy{}
		if run := s.replay(t.Context(), step); run.Verdict != VerdictRefused {
			t.Errorf("%+v", run.Steps[0])
		}
		s.done()
		step = s.step(StepSelectItem, `button "Delete"`)
		step.Item = "Red"
		if run := s.replay(t.Context(), step); run.Verdict != VerdictRefused {
			t.Errorf("%+v", run.Steps[0])
		}
		s.done()
	})
}

// Where nothing may be typed, nothing is deleted either.
func TestKeysThatClearAreAskedForAsTyping(t *testing.T) {
	s, step := typist(t, "Main 1")
	s.app.Change(func(m *fake.Model) { m.SetValue("textbox:Street", "old") })
	hands := keyboard(s.app, nil)
	s.options.Pointer = hands
	rules, err := policy.Parse("policy = \"samebutton/v1\"\n[[rule]]\nid = \"no typing\"\neffect = \"deny\"\nacts = [\"type\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	s.options.Policy = rules
	if run := s.replay(t.Context(), step); run.Verdict != VerdictRefused {
		t.Errorf("%+v", run.Steps[0])
	}
	if done := hands.Done(); len(done) > 0 {
		t.Errorf("sent %q", done)
	}
}

// While a person thinks, a password field may come to be elsewhere: the picture is
// taken before, when what is painted over is known.
func TestThePictureIsNotTakenAfterAQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, guarded)
		s.app.On("delete", func(m *fake.Model) { m.Rename("status", "Gone") })
		step := s.step(StepActivate, `button "Delete"`)
		taken, then, sent := 0, -1, 0
		s.options.Screen = &slyScreen{fake.NewScreen(800, 600), 0, func(n int) {
			if taken = n; len(s.app.Done()) == 0 {
				sent = n
			}
		}}
		s.options.Policy = &policy.Policy{}
		s.options.Ask = func(context.Context, policy.Question) (policy.Answer, error) {
			then = taken
			return policy.Answer{Yes: true, How: "by the test"}, nil
		}
		if run := s.replay(t.Context(), step); run.Verdict != VerdictPassed || then != 1 || sent != 1 || taken != 2 {
			t.Errorf("%d pictures before the question, %d before the act, %d in all: %+v", then, sent, taken, run.Steps[0])
		}
	})
}

// Return in a text box presses the default button of its window: leave for it is leave
// for that.
func TestReturnIsLeaveForTheDefaultButton(t *testing.T) {
	const dialog = `
application "Orders"
  window "Orders"
    button "Remove"
  dialog "Ask" [active modal]
    textbox "Name" #name [focusable focused]
    button "Keep"
    button "Delete all" #all
`
	for name, tt := range map[string]struct {
		toolkit, version string
		outline          string
		keys             []string
		asked            bool
	}{
		"GTK 3 says which":             {"gtk", "3.24.38", strings.Replace(dialog, "#all", "#all [default]", 1), []string{"Return"}, true},
		"the one of the key pad":       {"gtk", "3.24.38", strings.Replace(dialog, "#all", "#all [default]", 1), []string{"KP_Enter"}, true},
		"another is the default":       {"Qt", "5.15", strings.Replace(dialog, `"Keep"`, `"Keep" [default]`, 1), []string{"Return"}, false},
		"GTK 3, states unread":         {"gtk", "3.24.38", strings.Replace(dialog, "#all", "#all unreadable=\"states\"", 1), []string{"Return"}, true},
		"GTK 3 has none":               {"gtk", "3.24.38", dialog, []string{"Return"}, false},
		"GTK 4 does not say":           {"GTK", "4.8.3", dialog, []string{"Return"}, true},
		"GTK 4, not in a dialog":       {"GTK", "4.8.3", strings.Replace(dialog, `dialog "Ask" [active modal]`, `window "Ask" [active]`, 1), []string{"Return"}, false},
		"other keys":                   {"GTK", "4.8.3", dialog, []string{"ctrl", "Return"}, false},
		"a text of several lines":      {"GTK", "4.8.3", strings.Replace(dialog, "focused]", "focused multi-line]", 1), []string{"Return"}, false},
		"the button of another window": {"gtk", "3.24.38", strings.Replace(dialog, `"Remove"`, `"Remove" [default]`, 1), []string{"Return"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, tt.outline)
				s.app.Toolkit(tt.toolkit, tt.version)
				hands := s.hands(nil)
				window := `dialog "Ask"`
				if strings.Contains(tt.outline, `window "Ask"`) {
					window = `window "Ask"`
				}
				step := s.step(StepKeyChord, window)
				step.Keys = tt.keys
				s.options.Policy = &policy.Policy{}
				var asked []policy.Question
				s.options.Ask = yes(&asked)
				s.replay(t.Context(), step)
				if (len(asked) == 1) != tt.asked {
					t.Fatalf("asked %+v", asked)
				}
				if tt.asked && !strings.Contains(asked[0].Decision.Reason, `may press "Delete all"`) {
					t.Errorf("asked because %q", asked[0].Decision.Reason)
				}
				if done := hands.Done(); len(done) == 0 {
					t.Error("nothing was sent after leave")
				}
			})
		})
	}
}

// A yes to Return is for the button that it pressed when the person was asked.
func TestAYesToReturnIsForItsButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  dialog "Ask" [active modal]
    textbox "Name" #name [focusable focused]
    button "Keep" #keep [default]
`)
		s.app.Toolkit("gtk", "3.24.38")
		hands := s.hands(nil)
		step := s.step(StepKeyChord, `dialog "Ask"`)
		step.Keys = []string{"Return"}
		rules, err := policy.Parse("policy = \"samebutton/v1\"\n[[rule]]\nid = \"ask\"\neffect = \"confirm\"\n")
		if err != nil {
			t.Fatal(err)
		}
		s.options.Policy = rules
		s.options.Ask = func(context.Context, policy.Question) (policy.Answer, error) {
			s.app.Change(func(m *fake.Model) { m.Rename("keep", "Change") })
			return policy.Answer{Yes: true, How: "by the test"}, nil
		}
		if r := s.replay(t.Context(), step).Steps[0]; r.Verdict != VerdictRefused {
			t.Errorf("%s: %s", r.Verdict, r.Error)
		}
		if done := hands.Done(); len(done) > 0 {
			t.Errorf("sent: %q", done)
		}
	})
}
