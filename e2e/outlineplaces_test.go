//go:build linux && cgo

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// window returns the X window of the application with the title, by xdotool, once
// it is there.
func (o *onlooker) window(title string) string {
	o.t.Helper()
	var ids []string
	o.until("the display has one window "+title, func() bool {
		cmd := o.desktop.Command(o.ctx, "xdotool", "search", "--all", "--onlyvisible", "--pid", fmt.Sprint(o.pid), "--name", "^"+title+"$")
		out, _ := cmd.Output() // which fails where there is none
		ids = strings.Fields(string(out))
		return len(ids) == 1
	})
	return ids[0]
}

// corner asks the display where a window is.
func (o *onlooker) corner(window string) (x, y int) {
	o.t.Helper()
	out, err := o.desktop.Command(o.ctx, "xwininfo", "-id", window).Output()
	if err != nil {
		o.t.Fatalf("xwininfo: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		n, _ := strconv.Atoi(strings.TrimSpace(value))
		switch key {
		case "Absolute upper-left X":
			x = n
		case "Absolute upper-left Y":
			y = n
		}
	}
	return x, y
}

// move moves a window and waits until it is there, but for its border.
func (o *onlooker) move(window string, x, y int) {
	o.t.Helper()
	o.xdotool("windowmove", window, fmt.Sprint(x), fmt.Sprint(y))
	o.until(fmt.Sprintf("the window is at %d,%d", x, y), func() bool {
		nx, ny := o.corner(window)
		return nx-x >= 0 && nx-x <= 30 && ny-y >= 0 && ny-y <= 30
	})
}

// Outlines go where the window goes, partly off the screen too, and a window that
// is not on the screen has none.
func TestOutlinesFollowTheWindow(t *testing.T) {
	d := wide(t)
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			f := openForm(t, scaled{d, 1, 0}, toolkit)
			window := f.window("Orders")
			save, express := spot{"button", "Save", ""}, spot{"checkbox", "Express delivery", ""}

			f.see(save)
			f.move(window, 40, 700)
			f.clicks(save, "clicked", "save", "")
			f.move(window, -300, -90) // the menu bar is off the screen
			f.clicks(express, "toggled", "express", "true")
			f.move(window, 2000, 1200) // the right and the lower half are
			f.clicks(save, "clicked", "save", "")
			f.xdotool("windowsize", "--sync", window, "760", "600")
			f.move(window, 300, 200)
			f.clicks(express, "toggled", "express", "false")

			f.xdotool("windowminimize", window)
			f.until("a window that is not on the screen has no outlines", func() bool {
				tree, err := f.tree()
				return err == nil && len(save.all(&tree.Root)) == 0
			})
			f.xdotool("windowactivate", window)
			f.clicks(save, "clicked", "save", "")
		})
	}
}

// Windows with one title are told apart by where they are. GTK 4 says how large a
// window is and not where: of two with one size and title it is not proven which
// is which, and nothing is drawn of either.
func TestOutlinesOfTwoWindowsWithOneTitle(t *testing.T) {
	d := wide(t)
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			first := openForm(t, scaled{d, 1, 0}, toolkit)
			first.move(first.window("Orders"), 20, 20)
			second := openForm(t, scaled{d, 1, 0}, toolkit)
			second.move(second.window("Orders"), 1200, 500)
			save := spot{"button", "Save", ""}
			first.clicks(save, "clicked", "save", "")
			second.clicks(save, "clicked", "save", "")

			// Another window of one process, as large as the first.
			if err := first.orders.Control(first.ctx, "cover"); err != nil {
				t.Fatal(err)
			}
			cover := first.window("Messages")
			first.move(cover, 1300, 20)
			if err := first.orders.Control(first.ctx, "retitle Messages"); err != nil {
				t.Fatal(err)
			}
			shut := spot{"button", "Close", ""}
			if toolkit == orders.GTK4 {
				first.until("nothing is drawn of twins", func() bool {
					tree, err := first.tree()
					outlined := false
					tree.Root.each(func(n *treeNode) { outlined = outlined || n.Bounds != nil })
					return err == nil && !outlined && tree.Complete
				})
				first.xdotool("windowsize", "--sync", cover, "500", "300")
			}
			first.clicks(save, "clicked", "save", "")
			first.clicks(shut, "clicked", "cover-close", "")
			first.until("one window is left", func() bool {
				tree, err := first.tree()
				return err == nil && len(shut.all(&tree.Root)) == 0
			})
			first.clicks(save, "clicked", "save", "")
		})
	}
}

// withCompositor runs picom on a desktop, and says for the window manager that it
// knows _GTK_FRAME_EXTENTS, so that GTK draws shadows around its own frames.
func withCompositor(t *testing.T) *desktop.Desktop {
	t.Helper()
	d := wide(t)
	o := newOnlooker(t, d, 0)
	picom := d.Command(o.ctx, "picom", "--backend", "xrender", "--config", "/dev/null")
	if err := picom.Start(); err != nil {
		t.Fatalf("start picom, the compositor of this test: %v; run make install-deps", err)
	}
	t.Cleanup(func() {
		_ = picom.Process.Kill()
		_ = picom.Wait()
	})
	o.until("picom runs", func() bool {
		ids, err := d.Command(o.ctx, "xdotool", "search", "--class", "picom").Output()
		return err == nil && len(strings.Fields(string(ids))) > 0
	})
	for _, entry := range d.Env() {
		if path, ok := strings.CutPrefix(entry, "XAUTHORITY="); ok {
			t.Setenv("XAUTHORITY", path)
		}
	}
	x, err := xgb.NewConnDisplay(d.Display())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Atom
	}
	extents := make([]byte, 4)
	xgb.Put32(extents, uint32(atom("_GTK_FRAME_EXTENTS")))
	root := xproto.Setup(x).DefaultScreen(x).Root
	if err := xproto.ChangePropertyChecked(x, xproto.PropModeAppend, root, atom("_NET_SUPPORTED"), xproto.AtomAtom, 32, 1, extents).Check(); err != nil {
		t.Fatal(err)
	}
	return d
}

// With a compositor, GTK draws its own frames with a shadow around them.
func TestOutlinesWithACompositor(t *testing.T) {
	d := withCompositor(t)
	for _, toolkit := range orders.Toolkits() {
		for _, factor := range []int{1, 2} {
			if toolkit != orders.GTK3 && toolkit != orders.GTK4 && factor > 1 {
				continue // draws no frames
			}
			t.Run(fmt.Sprint(toolkit, " scale ", factor), func(t *testing.T) {
				f := openForm(t, scaled{d, factor, 0}, toolkit)
				f.clicks(spot{"button", "Save", ""}, "clicked", "save", "")
				f.click(spot{menus, "View", ""})
				f.clicks(spot{menus, "Show totals", ""}, "menu", "view-totals", "true")
				f.clicks(spot{"button", "Details…", ""}, "clicked", "details", "")
				f.clicks(spot{"button", "Apply", "Order details"}, "clicked", "details-apply", "")
			})
		}
	}
}
