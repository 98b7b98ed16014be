package naming

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// partners are the relations that have to lead back, in both directions.
var partners = map[tree.RelationKind]tree.RelationKind{}

func init() {
	for a, b := range map[tree.RelationKind]tree.RelationKind{
		tree.LabelFor: tree.LabelledBy, tree.ControllerFor: tree.ControlledBy, tree.FlowsTo: tree.FlowsFrom,
		tree.Embeds: tree.EmbeddedBy, tree.DescriptionFor: tree.DescribedBy, tree.DetailsOf: tree.DetailsFor,
		tree.ErrorMessage: tree.ErrorFor, tree.NodeChildOf: tree.NodeParentOf,
	} {
		partners[a], partners[b] = b, a
	}
}

var relationOneWay = &audit.Rule{
	ID: "relation-not-reciprocal", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "Relation that does not lead back",
	Explanation: "A relation of two elements (label for, controls, describes, flows to, details, error message) is said at one end " +
		"only, so that who stands at the other end does not learn of it: a screen reader at the field does not find the label.",
	Remedy: audit.Remedy{
		Any:  "Say the relation at both ends.",
		GTK3: "atk_object_add_relationship says both ends at once where the other end is given its inverse, too.",
		GTK4: "gtk_accessible_update_relation on both elements. Labels: mnemonic-widget says both.",
		Qt:   "QAccessibleInterface::relations of both widgets; QLabel::setBuddy says both.",
		Web:  "aria-labelledby, aria-describedby, aria-controls: the browser says the way back by itself.",
	},
	Quiet: "Ends that were not asked for their relations are not judged. Each kind of relation is reported once for the whole " +
		"application; where none of the kind leads back, and always in GTK 4 and for controllers in Qt, which makes those by itself, it " +
		"is the toolkit that says one direction only (info).",
	Whole: func(p *audit.Pass) {
		ways, leads := map[tree.RelationKind]*oneWay{}, leadsBack{}
		var kinds []tree.RelationKind
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !p.InScope(n.ID) {
				continue
			}
			for _, r := range n.Relations {
				back, ok := partners[r.Kind]
				if !ok {
					continue
				}
				for _, to := range r.Targets {
					p.Checked(1)
					w := ways[r.Kind]
					if w == nil {
						w = &oneWay{}
						ways[r.Kind], kinds = w, append(kinds, r.Kind)
					}
					switch t := &p.Nodes[to]; {
					case leads.back(t, back, n.ID):
						w.both++
					case !t.RelationsRead:
						p.Undecided("the other end of a relation was not asked for its relations")
					default:
						w.from, w.to = append(w.from, n.ID), append(w.to, to)
					}
				}
			}
		}
		for _, kind := range kinds {
			if w := ways[kind]; len(w.from) > 0 {
				w.report(p, kind)
			}
		}
	},
}

// leadsBack are the targets of elements with many of them, by element and relation.
type leadsBack map[end]map[tree.NodeID]bool

// end is one end of a relation.
type end struct {
	of   tree.NodeID
	kind tree.RelationKind
}

// back reports whether an element says a relation of another.
func (l leadsBack) back(t *tree.Node, kind tree.RelationKind, to tree.NodeID) bool {
	const few = 16
	count := 0
	for _, r := range t.Relations {
		if r.Kind == kind {
			count += len(r.Targets)
		}
	}
	if count <= few {
		return slices.Contains(audit.Related(t, kind), to)
	}
	at := end{t.ID, kind}
	if l[at] == nil {
		l[at] = make(map[tree.NodeID]bool, count)
		for _, id := range audit.Related(t, kind) {
			l[at][id] = true
		}
	}
	return l[at][to]
}

// oneWay is what was found of one kind of relation.
type oneWay struct {
	both     int
	from, to []tree.NodeID
}

func (w *oneWay) report(p *audit.Pass, kind tree.RelationKind) {
	n := &p.Nodes[w.from[0]]
	d := audit.Detail{
		Why: fmt.Sprintf("It says %s of %s, which does not say %s of it.", kind, p.Short(w.to[0]), partners[kind]),
		Values: []audit.Value{
			audit.V("relation", kind), audit.V("one way", len(w.from)), audit.V("both ways", w.both),
		},
		Kind: string(kind), About: "all of the kind",
		Others: append(slices.Clone(w.to), w.from[1:]...),
	}
	const many = 3 // of a kind, of which none leads back
	if w.both == 0 && len(w.from) >= many && p.Toolkit != audit.OtherToolkit || p.Toolkit == audit.GTK4 ||
		p.Toolkit == audit.Qt && (kind == tree.ControllerFor || kind == tree.LabelFor) {
		d.Blame = fmt.Sprintf("%s says %s in one direction only", p.Application.Toolkit, kind)
		d.Severity = audit.Info
	}
	p.Report(n, d)
}

var relationDangling = &audit.Rule{
	ID: "relation-dangling", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"1.3.1"},
	Title: "Relation to nothing, or to itself",
	Explanation: "A label, description or error message is said to be an element that is not there (any more), or the element " +
		"itself. A screen reader that follows it finds nothing.",
	Remedy: audit.Remedy{
		Any:  "Take the relation away together with the element that it leads to.",
		GTK3: "atk_object_remove_relationship before the other widget is destroyed.",
		GTK4: "gtk_accessible_reset_relation.",
		Qt:   "QLabel::setBuddy(nullptr) before the buddy is deleted.",
		Web:  "Let aria-labelledby and its like name ids that exist.",
	},
	Quiet: "Radio buttons and tabs that are members of a group with themselves, which is how groups are said. Menus, popovers and " +
		"tab pages that are not shown need not be in the tree, so that relations of popups and controllers outside of it are no " +
		"fault; neither is any relation of a reading that is not complete. A target outside of the tree may have come or gone " +
		"meanwhile: without an earlier reading that says the same, a person has to look.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return len(n.Relations) > 0 },
	Check: func(p *audit.Pass, n *tree.Node) {
		for _, r := range n.Relations {
			if !explains[r.Kind] {
				continue
			}
			for _, to := range r.Targets {
				if to == n.ID {
					p.Report(n, audit.Detail{Why: fmt.Sprintf("It says that it is %s itself.", r.Kind), Kind: "itself",
						Values: []audit.Value{audit.V("relation", r.Kind)}})
					return
				}
				if p.Nodes[to].States.Has(tree.Defunct) {
					p.Report(n, audit.Detail{Why: fmt.Sprintf("It is %s an element that is defunct.", r.Kind), Kind: "defunct",
						Values: []audit.Value{audit.V("relation", r.Kind)}, Others: []tree.NodeID{to}})
					return
				}
			}
			if r.Outside == 0 {
				continue
			}
			if !p.Complete() {
				p.Undecided("the other end of a relation may lie in what was not read")
				return
			}
			d := audit.Detail{Why: fmt.Sprintf("It is %s %d element(s) that are nowhere in the application.", r.Kind, r.Outside), Kind: "outside",
				Values: []audit.Value{audit.V("relation", r.Kind), audit.V("outside", r.Outside), audit.V("name", n.Name.Value)}}
			if before := earlier(p, n); before == nil || !slices.ContainsFunc(before.Relations, func(o tree.Relation) bool { return o.Kind == r.Kind && o.Outside > 0 }) {
				d.Severity = audit.Review
			}
			if p.Toolkit == audit.GTK4 && r.Kind == tree.LabelledBy {
				d.Severity, d.Blame = audit.Info, "GTK 4 names labels of buttons that it leaves out of the tree"
			}
			p.Report(n, d)
			return
		}
	},
}

// explains are the relations that a reader follows to learn what an element is.
var explains = map[tree.RelationKind]bool{
	tree.LabelledBy: true, tree.LabelFor: true, tree.DescribedBy: true, tree.DescriptionFor: true,
	tree.DetailsOf: true, tree.ErrorMessage: true, tree.FlowsTo: true, tree.FlowsFrom: true,
}
