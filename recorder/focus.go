package recorder

import (
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// What has the keyboard when a key is pressed is not known at once. The application
// may still have the click before it in its queue: asked then, it says in good faith
// that the keyboard is where it was (GTK4 on a busy machine, measured: nine keys that
// went into a text box, and a focus that was still on a button for all of them). So
// no claim rests on where the keyboard was. It rests on what the application told
// after the last input that may have moved it, or on how it reacted to the key.

// Times of the focus.
const (
	// focusSettles is how long after an input that may have moved the keyboard a
	// reading is believed to show where it is.
	focusSettles = 250 * time.Millisecond
	// focusStays is the same where a click should have given the keyboard to
	// another element than the one that has it.
	focusStays = time.Second
	// reaction is how long the application has to tell what an input did, before it
	// counts as one without a matching element.
	reaction = 3 * time.Second
	// pressReaction is the same for a press whose element is not sure.
	pressReaction = time.Second
	// typedElsewhere is how long characters wait for a text box that takes them,
	// where something else has the keyboard.
	typedElsewhere = 500 * time.Millisecond
)

// focusing is when an element got the keyboard.
type focusing struct {
	at     time.Time
	handle tree.Handle
}

// focusesKept is how many changes of the focus are remembered.
const focusesKept = 64

// mover is an input that may have moved the keyboard, which the application has not
// answered yet by saying where to.
type mover struct {
	at time.Time
	// target is the element that should have it now, "" where nobody knows.
	target tree.Handle
	// inside is the list, table or tree that the keyboard moved in, "" where it may
	// have left it.
	inside tree.Handle
	// pressed says that it was a press on an item of inside.
	pressed bool
	// acts says that it may do more than move the keyboard.
	acts bool
	// behind is when the application told what was typed before, if that is later: it
	// came to this input after that.
	behind time.Time
	// then are the keys after it, until the next.
	then []deed
}

// focusEvent reports whether an event says that its source got the keyboard.
func focusEvent(e backends.Event) bool {
	return e.Kind == backends.EventFocus || e.Kind == backends.EventState && e.On && e.Detail == tree.Focused.String()
}

// focused takes over that an element got the keyboard. Events may come late: they
// are kept in the order of their times.
func (r *reducer) focused(at time.Time, h tree.Handle) {
	if len(r.focuses) >= focusesKept {
		r.focuses = slices.Delete(r.focuses, 0, focusesKept/2)
	}
	i := len(r.focuses)
	for i > 0 && r.focuses[i-1].at.After(at) {
		i--
	}
	r.focuses = slices.Insert(r.focuses, i, focusing{at, h})
	for i, m := range r.movers {
		if at.After(m.behind) && (m.target == "" || r.related(m.target, h)) && !r.unheldItem(m.inside, h) {
			// What was done before it has been answered, too: the application handles
			// its input in order.
			r.movers = slices.Delete(r.movers, 0, i+1)
			break
		}
	}
}

// moves notes an input that may move the keyboard; acts says that it may do more.
func (r *reducer) moves(at time.Time, target tree.Handle, acts bool) {
	if target != "" && len(r.movers) == 0 {
		if h, ok := r.settledFocus(at, nil); ok && h != "" && r.related(target, h) {
			return // it has it already, and will not say so again
		}
	}
	r.movers = append(r.movers, mover{at: at, target: target, acts: acts, behind: r.comesTo(at)})
}

// comesTo returns when the application came to an input at the earliest: after it told
// what was typed before.
func (r *reducer) comesTo(at time.Time) time.Time {
	if r.toldAt.After(at) {
		return r.toldAt
	}
	return at
}

// movesInside notes a key that moves the keyboard in a list, table or tree.
func (r *reducer) movesInside(at time.Time, container tree.Handle) {
	r.movers = append(r.movers, mover{at: at, inside: container, acts: true, behind: r.comesTo(at)})
}

// inside returns the list, table or tree in which a key moves whatever its item is, None
// where it may have gone elsewhere: the keys since the keyboard was known to be there
// move in it, and the application told of nothing outside of it that got the keyboard.
// GTK 3 does not tell it of an item that it shows for the first time, and what Qt tells it
// of in a tree is an item of which no reading has the handle.
func (r *reducer) inside(in backends.Input, ahead []Entry) tree.NodeID {
	if len(r.movers) == 0 || r.movers[0].inside == "" || hasChord(in) || !slices.Contains(itemKeys, in.Key) {
		return tree.None
	}
	h := r.movers[0].inside
	list := r.model.ByHandle(h)
	if list == tree.None || r.movers[0].pressed && !r.itemSeen(h) {
		return tree.None
	}
	transient := holdsTransients(r.model, list)
	left := func(e backends.Event) bool {
		if !focusEvent(e) || !e.At.After(r.movers[0].at) || r.related(h, e.Source) {
			return false
		}
		f, id := r.findAhead(e.Source, ahead)
		return !related(f, h, e.Source) && !(transient && id == tree.None)
	}
	if slices.ContainsFunc(r.movers, func(m mover) bool { return m.inside != h }) || slices.ContainsFunc(r.recent, left) ||
		slices.ContainsFunc(ahead, func(e Entry) bool { return e.Kind == EntryEvent && left(e.Event) }) {
		return tree.None
	}
	return list
}

// unheldItem reports whether what got the keyboard may be an item of a list of which no
// reading has the handle.
func (r *reducer) unheldItem(list, h tree.Handle) bool {
	id := r.model.ByHandle(list)
	return list != "" && id != tree.None && r.model.ByHandle(h) == tree.None && holdsTransients(r.model, id)
}

// itemSeen reports whether the last press or key was seen to do something in a list.
func (r *reducer) itemSeen(list tree.Handle) bool {
	w := r.watch
	return w != nil && w.list == list && (w.alone || w.byKeys)
}

// pressMoves notes a press, unless what was pressed neither takes the keyboard nor does
// anything: a button that never has it may open a dialog that gets it.
func (r *reducer) pressMoves(f *inspector.Frozen, at time.Time, id tree.NodeID) {
	if id == tree.None {
		r.moves(at, "", true)
		return
	}
	owner := &f.Nodes[f.Owner(id)]
	h := keyboardOf(f, id)
	if h == "" && !owner.Interactive() {
		return
	}
	r.moves(at, h, !owner.Role.EditsText())
	up, last := f.ByHandle(h), len(r.movers)-1
	if h != "" && up != tree.None && f.Nodes[up].States.Has(tree.Transient) && last >= 0 && r.movers[last].at.Equal(at) {
		if _, list := itemAround(f, up); list != tree.None {
			r.movers[last].inside, r.movers[last].pressed = f.Nodes[list].Handle, true
		}
	}
}

// keyMoves reports whether a key may move the keyboard away from a node.
func keyMoves(in backends.Input, n *tree.Node) bool {
	text := n != nil && n.Role.EditsText()
	if n != nil && (n.Role == tree.RoleSpinbutton || n.Role == tree.RoleSlider) && slices.Contains(itemKeys, in.Key) {
		return false // it changes the value
	}
	switch in.Key {
	case "Tab", "ISO_Left_Tab", "Escape":
		return true
	case "Return", "KP_Enter":
		return !text || !n.States.Has(tree.MultiLine)
	case "Up", "Down", "Page_Up", "Page_Down", "Prior", "Next":
		return !text || !n.States.Has(tree.MultiLine)
	case "Left", "Right", "Home", "End", "space":
		return !text
	}
	if hasChord(in) {
		return !(text && in.Modifiers.Control && slices.Contains(editing, in.Key))
	}
	return isFunctionKey(in.Key)
}

// related reports whether two elements are one for the keyboard: one is inside of the
// other, as the entry in a spin button or the item in a list.
func related(f *inspector.Frozen, a, b tree.Handle) bool {
	if a == b {
		return true
	}
	x, y := f.ByHandle(a), f.ByHandle(b)
	return x > 0 && y > 0 && f.Top(x) != x && f.Top(y) != y && (f.Inside(x, y) || f.Inside(y, x))
}

func (r *reducer) related(a, b tree.Handle) bool { return related(r.model, a, b) }

// settledFocus returns what has the keyboard at a time, and whether that is sure:
// told by the application in answer to the last input that may have moved it, or
// read well after that. ahead is what was received later. "" is nothing.
func (r *reducer) settledFocus(at time.Time, ahead []Entry) (tree.Handle, bool) {
	movers := r.movers
	last := focusing{}
	if n := len(r.focuses); n > 0 {
		last = r.focuses[n-1]
	}
	for _, e := range ahead {
		if e.Kind != EntryEvent || !focusEvent(e.Event) {
			continue
		}
		answered := -1
		for i, m := range movers {
			if e.At.After(m.behind) && (m.target == "" || r.related(m.target, e.Event.Source)) {
				answered = i
				break
			}
		}
		// One that was received after the key is still what the input before it did,
		// where that said which element it would be.
		if !e.At.After(at) || answered >= 0 && movers[answered].target != "" {
			last = focusing{e.At, e.Event.Source}
			movers = movers[answered+1:]
		}
	}
	if len(movers) == 0 && last.handle != "" {
		if f, id := r.findAhead(last.handle, ahead); id != tree.None && (f != r.model || r.model.Taken.Before(last.at) || f.Nodes[id].States.Has(tree.Showing)) {
			return last.handle, true
		}
	}
	return r.readFocus(at, last, movers, ahead)
}

// readFocus is settledFocus by readings.
func (r *reducer) readFocus(at time.Time, last focusing, movers []mover, ahead []Entry) (tree.Handle, bool) {
	h, sure := readingShows(r.model, last, movers, r)
	for _, e := range ahead {
		// A reading from after the key may show what the key did.
		if e.Kind == EntryModel && !sure && !e.At.After(at) {
			h, sure = readingShows(e.Model, last, movers, r)
		}
	}
	return h, sure
}

// readingShows is settledFocus by one reading.
func readingShows(f *inspector.Frozen, last focusing, movers []mover, r *reducer) (tree.Handle, bool) {
	all := focusedNodes(f)
	if len(movers) == 0 {
		if len(all) == 1 {
			return f.Nodes[all[0]].Handle, true
		}
		return "", len(all) == 0
	}
	m := movers[len(movers)-1]
	since := f.Taken.Sub(m.behind)
	for _, id := range all {
		h := f.Nodes[id].Handle
		switch {
		case since < 0:
		case m.target != "" && r.related(m.target, h):
			return h, true
		case len(all) > 1 && h != last.handle:
		case m.target == "" || h == last.handle && last.at.After(m.behind):
			return h, since >= focusSettles
		default:
			return h, since >= focusStays
		}
	}
	return "", len(all) == 0 && since >= focusStays
}

// focusedNodes returns the nodes that say that they have the keyboard, without those
// that hold another. Qt says so of the chosen tab, too, whatever has it.
func focusedNodes(f *inspector.Frozen) []tree.NodeID {
	var all []tree.NodeID
	for i := len(f.Nodes) - 1; i > 0; i-- {
		id := tree.NodeID(i)
		if f.Nodes[i].States.Has(tree.Focused) && !slices.ContainsFunc(all, func(b tree.NodeID) bool { return f.Inside(b, id) }) {
			all = append(all, id)
		}
	}
	return all
}

// secrecy says what is known of the field that a key pressed now goes to.
func (r *reducer) secrecy(at time.Time) secrecy {
	h, sure := r.settledFocus(at, r.queue)
	sure = sure && !slices.ContainsFunc(r.queue, func(e Entry) bool { return e.Kind == EntryPress || e.Kind == EntryKey })
	id := tree.None
	if h != "" {
		id = r.model.ByHandle(h)
	}
	switch {
	case id != tree.None && r.model.Nodes[id].SecretUnproven:
		return perhapsSecret
	case id != tree.None && r.model.Nodes[id].Secret:
		return certainlySecret
	case sure && id != tree.None || !r.hasSecret():
		return open
	}
	return perhapsSecret
}

func (r *reducer) hasSecret() bool {
	return !r.model.Complete() || slices.ContainsFunc(r.model.Nodes, func(n tree.Node) bool { return n.Secret })
}

// deepestFocused returns the deepest node that says that it has the keyboard.
func deepestFocused(f *inspector.Frozen) tree.NodeID {
	for i := len(f.Nodes) - 1; i > 0; i-- {
		if f.Nodes[i].States.Has(tree.Focused) {
			return tree.NodeID(i)
		}
	}
	return tree.None
}
