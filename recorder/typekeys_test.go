package recorder

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const page = `
application "Browser"
  window "Shop" [active]
    textbox "Street" {focus} [focusable]
    textbox "City" {focus} [focusable]
    password "PIN" {focus} [focusable]
`

// keyboard types into whatever has the focus in a fake application, as a toolkit does.
func keyboard(app *fake.App, meddle func(did string)) *fake.Pointer {
	return fake.NewPointer(app.Identity().PID, func(_ context.Context, did string, _ tree.Point) error {
		app.Change(func(m *fake.Model) {
			for _, h := range []tree.Handle{"textbox:Street", "textbox:City", "password:PIN"} {
				n := m.Node(h)
				if !n.States.Has(tree.Focused) {
					continue
				}
				var text string
				switch {
				case did == "chord Delete":
					m.SetValue(h, "")
				case strings.HasPrefix(did, "type "):
					fmt.Sscanf(did, "type %q", &text)
					m.SetValue(h, n.Value.Value+text)
				}
			}
		})
		if meddle != nil {
			meddle(did)
		}
		return nil
	})
}

func typist(t *testing.T, text string) (*stage, Step) {
	s := newStage(t, page)
	step := s.step(StepTypeKeys, `textbox "Street"`)
	step.Text = text
	return s, step
}

func TestTypeKeysReplacesWhatIsInTheField(t *testing.T) {
	s, step := typist(t, "Main 1")
	s.app.Change(func(m *fake.Model) { m.SetValue("textbox:Street", "old") })
	p := keyboard(s.app, nil)
	s.options.Pointer = p
	run := s.replay(context.Background(), step)
	r := run.Steps[0]
	if r.Verdict != VerdictPassed || r.Effect != OutcomeVerified || r.Delivery != backends.Delivered {
		t.Errorf("%+v", r)
	}
	if d := cmp.Diff([]string{"chord ctrl+a", "chord Delete", `type "Main 1"`}, p.Done()); d != "" {
		t.Error(d)
	}
	// A second time it is so already.
	run = s.replay(context.Background(), step)
	if run.Steps[0].Verdict != VerdictPassed || run.Steps[0].Delivery != backends.NotDelivered || len(p.Done()) != 3 {
		t.Errorf("%+v, %q", run.Steps[0], p.Done())
	}
}

// Whatever moves the keyboard between two looks: no key is sent after it.
func TestTypeKeysEndsWhereTheKeyboardIsElsewhere(t *testing.T) {
	long := strings.Repeat("abcdefgh", 8)
	for _, tc := range []struct {
		name, after string
		meddle      fake.Edit
		want        Verdict
		done        int
	}{
		{"the field loses it", `type "abcdefghabcdefgh"`, func(m *fake.Model) { m.SetStates("textbox:Street", "-focused"); m.SetStates("textbox:City", "focused") }, VerdictUncertain, 1},
		{"the window loses it", `type "abcdefghabcdefgh"`, func(m *fake.Model) { m.SetStates("window:Shop", "-active") }, VerdictUncertain, 1},
		{"the field loses it to Ctrl+A", "chord ctrl+a", func(m *fake.Model) { m.SetStates("textbox:Street", "-focused"); m.SetStates("textbox:City", "focused") }, VerdictUncertain, 1},
		{"the text stays", "chord Delete", func(m *fake.Model) { m.SetValue("textbox:Street", "sticky") }, VerdictNotActionable, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, step := typist(t, long)
			if strings.HasPrefix(tc.after, "chord") {
				s.app.Change(func(m *fake.Model) { m.SetValue("textbox:Street", "old") })
			}
			p := keyboard(s.app, func(did string) {
				if did == tc.after {
					s.app.Change(tc.meddle)
				}
			})
			s.options.Pointer = p
			r := s.replay(context.Background(), step).Steps[0]
			if r.Verdict != tc.want || len(p.Done()) != tc.done {
				t.Errorf("%s (%s) after %q", r.Verdict, r.Error, p.Done())
			}
			s.app.Look(func(m *fake.Model) {
				if v := m.Node("textbox:City").Value.Value; v != "" {
					t.Errorf("%q is in another field", v)
				}
			})
		})
	}
}

func TestTypeKeysRefusesBeforeAnythingIsSent(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		meddle     fake.Edit
	}{
		{"a tab leaves the field", "a\tb", nil},
		{"Return sends the form", "a\nb", nil},
		{"escape", "a\x1bb", nil},
		{"a picture", "a\ufffcb", nil},
		{"the window is not active", "ab", func(m *fake.Model) { m.SetStates("window:Shop", "-active") }},
		{"it is read-only", "ab", func(m *fake.Model) { m.SetStates("textbox:Street", "read-only") }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, step := typist(t, tc.text)
			if tc.meddle != nil {
				s.app.Change(tc.meddle)
			}
			p := keyboard(s.app, nil)
			s.options.Pointer = p
			r := s.replay(context.Background(), step).Steps[0]
			focused := false
			s.app.Look(func(m *fake.Model) { focused = m.Node("textbox:Street").States.Has(tree.Focused) })
			if r.Verdict != VerdictNotActionable || len(p.Done()) != 0 || focused && tc.meddle == nil {
				t.Errorf("%s (%s), sent %q, focused %v", r.Verdict, r.Error, p.Done(), focused)
			}
		})
	}
}

// A secret is typed, and is in nothing that is kept.
func TestTypeKeysKeepsSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := typist(t, "")
		step := s.step(StepTypeKeys, `password "PIN"`)
		step.Parameter = "pin"
		p := keyboard(s.app, nil)
		s.options.Pointer, s.options.Parameters = p, map[string]string{"pin": "sesam4711"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Name: "test", Steps: []Step{step}, Parameters: []Parameter{{Name: "pin", Secret: true}}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil || run.Verdict != VerdictPassed || run.Steps[0].Effect == OutcomeVerified {
			t.Errorf("%v %+v", err, run)
		}
		if !slices.Contains(p.Done(), `type "sesam4711"`) {
			t.Errorf("sent %q", p.Done())
		}
		if kept := fmt.Sprintf("%+v %+v", run, s.ledger.intents); strings.Contains(kept, "sesam") {
			t.Errorf("kept: %s", kept)
		}
	})
}

// teller is a pointer of a display that says whose window has the keyboard.
type teller struct {
	*fake.Pointer
	pid int
}

func (t teller) Keyboard(context.Context) (uint32, int, error) { return 1, t.pid, nil }

// Nothing is typed where the display names another process, or none.
func TestKeysNeedTheKeyboardOfTheApplication(t *testing.T) {
	for pid, want := range map[int]Verdict{0: VerdictNotActionable, 7: VerdictNotActionable, -1: VerdictPassed} {
		s, step := typist(t, "Main 1")
		hands := keyboard(s.app, nil)
		if pid < 0 {
			pid = s.app.Identity().PID
		}
		s.options.Pointer = teller{hands, pid}
		r := s.replay(context.Background(), step).Steps[0]
		if r.Verdict != want || want != VerdictPassed && len(hands.Done()) > 0 {
			t.Errorf("process %d: %s: %s, sent %q", pid, r.Verdict, r.Error, hands.Done())
		}
	}
}
