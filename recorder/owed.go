package recorder

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends"
)

// What was typed is taken from what the application says, which comes after the key:
// 20 ms where it is idle, seconds where it is busy. Until then it owes the text of
// the keys. Input that follows waits for that, so that its own effects are not taken
// for typing, and typing is not lost behind it.

// Times of what is owed.
const (
	// charactersOwed is how long after the last news the text of typed characters is
	// waited for.
	charactersOwed = reaction
	// changesOwed is the same for keys that may do nothing, such as Backspace at the
	// beginning of a text, or paste without a clipboard.
	changesOwed = time.Second
	// lively is how long after the last key or the change that it made a text may
	// still change because of it, as when the application completes it.
	lively = 2 * time.Second
	// earlyNews is how much earlier than the key its text may be told: the two come on
	// different ways.
	earlyNews = 200 * time.Millisecond
	// readLate is how long after a key a reading counts where no events come.
	readLate = 500 * time.Millisecond
)

// turn is a key that ends what was typed, or is a part of it: Return adds a line or
// is taken by the application (a calculator), Control, Shift and U begins a
// character by its number or is a shortcut. What happens to the text tells.
type turn struct {
	pressed
	composes bool
	after    int // characters that were typed since
}

// owes reports whether the text of keys has not been heard of yet.
func (t *typing) owes() bool {
	return !t.secret && (t.owed > 0 || t.owedDeletes > 0 || t.owedChange || t.turn != nil || t.unread)
}

const hexDigits = "0123456789abcdefABCDEF"

// forgive ends the waiting for what does not come.
func (t *typing) forgive() {
	t.owed, t.owedDeletes, t.owedChange, t.composing, t.early = 0, 0, false, false, 0
	t.together, t.lines, t.earlyDeletes = 0, 0, 0
}

// news is when something about the typing was heard last.
func (t *typing) news() time.Time {
	if t.told.After(t.last) {
		return t.told
	}
	return t.last
}

// livelyAt reports whether a change that was told at a time may come of the keys.
func (t *typing) livelyAt(at time.Time) bool { return t.owes() || at.Sub(t.news()) <= lively }

// unheard reports whether the application has not told yet what was typed last.
func (r *reducer) unheard() bool {
	return r.typing != nil && (!r.typing.proven() || r.typing.owes()) || r.valueUnseen()
}

// unproven reports whether an input has to wait, because the text box that is being
// typed into has not told yet all that was typed into it. Where it does not, or
// another one did, the typing is noted as what is known of it.
func (r *reducer) unproven(e Entry, ahead []Entry) bool {
	r.collect(e, ahead)
	t := r.typing
	if t == nil || t.proven() && !t.owes() {
		return false
	}
	patience := changesOwed
	if t.owed > 0 || !t.proven() && t.typed {
		patience = charactersOwed
	}
	switch {
	case t.elsewhere != "" && over(e, ahead, typedElsewhere):
		r.typing = nil
		r.beginTyping(r.model, r.model.ByHandle(t.elsewhere), t.first, keyTypes)
		r.typing.changed, r.typing.edited, r.typing.typed = true, true, true
		r.lookTyping(r.model)
	case !r.quiet(ahead, t.silence(ahead, t.news().Add(patience))):
		return true
	}
	switch {
	case t.owed > 0 && t.told.After(e.At):
		t.committedAt = t.told // fewer characters than keys, and not before this one
	case t.owed > 0 && !r.refused(e, ahead):
		t.missing = t.owed
	}
	t.forgive()
	return false
}

// collect takes in, while an input waits, the text that is owed by the keys before it.
func (r *reducer) collect(e Entry, ahead []Entry) {
	t := r.typing
	others := false // changes of the box that are not owed
	left := false   // by Tab: something else got the keyboard
	for i := range ahead {
		if t == nil || r.typing != t || !t.owes() && t.proven() {
			return
		}
		switch a := &ahead[i]; {
		case a.Kind == EntryEvent && isTab(e.Input) && len(r.movers) == 0 && focusEvent(a.Event) && a.Event.At.After(e.At):
			if left && r.related(t.handle, a.Event.Source) {
				return // what is told from here on is of keys that followed
			}
			left = left || !r.related(t.handle, a.Event.Source)
		case a.Kind == EntryModel && left && !t.proven():
			r.lookTyping(a.Model) // no events came: it is what it was left with
		case a.Kind == EntryEvent && a.Event.Kind == backends.EventText && a.Event.Source == t.handle:
			if !t.expects(a.Event, e.At) {
				others = true
				continue
			}
			t.unread = t.unread || others // not in the order in which it was told
			told := a.Event
			a.Event.Kind = eventTaken // it is taken in once
			r.edit(told)
			r.text(told)
		case a.Kind != EntryModel || others:
		case t.told.IsZero() && a.Model.Taken.Before(e.At), t.unread && a.Model.Taken.After(t.told):
			r.lookTyping(a.Model)
		}
	}
}

// eventTaken stands in for the kind of a text event that was taken in before its turn.
const eventTaken backends.EventKind = "taken"

// expects reports whether an event may be what is owed by the keys before an input.
func (t *typing) expects(e backends.Event, input time.Time) bool {
	switch {
	case strings.HasPrefix(e.Detail, "insert"):
		return t.owed > 0 || t.owedChange || t.turn != nil || !t.proven()
	case e.At.After(input) && t.owed == 0 && t.turn == nil:
		// The input may have emptied the box.
		return t.owedDeletes > 0 && e.Length == 1
	}
	return t.owedDeletes > 0 || t.owedChange || t.owed > 0 || t.turn != nil
}

// pay takes a text event off what is owed; turned says that its end of a line is the
// turn that was waited for.
func (t *typing) pay(e backends.Event, turned bool) {
	switch {
	case strings.HasPrefix(e.Detail, "insert"):
		n := utf8.RuneCountInString(strings.ReplaceAll(e.Text, "\n", ""))
		switch {
		case e.Text == "":
			n = e.Length // Qt 5 looks for the text when it is not there any more
		case t.owedChange && n != 1 || t.composing:
			n = max(n, t.owed) // how much of it the keys typed cannot be told
		}
		if n == 1 && t.owed == 0 && !t.owedChange {
			t.early++
		}
		t.earlyLine = strings.HasPrefix(e.Text, "\n")
		if e.Text == "\n" && !turned && !t.owedChange && !t.composing {
			// A busy GTK 4 told "x", BackSpace, "e", Return and "two " in one moment, all
			// of it heard of before the BackSpace (measured).
			t.lines++
		}
		if utf8.RuneCountInString(e.Text) > 1 && !t.owedChange && !t.composing {
			// Chromium on a busy machine tells "one\ntwo" at once, while Return waits
			// for the text of the keys before it, and "two" behind that.
			t.lines = strings.Count(e.Text, "\n")
			if turned {
				t.lines--
			}
			if n > 1 {
				t.together = max(0, n-t.owed)
			}
		}
		t.owed = max(0, t.owed-n)
		t.owedChange, t.composing = false, false
	default:
		if t.owedDeletes == 0 && !t.owedChange && e.Length == 1 {
			t.earlyDeletes++
		}
		t.owedDeletes, t.owedChange = max(0, t.owedDeletes-1), false
		if strings.Trim(e.Text, "\n") == "" { // "\n\n" was told of one Return at the end, and one taken back
			t.lines = max(0, t.lines-len(e.Text))
		}
	}
}

// lineEnds returns a text with \n for Qt's end of a line.
func lineEnds(text string) string { return strings.ReplaceAll(text, "\u2029", "\n") }

// edit remembers a text event.
func (r *reducer) edit(e backends.Event) {
	e.Text = lineEnds(e.Text)
	if len(r.edits) == 2*recentKept {
		r.edits = slices.Clone(r.edits[recentKept:])
	}
	r.edits = append(r.edits, e)
}

// text takes a text event of the application.
func (r *reducer) text(e backends.Event) {
	e.Text = lineEnds(e.Text)
	t := r.typing
	if t != nil && e.Source != t.handle && strings.HasPrefix(e.Detail, "insert") && e.At.After(t.first.At) && r.editsText(e.Source) {
		if !t.proven() && t.elsewhere == "" {
			t.elsewhere = e.Source
		}
		if r.goesOnIn(e) {
			t = r.typing
		}
	}
	if t == nil || e.Source != t.handle {
		// Only what was inserted: a deletion so late is the application clearing.
		t = r.typed
		if t == nil || e.Source != t.handle || e.At.Sub(t.ended) > late && t.proven() && t.owed == 0 && !t.lacks(e) || !strings.HasPrefix(e.Detail, "insert") {
			return
		}
	}
	if t.secret {
		return
	}
	waits := t.turn != nil
	if waits && t == r.typing && r.turned(t, e) {
		t = r.typing
	}
	isLively := t.livelyAt(e.At) || t.missing > 0
	t.contradicted = false
	if t.owes() && e.At.After(r.toldAt) {
		r.toldAt = e.At
	}
	if t.lacks(e) {
		t.missing -= utf8.RuneCountInString(e.Text)
	}
	t.pay(e, waits && t.turn == nil && strings.Contains(e.Text, "\n"))
	if isLively {
		t.told = e.At
	}
	switch {
	case t.unread:
		t.heard = e.At
		return
	case !e.At.After(t.readFrom), !e.At.After(t.read) && t.holds(e): // it is in the reading
	case t.apply(e):
		t.heard = e.At
	default:
		t.unread, t.heard = true, e.At
		return
	}
	r.retype(t, isLively)
}

// place is where in the text an event was.
func (t *typing) place(e backends.Event) int {
	at := e.Position
	// GTK 4.8 counts what is inserted into several lines twice: "2" behind "8×" is
	// told at 1.
	if n := utf8.RuneCountInString(e.Text); t.gtk4Lines && strings.HasPrefix(e.Detail, "insert") && at+n <= len(t.text) {
		at += n
	}
	return at
}

// holds reports whether the text, which was read while the event came, holds what was
// inserted; what was not said is not looked for.
func (t *typing) holds(e backends.Event) bool {
	if e.Text == "" && e.Length > 0 {
		return false
	}
	at, text := t.place(e), []rune(e.Text)
	if t.gtk4Lines {
		at = e.Position + len(text)
	}
	return strings.HasPrefix(e.Detail, "insert") && at >= 0 && at+len(text) <= len(t.text) && slices.Equal(t.text[at:at+len(text)], text)
}

// catchUp takes over what was told of the text of a box since it was read, until the
// first key: the reading may be seconds old, or from the middle of earlier typing.
func (r *reducer) catchUp(t *typing, until time.Time) {
	since := t.readFrom
	for _, e := range r.edits {
		if e.Source != t.handle || !e.At.After(since) || !e.At.Before(until) {
			continue
		}
		t.heard = e.At
		if !e.At.After(t.read) && t.holds(e) {
			continue
		}
		t.unread = !t.apply(e) || t.unread
	}
	t.was, t.changed = string(t.text), t.changed || t.unread
}

// apply changes the text by an event, and reports whether it could.
func (t *typing) apply(e backends.Event) bool {
	at := t.place(e)
	switch {
	case at < 0 || at > len(t.text):
		return false
	case strings.HasPrefix(e.Detail, "insert"):
		if e.Text == "" && e.Length > 0 {
			return false
		}
		t.text = slices.Insert(t.text, at, []rune(e.Text)...)
	case strings.HasPrefix(e.Detail, "delete"):
		t.text = slices.Delete(t.text, at, min(at+max(e.Length, 0), len(t.text)))
	default:
		return false
	}
	return true
}

// goesOnIn goes on in another box that the application gave the keyboard while it
// was typed, as fields of fixed length do, when text of the same keys comes there.
func (r *reducer) goesOnIn(e backends.Event) bool {
	t := r.typing
	n := len(r.focuses)
	if t.owed == 0 || !t.proven() || n == 0 || r.focuses[n-1].handle != e.Source || !r.focuses[n-1].at.After(t.first.At) {
		return false
	}
	id := r.model.ByHandle(e.Source)
	owed, last := t.owed, t.last
	in := t.first
	in.At = last
	t.forgive()
	r.next(r.model, last)
	r.beginTyping(r.model, id, in, keyTypes)
	r.typing.owed, r.typing.last, r.typing.edited, r.typing.typed = owed, last, true, true
	return true
}

// turned decides by a text event what a key was that may end the typing, and reports
// whether it did. What was typed before it then stands as it was; the key acted on
// the box, and what it made of the text is not typed.
func (r *reducer) turned(t *typing, e backends.Event) bool {
	inserts := strings.HasPrefix(e.Detail, "insert")
	switch {
	case t.turn.composes && inserts && utf8.RuneCountInString(e.Text) == 1 && (t.turn.after >= 2 || !strings.Contains(hexDigits, e.Text)):
		t.turn, t.owed = nil, 1 // which this event pays
		t.edited, t.committedAt = true, e.At
		return false
	case !t.turn.composes && inserts && strings.Contains(e.Text, "\n"):
		t.turn, t.edited = nil, true
		return false
	}
	k, text, owed := t.turn.pressed, t.text, t.owed
	r.act(k)
	n := r.typing
	n.text, n.was, n.owed, n.last, n.edited = text, string(text), owed, t.last, owed > 0
	return true
}

// act ends the typing by a key that the box took, and follows the text of the box on.
func (r *reducer) act(k pressed) {
	t := r.typing
	t.turn = nil
	r.chordIn(k)
	w := r.watch
	r.watch = nil // what it does is still to be seen
	r.beginTyping(k.f, k.focus, k.in, keyCaret)
	r.watch = w
}

// committed reports whether a key was taken by an input method, which puts what was
// composed into the text: Return then says nothing to the box.
func (r *reducer) committed(k pressed) bool {
	t := r.typing
	if t == nil || t.handle != k.f.Nodes[k.focus].Handle || k.in.Key != "Return" && k.in.Key != "KP_Enter" {
		return false
	}
	return t.committedAt.After(k.in.At)
}
