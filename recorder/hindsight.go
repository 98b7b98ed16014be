package recorder

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// recentKept is how many events are remembered.
const recentKept = 256

// before returns the newest model from before a press reached the application, which
// on a busy machine is not always the newest of all. Only where the element is in none
// of them it is that.
func (r *reducer) before(press Entry) *inspector.Frozen {
	reached := press.At.Add(press.Aim.Held)
	for _, f := range slices.Backward(append(slices.Clone(r.past), r.model)) {
		if !readAt(f).After(reached) && (press.Aim.Handle == "" || f.ByHandle(press.Aim.Handle) != tree.None) {
			return f
		}
	}
	return r.model
}

// modelAt returns the newest model that was read before a time, else the newest of all.
func (r *reducer) modelAt(at time.Time) *inspector.Frozen {
	for _, f := range slices.Backward(append(slices.Clone(r.past), r.model)) {
		if !readAt(f).After(at) {
			return f
		}
	}
	return r.model
}

// after returns the events after a time: those heard of already, then those ahead.
func (r *reducer) after(at time.Time, ahead []Entry) []backends.Event {
	var events []backends.Event
	for _, e := range r.recent {
		if !e.At.Before(at) {
			events = append(events, e)
		}
	}
	for _, e := range ahead {
		if e.Kind == EntryEvent && !e.At.Before(at) {
			events = append(events, e.Event)
		}
	}
	return events
}

// over reports whether what is ahead of an entry reaches so far that no more can be
// expected: a time beyond it, or the end.
func over(e Entry, ahead []Entry, limit time.Duration) bool {
	if len(ahead) == 0 {
		return false
	}
	last := ahead[len(ahead)-1]
	return last.Kind == EntryEnd || last.At.Sub(e.At) >= limit
}

// hung is how long an application that answers nothing is waited for.
const hung = 20 * time.Second

// quiet reports whether an application that had something to tell until a time would
// have told it: it answered a question that was put to it after that, has not answered
// for long, or the recording ended.
func (r *reducer) quiet(ahead []Entry, until time.Time) bool {
	if len(ahead) == 0 {
		return false
	}
	last := ahead[len(ahead)-1]
	return last.Kind == EntryEnd || !last.At.Before(until.Add(hung)) || slices.ContainsFunc(ahead, func(e Entry) bool {
		return e.Kind == EntryModel && !e.Model.Taken.Before(until)
	})
}
