package atspi

import (
	"testing"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// configureWindow asks the window manager to move and resize a window.
func configureWindow(t testing.TB, xid uint32, dx, dy, dw, dh int) {
	t.Helper()
	s, err := openServer(deadline(t), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.conn.Close()
	w := xproto.Window(xid)
	g, err := xproto.GetGeometry(s.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		t.Fatal(err)
	}
	p, err := xproto.TranslateCoordinates(s.conn, w, s.root, 0, 0).Reply()
	if err != nil {
		t.Fatal(err)
	}
	mask := uint16(xproto.ConfigWindowX | xproto.ConfigWindowY | xproto.ConfigWindowWidth | xproto.ConfigWindowHeight)
	values := []uint32{uint32(int(p.DstX) + dx), uint32(int(p.DstY) + dy), uint32(int(g.Width) + dw), uint32(int(g.Height) + dh)}
	if err := xproto.ConfigureWindowChecked(s.conn, w, mask, values).Check(); err != nil {
		t.Fatal(err)
	}
}

// Programs that nobody wrote for this test: what can be pressed and set in them is,
// and each time the mirror follows.
func TestMirrorFollowsPrograms(t *testing.T) {
	for _, name := range []string{"gtk3-widget-factory", "gtk4-widget-factory", "gnome-calculator", "featherpad"} {
		t.Run(name, func(t *testing.T) {
			x := mirrorOf(t, start(t, name).Process.Pid)
			x.restless = true
			for _, role := range []tree.Role{tree.RoleCheckbox, tree.RoleRadio, tree.RoleButton, tree.RoleSlider, tree.RoleSpinbutton, tree.RoleTextbox} {
				x.act(role, 2)
			}
			x.moveWindow(20, 10, 0, 0)
		})
	}
}

// act changes some elements of a role by what they offer.
func (x *mirrored) act(role tree.Role, some int) {
	x.t.Helper()
	for _, n := range x.image.Snapshot.Nodes {
		if n.Role != role || !n.States.Has(tree.Showing) || !n.States.Has(tree.Sensitive) || some == 0 {
			continue
		}
		action := backends.Action{}
		switch {
		case n.Has(tree.VerbSetValue) && n.Range != nil && n.Range.Maximum > n.Range.Minimum:
			action = backends.Action{Verb: tree.VerbSetValue, Number: (n.Range.Minimum + n.Range.Maximum) / 2}
		case n.Has(tree.VerbSetText) && n.States.Has(tree.Editable):
			action = setText("Zoë")
		case n.Has(tree.VerbToggle):
			action.Verb = tree.VerbToggle
		case n.Has(tree.VerbPress) && role != tree.RoleButton:
			action.Verb = tree.VerbPress
		default:
			continue
		}
		if err := x.fresh.Act(deadline(x.t), x.app, n.Handle, action); err != nil {
			x.t.Logf("%s %q: %v", n.Role, n.Name.Value, err)
			continue
		}
		some--
		calls := x.current(string(action.Verb) + " " + string(n.Role) + " " + n.Name.Value)
		x.t.Logf("%s %s %q: %d calls at once, %d in all, %d of a whole reading", action.Verb, n.Role, n.Name.Value, x.first, calls, x.whole)
	}
}
