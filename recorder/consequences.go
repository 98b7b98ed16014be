package recorder

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/inspector"
)

// What an input did is what changed after it and before the next one. Where the next
// follows at once, what comes later may be of either; what was read and told before it
// is not.

// atRest is how long nothing was told before an input, for what came before to be all
// that the input before it did.
const atRest = 60 * time.Millisecond

// nothingCame is what a click says that did nothing.
const nothingCame = "nothing in the application changed by it; replay leaves it out"

// conclude ends the watch when the next input is made, or the recording ends, and
// reports whether what is seen from now on may still be what the watched input did.
func (r *reducer) conclude(at time.Time) (hurried bool) {
	w := r.watch
	r.watch = nil
	after := r.lastBefore(w.at, at)
	told, last := r.toldBetween(w.at, at)
	rested := told && after != nil && !after.Taken.Before(last) && at.Sub(last) >= atRest
	hurried = at.Sub(w.at) < hurry && !rested
	if w.border != nil {
		r.concludeBorder(w, at)
	}
	if w.index < 0 {
		return hurried
	}
	s := r.steps[w.index]
	r.brought = nil
	switch s.Kind {
	case StepRawInput:
		if w.sure && !hurried && !told && r.same(w.before, after, w.at) {
			s.Disabled, s.Comment = true, nothingCame
		}
	case StepActivate, StepMenuPath, StepKeyChord, StepDoubleClick, StepContextClick, StepDrag:
		// What is seen may be what the input before this one did.
		may := w.unsettled || r.hurried
		s.Effects, s.EffectsUnknown = nil, may || hurried || after == nil
		if !may && after != nil {
			s.Effects = effectsOf(w.before, after, inspector.Diff(w.before, after))
		}
		if !s.EffectsUnknown {
			r.brought = &brought{by: s.ID, before: w.before, after: after, at: at}
		}
	case StepSetChecked:
		for i := range r.checkings {
			if r.checkings[i].step == w.index {
				r.checkings[i].hasty = hurried || after == nil
			}
		}
	}
	if !sameStep(s, r.steps[w.index]) || s.Disabled != r.steps[w.index].Disabled {
		r.put(w.index, s)
	}
	return hurried
}

// lastBefore returns the newest model that was read after one time and before
// another, nil where there is none.
func (r *reducer) lastBefore(from, until time.Time) *inspector.Frozen {
	for _, f := range slices.Backward(append(slices.Clone(r.past), r.model)) {
		if f != nil && f.Taken.After(from) && !readAt(f).After(until) {
			return f
		}
	}
	return nil
}

// toldBetween reports whether the application told a change after one time and before
// another, and when it did last.
func (r *reducer) toldBetween(from, until time.Time) (told bool, last time.Time) {
	for _, e := range r.recent {
		if e.At.Before(from) || e.At.After(until) || !telling(e) && !focusEvent(e) && e.Kind != backends.EventSelection {
			continue
		}
		told = true
		if e.At.After(last) {
			last = e.At
		}
	}
	return told, last
}

// same reports whether all of the application was read before and well after an
// input, and nothing is different.
func (r *reducer) same(before, after *inspector.Frozen, at time.Time) bool {
	return after != nil && before.Complete() && after.Complete() && after.Taken.Sub(at) >= hurry/2 &&
		len(inspector.Diff(before, after)) == 0
}
