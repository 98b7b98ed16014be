package recorder

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// A character that was typed and is told of by nobody was refused by the box, or the
// application has not come to it: stopped for 4 s, Qt told its last one after the press
// behind it had been waited for (measured). Refused it was where the application is seen
// to be past the key. Else it is missing: the step says so, until its text comes.

// silence returns until when an application has to be silent for the characters that it
// owes to be waited for no longer: a question that it answers as it goes on after a stop
// may come before the keys that waited with it, so it has to answer another.
func (t *typing) silence(ahead []Entry, until time.Time) time.Time {
	if t.owed == 0 {
		return until
	}
	for _, e := range ahead {
		if e.Kind == EntryModel && !e.Model.Taken.Before(until) {
			return readAt(e.Model)
		}
	}
	return until
}

// refused reports whether the application is seen to be past the keys whose text it owes,
// before an input that followed them: it told what that did, or is read twice with the
// text as it is known.
func (r *reducer) refused(e Entry, ahead []Entry) bool {
	t, answered := r.typing, r.typing.answered
	for _, a := range ahead {
		switch {
		case a.Kind == EntryEvent && a.Event.At.After(e.At) && focusEvent(a.Event) && !r.related(t.handle, a.Event.Source),
			a.Kind == EntryEvent && a.Event.At.After(e.At) && a.Event.Kind == backends.EventText && a.Event.Source == t.handle && t.owedDeletes == 0 && strings.HasPrefix(a.Event.Detail, "delete"):
			return true
		case a.Kind == EntryModel && t.confirms(a.Model, &answered):
			return true
		}
	}
	return false
}

// confirms reports whether a reading shows the text as it is known, of an application
// that had answered once since the last key; answered is when.
func (t *typing) confirms(f *inspector.Frozen, answered *time.Time) bool {
	switch {
	case !f.Taken.After(t.last):
		return false
	case !answered.After(t.last):
		*answered = readAt(f)
		return false
	}
	id := f.ByHandle(t.handle)
	return !f.Taken.Before(answered.Add(focusSettles)) && id != tree.None &&
		f.Nodes[id].Value.State == tree.Known && slices.Equal([]rune(f.Nodes[id].Value.Value), t.text)
}

// lacks reports whether an event may tell of characters that are missing.
func (t *typing) lacks(e backends.Event) bool {
	n := utf8.RuneCountInString(e.Text)
	return strings.HasPrefix(e.Detail, "insert") && n > 0 && n <= t.missing
}
