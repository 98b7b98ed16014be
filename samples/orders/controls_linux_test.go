package orders

import (
	"os"
	"strings"
	"testing"
)

func TestControlsVanishChangeAndStopWorking(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--without", "new", "--rename", "details=More", "--disable", "save", "--title", "Sales")
		d.counts(1, button, "More")
		d.counts(0, button, "New")
		d.eventually("title", func() bool {
			windows := d.a11y.children(d.root)
			return len(windows) > 0 && d.a11y.name(windows[0]) == "Sales"
		})
		d.click(button, "Save", 0)
		d.focus(entry, "Street")
		d.xdotool("key", "ctrl+s")
		d.xdotool("type", "x")
		d.wait("text", "street") // it has seen what came before
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
		d.counts(0, append(entry, roleLabel), "Customer")
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
		d.counts(4, button, "Zed")
		for _, id := range append(controls[:3:3], controls[4:]...) { // the group holds one of them
			d.control("without " + id)
		}
		d.control("without template")
		form, err := d.Form(d.ctx)
		if err != nil || form != (Form{}) {
			t.Errorf("form %+v %v", form, err)
		}
		d.counts(0, append(append(button, entry...), roleLabel), "Zed")
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
			d.counts(1, []uint32{role}, name)
		}
	})
}

func TestGerman(t *testing.T) {
	each(t, func(t *testing.T, toolkit Toolkit) {
		d := open(t, toolkit, "--lang", "de")
		d.fill("Kunde", "x")
		d.click(button, "Speichern", 0)
		e := d.wait("saved", "save")
		if form, err := e.Form(); err != nil || form.Customer != "x" || form.Country != "Germany" || e.Label != "Speichern" {
			t.Errorf("%+v %+v %v", e, form, err)
		}
	})
}
