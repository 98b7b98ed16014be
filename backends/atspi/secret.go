package atspi

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends"
)

// GTK 4.8 calls an entry that hides what is typed (visibility off, whatever its
// input purpose) "text", like any other, and GetText and GetCharacterAtOffset
// give its text away. GetStringAtOffset answers what is displayed (measured:
// "●●●", "***" or blanks), so a single-line text box of GTK4 is asked for that
// before anything else of its text is asked for or handed on.

// wholeText is ATSPI_TEXT_GRANULARITY_PARAGRAPH of AtspiTextGranularity: from the
// offset 0 all that a single line displays.
const wholeText = uint32(4)

// bullets are the characters that GTK chooses from, by what the font has; nobody
// starts a line of text with one. GTK can show the last character for a moment.
const bullets = "\u25CF\u2022\u2731\u273A\u2B24"

// hides reports whether the answer to GetStringAtOffset, asked of a text box that
// holds text, is that of one that hides it: it starts with a bullet, or is one
// sign or blank over and over, which is what an application may choose instead.
// No answer, or nothing displayed, counts as hidden.
func hides(body []any, err error) bool {
	displayed, ok := stringOf(first(body))
	if err != nil || !ok || displayed == "" {
		return true
	}
	sign, size := utf8.DecodeRuneInString(displayed)
	switch {
	case strings.ContainsRune(bullets, sign):
		return true
	case unicode.IsLetter(sign), unicode.IsDigit(sign):
		return false
	}
	return strings.Count(displayed, displayed[:size])*size == len(displayed)
}

// emptied reports whether nothing is displayed of a text that was not empty.
func emptied(body []any, err error) bool {
	displayed, ok := stringOf(first(body))
	return err == nil && ok && displayed == ""
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
	if kept, known := s.secret[at]; known && (kept || !s.mayHide[at]) {
		return !kept
	}
	if !s.mayHide[at] {
		e, err := s.b.editing(ctx, at)
		if err != nil {
			return false
		}
		if e.role == rolePasswordText || !s.gtk4 || !mayHide(e) {
			s.secret[at] = e.role == rolePasswordText
			return e.role != rolePasswordText
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
		_, seen := s.secret[at]
		return seen
	}
	// An entry may come to hide its text at any time, so that one which shows it is
	// asked again; one that once hid it keeps its secret.
	// No answer, or nothing displayed because it was emptied by now, says nothing of the
	// next time.
	body, err := s.b.call(ctx, at, callGetString, int32(0), wholeText)
	if err != nil || emptied(body, err) {
		return false
	}
	s.secret[at] = hides(body, err)
	return !s.secret[at]
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
