package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

func TestTransactionWritesTheIntentBeforeItActs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.ledger.note = func() string { return fmt.Sprintf(" (acts so far: %d)", len(s.app.Done())) }
		run := s.replay(context.Background(), step)
		s.done("press button:Save")
		want := []string{
			"begin (acts so far: 0)",
			"intent 1.1 activate (acts so far: 0)",
			"result 1 passed delivered (acts so far: 1)",
			"end passed (acts so far: 1)",
		}
		if d := cmp.Diff(want, s.ledger.lines); d != "" {
			t.Errorf("journal (-want +got):\n%s", d)
		}
		if r := run.Steps[0]; r.Effect != OutcomeUnverified || !slices.Contains(r.Changes, `label "Saved": name "Ready" is now "Saved"`) {
			t.Errorf("effect %s, changes %q", r.Effect, r.Changes)
		}
		if n := len(s.backend.Called("Act")); n != 1 {
			t.Errorf("%d acts were sent", n)
		}
	})
}

// Each case changes the application at the worst moment; nothing may happen in it.
func TestPlayerRefuses(t *testing.T) {
	const save = `window "Orders" > button "Save"`
	look := func(n int, edits ...fake.Edit) func(*fake.App) {
		return func(a *fake.App) { a.Before(n, edits...) }
	}
	twin := func(m *fake.Model) { m.Twin("button:Save", false) }
	for name, tc := range map[string]struct {
		meddle  func(*fake.App)
		verdict Verdict
		error   string
	}{
		"twin before the first look":      {look(1, twin), VerdictAmbiguous, "2 elements match"},
		"twin between resolve and act":    {look(2, twin), VerdictAmbiguous, "2 elements match"},
		"removed":                         {look(1, func(m *fake.Model) { m.Remove("button:Save") }), VerdictStale, "none of"},
		"removed between resolve and act": {look(2, func(m *fake.Model) { m.Remove("button:Save") }), VerdictStale, "none of"},
		"another takes its place": {look(2, func(m *fake.Model) {
			m.Rename("button:Save", "Keep")
			m.Rename("button:New", "Save")
		}), VerdictStale, "took its place"},
		"renamed":                          {look(1, func(m *fake.Model) { m.Rename("button:Save", "Store") }), VerdictStale, "none of"},
		"disabled":                         {look(1, func(m *fake.Model) { m.SetStates("button:Save", "-enabled -sensitive") }), VerdictNotActionable, "disabled"},
		"disabled between resolve and act": {look(2, func(m *fake.Model) { m.SetStates("button:Save", "-enabled -sensitive") }), VerdictNotActionable, "disabled"},
		"hidden":                           {look(1, func(m *fake.Model) { m.SetStates("button:Save", "-showing") }), VerdictNotActionable, "not visible"},
		"states unreadable":                {look(1, func(m *fake.Model) { m.Withhold("button:Save", "states") }), VerdictNotActionable, "could not be read"},
		"another name unreadable":          {look(1, func(m *fake.Model) { m.Withhold("button:New", "name") }), VerdictUnknown, "could not be read"},
		"observation cut":                  {look(1, func(m *fake.Model) { m.Cut("toolbar:Main", tree.CutTime) }), VerdictUnknown, "not complete"},
		"cut between resolve and act":      {look(2, func(m *fake.Model) { m.Cut("toolbar:Main", tree.CutTime) }), VerdictUnknown, "not complete"},
		"application hangs":                {look(1, func(m *fake.Model) { m.Hang() }), VerdictUnknown, "does not answer"},
		"application ended":                {look(1, func(m *fake.Model) { m.Die() }), VerdictError, "has ended"},
		"modal dialog over it": {look(1, func(m *fake.Model) {
			m.Insert("application:Orders", 1, "dialog \"Sure?\" [modal]\n  button \"OK\"")
		}), VerdictNotActionable, `dialog "Sure?" is open`},
		"moved to another group": {look(1, func(m *fake.Model) {
			m.Remove("button:Save")
			m.Insert("group:Recipient", 0, `button "Save" #impostor`)
		}), VerdictStale, "no witness agrees"},
		"vanishes under the act":     {func(a *fake.App) { a.NextActs(fake.Vanish) }, VerdictStale, "none of"},
		"refused by the application": {func(a *fake.App) { a.NextActs(fake.Refuse) }, VerdictNotActionable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, form)
				step := s.step(StepActivate, save)
				tc.meddle(s.app)
				run := s.replay(context.Background(), step)
				r := run.Steps[0]
				if r.Verdict != tc.verdict || run.Verdict != tc.verdict || !strings.Contains(r.Error, tc.error) {
					t.Errorf("verdict %s: %s; want %s: …%s…", r.Verdict, r.Error, tc.verdict, tc.error)
				}
				if r.Delivery != backends.NotDelivered {
					t.Errorf("delivery %s", r.Delivery)
				}
				if r.Hint == "" {
					t.Error("no hint what to do next")
				}
				s.done()
			})
		})
	}
}

func TestUncertainIsNeverSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, fault := range []fake.Fault{fake.LostAnswer, fake.LostRequest} {
			s := newStage(t, form)
			steps := []Step{s.step(StepActivate, `button "Save"`), s.step(StepActivate, `button "New"`)}
			s.app.NextActs(fault)
			run := s.replay(context.Background(), steps...)
			if r := run.Steps[0]; r.Verdict != VerdictUncertain || r.Delivery != backends.Uncertain {
				t.Errorf("%s: %s, %s", fault, r.Verdict, r.Delivery)
			}
			if r := run.Steps[1]; r.Verdict != VerdictSkipped {
				t.Errorf("%s: the step after it: %s", fault, r.Verdict)
			}
			if n := len(s.backend.Called("Act")); n != 1 {
				t.Errorf("%s: %d acts were sent", fault, n)
			}
		}
	})
}

func TestASuccessCodeIsNoEffect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		text := s.step(StepSetText, `textbox "Customer"`)
		text.Text = "Anna"
		s.app.NextActs(fake.Lie)
		if r := s.replay(context.Background(), text).Steps[0]; r.Verdict != VerdictFailed || r.Effect != OutcomeNoChange || r.Delivery != backends.Delivered {
			t.Errorf("text that was not taken over: %s, %s, %s", r.Verdict, r.Effect, r.Delivery)
		}
		press := s.step(StepActivate, `button "Save"`)
		press.Effects = []Effect{{Kind: EffectName, Role: "label", Detail: "Saved"}}
		s.app.NextActs(fake.Lie)
		if r := s.replay(context.Background(), press).Steps[0]; r.Verdict != VerdictFailed || r.Effect != OutcomeNoChange {
			t.Errorf("press without its recorded effect: %s, %s", r.Verdict, r.Effect)
		}
		if r := s.replay(context.Background(), press).Steps[0]; r.Verdict != VerdictPassed || r.Effect != OutcomeVerified {
			t.Errorf("press with its recorded effect: %s, %s %v", r.Verdict, r.Effect, r.Changes)
		}
		s.done("press button:Save")
	})
}

func TestWhatIsSoAlreadyIsNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, strings.Replace(form, `checkbox "Express"`, `checkbox "Express" [checked]`, 1))
		check := s.step(StepSetChecked, `checkbox "Express"`)
		check.Checked = true
		uncheck := check
		uncheck.Checked = false
		run := s.replay(context.Background(), check, uncheck)
		for _, r := range run.Steps {
			if r.Verdict != VerdictPassed || r.Effect != OutcomeVerified {
				t.Errorf("%s, %s: %s", r.Verdict, r.Effect, r.Error)
			}
		}
		s.done("toggle checkbox:Express")
	})
}

// A handle that another element has after the act proves nothing: the target is judged.
func TestWhatIsVerifiedIsTheTarget(t *testing.T) {
	two := strings.Replace(form, `checkbox "Express"`, "checkbox \"Express\"\n      checkbox \"Insured\" #insured", 1)
	exchange := func(m *fake.Model) { m.Rename("checkbox:Express", "Insured"); m.Rename("insured", "Express") }
	for word, edit := range map[string]fake.Edit{
		"its handle is another's": exchange,
		"it is gone":              func(m *fake.Model) { exchange(m); m.Remove("insured") },
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t, two)
			check := s.step(StepSetChecked, `checkbox "Express"`)
			check.Checked = true
			s.app.On("checkbox:Express", edit)
			r := s.replay(context.Background(), check).Steps[0]
			s.done("toggle checkbox:Express")
			if r.Effect == OutcomeVerified {
				t.Errorf("%s: %s, %s %v", word, r.Verdict, r.Effect, r.Changes)
			}
		})
	}
}

func TestARecordingWithoutStepsIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		for _, steps := range [][]Step{nil, {{Kind: StepRawInput, Disabled: true}}} {
			run, err := NewPlayer(s.options).Replay(context.Background(), Recording{Steps: steps}, s.app.Identity())
			if !errors.Is(err, ErrEmpty) || run.ID != "" || len(s.ledger.lines) > 0 {
				t.Errorf("%v, %+v, journal %q", err, run, s.ledger.lines)
			}
		}
	})
}

func TestNothingIsSentWhenTheJournalFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, at := range []string{"begin", "intent"} {
			s := newStage(t, form)
			step := s.step(StepActivate, `button "Save"`)
			s.ledger.failOn = at
			rec := Recording{Steps: []Step{step}}
			run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
			if at == "begin" && err == nil {
				t.Error("a run that could not be stored began")
			}
			if at == "intent" && (len(run.Steps) != 1 || run.Steps[0].Verdict != VerdictError) {
				t.Errorf("%+v", run.Steps)
			}
			s.done()
		}
	})
}

func TestStopBetweenSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		steps := []Step{s.step(StepActivate, `button "New"`), s.step(StepActivate, `button "Save"`)}
		ctx, stop := context.WithCancel(context.Background())
		s.options.OnStep = func(r StepResult) {
			if r.N == 1 && r.Verdict != VerdictRunning {
				stop()
			}
		}
		run := s.replay(ctx, steps...)
		if run.Verdict != VerdictStopped || run.Steps[1].Verdict != VerdictStopped {
			t.Errorf("run %s, second step %s", run.Verdict, run.Steps[1].Verdict)
		}
		s.done("press button:New")
	})
}

func TestWaitsForTheTargetToAppear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.options.Wait = 5 * time.Second
		s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "-sensitive -enabled") })
		s.app.Before(4, func(m *fake.Model) { m.SetStates("button:Save", "sensitive enabled") })
		if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("%s: %s", r.Verdict, r.Error)
		}
		s.done("press button:Save")
	})
}

// Half of a flow is worse than none: what can be known from the recording is
// looked at before anything is sent.
func TestAnUnreplayableStepRefusesTheWholeRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		save := s.step(StepActivate, `button "Save"`)
		chord := s.step(StepKeyChord, `window "Orders"`)
		chord.Keys = []string{"ctrl", "s"}
		twin := save
		twin.Target = &inspector.Target{Locator: save.Target.Locator, Standing: inspector.StandingAmbiguous}
		for _, tc := range []struct {
			last    Step
			verdict Verdict
		}{
			{Step{Kind: StepRawInput, Title: "raw"}, VerdictRefused},
			{chord, VerdictRefused},
			{twin, VerdictAmbiguous},
		} {
			run := s.replay(context.Background(), save, tc.last)
			if run.Verdict != tc.verdict || run.Steps[0].Verdict != VerdictSkipped || run.Steps[1].Verdict != tc.verdict || run.Steps[1].Hint == "" {
				t.Errorf("%s: run %s, steps %s and %s (%s)", tc.last.Kind, run.Verdict, run.Steps[0].Verdict, run.Steps[1].Verdict, run.Steps[1].Error)
			}
		}
		s.done()
		disabled := Step{Kind: StepRawInput, Title: "raw", Disabled: true}
		if run := s.replay(context.Background(), save, disabled); run.Verdict != VerdictPassed {
			t.Errorf("with the step disabled: %s", run.Verdict)
		}
	})
}

// A hang between the two looks is waited for like one before the first.
func TestAShortHangBeforeTheActIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		s.options.Wait = 5 * time.Second
		step := s.step(StepActivate, `button "Save"`)
		s.app.Before(2, func(m *fake.Model) { m.Cut("toolbar:Main", tree.CutTime) })
		s.app.Before(5, func(m *fake.Model) { m.Mend("toolbar:Main") })
		if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("%s: %s", r.Verdict, r.Error)
		}
		s.done("press button:Save")
		if n := len(s.ledger.intents); n != 1 {
			t.Errorf("%d intents", n)
		}
	})
}

func TestRawInputIsRefusedUnlessAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, strings.Replace(form, `button "Save"`, `button "Save" {}`, 1))
		r := s.replay(context.Background(), s.step(StepActivate, `button "Save"`)).Steps[0]
		if r.Verdict != VerdictRefused || !strings.Contains(r.Hint, "--allow-input") {
			t.Errorf("%s: %s (%s)", r.Verdict, r.Error, r.Hint)
		}
		s.done()
	})
}

// Nobody waits for what an element does not offer, but for what may still come:
// of a disabled element some toolkits offer nothing.
func TestWhatIsNeverOfferedIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		s.options.Wait = time.Minute
		for _, action := range []backends.Action{{Verb: tree.VerbSetText, Text: "x"}, {Verb: tree.VerbSetValue}, {Verb: tree.VerbExpand}} {
			run, err := NewPlayer(s.options).Act(context.Background(), s.app.Identity(), s.target(`button "New"`), action)
			if err != nil || run.Verdict != VerdictNotActionable {
				t.Errorf("%s: %v, %+v", action.Verb, err, run)
			}
		}
		s.done()
		s = newStage(t, strings.Replace(form, `button "Save"`, `button "Save" [-sensitive -enabled] {}`, 1))
		r := s.replay(context.Background(), s.step(StepActivate, `button "Save"`)).Steps[0]
		if r.Verdict != VerdictNotActionable || r.Error != "it is disabled" {
			t.Errorf("%s: %s", r.Verdict, r.Error)
		}
	})
}

func TestAToggleIsReadBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, offers := range []string{"", " {press=click}"} {
			s := newStage(t, strings.Replace(form, `checkbox "Express"`, `checkbox "Express"`+offers, 1))
			s.app.On("checkbox:Express", func(m *fake.Model) {
				if offers != "" {
					m.SetStates("checkbox:Express", "checked")
				}
			})
			run, err := NewPlayer(s.options).Act(context.Background(), s.app.Identity(), s.target(`checkbox "Express"`), backends.Action{Verb: tree.VerbToggle})
			if err != nil || run.Steps[0].Effect != OutcomeVerified || run.Steps[0].Unverified != "" || !strings.HasPrefix(run.Steps[0].Title, `Toggle checkbox "Express"`) {
				t.Errorf("%v, %+v", err, run.Steps)
			}
		}
		s := newStage(t, form)
		if r := s.replay(context.Background(), s.step(StepActivate, `button "Save"`)).Steps[0]; r.Effect != OutcomeUnverified || r.Unverified == "" {
			t.Errorf("%s: %q", r.Effect, r.Unverified)
		}
	})
}

// What is numbered anew in each run is the same effect.
func TestANewNumberIsTheRecordedEffect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		press := s.step(StepActivate, `button "New"`)
		press.Effects = []Effect{{Kind: EffectName, Role: "label", Detail: "New order #"}}
		s.app.On("button:New", func(m *fake.Model) { m.Rename("status", "New order 1043") })
		if r := s.replay(context.Background(), press).Steps[0]; r.Verdict != VerdictPassed || r.Effect != OutcomeVerified {
			t.Errorf("%s, %s: %s %q", r.Verdict, r.Effect, r.Error, r.Changes)
		}
		press.Effects[0].Detail = "Failed #"
		if r := s.replay(context.Background(), press).Steps[0]; r.Verdict != VerdictFailed {
			t.Errorf("another text with a number: %s, %s", r.Verdict, r.Effect)
		}
	})
}

// forgetful is an application that answers everything but what is known of its
// elements.
type forgetful struct {
	*fake.Backend
	asked func()
}

func (b forgetful) ReadEvidence(ctx context.Context, _ tree.Application, _ []tree.Handle) ([]backends.Evidence, error) {
	b.asked()
	<-ctx.Done()
	return nil, ctx.Err()
}

// Who stops a run while the application is asked stopped it: that says nothing of the
// element.
func TestAStopWhileEvidenceIsReadIsAStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s.options.Backend = forgetful{s.backend, func() { cancel() }}
		if r := s.replay(ctx, step).Steps[0]; r.Verdict != VerdictStopped || r.Resolution != inspector.Unique {
			t.Errorf("%s, %s: %s", r.Verdict, r.Resolution, r.Error)
		}
		s.options.Backend = forgetful{s.backend, func() {}}
		if r := s.replay(t.Context(), step).Steps[0]; r.Verdict != VerdictUnknown {
			t.Errorf("no answer: %s: %s", r.Verdict, r.Error)
		}
		s.done()
	})
}

// Applications keep 0.3 as the sum of tenths.
func TestAValueIsComparedAsApplicationsKeepIt(t *testing.T) {
	f := &inspector.Frozen{Snapshot: &tree.Snapshot{Nodes: []tree.Node{{Range: &tree.Range{Current: 0.1 + float64(len("xx"))/10}}}}}
	if hasNumber(0.3)(f, 0) != holdsTrue || hasNumber(0.31)(f, 0) != doesNotHold {
		t.Error("0.3 is not what it is")
	}
}
