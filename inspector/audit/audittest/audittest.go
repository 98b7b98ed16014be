// Package audittest proves of every rule that it fires where it must and is quiet
// where it must, on drawings of applications ([sketch]). Nothing but tests imports it.
package audittest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Fixture is one drawn application for one rule. The rule must report exactly the
// elements marked with "!", each once. A fixture without marks is one where the rule
// must stay quiet: draw what comes nearest to the fault.
type Fixture struct {
	Rule string
	// Why says what the fixture shows ("an icon in a named button is decoration").
	Why     string
	Outline string
	// Toolkit is what the application says it is made with; "" for none.
	Toolkit audit.Toolkit
	// With adds evidence beside the snapshot, or changes what an outline cannot say;
	// called before the snapshot is frozen.
	With func(t testing.TB, s *sketch.Sketch, evidence *audit.Subject)
	// Undecided is how many elements the rule must leave undecided.
	Undecided int
	// Told are properties on which the rule rests rightly although they were not read.
	Told []string
}

// Check runs every fixture, and fails for a rule that has not both kinds, a
// fixture of no rule, and a rule whose words are missing.
func Check(t *testing.T, rules []*audit.Rule, fixtures []Fixture) {
	fires, quiet, known := map[string]int{}, map[string]int{}, map[string]bool{}
	for i, f := range fixtures {
		if strings.Contains(f.Outline, "!") {
			fires[f.Rule]++
		} else {
			quiet[f.Rule]++
		}
		t.Run(fmt.Sprintf("%s/%d", f.Rule, i), func(t *testing.T) { f.run(t, rules) })
		t.Run(fmt.Sprintf("%s/%d/unread", f.Rule, i), func(t *testing.T) {
			if at := slices.IndexFunc(rules, func(r *audit.Rule) bool { return r.ID == f.Rule }); at >= 0 {
				f.unread(t, rules[at])
				f.written(t, rules[at])
			}
		})
	}
	for _, r := range rules {
		known[r.ID] = true
		if fires[r.ID] == 0 || quiet[r.ID] == 0 {
			t.Errorf("%s: %d fixtures that make it fire, %d where it must be quiet", r.ID, fires[r.ID], quiet[r.ID])
		}
		if r.Title == "" || r.Explanation == "" || r.Remedy.Any == "" || r.Quiet == "" || r.Group == "" || r.Severity == audit.Off {
			t.Errorf("%s: words are missing", r.ID)
		}
	}
	for _, f := range fixtures {
		if !known[f.Rule] {
			t.Errorf("fixture of no rule: %q", f.Rule)
		}
	}
}

func (f *Fixture) run(t *testing.T, rules []*audit.Rule) {
	at := slices.IndexFunc(rules, func(r *audit.Rule) bool { return r.ID == f.Rule })
	if at < 0 {
		t.Fatal("no such rule")
	}
	drawn := sketch.Draw(t, f.Outline)
	drawn.Application.Toolkit, drawn.Application.ToolkitVersion = said(f.Toolkit)
	evidence := &audit.Subject{}
	if f.With != nil {
		f.With(t, &drawn, evidence)
	}
	evidence.Frozen = inspector.Freeze(drawn.Snapshot)
	r := audit.Run(evidence, audit.Options{Rules: rules[at : at+1]})
	if why := r.Rules[0].NotRun; why != "" {
		t.Fatalf("%s\nthe rule did not run: %s", f.Why, why)
	}
	var got []tree.NodeID
	for _, x := range r.Findings {
		got = append(got, x.Node)
		if x.Why == "" {
			t.Errorf("%s: a finding without a reason", x.Element)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, drawn.Marked) {
		t.Errorf("%s\nreported %v\nwant     %v", f.Why, name(drawn, got), name(drawn, drawn.Marked))
	}
	undecided := 0
	for _, n := range r.Undecided() {
		undecided += n
	}
	if undecided != f.Undecided {
		t.Errorf("%s\n%d undecided (%v), want %d", f.Why, undecided, r.Undecided(), f.Undecided)
	}
}

// said is what an application made with a toolkit says of itself.
func said(t audit.Toolkit) (name, version string) {
	switch t {
	case audit.GTK3:
		return "gtk", "3.24.38"
	case audit.GTK4:
		return "GTK", "4.8.3"
	case audit.Qt:
		return "Qt", "5.15.8"
	case audit.Web:
		return "Chromium", "130"
	}
	return "", ""
}

func name(s sketch.Sketch, ids []tree.NodeID) []string {
	var words []string
	for _, id := range ids {
		n := s.Nodes[id]
		words = append(words, fmt.Sprintf("%d %s %q", id, n.Role, n.Name.Value))
	}
	return words
}
