package recorder

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// A check box that is pressed has to be checked by it. One that changes something else
// instead, or nothing, has not done what was asked for.
func TestAToggleThatDoesNotToggle(t *testing.T) {
	for name, tc := range map[string]struct {
		does    fake.Edit
		fault   fake.Fault
		effects []Effect
		verdict Verdict
		effect  Outcome
	}{
		"it toggles":      {func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") }, "", nil, VerdictPassed, OutcomeVerified},
		"another changes": {func(m *fake.Model) { m.Rename("status", "Sorry") }, "", nil, VerdictFailed, OutcomeContradicted},
		"nothing":         {func(*fake.Model) {}, "", nil, VerdictFailed, OutcomeNoChange},
		"it asks first, as recorded": {func(m *fake.Model) { m.Rename("status", "Sure?") }, "",
			[]Effect{{Kind: EffectName, Role: "label", Detail: "Sure?"}}, VerdictPassed, OutcomeVerified},
		// LibreOffice's toggle buttons, measured on a busy machine: the value is told first.
		"only its value changes": {func(m *fake.Model) { m.SetValue("checkbox:Express", "1") }, "", nil, VerdictPassed, OutcomeUnverified},
		"it is gone":             {func(m *fake.Model) { m.Remove("checkbox:Express") }, "", nil, VerdictPassed, OutcomeUnverified},
		"its states cannot be read": {func(m *fake.Model) { m.Withhold("checkbox:Express", "states"); m.Rename("status", "Sorry") }, "",
			nil, VerdictPassed, OutcomeUnverified},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				// An element that offers only a click does nothing by itself in the fake.
				s := newStage(t, strings.Replace(form, `checkbox "Express"`, `checkbox "Express" {press=click}`, 1))
				step := s.step(StepActivate, `checkbox "Express"`)
				step.Verb, step.Effects = tree.VerbPress, tc.effects
				s.app.On("checkbox:Express", tc.does)
				r := s.replay(context.Background(), step).Steps[0]
				if r.Verdict != tc.verdict || r.Effect != tc.effect || r.Delivery != backends.Delivered {
					t.Errorf("%s, %s, %s: %s (%s)", r.Verdict, r.Effect, r.Delivery, r.Error, r.Unverified)
				}
			})
		})
	}
}

// sheet is an application of which something is never read, as of a spreadsheet.
const sheet = `
application "Calc"
  window "Untitled"
    button "New"
    table "Sheet" [manages-descendants]
      cell "A1"
    label "Ready" #status
`

func TestWhatIsNeverReadDoesNotHideEffects(t *testing.T) {
	for name, tc := range map[string]struct {
		does    fake.Edit
		effects []Effect
		cut     tree.CutReason
		verdict Verdict
		effect  Outcome
	}{
		"a dialog, as recorded": {func(m *fake.Model) { m.Insert("application:Calc", 1, `dialog "New sheet"`) },
			[]Effect{{Kind: EffectWindowOpened, Role: "dialog", Name: "New sheet"}}, tree.CutVirtualChildren, VerdictPassed, OutcomeVerified},
		"another dialog": {func(m *fake.Model) { m.Insert("application:Calc", 1, `dialog "Sorry"`) },
			[]Effect{{Kind: EffectWindowOpened, Role: "dialog", Name: "New sheet"}}, tree.CutVirtualChildren, VerdictFailed, OutcomeContradicted},
		"a cell that may not have been read": {func(m *fake.Model) { m.Rename("status", "Done") },
			[]Effect{{Kind: EffectAppeared, Role: "cell", Name: "Total"}}, tree.CutVirtualChildren, VerdictPassed, OutcomeUnverified},
		"a dialog that may be in what took too long": {func(m *fake.Model) { m.Rename("status", "Done") },
			[]Effect{{Kind: EffectWindowOpened, Role: "alert", Name: "New sheet"}}, tree.CutTime, VerdictPassed, OutcomeUnverified},
		"nothing that was read": {func(*fake.Model) {}, nil, tree.CutVirtualChildren, VerdictPassed, OutcomeUnverified},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, sheet)
				step := s.step(StepActivate, `button "New"`)
				step.Effects = tc.effects
				s.app.Change(func(m *fake.Model) { m.Cut("table:Sheet", tree.CutVirtualChildren) })
				s.app.On("button:New", tc.does, func(m *fake.Model) { m.Cut("table:Sheet", tc.cut) })
				r := s.replay(context.Background(), step).Steps[0]
				if r.Verdict != tc.verdict || r.Effect != tc.effect {
					t.Errorf("%s, %s: %s (%s) %q", r.Verdict, r.Effect, r.Error, r.Unverified, r.Changes)
				}
			})
		})
	}
}

// What is clicked at its place is clicked once it has come to rest there.
func TestAMovingElementIsWaitedFor(t *testing.T) {
	for name, still := range map[string]bool{"comes to rest": true, "never rests": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, strings.Replace(form, `button "Save"`, `button "Save" {} @10,10,50,20`, 1))
				hand := fake.NewPointer(s.app.Identity().PID, nil)
				s.options.Pointer, s.options.Wait = hand, 3*time.Second
				step := s.step(StepActivate, `button "Save"`)
				moves := 0
				var move func()
				move = func() {
					if moves++; still && moves > 30 {
						return
					}
					s.app.Change(func(m *fake.Model) { m.Move("button:Save", tree.Rect{X: 10 + moves%90, Y: 10, W: 50, H: 20}) })
					time.AfterFunc(15*time.Millisecond, move)
				}
				move()
				r := s.replay(context.Background(), step).Steps[0]
				if clicked := r.Delivery == backends.Delivered; clicked != still || !still && (r.Verdict != VerdictNotActionable || !strings.Contains(r.Error, "moving")) {
					t.Errorf("%s, %s: %s after %d moves", r.Verdict, r.Delivery, r.Error, moves)
				}
				moves = 1 << 20
			})
		})
	}
}
