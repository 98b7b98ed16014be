package geometry

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var ownExtents = audit.Remedy{
	Any:  "Tell the rectangle of the element in the coordinates that were asked for.",
	GTK3: "Implement get_extents of AtkComponent for custom elements; GtkWidget does it by itself.",
	GTK4: "Implement GtkAccessible.get_bounds for elements that are no widgets.",
	Qt:   "Return the rectangle on the screen from QAccessibleInterface::rect.",
	Web:  "Give the element a size; an element of 0 x 0 with overflowing content has none.",
}

var extentsMissing = &audit.Rule{
	ID: "extents-missing", Group: audit.Geometry, Severity: audit.Error, InTestability: audit.Error, Criteria: []string{"4.1.2"},
	Title: "A control without a place",
	Explanation: "Magnifiers follow the focus by the rectangle of the focused element, and switches and voice control press in its middle. " +
		"Looked at: shown elements that take the focus, or can be pressed, and say that they have no rectangle.",
	Remedy: ownExtents,
	Quiet: "What cannot be acted on: groups, empty texts, what a toolkit needs for itself; items and cells, which are made on demand. " +
		"Elements that can be pressed and do not take the focus are for review. A rectangle that could not be read is undecided.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return acted(n) && !p.Furniture(n) && (n.States.Has(tree.Focusable) || n.Has(tree.VerbPress) && p.Toolkit != audit.Web)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		switch {
		case n.Bounds.State == tree.Unreadable:
			p.Undecided("the rectangle could not be read")
		case n.Bounds.State == tree.Absent || n.Bounds.Empty():
			d := audit.Detail{
				Why:    fmt.Sprintf("The %s says that it is shown, and that it has no rectangle.", n.Role),
				Values: []audit.Value{audit.V("bounds", n.Bounds.State), audit.V("focusable", n.States.Has(tree.Focusable))},
			}
			if !n.States.Has(tree.Focusable) {
				d.Severity = audit.Review
			}
			p.Report(n, d)
		}
	},
}

// beyond is how far an element may reach out of its container, in CSS pixels: shadows,
// focus rings, negative margins.
const beyond = 8

var extentsOutside = &audit.Rule{
	ID: "extents-outside-parent", Group: audit.Geometry, Severity: audit.Info,
	Title: "A control outside of its container",
	Explanation: "Nobody is harmed by the numbers; a person who points into the container does not find the control, and a picture of " +
		"the container lacks it. Looked at: the rectangle of a control against that of the nearest element around it that has one.",
	Remedy: ownExtents,
	Quiet: "Up to 8 pixels; containers that scroll; menus, tool tips, drop-down lists; containers of no area; rectangles that are not " +
		"proven. axe-windows took the same rule back to a note, since no one was harmed.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return acted(n) && n.Bounds.Usable() && n.Parent > 0 },
	Check: func(p *audit.Pass, n *tree.Node) {
		for id := n.Parent; id > 0; id = p.Nodes[id].Parent {
			up := &p.Nodes[id]
			if audit.Floats(&p.Nodes[id]) && !up.Role.TopLevel() || scrolls(p, up) || up.Role == tree.RoleDocument || up.Role == tree.RoleCombobox {
				return
			}
			if up.Bounds.State == tree.Unreadable || scrollUnread(p, up) || p.CutAt(n.ID) || up.Parent > 0 && scrollUnread(p, &p.Nodes[up.Parent]) {
				p.Undecided("the place of what is around it, or whether it scrolls, could not be read")
				return
			}
			if !up.Bounds.Usable() {
				continue
			}
			margin := int(beyond * p.PixelScale())
			r := up.Bounds.Rect
			around := tree.Rect{X: r.X - margin, Y: r.Y - margin, W: r.W + 2*margin, H: r.H + 2*margin}
			if up.Parent > 0 && scrolls(p, &p.Nodes[up.Parent]) || holds(around, n.Bounds.Rect) {
				return
			}
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It reaches out of %s by more than %d pixels.", p.Short(id), margin),
				Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("container", r)}, Others: []tree.NodeID{id},
			})
			return
		}
	},
}

// nearlyAll is the share of a container that a control must cover to hide it.
const nearlyAll = 0.95

var extentsCover = &audit.Rule{
	ID: "extents-cover-container", Group: audit.Geometry, Severity: audit.Review, Criteria: []string{"4.1.2"},
	Title: "A control over everything beside it",
	Explanation: "An invisible button over a whole panel takes each press that was meant for what lies under it. Looked at: controls " +
		"without content that cover their container, which holds other controls too.",
	Remedy: audit.Remedy{
		Any:  "Make the control as large as it is seen, or take it out of the tree while it does nothing.",
		Qt:   "Give the overlay Qt::WA_TransparentForMouseEvents while it does nothing, or hide it.",
		Web:  "Give the overlay aria-hidden and tabindex=-1, or hide it.",
		GTK3: "Hide the overlay, or gtk_overlay_set_overlay_pass_through.",
		GTK4: "Hide the overlay, or gtk_widget_set_can_target with FALSE.",
	},
	Quiet: "The only control of its container; text boxes, lists and pictures, which fill theirs; layers that close a popup when they are " +
		"pressed are told, for review.",
	Whole: func(p *audit.Pass) {
		inside := make([]int, len(p.Nodes)) // shown controls at and below a node
		for i := len(p.Nodes) - 1; i > 0; i-- {
			n := &p.Nodes[i]
			if acted(n) && n.Bounds.Usable() && p.Shown(n.ID) {
				inside[i]++
			}
			inside[n.Parent] += inside[i]
		}
		for i := 1; i < len(p.Nodes); i++ {
			n := &p.Nodes[i]
			if !presses(n) || !n.Bounds.Usable() || !p.Shown(n.ID) || !p.InScope(n.ID) || inside[i] != 1 {
				continue
			}
			p.Checked(1)
			if p.CutWithin(n.ID) {
				p.UndecidedAt(n, "what is in it could not all be read")
				continue
			}
			up := &p.Nodes[n.Parent]
			others := inside[n.Parent] - inside[i]
			if acted(up) {
				others-- // the container itself
			}
			if others > 0 && up.Bounds.Usable() &&
				float64(audit.Meet(n.Bounds.Rect, up.Bounds.Rect).Area()) >= nearlyAll*float64(up.Bounds.Area()) {
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("It covers all of %s, in which there are %d other controls.", p.Short(up.ID), others),
					Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("container", up.Bounds.Rect), audit.V("others", others)},
					Others: []tree.NodeID{up.ID},
				})
			}
		}
	},
}

// presses reports whether an element is there to be pressed, and shows little itself.
func presses(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleButton, tree.RoleLink, tree.RoleToggleButton, tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch:
		return true
	}
	return n.Role == tree.RoleGeneric && n.Has(tree.VerbPress) && n.States.Has(tree.Focusable)
}

// away is how far from the corner of the screen a window must be, in pixels, for an
// origin of 0,0 to be none of its own.
const away = 100

var coordsSuspect = &audit.Rule{
	ID: "coords-frame-suspect", Group: audit.Geometry, Severity: audit.Info,
	Title: "Where the window is cannot be told",
	Explanation: "A note about measuring, not about the application: rectangles that could not be tied to the screen are not outlined, not " +
		"pressed, and not measured by other rules. Looked at: whether the rectangle of each window was proven, whether all controls " +
		"share one corner, and, with the windows of the display, whether the window is where it says.",
	Remedy: audit.Remedy{
		Any:  "Nothing has to be mended in the application. On Wayland no place on the screen can be known; use an X session for tests.",
		GTK4: "Nothing has to be mended: GTK 4 tells places inside the window only. The window must be alone in its size and title to be matched.",
	},
	Quiet:      "Windows whose rectangle was proven, exactly or through the window of the display.",
	Everywhere: true,
	Whole: func(p *audit.Pass) {
		corners := map[tree.NodeID]*corner{}
		for i := 1; i < len(p.Nodes); i++ {
			n := &p.Nodes[i]
			if top := p.Top(n.ID); top != n.ID && acted(n) && p.Shown(n.ID) && n.Bounds.State == tree.Known && !n.Bounds.Empty() {
				if corners[top] == nil {
					corners[top] = &corner{at: n.Bounds.Corner(), first: n.Bounds.Rect}
				}
				corners[top].note(n.Bounds.Rect)
			}
		}
		for _, top := range p.Nodes[0].Children {
			n := &p.Nodes[top]
			if !n.Role.TopLevel() || !p.Shown(top) || !p.InScope(top) {
				continue
			}
			p.Checked(1)
			b := n.Bounds
			kind, why := "", ""
			c := corners[top]
			if c != nil && p.CutWithin(top) {
				c = nil // others may begin elsewhere
				p.UndecidedAt(n, "not all its controls could be read")
			}
			switch {
			case b.State == tree.Known && b.Confidence == tree.Unproven:
				kind, why = "not proven", "Its rectangle could not be tied to a window of the display."
			case c != nil && c.count >= 5 && c.same && c.sizes:
				kind, why = "one corner", fmt.Sprintf("All its %d controls say that they begin at %d,%d.", c.count, c.at.X, c.at.Y)
			case b.Usable() && b.X == 0 && b.Y == 0 && elsewhere(p, top):
				kind, why = "origin", "It says that it is at 0,0, and the display shows it elsewhere."
			default:
				continue
			}
			p.Report(n, audit.Detail{Why: why, Kind: kind, Values: []audit.Value{audit.V("bounds", b.Rect), audit.V("confidence", b.Confidence), audit.V("space", b.Space)}})
		}
	},
}

// corner collects where the controls of a window begin.
type corner struct {
	at          tree.Point
	first       tree.Rect
	count       int
	same, sizes bool // all begin there; they have different sizes
}

func (c *corner) note(r tree.Rect) {
	c.same = (c.count == 0 || c.same) && r.Corner() == c.at
	c.sizes = c.sizes || r.W != c.first.W || r.H != c.first.H
	c.count++
}

func elsewhere(p *audit.Pass, top tree.NodeID) bool {
	if p.Desktop == nil {
		return false
	}
	for _, w := range p.Desktop.Windows {
		if w.Node == top {
			return w.Rect.X > away || w.Rect.Y > away
		}
	}
	return false
}

var hitMismatch = &audit.Rule{
	ID: "hit-test-mismatch", Group: audit.Geometry, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Something else lies in its middle",
	Explanation: "Exploring by touch or pointer, and pressing in the middle, reach another element than this one. Looked at: what the " +
		"application names when it is asked what lies in the middle of the control.",
	Remedy: audit.Remedy{
		Any:  "Answer with the deepest element at the point; take away what covers the control.",
		GTK3: "Implement ref_accessible_at_point of AtkComponent.",
		Qt:   "Implement QAccessibleInterface::childAt.",
		Web:  "Look for an overlay (pointer-events: none lets presses through).",
	},
	Quiet: "The control itself, what is in it and what it is in; its label; parts that the toolkit made; a question that was not answered, " +
		"or that named an element which is not in the tree, or a text whose lines are before and after the control (undecided).",
	Needs: audit.NeedHits,
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		_, asked := p.Hits[n.ID]
		return asked
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		h := p.Hits[n.ID]
		hit := p.Node(h.Node)
		switch {
		case h.Err != "":
			p.Undecided("the question was not answered")
			return
		case hit == nil:
			p.Undecided("what lies there is not in the tree")
			return
		case p.Inside(hit.ID, n.ID), p.Inside(n.ID, hit.ID), p.Furniture(n):
			return
		case wraps(p, hit, n):
			p.Undecided("the rectangle of a text of several lines is around it")
			return
		}
		for _, kind := range []tree.RelationKind{tree.LabelledBy, tree.LabelFor} {
			for _, of := range []*tree.Node{n, hit} {
				if len(of.Relations) == 0 {
					continue
				}
				for _, to := range audit.Related(of, kind) {
					if to == n.ID || to == hit.ID {
						return
					}
				}
			}
		}
		if hit.RoleUnread() || p.Toolkit == audit.Web && hit.Role == tree.RoleLabel && (hit.Bounds.State == tree.Unreadable || n.Bounds.State == tree.Unreadable) {
			p.Undecided("what lies there, or where it is, could not be read")
			return
		}
		if hit.Role == tree.RoleLabel && !n.RelationsRead {
			p.Undecided("whether the text that lies there is its label could not be read")
			return
		}
		d := audit.Detail{
			Why:    fmt.Sprintf("At %d,%d, in its middle, the application names %s.", h.At.X, h.At.Y, p.Placed(hit.ID)),
			Values: []audit.Value{audit.V("asked at", h.At), audit.V("answer", p.Short(hit.ID)), audit.V("its bounds", hit.Bounds.Rect)},
			Others: []tree.NodeID{hit.ID}, Kind: "answer",
		}
		if hit.Bounds.Usable() && hit.Bounds.Contains(h.At) {
			d.Kind = "covered"
			d.Why = fmt.Sprintf("%s covers it at %d,%d, in its middle.", p.Placed(hit.ID), h.At.X, h.At.Y)
		}
		p.Report(n, d)
	},
}

// wraps reports whether a text of a page has a rectangle that is higher than a control and
// around its middle: it begins in the line of the control and ends in the next, or the
// other way round. Browsers tell the box around all lines, and answer by it at times
// (measured with Chromium 156).
func wraps(p *audit.Pass, text, n *tree.Node) bool {
	return p.Toolkit == audit.Web && text.Role == tree.RoleLabel && text.Bounds.Usable() && n.Bounds.Usable() &&
		text.Bounds.H > n.Bounds.H && text.Bounds.Contains(n.Bounds.Center())
}

var offscreen = &audit.Rule{
	ID: "showing-but-offscreen", Group: audit.Geometry, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Shown by its own word, and not to be seen",
	Explanation: "A screen reader and a test take it for visible; pressing where it should be presses something else. Looked at: shown " +
		"controls whose rectangle lies outside of their window or of the scrolled area around them, and controls inside of a shown area that say they do not show.",
	Remedy: audit.Remedy{
		Any:  "Take the state \"showing\" from what is scrolled out of view.",
		GTK3: "GtkWidget does it by itself; custom elements set ATK_STATE_SHOWING in ref_state_set.",
		Qt:   "Qt sets \"offscreen\" by the window only: report it there; custom interfaces return state().offscreen.",
		Web:  "Use hidden, or visibility: hidden, in place of moving things out of view.",
	},
	Quiet: "Menus and popups; partly visible controls; items and cells that are made on demand; rectangles that are not proven. Controls " +
		"that lie in view and say they do not show are for review: pages of a stack, animations.",
	Everywhere: true,
	Whole: func(p *audit.Pass) {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !acted(n) || !n.StatesRead || !n.Bounds.Usable() || n.States.Has(tree.Transient) || !p.InScope(n.ID) || n.Parent <= 0 ||
				p.Nodes[n.Parent].States.Has(tree.ManagesDescendants) {
				continue
			}
			p.Checked(1)
			frame, port := outside(p, n)
			told := (p.Shown(n.ID) && frame != nil || frame == nil && !n.States.Has(tree.Showing)) && n.States.Has(tree.Visible)
			switch {
			case told && !(p.Nodes[n.Parent].StatesRead && p.ViewKnown(n.ID) && !around(p, n)):
				p.UndecidedAt(n, "what it lies in could not all be read")
			case p.Shown(n.ID) && frame != nil:
				d := audit.Detail{
					Why:    fmt.Sprintf("It says that it is shown, and lies outside of %s.", p.Short(frame.ID)),
					Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("view", frame.Bounds.Rect)}, Others: []tree.NodeID{frame.ID}, Kind: "outside",
				}
				if p.Toolkit == audit.Qt && port {
					d.Blame = "Qt says of what is scrolled out of view that it shows"
				}
				p.Report(n, d)
			case frame == nil && !n.States.Has(tree.Showing) && n.States.Has(tree.Visible) && p.Shown(n.Parent) && p.Nodes[n.Parent].Bounds.Usable() &&
				holds(p.Nodes[n.Parent].Bounds.Rect, n.Bounds.Rect):
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("It lies in %s, which shows, and says that it does not show.", p.Short(n.Parent)),
					Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("states", n.States.Words())}, Kind: "inside", Severity: audit.Review,
				})
			}
		}
	},
}

// around reports whether children of what an element lies in were not read: a scroll bar
// may be among them.
func around(p *audit.Pass, n *tree.Node) bool {
	return p.Above("scroll bars not read", n, func(u *tree.Node) bool { return u.Parent > 0 && scrollUnread(p, u) }) != nil
}

// scrollUnread reports whether children by which scrolls knows that an element scrolls were
// not read.
func scrollUnread(p *audit.Pass, n *tree.Node) bool {
	return p.CutAt(n.ID) || slices.ContainsFunc(n.Children[:min(len(n.Children), bars)], p.CutAt)
}

// outside returns the nearest scrolled area or window around an element that nothing of
// the element lies in, nil where there is none; port says that it is a scrolled area.
func outside(p *audit.Pass, n *tree.Node) (frame *tree.Node, port bool) {
	bounds := func(u *tree.Node) bool { return scrolls(p, u) || u.Role.TopLevel() || audit.Floats(u) }
	for up := p.Above("scrolls, top level or floats", n, bounds); up != nil && up.Parent >= 0; up = p.Above("scrolls, top level or floats", up, bounds) {
		scrolled := scrolls(p, up)
		if up.Bounds.Usable() && (scrolled || up.Role.TopLevel()) && !up.Bounds.Intersects(n.Bounds.Rect) {
			return up, scrolled
		}
		if audit.Floats(up) {
			return nil, false
		}
	}
	return nil, false
}
