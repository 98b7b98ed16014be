package inspector

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Locator is a durable description of an element: segments from the outside to
// the inside, each "inside" the one before it, at any depth. It prints and
// parses back to the same value (DESIGN 4).
type Locator struct {
	Segments []Segment
}

// Segment describes one element by role, name and keys. All that is given must match.
type Segment struct {
	Role tree.Role
	// Named says that Name must match; a segment without a name matches any.
	Named bool
	// Name is compared after normalising ([Normalize]). In the first segment, when
	// its role is a top-level one, it is a title template: "*" stands for any text
	// and "\*" for a star.
	Name string
	Keys []Key
}

// Key is one further condition of a segment.
type Key struct {
	Name  KeyName
	Value string
}

// KeyName is the word of a condition.
type KeyName string

// Keys.
const (
	KeyID          KeyName = "id"          // accessible id
	KeyDescription KeyName = "description" // accessible description
	KeyLabelledBy  KeyName = "labelled-by" // text of the labelling element
	KeyRow         KeyName = "row"         // text that heads the row which holds the element
	KeyColumn      KeyName = "column"      // text that heads the column
	KeyIn          KeyName = "in"          // name of a group around the element; "": in no container
	// KeyNth is weak: "2/3" is the second of exactly three matches of the rest of
	// the locator. It is never generated, only asked for by a person.
	KeyNth KeyName = "nth"
)

var keyOrder = []KeyName{KeyID, KeyDescription, KeyLabelledBy, KeyRow, KeyColumn, KeyIn, KeyNth}

// IsZero reports whether the locator is empty, which matches nothing.
func (l Locator) IsZero() bool { return len(l.Segments) == 0 }

// Last returns the segment of the element itself.
func (l Locator) Last() Segment { return l.Segments[len(l.Segments)-1] }

// Key returns the value of a key and whether the segment has it.
func (s Segment) Key(name KeyName) (string, bool) {
	for _, k := range s.Keys {
		if k.Name == name {
			return k.Value, true
		}
	}
	return "", false
}

// String prints the locator in the form that [ParseLocator] reads.
func (l Locator) String() string {
	var b strings.Builder
	for i, s := range l.Segments {
		if i > 0 {
			b.WriteString(" > ")
		}
		s.print(&b)
	}
	return b.String()
}

func (s Segment) print(b *strings.Builder) {
	b.WriteString(string(s.Role))
	if s.Named {
		b.WriteByte(' ')
		printQuoted(b, s.Name)
	}
	for _, name := range keyOrder {
		if v, ok := s.Key(name); ok {
			fmt.Fprintf(b, " [%s=", name)
			printQuoted(b, v)
			b.WriteByte(']')
		}
	}
}

// printQuoted writes a name so that it stays on one line and parses back.
func printQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '\\' && strings.HasPrefix(s[i+1:], "*"):
			b.WriteRune(r) // the star of a title itself: \* is read back as it is
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// MarshalText encodes the locator as its printed form.
func (l Locator) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText decodes the printed form; empty text gives the zero locator.
func (l *Locator) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*l = Locator{}
		return nil
	}
	p, err := ParseLocator(string(b))
	if err != nil {
		return err
	}
	*l = p
	return nil
}

// Nth is the parsed value of a key "nth".
type Nth struct{ Place, Of int }

func parseNth(v string) (Nth, error) {
	a, b, ok := strings.Cut(v, "/")
	place, err1 := strconv.Atoi(a)
	of, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || place < 1 || place > of {
		return Nth{}, fmt.Errorf(`nth wants "place/count", such as "2/3", so that it can refuse when the count changes; got %q`, v)
	}
	return Nth{place, of}, nil
}
