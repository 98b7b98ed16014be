package recorder

import (
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// textKey says what a key means in a text box, by custom of all toolkits.
type textKey uint8

const (
	keyActs     textKey = iota // nothing to the text: it goes to the window
	keyTypes                   // a character
	keyDeletes                 // Backspace, Delete
	keyChanges                 // pastes, cuts, takes back
	keyCaret                   // the caret only
	keySelects                 // a part of the text, or all of it
	keyCopies                  // what is selected
	keyBreaks                  // Return where there are several lines
	keyTabs                    // leaves the box, or types a tab where there are several lines
	keyComposes                // begins a character of several keys
)

// meaning returns what a key means in a box.
func meaning(in backends.Input, box textBox) textKey {
	m, plain := in.Modifiers, strings.TrimPrefix(in.Key, "KP_")
	switch {
	case m.Super, m.Alt && !m.Control:
		return keyActs
	case m.Control && m.Alt: // AltGr in some layouts
		if types(in) {
			return keyTypes
		}
		return keyActs
	case m.Control:
		return controlMeaning(plain, m.Shift, box)
	case types(in):
		return keyTypes
	}
	switch plain {
	case "Tab", "ISO_Left_Tab":
		return keyTabs
	case "Return", "Enter":
		if box.multiLine {
			return keyBreaks
		}
		return keyActs
	case "BackSpace":
		return keyDeletes
	case "Delete":
		if m.Shift {
			return keyChanges // cuts
		}
		return keyDeletes
	case "Insert":
		if m.Shift {
			return keyChanges // pastes
		}
		return keyCaret
	case "Left", "Right", "Home", "End", "Up", "Down", "Prior", "Next", "Page_Up", "Page_Down", "Begin":
		if m.Shift {
			return keySelects
		}
		return keyCaret
	case "Multi_key":
		return keyComposes
	}
	if strings.HasPrefix(in.Key, "dead_") {
		return keyComposes
	}
	return keyActs
}

// controlMeaning is meaning for what is pressed with Control alone, or with Shift.
func controlMeaning(key string, shift bool, box textBox) textKey {
	if len(key) == 1 {
		key = strings.ToLower(key)
	}
	switch key {
	case "a":
		if shift {
			return keyCaret
		}
		return keySelects
	case "v", "z":
		return keyChanges
	case "x", "y":
		if !shift {
			return keyChanges
		}
	case "c", "Insert":
		if !shift {
			return keyCopies
		}
	case "BackSpace", "Delete":
		return keyDeletes
	case "Left", "Right", "Home", "End":
		if shift {
			return keySelects
		}
		return keyCaret
	case "Up", "Down":
		if box.multiLine && shift {
			return keySelects
		} else if box.multiLine {
			return keyCaret
		}
	case "u":
		if shift && box.gtk { // a character by its number
			return keyComposes
		}
	}
	return keyActs
}

// textBox is what decides the meaning of a key.
type textBox struct{ multiLine, gtk bool }

func isGTK4(f *inspector.Frozen) bool {
	return strings.EqualFold(f.Application.Toolkit, "gtk") && strings.HasPrefix(f.Application.ToolkitVersion, "4.")
}

func boxOf(f *inspector.Frozen, id tree.NodeID) textBox {
	return textBox{
		multiLine: id != tree.None && f.Nodes[id].States.Has(tree.MultiLine),
		gtk:       strings.EqualFold(f.Application.Toolkit, "gtk"),
	}
}

// pressed is a key with what it went to.
type pressed struct {
	f     *inspector.Frozen
	focus tree.NodeID
	in    backends.Input
}

// typeKey takes a key on a text box.
func (r *reducer) typeKey(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	n := &f.Nodes[focus]
	k := pressed{f, focus, in}
	what := meaning(in, boxOf(f, focus))
	switch {
	case what == keyActs && r.committed(k):
		return // the input method took it
	case what == keyActs:
		r.keepSelection()
		r.chord(f, focus, in)
		return
	case what == keyTabs && !n.States.Has(tree.MultiLine):
		r.next(f, in.At)
		return
	case what == keyCopies:
		r.copy(k)
		return
	}
	if !r.typingInto(n.Handle) {
		r.next(f, in.At)
		r.beginTyping(f, focus, in, what)
		defer r.heardBefore(in)
	}
	r.typing.take(k, what)
}

// heardBefore takes what came of a key and was heard of before it.
func (r *reducer) heardBefore(in backends.Input) {
	for _, e := range r.recent {
		if t := r.typing; t != nil && e.Kind == backends.EventText && e.Source == t.handle && !e.At.Before(in.At) {
			r.text(e)
		}
	}
}

// take counts a key that was pressed in the box.
func (t *typing) take(k pressed, what textKey) {
	switch what {
	case keyCaret, keySelects:
		t.moves = append(t.moves, k)
		if plain := strings.TrimPrefix(k.in.Key, "KP_"); plain != "Up" && plain != "Down" || k.f.Nodes[k.focus].States.Has(tree.MultiLine) {
			return
		}
		// Where there is one line they choose what is offered below it, or was entered before.
		t.last, t.edited = k.in.At, true
		return
	case keyTypes:
		t.typed = true
		if t.turn != nil {
			t.turn.after++
		}
		switch {
		case t.early > 0 && k.in.At.Sub(t.told) < earlyNews:
			t.early-- // its text was told before it
		case t.together > 0 && !k.in.At.After(t.told):
			t.together--
		case !t.composing || t.owed == 0:
			t.owed++
		}
	case keyDeletes:
		if t.earlyDeletes > 0 && !k.in.At.After(t.told) {
			t.earlyDeletes--
			break
		}
		t.owedDeletes++
	case keyChanges, keyTabs:
		t.owedChange = true
	case keyBreaks:
		if t.earlyLine && k.in.At.Sub(t.told) < earlyNews || t.lines > 0 && !k.in.At.After(t.told) {
			t.lines = max(0, t.lines-1)
			break
		}
		t.turn = &turn{pressed: k}
	case keyComposes:
		if k.in.Modifiers.Control {
			t.turn = &turn{pressed: k, composes: true}
		}
		t.composing = t.composing || k.in.Key == "Multi_key"
	}
	t.last, t.earlyLine, t.confirmed = k.in.At, false, false
	t.edited = t.edited || what != keyComposes && what != keyBreaks && what != keyTabs
	t.moves = nil
	if t.index < 0 && t.told.IsZero() && what == keyTypes && t.owed == 1 {
		t.first = k.in
	}
}

// copy notes a copy, with what selected the text if that was done by keys: what is
// on the clipboard after it is not in any text.
func (r *reducer) copy(k pressed) {
	if !r.typingInto(k.f.Nodes[k.focus].Handle) || !r.keepSelection() {
		r.next(k.f, k.in.At)
	}
	r.chordIn(k)
	r.watch = nil // nothing shows it
}

// keepSelection ends typing whose last keys selected a part of the text, and keeps
// these keys: what follows acts on what is selected. It reports whether there was one.
func (r *reducer) keepSelection() bool {
	t := r.typing
	if t == nil || !t.selects() {
		return false
	}
	moves := t.moves
	t.moves = nil
	for _, m := range moves {
		r.chordIn(m)
		r.watch = nil // nothing shows it
	}
	return true
}

func (t *typing) selects() bool {
	for _, m := range t.moves {
		if meaning(m.in, boxOf(m.f, m.focus)) == keySelects {
			return true
		}
	}
	return false
}

// pastes takes a press of the middle button on a text box, which pastes what was
// selected last, where the toolkit has that.
func (r *reducer) pastes(f *inspector.Frozen, id tree.NodeID, in backends.Input) bool {
	if in.Button != 2 || id == tree.None {
		return false
	}
	box := f.Owner(id)
	if n := &f.Nodes[box]; !n.Role.EditsText() || n.Role == tree.RoleSpinbutton || n.States.Has(tree.ReadOnly) || n.Secret {
		return false
	}
	r.next(f, in.At)
	r.beginTyping(f, box, in, keyChanges)
	t := r.typing
	t.optional = t.index < 0
	t.take(pressed{f, box, in}, keyChanges)
	return true
}
