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
	case !n.States.Has(tree.Showing) || !n.States.Has(tree.Visible):
		return no("it is not visible", "bring it on the screen first (open its tab, menu or dialog)")
	case !n.States.Has(tree.Enabled) && !n.States.Has(tree.Sensitive):
		return no("it is disabled", "do first what enables it")
	}
	if m := modalOver(f, id); m != tree.None {
		return no(fmt.Sprintf("%s is open and blocks it", f.Short(m)), "answer the dialog first")
	}
	if d.click {
		return p.uncovered(ctx, f, id)
	}
	return VerdictPassed, "", ""
}

// modalOver returns a modal window of the application other than the node's own,
// or None.
func modalOver(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	own := f.Top(id)
	for _, c := range f.Nodes[0].Children {
		n := &f.Nodes[c]
		if c != own && n.States.Has(tree.Modal) && n.States.Has(tree.Showing) {
			return c
		}
	}
	return tree.None
}

// uncovered asks the application whether the node receives input at its centre.
// Only acts by place need that: an action is addressed to the element.
func (p *Player) uncovered(ctx context.Context, f *inspector.Frozen, id tree.NodeID) (Verdict, string, string) {
	n := &f.Nodes[id]
	tester, ok := p.o.Backend.(backends.HitTester)
	if !n.Bounds.Usable() || !ok {
		return VerdictNotActionable, "its place on the screen is not proven", "use an action of the element instead of the pointer"
	}
	chain, err := tester.HitTest(ctx, f.Application, n.Bounds.Center())
	if err != nil {
		return VerdictNotActionable, fmt.Sprintf("the application did not say what is under the pointer: %v", err), "nothing was sent"
	}
	for _, h := range chain {
		if h == n.Handle {
			return VerdictPassed, "", ""
		}
	}
	over := "another window"
	// Qt answers with the list and does not look for the item in it.
	if len(chain) > 0 {
		at := f.Hits().At(n.Bounds.Center())
		if top := f.ByHandle(chain[len(chain)-1]); top != tree.None && f.Inside(id, top) && at != tree.None && f.Inside(at, id) {
			return VerdictPassed, "", ""
		}
	}
	if len(chain) > 0 {
		if top := f.ByHandle(chain[len(chain)-1]); top != tree.None {
			over = f.Short(top)
		}
	}
	return VerdictNotActionable, "it is covered by " + over, "nothing was sent; uncover it first"
}
