//go:build linux && cgo

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/store"
)

// stored waits until the only recording in the store of the window is as it should
// be, and returns it.
func (w *window) stored(what string, holds func(recorder.Recording) bool) recorder.Recording {
	w.t.Helper()
	var rec recorder.Recording
	w.until("the store holds "+what, func() bool {
		s, err := store.Open(w.store, store.Options{ReadOnly: true})
		if err != nil {
			return false // the window has it open
		}
		defer s.Close()
		list, err := s.Recordings()
		if err != nil || len(list) != 1 {
			return false
		}
		rec, err = s.Recording(list[0].ID)
		return err == nil && holds(rec)
	})
	return rec
}

// step waits until a step of the recording that is shown has a state.
func (w *window) step(title, state string) {
	w.t.Helper()
	w.showsThat(title+" is "+state, func(top part) (part, bool) {
		list, _ := top.find("list", "Steps")
		row, ok := list.find("listitem", title)
		return row, ok && row.is(state)
	})
}

// chosen presses a step and waits until it is the chosen one.
func (w *window) chosen(title string) {
	w.t.Helper()
	w.xdotool("windowactivate", "--sync", w.xid) // Orders may lie over it
	w.pressThat("the step "+title, func(top part) (part, bool) {
		list, _ := top.find("list", "Steps")
		return list.find("listitem", title)
	})
	w.step(title, "selected")
}

// kinds are the kinds of the steps, with a mark for those that are disabled.
func kinds(rec recorder.Recording) string {
	var words []string
	for _, s := range rec.Steps {
		word := string(s.Kind)
		if s.Disabled {
			word = "(" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func (w *window) storedAs(want string) recorder.Recording {
	w.t.Helper()
	return w.stored(want, func(rec recorder.Recording) bool { return kinds(rec) == want })
}

// afresh empties the form of Orders, as a person between two replays does.
func (w *window) afresh() {
	w.t.Helper()
	w.click(`window "Orders" > button "New"`)
	w.findThat(`window "Orders" > textbox "Customer"`, func(f *inspector.Frozen, id tree.NodeID) bool { return f.Nodes[id].Value.Value == "" })
}

// clicks counts how often the button save of Orders was pressed.
func (w *window) clicks() int { return len(w.events("clicked", "save")) }

// TestAPersonRecordsEditsAndReplays: everything in the real window with real clicks
// and keys; the store and Orders' own log say what came of it.
func TestAPersonRecordsEditsAndReplays(t *testing.T) {
	w := openWindow(newPerson(start(t, orders.GTK3)), "orders-gtk3")
	// All of it is on the screen, and what is used of Orders lies beside it.
	w.xdotool("windowsize", w.xid, "1100", "900", "windowmove", w.xid, "480", "0")
	w.xdotool("windowmove", fmt.Sprint(w.frozen().Windows[0].XID), "0", "0")
	w.until("the window is where it was put", func() bool { at := w.onScreen(0, 0, 1); return at.X >= 480 && at.X < 540 })
	const customer, save, street = `textbox "Customer"`, `button "Save"`, `textbox "Street"`

	w.tool("Record")
	w.says("use it now, then press Stop")
	w.says("Recording orders-gtk3")
	w.enter(`window "Orders" > `+customer, "Anna")
	w.click(`window "Orders" > ` + save)
	w.logged("saved", "save", nil)
	w.enter(`window "Orders" > `+street, "Elm")
	w.logged("text", "street", func(e orders.Entry) bool { return e.Text() == "Elm" })
	w.xdotool("windowactivate", "--sync", w.xid)
	w.tool("Stop")
	w.says("recorded 3 steps")
	w.storedAs("set-text activate set-text")

	// Reorder, disable, undo and redo: each is stored at once.
	w.chosen("Elm")
	w.keys("alt", "Up")
	w.stored("the moved step", func(rec recorder.Recording) bool { return rec.Steps[1].Text == "Elm" })
	w.keys("ctrl", "d")
	w.storedAs("set-text (set-text) activate")
	w.keys("ctrl", "z")
	w.storedAs("set-text set-text activate")
	w.keys("ctrl", "z")
	w.storedAs("set-text activate set-text")
	w.keys("ctrl", "shift", "z")
	w.storedAs("set-text set-text activate")
	w.keys("ctrl", "shift", "z")
	w.storedAs("set-text (set-text) activate")

	// A parameter in place of the name.
	w.chosen("Anna")
	w.keys("ctrl", "alt", "m")
	w.shows("dialog", "Ask for the text at each replay")
	w.keys("Return")
	w.stored("a parameter", func(rec recorder.Recording) bool {
		return rec.Steps[0].Parameter == "customer" && rec.Steps[0].Text == "" && len(rec.Parameters) == 1 && rec.Parameters[0].Default == "Anna"
	})

	// An assertion about an element that is picked on the screen.
	w.chosen(save)
	at := w.at(`window "Orders" > ` + customer)
	w.tool("Pick")
	w.says("press the element on the screen")
	w.picks(at)
	w.says(`picked ` + customer)
	w.selected("Customer")
	w.keys("ctrl", "shift", "a")
	w.shows("dialog", "Assert: "+customer)
	w.showsThat("its text as it is now", func(top part) (part, bool) {
		list, _ := top.find("listbox", "Conditions")
		o, ok := list.find("option", "text is")
		return o, ok && o.is("selected") && o.Value == `"Anna"`
	})
	w.keys("Return")
	rec := w.storedAs("set-text (set-text) activate assert")
	if c := rec.Steps[3].Condition; c == nil || c.Kind != recorder.ConditionText || c.Text != "Anna" {
		t.Errorf("the assertion looks for %+v", c)
	}

	// Step by step: nothing is pressed before it is asked for.
	w.afresh()
	before := w.clicks()
	w.chosen(save)
	w.keys("F10")
	w.shows("dialog", "Replay Recording 1")
	w.keys("Return")
	w.says("Waiting before step 3 of 4")
	w.step("Type parameter customer", "passed")
	if n := w.clicks(); n != before {
		t.Fatalf("Save was pressed %d times before the step was let", n-before)
	}
	w.keys("F10")
	w.says("Waiting before step 4 of 4")
	w.step(save, "passed")
	if n := w.clicks(); n != before+1 {
		t.Fatalf("one step pressed Save %d times", n-before)
	}
	w.keys("F8")
	w.says("passed: 4 steps")

	// A breakpoint, and Esc before its step.
	w.chosen(save)
	w.keys("F9")
	w.stored("the breakpoint", func(rec recorder.Recording) bool { return rec.Steps[2].Breakpoint })
	w.afresh()
	before = w.clicks()
	w.chosen(save)
	w.keys("ctrl", "Return")
	w.shows("dialog", "Replay Recording 1")
	w.keys("Return")
	w.says("(breakpoint)")
	w.keys("Escape")
	w.says("replay stopped")
	if n := w.clicks(); n != before {
		t.Fatalf("Save was pressed %d times although the replay was stopped before it", n-before)
	}
	w.chosen(save)
	w.keys("F9")
	w.stored("no breakpoint", func(rec recorder.Recording) bool { return !rec.Steps[2].Breakpoint })

	// Save is called otherwise now: refused, shown why, and decided by a person.
	w.control("rename save=Store")
	w.afresh()
	w.showsThat("the new name", func(top part) (part, bool) {
		tree, _ := top.find("tree", "")
		return tree.find("treeitem", "Store")
	})
	before = w.clicks()
	w.chosen(save)
	w.keys("ctrl", "Return")
	w.shows("dialog", "Replay Recording 1")
	w.keys("Return")
	w.step(save, "stale") // the player waits some seconds for it before that
	w.shows("region", "Refusal")
	w.shows("row", "Changed")
	if top, _, _ := w.look(); !disabled(top, "Use this one instead") {
		t.Error("another element can be used although none was chosen")
	}
	w.pressThat("the candidate", func(top part) (part, bool) {
		list, _ := top.find("list", "Candidates")
		return list.find("listitem", `button "Store"`)
	})
	w.press("button", "Use this one instead")
	w.shows("dialog", "Use this one instead")
	w.types("renamed in version 2")
	w.keys("Return")
	rec = w.stored("the decision", func(rec recorder.Recording) bool { return len(rec.Steps[2].Reviews) == 1 })
	if r := rec.Steps[2].Reviews[0]; r.Why != "renamed in version 2" || r.By == "" || !strings.Contains(r.Was, "Save") || !strings.Contains(r.Now, "Store") {
		t.Errorf("the decision is kept as %+v", r)
	}
	if n := w.clicks(); n != before {
		t.Fatalf("a refused step and the decision about it pressed Save %d times", n-before)
	}
	w.chosen(`button "Store"`)
	w.keys("ctrl", "Return")
	w.shows("dialog", "Replay Recording 1")
	w.keys("Return")
	w.says("passed: 4 steps")
	if n := w.clicks(); n != before+1 {
		t.Errorf("the replay pressed it %d times", n-before)
	}
}

// disabled reports whether the window shows a button that cannot be used.
func disabled(top part, label string) bool {
	b, ok := top.find("button", label)
	return ok && slices.Contains(b.States, "disabled")
}
