package recorder

import (
	"context"
	"encoding/json"
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func says(words []string, part string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, part) })
}

// Each refusal shows what was recorded and what is there now.
func TestARefusalShowsThenAndNow(t *testing.T) {
	for name, tc := range map[string]struct {
		change  fake.Edit
		verdict Verdict
		changed string
		// nearest is the first candidate in words, with what it agrees and differs in.
		nearest, agrees, differs string
		standing                 inspector.Standing
		partial                  bool
	}{
		"renamed": {
			change: func(m *fake.Model) { m.Rename("button:Save", "Save all") }, verdict: VerdictStale,
			changed: `no button is called "Save" any more`,
			nearest: `button "Save all"`, agrees: `in window "Orders"`, differs: `name "Save all" instead of "Save"`, standing: inspector.StandingUnique,
		},
		"window of another title": {
			change: func(m *fake.Model) { m.Rename("window:Orders", "Invoices") }, verdict: VerdictStale,
			changed: `there is no window "Orders" any more`,
			nearest: `button "Save"`, agrees: `name "Save"`, differs: `in window "Invoices" instead of window "Orders"`, standing: inspector.StandingUnique,
		},
		"twin": {
			change: func(m *fake.Model) { m.Twin("button:Save", true) }, verdict: VerdictAmbiguous,
			changed: "2 elements fit now, where one did",
			nearest: `button "Save"`, agrees: `name "Save"`, standing: inspector.StandingAmbiguous,
		},
		"another could not be read": {
			change: func(m *fake.Model) { m.Withhold("button:New", "name") }, verdict: VerdictUnknown,
			changed: "what is shown may not be all",
			nearest: `button "Save"`, agrees: `name "Save"`, standing: inspector.StandingAmbiguous, partial: true,
		},
		"disabled": {
			change: func(m *fake.Model) { m.SetStates("button:Save", "-enabled -sensitive") }, verdict: VerdictNotActionable,
			changed: "it is disabled",
			nearest: `button "Save"`, agrees: `name "Save"`, differs: "it is disabled", standing: inspector.StandingUnique,
		},
	} {
		t.Run(name, synced(func(t *testing.T) {
			s := newStage(t, form)
			step := s.step(StepActivate, `window "Orders" > button "Save"`)
			s.app.Change(tc.change)
			r := s.replay(context.Background(), step).Steps[0]
			if r.Verdict != tc.verdict || r.Refusal == nil {
				t.Fatalf("%s: %s; %+v", r.Verdict, r.Error, r.Refusal)
			}
			if r.Refusal.Recorded.Describe != step.Target.Describe || !says(r.Refusal.Changed, tc.changed) || r.Refusal.Partial != tc.partial {
				t.Errorf("recorded %s, changed %q, partial %v", r.Refusal.Recorded.Describe, r.Refusal.Changed, r.Refusal.Partial)
			}
			if len(r.Refusal.Candidates) == 0 {
				t.Fatal("no candidates")
			}
			c := r.Refusal.Candidates[0]
			if !strings.HasPrefix(c.Target.Describe, tc.nearest+" in") || c.Target.Standing != tc.standing || !c.Bounds.Usable() || !strings.HasSuffix(c.Path, tc.nearest) {
				t.Errorf("the nearest is %s, %s, at %+v (%s), want %s, %s", c.Target.Describe, c.Target.Standing, c.Bounds, c.Path, tc.nearest, tc.standing)
			}
			if !says(c.Agrees, tc.agrees) || !says(c.Differs, tc.differs) && tc.differs != "" {
				t.Errorf("agrees %q, differs %q", c.Agrees, c.Differs)
			}
			s.done()
		}))
	}
}

// synced runs a test in a bubble: waiting takes no time, however busy the machine is.
func synced(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

// A button that was there beside the recorded one is no likely heir of its place.
func TestWhatWasThereBeforeIsNoNearCandidate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, strings.Replace(form, `button "New"`, "button \"Safe\"\n      button \"New\"", 1))
		step := s.step(StepActivate, `button "Save"`)
		s.app.Change(func(m *fake.Model) { m.Rename("button:Save", "Store") })
		r := s.replay(context.Background(), step).Steps[0]
		if r.Refusal == nil || len(r.Refusal.Candidates) < 2 {
			t.Fatalf("%+v", r.Refusal)
		}
		for _, c := range r.Refusal.Candidates {
			if c.Target.Name == "Safe" && !says(c.Differs, "was there beside the recorded one") {
				t.Errorf("%s differs in %q", c.Target.Describe, c.Differs)
			}
		}
		if first := r.Refusal.Candidates[0].Target.Name; first == "Safe" {
			t.Errorf("the nearest is %q, which was another", first)
		}
	})
}

func TestARefusalNamesTheOtherLanguage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.app.Change(func(m *fake.Model) { m.Rename("button:Save", "Speichern") })
		s.options.Locale = func(tree.Application) string { return "de_DE.UTF-8" }
		rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Environment: Environment{Locale: "en_US.UTF-8"}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil {
			t.Fatal(err)
		}
		if r := run.Steps[0]; r.Verdict != VerdictStale || !strings.Contains(r.Hint, "en_US") || !strings.Contains(r.Hint, "de_DE") || !says(r.Refusal.Changed, "de_DE") {
			t.Errorf("%s, hint %q, %+v", r.Verdict, r.Hint, r.Refusal)
		}
		for _, same := range []string{"en_US", "C.UTF-8", "POSIX"} {
			s.options.Locale = func(tree.Application) string { return same }
			run, err = NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
			if err != nil || strings.Contains(run.Steps[0].Hint, "speaks") {
				t.Errorf("%s: %v: hint %q", same, err, run.Steps[0].Hint)
			}
		}
	})
}

// Pictures of refusals hide what other pictures hide, and their words hide the values
// of secret parameters.
func TestARefusalKeepsSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		screen := fake.NewScreen(800, 600)
		var pin tree.Rect
		s.app.Look(func(m *fake.Model) { pin = m.Node("password:PIN").Bounds.Rect })
		screen.Fill(pin, color.RGBA{255, 0, 0, 255})
		s.app.Change(func(m *fake.Model) { m.Rename("button:Save", "Save geheim-4711") })
		kept := &pngs{ledger: s.ledger}
		s.options.Screen, s.options.Journal = screen, kept
		s.options.Parameters = map[string]string{"token": "geheim-4711"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Parameters: []Parameter{{Name: "token", Secret: true}}}
		run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
		if err != nil {
			t.Fatal(err)
		}
		r := run.Steps[0]
		if r.Refusal == nil || r.Refusal.Picture == "" || r.Refusal.Area.Empty() || r.BeforeAt == nil {
			t.Fatalf("%+v", r.Refusal)
		}
		for _, b := range kept.got {
			if showsRed(t, b) {
				t.Error("the picture of a refusal shows a password field")
			}
		}
		if all, err := json.Marshal(run); err != nil || strings.Contains(string(all), "geheim") {
			t.Errorf("%v: %s", err, all)
		}
	})
}
