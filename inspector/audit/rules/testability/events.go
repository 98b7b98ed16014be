package testability

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Kinds of events as [backends.EventKind] has them; this package may not import it.
const (
	told         = "property"
	toldState    = "state"
	toldText     = "text"
	toldChildren = "children"
	toldFocus    = "focus"
	toldSelect   = "selection"
	toldWindow   = "window"
)

var eventsMissing = &audit.Rule{
	ID: "events-missing", Group: audit.Testability, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"4.1.3"},
	Title: "A change that the application did not tell",
	Explanation: "A screen reader says a change only when the application tells it; a test that waits for it waits in vain. Looked at: " +
		"what differs between two readings of the same element (name, value, state, children), and whether any event of that kind " +
		"named the element meanwhile.",
	Remedy: audit.Remedy{
		Any:  "Emit the event when the property changes.",
		GTK3: "Set properties through AtkObject's setters, or call g_object_notify and atk_object_notify_state_change.",
		GTK4: "Call gtk_accessible_update_property or gtk_accessible_update_state when the state changes.",
		Qt:   "Call QAccessible::updateAccessibility with QAccessibleStateChangeEvent, QAccessibleValueChangeEvent, or QAccessibleEvent(NameChanged).",
		Web:  "Change the DOM and its ARIA attributes themselves; a canvas must change its fallback content.",
	},
	Quiet: "Elements that are not in both readings, or were made anew (transient items); changes of focus, of what is shown and of " +
		"bounds. Where events were lost nothing is said.",
	Needs: audit.NeedEarlier | audit.NeedEvents, Everywhere: true,
	Whole: func(p *audit.Pass) {
		if p.Heard.Lost {
			p.Undecided("events were lost")
			return
		}
		if !p.Heard.Throughout {
			p.Undecided("it was not listened to all the time between the readings")
			return
		}
		if !p.Earlier.Application.SameProcess(p.Application) && p.Earlier.Application.PID != p.Application.PID {
			p.Undecided("the earlier reading is of another process")
			return
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			was := p.Earlier.ByHandle(n.Handle)
			if was == tree.None || !p.InScope(n.ID) || n.States.Has(tree.Transient) {
				continue
			}
			p.Checked(1)
			if !n.StatesRead {
				p.UndecidedAt(n, "the states could not be read")
				continue
			}
			before := &p.Earlier.Nodes[was]
			if before.Role != n.Role {
				continue // the handle is used again
			}
			for _, c := range changes(p, before, n) {
				if slices.ContainsFunc(p.Heard.Of[n.Handle], func(k string) bool { return slices.Contains(c.kinds, k) }) {
					continue
				}
				d := audit.Detail{
					Why:    fmt.Sprintf("Its %s changed, and no event told it in %v.", c.what, p.Heard.For.Round(time.Millisecond)),
					Values: []audit.Value{audit.V(c.what+" before", c.before), audit.V(c.what, c.now)}, Kind: c.what,
				}
				if p.Toolkit == audit.Web && c.what == "value" {
					d.Blame = "Chromium does not tell all changes of texts"
				}
				p.Report(n, d)
				break // one finding an element: the rest has the same cause
			}
		}
	},
}

// change is one difference between two readings, and the kinds of events that tell it.
type change struct {
	what        string
	before, now any
	kinds       []string
}

// steady are the states that say what an element is or means, without those of where
// the focus and the screen are.
var steady = tree.MakeStates(tree.Checked, tree.Pressed, tree.Expanded, tree.Collapsed, tree.Selected, tree.Sensitive,
	tree.Editable, tree.Indeterminate, tree.InvalidEntry, tree.Required, tree.Busy)

func changes(p *audit.Pass, before, n *tree.Node) []change {
	var list []change
	if before.Name.IsKnown() && n.Name.IsKnown() && before.NameFrom == n.NameFrom && before.Name.Value != n.Name.Value {
		list = append(list, change{"name", p.Said(n, before.Name.Value), p.Said(n, n.Name.Value), []string{told, toldText, toldWindow}})
	}
	if before.Value.IsKnown() && n.Value.IsKnown() && !before.Secret && !n.Secret && before.Value.Value != n.Value.Value {
		list = append(list, change{"value", p.Said(n, before.Value.Value), p.Said(n, n.Value.Value), []string{told, toldText, toldSelect}})
	}
	if a, b := before.States&steady, n.States&steady; before.StatesRead && n.StatesRead && a != b {
		list = append(list, change{"state", strings.Join(a.Words(), " "), strings.Join(b.Words(), " "), []string{toldState, toldSelect, toldFocus}})
	}
	if x, y := len(before.Children), len(n.Children); x != y && !n.States.Has(tree.ManagesDescendants) && !p.CutAt(n.ID) && n.Parent != tree.None {
		list = append(list, change{"number of children", x, y, []string{toldChildren, toldState}})
	}
	return list
}

// floodFor is how long a flood must last: filling a list takes a second of its own.
const floodFor = 2 * time.Second

var eventsFlood = &audit.Rule{
	ID: "events-flood", Group: audit.Testability, Severity: audit.Warning,
	Title: "A flood of events",
	Explanation: "Every event costs the application and each tool that listens; with more than 500 a second for two seconds a screen " +
		"reader falls silent or far behind. Looked at: how many events came in every second while it was listened.",
	Remedy: audit.Remedy{
		Any:  "Change what is shown in one go, and freeze notifications while a list is filled.",
		GTK3: "Take the model off the GtkTreeView while it is filled (gtk_tree_view_set_model with NULL), or g_object_freeze_notify.",
		GTK4: "Use GListModel and one items-changed for all; g_object_freeze_notify.",
		Qt:   "Use beginInsertRows for a whole block, or QSignalBlocker while a widget is filled.",
		Web:  "Build a DocumentFragment and put it in once; aria-busy while it is filled.",
	},
	Quiet: "A short burst, as when a window opens or a folder is read.",
	Needs: audit.NeedEvents,
	Whole: func(p *audit.Pass) {
		p.Checked(1)
		if p.Heard.Flood >= floodFor {
			p.Report(&p.Nodes[0], audit.Detail{
				Why: fmt.Sprintf("For %v each second had more than %d events, at most %d.", p.Heard.Flood, audit.FloodRate, p.Heard.MostInASecond),
				Values: []audit.Value{
					audit.V("events", p.Heard.Events), audit.V("listened", p.Heard.For), audit.V("most in a second", p.Heard.MostInASecond), audit.V("flood", p.Heard.Flood),
				},
			})
		}
	},
}

// leastChurn is how many elements must have a new handle to speak of churn: a single one
// was made anew for a reason.
const leastChurn = 3

var pathChurn = &audit.Rule{
	ID: "path-churn", Group: audit.Testability, Severity: audit.Info,
	Title: "The same elements under new handles",
	Explanation: "When an application makes its accessible objects anew although nothing changed for a person, every tool loses what " +
		"it held: the place of a screen reader, the step of a test. Looked at: elements with the same role and name, alone of " +
		"their kind in the same window of two readings, whose handle differs. Said once for each window.",
	Remedy: audit.Remedy{
		Any: "Keep the accessible object of an element as long as the element; update it in place.",
		Qt:  "Keep QAccessibleInterface objects in the cache (QAccessible::registerAccessibleInterface), not one for each question.",
		Web: "Update nodes in place (keys in lists of frameworks) instead of rendering a subtree again.",
	},
	Quiet: "Windows that were opened anew; single elements; items that say that they are transient.",
	Needs: audit.NeedEarlier,
	Whole: func(p *audit.Pass) {
		type called struct {
			top  tree.Handle
			role tree.Role
			name string
		}
		index := func(f *tree.Snapshot, top func(tree.NodeID) tree.NodeID) map[called]*tree.Node {
			at := map[called]*tree.Node{}
			for i := range f.Nodes {
				n := &f.Nodes[i]
				w := top(n.ID)
				if w == tree.None || w == n.ID || n.Name.Value == "" || n.States.Has(tree.Transient) || !n.StatesRead {
					continue
				}
				k := called{f.Nodes[w].Handle, n.Role, n.Name.Value}
				if _, twice := at[k]; twice {
					at[k] = nil
				} else {
					at[k] = n
				}
			}
			return at
		}
		earlier := index(p.Earlier.Snapshot, p.Earlier.Top)
		same, churned := map[tree.NodeID]int{}, map[tree.NodeID][]tree.NodeID{}
		for k, n := range index(p.Snapshot, p.Top) {
			was := earlier[k]
			if n == nil || was == nil || !p.InScope(n.ID) {
				continue
			}
			top := p.Top(n.ID)
			same[top]++
			if was.Handle != n.Handle && p.Earlier.ByHandle(n.Handle) == tree.None {
				churned[top] = append(churned[top], n.ID)
			}
		}
		for _, top := range p.Nodes[0].Children {
			p.Checked(same[top])
			list := churned[top]
			if len(list) < leastChurn {
				continue
			}
			slices.Sort(list)
			d := audit.Detail{
				Why:    fmt.Sprintf("%d of %d elements that look the same have another handle than before: %s.", len(list), same[top], p.List(list)),
				Values: []audit.Value{audit.V("compared", same[top]), audit.V("new handles", len(list))}, Others: list[:min(len(list), mostTwins)],
			}
			if p.Toolkit == audit.Qt {
				d.Blame = "Qt makes the items of views anew at each question"
			}
			p.Report(&p.Nodes[top], d)
		}
	},
}
