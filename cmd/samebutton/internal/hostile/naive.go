package hostile

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// naive acts as scripts do: on the first element of a role and a name, in the order of
// the tree, in whatever was read. It waits for that as long as a replay waits, acts
// once, by the same action, and believes the answer.
func naive(ctx context.Context, b backends.Backend, app tree.Application, step recorder.Step, wait time.Duration, between func()) error {
	ctx, cancel := context.WithTimeout(ctx, max(wait, time.Second))
	defer cancel()
	deadline := time.Now().Add(wait)
	for {
		snap, err := b.Observe(ctx, backends.Scope{Application: app})
		if err == nil {
			if id := firstOf(snap, step); id != tree.None {
				if between != nil {
					between()
				}
				return b.Act(ctx, app, snap.Nodes[id].Handle, actionOf(snap, id, step))
			}
			err = backends.ErrGone
		}
		if time.Now().After(deadline) {
			return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: err}
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func firstOf(snap *tree.Snapshot, step recorder.Step) tree.NodeID {
	for i := range snap.Nodes {
		if n := &snap.Nodes[i]; n.Role == step.Target.Role && n.Name.IsKnown() && n.Name.Value == step.Target.Name {
			return n.ID
		}
	}
	return tree.None
}

func actionOf(snap *tree.Snapshot, id tree.NodeID, step recorder.Step) backends.Action {
	switch n := &snap.Nodes[id]; {
	case step.Kind == recorder.StepSetText:
		return backends.Action{Verb: tree.VerbSetText, Text: step.Text}
	case step.Kind == recorder.StepSetValue:
		return backends.Action{Verb: tree.VerbSetValue, Number: step.Number}
	case !n.Has(tree.VerbPress) && n.Has(tree.VerbToggle):
		return backends.Action{Verb: tree.VerbToggle}
	}
	return backends.Action{Verb: tree.VerbPress}
}
