package backends

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// Compare returns what differs between two snapshots of one application. A node
// counts as changed where it says something else of itself, has another parent, or
// has other children or the same in another order.
func Compare(before, after *tree.Snapshot) Changes {
	places := make(map[tree.Handle]tree.NodeID, len(before.Nodes))
	for i := range before.Nodes {
		places[before.Nodes[i].Handle] = tree.NodeID(i)
	}
	was := make([]tree.NodeID, len(after.Nodes))
	for i := range after.Nodes {
		was[i] = tree.None
		if id, ok := places[after.Nodes[i].Handle]; ok {
			was[i] = id
		}
	}
	return CompareAs(before, after, was)
}

// CompareAs is [Compare] where it is known which nodes are the same: was has, for
// each node after, the one before, or None.
func CompareAs(before, after *tree.Snapshot, was []tree.NodeID) Changes {
	var c Changes
	now := make([]tree.NodeID, len(before.Nodes))
	for i := range now {
		now[i] = tree.None
	}
	for i, old := range was {
		if old != tree.None {
			now[old] = tree.NodeID(i)
		}
	}
	for i := range after.Nodes {
		n := &after.Nodes[i]
		if was[i] == tree.None {
			c.Added = append(c.Added, n.Handle)
		} else if !sameNode(&before.Nodes[was[i]], n, now) {
			c.Changed = append(c.Changed, n.Handle)
		}
	}
	for i := range now {
		if now[i] == tree.None {
			c.Removed = append(c.Removed, before.Nodes[i].Handle)
		}
	}
	c.Rest = !slices.EqualFunc(before.Windows, after.Windows, func(a, b tree.Window) bool {
		a.Node = place(a.Node, now)
		return a == b
	}) || !slices.EqualFunc(before.Cuts, after.Cuts, func(a, b tree.Cut) bool {
		a.Node = place(a.Node, now)
		return a == b
	})
	return c
}

// place returns where a node is now.
func place(id tree.NodeID, now []tree.NodeID) tree.NodeID {
	if id == tree.None {
		return tree.None
	}
	return now[id]
}

func sameNode(a, b *tree.Node, now []tree.NodeID) bool {
	return place(a.Parent, now) == b.Parent && sayTheSame(a, b) && samePlaces(a.Children, b.Children, now) &&
		slices.EqualFunc(a.Relations, b.Relations, func(a, b tree.Relation) bool {
			return a.Kind == b.Kind && a.Outside == b.Outside && samePlaces(a.Targets, b.Targets, now)
		})
}

// SaysTheSame reports whether two nodes have one handle and say the same of
// themselves, wherever they lie in their snapshots. Relations count by the places of
// their targets.
func SaysTheSame(a, b *tree.Node) bool {
	return sayTheSame(a, b) && slices.EqualFunc(a.Relations, b.Relations, func(a, b tree.Relation) bool {
		return a.Kind == b.Kind && a.Outside == b.Outside && slices.Equal(a.Targets, b.Targets)
	})
}

func sayTheSame(a, b *tree.Node) bool {
	return a.Handle == b.Handle &&
		a.Role == b.Role && a.NativeRole == b.NativeRole &&
		a.Name == b.Name && a.NameFrom == b.NameFrom && a.Description == b.Description &&
		a.Value == b.Value && a.AccessibleID == b.AccessibleID &&
		a.States == b.States && a.StatesRead == b.StatesRead && a.Bounds == b.Bounds && a.Secret == b.Secret && a.SecretUnproven == b.SecretUnproven &&
		a.ActionsRead == b.ActionsRead && a.RelationsRead == b.RelationsRead &&
		slices.Equal(a.Actions, b.Actions) && slices.Equal(a.Attributes, b.Attributes) && slices.Equal(a.Interfaces, b.Interfaces) &&
		same(a.Range, b.Range) && same(a.Cell, b.Cell)
}

// same reports whether two pointers are nil or point to the same values.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func samePlaces(a, b, now []tree.NodeID) bool {
	return slices.EqualFunc(a, b, func(a, b tree.NodeID) bool { return place(a, now) == b })
}
