package recorder

import (
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// typing is a text box that is being typed into. Its step holds the final text,
// taken from the application's text events and confirmed by reading, never from
// the keys: Backspace, paste, dead keys and input methods come out right. A pause
// is no end: the box is one step until something else happens.
type typing struct {
	index  int // in steps; -1 until the text is seen to differ
	step   Step
	handle tree.Handle
	secret bool
	text   []rune
	was    string
	// changed says that the text counts as changed even if it equals was.
	changed bool
	// edited says that a key was pressed that changes text.
	edited bool
	// read is when the text was last read. A text event received before may be
	// in that reading already; the next reading brings it where it was not.
	read time.Time
	// heard is when the last text event was taken over; a reading begun before
	// it is older than what is known already.
	heard time.Time
	ended time.Time
	first backends.Input // the key that began it
	// elsewhere is another box that told that something was typed into it, before
	// this one told anything.
	elsewhere tree.Handle
	// coming says that the text events of this one are known to come.
	coming bool
}

// cannotSetText is the obstacle of typing in recordings from before there was
// StepTypeKeys.
const cannotSetText = "this text cannot be set again by replay: the application offers no way"

// key takes a key press; focus is the node with the keyboard in f, the last
// model, or None.
func (r *reducer) key(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	switch {
	case isModifier(in.Key):
	case focus == tree.None && r.choosing() && !hasChord(in) && !types(in):
		// The list of a box that was just opened is not in the model yet, or not any
		// more: what is chosen in it will be seen in the box.
	case focus == tree.None:
		r.keysElsewhere(f, focus, in)
	case f.Nodes[focus].Role.EditsText() && f.Nodes[focus].Role != tree.RoleSpinbutton:
		r.typeKey(f, focus, in)
	case hasChord(in):
		r.chord(f, focus, in)
	default:
		r.controlKey(f, focus, in)
	}
}

// edits reports whether a key changes text.
func edits(in backends.Input) bool {
	return types(in) || in.Key == "BackSpace" || in.Key == "Delete"
}

// typingInto reports whether an element is the one that is being typed into.
func (r *reducer) typingInto(h tree.Handle) bool { return r.typing != nil && r.typing.handle == h }

func isModifier(key string) bool {
	for _, p := range []string{"Shift_", "Control_", "Alt_", "Super_", "Meta_", "Hyper_", "ISO_Level", "Caps_Lock", "Num_Lock", "Mode_switch"} {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}

func hasChord(in backends.Input) bool {
	m := in.Modifiers
	return m.Control || m.Alt || m.Super
}

// editing are the chords with Control that edit the text they are pressed in.
var editing = []string{"a", "c", "v", "x", "z", "y", "BackSpace", "Delete", "Left", "Right", "Home", "End", "Insert"}

func (r *reducer) typeKey(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	n := &f.Nodes[focus]
	multi := n.States.Has(tree.MultiLine)
	switch {
	case in.Key == "Tab" || in.Key == "ISO_Left_Tab":
		if !multi {
			r.next(f, in.At)
			return
		}
	case in.Key == "Escape", in.Key == "Return" && !multi, in.Key == "KP_Enter" && !multi, isFunctionKey(in.Key):
		r.chord(f, focus, in)
		return
	case hasChord(in) && !(in.Modifiers.Control && slices.Contains(editing, in.Key)) && in.Text == "":
		r.chord(f, focus, in)
		return
	case in.Modifiers.Control && !slices.Contains(editing, in.Key), in.Modifiers.Super:
		r.chord(f, focus, in)
		return
	}
	if r.typingInto(n.Handle) {
		r.typing.edited = r.typing.edited || edits(in)
		return
	}
	r.next(f, in.At)
	r.beginTyping(f, focus, in)
}

// beginTyping begins to follow the text of a box; in is the first key.
func (r *reducer) beginTyping(f *inspector.Frozen, box tree.NodeID, in backends.Input) {
	n := &f.Nodes[box]
	t := &typing{index: -1, handle: n.Handle, secret: n.Secret, was: n.Value.Value, text: []rune(n.Value.Value), read: readAt(f), first: in}
	// On a busy machine the text may have been read after it was typed: then what
	// it was before is not known, and that it is the same says nothing.
	t.changed = readAt(f).After(in.At) && edits(in)
	t.step = r.step(f, box, StepSetText, in.At)
	if !n.Has(tree.VerbSetText) { // Chromium's text boxes have no EditableText
		t.step.Kind = StepTypeKeys
	}
	t.edited = edits(in)
	r.typing = t
	if t.secret {
		t.step.Parameter = parameterName(t.step.Target.Name)
		t.index = r.put(-1, t.step)
	}
}

func isFunctionKey(key string) bool {
	return len(key) >= 2 && key[0] == 'F' && key[1] >= '1' && key[1] <= '9'
}

// parameterName makes a word for the command line of a field's name.
func parameterName(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		switch {
		case c == ' ' || c == '-' || c == '_':
			b.WriteByte('-')
		case c != '=' && c != '"' && c != ':' && c > ' ':
			b.WriteRune(c)
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "secret"
}

// proven reports whether the application has told that the keys changed the text.
func (t *typing) proven() bool { return !t.edited || t.index >= 0 || !t.heard.IsZero() }

// late is how long after its end a text box may still report what was typed
// before: text events trail their keys by about 20 ms.
const late = 300 * time.Millisecond

// text takes a text event of the application.
func (r *reducer) text(e backends.Event) {
	t := r.typing
	if t != nil && e.Source != t.handle && !t.proven() && t.elsewhere == "" && e.At.After(t.first.At) && strings.HasPrefix(e.Detail, "insert") && r.editsText(e.Source) {
		t.elsewhere = e.Source
	}
	if t == nil || e.Source != t.handle {
		// Only what was inserted: a deletion so late is the application clearing.
		if t = r.typed; t == nil || e.Source != t.handle || e.At.Sub(t.ended) > late && t.proven() || !strings.HasPrefix(e.Detail, "insert") {
			return
		}
	}
	if t.secret || e.Position < 0 || e.Position > len(t.text) || !e.At.After(t.read) {
		return
	}
	switch {
	case strings.HasPrefix(e.Detail, "insert"):
		t.text = slices.Insert(t.text, e.Position, []rune(e.Text)...)
	case strings.HasPrefix(e.Detail, "delete"):
		t.text = slices.Delete(t.text, e.Position, min(e.Position+max(e.Length, 0), len(t.text)))
	default:
		return
	}
	t.heard = e.At
	r.retype(t)
}

// lookTyping confirms the text by what the application says it is.
func (r *reducer) lookTyping(f *inspector.Frozen) {
	t := r.typing
	if t == nil || t.secret || f.Taken.Before(t.heard) {
		return
	}
	id := f.ByHandle(t.handle)
	if id != tree.None && f.Nodes[id].Secret {
		r.becameSecret(t)
		return
	}
	if id != tree.None && f.Nodes[id].Value.State == tree.Known {
		t.text, t.read = []rune(f.Nodes[id].Value.Value), readAt(f)
		r.retype(t)
	}
}

// becameSecret makes the step one with a parameter: an entry of GTK4 that hides its
// text cannot be told from others as long as it is empty.
func (r *reducer) becameSecret(t *typing) {
	t.secret, t.text = true, nil
	t.step.Text, t.step.Parameter = "", parameterName(t.step.Target.Name)
	t.index = r.put(t.index, t.step)
}

// readAt is when a reading of the application was over.
func readAt(f *inspector.Frozen) time.Time { return f.Taken.Add(f.Took) }

func (r *reducer) retype(t *typing) {
	text := string(t.text)
	if t.index < 0 && text == t.was && !t.changed || t.index >= 0 && text == t.step.Text {
		return
	}
	t.step.Text = text
	t.index = r.put(t.index, t.step)
}

func (r *reducer) endTyping(at time.Time) {
	t := r.typing
	if t == nil {
		return
	}
	switch {
	case t.index >= 0 || !t.edited:
	case t.proven() || t.coming:
		// Its step keeps its place before what follows, and gets the rest of its text
		// when the events come.
		t.step.Text = string(t.text)
		t.index = r.put(t.index, t.step)
	default:
		r.typing = nil
		r.characters(t.first.At)
		return
	}
	t.ended = at
	r.typed, r.typing = t, nil
}

// controlKey takes a key on an element that is not a text box.
func (r *reducer) controlKey(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	n := &f.Nodes[focus]
	ranged := n.Role == tree.RoleSlider || n.Role == tree.RoleSpinbutton
	switch {
	case in.Key == "Tab" || in.Key == "ISO_Left_Tab":
		r.next(f, in.At)
	case (in.Key == "space" || in.Key == "Return" || in.Key == "KP_Enter") && n.Interactive() && !ranged && comboOf(f, focus) == tree.None && !isMenu(n.Role):
		r.keyPress(f, focus, in)
	case isMenu(n.Role) && comboOf(f, focus) == tree.None:
		r.menuKey(f, focus, in)
	case ranged:
		r.watchKey(f, focus, in)
	case comboOf(f, focus) != tree.None:
		r.watchKey(f, comboOf(f, focus), in)
	default:
		r.keysElsewhere(f, focus, in)
	}
}

// choosing reports whether the last input was to a combo box. On a busy machine its
// choice may be seen before the key that made it is handled.
func (r *reducer) choosing() bool {
	if r.watch == nil || r.watch.index >= 0 && r.steps[r.watch.index].Kind != StepSelectItem {
		return false
	}
	was := r.watch.before.ByHandle(r.watch.handle)
	return was != tree.None && r.watch.before.Nodes[was].Role == tree.RoleCombobox
}

// keysElsewhere takes a key that no text box, button or value answers for. Only
// keys that type nothing are kept by name: characters may be a password that went
// where nobody saw it, and are kept as the fact that something was typed.
func (r *reducer) keysElsewhere(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	if hasChord(in) || !types(in) {
		r.chord(f, focus, in)
		return
	}
	r.characters(in.At)
}

// characters notes that something was typed, and no more.
func (r *reducer) characters(at time.Time) {
	if n := len(r.steps); n > 0 && r.steps[n-1].Kind == StepRawInput && slices.Equal(r.steps[n-1].Keys, []string{typedKeys}) {
		return // it goes on
	}
	r.next(r.model, at)
	r.put(-1, Step{Kind: StepRawInput, Light: LightNoElement, At: at.Sub(r.began), Keys: []string{typedKeys}})
}

// typedKeys stands for characters in the keys of a raw step.
const typedKeys = "characters"

// types reports whether a key types a character.
func types(in backends.Input) bool {
	return in.Key == "space" || len(in.Text) > 0 && in.Text[0] >= ' ' && in.Text != "\x7f"
}

// menuKey takes a key in an open menu: arrows only lead to the item that is chosen.
func (r *reducer) menuKey(f *inspector.Frozen, item tree.NodeID, in backends.Input) {
	switch in.Key {
	case "Return", "KP_Enter", "space":
		if opensMenu(f, item) {
			return
		}
		r.next(f, in.At)
		w := &watch{handle: f.Nodes[item].Handle, before: f, at: in.At, step: r.menuPath(f, item, in.At)}
		w.index = r.put(-1, w.step)
		r.watch = w
	case "Escape":
		r.next(f, in.At) // a menu that was closed did nothing
	}
}

// keyPress is a press of the focused element by keyboard.
func (r *reducer) keyPress(f *inspector.Frozen, id tree.NodeID, in backends.Input) {
	r.next(f, in.At)
	w := &watch{index: -1, handle: f.Nodes[id].Handle, before: f, at: in.At}
	r.acted(f, id, w, in.At)
	if w.step.Kind != "" {
		w.index = r.put(-1, w.step)
	}
	r.watch = w
}

// watchKey lets keys that change a value go on, as one step with the last value.
func (r *reducer) watchKey(f *inspector.Frozen, id tree.NodeID, in backends.Input) {
	h := f.Nodes[id].Handle
	if r.watch != nil && r.watch.handle == h && (r.watch.index < 0 || r.steps[r.watch.index].Kind == StepSetValue || r.steps[r.watch.index].Kind == StepSelectItem) {
		return
	}
	r.next(f, in.At)
	r.watch = &watch{index: -1, handle: h, before: f, at: in.At}
}

// chord notes keys that go to the window as a whole.
func (r *reducer) chord(f *inspector.Frozen, focus tree.NodeID, in backends.Input) {
	r.next(f, in.At)
	top := tree.None
	if focus != tree.None {
		top = f.Top(focus)
	}
	if top == tree.None {
		top = windowOf(f, in)
	}
	if top == tree.None {
		r.put(-1, Step{Kind: StepRawInput, Light: LightNoElement, At: in.At.Sub(r.began), Keys: chordKeys(in)})
		return
	}
	s := r.step(f, top, StepKeyChord, in.At)
	s.Keys = chordKeys(in)
	if focus != tree.None && focus != top && !hasChord(in) {
		t := f.Target(focus)
		s.Focus = &t
	}
	w := &watch{index: -1, handle: f.Nodes[top].Handle, before: f, at: in.At, step: s}
	r.watch = w
	if opensMenuBar(in) {
		w.opener = true // wait and see: the item that is chosen brings the whole path
		return
	}
	w.index = r.put(-1, s)
}

// opensMenuBar reports whether a key is one of those that open a menu by custom.
func opensMenuBar(in backends.Input) bool {
	return in.Key == "F10" || in.Modifiers.Alt && !in.Modifiers.Control && len([]rune(in.Key)) == 1
}

// windowOf returns the window that keys went to: the X window that had the
// keyboard, else the one that says it is active.
func windowOf(f *inspector.Frozen, in backends.Input) tree.NodeID {
	for _, w := range f.Windows {
		if w.XID != 0 && w.XID == in.Window {
			return w.Node
		}
	}
	for _, c := range f.Nodes[0].Children {
		if f.Nodes[c].States.Has(tree.Active) {
			return c
		}
	}
	return tree.None
}

func chordKeys(in backends.Input) []string {
	var keys []string
	for _, m := range []struct {
		on   bool
		name string
	}{{in.Modifiers.Control, "ctrl"}, {in.Modifiers.Alt, "alt"}, {in.Modifiers.Super, "super"}, {in.Modifiers.Shift, "shift"}} {
		if m.on {
			keys = append(keys, m.name)
		}
	}
	return append(keys, in.Key)
}
