package orders

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
)

// patience bounds everything a test waits for.
const patience = 20 * time.Second

// shared is the desktop on which the tests run, one after the other.
var shared *desktop.Desktop

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	d, err := desktop.Start(context.Background(), desktop.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer d.Close()
	shared = d
	return m.Run()
}

// driver is an application under test and a person's hands.
type driver struct {
	*App
	t    *testing.T
	ctx  context.Context
	a11y a11y
	root object
}

func open(t *testing.T, toolkit Toolkit, flags ...string) *driver {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
	t.Cleanup(cancel)
	app, err := Start(ctx, shared, toolkit, flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	d := &driver{App: app, t: t, ctx: ctx, a11y: connect(t, shared.Env(), toolkit)}
	d.eventually("application in the tree", func() (ok bool) {
		d.root, ok = d.a11y.application(toolkit.Application())
		return ok
	})
	return d
}

func (d *driver) eventually(what string, condition func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(patience); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatalf("not in time: %s", what)
		}
	}
}

// xdotool returns what it printed.
func (d *driver) xdotool(args ...string) string {
	d.t.Helper()
	out, err := shared.Command(d.ctx, "xdotool", args...).CombinedOutput()
	if err != nil {
		d.t.Fatalf("xdotool %v: %v %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// click clicks with the real pointer on the nth node of that role and name.
func (d *driver) click(roles []uint32, name string, nth int) {
	d.t.Helper()
	var target object
	var at, last box
	d.eventually("a steady "+name, func() bool {
		found := d.a11y.find(d.root, roles, name)
		if len(found) <= nth {
			return false
		}
		target = found[nth]
		at, _ = d.a11y.extents(target)
		steady := at == last && at.Width > 0
		last = at
		return steady
	})
	move := []string{"mousemove"}
	if d.a11y.toolkit == GTK4 { // whose rectangles start at the window
		move = append(move, "--window", d.xdotool("search", "--onlyvisible", "--all", "--pid", fmt.Sprint(d.PID()),
			"--name", "^"+d.a11y.window(target)+"$"))
	}
	d.xdotool(append(move, fmt.Sprint(at.X+at.Width/2), fmt.Sprint(at.Y+at.Height/2), "click", "1")...)
}

// wait returns the first entry of that event and id.
func (d *driver) wait(event, id string) Entry {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	e, err := d.WaitFor(ctx, func(e Entry) bool { return e.Event == event && e.ID == id })
	if err != nil {
		log, _ := d.Log()
		d.t.Fatalf("%s %s: %v; log %v", event, id, err, lines(log))
	}
	return e
}

// settle returns the log once the application has done all that was asked of
// it before, as told by its answer to a command.
func (d *driver) settle() []Entry {
	d.t.Helper()
	if _, err := d.Form(d.ctx); err != nil {
		d.t.Fatal(err)
	}
	log, err := d.Log()
	if err != nil {
		d.t.Fatal(err)
	}
	return log
}

func (d *driver) control(command string) {
	d.t.Helper()
	if err := d.Control(d.ctx, command); err != nil {
		d.t.Fatal(err)
	}
}

func lines(log []Entry) []string {
	var text []string
	for _, e := range log {
		text = append(text, fmt.Sprintf("%s %s %s", e.Event, e.ID, e.Value))
	}
	return text
}

func count(log []Entry, event, id string) int {
	n := 0
	for _, e := range log {
		if e.Event == event && e.ID == id {
			n++
		}
	}
	return n
}

// What the tests click on.
var (
	button = []uint32{roleButton}
	entry  = []uint32{roleText, rolePassword}
	check  = []uint32{roleCheckBox}
	radio  = []uint32{roleRadioButton}
	tab    = []uint32{roleTab}
)

// each runs a test in every toolkit.
func each(t *testing.T, test func(*testing.T, Toolkit)) {
	for _, toolkit := range Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) { test(t, toolkit) })
	}
}

func TestRealInputIsLogged(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.click(entry, "Customer", 0)
		d.xdotool("type", "Anna")
		d.click(entry, "Notes", 0)
		d.xdotool("type", "ring twice")
		d.click(entry, "PIN", 0)
		d.xdotool("type", "4711")
		d.click(check, "Express delivery", 0)
		d.click(radio, "Card", 0)
		d.wait("toggled", "card")
		d.click(button, "Save", 0)
		saved := d.wait("saved", "save")
		got, err := saved.Form()
		if err != nil {
			t.Fatal(err)
		}
		want := Form{Customer: "Anna", Notes: "ring twice", PIN: 4, Express: true, Payment: "card", Country: "Germany", Quantity: 1}
		if got != want {
			t.Errorf("saved %+v\nwant  %+v", got, want)
		}
		log := d.settle()
		for event, id := range map[string]string{"clicked": "save", "saved": "save", "toggled": "express"} {
			if n := count(log, event, id); n != 1 {
				t.Errorf("%s %s logged %d times: %q", event, id, n, lines(log))
			}
		}
		if n := count(log, "text", "customer"); n != 4 {
			t.Errorf("four keys made %d texts", n)
		}
		for i, e := range log {
			if e.Seq != i+1 {
				t.Fatalf("gap in the log at %d: %+v", i, e)
			}
			if strings.Contains(string(e.Value), "4711") {
				t.Errorf("the PIN is in the log: %s", e.Value)
			}
		}
	})
}

func TestShortcutSaves(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.click(entry, "Street", 0)
		d.xdotool("key", "ctrl+s")
		d.wait("saved", "save")
		if log := d.settle(); count(log, "key", "save") != 1 || count(log, "clicked", "save") != 0 {
			t.Errorf("log %q", lines(log))
		}
	})
}

func TestDeleteTellsItsRow(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.click(tab, "Items", 0)
		d.wait("selected", "tabs")
		d.click(button, "Delete", 1)
		d.wait("deleted", "item-pear")
		d.control("reorder")
		d.click(button, "Delete", 0)
		d.wait("deleted", "item-plum")
		if n := len(d.a11y.find(d.root, button, "Delete")); n != 1 {
			t.Errorf("%d rows left", n)
		}
	})
}

func TestSecondSaveIsAnother(t *testing.T) {
	// Where the second stands, seen from the first; the order in the tree is
	// not everywhere the one on screen.
	places := map[string]func(first, second box) bool{
		"before": func(first, second box) bool { return second.X < first.X && second.Y == first.Y },
		"after":  func(first, second box) bool { return second.X > first.X && second.Y == first.Y },
		"group":  func(first, second box) bool { return second.Y > first.Y },
	}
	each(t, func(t *testing.T, toolkit Toolkit) {
		for place, beside := range places {
			d := open(t, toolkit)
			first := d.a11y.find(d.root, button, "Save")
			if len(first) != 1 {
				t.Fatalf("%d buttons before", len(first))
			}
			d.control("second-save " + place)
			second := -1
			d.eventually("a second button "+place, func() bool {
				at, _ := d.a11y.extents(first[0])
				for nth, found := range d.a11y.find(d.root, button, "Save") {
					if other, err := d.a11y.extents(found); found != first[0] && err == nil && beside(at, other) {
						second = nth
					}
				}
				return second >= 0
			})
			d.click(button, "Save", second)
			d.wait("saved", "save2")
			if log := d.settle(); count(log, "clicked", "save") != 0 {
				t.Errorf("%s: log %q", place, lines(log))
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSecondSaveInDialogBlocksTheFirst(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--second-save", "dialog")
		d.wait("dialog-opened", "dialog-details")
		d.click(entry, "Reference", 0)
		d.xdotool("type", "R7")
		d.eventually("two buttons", func() bool { return len(d.a11y.find(d.root, button, "Save")) == 2 })
		var dialogs []object
		for _, window := range d.a11y.children(d.root) {
			if d.a11y.name(window) == "Order details" {
				dialogs = append(dialogs, d.a11y.find(window, button, "Save")...)
			}
		}
		if len(dialogs) != 1 {
			t.Fatalf("%d buttons in the dialog", len(dialogs))
		}
		for nth, found := range d.a11y.find(d.root, button, "Save") {
			if found != dialogs[0] {
				d.click(button, "Save", nth) // the first, which the dialog blocks
			}
		}
		for nth, found := range d.a11y.find(d.root, button, "Save") {
			if found == dialogs[0] {
				d.click(button, "Save", nth)
			}
		}
		form, err := d.wait("saved", "save2").Form()
		if err != nil || form.Name != "R7" {
			t.Errorf("saved %+v %v", form, err)
		}
		d.wait("dialog-closed", "dialog-details")
		if log := d.settle(); count(log, "clicked", "save") != 0 {
			t.Errorf("log %q", lines(log))
		}
	})
}

func TestControlsVanishChangeAndStopWorking(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--without", "new", "--rename", "details=More", "--disable", "save", "--title", "Sales")
		if n := len(d.a11y.find(d.root, button, "New")); n != 0 {
			t.Errorf("removed button is there %d times", n)
		}
		if n := len(d.a11y.find(d.root, button, "More")); n != 1 {
			t.Errorf("renamed button is there %d times", n)
		}
		d.eventually("title", func() bool {
			windows := d.a11y.children(d.root)
			return len(windows) > 0 && d.a11y.name(windows[0]) == "Sales"
		})
		d.click(button, "Save", 0)
		d.xdotool("key", "ctrl+s")
		if log := d.settle(); count(log, "clicked", "save")+count(log, "key", "save") != 0 {
			t.Errorf("disabled button acted: %q", lines(log))
		}
		d.control("enable save")
		d.control("rename save=Store")
		d.click(button, "Store", 0)
		if e := d.wait("saved", "save"); e.Label != "Store" {
			t.Errorf("label %q", e.Label)
		}
		d.control("without customer")
		if n := len(d.a11y.find(d.root, append(entry, roleLabel), "Customer")); n != 0 {
			t.Errorf("removed entry or label is there %d times", n)
		}
		if err := d.Control(d.ctx, "without nobody"); err == nil {
			t.Error("unknown control accepted")
		}
		if err := d.Control(d.ctx, "dance"); err == nil {
			t.Error("unknown command accepted")
		}
	})
}

// controls are the ids of all that can be removed, renamed or disabled.
var controls = []string{
	"new", "save", "save2", "template", "details", "customer", "street", "notes", "pin", "express", "invoice", "card",
	"country", "quantity", "discount", "delete-apple", "file-new", "file-open", "file-save-as", "file-quit",
	"edit-undo", "edit-clear", "view-totals", "tab-history",
}

func TestEveryControlObeysEveryCommand(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--second-save", "group")
		for _, id := range controls {
			d.control("disable " + id)
			d.control("enable " + id)
			d.control("rename " + id + "=Zed")
		}
		d.eventually("new names", func() bool { return len(d.a11y.find(d.root, button, "Zed")) == 4 })
		for _, id := range append(controls[:3:3], controls[4:]...) { // the group holds one of them
			d.control("without " + id)
		}
		d.control("without template")
		form, err := d.Form(d.ctx)
		if err != nil || form != (Form{}) {
			t.Errorf("form %+v %v", form, err)
		}
		d.eventually("names gone", func() bool {
			return len(d.a11y.find(d.root, append(append(button, entry...), roleLabel), "Zed")) == 0
		})
		if said, err := os.ReadFile(d.output()); err != nil || strings.Contains(string(said), "Traceback") {
			t.Errorf("it complained: %s %v", said, err)
		}
	})
}

func TestEveryFieldIsNamedByItsLabel(t *testing.T) {
	fields := map[string]uint32{
		"Customer": roleText, "Street": roleText, "Notes": roleText, "PIN": rolePassword, "Country": roleComboBox,
		"Quantity": roleSpinButton, "Discount": roleSlider, "Express delivery": roleCheckBox,
		"Invoice": roleRadioButton, "Card": roleRadioButton, "Order": roleTab, "Items": roleTab, "History": roleTab,
		"New": roleButton, "Save": roleButton, "Details…": roleButton, "Payment": rolePanel, "Main": roleToolBar,
	}
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		for name, role := range fields {
			if n := len(d.a11y.find(d.root, []uint32{role}, name)); n != 1 {
				t.Errorf("%d nodes of role %d called %q", n, role, name)
			}
		}
	})
}

func TestChoicesAndMenusAreLogged(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.click([]uint32{roleComboBox}, "Country", 0)
		d.eventually("Japan", func() bool {
			d.xdotool("key", "Down", "Return")
			form, err := d.Form(d.ctx)
			return err == nil && form.Country == "Japan"
		})
		d.click([]uint32{roleSpinButton}, "Quantity", 0)
		d.xdotool("key", "Up")
		if n := d.wait("value", "quantity").Number(); n != 2 {
			t.Errorf("quantity %v", n)
		}
		d.click([]uint32{roleSlider}, "Discount", 0)
		d.wait("value", "discount")
		d.click([]uint32{roleMenu, roleMenuItem}, "View", 0)
		if toolkit == GTK4 { // the first item has the focus, and the menu stays open
			d.xdotool("key", "space", "Escape")
		} else {
			d.xdotool("key", "Down", "Return")
		}
		if e := d.wait("menu", "view-totals"); !e.Bool() {
			t.Errorf("totals %s", e.Value)
		}
		d.click(button, "Details…", 0)
		d.wait("dialog-opened", "dialog-details")
		d.click(entry, "Reference", 0)
		d.xdotool("type", "R1")
		d.click(button, "Apply", 0)
		if text := d.wait("dialog-closed", "dialog-details").Text(); text != "R1" {
			t.Errorf("reference %q", text)
		}
		d.click(button, "New", 0)
		d.wait("clicked", "new")
		form, err := d.Form(d.ctx)
		if err != nil || form != (Form{Payment: "invoice", Country: "Germany", Quantity: 1}) {
			t.Errorf("new form %+v %v", form, err)
		}
	})
}

func TestCoverKeepsClicksFromTheWindow(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--cover")
		d.click(button, "Save", 0)
		d.click(button, "Close", 0)
		d.wait("clicked", "cover-close")
		d.click(button, "Save", 0)
		d.wait("saved", "save")
		if log := d.settle(); count(log, "clicked", "save") != 1 {
			t.Errorf("log %q", lines(log))
		}
	})
}

func TestGerman(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--lang", "de")
		d.click(entry, "Kunde", 0)
		d.xdotool("type", "x")
		d.click(button, "Speichern", 0)
		e := d.wait("saved", "save")
		if form, err := e.Form(); err != nil || form.Customer != "x" || form.Country != "Germany" || e.Label != "Speichern" {
			t.Errorf("%+v %+v %v", e, form, err)
		}
	})
}

func TestHangs(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--slow", "save=1")
		d.click(button, "Save", 0)
		if busy := d.wait("saved", "save").Time - d.wait("clicked", "save").Time; busy < 1 {
			t.Errorf("handler took %.3f s", busy)
		}
		if err := d.Stop(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(d.ctx, 200*time.Millisecond)
		defer cancel()
		if err := d.Control(ctx, "state"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("frozen application answered: %v", err)
		}
		if err := d.Cont(); err != nil {
			t.Fatal(err)
		}
		d.control("state")
		if err := d.Stop(); err != nil { // Close must cope with a frozen one
			t.Fatal(err)
		}
	})
}

func TestQuitAndEnd(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.control("quit")
		d.wait("quit", "window")
		<-d.ended
		if !d.cmd.ProcessState.Success() {
			t.Errorf("ended with %v", d.cmd.ProcessState)
		}
		_, err := d.WaitFor(d.ctx, func(e Entry) bool { return e.Event == "never" })
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting for an ended application: %v", err)
		}
		said, err := os.ReadFile(d.output())
		if err != nil || len(said) > 0 {
			t.Errorf("it complained: %s %v", said, err)
		}
	})
}

func TestMissingModulesNameTheirPackages(t *testing.T) {
	for _, toolkit := range Toolkits() {
		_, err := Start(t.Context(), bare{}, toolkit)
		var missing *MissingError
		if !errors.As(err, &missing) {
			t.Fatalf("%s: got %v", toolkit, err)
		}
		for _, name := range packages[toolkit] {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("%q not in %v", name, err)
			}
		}
	}
}

// bare launches Python without any installed modules.
type bare struct{}

func (bare) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	return shared.Command(ctx, name, append([]string{"-S"}, args...)...)
}

func TestUnknownToolkit(t *testing.T) {
	if _, err := Start(t.Context(), Environment(nil), "motif"); err == nil || !strings.Contains(err.Error(), "gtk3") {
		t.Errorf("got %v", err)
	}
}
