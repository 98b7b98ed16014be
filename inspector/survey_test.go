package inspector

import (
	"fmt"
	"slices"
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
		f := sketched(t, outline)
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
		f := sketched(t, genOutline(rt))
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

// The indexes leave out only nodes that cannot fit.
func TestIndexesLeaveOutNothingThatFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		outline := genOutline(rt)
		f := sketched(t, outline)
		locators := []Locator{genLocator(rt)}
		for i := range f.Nodes {
			for c := range f.candidates(tree.NodeID(i)) {
				locators = append(locators, c.locator)
			}
		}
		for _, l := range locators {
			segs := wantedOf(l)
			want := Resolution{Locator: l, Complete: true}
			for i := range f.Nodes {
				id := tree.NodeID(i)
				switch f.fits(id, &segs[len(segs)-1]).and(f.chain(id, segs[:len(segs)-1], new(int))) {
				case yes:
					want.Matches = append(want.Matches, id)
				case maybe:
					want.Undecided = append(want.Undecided, id)
				}
			}
			if _, nth := l.Last().Key(KeyNth); nth {
				continue
			}
			got := f.Match(l)
			if !slices.Equal(got.Matches, want.Matches) || !slices.Equal(got.Undecided, want.Undecided) {
				rt.Fatalf("%s: matches %v and perhaps %v, a look at each node says %v and %v\n%s",
					l, got.Matches, got.Undecided, want.Matches, want.Undecided, outline)
			}
		}
	})
}

// bigOutlines are applications of n elements with many twins, each kind of which
// once took a search of all twins for each of them.
var bigOutlines = []struct {
	name string
	draw func(b *strings.Builder, n int)
}{
	{"rows", func(b *strings.Builder, n int) {
		b.WriteString("    table \"T\"\n")
		for i := range n / 5 {
			fmt.Fprintf(b, "      row\n        label \"Row %d\"\n        button \"Delete\"\n        checkbox \"Item %d\"\n        textbox\n", i, i)
		}
	}},
	// A dialog inside the window, as Firefox has: windows do not settle anything.
	{"rows-doubted", func(b *strings.Builder, n int) {
		b.WriteString("    dialog \"Find\"\n    table \"T\"\n")
		for i := range n / 5 {
			fmt.Fprintf(b, "      row\n        label \"Row %d\"\n        button \"Delete\"\n        checkbox \"Item %d\"\n        textbox\n", i, i)
		}
	}},
	{"groups", func(b *strings.Builder, n int) {
		for i := range n / 3 {
			fmt.Fprintf(b, "      group \"Person %d\"\n        button \"Edit\"\n        button \"Delete\"\n", i)
		}
	}},
	{"identical", func(b *strings.Builder, n int) {
		for range n / 3 {
			b.WriteString("      group \"Person\"\n        button \"Edit\" desc=x\n        button \"Delete\"\n")
		}
	}},
	{"unnamed", func(b *strings.Builder, n int) {
		for i := range n / 2 {
			fmt.Fprintf(b, "      button\n      textbox id=field-%c%c%c\n", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		}
	}},
	{"items", func(b *strings.Builder, n int) {
		b.WriteString("    combobox \"Same\"\n")
		for range n {
			b.WriteString("      option \"Same\"\n")
		}
	}},
	{"deep", func(b *strings.Builder, n int) {
		// 400 deep, as far as no reading goes.
		for i := range n {
			role := "group"
			if i%2 == 0 {
				role = "button"
			}
			fmt.Fprintf(b, "%s%s \"Same\"\n", strings.Repeat(" ", 4+i%400), role)
		}
	}},
}

func bigSnapshot(t testing.TB, draw func(b *strings.Builder, n int), n int) *tree.Snapshot {
	var b strings.Builder
	b.WriteString("application \"demo\"\n  window \"W\"\n")
	draw(&b, n)
	return sketchSnapshot(t, b.String())
}

// A survey has enough looks for every large application but absurd ones.
func TestLargeApplicationsAreSurveyedWhole(t *testing.T) {
	for _, kind := range bigOutlines {
		f := Freeze(bigSnapshot(t, kind.draw, 20_000))
		s := f.Survey()
		unproven := 0
		for _, badge := range s.Badges {
			if badge == BadgeUnproven {
				unproven++
			}
		}
		if (unproven > 0) != (kind.name == "deep") {
			t.Errorf("%s: %d of %d are not proven", kind.name, unproven, s.Interactive)
		}
	}
}

// The survey of large applications takes time in proportion to them, whatever
// their twins are.
func BenchmarkSurvey(b *testing.B) {
	for _, kind := range bigOutlines {
		for _, nodes := range []int{1000, 10000, 50000} {
			b.Run(fmt.Sprintf("twins=%s/nodes=%d", kind.name, nodes), func(b *testing.B) {
				s := bigSnapshot(b, kind.draw, nodes)
				for b.Loop() {
					Freeze(s).Survey()
				}
			})
		}
	}
}
