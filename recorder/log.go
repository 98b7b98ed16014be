package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// LogSchema is the version word of a stored log.
const LogSchema = "samebutton/log/v1"

// Log is everything that a recording was made from, in the order in which it was
// received: what the person did, what the application told, and what it was when
// it was read. [Reduce] makes the steps of it, and nothing else does: a recording
// is the reduction of its log as it grows.
//
// It never holds what was typed, only that a key was pressed; see withheld.
type Log struct {
	Schema string `json:"schema"`
	// Recording is the ID of the recording.
	Recording   string           `json:"recording"`
	Began       time.Time        `json:"began"`
	Application tree.Application `json:"application"`
	Backend     string           `json:"backend"`

	packed []byte
}

// EntryKind says what an entry of a log is.
type EntryKind string

// Kinds of entries.
const (
	EntryPress   EntryKind = "press"   // a pointer button went down on the application
	EntryRelease EntryKind = "release" // … and up
	EntryWheel   EntryKind = "wheel"   // the wheel was turned by a notch over the application
	EntryKey     EntryKind = "key"     // a key went down
	EntryEvent   EntryKind = "event"   // the application told a change
	EntryModel   EntryKind = "model"   // the application was read
	EntryPicture EntryKind = "picture" // the picture of a press was stored
	EntryEnd     EntryKind = "end"     // the recording ended
)

// Entry is one thing that was received. Which fields are set depends on the kind.
type Entry struct {
	Kind EntryKind
	// At is when it happened: of a model, when the reading was over.
	At time.Time
	// Input is what was done, without Release and Waiting, and of keys without what
	// they type.
	Input backends.Input
	// Aim is what a press was found to be for.
	Aim   Aim
	Event backends.Event
	Model *inspector.Frozen
	// Press numbers the presses from 1; a picture names its press.
	Press   int
	Picture Picture
	// Gone says of the end that the application had ended, too.
	Gone bool
}

// Picture is a picture in the store, and what it shows.
type Picture struct {
	Hash   string      `json:"hash"`
	Area   tree.Rect   `json:"area"`   // of the screen
	Bounds tree.Bounds `json:"bounds"` // of what was pressed
}

// Aim is what the session found out about the target of a press, before it could
// change anything. The element is one of the newest model in the log.
type Aim struct {
	// Handle is the element at the press, "" where there is none or it is not in the
	// model.
	Handle tree.Handle
	// Sure says that the application confirmed it in time, or that nothing came,
	// went or moved since the model was read.
	Sure bool
	// Held is how long the press was held back; 0 where it was not.
	Held time.Duration
	// Unsettled says that something had changed since the model was read, so that
	// what is seen to change need not come of this press.
	Unsettled bool
}

// withheldKey stands for keys that must not be known.
const withheldKey = "key"

// typedText stands for what a key types, which no log holds: a box that hides its
// text cannot always be told from others before something is in it. What was typed
// is taken from what the application says.
const typedText = "?"

// secrecy says what is known of the field that a key goes to.
type secrecy uint8

const (
	open            secrecy = iota // it hides nothing
	perhapsSecret                  // what has the keyboard is not known, and a field with a secret may
	certainlySecret                // a field with a secret has the keyboard
)

// withheld returns a key as it is logged: without what it types, and while a field
// with a secret has the keyboard, without its name, too. Keys that leave a field
// are named.
func withheld(in backends.Input, s secrecy) backends.Input {
	in.Release, in.Waiting = nil, nil
	m := in.Modifiers
	leaves := in.Key == "Tab" || in.Key == "ISO_Left_Tab" || in.Key == "Return" || in.Key == "KP_Enter" || in.Key == "Escape" || isFunctionKey(in.Key)
	switch {
	case isModifier(in.Key):
	case leaves && in.Text != "":
		in.Text = "\r" // a control character: it types nothing
	case leaves, hasChord(in) && !(m.Control && m.Alt && types(in)): // Control and Alt are AltGr in some layouts
		if in.Text != "" && !types(in) {
			in.Text = "\r"
		}
	case s == certainlySecret:
		in.Key, in.Text = withheldKey, typedText
	case in.Key == "space" && s == open:
		in.Text = " "
	case types(in):
		in.Key, in.Text = withheldKey, typedText
	}
	return in
}
