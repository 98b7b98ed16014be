package script

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/inspector"
)

// Error says where a script could not be understood.
type Error struct {
	Line, Column int // from 1, in characters
	Problem      string
}

// Error names the place and the problem.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// value is the text behind a key, read from the left to the right.
type value struct {
	text string
	at   int // bytes that are read
	// line, column is where text begins.
	line, column int
	// block says that the text stood in lines of its own and is taken as it is.
	block bool
}

func (v *value) fail(format string, args ...any) error {
	return &Error{v.line, v.column + utf8.RuneCountInString(v.text[:v.at]), fmt.Sprintf(format, args...)}
}

func (v *value) rest() string { return v.text[v.at:] }

func (v *value) done() bool { return v.at >= len(v.text) }

func (v *value) space() {
	for strings.HasPrefix(v.rest(), " ") {
		v.at++
	}
}

// word reads up to the next space.
func (v *value) word() string {
	v.space()
	w, _, _ := strings.Cut(v.rest(), " ")
	v.at += len(w)
	return w
}

// take reads a word where it comes next.
func (v *value) take(word string) bool {
	v.space()
	rest, ok := strings.CutPrefix(v.rest(), word)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != ',' {
		return false
	}
	v.at += len(word)
	return true
}

func (v *value) expect(word string) error {
	if !v.take(word) {
		return v.fail("expected %q", word)
	}
	return nil
}

// quoted reads a text in quotes.
func (v *value) quoted() (string, error) {
	v.space()
	q, err := strconv.QuotedPrefix(v.rest())
	if err != nil || q[0] != '"' {
		return "", v.fail(`expected a text in quotes, such as "Anna"; a quote in it is \" and a backslash \\`)
	}
	s, err := strconv.Unquote(q)
	if err != nil {
		return "", v.fail("%s cannot be read: %v", q, err)
	}
	v.at += len(q)
	return s, nil
}

// wordOrQuoted reads a word, or a text in quotes.
func (v *value) wordOrQuoted() (string, error) {
	if v.space(); strings.HasPrefix(v.rest(), `"`) {
		return v.quoted()
	}
	w := v.word()
	if w == "" {
		return "", v.fail("expected a word")
	}
	return w, nil
}

func (v *value) number() (float64, error) {
	v.space()
	from := v.at
	n, err := strconv.ParseFloat(v.word(), 64)
	if err != nil {
		v.at = from
		return 0, v.fail("expected a number")
	}
	return n, nil
}

// plain takes all that is left as a text: in quotes, or as it stands.
func (v *value) plain() (string, error) {
	if v.block {
		return v.text, nil
	}
	if v.space(); strings.HasPrefix(v.rest(), `"`) {
		s, err := v.quoted()
		if err != nil {
			return "", err
		}
		return s, v.end()
	}
	s := strings.TrimRight(v.rest(), " ")
	if s == "" {
		return "", v.fail(`expected a text; an empty one is ""`)
	}
	v.at = len(v.text)
	return s, nil
}

// locator takes all that is left as a locator; "?" is none.
func (v *value) locator() (inspector.Locator, error) {
	if v.space(); v.rest() == "?" {
		v.at = len(v.text)
		return inspector.Locator{}, nil
	}
	l, err := inspector.ParseLocator(v.rest())
	if err != nil {
		if e, ok := err.(*inspector.LocatorError); ok {
			v.at += e.Offset
			return l, v.fail("%s", e.Problem)
		}
		return l, v.fail("%v", err)
	}
	v.at = len(v.text)
	return l, nil
}

func (v *value) end() error {
	if v.space(); !v.done() {
		return v.fail("expected the end of the line")
	}
	return nil
}

// plain writes a text so that it stays in one line, in quotes only where it must.
func plain(s string) string {
	if s == "" || s[0] == '"' || s != strings.TrimSpace(s) || !printable(s) {
		return strconv.Quote(s)
	}
	return s
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// word writes a text that ends with the next space.
func word(s string) string {
	if s == "" || strings.ContainsAny(s, "\"':, ") || !printable(s) {
		return strconv.Quote(s)
	}
	return s
}

func locator(l inspector.Locator) string {
	if l.IsZero() {
		return "?"
	}
	return l.String()
}

func float(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
