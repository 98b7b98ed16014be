package inspector

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// clips are the containers that show nothing of what reaches over their edge, in a
// toolkit that clips.
var clips = map[tree.Role]bool{
	tree.RoleToolbar: true, tree.RoleGeneric: true, tree.RoleGroup: true, tree.RoleTabpanel: true, tree.RoleList: true,
	tree.RoleListbox: true, tree.RoleTable: true, tree.RoleGrid: true, tree.RoleTree: true, tree.RoleTreegrid: true,
}

// ownWindow are the containers whose content may have a window of its own, which
// nothing around them clips.
var ownWindow = map[tree.Role]bool{tree.RoleCombobox: true, tree.RoleMenu: true, tree.RoleMenuItem: true, tree.RoleTooltip: true}

// clipped returns by node what its parents leave to be seen of its bounds, in the
// coordinates of the snapshot: an empty area where that is nothing. It is nil where
// the toolkit is not known to clip.
//
// A widget of Qt is drawn and pressed within its parents only, and yet says showing
// and has its place when it lies beyond them: the buttons that a toolbar has no room
// for, and what a pane was scrolled away from (measured with Qt 5.15 and 6.4, whose
// GetAccessibleAtPoint does not find them there). GTK says that such elements do not
// show, and a page may let its elements hang over.
func (f *Frozen) clipped() []tree.Rect {
	if !strings.EqualFold(f.Application.Toolkit, "qt") {
		return nil
	}
	type limit struct {
		area tree.Rect
		set  bool
	}
	below := make([]limit, len(f.Nodes)) // what a node leaves of its children
	shown := make([]tree.Rect, len(f.Nodes))
	for i := range f.Nodes { // parents come first
		n := &f.Nodes[i]
		around := limit{}
		if n.Parent != tree.None {
			around = below[n.Parent]
		}
		area := n.Bounds.Rect
		if around.set {
			area = area.Intersection(around.area)
		}
		shown[i] = area
		switch {
		case n.Role.TopLevel() || ownWindow[n.Role]:
			around = limit{}
		case clips[n.Role] && n.Bounds.Usable():
			around = limit{area, true}
		}
		below[i] = around
	}
	return shown
}
