package recorder

import (
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// decideKey takes a key in once it is known what it went to, or that this will not
// be known; until then it returns false.
func (r *reducer) decideKey(e Entry, ahead []Entry) bool {
	in := e.Input
	if r.valueOwed(e, ahead) || r.unfoldingOwed(e, ahead) || !goesOn(in) && r.unproven(e, ahead) {
		return false
	}
	f, id, sure := r.keyTarget(e, ahead)
	list := tree.None
	if !sure {
		list = r.inside(in, ahead)
	}
	switch {
	case sure:
		if len(r.movers) == 0 {
			r.lostAt = time.Time{}
		}
		r.keyOn(f, id, in)
		if id != tree.None {
			list = containerOf(f, id)
		}
	case list != tree.None && !over(e, ahead, focusSettles):
		return false // what got the keyboard may still be told
	case list != tree.None:
		f = r.model
		r.itemKey(f, list, list, in, r.astray(in))
	case !r.quiet(ahead, e.At.Add(reaction)):
		return false
	default:
		r.keyAstray(in)
	}
	var n *tree.Node
	if id != tree.None {
		n = &f.Nodes[id]
	}
	switch {
	case list != tree.None && stays(in, f.Nodes[list].Role):
		r.movesInside(e.At, f.Nodes[list].Handle)
	case keyMoves(in, n):
		r.moves(e.At, "", !isTab(in))
	default:
		if n := len(r.movers); n > 0 && len(r.movers[n-1].then) <= deedsKept {
			r.movers[n-1].then = append(r.movers[n-1].then, r.deed(e))
		}
	}
	return true
}

// keyOn takes a key that went to a node of f. What is typed is followed from the text
// that the box had before it.
func (r *reducer) keyOn(f *inspector.Frozen, id tree.NodeID, in backends.Input) {
	before := r.modelAt(in.At)
	if id == tree.None || before == f || !f.Nodes[id].Role.EditsText() {
		r.key(f, id, in)
		return
	}
	was := before.ByHandle(f.Nodes[id].Handle)
	if was == tree.None {
		r.key(f, id, in)
		return
	}
	r.key(before, was, in)
	r.lookTyping(r.model)
}

// keyTarget finds what a key went to, None for nothing, and the model that has it. It
// is sure where the application has told; see focus.go.
func (r *reducer) keyTarget(e Entry, ahead []Entry) (f *inspector.Frozen, id tree.NodeID, sure bool) {
	in := e.Input
	h, known := r.settledFocus(e.At, ahead)
	f, id = r.findAhead(h, ahead)
	inText := id != tree.None && f.Nodes[id].Role.EditsText()
	switch {
	case known && inText:
		return f, id, true
	case hasChord(in) && !editingChord(in) || isFunctionKey(in.Key): // goes to the window
		if !known {
			return r.model, tree.None, true
		}
		return f, id, true
	case known && h != "" && id == tree.None:
		known = false // it is told of before it can be read, or is gone
	}
	if !known {
		if h, sure := r.inOrder(e, ahead); sure {
			if f, id = r.findAhead(h, ahead); id != tree.None {
				return f, id, true
			}
		}
	}
	if box := r.boxGiven(in, ahead); !known && box != "" {
		f, id = r.findAhead(box, ahead)
		return f, id, id != tree.None
	}
	if types(in) || !known && (edits(in) || editingChord(in) || in.Key == "Return") {
		if box := r.reacted(e, ahead); box != "" {
			r.movers = nil
			r.focused(e.At, box)
			f, id = r.findAhead(box, ahead)
			return f, id, id != tree.None
		}
	}
	switch {
	case known && types(in) && (in.Key != "space" || id == tree.None || !f.Nodes[id].Interactive()):
		return f, id, over(e, ahead, typedElsewhere)
	case known:
		return f, id, true
	case !types(in) && !hasChord(in) && r.choosing():
		return r.model, tree.None, true // what is chosen will be seen in the box
	}
	return r.model, tree.None, false
}

// goesOn reports whether a key edits a text: it does not wait for what was typed
// before it.
func goesOn(in backends.Input) bool {
	what := meaning(in, textBox{})
	return what == keyTypes || what == keyDeletes || what == keyChanges
}

// boxGiven returns the text box that the application gave the keyboard in answer to the
// input before a key which only acts on the text of a box, "" where it told of none:
// such a key gives no text box the keyboard itself.
func (r *reducer) boxGiven(in backends.Input, ahead []Entry) tree.Handle {
	if what := meaning(in, textBox{multiLine: true}); len(r.movers) == 0 || what == keyActs || what == keyTabs || what == keyTypes || what == keyBreaks {
		return ""
	}
	for _, e := range ahead {
		switch {
		case e.Kind == EntryPress, e.Kind == EntryKey && (isTab(e.Input) || meaning(e.Input, textBox{}) == keyActs && !isModifier(e.Input.Key)):
			return ""
		case e.Kind == EntryEvent && focusEvent(e.Event) && e.At.After(r.movers[0].behind):
			if len(r.movers) > 1 {
				return "" // it may be the answer to an earlier one
			}
			if f, id := r.findAhead(e.Event.Source, ahead); id != tree.None && f.Nodes[id].Role.EditsText() {
				return e.Event.Source
			}
			return ""
		case e.Kind == EntryModel:
			last := focusing{}
			if n := len(r.focuses); n > 0 {
				last = r.focuses[n-1]
			}
			if h, sure := readingShows(e.Model, last, r.movers, r); sure && h != "" && r.editsText(h) {
				return h
			}
		}
	}
	return ""
}

// editingChord reports whether a chord edits the text that it is pressed in.
func editingChord(in backends.Input) bool {
	return in.Modifiers.Control && slices.Contains(editing, in.Key)
}

// findAhead finds an element in the newest model, or in the first that has it: what
// was just opened can be told of before it is read.
func (r *reducer) findAhead(h tree.Handle, ahead []Entry) (*inspector.Frozen, tree.NodeID) {
	if h == "" {
		return r.model, tree.None
	}
	if id := r.model.ByHandle(h); id != tree.None {
		return r.model, id
	}
	for _, e := range ahead {
		if e.Kind == EntryModel {
			if id := e.Model.ByHandle(h); id != tree.None {
				return e.Model, id
			}
		}
	}
	return r.model, tree.None
}

func (r *reducer) editsText(h tree.Handle) bool {
	id := r.model.ByHandle(h)
	return id != tree.None && r.model.Nodes[id].Role.EditsText()
}

// reacted returns the text box whose text changed in answer to a key, "" for none.
// After further input only the box that should have had the keyboard counts: what
// changes elsewhere may be what that input did.
func (r *reducer) reacted(k Entry, ahead []Entry) tree.Handle {
	inserts := types(k.Input) || k.Input.Key == "Return" || editingChord(k.Input)
	deletes := edits(k.Input) && !types(k.Input) || editingChord(k.Input)
	likely := tree.Handle("")
	if n := len(r.movers); n > 0 {
		likely = r.movers[n-1].target
	} else if n := len(r.focuses); n > 0 {
		likely = r.focuses[n-1].handle
	}
	further, left := false, false
	var given []tree.Handle // the keyboard since the key
	// A busy application tells thousands of changes while a key waits, and each is
	// looked at again with the next: only text is looked for in the readings, and what
	// none has only once.
	var nowhere tree.Handle
	told := func(e backends.Event, at time.Time) bool {
		if focusEvent(e) {
			given = append(given, e.Source)
		}
		if e.Kind != backends.EventText || !at.After(k.At) ||
			!(inserts && strings.HasPrefix(e.Detail, "insert") || deletes && strings.HasPrefix(e.Detail, "delete")) {
			return false
		}
		if e.Source == nowhere {
			return false
		}
		f, id := r.findAhead(e.Source, ahead)
		if id == tree.None {
			nowhere = e.Source
		}
		return id != tree.None && f.Nodes[id].Role.EditsText() &&
			(!further && (!left || slices.Contains(given, e.Source)) || likely != "" && r.related(likely, e.Source))
	}
	for i := range r.recent { // it was heard of before the key
		if e := &r.recent[i]; told(*e, e.At) {
			return e.Source
		}
	}
	for i := range ahead {
		switch e := &ahead[i]; e.Kind {
		case EntryPress:
			further = true
		case EntryKey:
			// Tab does nothing to a text: where it follows, what the box says that got
			// the keyboard before still comes of this key.
			left = left || isTab(e.Input)
			further = further || keyMoves(e.Input, nil) && e.Input.Key != "space" && !isTab(e.Input)
		case EntryEvent:
			if told(e.Event, e.At) {
				return e.Event.Source
			}
		case EntryModel:
			if box := onlyChanged(r.model, e.Model); box != "" && !r.typedInto(box) && !further && !left && inserts && e.Model.Taken.After(k.At) {
				return box
			}
		}
	}
	return ""
}

func isTab(in backends.Input) bool { return in.Key == "Tab" || in.Key == "ISO_Left_Tab" }

// typedInto reports whether a box is the last that was typed into: what a slow
// application does with that shows long after.
func (r *reducer) typedInto(box tree.Handle) bool {
	return r.typing != nil && r.typing.handle == box || r.typed != nil && r.typed.handle == box
}

// onlyChanged returns the one text box whose text is another, "" where none is or
// several are.
func onlyChanged(before, after *inspector.Frozen) tree.Handle {
	var changed tree.Handle
	for i := range after.Nodes {
		n := &after.Nodes[i]
		if !n.Role.EditsText() || n.Secret || n.Value.State != tree.Known {
			continue
		}
		was := before.ByHandle(n.Handle)
		if was == tree.None || before.Nodes[was].Value.State != tree.Known || before.Nodes[was].Value == n.Value {
			continue
		}
		if changed != "" {
			return ""
		}
		changed = n.Handle
	}
	return changed
}

// keyAstray notes a key of which nobody can tell what it went to. What it may have
// typed is not kept, and where the keyboard may have been is not said.
func (r *reducer) keyAstray(in backends.Input) {
	switch {
	case isTab(in):
		r.next(r.model, in.At) // by itself it does nothing
	case types(in):
		r.lostAt = in.At
		r.characters(in.At)
	default:
		r.next(r.model, in.At)
		r.put(-1, r.astray(in))
	}
}

// astray is the step of a key of which nobody can tell what it went to.
func (r *reducer) astray(in backends.Input) Step {
	return Step{Kind: StepRawInput, Light: LightNoElement, At: in.At.Sub(r.began), Keys: chordKeys(in)}
}

// aimed finds the element of a press in the model before it. One that the session could
// not make sure of counts where it was the very element that reacted: it lay at the
// place, and told right after that it got the keyboard or another state.
func (r *reducer) aimed(f *inspector.Frozen, p Entry, ahead []Entry) (id tree.NodeID, sure bool) {
	id = tree.None
	if p.Aim.Handle != "" {
		id = f.ByHandle(p.Aim.Handle)
	}
	if p.Aim.Sure {
		return id, true
	}
	if at := f.Hits().At(p.Input.Point); id == tree.None || at != tree.None && f.Inside(at, id) {
		id = at // where it lay in this model, deeper than the session could tell
	}
	if id == tree.None || p.Input.Button != 1 {
		return tree.None, true
	}
	owner := f.Nodes[f.Owner(id)].Handle
	for _, e := range r.after(p.At, ahead) {
		if e.At.Sub(p.At) <= pressReaction && (focusEvent(e) || e.Kind == backends.EventState && slices.Contains(reactingStates, e.Detail)) && related(f, owner, e.Source) {
			return id, true
		}
	}
	return tree.None, false
}

// reactingStates are the states in which an element shows that it was pressed.
var reactingStates = []string{tree.Checked.String(), tree.Pressed.String(), tree.Selected.String(), tree.Expanded.String()}

// chosen reports whether a press is the one that made the choice in a combo box that
// was seen already: its list was open, in a window of its own, and was gone with the
// press.
func (r *reducer) chosen(p Entry) bool {
	w := r.watch
	if w == nil || w.chosen || w.list != "" || w.index < 0 || w.press == 0 || r.steps[w.index].Kind != StepSelectItem || p.Input.Window == 0 {
		return false
	}
	id := r.model.ByHandle(w.handle)
	if id == tree.None {
		return false
	}
	for _, win := range r.model.Windows {
		if win.XID == p.Input.Window && len(r.model.Nodes[win.Node].Children) > 0 {
			return false // not in the list
		}
	}
	w.chosen = true
	return true
}
