package orders

import (
	"strings"
	"testing"
)

func TestRealInputIsLogged(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.fill("Customer", "Anna")
		d.fill("Notes", "ring twice")
		d.fill("PIN", "4711")
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
		d.focus(entry, "Street")
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
		d.counts(1, button, "Delete")
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
			d.counts(1, button, "Save")
			first := d.a11y.find(d.root, button, "Save")[0]
			d.control("second-save " + place)
			second := -1
			d.eventually("a second button "+place, func() bool {
				at, _ := d.a11y.extents(first)
				for nth, found := range d.a11y.find(d.root, button, "Save") {
					if other, err := d.a11y.extents(found); found != first && err == nil && beside(at, other) {
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
		d.fill("Reference", "R7")
		d.counts(2, button, "Save")
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

func TestChoicesAndMenusAreLogged(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit)
		d.click([]uint32{roleComboBox}, "Country", 0)
		d.eventually("Japan", func() bool {
			d.xdotool("key", "Home", "Down", "Return") // from wherever it is
			form, err := d.Form(d.ctx)
			return err == nil && form.Country == "Japan"
		})
		d.focus([]uint32{roleSpinButton}, "Quantity")
		d.xdotool("key", "Up")
		if n := d.wait("value", "quantity").Number(); n != 2 {
			t.Errorf("quantity %v", n)
		}
		d.click([]uint32{roleSlider}, "Discount", 0)
		d.wait("value", "discount")
		d.click([]uint32{roleMenu, roleMenuItem}, "View", 0)
		d.counts(1, []uint32{roleMenuItem, roleCheckItem}, "Show totals")
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
		d.fill("Reference", "R1")
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
		d.clickThrough("Messages", button, "Save", 0)
		d.click(button, "Close", 0)
		d.wait("clicked", "cover-close")
		d.click(button, "Save", 0)
		d.wait("saved", "save")
		if log := d.settle(); count(log, "clicked", "save") != 1 {
			t.Errorf("log %q", lines(log))
		}
	})
}
