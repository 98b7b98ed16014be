package keyboard

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var manyFocused = &audit.Rule{
	ID: "more-than-one-focus", Group: audit.Keyboard, Severity: audit.Error, Criteria: []string{"2.4.3"},
	Title: "Two elements with the focus, or none",
	Explanation: "Screen readers and recorders follow the focus. Where two elements say that they have it nobody knows which gets " +
		"the next key; where none does in the active window nothing is read out at all.",
	Remedy: audit.Remedy{
		Any:  "Take the state away from the element that lost the focus, and set it on the one that has it.",
		GTK3: "gtk_widget_grab_focus does both; own accessibles send state-changed:focused for both.",
		GTK4: "gtk_widget_grab_focus, gtk_window_set_focus.",
		Qt:   "QWidget::setFocus; QAccessible::Event Focus for active descendants only.",
		Web:  "element.focus(); aria-activedescendant for lists.",
	},
	Quiet: "An element and what is around it (a combo box and its entry, a list and its active item). The current tab of Qt, which says so whatever has the focus. Different windows, of which " +
		"each may remember its own: a person has to look. Whether no element has the focus is asked only of an active window that " +
		"was read completely and has something to focus, and is left to a person.",
	Whole: func(p *audit.Pass) {
		focused := map[tree.NodeID][]*tree.Node{} // by window
		focusable := map[tree.NodeID]bool{}
		var tops []tree.NodeID
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !p.InScope(n.ID) {
				continue
			}
			if n.Parent == 0 {
				tops = append(tops, n.ID)
			}
			if !n.StatesRead {
				p.Undecided("the states could not be read")
			}
			top := p.Top(n.ID)
			focusable[top] = focusable[top] || n.States.Has(tree.Focusable) && p.Shown(n.ID)
			if n.States.Has(tree.Focused) && n.RoleUnread() {
				p.UndecidedAt(n, "the role of what has the focus could not be read")
				continue
			}
			if n.States.Has(tree.Focused) && !window(n) && !(p.Toolkit == audit.Qt && n.Role == tree.RoleTab) {
				p.Checked(1)
				focused[top] = append(focused[top], n)
			}
		}
		one := tree.None // the window with a focus that came first
		for _, top := range tops {
			var last *tree.Node
			reported := false
			for _, n := range focused[top] {
				switch {
				case last == nil || p.Inside(n.ID, last.ID) || sameField(p, n, last):
					last = n
				case !p.RolesKnown(last.ID):
					p.UndecidedAt(n, "what another focused element is a part of could not be read")
				default:
					reported = true
					p.Report(n, audit.Detail{
						Why:    "It says that it has the focus, and so does " + p.Short(last.ID) + " in the same window.",
						Kind:   "two",
						Values: []audit.Value{audit.V("focused", p.Short(n.ID)), audit.V("focused as well", p.Short(last.ID))},
						Others: []tree.NodeID{last.ID},
					})
				}
			}
			w := &p.Nodes[top]
			switch {
			case last != nil && one != tree.None && !reported && last.States.Has(tree.Showing):
				p.Report(last, audit.Detail{
					Why: "It says that it has the focus, and so does an element of another window.", Kind: "windows", Severity: audit.Review,
					Values: []audit.Value{audit.V("focused", p.Short(last.ID)), audit.V("other window", p.Short(one))}, Others: []tree.NodeID{one},
				})
			case last != nil && last.States.Has(tree.Showing):
				one = top
			case last == nil && w.States.Has(tree.Active) && focusable[top] && p.Complete():
				p.Report(w, audit.Detail{
					Why: "It is the active window and has elements that can be focused, but none says that it has the focus.", Kind: "none", Severity: audit.Review,
					Values: []audit.Value{audit.V("active", true), audit.V("focused elements", 0)},
				})
			}
		}
	},
}

// sameField reports whether two elements are parts of one combo box or spin button.
func sameField(p *audit.Pass, a, b *tree.Node) bool {
	owner := p.PartOf(a)
	return owner != nil && (owner == p.PartOf(b) || owner == b)
}

var focusHidden = &audit.Rule{
	ID: "focus-not-shown", Group: audit.Keyboard, Severity: audit.Error, Criteria: []string{"2.4.7", "2.4.11"},
	Title: "Focus that cannot be seen",
	Explanation: "The element with the focus lies outside of its window or of the area that scrolls, or under another element: who uses " +
		"the keyboard does not see where the next key goes.",
	Remedy: audit.Remedy{
		Any:  "Scroll what gets the focus into view, and leave room for what lies over the content.",
		GTK3: "gtk_container_set_focus_vadjustment, or gtk_widget_grab_focus inside of a GtkViewport.",
		GTK4: "GtkViewport:scroll-to-focus.",
		Qt:   "QScrollArea::ensureWidgetVisible.",
		Web:  "element.scrollIntoView(); scroll-padding for sticky headers.",
	},
	Quiet: "While something is scrolled the focus may be out of sight for a moment: with an earlier reading both have to say so. " +
		"Elements without a proven place on the screen. Whether something covers it is known only with hit tests.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return n.States.Has(tree.Focused) && !window(n) },
	Check: func(p *audit.Pass, n *tree.Node) {
		if !n.Bounds.Usable() {
			p.Undecided("where the focused element is could not be read")
			return
		}
		if p.Earlier != nil {
			id := p.Earlier.ByHandle(n.Handle)
			if id == tree.None || !p.Earlier.Nodes[id].States.Has(tree.Focused) || p.Earlier.Nodes[id].Bounds.Rect != n.Bounds.Rect {
				return // on its way
			}
		}
		for a := p.Above("clips", n, clips); a != nil && a.Parent >= 0; a = p.Above("clips", a, clips) {
			up := a.ID
			if a.Bounds.Usable() && !a.Bounds.Intersects(n.Bounds.Rect) {
				p.Report(n, audit.Detail{
					Why: "It has the focus, but lies outside of the " + a.NativeRole + " around it.", Kind: "outside", Others: []tree.NodeID{up},
					Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V(a.NativeRole, a.Bounds.Rect)},
				})
				return
			}
			if a.Parent == 0 {
				break // popups may lie outside of what opened them
			}
		}
		if hit, ok := p.Hits[n.ID]; ok && hit.Err == "" && hit.Node != tree.None && !p.Inside(hit.Node, n.ID) && !p.Inside(n.ID, hit.Node) {
			p.Report(n, audit.Detail{
				Why: "It has the focus, but " + p.Short(hit.Node) + " lies over its middle.", Kind: "covered", Others: []tree.NodeID{hit.Node},
				Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("asked at", fmt.Sprintf("%d,%d", hit.At.X, hit.At.Y))},
			})
		}
	},
}

// clips reports whether nothing inside of an element is drawn outside of it.
func clips(n *tree.Node) bool {
	return n.NativeRole == "scroll pane" || n.NativeRole == "viewport" || n.Role.TopLevel()
}
