package tree

// Presence says how a property was answered. The zero value is Unreadable, so
// that a property nobody filled in is never mistaken for "the platform said
// there is none".
type Presence uint8

const (
	// Unreadable: the read failed, timed out, was cut or was not made.
	Unreadable Presence = iota
	// Absent: the platform said that there is none.
	Absent
	// Known: the platform gave a value.
	Known
)

var presenceNames = [...]string{"unreadable", "absent", "known"}

// String returns "unreadable", "absent" or "known".
func (p Presence) String() string { return enumName(presenceNames[:], int(p)) }

// MarshalText encodes the word of [Presence.String].
func (p Presence) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText decodes the word of [Presence.String].
func (p *Presence) UnmarshalText(b []byte) error {
	return enumParse(p, presenceNames[:], "presence", b)
}

// Text is a readable property with its presence.
type Text struct {
	Value string   `json:"value,omitempty"`
	State Presence `json:"state"`
}

// KnownText returns a known text; the empty string is a value too.
func KnownText(s string) Text { return Text{Value: s, State: Known} }

// AbsentText returns the text of a property that the platform said is not there.
func AbsentText() Text { return Text{State: Absent} }

// UnreadableText returns the text of a property that could not be read.
func UnreadableText() Text { return Text{} }

// IsKnown reports whether the text was given by the platform.
func (t Text) IsKnown() bool { return t.State == Known }
