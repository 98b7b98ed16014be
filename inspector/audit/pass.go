package audit

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
)

// Pass is one rule at work on one subject. It is for one goroutine.
type Pass struct {
	*Subject
	Toolkit Toolkit

	shared   *shared
	rule     *Rule
	findings []Finding
	checked  int
	skipped  map[string]int // undecided, by reason
	at       tree.NodeID    // of Check, None in Whole
	doubted  map[tree.NodeID]bool
}

// shared is what all rules of a run use and is computed once.
type shared struct {
	inScope []bool // by NodeID: below a window that is audited
	shown   []bool
	names   []ComputedName
	named   []bool               // names is filled in
	cut     map[tree.NodeID]bool // children of it were not read
	below   map[string][]int32   // by question: how many of the nodes before a number are so
	above   map[string][]tree.NodeID
	// By NodeID: the role of the element or of one around it was not read; children at or
	// below it were not; the place of one around it was not.
	roleless, cutBelow, placeless []bool
}

// Value is a raw value that a finding rests on.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// V is a value in its default form.
func V(name string, value any) Value { return Value{name, fmt.Sprint(value)} }

// Detail is what a rule says about one finding.
type Detail struct {
	// Why says in one sentence why the rule thinks so, about this element.
	Why string
	// Values are what was read. Never the text of a password field.
	Values []Value
	// Kind tells apart causes of one rule, for grouping; "" for the role.
	Kind string
	// Blame names the toolkit's own fault ("GTK 4.8 check boxes offer no action"); ""
	// where the application can mend it.
	Blame string
	// About names what the finding is about where that is not its element alone ("all check
	// boxes", "id save"): its identity does not depend on which element stands for it.
	About string
	// Others are elements that belong to the finding (the twins, the label).
	Others []tree.NodeID
	// Severity lowers or raises this finding; Off for the rule's own.
	Severity Severity
}

// browsersOwn is the cause of what is wrong in the window of a browser around its page.
const browsersOwn = "The browser's own window"

// Report adds a finding about an element. What belongs to the window of a browser is
// told as such, as info: who makes pages cannot mend it.
//
// An element whose role, or that of one around it, was not read is undecided instead:
// every rule asks what an element is and what it lies in.
func (p *Pass) Report(n *tree.Node, d Detail) {
	if p.shared.roleless[n.ID] {
		p.UndecidedAt(n, "the role of the element, or of one around it, could not be read")
		return
	}
	if d.Blame == "" && n.Parent != tree.None && p.OfBrowser(n) {
		d.Blame, d.Severity = browsersOwn, Info
	}
	d.Why = Brief(d.Why)
	for i := range d.Values {
		if d.Values[i].Value == n.Name.Value && p.namedByTyping(n.ID) {
			d.Values[i].Value = measured(n, n.Name.Value)
		}
		d.Values[i].Value = Brief(d.Values[i].Value)
	}
	p.findings = append(p.findings, Finding{Rule: p.rule.ID, Node: n.ID, Detail: d})
}

// Undecided counts an element that could not be judged, for example because its
// name could not be read: the one that Check looks at, in a Whole some that has no name.
func (p *Pass) Undecided(why string) {
	p.skipped[why]++
	p.doubted[p.at] = true
}

// UndecidedAt is Undecided of a certain element, for a Whole.
func (p *Pass) UndecidedAt(n *tree.Node, why string) {
	p.skipped[why]++
	p.doubted[n.ID] = true
}

// Checked counts elements that a Whole has looked at.
func (p *Pass) Checked(n int) { p.checked += n }

// InScope reports whether an element belongs to what is audited.
func (p *Pass) InScope(id tree.NodeID) bool { return p.shared.inScope[id] }

// Shown reports whether an element is on the screen by its own word: showing and
// visible, and if it has a rectangle, one with an area. Where its states could not
// be read it is not.
func (p *Pass) Shown(id tree.NodeID) bool { return p.shared.shown[id] }

// Up returns the nearest ancestor for which is holds, or nil.
func (p *Pass) Up(n *tree.Node, is func(*tree.Node) bool) *tree.Node {
	for id := n.Parent; id != tree.None; id = p.Nodes[id].Parent {
		if is(&p.Nodes[id]) {
			return &p.Nodes[id]
		}
	}
	return nil
}

// Above is Up for a question that is asked about many elements: in all a run takes time in
// proportion to the elements, however deep they lie. The key names the question.
func (p *Pass) Above(key string, n *tree.Node, is func(*tree.Node) bool) *tree.Node {
	near, known := p.shared.above[key]
	if !known {
		near = make([]tree.NodeID, len(p.Nodes))
		for i := range p.Nodes {
			switch up := p.Nodes[i].Parent; {
			case up == tree.None:
				near[i] = tree.None
			case is(&p.Nodes[up]):
				near[i] = up
			default:
				near[i] = near[up]
			}
		}
		p.shared.above[key] = near
	}
	if near[n.ID] == tree.None {
		return nil
	}
	return &p.Nodes[near[n.ID]]
}

// Below counts the elements below n for which is holds, in the way of Above.
func (p *Pass) Below(key string, n *tree.Node, is func(*tree.Node) bool) int {
	before, known := p.shared.below[key]
	if !known {
		before = make([]int32, len(p.Nodes)+1)
		for i := range p.Nodes {
			before[i+1] = before[i]
			if is(&p.Nodes[i]) {
				before[i+1]++
			}
		}
		p.shared.below[key] = before
	}
	return int(before[p.End(n.ID)] - before[n.ID+1])
}

// RolesKnown reports whether the role of an element, and those of what is around it, were
// read. [Pass.Report] asks it of the element itself.
func (p *Pass) RolesKnown(id tree.NodeID) bool { return !p.shared.roleless[id] }

// CutWithin reports whether children of a node, or of one below it, were not read.
func (p *Pass) CutWithin(id tree.NodeID) bool { return p.shared.cutBelow[id] }

// ViewKnown reports whether the places of what is around an element were read, so that
// what of it is out of view is known ([Subject.Seen]).
func (p *Pass) ViewKnown(id tree.NodeID) bool { return !p.shared.placeless[id] }

// Down calls visit for what is below n in document order until it returns false.
func (p *Pass) Down(n *tree.Node, visit func(*tree.Node) bool) bool {
	for _, c := range n.Children {
		if !visit(&p.Nodes[c]) || !p.Down(&p.Nodes[c], visit) {
			return false
		}
	}
	return true
}

// Enabled reports whether an element says that it can be used. Some toolkits give
// only one of the two states.
func Enabled(n *tree.Node) bool { return n.States.Has(tree.Enabled) || n.States.Has(tree.Sensitive) }

// Related returns the targets of a relation that are in the snapshot.
func Related(n *tree.Node, kind tree.RelationKind) []tree.NodeID {
	var to []tree.NodeID
	for _, r := range n.Relations {
		if r.Kind == kind {
			to = append(to, r.Targets...)
		}
	}
	return to
}

// AttributeOf returns the value of one of the platform's free-form pairs.
func AttributeOf(n *tree.Node, key string) (string, bool) {
	for _, a := range n.Attributes {
		if a.Key == key {
			return a.Value, true
		}
	}
	return "", false
}
