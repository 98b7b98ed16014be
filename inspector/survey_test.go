package inspector

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends/tree"
)

// genOutline draws a small application with many twins.
func genOutline(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("application \"demo\"\n")
	roles := []string{"button", "checkbox", "group", "list", "listitem", "label", "generic", "textbox"}
	names := []string{"", ` "A"`, ` "B"`, ` "A" id=one`, ` "B" desc=two`, " unreadable-name"}
	depth := 1
	for i := range rapid.IntRange(2, 25).Draw(t, "nodes") {
		if i == 0 || rapid.IntRange(0, 9).Draw(t, "window") == 0 {
			fmt.Fprintf(&b, "  window \"%s\"\n", rapid.SampledFrom([]string{"W", "V", "*"}).Draw(t, "title"))
			depth = 2
			continue
		}
		depth = rapid.IntRange(2, depth+1).Draw(t, "depth")
		last := len(names)
		if rapid.IntRange(0, 3).Draw(t, "readable") > 0 {
			last--
		}
		fmt.Fprintf(&b, "%s%s%s\n", strings.Repeat("  ", depth), rapid.SampledFrom(roles).Draw(t, "role"), rapid.SampledFrom(names[:last]).Draw(t, "name"))
	}
	return b.String()
}

// The survey answers for all elements at once what Target answers for each.
func TestSurveyAgreesWithTarget(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		outline := genOutline(rt)
		f := sketch(t, outline)
		s := f.Survey()
		for i := range f.Nodes {
			id := tree.NodeID(i)
			if !f.Nodes[i].Interactive() {
				continue
			}
			_, named := f.Name(id)
			target := f.Target(id)
			proven := target.Standing == StandingUnique || target.Standing == StandingContext
			switch got := s.Badges[i]; {
			case !named && got == BadgeUnnamed:
			case named && proven && (got == BadgeUnique || got == BadgeContext):
			case named && !proven && got == BadgeAmbiguous:
			default:
				rt.Fatalf("%s: badge %d, target %s by %s\n%s", f.Path(id), got, target.Standing, target.Locator, outline)
			}
		}
	})
}

// Whatever Target proves resolves to that element, in the same tree.
func TestProvenTargetsResolveToTheirElement(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := sketch(t, genOutline(rt))
		for i := range f.Nodes {
			id := tree.NodeID(i)
			target := f.Target(id)
			if target.Standing != StandingUnique && target.Standing != StandingContext {
				continue
			}
			if r := f.ResolveTarget(target); r.Outcome != Unique || r.Node() != id {
				rt.Fatalf("%s: %s (%s)", target.Locator, r.Outcome, r.Reason)
			}
		}
	})
}

func bigOutline(rows int) string {
	var b strings.Builder
	b.WriteString("application \"demo\"\n  window \"W\"\n    table \"T\"\n")
	for i := range rows {
		fmt.Fprintf(&b, "      row\n        label \"Row %d\"\n        button \"Delete\"\n        checkbox \"Item %d\"\n        textbox\n", i, i)
	}
	return b.String()
}

func BenchmarkSurvey(b *testing.B) {
	for _, nodes := range []int{1000, 10000, 50000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			s := sketchSnapshot(b, bigOutline(nodes/5))
			for b.Loop() {
				Freeze(s).Survey()
			}
		})
	}
}
