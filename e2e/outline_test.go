//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

// wide is a desktop on which Orders fits at twice its size.
func wide(t *testing.T) *desktop.Desktop { return sized(t, 2560, 1600) }

// sized is a desktop of so many pixels.
func sized(t *testing.T, width, height int) *desktop.Desktop {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	d, err := desktop.Start(ctx, desktop.Options{Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// scaled launches applications that draw a unit as several pixels.
type scaled struct {
	*desktop.Desktop
	gtk int     // whole scales only
	qt  float64 // 0: as gtk
}

// Command implements orders.Launcher.
func (s scaled) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := s.Desktop.Command(ctx, name, args...)
	if s.qt == 0 {
		s.qt = float64(s.gtk)
	}
	cmd.Env = append(cmd.Env, fmt.Sprint("GDK_SCALE=", s.gtk), fmt.Sprint("QT_SCALE_FACTOR=", s.qt))
	return cmd
}

// onlooker looks at an application with the built program, as somebody would who
// has only its outlines, and clicks with xdotool, which knows nothing of it.
type onlooker struct {
	t       *testing.T
	ctx     context.Context
	desktop *desktop.Desktop
	pid     int
	last    treeData // as it was seen last
}

func newOnlooker(t *testing.T, d *desktop.Desktop, pid int) *onlooker {
	t.Helper()
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Skip("xdotool is not installed")
	}
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	t.Cleanup(cancel)
	return &onlooker{t: t, ctx: ctx, desktop: d, pid: pid}
}

// tree reads the application.
func (o *onlooker) tree() (treeData, error) {
	return readTreeOn(o.ctx, o.desktop, o.pid)
}

// until polls a condition.
func (o *onlooker) until(what string, holds func() bool) {
	o.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Fatalf("never came true: %s\n%s", what, o.showing())
		}
	}
}

// press clicks where the pointer is, with no time between press and release: xdotool's
// click waits 12 ms with the button down, and GTK 4 drops some of those (see
// input.Pointer).
func (o *onlooker) press() {
	o.t.Helper()
	o.xdotool("mousedown", "1", "mouseup", "1")
}

// showing lists what can be seen, for a message.
func (o *onlooker) showing() string {
	d, err := o.tree()
	if err != nil {
		return err.Error()
	}
	var lines []string
	d.Root.each(func(n *treeNode) {
		if slices.Contains(n.States, "showing") && n.Bounds != nil && n.Name != "" {
			lines = append(lines, fmt.Sprintf("%s %q %+v", n.Role, n.Name, *n.Bounds))
		}
	})
	return strings.Join(lines, "\n")
}

// spot is what is looked for: one of the roles and of the names, inside something
// of the name within, if that is set.
type spot struct {
	roles  string // separated by spaces, with a state that is asked for behind a colon
	names  string // separated by |
	within string
}

func (s spot) String() string { return fmt.Sprintf("%s %q %s", s.roles, s.names, s.within) }

// all returns the elements that can be seen at a spot.
func (s spot) all(root *treeNode) []*treeNode {
	var found []*treeNode
	var down func(n *treeNode, inside bool)
	down = func(n *treeNode, inside bool) {
		if inside && slices.Contains(strings.Split(s.names, "|"), n.Name) && s.kind(n) && n.Bounds != nil && n.has("showing") {
			found = append(found, n)
		}
		inside = inside || n.Name == s.within
		for i := range n.Children {
			down(&n.Children[i], inside)
		}
	}
	down(root, s.within == "")
	return found
}

// kind reports whether an element has one of the roles, and the state.
func (s spot) kind(n *treeNode) bool {
	for _, kind := range strings.Fields(s.roles) {
		role, state, _ := strings.Cut(kind, ":")
		if n.Role == role && (state == "" || n.has(state)) {
			return true
		}
	}
	return false
}

// chain returns what is at a spot and the two elements that hold it.
func (s spot) chain(n *treeNode) []*treeNode {
	if all := s.all(n); len(all) == 1 && all[0] == n {
		return []*treeNode{n}
	}
	for i := range n.Children {
		if up := s.chain(&n.Children[i]); len(up) > 0 {
			return append(up, n)[:min(len(up)+1, 3)]
		}
	}
	return nil
}

// see waits until exactly one element is at the spot and does not move.
func (o *onlooker) see(s spot) *treeNode {
	o.t.Helper()
	var found *treeNode
	o.until(s.String()+" is seen", func() bool {
		before := s.all(&o.last.Root)
		d, err := o.tree()
		if err != nil {
			return false
		}
		o.last = d
		now := s.all(&o.last.Root)
		if len(now) != 1 || len(before) != 1 || *now[0].Bounds != *before[0].Bounds {
			return false
		}
		found = now[0]
		return true
	})
	return found
}

// click clicks the middle of an element.
func (o *onlooker) click(s spot) *treeNode {
	o.t.Helper()
	n := o.see(s)
	x, y := n.Bounds.X+n.Bounds.W/2, n.Bounds.Y+n.Bounds.H/2
	title := ""
	for i := range o.last.Root.Children {
		if top := &o.last.Root.Children[i]; len(s.all(top)) == 1 {
			title = top.Name
		}
	}
	o.aim(x, y, title)
	o.press()
	return n
}

func (o *onlooker) xdotool(args ...string) string {
	o.t.Helper()
	out, err := o.desktop.Command(o.ctx, "xdotool", args...).CombinedOutput()
	if err != nil {
		o.t.Fatalf("xdotool %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// enter clicks a field and types when it has the keyboard.
func (o *onlooker) enter(s spot, text string) {
	o.t.Helper()
	o.click(s)
	o.until(s.String()+" has the keyboard", func() bool {
		d, err := o.tree()
		focused := false
		if err == nil {
			for _, n := range s.all(&d.Root) {
				n.each(func(n *treeNode) { focused = focused || slices.Contains(n.States, "focused") })
			}
		}
		return focused
	})
	o.xdotool("type", text)
}

// hits asks what is at the middle of an element, which is to be it or, where it
// is a part of what a person acts on, that.
func (o *onlooker) hits(s spot) {
	o.t.Helper()
	n := o.see(s)
	at := fmt.Sprintf("%d,%d", n.Bounds.X+n.Bounds.W/2, n.Bounds.Y+n.Bounds.H/2)
	out, err := o.desktop.Command(o.ctx, program, "inspect", "--json", "--app", fmt.Sprint(o.pid), "--timeout", "60s", "--at", at).Output()
	var said struct {
		Data  struct{ Element treeNode }
		Error struct{ Message string }
	}
	if broken := json.Unmarshal(out, &said); broken != nil {
		o.t.Fatalf("inspect --at printed %s, %v, %v", out, broken, err)
	}
	e := said.Data.Element
	for _, up := range s.chain(&o.last.Root) {
		if up.Role == e.Role && up.Name == e.Name && up.Bounds != nil && e.Bounds != nil && *up.Bounds == *e.Bounds {
			return
		}
	}
	o.t.Errorf("at the middle of %s (%s) is %s %q at %+v, %s %v", s, at, e.Role, e.Name, e.Bounds, said.Error.Message, err)
}

// form is Orders as an onlooker sees it.
type form struct {
	*onlooker
	orders *orders.App
}

func openForm(t *testing.T, launcher scaled, toolkit orders.Toolkit, flags ...string) *form {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	app, err := orders.Start(ctx, launcher, toolkit, flags...)
	var missing *orders.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return &form{newOnlooker(t, launcher.Desktop, app.PID()), app}
}

// logged waits until Orders has written down one more event of the kind, and
// nothing else that a click does.
func (f *form) logged(do func(), event, id, value string) {
	f.t.Helper()
	before := f.log()
	do()
	f.until(fmt.Sprintf("Orders logs %s %s %s", event, id, value), func() bool {
		for _, e := range f.log()[len(before):] {
			if e.Event == event && e.ID == id && (value == "" || string(e.Value) == value) {
				return true
			}
			if e.Event == "clicked" {
				f.t.Fatalf("the click landed on %s", e.ID)
			}
		}
		return false
	})
}

func (f *form) log() []orders.Entry {
	f.t.Helper()
	log, err := f.orders.Log()
	if err != nil {
		f.t.Fatal(err)
	}
	return log
}

// clicks clicks an element and waits until Orders says that it was that one.
func (f *form) clicks(s spot, event, id, value string) {
	f.t.Helper()
	f.logged(func() { f.click(s) }, event, id, value)
}

// fills types into an element and waits until Orders says that it was that one.
func (f *form) fills(s spot, text, event, id string) {
	f.t.Helper()
	f.logged(func() { f.enter(s, text) }, event, id, "")
}

const (
	items = "option listitem menuitem row" // of lists and combo boxes
	menus = "menu menuitem menuitemcheckbox"
)

// country is the combo box of Orders; Qt calls one what it shows.
var country = spot{"combobox", "Country|Germany", ""}

// choice is an item of its list. GTK 4 names the label of an item and not the item.
func choice(toolkit orders.Toolkit, name string) spot {
	if toolkit == orders.GTK4 {
		return spot{"label", name, ""}
	}
	return spot{items, name, ""}
}

// The middle of the bounds that we report of every kind of element is where the
// element is, at each scale: the application's own log tells what a real click
// there reached.
func TestOutlinesSitOnTheirWidgets(t *testing.T) {
	d := wide(t)
	for _, toolkit := range orders.Toolkits() {
		for _, launcher := range []scaled{{d, 1, 0}, {d, 2, 0}, {d, 1, 1.5}} {
			if launcher.qt != 0 && !toolkit.IsQt() {
				continue
			}
			t.Run(fmt.Sprintf("%s scale %d %g", toolkit, launcher.gtk, launcher.qt), func(t *testing.T) {
				f := openForm(t, launcher, toolkit)
				save := spot{"button", "Save", ""}
				f.hits(save)
				f.clicks(save, "clicked", "save", "")
				express := spot{"checkbox", "Express delivery", ""}
				f.hits(express)
				f.clicks(express, "toggled", "express", "true")
				if launcher.qt != 0 {
					return
				}
				f.clicks(spot{"radio", "Card", ""}, "toggled", "card", "true")
				f.fills(spot{"textbox", "Customer", ""}, "ab", "text", "customer")
				f.fills(spot{"textbox", "Notes", ""}, "cd", "text", "notes")
				f.fills(spot{"password", "PIN", ""}, "12", "text", "pin")
				f.fills(spot{"spinbutton", "Quantity", ""}, "2\t", "value", "quantity")
				f.clicks(spot{"slider", "Discount", ""}, "value", "discount", "")
				f.click(country)
				japan := choice(toolkit, "Japan")
				f.hits(japan)
				f.clicks(japan, "selected", "country", `"Japan"`)
				f.clicks(spot{"tab", "Items", ""}, "selected", "tabs", `"tab-items"`)
				f.clicks(spot{items, "South orchard", ""}, "selected", "suppliers", `"South orchard"`)
				f.clicks(spot{"button", "Delete", "Pear"}, "clicked", "delete-pear", "")
				f.click(spot{menus, "View", ""})
				totals := spot{menus, "Show totals", ""}
				f.hits(totals)
				f.clicks(totals, "menu", "view-totals", "true")
				f.clicks(spot{"tab", "Order", ""}, "selected", "tabs", `"tab-order"`)
				f.clicks(spot{"button", "Details…", ""}, "clicked", "details", "")
				f.fills(spot{"textbox", "Reference", ""}, "ef", "text", "reference")
				f.clicks(spot{"button", "Apply", "Order details"}, "clicked", "details-apply", "")
			})
		}
	}
}
