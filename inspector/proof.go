package inspector

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Proof is the evidence that a locator matched exactly one node of a complete
// observation, or why it did not.
type Proof struct {
	Locator  Locator `json:"locator"`
	Snapshot string  `json:"snapshot,omitempty"`
	Outcome  Outcome `json:"outcome"`
	Compared int     `json:"compared"`
	Matched  int     `json:"matched"`
	Complete bool    `json:"complete"`
	Reason   string  `json:"reason,omitempty"`
	// Twins are the other nodes that match, or, where there are none, the ones
	// that come nearest, with what separates them.
	Twins []Twin `json:"twins,omitempty"`
}

// Twin is a node that matches too, or nearly.
type Twin struct {
	Node tree.NodeID `json:"node"`
	Ref  Ref         `json:"ref,omitzero"`
	// Describe is the node in words; Path the named nodes around it.
	Describe string      `json:"describe"`
	Path     string      `json:"path"`
	Bounds   tree.Bounds `json:"bounds"`
	// Matches says that the locator fits this node as well.
	Matches bool `json:"matches"`
	// Differs lists what separates it from the target, and where there is none, from
	// every other twin: "name", "window", "row" …; of the nearest to a locator that
	// fits none, what keeps it from fitting.
	Differs []string `json:"differs,omitempty"`
}

const maxNearest = 3

// Prove matches a locator and reports the evidence about target; with
// tree.None the single match is the target.
func (f *Frozen) Prove(l Locator, target tree.NodeID) Proof {
	return f.ProofOf(f.Match(l), target)
}

// ProofOf reports the evidence of a resolution in this snapshot.
func (f *Frozen) ProofOf(r Resolution, target tree.NodeID) Proof {
	p := Proof{
		Locator: r.Locator, Snapshot: f.ID, Outcome: r.Outcome,
		Compared: r.Compared, Matched: len(r.Matches), Complete: r.Complete, Reason: r.Reason,
	}
	if target == tree.None {
		target = r.Node()
	}
	for _, m := range r.Matches {
		if m != target {
			p.Twins = append(p.Twins, f.twin(m, target, true))
		}
	}
	if target == tree.None && len(p.Twins) > 1 {
		for i, words := range f.apart(r.Matches) {
			p.Twins[i].Differs = words
		}
	}
	if len(p.Twins) > 0 || r.Locator.IsZero() {
		return p
	}
	for _, m := range f.nearest(r.Locator.Last(), target) {
		t := f.twin(m, target, false)
		if target == tree.None {
			t.Differs = f.misses(r.Locator.Last(), m)
		}
		p.Twins = append(p.Twins, t)
	}
	return p
}

// misses says what keeps a segment from describing a node, as a person would.
func (f *Frozen) misses(s Segment, id tree.NodeID) []string {
	var d []string
	if f.Nodes[id].Role != s.Role {
		d = append(d, "role")
	}
	name, _ := f.Name(id)
	switch want := Normalize(s.Name); {
	case !s.Named || name == want:
	case strings.EqualFold(name, want):
		d = append(d, "case of the name")
	case want != "" && strings.Contains(strings.ToLower(name), strings.ToLower(want)):
		d = append(d, "rest of the name")
	default:
		d = append(d, "name")
	}
	if len(d) == 0 {
		d = append(d, "surroundings")
	}
	return d
}

func (f *Frozen) twin(id, target tree.NodeID, matches bool) Twin {
	t := Twin{
		Node: id, Ref: f.Ref(id), Describe: f.Short(id), Path: f.Path(id),
		Bounds: f.Nodes[id].Bounds, Matches: matches,
	}
	if target != tree.None {
		t.Differs = f.differs(id, target)
	}
	return t
}

// Path returns the named nodes around id from the window down, for a person to
// read. It is never used to find an element.
func (f *Frozen) Path(id tree.NodeID) string {
	var named []tree.NodeID
	for ; id > 0; id = f.Nodes[id].Parent {
		if _, ok := f.Name(id); ok || len(named) == 0 || f.Nodes[id].Parent == 0 {
			named = append(named, id)
		}
	}
	slices.Reverse(named)
	left := len(named) - outermost - innermost
	parts := make([]string, 0, min(len(named), outermost+innermost+1))
	for i, id := range named {
		switch {
		case left > 1 && i == outermost:
			parts = append(parts, fmt.Sprintf("… %d more …", left))
		case left > 1 && i > outermost && i < outermost+left:
		default:
			parts = append(parts, f.Short(id))
		}
	}
	return strings.Join(parts, " / ")
}

// How many nodes a path names at each end: one of hundreds of levels says nothing.
const (
	outermost = 4
	innermost = 12
)

// trait is a fact that tells nodes apart, by its word in the locator language.
type trait struct {
	word  string
	value any // comparable
}

// traits lists them, always in the same order.
func (f *Frozen) traits(id tree.NodeID) [8]trait {
	n := &f.Nodes[id]
	return [...]trait{
		{"role", n.Role},
		{"name", f.names[id]},
		{"id", compared(n.AccessibleID)},
		{"description", compared(n.Description)},
		{"row", f.rows().row(id)},
		{"column", f.rows().column(id)},
		{window, f.Top(id)},
		{"container", f.nearestNamed(id)},
	}
}

// window is the word of the trait that goes before the container: what lies in
// another window lies in another container, too.
const window = "window"

// differs lists what separates two nodes.
func (f *Frozen) differs(a, b tree.NodeID) []string {
	var d []string
	ta, tb := f.traits(a), f.traits(b)
	for i, t := range ta {
		switch {
		case t.value == tb[i].value, t.word == window && (t.value == tree.None || tb[i].value == tree.None):
		case t.word == "container" && slices.Contains(d, window):
		default:
			d = append(d, t.word)
		}
	}
	return d
}

// apart lists what separates each node from all others of the list.
func (f *Frozen) apart(ids []tree.NodeID) [][]string {
	all := make([][8]trait, len(ids))
	count := map[trait]int{}
	for i, id := range ids {
		all[i] = f.traits(id)
		for _, t := range all[i] {
			count[t]++
		}
	}
	words := make([][]string, len(ids))
	for i := range ids {
		for _, t := range all[i] {
			read, is := t.value.(fact)
			if count[t] == 1 && !(is && read.state == tree.Unreadable) && !(t.word == "container" && slices.Contains(words[i], window)) {
				words[i] = append(words[i], t.word)
			}
		}
	}
	return words
}

func (f *Frozen) nearestNamed(id tree.NodeID) tree.NodeID {
	for up := f.Nodes[id].Parent; up != tree.None; up = f.Nodes[up].Parent {
		if _, ok := f.Name(up); ok {
			return up
		}
	}
	return tree.None
}

// nearest returns the nodes that come nearest to what a segment describes
// without matching: the same role with the most similar names (but for upper and
// lower case, or in which it is contained, too), or the same name with another role.
func (f *Frozen) nearest(s Segment, except tree.NodeID) []tree.NodeID {
	type near struct {
		id   tree.NodeID
		dist int
	}
	var list []near
	want := []rune(Normalize(s.Name))
	add := func(id tree.NodeID, dist int) {
		if id != except && !slices.ContainsFunc(list, func(n near) bool { return n.id == id }) {
			list = append(list, near{id, dist})
		}
	}
	for i, id := range f.byRole[s.Role] {
		if i == maxCompared {
			break
		}
		if nm, ok := f.Name(id); ok && s.Named {
			switch d := distance(want, []rune(nm)); {
			case strings.EqualFold(nm, string(want)):
				add(id, 0)
			case d <= max(2, len(want)/2):
				add(id, d)
			case len(want) > 0 && strings.Contains(strings.ToLower(nm), strings.ToLower(string(want))):
				add(id, 2)
			}
		} else if !s.Named {
			add(id, 0)
		}
		if len(list) > maxCompared {
			break
		}
	}
	for i := range f.Nodes {
		if s.Named && f.names[i] == (fact{string(want), tree.Known}) && f.Nodes[i].Role != tree.RoleLabel {
			add(tree.NodeID(i), 1)
		}
	}
	slices.SortStableFunc(list, func(a, b near) int { return a.dist - b.dist })
	var ids []tree.NodeID
	for _, n := range list[:min(len(list), maxNearest)] {
		ids = append(ids, n.id)
	}
	return ids
}

// maxCompared bounds the search for near names, which is for showing only.
const maxCompared = 2000

// distance is the number of single-rune edits between two short texts.
func distance(a, b []rune) int {
	const long = 64
	a, b = a[:min(len(a), long)], b[:min(len(b), long)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diag := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diag
			if a[i] != b[j] {
				cost = min(diag, row[j], row[j+1]) + 1
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// String says the proof in one line.
func (p Proof) String() string {
	s := fmt.Sprintf("matched %d of %d compared", p.Matched, p.Compared)
	if !p.Complete {
		s += ", observation not complete"
	}
	return s
}
