package recorder

import (
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const framed = `
application "Orders"
  window "Orders" @100,100,600,500 [active]
    button "Save" @120,150,60,20
  window "Edit" @200,200,200,100
    button "OK" @220,240,60,20
`

// presses presses a node, or the border of its window where it is one.
func (s *script) presses(h tree.Handle) *script {
	s.t.Helper()
	s.pass(time.Second)
	f := s.r.model
	id := f.ByHandle(h)
	in := backends.Input{Kind: backends.InputPress, Button: 1, At: s.now, PID: s.app.Identity().PID, Point: f.Nodes[id].Bounds.Center()}
	a := Aim{Handle: h, Sure: true}
	for _, w := range f.Windows {
		if w.Node != f.Top(id) {
			continue
		}
		in.Window = w.XID
		if w.Node == id { // Edit's lies over Orders
			a.Handle, in.Point = "", tree.Point{X: w.Frame.X + 5, Y: w.Frame.Y - 10}
		}
	}
	s.number++
	s.r.take(Entry{Kind: EntryPress, At: s.now, Input: in, Press: s.number, Aim: a})
	return s.reads()
}

func (s *script) change(edit fake.Edit) *script {
	s.app.Change(edit)
	return s.reads()
}

// A window that is closed by its border is not closed by the step before, and not by
// nobody. Moving one is no step.
func TestWindowsAreClosedByTheirBorder(t *testing.T) {
	const save = `Click button "Save" in window "Orders"`
	closed := Effect{Kind: EffectWindowClosed, Role: "window", Name: "Edit"}
	asked := func(m *fake.Model) { m.Insert("application:Orders", 0, `dialog "Save changes?"`) }
	for name, c := range map[string]struct {
		does   func(s *script)
		gone   bool
		titles []string
		effect Effect
		left   bool // replay leaves it out
	}{
		"closed": {func(s *script) { s.presses("window:Edit").change(func(m *fake.Model) { m.Remove("window:Edit") }) }, false,
			[]string{save, `Close window "Edit" by its border`}, closed, false},
		"closed, and another step": {func(s *script) {
			s.presses("window:Edit").change(func(m *fake.Model) { m.Remove("window:Edit") }).presses("button:Save")
		}, false, []string{save, `Close window "Edit" by its border`, save}, closed, false},
		"moved": {func(s *script) { s.presses("window:Edit").presses("window:Edit").presses("button:Save") }, false, []string{save, save}, Effect{}, false},
		"a question comes": {func(s *script) { s.presses("window:Edit").change(asked) }, false,
			[]string{save, `Press the border of window "Edit"`}, Effect{Kind: EffectWindowOpened, Role: "dialog", Name: "Save changes?"}, false},
		"a window comes much later": {func(s *script) { s.presses("window:Edit").pass(5 * time.Second).change(asked) }, false, []string{save}, Effect{}, false},
		"another window is closed": {func(s *script) {
			s.presses("window:Edit").change(func(m *fake.Model) { m.Remove("window:Orders") })
		}, false, []string{save}, Effect{}, false},
		"the application ends":            {func(s *script) { s.presses("window:Edit") }, true, []string{save, `Close window "Edit" by its border`}, closed, true},
		"the application ends much later": {func(s *script) { s.presses("window:Edit").pass(time.Minute) }, true, []string{save}, Effect{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t, framed).presses("button:Save").pass(time.Second).reads()
			c.does(s)
			s.pass(time.Second)
			s.r.take(Entry{Kind: EntryEnd, At: s.now, Gone: c.gone})
			var titles []string
			for _, step := range s.r.steps {
				titles = append(titles, step.Title)
			}
			if got, want := strings.Join(titles, "\n"), strings.Join(c.titles, "\n"); got != want {
				t.Fatalf("recorded\n%s\nwant\n%s", got, want)
			}
			if first := s.r.steps[0]; len(first.Effects) > 0 {
				t.Errorf("the step before has the effects %+v", first.Effects)
			}
			if c.effect == (Effect{}) {
				return
			}
			step := s.r.steps[1]
			if step.Kind != StepRawInput || step.Light != LightNoElement || len(step.Effects) != 1 || step.Effects[0] != c.effect {
				t.Errorf("recorded %+v", step)
			}
			if step.Disabled != c.left || (step.Comment != "") != c.left {
				t.Errorf("left out: %v, %q", step.Disabled, step.Comment)
			}
			problems := Check(Recording{Steps: s.r.steps}, true)
			if p := problems[1]; !c.left && !strings.Contains(p.Reason, "border of the window") {
				t.Errorf("a replay says %+v", problems)
			}
			rec := Recording{Schema: RecordingSchema, ID: "c1", Name: "x", Steps: s.r.steps}
			if err := Valid(rec); err != nil {
				t.Error(err)
			}
		})
	}
}

// Alt+Tab is the window manager's: the step says so, once, and a replay leaves it out.
func TestKeysThatSwitchWindowsNameNoElement(t *testing.T) {
	s := newScript(t, framed).gives("button:Save")
	for range 3 {
		s.pass(200 * time.Millisecond)
		s.r.take(Entry{Kind: EntryKey, At: s.now, Input: backends.Input{
			Kind: backends.InputKeyDown, Key: "Tab", Text: "\r", At: s.now, PID: s.app.Identity().PID, Modifiers: backends.Modifiers{Alt: true},
		}})
		s.reads()
	}
	s.presses("button:Save").pass(time.Second).reads().ends("Press alt+Tab, which switches windows and names no element", `Click button "Save" in window "Orders"`)
	if step := s.r.steps[0]; step.Kind != StepRawInput || step.Target != nil || !step.Disabled || step.Comment == "" {
		t.Errorf("%+v", step)
	}
}
