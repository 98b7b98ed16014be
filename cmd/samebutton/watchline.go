package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// watchLine is one line of 'watch'.
type watchLine interface {
	answer
	fmt.Stringer
}

// eventData is one event.
type eventData struct {
	Time    string       `json:"time"` // of receipt, RFC 3339
	Kind    string       `json:"kind"`
	Element *watchedData `json:"element"` // null: none, or nobody can tell
	Detail  string       `json:"detail"`  // the platform's own word
	On      *bool        `json:"on,omitempty"`
	// Text was inserted or deleted, or is the new value of a property; null: not
	// told, as for password fields.
	Text     *string `json:"text"`
	Position *int    `json:"position,omitempty"` // in characters
	Length   *int    `json:"length,omitempty"`
}

// changeData is one difference between two readings of the tree.
type changeData struct {
	Time     string      `json:"time"` // of the reading that shows it
	Kind     string      `json:"kind"` // added, removed, changed, relabelled or ambiguous
	Element  watchedData `json:"element"`
	Property *string     `json:"property"` // null: the element as a whole
	From     *string     `json:"from"`
	To       *string     `json:"to"`
	Detail   string      `json:"detail"`
}

// watchedData is an element as the last reading that had it shows it.
type watchedData struct {
	Ref       string  `json:"ref,omitempty"` // of the reading with which the watch began
	Role      string  `json:"role"`
	Name      string  `json:"name"`
	NameState string  `json:"nameState"`
	Path      string  `json:"path"`    // "": it could only be read by itself
	Locator   *string `json:"locator"` // null: nothing names it beyond doubt

	// secret says that what it holds is not told: it is, or may be, a password field.
	secret, inside bool
}

// stamp writes a time as all lines do.
func stamp(t time.Time) string { return t.Format("2006-01-02T15:04:05.000Z07:00") }

// String names the element for a person, with the ref or else the locator by which
// another command finds it.
func (d *watchedData) String() string {
	if d == nil {
		return "-"
	}
	label := labelOf(d.Role, d.Name, d.NameState)
	switch {
	case d.Ref != "":
		return label + "  " + d.Ref
	case d.Locator != nil && *d.Locator != label:
		return label + "  " + *d.Locator
	}
	return label
}

// labelOf is role and name for a person.
func labelOf(role, name, state string) string {
	switch {
	case state == tree.Unreadable.String():
		return role + " (name unreadable)"
	case strings.TrimSpace(name) == "":
		return "[" + role + "]"
	}
	return role + " " + quote(inspector.Normalize(name))
}

// clock is the time of day in a stamp: for a person who looks on.
func clock(stamp string) string { return stamp[len("2006-01-02T"):len("2006-01-02T15:04:05.000")] }

func (d eventData) String() string {
	words := d.Detail
	if d.On != nil {
		words = map[bool]string{true: "+", false: "-"}[*d.On] + words
	}
	if d.Text != nil {
		words += " " + quote(shorten(*d.Text))
	}
	if d.Position != nil && d.Length != nil {
		words += fmt.Sprintf(" at %d, %s", *d.Position, count(*d.Length, "character"))
	}
	if d.Element == nil && d.Text == nil && d.On == nil && d.Position == nil {
		return fmt.Sprintf("%s  %-11s %s", clock(d.Time), d.Kind, words)
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-11s %s  %s", clock(d.Time), d.Kind, d.Element, words), " ")
}

func (d changeData) String() string {
	words := ""
	switch {
	case d.Property != nil && *d.From == "" && *d.Property == "state":
		words = *d.To
	case d.Property != nil:
		words = fmt.Sprintf("%s %s is now %s", *d.Property, quote(shorten(*d.From)), quote(shorten(*d.To)))
	case d.Kind == string(inspector.NowAmbiguous):
		words = "cannot be told from all others any more"
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-11s %s  %s", clock(d.Time), d.Kind, &d.Element, words), " ")
}

func (d eventData) show(p *page)  { p.line("%s", d) }
func (d changeData) show(p *page) { p.line("%s", d) }
