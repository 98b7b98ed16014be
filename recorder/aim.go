package recorder

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// press fixes the target of a press, while the display holds it back where that
// is possible, and lets it go.
func (s *session) press(ctx context.Context, in backends.Input) {
	release := func() {
		if in.Release != nil {
			in.Release()
		}
	}
	defer release()
	known := s.drain()
	if !s.ours(in) || in.Button > 3 {
		return
	}
	// What came before the press must not be taken for its effect.
	unsettled, overtaken := !known || s.changedAt.After(s.model.Taken), !waiting(in) && s.model.Taken.After(in.At)
	a := aim{id: tree.None}
	picture := s.expose(ctx, in)
	done := context.CancelFunc(func() {})
	if waiting(in) {
		var asked context.Context
		asked, done = s.foresee(ctx, in)
		s.maskable(asked, picture)
		a = s.held(ctx, asked, in)
	} else {
		a = s.passed(ctx, in)
	}
	defer func() { done() }()
	if a.id == tree.None && in.PID == 0 && !s.popupOpen() {
		picture.drop()
		return // the pointer is over nothing of this application
	}
	shot := s.capture(ctx, a.id, in, picture)
	held := time.Duration(0)
	if waiting(in) {
		release()
		held = time.Since(in.At)
	}
	if a.late {
		a = s.still(ctx, a)
	}
	s.presses++
	s.note(Entry{Kind: EntryPress, At: in.At, Input: in, Press: s.presses, Aim: Aim{
		Handle: s.handleOf(a.id), Sure: known && a.sure && s.inWindow(a.id, in), Held: held,
		Unsettled: overtaken || unsettled && (!known || !s.model.Taken.After(s.changedAt)),
	}})
	s.keepPicture(ctx, shot, s.presses)
	s.ask()
}

// foresee asks the application at once what a held press will need, where it is as
// the model has it; what is asked with the context that it returns finds the answers.
func (s *session) foresee(ctx context.Context, in backends.Input) (asked context.Context, done context.CancelFunc) {
	ahead, ok := s.o.Backend.(backends.Aimer)
	if !ok {
		return ctx, func() {}
	}
	likely := s.model.Hits().At(in.Point)
	var read []tree.NodeID
	if likely != tree.None {
		read = append(read, s.model.Owner(likely))
	}
	if s.o.Screen != nil {
		read = append(read, secretsOf(s.model)...)
	}
	ctx, cancel := context.WithTimeout(ctx, heldHit)
	asked, learnt := ahead.Foresee(ctx, s.model.Snapshot, in.Point, likely, read...)
	return asked, func() { learnt(); cancel() }
}

// aim is what a press was found to be for, as a node of the session's model.
type aim struct {
	id   tree.NodeID
	sure bool
	// late says that the application could not be asked for everything within the
	// hold: whether the element is still the same must be asked after it.
	late bool
	// handle is the element that the application named within the hold while the
	// model did not have it; id is None then. node is what it said of itself then,
	// nil where it could not be asked.
	handle tree.Handle
	node   *tree.Node
}

// inWindow reports whether the element lies in the X window that the press fell
// on: an element in another one is a mistake of a model that does not know yet
// what was opened over it. Popups have windows that the model does not list.
func (s *session) inWindow(id tree.NodeID, in backends.Input) bool {
	if id == tree.None || in.Window == 0 {
		return true
	}
	if !in.Held && isMenu(s.model.Nodes[id].Role) {
		return true // the application has the pointer for its menu, which may be gone by now
	}
	own := uint32(0)
	for _, w := range s.model.Windows {
		switch {
		case w.Node == s.model.Top(id):
			own = w.XID
		case w.XID == in.Window && w.XID != 0 && len(s.model.Nodes[w.Node].Children) > 0:
			// Another window that the model does know. One without content is the
			// popup of GTK3, whose menu the model has under its combo box.
			return false
		}
	}
	return own == 0 || own == in.Window || popup(s.model, id)
}

// ours reports whether an input is for the recorded application. A popup may have
// no process, and be gone before anyone can ask; a window without one counts only
// if the application's tree has it.
func (s *session) ours(in backends.Input) bool {
	if in.PID != 0 || in.Window == 0 {
		return in.PID == 0 || in.PID == s.o.Application.PID
	}
	return s.popupOpen() || slices.ContainsFunc(s.model.Windows, func(w tree.Window) bool { return w.XID == in.Window })
}

// popup reports whether a node lies in something that has a window of its own
// while it is open.
func popup(f *inspector.Frozen, id tree.NodeID) bool {
	for ; id > 0; id = f.Nodes[id].Parent {
		switch f.Nodes[id].Role {
		case tree.RoleMenu, tree.RoleCombobox, tree.RoleListbox, tree.RoleTooltip:
			return true
		}
	}
	return false
}

// waiting reports whether a press has still not reached the application.
func waiting(in backends.Input) bool { return in.Held && (in.Waiting == nil || in.Waiting()) }

// held finds the element of a press that has not reached the application yet.
// The application is asked what is there and what it is called, which takes a
// few milliseconds; the whole is read anew only where it changed since the model.
// Which element it is was decided by the first answer: one that comes after the
// hold may be about what the press itself brought up. asked is the context of foresee.
func (s *session) held(ctx, asked context.Context, in backends.Input) aim {
	id, named, err := s.hit(asked, in)
	if likely := s.model.Hits().At(in.Point); err == nil && id > 0 && likely > 0 && id != likely && s.model.Inside(likely, id) && waiting(in) {
		// GTK 4 answers the window alone while it lays out what is in it.
		id, named, err = s.hit(ctx, in)
	}
	switch {
	case errors.Is(err, errNotInModel) && waiting(in):
		a := aim{id: id, late: true, handle: named}
		if n, err := s.read(ctx, named, heldRead); err == nil && waiting(in) {
			a.node = &n
		}
		return a
	case err != nil || !waiting(in):
		// Too busy to answer within the hold: what the model from before the press
		// says holds as long as nothing came or went since.
		return s.passed(ctx, in)
	case id == tree.None:
		return aim{id: id, sure: true}
	}
	said := notAsked
	if !s.movedBetween(s.model.Taken, time.Now()) {
		said = s.confirm(asked, in, id, heldRead)
		switch {
		case said != differs:
			return aim{id: id, sure: true}
		case !waiting(in):
			// It may be about what the press did, or tell of another element: how this
			// one reacts decides.
			return aim{id: id}
		}
	}
	handle := s.model.Nodes[id].Handle
	f, err := s.observe(ctx, heldLook-time.Since(in.At))
	if err != nil || !f.Complete() {
		return aim{id: id, late: said != differs}
	}
	s.see(f)
	if id = s.model.ByHandle(handle); id == tree.None || !waiting(in) {
		return aim{id: id, late: id != tree.None && said != differs}
	}
	return aim{id: id, sure: true}
}

// passed finds the element of a press that could not be held, since the
// application had the pointer: an open menu. What it fell on may be closed by
// now, so it is looked up in the model from before it, unless something came or
// went between the two.
func (s *session) passed(ctx context.Context, in backends.Input) aim {
	if s.model.Taken.After(in.At) {
		return s.overtaken(in)
	}
	if !s.catchUp(in.At) {
		id := s.model.Hits().At(in.Point)
		if s.movedBetween(in.At, readAt(s.model)) && !popup(s.model, id) {
			// It was still being read when the press was made, and may be what that did.
			return s.overtaken(in)
		}
		return aim{id: id, sure: !holdsUnplaced(s.model, id)}
	}
	before, old := s.model.Hits().At(in.Point), s.model
	f, err := s.observe(ctx, heldLook)
	if err != nil || !f.Complete() {
		return aim{id: tree.None}
	}
	s.see(f)
	id := s.model.Hits().At(in.Point)
	// Read after the press: it counts if the same element is there as before.
	return aim{id: id, sure: id != tree.None && before != tree.None && old.Nodes[before].Handle == s.model.Nodes[id].Handle}
}

// holdsUnplaced reports whether something that shows in an element has a place that
// could not be read: what looks like a press on the one may be one on the other. GTK 4
// names no places while it lays out (a whole window of them, measured).
func holdsUnplaced(f *inspector.Frozen, id tree.NodeID) bool {
	if id == tree.None {
		return false
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Bounds.State == tree.Unreadable && n.States.Has(tree.Showing) && n.ID != id && f.Inside(n.ID, id) {
			return true
		}
	}
	return false
}

// overtaken finds the element of a press that is judged when the application was read
// anew since: what was there before, if nothing came or went until the press.
func (s *session) overtaken(in backends.Input) aim {
	for _, f := range slices.Backward(s.past) {
		if readAt(f).After(in.At) {
			continue
		}
		was := f.Hits().At(in.Point)
		if was == tree.None || s.movedBetween(f.Taken, in.At) {
			break
		}
		id := s.model.ByHandle(f.Nodes[was].Handle)
		return aim{id: id, sure: id != tree.None && !holdsUnplaced(f, was)}
	}
	return aim{id: tree.None}
}

// answer is what the application says about an element when asked again.
type answer uint8

const (
	notAsked answer = iota // or it did not answer in time
	same
	differs
)

// confirm asks the application whether the element that a press is for still has
// the role and name that it has in the model, and while the press waits whether it is
// checked as there, which no application tells in time when it is busy.
func (s *session) confirm(ctx context.Context, in backends.Input, id tree.NodeID, limit time.Duration) answer {
	owner := &s.model.Nodes[s.model.Owner(id)]
	n, err := s.identify(ctx, owner.Handle, limit, false)
	switch {
	case err != nil:
		return notAsked
	case n.Role == owner.Role && n.Name == owner.Name && (!waiting(in) || isChecked(&n) == isChecked(owner)):
		return same
	}
	return differs
}

// read asks the application about one element.
func (s *session) read(ctx context.Context, h tree.Handle, limit time.Duration) (tree.Node, error) {
	reader, ok := s.o.Backend.(backends.NodeReader)
	if !ok {
		return tree.Node{}, backends.ErrUnsupported
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return reader.ReadNode(ctx, s.o.Application, h)
}

// identify asks the application for role and name of one element, and with placed for
// its bounds.
func (s *session) identify(ctx context.Context, h tree.Handle, limit time.Duration, placed bool) (tree.Node, error) {
	aimer, ok := s.o.Backend.(backends.Aimer)
	if !ok {
		return s.read(ctx, h, limit)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return aimer.Identify(ctx, s.o.Application, h, placed)
}

// still finds out, after a press was let go, whether its element is what it was.
// An element that the model did not have is looked for by its handle, which the
// application named before the press.
func (s *session) still(ctx context.Context, a aim) aim {
	if a.handle == "" {
		a.sure = a.id != tree.None && s.confirm(ctx, backends.Input{}, a.id, lateRead) == same
		return a
	}
	f, err := s.observe(ctx, lateRead)
	if err != nil || !f.Complete() || a.node == nil {
		return a
	}
	s.see(f)
	// The press itself may have renamed it: then what it was called is not in any
	// whole reading, and nothing can be proven of it.
	if id := s.model.ByHandle(a.handle); id != tree.None && f.Nodes[id].Role == a.node.Role && f.Nodes[id].Name == a.node.Name {
		a.id, a.sure = id, true
	}
	return a
}

// popupOpen reports whether a menu or list of the application is open, whose
// window may be gone before anyone can ask whose it is.
func (s *session) popupOpen() bool {
	for i := range s.model.Nodes {
		n := &s.model.Nodes[i]
		if isMenu(n.Role) && n.States.Has(tree.Showing) && n.Parent > 0 && s.model.Nodes[n.Parent].Role != tree.RoleMenubar {
			return true
		}
	}
	return false
}

// catchUp takes a reading over that was under way when a press was made, and
// reports whether something still moved between the model and the press.
func (s *session) catchUp(press time.Time) (stale bool) {
	limit := time.After(heldLook)
	for s.movedBetween(s.model.Taken, press) {
		select {
		case f := <-s.fresh:
			if f.Taken.After(press) {
				s.later = f // from after the press: not for its target
				return true
			}
			s.see(f)
		case <-limit:
			return true
		}
	}
	return false
}

// movedBetween reports whether an event said, after one time and not after
// another, that elements came, went or moved. Highlights and focus follow the
// pointer and do not count.
func (s *session) movedBetween(after, until time.Time) bool {
	return slices.ContainsFunc(s.structure, func(at time.Time) bool { return at.After(after) && !at.After(until) })
}

// telling reports whether an event says a change that a step may be the cause of,
// as opposed to the focus and highlights that follow the pointer.
func telling(e backends.Event) bool {
	switch e.Kind {
	case backends.EventChildren, backends.EventProperty, backends.EventText, backends.EventWindow, backends.EventLost:
		return true
	case backends.EventState:
		return slices.Contains(tellingStates, e.Detail)
	}
	return false
}

func structural(e backends.Event) bool {
	switch e.Kind {
	case backends.EventChildren, backends.EventWindow, backends.EventLost:
		return true
	case backends.EventProperty:
		return e.Detail == "accessible-name" || e.Detail == "accessible-role"
	case backends.EventState:
		return e.Detail == tree.Showing.String() || e.Detail == tree.Visible.String()
	}
	return false
}

// errNotInModel: the application named an element that the model does not have.
var errNotInModel = errors.New("element is not in the model")

// hit asks the application what is at a press and finds it in the model; None
// where the application has nothing there. named is the element by the
// application's own answer.
func (s *session) hit(ctx context.Context, in backends.Input) (id tree.NodeID, named tree.Handle, err error) {
	ask, cancel := context.WithTimeout(ctx, heldHit)
	defer cancel()
	switch tester := s.o.Backend.(type) {
	case backends.Aimer:
		named, err = tester.Pinpoint(ask, s.o.Application, in.Point)
	case backends.HitTester:
		var chain []tree.Handle
		if chain, err = tester.HitTest(ask, s.o.Application, in.Point); len(chain) > 0 {
			named = chain[len(chain)-1]
		}
	default:
		return s.model.Hits().At(in.Point), "", nil
	}
	if err != nil || named == "" {
		return tree.None, "", err
	}
	if id := s.model.ByHandle(named); id != tree.None {
		return id, named, nil
	}
	if id := s.transient(ctx, in.Point, named); id != tree.None {
		return id, s.model.Nodes[id].Handle, nil
	}
	return tree.None, named, errNotInModel
}

// transient finds the element that the application named at a place among items that it
// makes anew each time: the one that says the same of itself. The arrow of a tree item
// lies beside it, in the tree.
func (s *session) transient(ctx context.Context, at tree.Point, named tree.Handle) tree.NodeID {
	list := s.model.Hits().At(at)
	if list == tree.None {
		return tree.None
	}
	if s.model.Nodes[list].States.Has(tree.Transient) {
		list = s.model.Nodes[list].Parent
	}
	if list <= 0 || !holdsTransients(s.model, list) {
		return tree.None
	}
	now, err := s.read(ctx, named, heldRead)
	found := tree.None
	for _, c := range s.model.Nodes[list].Children {
		n := &s.model.Nodes[c]
		if err != nil || n.Role != now.Role || n.Name != now.Name || n.Bounds != now.Bounds {
			continue
		}
		if found != tree.None {
			return tree.None
		}
		found = c
	}
	return found
}
