package atspi

import (
	"context"
	"unicode"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// GTK 4.8 calls an entry that hides what is typed (visibility off, whatever its
// input purpose) "text", like any other, and GetText and GetCharacterAtOffset
// give its text away. GetStringAtOffset answers what is displayed (measured:
// "●●●", "***" or blanks), so a single-line text box of GTK4 is asked for that
// before anything else of its text is asked for or handed on.

// wholeText is ATSPI_TEXT_GRANULARITY_PARAGRAPH of AtspiTextGranularity: from the
// offset 0 all that a single line displays.
const wholeText = uint32(4)

// disguise is how far what a text box displays is what it holds.
type disguise uint8

const (
	doubtful disguise = iota // what is displayed may be text, or hide it: it counts as hidden
	bare                     // it is text
	veiled                   // it hides the text
)

// displayed takes the answer to GetStringAtOffset.
func displayed(body []any, err error) (signs []rune, ok bool) {
	s, ok := stringOf(first(body))
	return []rune(s), ok && err == nil
}

// disguiseOf judges what a text box displays that holds n characters, n > 0. GTK
// repeats one sign n times for a hidden text. It can show the last character for a
// moment, and it displays what an input method composes beside them, in clear and
// without counting it ("●●●´" for three characters, measured): whatever holds as many
// equal signs as a hidden text would is not asked for its text. That it does hide it
// is sure only of more signs than a person types for their own sake, a bullet twice or
// another sign four times; before, or where nothing was answered, it is in doubt. No
// application hides behind letters or digits.
func disguiseOf(signs []rune, n int) disguise {
	if len(signs) < n || n <= 0 {
		return doubtful
	}
	times := map[rune]int{}
	for _, sign := range signs {
		if !unicode.IsLetter(sign) && !unicode.IsDigit(sign) {
			times[sign]++
		}
	}
	judged := bare
	for sign, k := range times {
		switch {
		case k >= n && n >= tree.EchoLength(sign):
			return veiled
		case k >= n, k >= max(1, n-1) && (sign == '*' || tree.IsBullet(sign)):
			judged = doubtful
		}
	}
	return judged
}

// mayHide reports whether an element of GTK4 can hide its text without saying so
// by its role. What has more than one line cannot.
func mayHide(e *element) bool {
	return wantsText(e) && !e.state(stateMultiLine)
}

// readable reports whether the text that came with an event may be handed on:
// the element is known not to hide what it holds. Where that cannot be found out
// the text is dropped.
func (s *stream) readable(ctx context.Context, at ref) bool {
	if kept, known := s.secret[at]; known && !s.mayHide[at] {
		return kept == bare
	}
	if !s.mayHide[at] {
		e, err := s.b.editing(ctx, at)
		if err != nil {
			return false
		}
		if e.role == rolePasswordText || !s.gtk4 || !mayHide(e) {
			s.secret[at] = bare
			if e.role == rolePasswordText {
				s.secret[at] = veiled
			}
			return s.secret[at] == bare
		}
		s.mayHide[at] = true
	}
	v, err := s.b.get(ctx, at, ifaceText, "CharacterCount")
	n, ok := intOf(v)
	switch {
	case err != nil || !ok || n > maxText:
		return false
	case n == 0:
		// What was deleted: it may be handed on where it was seen on the screen.
		return s.secret[at] == bare
	}
	// An entry may come to hide its text at any time, so that one which shows it is
	// asked again; one that once hid it keeps its secret, unless what was taken for a
	// disguise is still there beside other text.
	signs, ok := displayed(s.b.call(ctx, at, callGetString, int32(0), wholeText))
	if !ok {
		return false
	}
	d := disguiseOf(signs, n)
	if s.secret[at] == veiled && (d == doubtful || d == bare && !tree.HoldsEcho(string(signs))) {
		return false
	}
	s.secret[at] = d
	return d == bare
}

// forget drops what is known of an element that may not be the same any more.
// Paths of GTK4 are never used twice.
func (s *stream) forget(at ref) {
	if !s.gtk4 {
		delete(s.secret, at)
	}
}

// editing reads of an element what tells whether a person edits text in it.
func (b *Backend) editing(ctx context.Context, at ref) (*element, error) {
	e := &element{ref: at}
	body, err := b.call(ctx, at, callGetRole)
	if err != nil {
		return nil, err
	}
	role, ok := first(body).(uint32)
	if !ok {
		return nil, backends.ErrUnsupported
	}
	e.role, e.got = role, gotRole
	if e.states, err = b.states(ctx, at); err != nil {
		return nil, err
	}
	e.got |= gotStates
	return e, nil
}
