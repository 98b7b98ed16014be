package script

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line with what is indented below it: "key argument: value".
type line struct {
	key      string
	argument string
	value    value
	// has says that there is a value, after a colon.
	has    bool
	indent int
	below  []*line
}

// fail makes the line's beginning the place of an error.
func (l *line) fail(format string, args ...any) error {
	return &Error{l.value.line, l.indent + 1, fmt.Sprintf(format, args...)}
}

const (
	maxLines = 1 << 20
	maxDepth = 4
)

// split reads a text into the lines of its outermost level.
func split(text string) ([]*line, error) {
	root := &line{indent: -2}
	open := []*line{root} // the lines that the next one may be below
	for i, raw := range strings.Split(text, "\n") {
		n := i + 1
		if n > maxLines {
			return nil, &Error{n, 1, "more lines than any recording has"}
		}
		raw = strings.TrimSuffix(raw, "\r")
		body := strings.TrimLeft(raw, " ")
		indent := len(raw) - len(body)
		switch {
		case body == "" || body[0] == '#':
			continue
		case body[0] == '|':
			if err := addToBlock(open[len(open)-1], body, n, indent); err != nil {
				return nil, err
			}
			continue
		case body[0] == '\t':
			return nil, &Error{n, indent + 1, "a tab: lines are indented by two spaces for each level"}
		}
		for open[len(open)-1].indent >= indent {
			open = open[:len(open)-1]
		}
		above := open[len(open)-1]
		if indent != above.indent+2 || len(open) > maxDepth {
			return nil, &Error{n, indent + 1, fmt.Sprintf("indented by %d spaces; a line below another one is indented by two more", indent)}
		}
		l, err := readLine(body, n, indent)
		if err != nil {
			return nil, err
		}
		above.below = append(above.below, l)
		open = append(open, l)
	}
	return root.below, nil
}

// addToBlock adds a line that begins with | to the text of the line above it.
func addToBlock(l *line, body string, n, indent int) error {
	if l.key == "" || l.has && !l.value.block || l.indent != indent || len(l.below) > 0 {
		return &Error{n, indent + 1, `a line of text that belongs to no key: write "comment:" with nothing behind it in the line before`}
	}
	text := strings.TrimPrefix(strings.TrimPrefix(body, "|"), " ")
	if l.has {
		text = l.value.text + "\n" + text
	}
	l.value.text, l.value.block, l.has = text, true, true
	return nil
}

// readLine takes a line apart.
func readLine(body string, n, indent int) (*line, error) {
	v := value{text: body, line: n, column: indent + 1}
	l := &line{indent: indent, value: v}
	end := strings.IndexFunc(body, func(r rune) bool { return !(r == '-' || r >= 'a' && r <= 'z') })
	if end < 0 {
		end = len(body)
	}
	if l.key = body[:end]; l.key == "" {
		return nil, v.fail(`expected a key, such as "step" or "comment:"`)
	}
	v.at = end
	if strings.HasPrefix(v.rest(), " ") {
		var err error
		if v.space(); strings.HasPrefix(v.rest(), `"`) {
			l.argument, err = v.quoted()
		} else {
			to := strings.IndexFunc(v.rest(), func(r rune) bool { return r == ':' || unicode.IsSpace(r) })
			if to < 0 {
				to = len(v.rest())
			}
			l.argument = v.rest()[:to]
			v.at += to
		}
		if err != nil {
			return nil, err
		}
	}
	if v.done() {
		return l, nil
	}
	if v.text[v.at] != ':' {
		return nil, v.fail("expected a colon")
	}
	v.at++
	v.space()
	if v.done() {
		return l, nil // its text may follow in lines of its own
	}
	l.has = true
	l.value = value{text: v.rest(), line: n, column: v.column + utf8.RuneCountInString(v.text[:v.at])}
	return l, nil
}
