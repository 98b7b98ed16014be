package recorder

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/samebutton/samebutton/backends/fake"
)

// Of two clicks within half a second the first did what was told before the second,
// where the application had come to rest.
func TestEffectsOfFastClicksAreToldApart(t *testing.T) {
	saved, made := Effect{Kind: EffectName, Role: "label", Detail: "Saved"}, Effect{Kind: EffectName, Role: "label", Detail: "Made"}
	for name, tt := range map[string]struct {
		reacts, pause  time.Duration
		first, second  []Effect
		unknown, later bool // effects of the first, and of the second
	}{
		"at rest between":      {20 * time.Millisecond, 250 * time.Millisecond, []Effect{saved}, []Effect{made}, false, false},
		"not yet at rest":      {60 * time.Millisecond, 100 * time.Millisecond, []Effect{saved}, nil, true, true},
		"nothing told between": {150 * time.Millisecond, 100 * time.Millisecond, nil, nil, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, form)
				d.wait()
				d.click("button:Save")
				time.AfterFunc(tt.reacts, func() { d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") }) })
				time.Sleep(tt.pause)
				d.click("button:New")
				time.Sleep(max(tt.reacts, tt.reacts-tt.pause+time.Millisecond))
				d.app.Change(func(m *fake.Model) { m.Rename("status", "Made") })
				time.Sleep(time.Second)
				rec := d.finish()
				if len(rec.Steps) != 2 {
					t.Fatalf("%q", stepTitles(rec))
				}
				a, b := rec.Steps[0], rec.Steps[1]
				if diff := cmp.Diff([][]Effect{tt.first, tt.second}, [][]Effect{a.Effects, b.Effects}, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if a.EffectsUnknown != tt.unknown || b.EffectsUnknown != tt.later {
					t.Errorf("unknown: %v, %v", a.EffectsUnknown, b.EffectsUnknown)
				}
			})
		})
	}
}

// A slip of the hand does not make a recording that cannot be replayed.
func TestAClickThatDoesNothingIsLeftOut(t *testing.T) {
	for name, tt := range map[string]struct {
		came     func(m *fake.Model)
		pause    time.Duration
		disabled bool
	}{
		"nothing":          {nil, time.Second, true},
		"another follows":  {nil, 100 * time.Millisecond, false},
		"something":        {func(m *fake.Model) { m.Rename("button:New", "Old") }, time.Second, false},
		"there and back":   {func(m *fake.Model) { m.Rename("button:New", "Old"); m.Rename("button:New", "New") }, time.Second, false},
		"the keyboard":     {func(m *fake.Model) { m.SetStates("button:New", "focused") }, time.Second, false},
		"cannot be looked": {func(m *fake.Model) { m.Cut("group:Recipient", "time") }, time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, form)
				d.wait()
				d.click("status")
				if tt.came != nil {
					time.Sleep(20 * time.Millisecond)
					d.app.Change(tt.came)
				}
				time.Sleep(tt.pause)
				d.click("button:Save")
				d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
				time.Sleep(time.Second)
				rec := d.finish()
				if len(rec.Steps) != 2 || rec.Steps[0].Kind != StepRawInput {
					t.Fatalf("%q", stepTitles(rec))
				}
				if s := rec.Steps[0]; s.Disabled != tt.disabled || (s.Comment != "") != tt.disabled {
					t.Errorf("disabled: %v %q", s.Disabled, s.Comment)
				}
			})
		})
	}
}

// A box that ignores a click was not checked by it; a word that comes late still counts.
func TestACheckThatNobodySawIsAClick(t *testing.T) {
	for name, tt := range map[string]struct {
		after time.Duration // until it is checked, 0 never
		want  string
	}{
		"ignored": {0, `Click checkbox "Express" in window "Orders"`},
		"soon":    {20 * time.Millisecond, `Check checkbox "Express" in window "Orders"`},
		"late":    {1300 * time.Millisecond, `Check checkbox "Express" in window "Orders"`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, form)
				d.wait()
				d.click("checkbox:Express")
				if tt.after > 0 {
					time.AfterFunc(tt.after, func() { d.app.Change(func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") }) })
				}
				time.Sleep(time.Second)
				d.click("button:Save")
				time.Sleep(time.Second)
				if diff := cmp.Diff([]string{tt.want, `Click button "Save" in window "Orders"`}, stepTitles(d.finish())); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}
