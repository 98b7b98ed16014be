package geometry

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// eachPictured calls look for the shown elements in scope that applies chooses, each
// with what of it is not cut off, and counts them.
func eachPictured(p *audit.Pass, applies func(*audit.Pass, *tree.Node) bool, look func(n *tree.Node, seen tree.Rect)) {
	seen := p.Seen()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; p.InScope(n.ID) && p.Shown(n.ID) && applies(p, n) {
			p.Checked(1)
			switch {
			case !p.ViewKnown(n.ID):
				p.UndecidedAt(n, "whether it is all in view could not be read")
			case p.Above("states unread", n, func(u *tree.Node) bool { return u.Parent != tree.None && !u.StatesRead }) != nil:
				p.UndecidedAt(n, "whether what is around it can be used could not be read")
			case p.CutWithin(n.ID):
				p.UndecidedAt(n, "what is in it could not all be read")
			default:
				look(n, seen[i])
			}
		}
	}
}

// pictured returns what the picture of its window shows of an element, moved in by so
// many pixels on each side. The word says why there is none.
func pictured(p *audit.Pass, n *tree.Node, seen tree.Rect, inset int) (piece, string) {
	switch r := n.Bounds.Rect; {
	case !n.Bounds.Usable():
		return piece{}, "its rectangle is not proven"
	case seen.W < r.W-2 || seen.H < r.H-2:
		return piece{}, "it is partly out of view"
	}
	r := seen
	if 2*inset < min(r.W, r.H) {
		r = tree.Rect{X: r.X + inset, Y: r.Y + inset, W: r.W - 2*inset, H: r.H - 2*inset}
	}
	top := p.Top(n.ID)
	for i := range p.Pictures {
		if pic := &p.Pictures[i]; pic.Window == top && pic.Image != nil {
			if pic.Changed[n.ID] {
				return piece{}, "it changed while the picture was taken"
			}
			if part, ok := cut(pic.Image, pic.Rect.Corner(), r); ok {
				return part, ""
			}
			return piece{}, "it does not all lie in the picture"
		}
	}
	if why := p.Unpictured[top]; why != "" {
		return piece{}, "there is no picture of its window: " + why
	}
	return piece{}, "there is no picture of its window alone"
}

// disabled reports whether an element, or what it is in, cannot be used: such text may
// be faint (WCAG 1.4.3, "inactive"). Only what was read counts.
func disabled(p *audit.Pass, n *tree.Node) bool {
	off := func(x *tree.Node) bool { return x.StatesRead && !audit.Enabled(x) && x.Parent != tree.None }
	return off(n) || p.Above("disabled", n, func(u *tree.Node) bool { return off(u) && u.Role != tree.RoleApplication }) != nil
}
