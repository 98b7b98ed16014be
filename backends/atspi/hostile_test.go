package atspi

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
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
	b := open(t, Options{Call: 300 * time.Millisecond})
	cases := map[string]struct {
		nodes map[string]*thing
		max   int
		keys  string
		cuts  string
	}{
		"sound": {
			nodes: things(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": nil, "c": nil}),
			keys:  "root a c b",
		},
		"cycle": {
			nodes: things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": {"a", "c"}, "c": nil}),
			keys:  "root a b c", cuts: "b cycle 1",
		},
		"own child": {
			nodes: things(map[string][]string{"root": {"a"}, "a": {"a"}}),
			keys:  "root a", cuts: "a cycle 1",
		},
		"named twice": {
			nodes: things(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"c"}, "c": nil}),
			keys:  "root a c b", // once, and nothing is missing
		},
		"null children": {
			nodes: things(map[string][]string{"root": {"", "a", ""}, "a": nil}),
			keys:  "root a", cuts: "root unreadable 2",
		},
		"more claimed": {
			nodes: claim(things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil}), "a", 5),
			keys:  "root a b", cuts: "a count-mismatch 4",
		},
		"fewer claimed": {
			nodes: claim(things(map[string][]string{"root": {"a"}, "a": {"b", "c"}, "b": nil, "c": nil}), "a", 1),
			keys:  "root a b c", cuts: "a count-mismatch 0",
		},
		"2^31 children": {
			nodes: manages(claim(things(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil}), "a", 1<<31-1)),
			keys:  "root a b", cuts: "a virtual-children 2147483647",
		},
		"2^31 children that are not virtual": {
			nodes: claim(things(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil}), "a", 1<<31-1),
			keys:  "root a b", cuts: "a count 2147483647",
		},
		"too many": {
			nodes: things(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": nil, "c": nil}),
			max:   3, keys: "root a b", cuts: "a count 1",
		},
		"gone": {
			nodes: things(map[string][]string{"root": {"a", "b"}, "b": nil}),
			keys:  "root  b", cuts: "root changed -1;  unreadable 0",
		},
		"invalid text": {
			nodes: rename(things(map[string][]string{"root": {"a"}, "a": nil}), "a", "\uFFFDx"),
			keys:  "root \uFFFDx",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := newProvider(t, c.nodes).observe(t, b, c.max)
			if got := keys(s); got != c.keys {
				t.Errorf("nodes are %q, want %q", got, c.keys)
			}
			if got := cutsOf(s); got != c.cuts {
				t.Errorf("cuts are %q, want %q", got, c.cuts)
			}
			if s.Complete() != (c.cuts == "") {
				t.Errorf("complete is %v", s.Complete())
			}
		})
	}
	t.Run("never listed", func(t *testing.T) {
		nodes := cases["2^31 children"].nodes
		if n := nodes["a"].asked["GetChildren"]; n != 0 {
			t.Errorf("2^31 children were asked for %d times", n)
		}
	})
}

func claim(nodes map[string]*thing, key string, n int) map[string]*thing {
	nodes[key].claims = n
	return nodes
}

func rename(nodes map[string]*thing, key, name string) map[string]*thing {
	nodes[key].name = name
	return nodes
}

func manages(nodes map[string]*thing) map[string]*thing {
	nodes["a"].states |= 1 << stateManagesDescendants
	return nodes
}

func TestHostileDepth(t *testing.T) {
	s := newProvider(t, chainOf(200)).observe(t, open(t, Options{}), 0)
	if len(s.Nodes) != maxDepth+1 || len(s.Cuts) != 1 || s.Cuts[0].Reason != tree.CutDepth || int(s.Cuts[0].Node) != maxDepth {
		t.Errorf("%d nodes, cuts %v", len(s.Nodes), s.Cuts)
	}
}

// A call that hangs costs its own element, and is cut there with the reason time.
func TestHostileHangs(t *testing.T) {
	b := open(t, Options{Call: 300 * time.Millisecond})
	for member, want := range map[string]string{
		"GetChildren": "a time 1",
		"GetRole":     "a time 0",
	} {
		t.Run(member, func(t *testing.T) {
			nodes := things(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"d"}, "c": nil, "d": nil})
			nodes["a"].hangs = map[string]bool{member: true}
			p := newProvider(t, nodes)
			began := time.Now()
			s := p.observe(t, b, 0)
			if took := time.Since(began); took > time.Second {
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
	b := open(t, Options{Call: 10 * time.Second})
	nodes := things(map[string][]string{"root": {"a", "b"}, "a": {"c"}, "b": {"d"}, "c": nil, "d": nil})
	nodes["a"].hangs = map[string]bool{"GetChildren": true}
	p := newProvider(t, nodes)
	const limit = 400 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	s, err := b.Observe(ctx, scopeOf(p.application(), ""))
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > limit+100*time.Millisecond {
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
		nodes := things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil, "c": nil})
		p := newProvider(t, nodes)
		changed := false
		nodes["a"].onChildren = func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if !changed {
				changed = true
				nodes["a"].children = []string{"b", "c"}
				p.touch("a")
			}
		}
		s := p.observe(t, b, 0)
		if keys(s) != "root a b c" || !s.Complete() {
			t.Errorf("nodes are %q, cuts %q", keys(s), cutsOf(s))
		}
	})
	t.Run("always", func(t *testing.T) {
		nodes := things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil})
		p := newProvider(t, nodes)
		nodes["a"].onChildren = func() { p.touch("a") }
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
		claims  int
		managed bool
		cuts    string
	}{
		"2^31 made on demand":   {1<<31 - 1, true, "a virtual-children 2147483647"},
		"2^31":                  {1<<31 - 1, false, "a count 2147483647"},
		"50,000 made on demand": {50_000, true, "a virtual-children 50000"},
	} {
		t.Run(name, func(t *testing.T) {
			nodes := claim(things(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil}), "a", c.claims)
			if c.managed {
				manages(nodes)
			}
			p := newProvider(t, nodes)
			nodes["root"].onChildren = func() { p.touch("a") }
			s := p.observe(t, b, 0)
			if cutsOf(s) != c.cuts || s.Complete() {
				t.Errorf("cuts are %q, want %q; complete %v", cutsOf(s), c.cuts, s.Complete())
			}
			if n := nodes["a"].asked["GetChildren"]; n != 0 {
				t.Errorf("the children were asked for %d times", n)
			}
		})
	}
	t.Run("grown beyond the limit", func(t *testing.T) {
		nodes := manages(things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil}))
		p := newProvider(t, nodes)
		nodes["a"].onChildren = func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			nodes["a"].claims = 50_000
			p.touch("a")
		}
		s := p.observe(t, b, 0)
		if got := cutsOf(s); keys(s) != "root a b" || !strings.Contains(got, "a virtual-children 49999") {
			t.Errorf("nodes are %q, cuts %q", keys(s), got)
		}
		if n := nodes["a"].asked["GetChildren"]; n != 1 {
			t.Errorf("the children were asked for %d times", n)
		}
	})
	t.Run("no list the second time", func(t *testing.T) {
		nodes := things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil})
		nodes["a"].hangs = map[string]bool{"GetChildren": true}
		p := newProvider(t, nodes)
		nodes["root"].onChildren = func() { p.touch("a") }
		s := p.observe(t, open(t, Options{Call: 300 * time.Millisecond}), 0)
		if got := cutsOf(s); s.Complete() || !strings.Contains(got, "a time 1") {
			t.Errorf("cuts are %q, complete %v", got, s.Complete())
		}
	})
}

// A text that is too long to be read as a whole is not given out in part.
func TestHostileLongText(t *testing.T) {
	b := open(t, Options{})
	for n, want := range map[int]tree.Presence{maxText: tree.Known, maxText + 1: tree.Unreadable} {
		nodes := things(map[string][]string{"root": {"a"}, "a": nil})
		nodes["a"].role, nodes["a"].text = roleText, strings.Repeat("x", n)
		s := newProvider(t, nodes).observe(t, b, 0)
		if v := s.Nodes[1].Value; v.State != want || v.State == tree.Known && v.Value != nodes["a"].text {
			t.Errorf("a text of %d characters is %v with %d characters", n, v.State, len(v.Value))
		}
		if asked := nodes["a"].asked["GetText"]; want == tree.Unreadable && asked != 0 {
			t.Error("a text that is too long was asked for")
		}
	}
}
