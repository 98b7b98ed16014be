package audit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

func subject(t *testing.T, outline string) *audit.Subject {
	t.Helper()
	return &audit.Subject{Frozen: inspector.Freeze(sketch.Draw(t, outline).Snapshot)}
}

const before = `
application "demo"
	window "Main"
		label "Customer"
		textbox focusable actions=set-text
		button "Save" actions=press:click
`

// The textbox is found again where rows were inserted before it.
const inserted = `
application "demo"
	window "Main"
		label "New row"
		label "Customer"
		textbox focusable actions=set-text
		button actions=press:click
		button "Save" actions=press:click
`

func run(t *testing.T, outline string, o audit.Options) *audit.Report {
	t.Helper()
	o.Rules = []*audit.Rule{rules.Find("name-missing-interactive")}
	return audit.Run(subject(t, outline), o)
}

func TestBaselineSurvivesInsertedRows(t *testing.T) {
	base := audit.NewBaseline(run(t, before, audit.Options{}))
	r := run(t, inserted, audit.Options{Baseline: base})
	got := map[tree.Role]audit.Status{}
	for _, f := range r.Findings {
		got[r.Subject.Nodes[f.Node].Role] = f.Status
	}
	if got[tree.RoleTextbox] != audit.StatusUnchanged || got[tree.RoleButton] != audit.StatusNew || len(r.Fixed) != 0 {
		t.Errorf("%v, fixed %v", got, r.Fixed)
	}
	if !r.Fails(audit.Error) {
		t.Error("a new error does not fail the gate")
	}
	if r := run(t, before, audit.Options{Baseline: audit.NewBaseline(run(t, inserted, audit.Options{}))}); len(r.Fixed) != 1 || r.Fails(audit.Warning) {
		t.Errorf("fixed %v, fails %v", r.Fixed, r.Fails(audit.Warning))
	}
}

func TestSuppressionEnds(t *testing.T) {
	day := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	until := []audit.Suppression{{Rule: "name-missing-interactive", Reason: "vendor", Until: day}}
	if r := run(t, before, audit.Options{Suppressions: until, Now: day.Add(23 * time.Hour)}); r.Fails(audit.Error) || len(r.Findings) != 1 {
		t.Errorf("on its last day: %d findings, fails %v", len(r.Findings), r.Fails(audit.Error))
	}
	if r := run(t, before, audit.Options{Suppressions: until, Now: day.Add(25 * time.Hour)}); !r.Fails(audit.Error) {
		t.Error("suppressed after its last day")
	}
}

// A decision that does nothing is told: it ended, or fits no finding.
func TestUnusedSuppressions(t *testing.T) {
	day := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	r := run(t, before, audit.Options{Now: day, Suppressions: []audit.Suppression{
		{Rule: "name-missing-interactive", Locator: "textbox", Reason: "used"},
		{Rule: "name-missing-interactive", Locator: `button "Save"`, Reason: "has a name"},
		{Rule: "name-missing-interactive", Reason: "over", Until: day.AddDate(0, 0, -1)},
	}})
	if len(r.Unused) != 2 || r.Unused[0].Reason != "has a name" || r.Unused[0].Ended || !r.Unused[1].Ended {
		t.Errorf("unused %+v", r.Unused)
	}
}

func TestReviewNeverFails(t *testing.T) {
	r := run(t, before, audit.Options{Severities: map[string]audit.Severity{"name-missing-interactive": audit.Review}})
	if len(r.Findings) != 1 || r.Fails(audit.Warning) || r.Fails(audit.Error) {
		t.Errorf("%d findings, fails %v", len(r.Findings), r.Fails(audit.Warning))
	}
}

func TestBaselineIsReadBack(t *testing.T) {
	base := audit.NewBaseline(run(t, before, audit.Options{}))
	text, err := base.Format()
	if err != nil {
		t.Fatal(err)
	}
	back, err := audit.ParseBaseline(text)
	if err != nil || len(back.Known) != 1 || back.Known[0] != base.Known[0] {
		t.Errorf("%v, %+v", err, back)
	}
	for _, forged := range []string{`{}`, `{"schema":"samebutton/audit-baseline/v2","known":[{"rule":"x"}]}`, `{"schema":"samebutton/audit-baseline/v2","more":1}`, `[`,
		`{"schema":"samebutton/audit-baseline/v1","known":[]}`, `{"schema":"samebutton/audit-baseline/v2","known":[{"fingerprint":"x","rule":"y","count":1}]}`} {
		if _, err := audit.ParseBaseline([]byte(forged)); err == nil {
			t.Errorf("accepted %s", forged)
		}
	}
}

func TestSuppressionsAreRead(t *testing.T) {
	all, err := audit.ParseSuppressions([]byte(`
[[suppress]]
rule = "target-size"
toolkit = "GTK 3"
locator = 'button "Save"'
reason = "the vendor's"
until = 2026-12-24
`))
	if err != nil || len(all) != 1 || all[0].Toolkit != audit.GTK3 || all[0].Until.Day() != 24 {
		t.Fatalf("%v %+v", err, all)
	}
	for _, forged := range []string{
		"[[suppress]]\nrule='x'", "[[suppress]]\nreason='x'", "[[suppress]]\nrule='x'\nreason='y'\nlocater='z'",
		"[[suppress]]\nrule='x'\nreason='y'\nlocator='button \"'", "[[suppress]]\nrule='x'\nreason='y'\ntoolkit='GTK'",
	} {
		if _, err := audit.ParseSuppressions([]byte(forged)); err == nil {
			t.Errorf("accepted %q", forged)
		}
	}
}

// What is wrong in the window of a browser is no fault of its page.
func TestBrowsersOwnWindow(t *testing.T) {
	s := subject(t, `
application "demo"
	window "Page"
		toolbar
			textbox focusable
		document "Page"
			button actions=press:click
`)
	s.Application.Toolkit = "Chromium"
	for i := range s.Nodes {
		s.Nodes[i].Attributes = []tree.Attribute{{Key: "tag", Value: "div"}}
	}
	r := audit.Run(s, audit.Options{Rules: []*audit.Rule{rules.Find("name-missing-interactive")}})
	got := map[tree.Role]audit.Severity{}
	for _, f := range r.Findings {
		got[r.Subject.Nodes[f.Node].Role] = f.Severity
	}
	if len(got) != 2 || got[tree.RoleTextbox] != audit.Info || got[tree.RoleButton] != audit.Error {
		t.Errorf("%v", got)
	}
}

const (
	showing = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox read-only\n"
	editing = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox focusable\n"
)

// An error is not hidden by the same finding when it was only for review.
func TestWhatWeighsMoreIsNew(t *testing.T) {
	base := audit.NewBaseline(run(t, showing, audit.Options{}))
	if r := run(t, editing, audit.Options{Baseline: base}); !r.Fails(audit.Error) || len(r.Fixed) != 0 {
		t.Errorf("known %+v hides %+v, fixed %v", base.Known, r.Findings, r.Fixed)
	}
	if r := run(t, showing, audit.Options{Baseline: audit.NewBaseline(run(t, editing, audit.Options{}))}); len(r.Findings) != 1 || r.Findings[0].Status != audit.StatusUnchanged || len(r.Fixed) != 0 {
		t.Errorf("what weighs less: %+v, fixed %v", r.Findings, r.Fixed)
	}
}

func TestCombinedGateSeesTheWorstState(t *testing.T) {
	for _, order := range [][]string{{showing, editing}, {editing, showing}} {
		var states []audit.State
		for _, outline := range order {
			states = append(states, audit.State{Title: outline, Report: run(t, outline, audit.Options{})})
		}
		if r := audit.Combine(states); len(r.Findings) != 1 || !r.Fails(audit.Error) || states[r.Findings[0].State].Title != editing {
			t.Errorf("%+v", r.Findings)
		}
	}
}

// Over several states an element counts once, as it was where it was worst: under its
// handle, or made anew, under its locator. Twins count as often as one state has them.
func TestScoresCountAnElementOnce(t *testing.T) {
	const (
		alone  = "application \"demo\"\n\twindow \"Main\"\n\t\tbutton \"Save\" actions=press:click\n\t\tbutton actions=press:click\n"
		dialog = alone + "\tdialog \"Edit\"\n\t\tbutton \"Save\" actions=press:click\n\t\ttextbox \"Name\" focusable\n"
		saving = "application \"demo\"\n\twindow \"Main\"\n\t\tbutton \"Saving\" actions=press:click\n\t\tbutton actions=press:click\n"
		twins  = alone + "\t\tbutton actions=press:click\n"
	)
	for name, tt := range map[string]struct {
		states      []string
		fresh       bool // elements have other handles in each state
		interactive int
		unnamed     int
	}{
		"the same twice":             {[]string{alone, alone}, false, 2, 1},
		"the same made anew":         {[]string{alone, alone}, true, 2, 1},
		"another name in the dialog": {[]string{alone, dialog, alone}, false, 4, 1},
		"renamed":                    {[]string{alone, saving}, false, 2, 1},
		"another in its place":       {[]string{alone, saving}, true, 3, 1},
		"twins":                      {[]string{alone, twins}, true, 3, 2},
	} {
		t.Run(name, func(t *testing.T) {
			var states []audit.State
			for i, outline := range tt.states {
				s := subject(t, outline)
				for j := range s.Nodes {
					s.Nodes[j].Handle = tree.Handle(fmt.Sprint("h", j))
					if tt.fresh {
						s.Nodes[j].Handle = tree.Handle(fmt.Sprint("h", j, "in", i))
					}
				}
				states = append(states, audit.State{Title: fmt.Sprint(i), Report: audit.Run(s, audit.Options{Rules: rules.All()})})
			}
			r := audit.Combine(states)
			if s := r.Scores; s.Interactive != tt.interactive || s.Unnamed != tt.unnamed || s.Unique+s.ByContext+s.Ambiguous+s.Unnamed+s.Unproven != s.Interactive {
				t.Errorf("%+v", s)
			}
			for i := range r.Findings {
				if f := &r.Findings[i]; len(f.States) == 0 || !slices.Contains(f.States, f.State) || len(slices.Compact(slices.Clone(f.States))) != len(f.States) {
					t.Errorf("%s of %s seen in %v, told of %d", f.Rule, f.Element, f.States, f.State)
				}
			}
		})
	}
}

// In the profile strict a finding that a rule itself lowers to a warning is an error, too.
func TestStrictWarningsAreErrors(t *testing.T) {
	o := audit.Options{Profile: audit.ProfileStrict, Rules: []*audit.Rule{rules.Find("name-has-private-use")}}
	r := audit.Run(subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tlabel \"\ue900 Home\"\n"), o)
	if len(r.Findings) != 1 || r.Findings[0].Severity != audit.Error {
		t.Errorf("%+v", r.Findings)
	}
}
