package inspector

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
)

// ChangeKind says how a node differs between two snapshots.
type ChangeKind string

// Kinds of changes.
const (
	Added        ChangeKind = "added"
	Removed      ChangeKind = "removed"
	Changed      ChangeKind = "changed"
	Relabeled    ChangeKind = "relabelled" // the same handle with another role or name
	NowAmbiguous ChangeKind = "ambiguous"  // could be named beyond doubt and now has twins (see [Blurred])
)

// Change is one difference. Before is None for Added, After None for Removed.
type Change struct {
	Kind          ChangeKind
	Before, After tree.NodeID
	// Property, From and To say what changed for Changed and Relabeled.
	Property string
	From, To string
	// Words is the change for a person.
	Words string
}

// volatile states say where the user is, not what the application holds. The default
// button of Qt is the one that has the keyboard.
const volatile = tree.States(1<<tree.Focused | 1<<tree.Active | 1<<tree.Default)

// Diff compares two snapshots of one application by handle (see [Successor]). Of a subtree that
// came or went only the top is listed. Moves of the focus are not changes.
// A part that either snapshot could not read gives no change: what was not seen
// is not said to have vanished.
func Diff(a, b *Frozen) []Change {
	var cs []Change
	later, earlier := renewals(a, b)
	for i := range a.Nodes {
		id := tree.NodeID(i)
		if _, stays := later[id]; stays {
			continue
		}
		if b.ByHandle(a.Nodes[i].Handle) == tree.None && a.gained(id, b) && !b.MayMiss(a.Nodes[i].Role) {
			cs = append(cs, Change{Kind: Removed, Before: id, After: tree.None, Words: a.Short(id) + " vanished"})
		}
	}
	for i := range b.Nodes {
		id := tree.NodeID(i)
		old := a.ByHandle(b.Nodes[i].Handle)
		if was, stayed := earlier[id]; stayed {
			old = was
		}
		switch {
		case old != tree.None:
			cs = append(cs, properties(a, b, old, id)...)
		case b.gained(id, a) && !a.MayMiss(b.Nodes[i].Role):
			cs = append(cs, Change{Kind: Added, Before: tree.None, After: id, Words: b.Short(id) + " appeared"})
		}
	}
	return cs
}

// Blurred returns the elements that could be told from all others in a and cannot
// in b, though both readings show them. It compares the surveys of both.
func Blurred(a, b *Frozen) []Change {
	before, after := a.Survey(), b.Survey()
	var cs []Change
	for i := range b.Nodes {
		if after.Badges[i] != BadgeAmbiguous {
			continue
		}
		id := tree.NodeID(i)
		old := a.ByHandle(b.Nodes[i].Handle)
		if old == tree.None || before.Badges[old] != BadgeUnique && before.Badges[old] != BadgeContext {
			continue
		}
		cs = append(cs, Change{
			Kind: NowAmbiguous, Before: old, After: id,
			Words: b.Short(id) + " cannot be told from all others any more",
		})
	}
	return cs
}

// gained reports whether the parent of id is also in the other snapshot, so that
// id is the top of what came or went.
func (f *Frozen) gained(id tree.NodeID, other *Frozen) bool {
	p := f.Nodes[id].Parent
	return p == tree.None || other.ByHandle(f.Nodes[p].Handle) != tree.None
}

func properties(a, b *Frozen, before, after tree.NodeID) []Change {
	x, y := &a.Nodes[before], &b.Nodes[after]
	var cs []Change
	note := func(kind ChangeKind, property, from, to string) {
		cs = append(cs, Change{
			Kind: kind, Before: before, After: after, Property: property, From: from, To: to,
			Words: fmt.Sprintf("%s: %s %q is now %q", b.Short(after), property, from, to),
		})
	}
	// An element that is being taken down says "unknown" for a moment (Qt).
	if x.Role != y.Role && x.Role != tree.RoleUnknown && y.Role != tree.RoleUnknown && !x.RoleUnread() && !y.RoleUnread() {
		note(Relabeled, "role", string(x.Role), string(y.Role))
	}
	text := func(kind ChangeKind, property string, s, t tree.Text) {
		if s != t && s.State != tree.Unreadable && t.State != tree.Unreadable {
			note(kind, property, s.Value, t.Value)
		}
	}
	text(Relabeled, "name", x.Name, y.Name)
	text(Changed, "description", x.Description, y.Description)
	if !x.Secret && !y.Secret {
		text(Changed, "value", x.Value, y.Value)
	}
	if x.StatesRead && y.StatesRead {
		for _, s := range ((x.States ^ y.States) &^ volatile).All() {
			c := Change{Kind: Changed, Before: before, After: after, Property: "state"}
			if y.States.Has(s) {
				c.To = "+" + s.String()
			} else {
				c.To = "-" + s.String()
			}
			c.Words = b.Short(after) + ": " + c.To
			cs = append(cs, c)
		}
	}
	return cs
}
