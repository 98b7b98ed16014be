package recorder

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// chordActs sends keys to the window that had them, as real input, which a person
// must have allowed. Keys that go to what has the focus (Return, Escape, arrows)
// are sent only while the recorded element has it.
func (p *Player) chordActs(step Step) []act {
	keys := act{target: *step.Target, choose: p.chord(step), words: "press keys"}
	if step.Focus == nil || p.o.Pointer == nil {
		return []act{keys}
	}
	return []act{p.focusAct(*step.Focus), keys}
}

func hasFocus(f *inspector.Frozen, id tree.NodeID) holding {
	n := &f.Nodes[id]
	if !n.StatesRead {
		return cannotTell
	}
	return holdingOf(n.States.Has(tree.Focused))
}

func (p *Player) chord(step Step) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		if p.o.Pointer == nil {
			return dispatch{}, errNeedsInput
		}
		if !n.States.Has(tree.Active) && !n.States.Has(tree.Focused) {
			return dispatch{}, fmt.Errorf("%s does not have the keyboard: keys would go elsewhere", f.Short(id))
		}
		d := dispatch{node: id, handle: n.Handle, keys: step.Keys, window: n.Handle}
		if step.Focus != nil {
			r := f.ResolveToAct(*step.Focus)
			if r.Outcome != inspector.Unique {
				return dispatch{}, fmt.Errorf("%s, which had the keyboard, is %s: %s", step.Focus.Describe, r.Outcome, r.Reason)
			}
			if hasFocus(f, r.Node()) != holdsTrue {
				return dispatch{}, fmt.Errorf("%s does not have the keyboard: keys would go elsewhere", f.Short(r.Node()))
			}
			d.focus = f.Nodes[r.Node()].Handle
		}
		return d, nil
	}
}
