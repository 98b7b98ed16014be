package recorder

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends/fake"
)

func verdicts(run Run) []Verdict {
	var v []Verdict
	for _, r := range run.Steps {
		v = append(v, r.Verdict)
	}
	return v
}

func TestAGateDecidesBeforeEachStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		steps := []Step{s.step(StepActivate, `button "New"`), s.step(StepActivate, `button "Save"`), s.step(StepActivate, `button "New"`), s.step(StepActivate, `button "Save"`)}
		steps[2].Disabled = true
		var asked []int
		s.options.Gate = func(_ context.Context, n int, step Step) Decision {
			asked = append(asked, n)
			if step.ID != "t1" || len(s.app.Done()) != n-1 {
				t.Errorf("before step %d the application had done %q", n, s.app.Done())
			}
			if n == 2 {
				return Halt
			}
			return Proceed
		}
		run := s.replay(context.Background(), steps...)
		if want := []Verdict{VerdictPassed, VerdictStopped, VerdictSkipped, VerdictSkipped}; !slices.Equal(verdicts(run), want) || run.Verdict != VerdictStopped {
			t.Errorf("%s: %v, want %v", run.Verdict, verdicts(run), want)
		}
		if !strings.Contains(run.Steps[1].Error, "nothing of it was sent") {
			t.Errorf("says %q", run.Steps[1].Error)
		}
		s.done("press button:New")

		s.options.Gate = func(_ context.Context, n int, _ Step) Decision {
			if n == 1 {
				return Skip
			}
			return Proceed
		}
		run = s.replay(context.Background(), steps...)
		if want := []Verdict{VerdictSkipped, VerdictPassed, VerdictSkipped, VerdictPassed}; !slices.Equal(verdicts(run), want) || run.Verdict != VerdictPassed {
			t.Errorf("%s: %v, want %v", run.Verdict, verdicts(run), want)
		}
		s.done("press button:New", "press button:Save", "press button:Save")

		s.options.Gate = func(context.Context, int, Step) Decision { return Skip }
		if run = s.replay(context.Background(), steps...); run.Verdict == VerdictPassed {
			t.Error("a run of which every step was left out passed")
		}
		if !slices.Equal(asked, []int{1, 2}) {
			t.Errorf("asked before %v", asked)
		}
	})
}

func TestAGateEndsWithTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		s.options.Gate = func(ctx context.Context, _ int, _ Step) Decision {
			<-ctx.Done() // a person who never says go on
			return Proceed
		}
		run := s.replay(ctx, s.step(StepActivate, `button "Save"`))
		if run.Verdict != VerdictStopped {
			t.Errorf("%s: %s", run.Verdict, run.Steps[0].Error)
		}
		s.done()
	})
}

// What stands before the first step to do is neither done nor a reason to refuse.
func TestARunFromAStepOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		steps := []Step{{Kind: StepRawInput, Title: "raw"}, s.step(StepActivate, `button "New"`), s.step(StepActivate, `button "Save"`)}
		s.options.From = 3
		run := s.replay(context.Background(), steps...)
		if want := []Verdict{VerdictSkipped, VerdictSkipped, VerdictPassed}; !slices.Equal(verdicts(run), want) {
			t.Errorf("%v, want %v", verdicts(run), want)
		}
		s.done("press button:Save")
		s.options.From = 4
		if run, err := NewPlayer(s.options).Replay(context.Background(), Recording{Steps: steps}, s.app.Identity()); !errors.Is(err, ErrEmpty) {
			t.Errorf("from behind the last step: %v, %+v", err, run)
		}
	})
}

func TestAStepsOwnWaitCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "-sensitive -enabled") })
		time.AfterFunc(20*time.Second, func() {
			s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "sensitive enabled") })
		})
		step.Within = 30 * time.Second
		if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("%s: %s", r.Verdict, r.Error)
		}
		s.done("press button:Save")
	})
}

// A stop between the parts of a step says that the first ones were sent.
func TestAStopInTheMiddleOfAStepSaysWhatWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders"
    menubar
      menu "File" {show-menu, press}
        menuitem "Quit" [-showing]
`)
		step := s.step(StepMenuPath, `menuitem "Quit"`)
		step.Path = append(step.Path, s.target(`menu "File"`))
		ctx, stop := context.WithCancel(context.Background())
		s.app.On("menu:File", func(*fake.Model) { stop() })
		r := s.replay(ctx, step).Steps[0]
		if r.Verdict != VerdictStopped || r.Delivery != "delivered" || strings.Contains(r.Error, "nothing") || strings.Contains(r.Error, "before anything") || !strings.Contains(r.Hint, "1 of its 3 parts") {
			t.Errorf("%s, %s: %s (%s)", r.Verdict, r.Delivery, r.Error, r.Hint)
		}
		s.done("press menu:File")
	})
}
