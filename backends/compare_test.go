package backends

import (
	"reflect"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// Whatever a node says anew is a difference: an image keeps the snapshot before where
// there is none.
func TestCompareLooksAtEveryField(t *testing.T) {
	kind := reflect.TypeFor[tree.Node]()
	for i := range kind.NumField() {
		field := kind.Field(i).Name
		switch field {
		case "ID", "Ref": // of the snapshot, not of the element
			continue
		}
		t.Run(field, func(t *testing.T) {
			before, after := pair(), pair()
			if c := Compare(before, after); c.Any() {
				t.Fatalf("two equal snapshots differ: %+v", c)
			}
			other(t, reflect.ValueOf(&after.Nodes[2]).Elem().Field(i))
			if !Compare(before, after).Any() {
				t.Errorf("no difference between %+v and %+v", before.Nodes[2], after.Nodes[2])
			}
		})
	}
}

func pair() *tree.Snapshot {
	return &tree.Snapshot{Nodes: []tree.Node{
		{ID: 0, Parent: tree.None, Handle: "root", Children: []tree.NodeID{1, 2}},
		{ID: 1, Handle: "a"},
		{ID: 2, Handle: "b", Relations: []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{0}}}},
	}}
}

// other gives a field another value.
func other(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.Slice:
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		other(t, v.Field(0))
	default:
		t.Fatalf("no other value for %v", v.Kind())
	}
}
