//go:build linux && cgo

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// elementRow is the row of the tree with a label.
func elementRow(label string) func(top part) (part, bool) {
	return func(top part) (part, bool) {
		tree, _ := top.find("tree", "")
		return tree.find("treeitem", label)
	}
}

// proven waits until a dialog about the status line shows its proof and can be agreed to.
func (w *window) proven(title string) {
	w.t.Helper()
	w.showsThat(title+" with the proof of its element", func(top part) (part, bool) {
		d, ok := top.find("dialog", title)
		card, _ := d.find("list", "Element")
		_, found := card.find("listitem", `window "Orders" > label [in=""]`)
		_, proof := card.find("listitem", "matched 1 of")
		return d, ok && found && proof && !disabled(d, "Add the")
	})
}

// dragged drags a step to the upper edge of another one with the pointer, and lets go
// once the window shows that it would come to lie there.
func (w *window) dragged(title, before string) {
	w.t.Helper()
	var from, to part
	var scale float32
	w.until("both steps are at rest", func() bool {
		top, s, idle := w.look()
		list, _ := top.find("list", "Steps")
		var ok, also bool
		from, ok = list.find("listitem", title)
		to, also = list.find("listitem", before)
		scale = s
		return idle && ok && also && from.H > 0 && to.H > 0
	})
	w.xdotool("windowactivate", "--sync", w.xid)
	at, end := w.onScreen(from.X+90, from.Y+from.H/2, scale), w.onScreen(to.X+90, to.Y+3, scale)
	move := func(x, y int) { w.xdotool("mousemove", "--sync", fmt.Sprint(x), fmt.Sprint(y)) }
	move(at.X, at.Y)
	w.xdotool("mousedown", "1")
	for i := 1; i <= 4; i++ {
		move(at.X+(end.X-at.X)*i/4, at.Y+(end.Y-at.Y)*i/4)
	}
	w.showsThat("where the step goes", func(top part) (part, bool) {
		list, _ := top.find("list", "Steps")
		return list, strings.HasPrefix(list.Value, "insertion before line")
	})
	w.xdotool("mouseup", "1")
}

// TestAChangingTextIsAssertedAndStepsAreDragged: the line that says which order was
// saved is asserted by the keyboard alone and by the mouse alone, its step is dragged
// before another one and back, and a replay finds the line with the next number.
func TestAChangingTextIsAssertedAndStepsAreDragged(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	w.xdotool("windowsize", w.xid, "1100", "900", "windowmove", w.xid, "480", "0")
	w.xdotool("windowmove", fmt.Sprint(w.frozen().Windows[0].XID), "0", "0")
	const save, status = `button "Save"`, "Saved order"
	w.tool("Record")
	w.says("use it now, then press Stop")
	w.enter(`window "Orders" > textbox "Customer"`, "Anna")
	w.click(`window "Orders" > ` + save)
	w.logged("saved", "save", nil)
	w.xdotool("windowactivate", "--sync", w.xid)
	w.tool("Stop")
	w.says("recorded 2 steps")
	w.showsThat("what was saved", elementRow(status))

	// By the keyboard alone, from the step on.
	w.chosen(save)
	w.keys("ctrl", "shift", "a")
	w.says("Assertion: click its element")
	w.keys("End") // the line is the last element of the window
	spot := w.showsThat("the line outlined in the picture", func(top part) (part, bool) {
		row, ok := elementRow(status)(top)
		stage, _ := top.find("img", "Screenshot")
		for _, m := range stage.Children {
			if ok && row.is("selected") && m.Value == "selected" && m.W > 0 {
				return m, true
			}
		}
		return part{}, false
	})
	w.keys("Return")
	w.proven("Assert: label")
	w.keys("Return")
	rec := w.storedAs("set-text activate assert")
	if c := rec.Steps[2].Condition; c.Kind != recorder.ConditionText || c.Match != recorder.MatchPattern || c.Text != "Saved order *" {
		t.Errorf("the assertion looks for %+v", c)
	}
	if l := rec.Steps[2].Target.Locator.String(); l != `window "Orders" > label [in=""]` {
		t.Errorf("its element is found by %s", l)
	}

	// By the mouse alone: the step, the command, the element in the picture, the condition, OK.
	w.chosen(`Type "Anna"`)
	w.pressThat("the button of the assertion", func(top part) (part, bool) {
		bar, _ := top.find("toolbar", "Toolbar")
		return bar.find("button", "Assertion…  Ctrl+Shift+A")
	})
	w.says("Assertion: click its element")
	w.pressThat("the element in the picture", func(part) (part, bool) { return spot, true })
	w.proven("Assert: label")
	w.pressThat("the condition", func(top part) (part, bool) {
		list, _ := top.find("listbox", "Conditions")
		return list.find("option", "text contains")
	})
	w.press("button", "Add the Assertion")
	rec = w.storedAs("set-text assert activate assert")
	if c := rec.Steps[1].Condition; c.Match != recorder.MatchContains || c.Text != "Saved order" {
		t.Errorf("the assertion looks for %+v", c)
	}

	// Dragged to the top, taken back, and dragged behind the press.
	const contains = "to contain"
	w.dragged(contains, `Type "Anna"`)
	w.storedAs("assert set-text activate assert")
	w.keys("ctrl", "z")
	w.storedAs("set-text assert activate assert")
	w.dragged(contains, "to match")
	w.storedAs("set-text activate assert assert")

	w.afresh()
	w.chosen(save)
	w.keys("ctrl", "Return")
	w.says("passed: 4 steps")
	if n := len(w.events("saved", "save")); n != 2 {
		t.Errorf("%d orders were saved, want one by hand and one by the replay", n)
	}
}
