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
	// focuses is what got the keyboard, in the order of the times; movers may have
	// moved it since. See focus.go.
	focuses []focusing
	movers  []mover

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
		if !sure && !over(e, ahead, pressReaction) {
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
		return isModifier(e.Input.Key) || r.decideKey(e, ahead)
	case EntryPicture:
		r.picture(e.Press, e.Picture)
	case EntryEnd:
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
		r.moves(e.At, "") // it may have been told then
	case e.Kind == backends.EventText:
		r.text(e)
	case e.Kind == backends.EventState:
		r.checkedTold(e)
	}
}

// watch is the last step, while what it did is still to be seen.
type watch struct {
	index  int // in steps; -1 while there is none until something is seen
	step   Step
	handle tree.Handle
	before *inspector.Frozen
	at     time.Time
	press  int
	// unsettled says that something had changed since before was read, so that it
	// cannot be told from what the input did.
	unsettled bool
	// sure says of raw input that it is known what it fell on.
	sure bool
	// opener says that step is to be kept only if no menu opens.
	opener bool
	// keyed says that a value was typed, left when the keyboard left it.
	keyed bool
	left  time.Time
	// chosen says that the press that chose what step says was heard of.
	chosen bool

	// list is the list, table or tree that was pressed or has the keyboard, "" for
	// none; plain the item that a plain click was on, None for others, alone whether
	// it was seen to be selected alone, and looked whether anything was seen since.
	list          tree.Handle
	plain         tree.NodeID
	alone, looked bool
	// context says that step is to be kept only if a menu opens.
	context bool
	// byKeys says that keys began it, which are kept as they are where nothing is seen
	// to come of them. raw is the same of a press.
	byKeys bool
	keys   []Step
	raw    *Step
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
		s.ID = r.stepID(s.At)
		r.steps = append(r.steps, s)
	} else {
		was := &r.steps[index]
		s.ID, s.Picture, s.Area, s.Bounds = was.ID, was.Picture, was.Area, was.Bounds
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

// pressing is a pointer press as the session found it.
type pressing struct {
	in backends.Input
	// id is the node in the model from before it, None where none was found.
	id     tree.NodeID
	held   time.Duration
	number int
	sure   bool // what lies at the place is known, or that nothing does
	// unsettled: see watch.
	unsettled bool
}

// press takes a pointer press; f is the model before it.
func (r *reducer) press(f *inspector.Frozen, p pressing) {
	if onBorder(f, p.id, p.in.Point) || r.doubles(f, p) {
		return
	}
	id, in, held, press := p.id, p.in, p.held, p.number
	if r.pastes(f, id, in) {
		return
	}
	if id == tree.None || !f.Nodes[f.Owner(id)].Role.EditsText() {
		r.keepSelection()
	}
	r.next(f, in.At)
	r.scrolledTo(f, p)
	defer func() { // after what the press began
		r.gripped = &grip{in: in, model: f, node: id, watch: r.watch}
		if id != tree.None {
			r.gripped.node = naming(f, id)
		}
	}()
	switch {
	case id != tree.None && in.Button == 3:
		r.contextPress(f, p)
		return
	case id == tree.None || in.Button != 1:
		r.raw(f, p)
		return
	}
	owner := f.Owner(id)
	w := &watch{index: -1, handle: f.Nodes[owner].Handle, before: f, at: in.At, press: press, unsettled: p.unsettled, sure: p.sure, plain: tree.None}
	if item, container := itemPressed(f, id); item != tree.None && comboAround(f, owner) == tree.None && !isMenu(f.Nodes[owner].Role) {
		r.watch = r.pressItem(f, item, container, p)
		if r.watch.index >= 0 {
			r.presses[press] = r.watch.index
		}
		return
	}
	switch n := &f.Nodes[owner]; {
	case n.Role == tree.RoleScrollbar:
		r.scrolls(f, in)
		return
	case !n.Interactive():
		raw := r.rawStep(f, id, in, held)
		w.raw, w.handle = &raw, f.Nodes[id].Handle
		r.watch = w
		return
	case comboAround(f, owner) != tree.None && n.States.Has(tree.Showing):
		combo := comboAround(f, owner)
		w.step = r.step(f, combo, StepSelectItem, in.At)
		w.step.Item = itemText(f, owner)
		w.handle = f.Nodes[combo].Handle
	case comboOf(f, owner) != tree.None:
		// Opening it is no step; the item chosen in it is, or a value that changes.
		w.handle = f.Nodes[comboOf(f, owner)].Handle
	case isMenu(n.Role):
		if opensMenu(f, owner) {
			return // the item that is chosen in it brings the whole path
		}
		w.step = r.menuPath(f, owner, in.At)
		if f.Nodes[n.Parent].Role == tree.RoleMenubar {
			// GTK4 makes the menu when it opens: wait and see whether one comes.
			w.opener = true
			r.watch = w
			return
		}
	default:
		r.acted(f, owner, w, in.At)
	}
	if w.step.Kind != "" {
		w.step.Held = held
		w.index = r.put(-1, w.step)
		r.presses[press] = w.index
		if w.step.Kind == StepSetChecked {
			r.checks(&f.Nodes[owner], w.index, in.At)
		}
	}
	r.watch = w
}

// acted begins the step of a press on an ordinary element. Text boxes get none:
// a click into one is the way to type, and the typing is the step. Spin buttons
// and sliders get theirs when the value is seen to have changed.
func (r *reducer) acted(f *inspector.Frozen, id tree.NodeID, w *watch, at time.Time) {
	n := &f.Nodes[id]
	switch n.Role {
	case tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleTerminal, tree.RoleSpinbutton, tree.RoleSlider:
	case tree.RoleCheckbox, tree.RoleRadio, tree.RoleToggleButton, tree.RoleSwitch, tree.RoleMenuItemCheckbox:
		w.step = r.step(f, id, StepSetChecked, at)
		w.step.Checked = n.Role == tree.RoleRadio || !r.checkedBefore(f, id)
	default:
		w.step = r.step(f, id, StepActivate, at)
	}
}

// raw notes input that no element answers for.
func (r *reducer) raw(f *inspector.Frozen, p pressing) {
	s := r.rawStep(f, p.id, p.in, p.held)
	index := r.put(-1, s)
	r.presses[p.number] = index
	r.watch = &watch{index: index, step: s, before: f, at: p.in.At, press: p.number, sure: p.sure}
}

func buttonWord(b int) string {
	switch b {
	case 1:
		return "left button"
	case 2:
		return "middle button"
	}
	return "right button"
}

// look takes a newer model and learns from it what the last input did.
func (r *reducer) look(f *inspector.Frozen) {
	if f.Taken.Before(r.looked) {
		return
	}
	r.looked = f.Taken
	r.lookTyping(f)
	w := r.watch
	if w == nil || f == w.before {
		return
	}
	id := inspector.Successor(w.before, w.before.ByHandle(w.handle), f)
	switch {
	case w.opener:
		if menuOpened(w.before, f) {
			r.watch = nil
		}
		return
	case w.context:
		if !menuOpened(w.before, f) {
			return
		}
		w.context, w.raw = false, nil
		w.index = r.put(-1, w.step)
		r.presses[w.press] = w.index
	}
	if r.lookUnfolded(f, w) {
		return
	}
	if w.list != "" && (w.index < 0 || r.steps[w.index].Kind != StepDoubleClick) {
		r.lookSelection(f, w)
		if w.index < 0 {
			return
		}
	}
	switch {
	case w.index < 0:
		r.lookValue(f, id, w)
		return
	}
	s := r.steps[w.index]
	switch s.Kind {
	case StepSetChecked:
		if checked, tells := r.checkedSeen(f, id, w); tells {
			s.Checked = checked
			defer r.checkedIs(w.handle, isChecked(&f.Nodes[id]), f.Taken)
		}
		if was := w.before.ByHandle(w.handle); was != tree.None && menuOpened(w.before, f) { // a menu button
			s = r.step(w.before, was, StepActivate, w.at)
			s.Held = r.steps[w.index].Held
		}
	case StepSetValue: // goes on changing in a drag
		if id != tree.None && f.Nodes[id].Range != nil {
			s.Number = f.Nodes[id].Range.Current
		}
	case StepSelectItem:
		if w.list != "" {
			break
		}
		if id != tree.None && w.press == 0 {
			s.Item = comboText(f, id)
		}
	case StepActivate, StepMenuPath, StepKeyChord, StepDoubleClick, StepContextClick, StepDrag:
		if s.Kind == StepActivate && r.stays(w, f, id) {
			s.Kind, s.Checked, s.Effects = StepSetChecked, isChecked(&f.Nodes[id]), nil
			break
		}
		if s.EffectsUnknown = r.hurried || w.unsettled; !s.EffectsUnknown {
			s.Effects = effectsOf(w.before, f, inspector.Diff(w.before, f))
		}
	}
	if !sameStep(s, r.steps[w.index]) {
		r.put(w.index, s)
	}
}

func sameStep(a, b Step) bool {
	if a.Kind != b.Kind || a.EffectsUnknown != b.EffectsUnknown || a.Checked != b.Checked || a.Number != b.Number || a.Item != b.Item || len(a.Effects) != len(b.Effects) {
		return false
	}
	for i := range a.Effects {
		if a.Effects[i] != b.Effects[i] {
			return false
		}
	}
	return true
}

// lookValue makes the step of a slider, spin button or combo box once its value
// is seen to have changed.
func (r *reducer) lookValue(f *inspector.Frozen, id tree.NodeID, w *watch) {
	was := w.before.ByHandle(w.handle)
	if id == tree.None || was == tree.None {
		return
	}
	a, b := &w.before.Nodes[was], &f.Nodes[id]
	switch {
	case a.Role == tree.RoleCombobox && comboText(w.before, was) != comboText(f, id):
		w.step = r.step(w.before, was, StepSelectItem, w.at)
		w.step.Item = comboText(f, id)
	case a.Role != tree.RoleCombobox && a.Range != nil && b.Range != nil && a.Range.Current != b.Range.Current:
		w.step = r.step(w.before, was, StepSetValue, w.at)
		w.step.Number = b.Range.Current
	default:
		return
	}
	w.raw = nil
	w.index = r.put(r.sameValue(w.step), w.step)
	if w.press > 0 {
		r.presses[w.press] = w.index
	}
}

// sameValue returns the last step where it sets the same value already: clicks on the
// arrows of a spin button are one step with the value in the end. -1 where it does not.
func (r *reducer) sameValue(s Step) int {
	last := len(r.steps) - 1
	if s.Kind == StepSetValue && last >= 0 && r.steps[last].Kind == StepSetValue && told(*s.Target) &&
		r.steps[last].Target.Locator.String() == s.Target.Locator.String() {
		return last
	}
	return -1
}

// staysDown is how long after its button went up an element must be down to count as
// one that stays: Qt's are down as long as the pointer's is.
const staysDown = 100 * time.Millisecond

// stays reports whether what was pressed turned out to be a button that stays down:
// GTK 4 calls its toggle buttons buttons.
func (r *reducer) stays(w *watch, f *inspector.Frozen, id tree.NodeID) bool {
	was := w.before.ByHandle(w.handle)
	if id == tree.None || was == tree.None || f.Nodes[id].Role != tree.RoleButton || menuOpened(w.before, f) || r.up.Before(w.at) || f.Taken.Sub(r.up) < staysDown {
		return false
	}
	a, b := &w.before.Nodes[was], &f.Nodes[id]
	return a.StatesRead && b.StatesRead && isChecked(a) != isChecked(b)
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

// keepOpener ends what waited to be seen: a menu bar's item that opened nothing is a
// press, what led to nothing is input without a meaning, and an item that a click did
// not select was clicked.
func (r *reducer) keepOpener() {
	w := r.watch
	if w == nil {
		return
	}
	if w.opener {
		w.opener = false
		w.index = r.put(-1, w.step)
		r.presses[w.press] = w.index
	}
	for _, key := range w.keys {
		r.put(-1, key)
	}
	w.keys = nil
	if w.raw != nil && w.index < 0 {
		w.index = r.put(-1, *w.raw)
		r.presses[w.press] = w.index
	}
	w.raw = nil
	if w.list != "" && w.plain != tree.None && w.looked && !w.alone && w.index >= 0 && r.steps[w.index].Kind == StepSelectItem {
		s := r.steps[w.index]
		s.Kind = StepActivate
		r.put(w.index, s)
	}
}
