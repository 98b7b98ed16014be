package recorder

import (
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// What a person does to the window manager (its border around a window, its keys) is no
// step where nothing in the application comes of it. What comes of it is kept as raw
// input that says so: whatever closes a window there has no element, and no replay can
// do it.

// borderWord stands among the keys of a press on what the window manager draws around a
// window.
const borderWord = "border of the window"

const (
	// borderOpens is how long after a press on the border a window that came is taken for
	// what the press did: the question whether to save.
	borderOpens = 2 * time.Second
	// borderEnds is the same of the end of the application.
	borderEnds = 5 * time.Second
)

// Comments of what replay leaves out.
const (
	closedLast    = "it closed the window by the border that the window manager draws, and the application ended; replay leaves it out"
	switchesWords = "it switches between windows, which the window manager does, and names no element; replay leaves it out"
)

// border takes a press on the border of a window. It becomes a step only where the
// window is seen to close by it, or another one to come.
func (r *reducer) border(f *inspector.Frozen, p pressing) {
	id := p.id
	for _, w := range f.Windows {
		if w.XID != 0 && w.XID == p.in.Window {
			id = w.Node
		}
	}
	s := r.rawStep(f, id, p.in, p.held)
	s.Keys = append(s.Keys, borderWord)
	r.watch = &watch{index: -1, before: f, at: p.in.At, press: p.number, unsettled: p.unsettled, border: &s}
}

// concludeBorder makes the step of a press on a border, where something came of it until
// the next input.
func (r *reducer) concludeBorder(w *watch, at time.Time) {
	after := r.lastBefore(w.at, at)
	if after == nil {
		return
	}
	soon := r.lastBefore(w.at, w.at.Add(borderOpens))
	var came []inspector.Change
	for _, c := range inspector.Diff(w.before, after) {
		switch {
		case c.Kind == inspector.Removed && w.border.Target != nil && w.before.Nodes[c.Before].Role.TopLevel() && w.before.ResolveTarget(*w.border.Target).Node() == c.Before,
			c.Kind == inspector.Added && after.Nodes[c.After].Role.TopLevel() && soon != nil && soon.ByHandle(after.Nodes[c.After].Handle) != tree.None:
			came = append(came, c)
		}
	}
	if len(came) == 0 {
		return
	}
	s := *w.border
	if s.Effects = effectsOf(w.before, after, came); w.unsettled {
		s.Effects, s.EffectsUnknown = nil, true
	}
	r.presses[w.press] = r.put(-1, s)
}

// ended takes the end of the application: closing its last window ends most. Nothing can
// follow, so a replay that does the rest has done what was meant.
func (r *reducer) ended(at time.Time) {
	w := r.watch
	if w == nil || w.border == nil || w.border.Target == nil || at.Sub(w.at) > borderEnds {
		return
	}
	r.watch = nil
	s := *w.border
	s.Effects = []Effect{{Kind: EffectWindowClosed, Role: string(s.Target.Role), Name: unnumbered(s.Target.Name)}}
	s.Disabled, s.Comment = true, closedLast
	r.presses[w.press] = r.put(-1, s)
}

// switches takes a key that switches between windows, and reports whether it is one. The
// window manager takes it, whatever has the keyboard.
func (r *reducer) switches(in backends.Input) bool {
	if !isTab(in) || !in.Modifiers.Alt && !in.Modifiers.Super {
		return false
	}
	s := r.astray(in)
	s.Disabled, s.Comment = true, switchesWords
	r.next(r.model, in.At)
	if n := len(r.steps); n == 0 || !r.steps[n-1].Disabled || !slices.Equal(r.steps[n-1].Keys, s.Keys) { // Tab again while Alt is down
		r.put(-1, s)
	}
	r.moves(in.At, "", false)
	return true
}

// rawWords say input that has no meaning for an element, "" where nothing more is known
// of it than that.
func rawWords(s Step) string {
	n := len(s.Keys)
	switch {
	case n == 0:
		return ""
	case s.Keys[n-1] == borderWord && s.Target != nil:
		if slices.ContainsFunc(s.Effects, func(e Effect) bool { return e.Kind == EffectWindowClosed }) {
			return "Close " + s.Target.Describe + " by its border"
		}
		return "Press the border of " + s.Target.Describe
	case s.Keys[n-1] == borderWord:
		return "Press the border of a window"
	case s.Target == nil && (s.Keys[n-1] == "Tab" || s.Keys[n-1] == "ISO_Left_Tab") && n > 1:
		return "Press " + strings.Join(s.Keys, "+") + ", which switches windows and names no element"
	}
	return ""
}
