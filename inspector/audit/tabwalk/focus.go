package tabwalk

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// drain takes what was told before a key was sent.
func (x *walk) drain() {
	for {
		select {
		case _, more := <-x.events:
			if !more {
				return
			}
		default:
			return
		}
	}
}

// await waits until the application tells where a key led. told is false where nobody
// said it in time; where the focus is in another window [audit.TabWalk.Left] is set. The
// element that had the focus before is answered only where a whole reading after the
// limit still says so: a busy application is not one in which the focus stays.
//
// The words of the application are held against a reading of the element itself, and
// against one of the element before: Qt says of the chosen tab, too, that it has the
// focus, and a list may tell of its row when the next key is already sent. So an element is
// believed at once where the one before has lost the focus, else only when nothing else
// was heard for a while.
func (x *walk) await(ctx context.Context) (n tree.Node, told bool) {
	step := cmp.Or(x.patience, oneStep)
	ctx, cancel := context.WithTimeout(ctx, 2*step)
	defer cancel()
	limit := time.Now().Add(step)
	quiet := time.NewTimer(readAgain)
	defer quiet.Stop()
	var likely tree.Node
	for {
		select {
		case <-ctx.Done():
			return tree.Node{}, false
		case e, more := <-x.events:
			if !more {
				return tree.Node{}, false
			}
			h, ok := gotFocus(e)
			if !ok || h == x.now.handle() {
				continue
			}
			found, ok := x.confirm(ctx, h)
			if !ok {
				continue
			}
			if x.lost(ctx) {
				return found, x.stays(ctx, found)
			}
			likely = found
		case <-quiet.C:
			if !x.hasKeyboard(ctx) {
				x.out.Left = true
				return tree.Node{}, false
			}
			if likely.Handle != "" {
				if found, ok := x.confirm(ctx, likely.Handle); ok {
					return found, x.stays(ctx, found)
				}
				likely = tree.Node{}
			}
			late := time.Now().After(limit)
			f, err := x.Read(ctx)
			if err == nil && f.Complete() {
				if found, ok := x.moved(f, late); ok {
					return found, x.stays(ctx, found)
				}
			}
			if late {
				return tree.Node{}, false
			}
			quiet.Reset(readAgain)
		}
	}
}

// gotFocus returns the element of which an event says that it got the focus.
func gotFocus(e backends.Event) (tree.Handle, bool) {
	switch e.Kind {
	case backends.EventFocus:
		return e.Source, true
	case backends.EventState:
		return e.Source, e.On && e.Detail == tree.Focused.String()
	}
	return "", false
}

// confirm asks an element whether it has the focus. A window is none that a key leads to.
func (x *walk) confirm(ctx context.Context, h tree.Handle) (tree.Node, bool) {
	reader, ok := x.Backend.(backends.NodeReader)
	if !ok {
		return tree.Node{}, false
	}
	n, err := reader.ReadNode(ctx, x.App, h)
	if err != nil || !n.StatesRead || !n.States.Has(tree.Focused) || n.Role.TopLevel() {
		return tree.Node{}, false
	}
	n.Handle = h
	return n, true
}

// lost reports whether the element that had the focus says that it has it no more.
func (x *walk) lost(ctx context.Context) bool {
	if x.now.handle() == "" {
		return true
	}
	_, has := x.confirm(ctx, x.now.handle())
	return !has
}

// moved returns what has the focus in a whole reading: another element than before, or,
// if it is late, the same.
func (x *walk) moved(f *inspector.Frozen, late bool) (tree.Node, bool) {
	all := x.focused(f)
	same := slices.IndexFunc(all, func(n tree.Node) bool { return n.Handle == x.now.handle() })
	switch {
	case len(all) == 0 || len(all) > 1 && same < 0:
		return tree.Node{}, false // none, or nobody can tell which
	case same < 0:
		return all[0], true
	}
	return all[same], late
}

// focused returns the elements of the window that say that they have the focus, without
// those that hold another.
func (x *walk) focused(f *inspector.Frozen) []tree.Node {
	window := f.ByHandle(x.window.Handle)
	var ids []tree.NodeID
	for i := len(f.Nodes) - 1; i > 0; i-- {
		id := tree.NodeID(i)
		n := &f.Nodes[i]
		if !n.States.Has(tree.Focused) || n.Role.TopLevel() || f.Top(id) != window || x.pretends(n) ||
			slices.ContainsFunc(ids, func(inner tree.NodeID) bool { return f.Inside(inner, id) }) {
			continue
		}
		ids = append(ids, id)
	}
	var all []tree.Node
	for _, id := range slices.Backward(ids) {
		all = append(all, f.Nodes[id])
	}
	return all
}

// pretends reports whether an element only says that it has the focus: Qt says so of the
// chosen tab, whatever has it; where it is the tab bar, the tab bar says so itself.
func (x *walk) pretends(n *tree.Node) bool {
	return n.Role == tree.RoleTab && audit.ToolkitOf(x.App) == audit.Qt
}

// known returns the element of the subject that got the focus, None where there is none:
// of a part that the tree does not have, the control that it lies in (GTK 3 focuses a
// button inside of a combo box, which the combo box does not list).
func (x *walk) known(n *tree.Node) tree.NodeID {
	if id := x.s.ByHandle(n.Handle); id != tree.None || n.Handle == "" || !n.Bounds.Usable() {
		return id
	}
	found := tree.None
	for i := range x.s.Nodes {
		c := &x.s.Nodes[i]
		switch c.Role {
		case tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider:
		default:
			continue
		}
		if x.s.Top(c.ID) != x.out.Window || !c.States.Has(tree.Showing) || !c.Bounds.Usable() || audit.Meet(c.Bounds.Rect, n.Bounds.Rect) != n.Bounds.Rect {
			continue
		}
		if found != tree.None {
			return tree.None // one over the other: nobody can tell
		}
		found = c.ID
	}
	return found
}

// stays reports whether an element with the focus lies in the walked window, and notes
// where it does not.
func (x *walk) stays(ctx context.Context, n tree.Node) bool {
	if id := x.s.ByHandle(n.Handle); id != tree.None && x.s.Top(id) != x.out.Window || !x.hasKeyboard(ctx) {
		x.out.Left = true
		return false
	}
	return true
}
