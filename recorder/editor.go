package recorder

import (
	"reflect"
	"slices"
)

// Editor changes a recording by edits that can be undone. It does no I/O: what it
// gives back is stored by its owner. It is not safe for concurrent use.
type Editor struct {
	now Recording
	// past and future are the states before and after, the nearest last. States share
	// what an edit left alone, so that one costs little more than its list of steps.
	past, future []state
}

// state is a recording together with the title of the edit that leads from it to
// its neighbour nearer to the present.
type state struct {
	title string
	rec   Recording
}

// undoKept is how many edits can be undone, as long as their states have no more than
// undoSteps together, which cost 160 MB. One edit always can.
const (
	undoKept  = 200
	undoSteps = 200_000
)

// NewEditor begins with a recording, of which it keeps a copy.
func NewEditor(rec Recording) *Editor { return &Editor{now: cloneRecording(rec)} }

// Recording returns a copy of the present state.
func (e *Editor) Recording() Recording { return cloneRecording(e.now) }

// Title names an edit of the present state.
func (e *Editor) Title(edit Edit) string { return edit.Title(e.now) }

// Do applies an edit, or leaves all as it was; the error then says why, in words for
// a person. An edit that changes nothing is no error and nothing to undo.
func (e *Editor) Do(edit Edit) error {
	d := newDraft(e.now)
	if err := edit.apply(d); err != nil {
		return err
	}
	after, err := d.settle(e.now)
	if err != nil {
		return err
	}
	if reflect.DeepEqual(after, e.now) {
		return nil
	}
	e.past = append(e.past, state{edit.Title(e.now), e.now})
	steps, from := 0, len(e.past)
	for from > 0 && len(e.past)-from < undoKept && (from == len(e.past) || steps+len(e.past[from-1].rec.Steps) <= undoSteps) {
		from--
		steps += len(e.past[from].rec.Steps)
	}
	e.past = slices.Delete(e.past, 0, from)
	e.now, e.future = after, nil
	return nil
}

// Undo goes back to before the last edit; title names that edit. ok is false where
// there is none.
func (e *Editor) Undo() (title string, ok bool) { return e.step(&e.past, &e.future) }

// Redo does again what Undo took back.
func (e *Editor) Redo() (title string, ok bool) { return e.step(&e.future, &e.past) }

// CanUndo returns the title of the edit that Undo would take back: "delete of step 3".
func (e *Editor) CanUndo() (title string, ok bool) { return lastTitle(e.past) }

// CanRedo returns the title of the edit that Redo would do again.
func (e *Editor) CanRedo() (title string, ok bool) { return lastTitle(e.future) }

func (e *Editor) step(from, to *[]state) (title string, ok bool) {
	if len(*from) == 0 {
		return "", false
	}
	last := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	*to = append(*to, state{last.title, e.now})
	e.now = last.rec
	return last.title, true
}

func lastTitle(list []state) (string, bool) {
	if len(list) == 0 {
		return "", false
	}
	return list[len(list)-1].title, true
}
