package inspector

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

func TestQuery(t *testing.T) {
	b := tree.NewBuilder("test", tree.Application{Name: "a"})
	add := func(parent tree.NodeID, role tree.Role, name string, states ...tree.State) tree.NodeID {
		n := tree.Node{Handle: tree.Handle(fmt.Sprint("h", b.Len())), Role: role, Name: tree.AbsentText(), StatesRead: true, States: tree.MakeStates(states...)}
		if name != "" {
			n.Name = tree.KnownText(name)
		}
		return b.Add(parent, n)
	}
	app := add(tree.None, tree.RoleApplication, "a")
	window := add(app, tree.RoleWindow, "Orders")
	save := add(window, tree.RoleButton, "Save")
	twin1 := add(window, tree.RoleButton, "Delete")
	twin2 := add(window, tree.RoleButton, "Delete")
	bare := add(window, tree.RoleButton, "")
	box := add(window, tree.RoleCheckbox, "Express", tree.Checked)
	add(window, tree.RoleLabel, "Save it all")
	s := b.Snapshot()
	s.ID = "s1"
	f := Freeze(s)
	for text, want := range map[string][]tree.NodeID{
		"role:button save":                {save},
		"state:checked":                   {box},
		"is:unique":                       {save, box},
		"is:ambiguous":                    {twin1, twin2},
		"is:ambiguous role:checkbox":      nil,
		"is:unnamed":                      {bare},
		"is:interactive role:button":      {save, twin1, twin2, bare},
		"is:nonsense":                     nil,
		`window "Orders" > button "Save"`: {save},
		f.Ref(twin2).String():             {twin2},
		"@s9:e1":                          nil,
		"  ":                              nil,
	} {
		if got := f.Query(text); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}
