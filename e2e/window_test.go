//go:build linux && cgo

package e2e

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// part is a pane of the window or a part of it, in units of the window.
type part struct {
	Role, Label, Value string
	States             []string
	X, Y, W, H         float32
	Children           []part
}

func (d part) find(role, label string) (part, bool) {
	if d.Role == role && strings.Contains(d.Label, label) {
		return d, true
	}
	for _, c := range d.Children {
		if found, ok := c.find(role, label); ok {
			return found, true
		}
	}
	return part{}, false
}

func (d part) is(state string) bool { return slices.Contains(d.States, state) }

// window is Samebutton's own window, used by a person.
type window struct {
	*person
	cmd    *exec.Cmd
	socket string
	store  string // its file
	xid    string
	slow   time.Duration // the longest that it took to say what it shows, for the log
}

// openWindow opens the window on an application and waits until it is shown.
func openWindow(p *person, application string) *window {
	p.t.Helper()
	w := &window{person: p, socket: filepath.Join(p.t.TempDir(), "window"), store: filepath.Join(p.t.TempDir(), "store.db")}
	w.cmd = exec.CommandContext(p.ctx, program, "--store", w.store, "--app", application, "--describe-to", w.socket)
	w.cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+p.t.TempDir())
	w.cmd.Stderr = os.Stderr
	if err := w.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		_ = w.cmd.Process.Signal(syscall.SIGTERM)
		_ = w.cmd.Wait()
	})
	p.until("the window is open", func() bool {
		out, err := exec.CommandContext(p.ctx, "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(w.cmd.Process.Pid), "--name", "^Samebutton").Output()
		w.xid = strings.TrimSpace(string(out))
		return err == nil && w.xid != "" && !strings.Contains(w.xid, "\n")
	})
	// Beside Orders, which opens in the top left corner, and not over it.
	w.xdotool("windowmove", w.xid, "700", "0")
	w.until("the window is beside Orders", func() bool { return w.onScreen(0, 0, 1).X >= 700 })
	w.shows("treeitem", "Orders")
	return w
}

func (w *window) xdotool(args ...string) {
	w.t.Helper()
	if out, err := exec.CommandContext(w.ctx, "xdotool", args...).CombinedOutput(); err != nil {
		w.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}

// look asks the window what it shows.
func (w *window) look() (top part, scale float32, idle bool) {
	w.t.Helper()
	began := time.Now()
	conn, err := net.DialTimeout("unix", w.socket, patience)
	if err != nil {
		return part{}, 0, false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	var d struct {
		Idle   bool
		Scale  float32
		Window part
	}
	if err := json.NewDecoder(conn).Decode(&d); err != nil {
		w.t.Fatalf("the window does not say what it shows: %v", err)
	}
	w.slow = max(w.slow, time.Since(began))
	return d.Window, d.Scale, d.Idle
}

// shows waits until the window shows a part and returns it.
func (w *window) shows(role, label string) part {
	w.t.Helper()
	return w.showsThat(role+" "+label, func(top part) (part, bool) { return top.find(role, label) })
}

func (w *window) showsThat(what string, find func(top part) (part, bool)) part {
	w.t.Helper()
	var found part
	w.until("the window shows "+what, func() bool {
		top, _, _ := w.look()
		var ok bool
		found, ok = find(top)
		return ok
	})
	return found
}

// press clicks a part of the window once it is at rest.
func (w *window) press(role, label string) {
	w.t.Helper()
	w.pressThat(role+" "+label, func(top part) (part, bool) { return top.find(role, label) })
}

// tool presses the button with exactly this label.
func (w *window) tool(label string) {
	w.t.Helper()
	var exact func(part) (part, bool)
	exact = func(p part) (part, bool) {
		if p.Role == "button" && p.Label == label {
			return p, true
		}
		for _, c := range p.Children {
			if found, ok := exact(c); ok {
				return found, true
			}
		}
		return part{}, false
	}
	w.pressThat("button "+label, exact)
}

func (w *window) pressThat(what string, find func(top part) (part, bool)) {
	w.t.Helper()
	var at tree.Point
	w.until("the window is at rest with "+what, func() bool {
		top, scale, idle := w.look()
		p, ok := find(top)
		if !ok || !idle || p.W <= 0 || p.is("disabled") {
			return false
		}
		was := at
		at = w.onScreen(p.X+p.W/2, p.Y+p.H/2, scale)
		return at == was // it does not move
	})
	w.clickOn(w.cmd.Process.Pid, at)
}

// picks presses the button at a place of Orders while the window waits for what is
// picked: the window keeps the click, and the keyboard.
func (w *window) picks(at tree.Point) {
	w.t.Helper()
	keyboard := w.clicked
	w.clickAt(at)
	w.clicked = keyboard
}

// onScreen returns where a place of the window is on the screen.
func (w *window) onScreen(x, y, scale float32) tree.Point {
	w.t.Helper()
	out, err := exec.CommandContext(w.ctx, "xwininfo", "-id", w.xid).Output()
	if err != nil {
		w.t.Fatal(err)
	}
	corner := func(side string) int {
		_, after, _ := strings.Cut(string(out), "Absolute upper-left "+side+":")
		n, err := strconv.Atoi(strings.Fields(after)[0])
		if err != nil {
			w.t.Fatal(err)
		}
		return n
	}
	return tree.Point{X: corner("X") + int(x*scale), Y: corner("Y") + int(y*scale)}
}

// selected waits until the row with a label is selected in the tree.
func (w *window) selected(label string) part {
	w.t.Helper()
	return w.showsThat("that "+label+" is selected", func(top part) (part, bool) {
		t, _ := top.find("tree", "")
		for _, row := range t.Children {
			if row.is("selected") {
				return row, row.Label == label
			}
		}
		return part{}, false
	})
}

// says waits until the window says something in its bars.
func (w *window) says(words string) {
	w.t.Helper()
	w.shows("status", words)
}

func TestPickOnTheScreenClicksNothing(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	save := w.at(`window "Orders" > button "Save"`)
	w.press("button", "Pick")
	w.says("press the element on the screen")
	w.picks(save)
	w.says(`picked button "Save"`)
	w.selected("Save")
	w.press("button", "Pick")
	w.says("press the element on the screen")
	w.picks(save) // leaves the picking and gives Orders nothing
	w.says(`picked button "Save"`)
	w.press("button", "Pick")
	w.says("press the element on the screen")
	w.keys("Escape")
	w.says("picking cancelled")
	if n := w.pressed(); n != 0 {
		t.Fatalf("picking pressed %d buttons of Orders", n)
	}
	w.clickAt(save) // and now the pointer is free again
	w.logged("clicked", "save", nil)
}

func TestPickInAnOpenMenu(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	country := w.at(`window "Orders" > combobox`)
	w.press("button", "Pick") // gives the window the keyboard
	w.says("press the element on the screen")
	w.keys("Escape")
	w.says("picking cancelled")
	w.keys("ctrl", "shift", "p")
	w.says("open the menu and point at the element")
	w.clickAt(country)
	var item tree.Bounds
	w.until("the list of the combo box is open", func() bool {
		f := w.frozen()
		for i := range f.Nodes {
			n := &f.Nodes[i]
			if (n.Role == tree.RoleMenuItem || n.Role == tree.RoleOption) && n.States.Has(tree.Showing) && n.Bounds.Usable() && n.Name.Value == "Japan" {
				item = n.Bounds
				return true
			}
		}
		return false
	})
	if err := w.pointer.Move(w.ctx, item.Center()); err != nil {
		t.Fatal(err)
	}
	w.says(`"Japan"`)
	w.selected("Japan")
	w.keys("Escape") // closes the list, which was still open
	if chosen := w.events("selected", "country"); len(chosen) > 0 {
		t.Errorf("picking in the list has chosen something: %v", lines(chosen))
	}
}

func TestTheTreeFollowsTheRealPicture(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	w.press("treeitem", "Save")
	w.selected("Save")
	mark := w.showsThat("the outline of Save", func(top part) (part, bool) {
		m, ok := top.find("mark", "")
		return m, ok && m.Value == "selected" && m.W > 0
	})
	w.press("treeitem", "Customer")
	w.selected("Customer")
	_, scale, _ := w.look()
	w.clickOn(w.cmd.Process.Pid, w.onScreen(mark.X+mark.W/2, mark.Y+mark.H/2, scale))
	w.selected("Save")
	if n := w.pressed(); n != 0 {
		t.Errorf("a click in the picture pressed %d buttons of Orders", n)
	}
}

func TestTheLocatorIsOnTheClipboard(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	w.press("treeitem", "Save")
	w.selected("Save")
	locator := w.shows("textbox", "Locator").Value
	w.keys("ctrl", "c")
	w.says("copied the locator")
	w.click(`window "Orders" > textbox "Customer"`)
	w.keys("ctrl", "v")
	w.logged("text", "customer", func(e orders.Entry) bool { return e.Text() == locator })
}

func TestASavedSnapshotOpensWithoutTheApplication(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	path := filepath.Join(t.TempDir(), "orders.samebutton-snapshot")
	w.press("treeitem", "Save")
	w.selected("Save")
	// fileDialog answers the dialog that has just opened. Its library gives it no
	// other title.
	fileDialog := func(title string) {
		w.xdotool("search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync")
		if title == "Open File" {
			w.keys("ctrl", "l") // type a place instead of choosing one
		}
		w.keys("ctrl", "a")
		w.types(path)
		var last time.Time
		w.until("the dialog is answered", func() bool {
			if exec.CommandContext(w.ctx, "xdotool", "search", "--onlyvisible", "--name", title).Run() != nil {
				return true
			}
			if time.Since(last) > 5*time.Second { // the first one may go to what completes the path
				w.keys("Return")
				last = time.Now()
			}
			return false
		})
	}
	w.keys("ctrl", "s")
	fileDialog("Save File")
	w.says("wrote " + path)
	w.close() // Orders is gone
	w.keys("ctrl", "o")
	fileDialog("Open File")
	w.says("Not live: snapshot orders.samebutton-snapshot of")
	w.press("treeitem", "Save")
	w.selected("Save")
	w.shows("textbox", "Locator")
	w.showsThat("that it cannot be recorded", func(top part) (part, bool) {
		bar, _ := top.find("toolbar", "")
		for _, b := range bar.Children {
			if b.Label == "Record" {
				return b, b.is("disabled")
			}
		}
		return part{}, false
	})
}

// TestAStoppedApplicationCostsOnlyItself: one of two applications is stopped; the
// window says so, and goes over to the other one meanwhile.
func TestAStoppedApplicationCostsOnlyItself(t *testing.T) {
	a, b := start(t, orders.GTK3), start(t, orders.Qt)
	w := openWindow(newPerson(a), strconv.Itoa(a.orders.PID()))
	if err := a.orders.Stop(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.orders.Cont(); err != nil {
			t.Error(err)
		}
	}()
	w.press("treeitem", "Save") // it still shows what it knows
	w.selected("Save")
	w.says("does not answer")
	w.slow = 0
	w.press("button", "orders-gtk3")
	w.press("option", "orders-qt")
	w.says("live")
	w.showsThat("the other application", func(top part) (part, bool) {
		t, ok := top.find("tree", "")
		if !ok || top.Label != "Samebutton — orders-qt" {
			return t, false
		}
		return t.find("treeitem", "Save")
	})
	b.control("without save")
	w.showsThat("the change in the other application", func(top part) (part, bool) {
		t, ok := top.find("tree", "")
		_, there := t.find("treeitem", "Save")
		return t, ok && !there
	})
	t.Logf("the window took up to %v to answer while an application was stopped", w.slow)
}

func TestTheWindowGoesOnWithAnApplicationStartedAgain(t *testing.T) {
	first := start(t, orders.GTK3)
	w := openWindow(newPerson(first), "orders-gtk3")
	w.press("treeitem", "Save")
	w.selected("Save")
	first.close()
	w.says("has ended")
	start(t, orders.GTK3)
	w.says("orders-gtk3 was started again")
	w.says("live")
	w.selected("Save")
}
