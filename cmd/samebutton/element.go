package main

import (
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// The shapes that --json prints are written out here and in the files of the
// commands, apart from the types of the engine, so that these may change without
// breaking a script. Fields are never removed; every field that can be absent
// says so by null or by not being there.

// elementData is one element of a tree.
type elementData struct {
	Ref         string  `json:"ref,omitempty"`
	Role        string  `json:"role"`
	NativeRole  string  `json:"nativeRole"`
	Name        string  `json:"name"`
	NameState   string  `json:"nameState"`   // known, absent or unreadable
	Description *string `json:"description"` // null: none, or not readable
	Value       *string `json:"value"`
	// Secret elements are password fields: their value was not read.
	Secret   bool          `json:"secret,omitempty"`
	States   []string      `json:"states"` // null: not readable
	Actions  []string      `json:"actions"`
	Bounds   *boundsData   `json:"bounds"` // null: none that can be trusted
	Children []elementData `json:"children"`
	// Hidden counts the elements below that --depth left out.
	Hidden int `json:"hidden,omitempty"`

	badge string
}

// boundsData is a rectangle in physical pixels of the screen.
type boundsData struct {
	X          int    `json:"x"`
	Y          int    `json:"y"`
	W          int    `json:"w"`
	H          int    `json:"h"`
	Confidence string `json:"confidence"` // exact or derived
}

func boundsOf(b tree.Bounds) *boundsData {
	if !b.Usable() {
		return nil
	}
	return &boundsData{b.X, b.Y, b.W, b.H, b.Confidence.String()}
}

func (b *boundsData) String() string {
	if b == nil {
		return ""
	}
	return fmt.Sprintf("%d,%d %dx%d", b.X, b.Y, b.W, b.H)
}

func textOf(t tree.Text) *string {
	if !t.IsKnown() {
		return nil
	}
	return &t.Value
}

// elementOf converts one element without what is below it.
func elementOf(f *inspector.Frozen, id tree.NodeID) elementData {
	n := &f.Nodes[id]
	e := elementData{
		Ref: f.Ref(id).String(), Role: string(n.Role), NativeRole: n.NativeRole,
		Name: n.Name.Value, NameState: n.Name.State.String(),
		Description: textOf(n.Description), Secret: n.Secret,
		Actions: []string{}, Bounds: boundsOf(n.Bounds), Children: []elementData{}, badge: badgeOf(f, id),
	}
	if !n.Secret {
		e.Value = textOf(n.Value)
	}
	if n.StatesRead {
		e.States = n.States.Words()
	}
	for _, a := range n.Actions {
		word := string(a.Verb)
		if word == "" {
			word = a.Native
		}
		e.Actions = append(e.Actions, word)
	}
	return e
}

// treeOf converts an element and what is below it, depth levels deep; negative
// for all.
func treeOf(f *inspector.Frozen, id tree.NodeID, depth int) elementData {
	e := elementOf(f, id)
	for _, c := range f.Nodes[id].Children {
		if depth == 0 {
			e.Hidden += size(f, c)
			continue
		}
		e.Children = append(e.Children, treeOf(f, c, depth-1))
	}
	return e
}

func size(f *inspector.Frozen, id tree.NodeID) int {
	n := 1
	for _, c := range f.Nodes[id].Children {
		n += size(f, c)
	}
	return n
}

// badgeOf is the standing of an element as the window shows it.
func badgeOf(f *inspector.Frozen, id tree.NodeID) string {
	s := f.Survey()
	switch s.Badges[id] {
	case inspector.BadgeUnique:
		return "✓"
	case inspector.BadgeContext:
		return "✓ by context"
	case inspector.BadgeAmbiguous:
		if s.Twins[id] < 2 { // alone with its name, which is what it shows and no more
			return "× ambiguous"
		}
		return fmt.Sprintf("×%d", s.Twins[id])
	case inspector.BadgeUnnamed:
		return "⚠ unnamed"
	case inspector.BadgeUnproven:
		return "? not proven"
	}
	return ""
}

// telling are the states that a person wants to see; the usual ones are noise.
var telling = []tree.State{
	tree.Busy, tree.Checked, tree.Collapsed, tree.Defunct, tree.Expanded, tree.Focused, tree.Indeterminate,
	tree.InvalidEntry, tree.Modal, tree.Pressed, tree.ReadOnly, tree.Required, tree.Selected,
}

// line is the element for a person, without what is below it.
func (e elementData) line() string {
	var b strings.Builder
	b.WriteString(labelOf(e.Role, e.Name, e.NameState))
	if e.Value != nil && *e.Value != "" && *e.Value != e.Name {
		fmt.Fprintf(&b, " = %s", quote(shorten(*e.Value)))
	}
	for _, s := range telling {
		for _, word := range e.States {
			if word == s.String() {
				b.WriteString(" " + word)
			}
		}
	}
	if e.States != nil && e.badge != "" && e.disabled() {
		b.WriteString(" disabled")
	}
	if e.badge != "" {
		b.WriteString("  " + e.badge)
	}
	if e.Ref != "" {
		b.WriteString("  " + e.Ref)
	}
	if e.Hidden > 0 {
		fmt.Fprintf(&b, "  (%d more inside)", e.Hidden)
	}
	return b.String()
}

func (e elementData) disabled() bool {
	for _, word := range e.States {
		if word == tree.Enabled.String() || word == tree.Sensitive.String() {
			return false
		}
	}
	return true
}

// shorten keeps a value on one readable line.
func shorten(s string) string {
	const most = 60
	s, all := beginning(s, most)
	if !all {
		s += "…"
	}
	return s
}

func (e elementData) showTree(p *page, indent int) {
	p.line("%s%s", strings.Repeat("  ", indent), e.line())
	for _, c := range e.Children {
		c.showTree(p, indent+1)
	}
}

// matchData is an element that was found.
type matchData struct {
	Ref    string      `json:"ref,omitempty"`
	Role   string      `json:"role"`
	Name   string      `json:"name"`
	Path   string      `json:"path"`
	Bounds *boundsData `json:"bounds"`
	// Locator names this one of several matches beyond doubt; "" where nothing does.
	Locator string `json:"locator,omitempty"`
}

// matchList lists elements for people and scripts.
type matchList struct {
	Matches []matchData `json:"matches"`
}

func matchesOf(f *inspector.Frozen, ids []tree.NodeID) matchList {
	l := matchList{Matches: []matchData{}}
	for _, id := range ids {
		n := &f.Nodes[id]
		l.Matches = append(l.Matches, matchData{Ref: f.Ref(id).String(), Role: string(n.Role), Name: n.Name.Value, Path: f.Path(id), Bounds: boundsOf(n.Bounds)})
	}
	return l
}

func (l matchList) show(p *page) {
	var rows [][]string
	for _, m := range l.Matches {
		element := m.Path
		if len(l.Matches) > 1 && m.Locator != "" {
			element = m.Locator // paths of twins are often equal
		}
		rows = append(rows, []string{element, m.Bounds.String(), m.Ref})
	}
	p.table([]string{"ELEMENT", "PLACE", "REF"}, rows)
}

// proofData is the evidence of a search.
type proofData struct {
	Locator  string     `json:"locator"`
	Outcome  string     `json:"outcome"`
	Compared int        `json:"compared"`
	Matched  int        `json:"matched"`
	Complete bool       `json:"complete"`
	Reason   string     `json:"reason,omitempty"`
	Twins    []twinData `json:"twins"`
}

// twinData is another element that matches too, or nearly.
type twinData struct {
	Ref      string      `json:"ref,omitempty"`
	Describe string      `json:"describe"`
	Path     string      `json:"path"`
	Bounds   *boundsData `json:"bounds"`
	Matches  bool        `json:"matches"`
	Differs  []string    `json:"differs"`
}

func proofOf(proof inspector.Proof) proofData {
	d := proofData{
		Locator: proof.Locator.String(), Outcome: string(proof.Outcome), Compared: proof.Compared,
		Matched: proof.Matched, Complete: proof.Complete, Reason: proof.Reason, Twins: []twinData{},
	}
	for _, t := range proof.Twins {
		d.Twins = append(d.Twins, twinData{t.Ref.String(), t.Describe, t.Path, boundsOf(t.Bounds), t.Matches, append([]string{}, t.Differs...)})
	}
	return d
}

func (d proofData) show(p *page) {
	p.line("  matched %d of %d compared%s", d.Matched, d.Compared, map[bool]string{true: ", complete", false: ", not complete"}[d.Complete])
	for _, t := range d.Twins {
		word := "nearest"
		if t.Matches {
			word = "twin"
		}
		p.line("  %s: %s%s", word, t.Path, separation(t.Differs))
	}
}

func separation(differs []string) string {
	if len(differs) == 0 {
		return ""
	}
	return " (differs in " + strings.Join(differs, ", ") + ")"
}
