package atspi

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// click presses the pointer's button at a place, as a person does. What it lands
// on depends on the display alone, not on anything of this package. (xdotool's click
// waits with the button down, and GTK 4 drops some of those: see input.Pointer.)
func click(t *testing.T, at tree.Point) {
	t.Helper()
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Skip("xdotool is not installed")
	}
	cmd := private.Command(deadline(t), "xdotool", "mousemove", fmt.Sprint(at.X), fmt.Sprint(at.Y), "mousedown", "1", "mouseup", "1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// A real click at the middle of an element's bounds lands on that element.
func TestRealClickLands(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			form := startOrders(t, toolkit)
			app := application(t, b, form.PID())
			s := observe(t, b, app)
			for _, target := range []struct {
				role      tree.Role
				name      string
				event, id string
			}{
				{tree.RoleButton, "Save", "clicked", "save"},
				{tree.RoleCheckbox, "Express delivery", "toggled", "express"},
				{tree.RoleRadio, "Card", "toggled", "card"},
			} {
				n := find(t, s, target.role, target.name)
				if !n.Bounds.Usable() {
					t.Fatalf("%s %q has bounds %v", n.Role, n.Name.Value, n.Bounds)
				}
				click(t, n.Bounds.Center())
				logged(t, form, target.event, target.id)
			}
		})
	}
}

// composite makes toolkits believe that a compositor runs and that the window
// manager knows _GTK_FRAME_EXTENTS, so that they draw shadows around their
// windows, until the test ends.
func composite(t *testing.T) {
	t.Helper()
	x, err := xgb.NewConnDisplay(private.Display())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	screen := xproto.Setup(x).DefaultScreen(x)
	w, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Atom
	}
	if err := xproto.CreateWindowChecked(x, 0, w, screen.Root, -10, -10, 1, 1, 0, xproto.WindowClassInputOnly, screen.RootVisual, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	extents := make([]byte, 4)
	xgb.Put32(extents, uint32(atom("_GTK_FRAME_EXTENTS")))
	if err := xproto.ChangePropertyChecked(x, xproto.PropModeAppend, screen.Root, atom("_NET_SUPPORTED"), xproto.AtomAtom, 32, 1, extents).Check(); err != nil {
		t.Fatal(err)
	}
	if err := xproto.SetSelectionOwnerChecked(x, w, atom("_NET_WM_CM_S0"), 0).Check(); err != nil {
		t.Fatal(err)
	}
}

// GTK4 gives coordinates inside its window, whose X window holds the shadow too.
func TestShadow(t *testing.T) {
	for _, compositor := range []bool{false, true} {
		t.Run(fmt.Sprintf("compositor %v", compositor), func(t *testing.T) {
			b := open(t, Options{})
			if compositor {
				composite(t)
			}
			app := application(t, b, start(t, "gnome-calculator").Process.Pid)
			var shadow [4]int
			for _, w := range windowsOf(t, b, app.PID) {
				shadow = w.shadow
			}
			if (shadow != [4]int{}) != compositor {
				t.Errorf("shadow is %v", shadow)
			}
			s := observe(t, b, app)
			var four *tree.Node
			for i := range s.Nodes {
				if n := &s.Nodes[i]; n.Role == tree.RoleButton && strings.HasPrefix(n.Name.Value, "4") {
					four = n
				}
			}
			if four == nil || four.Bounds.Confidence != tree.Derived {
				t.Fatalf("the button 4 is %+v", four)
			}
			click(t, four.Bounds.Center())
			await(t, "a 4 in the calculator", func() bool {
				for _, n := range observe(t, b, app).Nodes {
					if n.Role == tree.RoleTextbox && n.Value.Value == "4" {
						return true
					}
				}
				return false
			})
		})
	}
}
