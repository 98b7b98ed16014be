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
	// unsure says that the box may hide its text; at the end that counts as a secret.
	unsure bool
	text   []rune
	was    string
	// changed says that the text counts as changed even if it equals was.
	changed bool
	// edited says that a key was pressed that changes text.
	edited bool
	// read is when the text was last read, and readFrom when that reading began: a
	// text event received between may be in it.
	readFrom, read time.Time
	// unread says that the text changed in a way that only a reading can tell.
	unread bool
	// heard is when the last text event was taken over; a reading begun before
	// it is older than what is known already.
	heard time.Time
	ended time.Time
	first backends.Input // the key that began it
	// elsewhere is another box that told that something was typed into it, before
	// this one told anything.
	elsewhere tree.Handle

	// What the application still owes, see owed.go: characters, deletions, and any
	// change at all.
	owed, owedDeletes int
	owedChange        bool
	turn              *turn
	last, told        time.Time // of the last key, and of the last change that may come of it
	typed             bool      // characters, and not only keys that may do nothing
	composing         bool      // a character of several keys
	early             int       // characters that were told before their keys
	earlyDeletes      int       // the same for Backspace and Delete
	earlyLine         bool      // the same for Return
	together, lines   int       // characters and ends of lines told in one with others, their keys not taken yet
	missing           int       // characters that were waited for in vain, see missing.go
	answered          time.Time // the first reading since the last key was over
	confirmed         bool      // a later one showed the text as it is known
	contradicted      bool      // a reading after the last news shows another text
	committedAt       time.Time // when an input method put its text in
	// moves are the keys since the last change that only moved the caret or selected.
	moves []pressed
	// optional says that nothing may come of it, and is then no step.
	optional  bool
	gtk4Lines bool // see apply
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
	case f.Nodes[focus].Role == tree.RoleSpinbutton:
		r.spinKey(f, focus, in)
	case f.Nodes[focus].Role.EditsText():
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

// beginTyping begins to follow the text of a box; in is the first key. Typing that
// goes on where the last step ended, as after a click into the same box, stays one step.
func (r *reducer) beginTyping(f *inspector.Frozen, box tree.NodeID, in backends.Input, what textKey) {
	n := &f.Nodes[box]
	if t := r.typed; t != nil && t.handle == n.Handle && !t.secret && t.index >= 0 && t.index == len(r.steps)-1 && string(t.text) == t.step.Text {
		r.typing, r.typed = t, nil
		t.first, t.moves = in, nil
		t.forgive()
		t.owed, t.missing = t.missing, 0 // it may come still
		return
	}
	t := &typing{index: -1, handle: n.Handle, secret: n.Secret && !n.SecretUnproven, unsure: n.SecretUnproven, was: n.Value.Value, text: []rune(n.Value.Value), readFrom: f.Taken, read: readAt(f), first: in}
	t.unread = t.unsure
	// On a busy machine the text may have been read after it was typed: then what
	// it was before is not known, and that it is the same says nothing.
	t.changed = readAt(f).After(in.At) && (what == keyTypes || what == keyDeletes)
	t.gtk4Lines = n.States.Has(tree.MultiLine) && isGTK4(f)
	r.catchUp(t, in.At)
	t.step = r.step(f, box, StepSetText, in.At)
	if !n.Has(tree.VerbSetText) { // Chromium's text boxes have no EditableText
		t.step.Kind = StepTypeKeys
	}
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
func (t *typing) proven() bool { return !t.edited || t.index >= 0 || !t.told.IsZero() }

// late is how long after its end a text box may still report what was typed
// before: text events trail their keys by about 20 ms.
const late = 300 * time.Millisecond

// lookTyping confirms the text by what the application says it is.
func (r *reducer) lookTyping(f *inspector.Frozen) {
	t := r.typing
	if t == nil || t.secret || f.Taken.Before(t.heard) || f.Taken.Before(t.readFrom) {
		return
	}
	id := f.ByHandle(t.handle)
	if id == tree.None {
		return
	}
	n := &f.Nodes[id]
	switch {
	case n.SecretUnproven:
		t.unsure, t.unread = true, true
		return
	case n.Secret:
		r.becameSecret(t)
		return
	case t.unsure && n.Value.State == tree.Known:
		t.unsure = false
		if t.step.Target != nil {
			open := t.step.Target.Unveiled()
			t.step.Target = &open
		}
	}
	if t.step.Kind == StepTypeKeys && n.Has(tree.VerbSetText) { // once it has the keyboard
		t.step.Kind = StepSetText
		if t.index >= 0 {
			t.index = r.put(t.index, t.step)
		}
	}
	if n.Value.State != tree.Known {
		return
	}
	text := []rune(n.Value.Value)
	if t.turn != nil {
		if lines(text) <= lines(t.text) {
			// What the key does is told by events; where none come, the text is not
			// what they made of it.
			t.contradicted = f.Taken.After(t.told) && !slices.Equal(text, t.text)
			return
		}
		t.turn, t.edited = nil, true
	}
	isLively := t.livelyAt(f.Taken)
	if t.told.IsZero() && !slices.Equal(text, t.text) && f.Taken.Sub(t.last) >= readLate {
		t.forgive() // no events come
	}
	t.text, t.readFrom, t.read = text, f.Taken, readAt(f)
	t.unread = t.unread && !f.Taken.After(t.told)
	t.confirmed = t.confirms(f, &t.answered) || t.confirmed
	r.retype(t, isLively)
}

func lines(text []rune) (n int) {
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}

// becameSecret makes the step one with a parameter: an entry of GTK4 that hides its
// text cannot be told from others as long as it is empty.
func (r *reducer) becameSecret(t *typing) {
	t.secret, t.text, t.unread = true, nil, false
	t.step.Text, t.step.Parameter = "", parameterName(t.step.Target.Name)
	t.index = r.put(t.index, t.step)
}

// readAt is when a reading of the application was over.
func readAt(f *inspector.Frozen) time.Time { return f.Taken.Add(f.Took) }

// notText is the obstacle of a text that holds what no key types.
const notText = "what this text holds beside characters cannot be typed again"

// notRead is the obstacle of a text that the application did not tell to its end.
const notRead = "the application did not tell the whole text that was typed"

// retype puts the text into the step. What the program does to a text that nobody
// edits, or long after the last key, is no typing.
func (r *reducer) retype(t *typing, isLively bool) {
	text := string(t.text)
	switch {
	case !t.edited:
		t.was = text
		return
	case !isLively || t.index < 0 && text == t.was && !t.changed || t.index >= 0 && text == t.step.Text:
		return
	}
	t.step.Text, t.step.Obstacle = text, ""
	if t.missing > 0 {
		t.step.Obstacle = notRead
	}
	if strings.ContainsRune(text, '\ufffc') {
		t.step.Obstacle = notText
	}
	t.index = r.put(t.index, t.step)
}

func (r *reducer) endTyping(at time.Time) {
	t := r.typing
	if t == nil {
		return
	}
	r.typing = nil
	if t.unsure && t.edited && !t.secret && (t.index >= 0 || !t.told.IsZero()) {
		r.becameSecret(t)
	}
	if t.owed > 0 && !t.confirmed && !t.secret {
		t.missing = t.owed
	}
	switch {
	case t.secret:
	case (t.missing > 0 || t.unread || t.turn != nil && t.contradicted) && t.index >= 0:
		t.step.Obstacle = notRead
		t.index = r.put(t.index, t.step)
	case t.index >= 0 || !t.edited || t.optional:
	case t.proven() && !t.unread && t.missing == 0:
	case !t.typed && !t.unread: // Backspace at the beginning, paste without a clipboard: nothing came of it
	default:
		r.characters(t.first.At)
		return
	}
	t.ended = at
	r.typed = t
	if k := t.turn; k != nil { // nothing came of it that was told
		t.turn = nil
		r.chordIn(k.pressed)
	}
}
