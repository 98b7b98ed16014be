package recorder

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// preflight checks whether what a dispatch acts on may be acted on now. What cannot be
// known blocks (DESIGN 1, "Actionability").
func (p *Player) preflight(ctx context.Context, f *inspector.Frozen, d dispatch) (Verdict, string, string) {
	id := d.node
	n := &f.Nodes[id]
	no := func(reason, hint string) (Verdict, string, string) { return VerdictNotActionable, reason, hint }
	if !n.StatesRead {
		return no("its states could not be read", "run again when the application answers")
	}
	switch {
	case n.States.Has(tree.Defunct):
		return no("it is being taken down", "run again when the application has settled")
	case d.unseen:
	case !n.States.Has(tree.Showing) || !n.States.Has(tree.Visible):
		return no("it is not visible", "bring it on the screen first (open its tab, menu or dialog)")
	case !n.States.Has(tree.Sensitive): // GTK4 never says enabled; all say sensitive
		return no("it is disabled", "do first what enables it")
	}
	if m := modalOver(f, id); m != tree.None {
		return no(fmt.Sprintf("%s is open and blocks it", f.Short(m)), "answer the dialog first")
	}
	if d.byPlace() {
		if v, reason, hint := p.uncovered(ctx, f, d); v != VerdictPassed {
			return v, reason, hint
		}
	}
	if g := d.gesture; g != nil && g.kind == gestureDrag {
		v, reason, hint := p.preflight(ctx, f, dispatch{node: g.to, handle: g.end.Handle, click: true})
		if v != VerdictPassed {
			reason = "the end of the drag, " + f.Short(g.to) + ": " + reason
		}
		return v, reason, hint
	}
	return VerdictPassed, "", ""
}

// modalOver returns a window of the application that keeps input from the node's
// own, or None: a modal one, unless the own is modal too and has the input, or one
// of which that could not be read.
func modalOver(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	own := f.Top(id)
	inModal := own != tree.None && f.Nodes[own].States.Has(tree.Modal) && f.Nodes[own].States.Has(tree.Active)
	for _, c := range f.Nodes[0].Children {
		n := &f.Nodes[c]
		switch {
		case c == own:
		case !n.StatesRead && n.Role.TopLevel():
			return c
		case n.States.Has(tree.Modal) && n.States.Has(tree.Showing) && !inModal:
			return c
		}
	}
	return tree.None
}

// receives reports whether a click on a node inside id is for id: nothing that a
// person acts on lies between, but for the parts of a combo box.
func receives(f *inspector.Frozen, node, id tree.NodeID) bool {
	for up := node; up != id; up = f.Nodes[up].Parent {
		if f.Nodes[up].Interactive() && f.Nodes[id].Role != tree.RoleCombobox {
			return false
		}
	}
	return true
}

// uncovered asks the display and the application whether the node receives input
// where the dispatch sends it. Only acts by place need that: an action is addressed
// to the element (see docs/recording.md).
func (p *Player) uncovered(ctx context.Context, f *inspector.Frozen, d dispatch) (Verdict, string, string) {
	id := d.node
	tester, ok := p.o.Backend.(backends.HitTester)
	at, placed := d.place(f)
	if !placed || !ok {
		return VerdictNotActionable, "its place on the screen is not proven", "use an action of the element instead of the pointer"
	}
	switch pid, err := p.o.Pointer.Owner(ctx, at); {
	case err != nil:
		return VerdictNotActionable, fmt.Sprintf("the display did not say whose window is under the pointer: %v", err), "nothing was sent"
	case pid != f.Application.PID:
		return VerdictNotActionable, "it is covered by a window of another application", "nothing was sent; uncover it first"
	}
	chain, err := tester.HitTest(ctx, f.Application, at)
	if err != nil {
		return VerdictNotActionable, fmt.Sprintf("the application did not say what is under the pointer: %v", err), "nothing was sent"
	}
	over := "another window"
	if len(chain) > 0 {
		top := known(f, chain)
		there := f.Hits().At(at)
		switch {
		case top == tree.None:
		case d.gesture != nil && d.gesture.passes(f, id, top):
			return VerdictPassed, "", ""
		case f.Inside(top, id) && receives(f, top, id):
			return VerdictPassed, "", ""
		// Qt answers with the list and does not look for the item in it.
		case f.Inside(id, top) && there != tree.None && f.Inside(there, id) && receives(f, there, id):
			return VerdictPassed, "", ""
		}
		if top != tree.None {
			over = f.Short(top)
		}
	}
	return VerdictNotActionable, "it is covered by " + over, "nothing was sent; uncover it first"
}
