package audit

import "github.com/samebutton/samebutton/backends/tree"

// titleBar is how far below the top of its window a title bar reaches at the most, in
// CSS pixels: 46 in GTK 3, 50 in Chromium.
const titleBar = 56

// Furniture reports whether an element is one that the toolkit made for a control, or
// for the window: the button of a combo box, the arrows of a spin button or of a list of
// tabs, the buttons of a title bar. The developer names and reaches the owner instead.
func (p *Pass) Furniture(n *tree.Node) bool {
	owner := p.owner(n)
	if owner == nil {
		return p.InTitleBar(n)
	}
	switch {
	case composed[owner.Role]:
		return true
	case owner.Role.EditsText():
		return n.Role == tree.RoleButton || n.Role == tree.RoleImage
	case owner.Role == tree.RoleTablist:
		return n.Role == tree.RoleButton && owner.ID == n.Parent // Qt's arrows
	case owner.Role == tree.RoleToolbar:
		return owner.ID == n.Parent && p.Toolkit == Qt && n.Role == tree.RoleCheckbox && !n.Name.IsKnown() // what opens the rest of the bar
	}
	return p.InTitleBar(n)
}

// InTitleBar reports whether an element is a button of the window itself: minimise,
// maximise, close. Chromium says so by a class; elsewhere they are the buttons at the
// top of a window that the keyboard does not reach.
func (p *Pass) InTitleBar(n *tree.Node) bool {
	if class, _ := AttributeOf(n, "class"); class == "FrameCaptionButton" {
		return true
	}
	top := p.Top(n.ID)
	if n.Role != tree.RoleButton || n.States.Has(tree.Focusable) || top == tree.None || !n.Bounds.Usable() || !p.Nodes[top].Bounds.Usable() {
		return false
	}
	if p.Toolkit != GTK3 && p.Toolkit != GTK4 {
		return false // tool bars of Qt are not focusable either
	}
	window := p.Nodes[top].Bounds.Rect
	return float64(n.Bounds.Y+n.Bounds.H-window.Y) <= titleBar*p.PixelScale()
}

// InTitleBarUnread reports whether an element may be a button of the title bar, but it, or
// its window, did not tell where it is.
func (p *Pass) InTitleBarUnread(n *tree.Node) bool {
	top := p.Top(n.ID)
	return n.Role == tree.RoleButton && !n.States.Has(tree.Focusable) && top != tree.None && (p.Toolkit == GTK3 || p.Toolkit == GTK4) &&
		(n.Bounds.State == tree.Unreadable || p.Nodes[top].Bounds.State == tree.Unreadable)
}

// OverPicture reports whether an element of GTK 4 lies in a box that a picture fills:
// the controls of a video, which GTK makes and names nothing (4.8), or what the
// developer laid over a picture. The tree tells the two apart by nothing.
func (p *Pass) OverPicture(n *tree.Node) bool {
	return p.Toolkit == GTK4 && p.Above("filled by a picture", n, func(box *tree.Node) bool {
		if box.Role != tree.RoleGeneric || len(box.Children) < 2 {
			return false
		}
		picture := &p.Nodes[box.Children[0]]
		return picture.Role == tree.RoleImage && picture.Bounds.Usable() && picture.Bounds.Rect == box.Bounds.Rect
	}) != nil
}

// TreeHeadings reports whether an element is a tree view of GTK 4, which publishes
// the headings of its columns as buttons and no rows (4.8).
func (p *Pass) TreeHeadings(n *tree.Node) bool {
	if p.Toolkit != GTK4 || n.NativeRole != "filler" || n.Parent <= 0 || p.Nodes[n.Parent].NativeRole != "scroll pane" || len(n.Children) == 0 {
		return false
	}
	for _, c := range n.Children {
		if x := &p.Nodes[c]; x.Role != tree.RoleButton || x.Name.IsKnown() {
			return false
		}
	}
	return true
}

// PixelScale is physical pixels for each CSS pixel, 1 where that is not known.
func (s *Subject) PixelScale() float64 {
	if s.Scale > 0 {
		return s.Scale
	}
	return 1
}

// OfBrowser reports whether an element belongs to the window of a browser and to no
// page: who makes pages can mend nothing there.
func (p *Pass) OfBrowser(n *tree.Node) bool {
	return p.Toolkit == Web && n.Role != tree.RoleDocument && p.Above("document", n, func(u *tree.Node) bool { return u.Role == tree.RoleDocument }) == nil
}
