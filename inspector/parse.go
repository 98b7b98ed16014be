package inspector

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
)

// LocatorError says where a locator could not be understood.
type LocatorError struct {
	Text    string
	Offset  int // bytes from the start
	Problem string
}

// Error names the place and the problem.
func (e *LocatorError) Error() string {
	return fmt.Sprintf("parse locator %q at column %d: %s", brief(e.Text), e.Column(), e.Problem)
}

// Column is the place in characters, beginning with 1.
func (e *LocatorError) Column() int { return utf8.RuneCountInString(e.Text[:e.Offset]) + 1 }

const (
	maxLocator  = 16 << 10 // a forged file must not cost more than this to refuse
	maxSegments = 64
)

// ParseLocator reads a locator such as
//
//	window "Orders*" > table "Items" > button "Delete" [row="Pear"]
//
// The error, if any, is a *LocatorError.
func ParseLocator(text string) (Locator, error) {
	p := parser{text: text}
	if len(text) > maxLocator {
		return Locator{}, p.fail("longer than 16 KiB")
	}
	if !utf8.ValidString(text) {
		return Locator{}, p.fail("not valid UTF-8")
	}
	var l Locator
	for {
		s, err := p.segment()
		if err != nil {
			return Locator{}, err
		}
		l.Segments = append(l.Segments, s)
		p.space()
		if p.done() {
			break
		}
		if !p.take('>') {
			return Locator{}, p.fail(`expected " > " or the end`)
		}
		if len(l.Segments) == maxSegments {
			return Locator{}, p.fail("more than 64 segments")
		}
	}
	for _, s := range l.Segments[:len(l.Segments)-1] {
		if _, ok := s.Key(KeyNth); ok {
			return Locator{}, p.fail("nth is only for the last segment")
		}
	}
	return l, nil
}

type parser struct {
	text string
	at   int
}

func (p *parser) fail(problem string) error {
	return &LocatorError{Text: p.text, Offset: p.at, Problem: problem}
}

func (p *parser) done() bool { return p.at >= len(p.text) }

func (p *parser) space() {
	for !p.done() && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *parser) take(c byte) bool {
	if !p.done() && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) word() string {
	start := p.at
	for !p.done() {
		c := p.text[p.at]
		if (c < 'a' || c > 'z') && c != '-' {
			break
		}
		p.at++
	}
	return p.text[start:p.at]
}

func (p *parser) segment() (Segment, error) {
	p.space()
	start := p.at
	s := Segment{Role: tree.Role(p.word())}
	if s.Role == "" {
		return s, p.fail(`expected a role, such as button "Save"`)
	}
	if !s.Role.Known() {
		p.at = start
		return s, p.fail(fmt.Sprintf("%q is not a role; %s", string(s.Role), MeantRole(s.Role)))
	}
	p.space()
	if !p.done() && p.text[p.at] == '"' {
		name, err := p.quoted()
		if err != nil {
			return s, err
		}
		s.Named, s.Name = true, name
	}
	for {
		p.space()
		if !p.take('[') {
			return s, nil
		}
		k, err := p.key()
		if err != nil {
			return s, err
		}
		if _, twice := s.Key(k.Name); twice {
			return s, p.fail(fmt.Sprintf("key %q is given twice", k.Name))
		}
		s.Keys = append(s.Keys, k)
		slices.SortFunc(s.Keys, func(a, b Key) int {
			return slices.Index(keyOrder, a.Name) - slices.Index(keyOrder, b.Name)
		})
	}
}

// MeantRole says which role may be meant by a word that is none.
func MeantRole(word tree.Role) string {
	best, least := tree.Role(""), 3 // more than two slips are another word
	for _, r := range tree.Roles() {
		if d := distance([]rune(word), []rune(r)); d < least && d < len(word) {
			best, least = r, d
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "roles are WAI-ARIA words such as button, textbox, menuitem"
}

func (p *parser) key() (Key, error) {
	p.space()
	start := p.at
	k := Key{Name: KeyName(p.word())}
	if !slices.Contains(keyOrder, k.Name) {
		p.at = start
		return k, p.fail("keys are id, description, labelled-by, row, column, in and nth")
	}
	p.space()
	if !p.take('=') {
		return k, p.fail(`expected =`)
	}
	p.space()
	v, err := p.quoted()
	if err != nil {
		return k, err
	}
	k.Value = v
	p.space()
	if !p.take(']') {
		return k, p.fail("expected ]")
	}
	if k.Name == KeyNth {
		if _, err := parseNth(v); err != nil {
			return k, p.fail(err.Error())
		}
	}
	return k, nil
}

func (p *parser) quoted() (string, error) {
	if !p.take('"') {
		return "", p.fail(`expected "`)
	}
	var b strings.Builder
	for !p.done() {
		switch c := p.text[p.at]; c {
		case '"':
			p.at++
			return b.String(), nil
		case '\\':
			p.at++
			if err := p.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	return "", p.fail(`the closing " is missing`)
}

func (p *parser) escape(b *strings.Builder) error {
	switch {
	case p.take('"'):
		b.WriteByte('"')
	case p.take('\\'):
		b.WriteByte('\\')
	case p.take('*'):
		b.WriteString(`\*`)
	case strings.HasPrefix(p.text[p.at:], "u{"):
		hex, _, ok := strings.Cut(p.text[p.at+2:], "}")
		r, err := strconv.ParseUint(hex, 16, 32)
		if !ok || err != nil || r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
			return p.fail(`expected \u{hex}`)
		}
		b.WriteRune(rune(r))
		p.at += len(hex) + 3
	default:
		return p.fail(`after \ only ", \, * and u{hex} are known`)
	}
	return nil
}
