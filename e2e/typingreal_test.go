//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/programs"
	"github.com/samebutton/samebutton/samples/web"
)

// sitter is somebody who types into a real application, by name of what is seen.
type sitter struct {
	t       *testing.T
	ctx     context.Context
	backend *atspi.Backend
	app     tree.Application
	pointer *input.Pointer
}

func newSitter(t *testing.T, ctx context.Context, pid int) *sitter {
	t.Helper()
	b, err := atspi.Open(ctx, atspi.Options{Call: 20 * time.Second, Observe: patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	pointer, err := input.NewPointer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pointer.Close)
	s := &sitter{t: t, ctx: ctx, backend: b, pointer: pointer}
	s.until("the application can be read", func() error {
		apps, err := b.Applications(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(apps, func(a tree.Application) bool { return a.PID == pid })
		if i < 0 {
			return fmt.Errorf("it is not on the bus")
		}
		s.app = apps[i]
		snap, err := b.Observe(ctx, backends.Scope{Application: s.app})
		if err == nil && (!snap.Complete() || len(snap.Windows) == 0) {
			err = fmt.Errorf("cuts: %v", snap.Cuts)
		}
		return err
	})
	return s
}

func (s *sitter) until(what string, holds func() error) {
	s.t.Helper()
	err := holds()
	for end := time.Now().Add(patience); err != nil; err = holds() {
		if time.Now().After(end) {
			s.t.Fatalf("never came true: %s: %v", what, err)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// is waits until the one element of a locator is as wanted, and returns it.
func (s *sitter) is(locator string, fits func(*tree.Node) bool) (n tree.Node) {
	s.t.Helper()
	l, err := inspector.ParseLocator(locator)
	if err != nil {
		s.t.Fatal(err)
	}
	s.until(locator, func() error {
		snap, err := s.backend.Observe(s.ctx, backends.Scope{Application: s.app})
		if err != nil {
			return err
		}
		f := inspector.Freeze(snap)
		r := f.Match(l)
		if r.Outcome != inspector.Unique {
			return fmt.Errorf("%s: %s", r.Outcome, r.Reason)
		}
		if n = f.Nodes[r.Node()]; !fits(&n) {
			return fmt.Errorf("it is not so: %+v", n.Value)
		}
		return nil
	})
	return n
}

// into clicks into an element and waits until it has the keyboard.
func (s *sitter) into(locator string) {
	s.t.Helper()
	var was tree.Bounds
	n := s.is(locator, func(n *tree.Node) bool {
		rests := n.Bounds.Usable() && n.Bounds == was
		was = n.Bounds
		return rests
	})
	reached(s.t, s.ctx, n.Bounds.Center(), of(s.app.PID))
	if err := s.pointer.Move(s.ctx, n.Bounds.Center()); err != nil {
		s.t.Fatal(err)
	}
	if err := s.pointer.Click(s.ctx, 1); err != nil {
		s.t.Fatal(err)
	}
	s.is(locator, func(n *tree.Node) bool { return n.States.Has(tree.Focused) })
}

func (s *sitter) press(keys ...string) {
	s.t.Helper()
	keyboarded(s.t, s.ctx, s.pointer, s.app.PID)
	out, err := screenDesktop.Command(s.ctx, "xdotool", append([]string{"key", "--delay", "15"}, keys...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
}

func (s *sitter) types(text string) {
	s.t.Helper()
	keyboarded(s.t, s.ctx, s.pointer, s.app.PID)
	if err := s.pointer.Type(s.ctx, text); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sitter) record(do func()) recorder.Recording {
	s.t.Helper()
	return (&person{rig: &rig{t: s.t, ctx: s.ctx, backend: s.backend, app: s.app}, pointer: s.pointer}).record(&memory{}, do)
}

func (s *sitter) replay(rec recorder.Recording, parameters map[string]string) recorder.Run {
	s.t.Helper()
	pl := recorder.NewPlayer(recorder.PlayerOptions{Backend: s.backend, Journal: &memory{}, Pointer: s.pointer, Parameters: parameters, Wait: patience})
	run, err := pl.Replay(s.ctx, rec, s.app)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, r := range run.Steps {
		if r.Verdict != recorder.VerdictPassed {
			s.t.Errorf("%s: %s, %s, %s: %s %s", r.Title, r.Verdict, r.Delivery, r.Effect, r.Error, r.Hint)
		}
	}
	return run
}

// A calculation is what was typed, and the key that the calculator took: its result
// is not typed.
func TestACalculationIsItsKeys(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	s := newSitter(t, ctx, startReal(t, ctx, scaled{screenDesktop, 1, 0}, programs.Calculator()).PID())
	shows := func(text string) {
		t.Helper()
		s.until("the display shows "+text, func() error {
			snap, err := s.backend.Observe(ctx, backends.Scope{Application: s.app})
			if err == nil && !slices.ContainsFunc(snap.Nodes, func(n tree.Node) bool { return n.Role == tree.RoleTextbox && n.Value.Value == text }) {
				err = fmt.Errorf("it does not")
			}
			return err
		})
	}
	rec := s.record(func() {
		s.press("8", "asterisk", "2")
		shows("8×2")
		s.press("Return")
		shows("16")
		s.press("minus", "1", "Return")
		shows("15")
	})
	var got []string
	for _, step := range rec.Steps {
		got = append(got, strings.TrimSpace(fmt.Sprint(step.Kind, " ", step.Text, strings.Join(step.Keys, "+"))))
	}
	want := []string{"set-text 8×2", "key-chord Return", "set-text 16−1", "key-chord Return"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("steps (-want +got):\n%s", d)
	}
	for _, step := range rec.Steps {
		if step.Kind == recorder.StepKeyChord && step.Focus == nil {
			t.Errorf("%s does not say what had the keyboard", step.Title)
		}
	}
	// Its two text boxes have no names, so that nobody can tell which it was.
	if problems := recorder.Check(rec, true); len(problems) != len(rec.Steps) {
		t.Errorf("a replay is refused for %d of %d steps: %v", len(problems), len(rec.Steps), problems)
	}
}

// Text boxes of web pages take real keys only, and the page's own log is the judge.
func TestTypingIntoAPage(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	page, err := web.Start(ctx, screenDesktop, web.Chromium, web.Options{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	s := newSitter(t, ctx, page.PID())
	s.is(`textbox "Email"`, func(n *tree.Node) bool { return n.Bounds.Usable() })
	// ends is what was typed into the page's fields at the end, by its log.
	ends := func(since int) map[string]string {
		last := map[string]string{}
		for _, e := range page.Log()[since:] {
			if e.Event == "input" {
				last[e.ID] = strings.Trim(string(e.Value), `"`)
			}
		}
		return last
	}
	const secret = "4711-geheim"
	rec := s.record(func() {
		s.into(`textbox "Email"`)
		s.types("anna@example.org")
		s.is(`textbox "Email"`, func(n *tree.Node) bool { return n.Value.Value == "anna@example.org" })
		s.into(`searchbox "Find"`)
		s.press("ctrl+a")
		// Letters of no layout change the layout: one after the other, as a person would
		// see them come.
		for i, c := range []rune("東京") {
			s.types(string(c))
			s.is(`searchbox "Find"`, func(n *tree.Node) bool { return n.Value.Value == string([]rune("東京")[:i+1]) })
		}
		s.press("space", "x", "BackSpace")
		s.is(`searchbox "Find"`, func(n *tree.Node) bool { return n.Value.Value == "東京 " })
		s.into(`textbox "Notes"`)
		s.press("ctrl+a", "o", "n", "e", "Return", "t", "w", "o")
		s.is(`textbox "Notes"`, func(n *tree.Node) bool { return n.Value.Value == "one\ntwo" })
		s.into(`textbox "Note"`)
		s.press("ctrl+a", "h", "i")
		s.is(`textbox "Note"`, func(n *tree.Node) bool { return n.Value.Value == "hi" })
		s.into(`password "Pin"`)
		s.press("ctrl+a")
		s.types(secret)
		s.until("the page has the pin", func() error {
			if got := ends(0)["pin"]; got != fmt.Sprint(len(secret)) {
				return fmt.Errorf("it has %q characters", got)
			}
			return nil
		})
	})
	var got []string
	for _, step := range rec.Steps {
		got = append(got, fmt.Sprintf("%s %s %q %s", step.Kind, step.Target.Name, step.Text, step.Parameter))
	}
	want := []string{
		`type-keys Email "anna@example.org" `, `type-keys Find "東京 " `, `type-keys Notes "one\ntwo" `, `type-keys Note "hi" `, `type-keys Pin "" pin`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("steps (-want +got):\n%s", d)
	}
	if all, _ := json.Marshal(rec); strings.Contains(string(all), secret) {
		t.Errorf("the recording holds the secret: %s", all)
	}
	recorded := ends(0)
	// The fields hold something else than when it was recorded.
	if _, err := page.Script(ctx, `form.reset(); note.textContent = 'Edited by somebody else'; email.value = 'old'`); err != nil {
		t.Fatal(err)
	}
	since := len(page.Log())
	run := s.replay(rec, map[string]string{"pin": secret})
	for _, r := range run.Steps[:4] {
		if r.Effect != recorder.OutcomeVerified {
			t.Errorf("%s is %s", r.Title, r.Effect)
		}
	}
	s.until("the page holds what was recorded", func() error {
		if d := cmp.Diff(recorded, ends(since)); d != "" {
			return fmt.Errorf("(-recorded +replayed):\n%s", d)
		}
		return nil
	})
}
