package recorder

import (
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// What hid its text once stays covered when it shows it; what only might have hidden
// it, and what was text all the time, does not.
func TestVeilKeepsWhatIsProvenHidden(t *testing.T) {
	see := func(v *veil, secret, unproven bool, value string) *tree.Node {
		n := tree.Node{Handle: "box", Role: tree.RoleTextbox, Name: tree.KnownText("Memo"), Secret: secret, SecretUnproven: unproven, Value: tree.KnownText(value)}
		if secret {
			n.Value = tree.UnreadableText()
		}
		b := tree.NewBuilder("test", tree.Application{Name: "a"})
		b.Add(b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication}), n)
		s := v.cover(b.Snapshot())
		return &s.Nodes[1]
	}
	told := backends.Event{Kind: backends.EventText, Source: "box", Text: "x"}
	for _, c := range []struct {
		name             string
		unproven, covers bool
		shown            string
	}{
		{"shown password", false, true, "hunter"}, {"in doubt once", true, false, "-5"}, {"bullets that were typed", false, false, "•• item"},
	} {
		v := &veil{}
		see(v, true, c.unproven, "")
		if n := see(v, false, false, c.shown); n.Secret != c.covers || n.Value.IsKnown() == c.covers {
			t.Errorf("%s: secret %v, value %v", c.name, n.Secret, n.Value)
		}
		if e := v.hush(told); (e.Text == "") != c.covers {
			t.Errorf("%s: told %q", c.name, e.Text)
		}
	}
}
