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
	// Differs lists what separates it from the target: "name", "window", "row" …
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
	if len(p.Twins) > 0 || r.Locator.IsZero() {
		return p
	}
	for _, m := range f.nearest(r.Locator.Last(), target) {
		p.Twins = append(p.Twins, f.twin(m, target, false))
	}
	return p
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
	var parts []string
	for ; id > 0; id = f.Nodes[id].Parent {
		if _, ok := f.Name(id); ok || len(parts) == 0 || f.Nodes[id].Parent == 0 {
			parts = append(parts, f.Short(id))
		}
	}
	slices.Reverse(parts)
	if left := len(parts) - outermost - innermost; left > 1 {
		parts = slices.Replace(parts, outermost, outermost+left, fmt.Sprintf("… %d more …", left))
	}
	return strings.Join(parts, " / ")
}

// How many nodes a path names at each end: one of hundreds of levels says nothing.
const (
	outermost = 4
	innermost = 12
)

// differs lists, in words of the locator language, what separates two nodes.
func (f *Frozen) differs(a, b tree.NodeID) []string {
	var d []string
	note := func(what string, x, y fact) {
		if x != y {
			d = append(d, what)
		}
	}
	na, nb := &f.Nodes[a], &f.Nodes[b]
	if na.Role != nb.Role {
		d = append(d, "role")
	}
	note("name", f.names[a], f.names[b])
	note("id", compared(na.AccessibleID), compared(nb.AccessibleID))
	note("description", compared(na.Description), compared(nb.Description))
	note("row", f.rows().row(a), f.rows().row(b))
	note("column", f.rows().column(a), f.rows().column(b))
	if ta, tb := f.Top(a), f.Top(b); ta != tb && ta != tree.None && tb != tree.None {
		d = append(d, "window")
	} else if x, y := f.nearestNamed(a), f.nearestNamed(b); x != y {
		d = append(d, "container")
	}
	return d
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
// without matching: the same role with the most similar names, or the same name
// with another role.
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
			if d := distance(want, []rune(nm)); d <= max(2, len(want)/2) {
				add(id, d)
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
