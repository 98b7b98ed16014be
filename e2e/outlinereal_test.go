//go:build linux && cgo

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/samples/programs"
)

// openProgram opens a real program for an onlooker.
func openProgram(t *testing.T, launcher scaled, p programs.Program) *onlooker {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	return newOnlooker(t, launcher.Desktop, startReal(t, ctx, launcher, p).PID())
}

// at returns the element at a place in the tree, nil where there is none.
func (n *treeNode) at(place []int) *treeNode {
	for _, i := range place {
		if n == nil || i >= len(n.Children) {
			return nil
		}
		n = &n.Children[i]
	}
	return n
}

// places returns where the elements are that f chooses.
func (n *treeNode) places(f func(*treeNode) bool) [][]int {
	var all [][]int
	if f(n) {
		all = append(all, []int{})
	}
	for i := range n.Children {
		for _, below := range n.Children[i].places(f) {
			all = append(all, append([]int{i}, below...))
		}
	}
	return all
}

// has reports whether an element says a state.
func (n *treeNode) has(state string) bool { return slices.Contains(n.States, state) }

// on reports whether an element that can be switched is on.
func (n *treeNode) on() bool { return n.has("checked") || n.has("pressed") }

// one reports whether only one of several such elements is on. GTK 4.8 calls the
// ones in gtk4-widget-factory check boxes.
func (n *treeNode) one() bool { return n.Role == "radio" || n.Name == "radiobutton" }

// switches are the kinds of elements that say of themselves that they were pressed.
var switches = []string{"checkbox", "radio", "togglebutton", "switch"}

// flips clicks the middle of every element that can be switched and expects that
// this one, and no other of its kind, says that it was.
func (o *onlooker) flips(least int) {
	o.t.Helper()
	var places [][]int
	where := "" // in the reading before
	o.until("the program is read, and its switches rest", func() bool {
		d, err := o.tree()
		if err != nil || !d.Complete {
			return false
		}
		now := ""
		places = d.Root.places(func(n *treeNode) bool {
			fits := slices.Contains(switches, n.Role) && n.Bounds != nil && n.has("showing") && n.has("sensitive") && !n.has("indeterminate")
			if fits {
				now += fmt.Sprintln(*n.Bounds)
			}
			return fits
		})
		defer func() { where = now }()
		return now == where
	})
	slices.Reverse(places) // what turns the page stands in the title bar, first
	done := 0
	for _, place := range places {
		var before treeData
		var err error
		o.until("the program is read again", func() bool { before, err = o.tree(); return err == nil })
		n := before.Root.at(place)
		if n == nil || n.Bounds == nil || n.one() && n.on() {
			continue
		}
		x, y := n.Bounds.X+n.Bounds.W/2, n.Bounds.Y+n.Bounds.H/2
		o.aim(x, y, "")
		o.press()
		var after treeData
		o.until(fmt.Sprintf("%s %q at %v %+v is switched", n.Role, n.Name, place, *n.Bounds), func() bool {
			after, err = o.tree()
			now := after.Root.at(place)
			return err == nil && now != nil && now.on() != n.on()
		})
		for _, other := range before.Root.places(func(m *treeNode) bool { return m.Role == n.Role && !n.one() }) {
			was, is := before.Root.at(other), after.Root.at(other)
			if is != nil && was.on() != is.on() && !slices.Equal(other, place) {
				o.t.Errorf("a click on %s %q switched %q", n.Role, n.Name, is.Name)
			}
		}
		done++
	}
	if done < least {
		o.t.Errorf("%d elements could be switched, want at least %d", done, least)
	}
}

// value waits until some text box has the text.
func (o *onlooker) value(text string) {
	o.t.Helper()
	o.until("a text box has "+text, func() bool {
		d, err := o.tree()
		found := false
		if err == nil {
			d.Root.each(func(n *treeNode) { found = found || n.Value != nil && strings.TrimSpace(*n.Value) == text })
		}
		return found
	})
}

// opensMenus clicks each menu of the menu bar and expects that its items show.
func (o *onlooker) opensMenus(names ...string) {
	o.t.Helper()
	for _, name := range names {
		o.click(spot{menus, name, ""})
		o.until("items of the menu "+name+" show", func() bool {
			d, err := o.tree()
			return err == nil && len(d.Root.places(func(n *treeNode) bool {
				inside := 0
				n.each(func(below *treeNode) {
					if below != n && below.has("showing") && below.Bounds != nil && strings.HasPrefix(below.Role, "menuitem") {
						inside++
					}
				})
				return n.Name == name && inside > 0
			})) > 0
		})
		o.xdotool("key", "Escape")
	}
}

// writes clicks into the text and types.
func (o *onlooker) writes(s spot, text string) {
	o.t.Helper()
	o.enter(s, text)
	o.value(text)
}

// Real programs say themselves what a click at the middle of our bounds reached.
// Some draw their own frames: without a compositor inside a border of 5 units,
// with one inside a shadow.
func TestOutlinesOfRealPrograms(t *testing.T) {
	shadows := withCompositor(t)
	for name, launcher := range map[string]scaled{"border": {wide(t), 1, 0}, "shadow": {shadows, 1, 0}, "scale 2": {shadows, 2, 0}} {
		for _, c := range []struct {
			program programs.Program
			do      func(o *onlooker)
		}{
			{programs.GTK3WidgetFactory(), func(o *onlooker) { o.flips(8) }},
			{programs.GTK4WidgetFactory(), func(o *onlooker) { o.flips(5) }},
			{programs.Calculator(), func(o *onlooker) {
				for i := range 3 {
					o.click(spot{"button", fmt.Sprintf("%d %[1]d", 4+i), ""})
				}
				o.value("456")
			}},
			{programs.Mousepad(), func(o *onlooker) {
				o.opensMenus("File", "Edit", "View")
				o.writes(spot{"textbox", "", ""}, "abc")
			}},
			{programs.FeatherPad(), func(o *onlooker) {
				o.opensMenus("File", "Edit", "Options")
				o.writes(spot{"textbox:multi-line", "", ""}, "abc")
			}},
		} {
			if name == "shadow" && !strings.HasSuffix(c.program.Name, "widget-factory") {
				continue // at scale 2 they have one too
			}
			t.Run(c.program.Name+" "+name, func(t *testing.T) {
				o := openProgram(t, launcher, c.program)
				if c.program.Name == "gtk3-widget-factory" {
					out, err := o.desktop.Command(o.ctx, "xprop", "-id", o.window(c.program.Name), "_GTK_FRAME_EXTENTS").Output()
					t.Logf("its shadow is %s", out)
					if shadow := strings.Contains(string(out), " = "); err != nil || shadow != (name != "border") {
						t.Errorf("it draws a shadow: %v, %v", shadow, err)
					}
				}
				c.do(o)
			})
		}
	}
}
