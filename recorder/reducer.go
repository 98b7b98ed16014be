package recorder

import (
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// reducer turns the entries of a log into steps. It does no I/O, asks nothing and
// looks at no clock: the same entries give the same steps.
//
// A press comes with the newest model before it, in which its target is named; what
// it did is learnt from what follows. Where what was pressed or what a key went to is
// not sure yet, the entry waits, and what follows it waits behind it, until the
// application has told: a step never says what was not seen.
type reducer struct {
	began time.Time
	steps []Step
	emit  func(index int, step Step)

	// queue holds what is not decided yet; it is empty most of the time.
	queue []Entry
	model *inspector.Frozen
	past  []*inspector.Frozen // the models before it, oldest first
	// recent is the last events before: what was done is heard of after what came of
	// it, sometimes.
	recent []backends.Event
	// edits is the same of those that tell changes of texts.
	edits []backends.Event
	// focuses is what got the keyboard, in the order of the times; movers may have
	// moved it since. See focus.go.
	focuses []focusing
	movers  []mover
	// lostAt is when the last characters were typed of which nobody knows where they
	// went, zero for none: what is told may be theirs. toldAt is when the last text that
	// keys owed was told.
	lostAt, toldAt time.Time

	typing *typing
	typed  *typing // the one before, whose last characters may still come
	watch  *watch
	// toggles are the elements that presses check and uncheck.
	toggles   map[tree.Handle]*toggling
	checkings []checking
	// hurried says that input follows so fast that an effect cannot be told to
	// belong to one step; none is recorded then.
	hurried bool
	looked  time.Time   // when the newest model was taken
	presses map[int]int // number of a press → index of its step
	titles  titles
	// brought is what the last step was seen to have brought up, until the next is made.
	brought *brought
	// gripped is the last press, up when the button of it went up, scrolled what was on
	// the screen before the wheel was turned. See gestures.go.
	gripped   *grip
	up        time.Time
	scrolled  *scrolled
	selection *selectionMade
}

// take takes the next entry of the log. The first is a model.
func (r *reducer) take(e Entry) {
	r.queue = append(r.queue, e)
	for len(r.queue) > 0 && r.decide(r.queue[0], r.queue[1:]) {
		r.queue = r.queue[1:]
	}
	if len(r.queue) == 0 {
		r.queue = nil
	}
}

// undecided reports whether entries wait for those that follow.
func (r *reducer) undecided() bool { return len(r.queue) > 0 }

// decide takes an entry in, unless it has to wait for more than is ahead.
func (r *reducer) decide(e Entry, ahead []Entry) bool {
	switch e.Kind {
	case EntryModel:
		if len(r.past) == pastKept {
			r.past = slices.Delete(r.past, 0, 1)
		}
		if r.model != nil {
			r.past = append(r.past, r.model)
		}
		r.model = e.Model
		r.titles.note(e.Model)
		r.look(e.Model)
		r.forgetToggles(e.Model)
	case EntryEvent:
		r.event(e.Event)
	case EntryPress:
		if r.valueOwed(e, ahead) || r.unproven(e, ahead) {
			return false
		}
		f := r.before(e)
		id, sure := r.aimed(f, e, ahead)
		if !sure && !r.quiet(ahead, e.At.Add(pressReaction)) {
			return false
		}
		if id == tree.None && r.chosen(e) {
			r.gripped = nil
			return true
		}
		r.press(f, pressing{in: e.Input, id: id, held: e.Aim.Held, number: e.Press, sure: e.Aim.Sure, unsettled: e.Aim.Unsettled})
		r.pressMoves(f, e.At, id)
		if f != r.model {
			r.look(r.model)
		}
	case EntryRelease:
		r.release(e)
	case EntryWheel:
		r.wheel(e.Input)
	case EntryKey:
		return isModifier(e.Input.Key) || r.switches(e.Input) || r.decideKey(e, ahead)
	case EntryPicture:
		r.picture(e.Press, e.Picture)
	case EntryEnd:
		if e.Gone {
			r.ended(e.At)
		}
		r.finish(r.model)
	}
	return true
}

// event takes what the application told.
func (r *reducer) event(e backends.Event) {
	if len(r.recent) == 2*recentKept {
		r.recent = slices.Clone(r.recent[recentKept:])
	}
	r.recent = append(r.recent, e)
	switch {
	case focusEvent(e):
		r.focused(e.At, e.Source)
	case e.Kind == backends.EventLost:
		r.moves(e.At, "", true) // it may have been told then
	case e.Kind == backends.EventText:
		r.edit(e)
		r.text(e)
	case e.Kind == backends.EventState:
		r.checkedTold(e)
	}
}

// hurry is the time in which the effects of two inputs cannot be told apart.
const hurry = 500 * time.Millisecond

func newReducer(began time.Time, emit func(int, Step)) *reducer {
	return &reducer{began: began, emit: emit, presses: map[int]int{}, toggles: map[tree.Handle]*toggling{}}
}

// put adds a step, or replaces the one at index.
func (r *reducer) put(index int, s Step) int {
	s.Title = stepTitle(s)
	if index < 0 {
		index = len(r.steps)
		s.ID, s.Expect = r.stepID(s.At), r.expectation(s)
		r.steps = append(r.steps, s)
	} else {
		was := &r.steps[index]
		s.ID, s.Picture, s.Area, s.Bounds = was.ID, was.Picture, was.Area, was.Bounds
		if s.Expect == nil {
			s.Expect = was.Expect
		}
		r.steps[index] = s
	}
	r.emit(index, s)
	return index
}

// stepID names a step by the moment of its input, so that a log that is reduced
// again gives the same step the same ID.
func (r *reducer) stepID(at time.Duration) string {
	id := fmt.Sprintf("t%d", at.Microseconds())
	taken := func(id string) bool {
		return slices.ContainsFunc(r.steps, func(s Step) bool { return s.ID == id })
	}
	for n, base := 2, id; taken(id); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	return id
}

// step begins a step on a target named in f.
func (r *reducer) step(f *inspector.Frozen, id tree.NodeID, kind StepKind, at time.Time) Step {
	t := f.Target(id)
	return Step{Kind: kind, Target: &t, Light: lightOf(t.Standing), At: at.Sub(r.began)}
}

func lightOf(s inspector.Standing) Light {
	switch s {
	case inspector.StandingUnique:
		return LightUnique
	case inspector.StandingContext:
		return LightContext
	}
	return LightAmbiguous
}

// picture adds the picture taken at a press to the step that came of it.
func (r *reducer) picture(press int, p Picture) {
	if i, ok := r.presses[press]; ok && p.Hash != "" {
		s := r.steps[i]
		s.Picture, s.Area, s.Bounds = p.Hash, p.Area, p.Bounds
		r.steps[i] = s
		r.emit(i, s)
	}
}

// next closes what came before a new input.
func (r *reducer) next(f *inspector.Frozen, at time.Time) {
	r.look(f)
	r.endTyping(at)
	r.keepOpener()
	r.gripped = nil
	r.hurried = r.watch != nil && r.conclude(at)
}

// finish ends the recording with the last model.
func (r *reducer) finish(f *inspector.Frozen) {
	r.look(f)
	r.endTyping(f.Taken)
	r.keepOpener()
	if r.watch != nil {
		r.conclude(readAt(f).Add(hurry))
	}
	r.unchecked(f)
	r.retitle()
}
