package atspi

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/provider"
)

// cutsOf lists the cuts as "name reason missing".
func cutsOf(s *tree.Snapshot) string {
	var list []string
	for _, c := range s.Cuts {
		list = append(list, fmt.Sprintf("%s %s %d", s.Nodes[c.Node].Name.Value, c.Reason, c.Missing))
	}
	return strings.Join(list, "; ")
}

func keys(s *tree.Snapshot) string {
	var list []string
	for _, n := range s.Nodes {
		list = append(list, n.Name.Value)
	}
	return strings.Join(list, " ")
}

// Whatever an application says of its tree, the reading ends, holds what could
// be read in document order, and says what is missing.
func TestHostileTrees(t *testing.T) {
	b := open(t, Options{Call: brief})
	cases := map[string]struct {
		commands []provider.Command
		max      int
		keys     string
		cuts     string
	}{
		"sound": {
			commands: shape(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": nil, "c": nil}),
			keys:     "root a c b",
		},
		"cycle": {
			commands: shape(map[string][]string{"root": {"a"}, "a": {"b"}, "b": {"a", "c"}, "c": nil}),
			keys:     "root a b c", cuts: "b cycle 1",
		},
		"own child": {
			commands: shape(map[string][]string{"root": {"a"}, "a": {"a"}}),
			keys:     "root a", cuts: "a cycle 1",
		},
		"named twice": {
			commands: shape(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"c"}, "c": nil}),
			keys:     "root a c b", cuts: "b unreadable 1", // once, and it may be in either
		},
		"null children": {
			commands: shape(map[string][]string{"root": {"", "a", ""}, "a": nil}),
			keys:     "root a", cuts: "root unreadable 2",
		},
		"more claimed": {
			commands: with(shape(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil}), claims("a", 5)),
			keys:     "root a b", cuts: "a count-mismatch 4",
		},
		"fewer claimed": {
			commands: with(shape(map[string][]string{"root": {"a"}, "a": {"b", "c"}, "b": nil, "c": nil}), claims("a", 1)),
			keys:     "root a b c", cuts: "a count-mismatch 0",
		},
		"2^31 children": {
			commands: with(leaves, claims("a", 1<<31-1), manages("a")),
			keys:     "root a b", cuts: "a virtual-children 2147483647",
		},
		"2^31 children that are not virtual": {
			commands: with(leaves, claims("a", 1<<31-1)),
			keys:     "root a b", cuts: "a count 2147483647",
		},
		"too many": {
			commands: shape(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": nil, "c": nil}),
			max:      3, keys: "root a b", cuts: "a count 1",
		},
		"gone": {
			commands: shape(map[string][]string{"root": {"a", "b"}, "b": nil}),
			keys:     "root  b", cuts: "root changed -1;  unreadable 0",
		},
		"replaced text": {
			commands: with(leaves, rename("a", "\uFFFDx")),
			keys:     "root \uFFFDx b",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := host(t, c.commands...)
			s := p.observe(t, b, c.max)
			if got := keys(s); got != c.keys {
				t.Errorf("nodes are %q, want %q", got, c.keys)
			}
			if got := cutsOf(s); got != c.cuts {
				t.Errorf("cuts are %q, want %q", got, c.cuts)
			}
			if s.Complete() != (c.cuts == "") {
				t.Errorf("complete is %v", s.Complete())
			}
			if n := p.Asked("a", "GetChildren"); strings.HasPrefix(name, "2^31") && n != 0 {
				t.Errorf("2^31 children were asked for %d times", n)
			}
		})
	}
}

// leaves is an application with two buttons.
var leaves = shape(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil})

// chain is an application with a button in a button.
var chain = shape(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil})

func rename(key, name string) provider.Command { return set(key, provider.Node{Name: &name}) }

func TestHostileDepth(t *testing.T) {
	deep := provider.Command{Do: "generate", Generate: &provider.Generate{Kind: "deep", Nodes: 12_000}}
	s := host(t, deep).observe(t, open(t, Options{}), 0)
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if len(s.Nodes) != tree.MaxDepth+1 || len(s.Cuts) != 1 || s.Cuts[0].Reason != tree.CutDepth || int(s.Cuts[0].Node) != tree.MaxDepth {
		t.Errorf("%d nodes, cuts %v", len(s.Nodes), s.Cuts)
	}
}

// A call that hangs costs its own element, and is cut there with the reason time.
func TestHostileHangs(t *testing.T) {
	b := open(t, Options{Call: brief})
	for member, want := range map[string]string{
		"GetChildren": "a time 1",
		"GetRole":     "a time 0",
	} {
		t.Run(member, func(t *testing.T) {
			p := host(t, with(shape(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"d"}, "c": nil, "d": nil}), trouble("hang", "a", member))...)
			began := time.Now()
			s := p.observe(t, b, 0)
			if took := time.Since(began); took > late {
				t.Errorf("took %v", took)
			}
			if got := cutsOf(s); !strings.Contains(got, want) {
				t.Errorf("cuts are %q, want %q", got, want)
			}
			if s.Find(p.ref("d").handle()) == tree.None {
				t.Error("what answers was not read")
			}
		})
	}
}

// Everything that was read before the deadline is in the snapshot.
func TestHostileDeadline(t *testing.T) {
	b := open(t, Options{Call: patience})
	p := host(t, with(shape(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"d"}, "c": nil, "d": nil}), trouble("hang", "a", "GetChildren"))...)
	const limit = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	s, err := b.Observe(ctx, scopeOf(p.application(), ""))
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > limit+late {
		t.Errorf("took %v with a deadline of %v", took, limit)
	}
	if got := keys(s); got != "root a b d" {
		t.Errorf("nodes are %q", got)
	}
	if got := cutsOf(s); got != "a time 1" {
		t.Errorf("cuts are %q", got)
	}
}

// A tree that changes once while it is read is read again there; one that keeps
// changing is cut.
func TestHostileChanges(t *testing.T) {
	b := open(t, Options{})
	t.Run("once", func(t *testing.T) {
		// The first call of the child comes when the list without the other was sent.
		p := host(t, with(chain, when("b", "", 1, add("a", "c")))...)
		s := p.observe(t, b, 0)
		if keys(s) != "root a b c" || !s.Complete() {
			t.Errorf("nodes are %q, cuts %q", keys(s), cutsOf(s))
		}
	})
	t.Run("always", func(t *testing.T) {
		p := host(t, with(chain, when("a", "GetChildren", 0, touch("a")))...)
		s := p.observe(t, b, 0)
		if keys(s) != "root a b" || cutsOf(s) != "a changed -1" {
			t.Errorf("nodes are %q, cuts %q", keys(s), cutsOf(s))
		}
	})
}

// Reading an element again, because the application says that it changed, keeps
// what is missing there and the limit for children made on demand.
func TestHostileChangeOfManyChildren(t *testing.T) {
	b := open(t, Options{})
	for name, c := range map[string]struct {
		claims  int32
		managed bool
		cuts    string
	}{
		"2^31 made on demand":   {1<<31 - 1, true, "a virtual-children 2147483647"},
		"2^31":                  {1<<31 - 1, false, "a count 2147483647"},
		"50,000 made on demand": {50_000, true, "a virtual-children 50000"},
	} {
		t.Run(name, func(t *testing.T) {
			p := host(t, with(leaves, claims("a", c.claims), when("root", "GetChildren", 0, touch("a")))...)
			if c.managed {
				p.do(t, manages("a"))
			}
			s := p.observe(t, b, 0)
			if cutsOf(s) != c.cuts || s.Complete() {
				t.Errorf("cuts are %q, want %q; complete %v", cutsOf(s), c.cuts, s.Complete())
			}
			if n := p.Asked("a", "GetChildren"); n != 0 {
				t.Errorf("the children were asked for %d times", n)
			}
		})
	}
	t.Run("grown beyond the limit", func(t *testing.T) {
		p := host(t, with(chain, manages("a"), when("a", "GetChildren", 0, claims("a", 50_000), touch("a")))...)
		s := p.observe(t, b, 0)
		if got := cutsOf(s); keys(s) != "root a b" || !strings.Contains(got, "a virtual-children 49999") {
			t.Errorf("nodes are %q, cuts %q", keys(s), got)
		}
		if n := p.Asked("a", "GetChildren"); n != 1 {
			t.Errorf("the children were asked for %d times", n)
		}
	})
	t.Run("no list the second time", func(t *testing.T) {
		p := host(t, with(chain, trouble("hang", "a", "GetChildren"), when("root", "GetChildren", 0, touch("a")))...)
		s := p.observe(t, open(t, Options{Call: brief}), 0)
		if got := cutsOf(s); s.Complete() || !strings.Contains(got, "a time 1") {
			t.Errorf("cuts are %q, complete %v", got, s.Complete())
		}
	})
}

// A text that is too long to be read as a whole is not given out in part.
func TestHostileLongText(t *testing.T) {
	b := open(t, Options{})
	for n, want := range map[int]tree.Presence{maxText: tree.Known, maxText + 1: tree.Unreadable} {
		text := strings.Repeat("x", n)
		p := host(t, with(leaves, set("a", provider.Node{Role: "text", Text: &text}))...)
		s := p.observe(t, b, 0)
		if v := s.Nodes[1].Value; v.State != want || v.State == tree.Known && v.Value != text {
			t.Errorf("a text of %d characters is %v with %d characters", n, v.State, len(v.Value))
		}
		if asked := p.Asked("a", "GetText"); want == tree.Unreadable && asked != 0 {
			t.Error("a text that is too long was asked for")
		}
	}
}
