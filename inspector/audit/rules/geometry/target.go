package geometry

import (
	"fmt"
	"math"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// leastTarget is how wide and high a target must be, in CSS pixels (WCAG 2.2, 2.5.8).
const leastTarget = 24

var targetSize = &audit.Rule{
	ID: "target-size", Group: audit.Geometry, AnyRole: true, Severity: audit.Warning, Criteria: []string{"2.5.8"},
	Title: "A target that is too small to hit",
	Explanation: "A person whose hand trembles, or who uses a finger, presses the one beside it. Looked at: controls of less than 24 x 24 " +
		"CSS pixels that have not the room around them which WCAG 2.2 allows in its place: a circle of 24 pixels around the " +
		"middle that meets no other target, nor the circle of another small one.",
	Remedy: audit.Remedy{
		Any:  "Make the control larger, or leave more room around it.",
		GTK3: "Call gtk_widget_set_size_request, or set min-width, min-height and padding in CSS.",
		GTK4: "Call gtk_widget_set_size_request, or set min-width, min-height and padding in CSS.",
		Qt:   "Call QWidget::setMinimumSize, or set min-width, min-height and padding in the style sheet.",
		Web:  "Set min-width, min-height or padding.",
	},
	Quiet: "Links in a sentence; sliders and scroll bars; buttons of the title bar and parts that the toolkit makes; what is disabled or " +
		"partly out of view. Rows, items, cells and menu items, and check boxes, radio buttons and switches that are inputs of HTML, have the size that the toolkit or " +
		"the browser gave them: information, once for each list or table. Controls of HTML as high as a line of text may have the browser's own size, which WCAG allows: a person has to look. Another control that does the same is not known of. 44 pixels (2.5.5, AAA) are not asked for.",
	Whole: func(p *audit.Pass) {
		s := p.PixelScale()
		limit := leastTarget * s
		seen := p.Seen()
		g := newGrid(limit*2, len(p.Nodes))
		var small []tree.NodeID
		type kind struct {
			container tree.NodeID
			role      tree.Role
		}
		as := map[kind]int{} // small ones whose size the toolkit gave, by their container
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !acted(n) || !p.Shown(n.ID) || !n.Bounds.Usable() || !audit.Enabled(n) || seen[i] != n.Bounds.Rect {
				continue
			}
			g.add(n.ID, n.Bounds.Rect)
			if p.InScope(n.ID) && sized(n) && !p.Furniture(n) {
				p.Checked(1)
				if isSmall(n, limit) && !inSentence(p, n) {
					small = append(small, n.ID)
					if given(p, n) {
						as[kind{holder(p, n), n.Role}]++
					}
				}
			}
		}
		for _, id := range small {
			n := &p.Nodes[id]
			k := kind{holder(p, n), n.Role}
			if given(p, n) && as[k] == 0 {
				continue // told of another
			}
			other := crowded(p, g, n, limit)
			if other == tree.None {
				continue
			}
			if !p.ViewKnown(id) || !p.ViewKnown(other) {
				p.UndecidedAt(n, "whether it is all in view could not be read")
				continue
			}
			d := audit.Detail{
				Why:    fmt.Sprintf("It is %s CSS pixels, and %s lies within the circle of %d around its middle.", size(n, s), p.Short(other), leastTarget),
				Values: []audit.Value{audit.V("bounds", n.Bounds.Rect), audit.V("scale", s), audit.V("near", p.Nodes[other].Bounds.Rect)},
				Others: []tree.NodeID{other},
			}
			if given(p, n) {
				d.Kind, d.Severity = "size of the toolkit", audit.Info
				d.About = fmt.Sprintf("all of role %s in a %s", n.Role, p.Nodes[max(k.container, 0)].Role)
				d.Why += fmt.Sprintf(" %d are as small in %s.", as[k], p.Short(k.container))
				d.Values = append(d.Values, audit.V("as small", as[k]))
				delete(as, k)
			}
			if p.Toolkit == audit.Web && ofBrowser(n, s) {
				d.Kind, d.Severity = "size of the browser", audit.Review
				d.Why += " WCAG allows the size that the browser itself gives a control."
			}
			p.Report(n, d)
		}
	},
}

// ofBrowser reports whether a control of a page may have the size that the browser gave
// it: elements of HTML that are as high as a line of text (21 to 23 in Chromium 156).
func ofBrowser(n *tree.Node, scale float64) bool {
	const line = 18
	switch tag, _ := audit.AttributeOf(n, "tag"); tag {
	case "input", "select", "button":
		return float64(min(n.Bounds.W, n.Bounds.H)) >= line*scale
	}
	return false
}

func size(n *tree.Node, scale float64) string {
	return fmt.Sprintf("%.0f x %.0f", float64(n.Bounds.W)/scale, float64(n.Bounds.H)/scale)
}

func isSmall(n *tree.Node, limit float64) bool {
	return float64(n.Bounds.W) < limit || float64(n.Bounds.H) < limit
}

// sized reports whether the rectangle of an element is what a person has to hit.
func sized(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleSlider, tree.RoleScrollbar, tree.RoleTerminal:
		return false
	}
	return true
}

// given reports whether the toolkit, and not the developer, gives an element its size.
func given(p *audit.Pass, n *tree.Node) bool {
	switch n.Role {
	case tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption, tree.RoleCell, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio:
		return true
	case tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch:
		tag, told := audit.AttributeOf(n, "tag")
		return p.Toolkit == audit.Web && (tag == "input" || !told && n.Role != tree.RoleSwitch)
	}
	return false
}

// holder is the list, table or menu that an element is one part of many of.
func holder(p *audit.Pass, n *tree.Node) tree.NodeID {
	id := n.Parent
	for ; id > 0; id = p.Nodes[id].Parent {
		switch p.Nodes[id].Role {
		case tree.RoleRow, tree.RoleCell, tree.RoleGeneric, tree.RoleListItem, tree.RoleTreeItem, tree.RoleGroup:
			continue
		}
		break
	}
	return max(id, 0)
}

// inSentence reports whether a link lies in a line of text, where its height is that of
// the text.
func inSentence(p *audit.Pass, n *tree.Node) bool {
	if n.Role != tree.RoleLink || n.Parent < 0 {
		return false
	}
	up := &p.Nodes[n.Parent]
	for k, c := range up.Children {
		x := &p.Nodes[c]
		if k == 200 {
			break
		}
		if x.Role == tree.RoleLabel && audit.Speakable(x.Name.Value) != "" && p.Shown(c) {
			return true
		}
	}
	return up.Role == tree.RoleParagraph || up.Role == tree.RoleLabel
}

// crowded returns a target that leaves a small one no room, None where it has room.
func crowded(p *audit.Pass, g *grid, n *tree.Node, limit float64) tree.NodeID {
	c := n.Bounds.Center()
	r := int(math.Ceil(limit))
	found := tree.None
	g.near(tree.Rect{X: c.X - r, Y: c.Y - r, W: 2 * r, H: 2 * r}, func(id tree.NodeID) bool {
		o := &p.Nodes[id]
		if id == n.ID || p.Top(id) != p.Top(n.ID) || p.Inside(id, n.ID) || p.Inside(n.ID, id) {
			return true
		}
		if isSmall(o, limit) {
			oc := o.Bounds.Center()
			if math.Hypot(float64(c.X-oc.X), float64(c.Y-oc.Y)) < limit {
				found = id
			}
		} else if distance(c, o.Bounds.Rect) < limit/2 {
			found = id
		}
		return found == tree.None
	})
	return found
}

// distance is how far a point is from an area.
func distance(c tree.Point, r tree.Rect) float64 {
	dx := max(r.X-c.X, c.X-(r.X+r.W), 0)
	dy := max(r.Y-c.Y, c.Y-(r.Y+r.H), 0)
	return math.Hypot(float64(dx), float64(dy))
}

// mostOverlap is the share of the smaller of two controls that the other may cover.
const mostOverlap = 0.3

var targetOverlap = &audit.Rule{
	ID: "target-overlap", Group: audit.Geometry, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"2.5.8"},
	Title: "Two controls on one another",
	Explanation: "Whoever presses there reaches one of the two, and not always the same. Looked at: controls of one window that share more " +
		"than 30 % of the smaller one's area. Reported at the later one.",
	Remedy: audit.Remedy{
		Any:  "Lay the controls out beside each other, or hide the one that is not meant to be used.",
		GTK3: "Use GtkBox or GtkGrid in place of GtkFixed; gtk_widget_hide, or GtkStack for pages.",
		GTK4: "Use GtkBox or GtkGrid in place of GtkFixed; gtk_widget_set_visible, or GtkStack for pages.",
		Qt:   "Use a layout; QStackedWidget for pages; hide() what is not used.",
		Web:  "Look at position and negative margins; hide what is not used.",
	},
	Quiet: "A control in another one (the icon in a text box), by the tree or by its area; parts that the toolkit makes; other windows; what " +
		"is scrolled out of view; menus and popups over the window.",
	Whole: func(p *audit.Pass) {
		seen := p.Seen()
		g := newGrid(leastTarget*2*p.PixelScale(), len(p.Nodes))
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !acted(n) || !p.Shown(n.ID) || seen[i].Empty() || p.Furniture(n) || p.Above("popup", n, popup) != nil {
				continue
			}
			if p.InScope(n.ID) {
				p.Checked(1)
				overlapping(p, g, n, seen)
			}
			g.add(n.ID, seen[i])
		}
	},
}

func popup(n *tree.Node) bool { return audit.Floats(n) && !n.Role.TopLevel() }

func overlapping(p *audit.Pass, g *grid, n *tree.Node, seen []tree.Rect) {
	a := seen[n.ID]
	g.near(a, func(id tree.NodeID) bool {
		b := seen[id]
		shared := audit.Meet(a, b)
		if p.Top(id) != p.Top(n.ID) || float64(shared.Area()) <= mostOverlap*float64(min(a.Area(), b.Area())) {
			return true
		}
		if p.Inside(n.ID, id) || p.Inside(id, n.ID) || a != b && (holds(a, b) || holds(b, a)) {
			return true
		}
		if !p.ViewKnown(n.ID) || !p.ViewKnown(id) || !p.RolesKnown(id) {
			p.UndecidedAt(n, "whether it is all in view could not be read")
			return false
		}
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("It shares %d %% of its area with %s.", 100*shared.Area()/max(a.Area(), 1), p.Placed(id)),
			Values: []audit.Value{audit.V("bounds", a), audit.V("other", b)}, Others: []tree.NodeID{id},
		})
		return false
	})
}
