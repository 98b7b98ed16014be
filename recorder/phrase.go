package recorder

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/inspector"
)

// phrase finds a text wherever a recording repeats it: as it is, with white space
// collapsed, in quotes, in a locator, without its numbers, in other letters' case.
type phrase struct {
	find *regexp.Regexp // nil finds nothing
	// mark is put where the text was.
	mark string
	// whole says that the text is so long that only its beginning is looked for, and
	// all of what holds it is taken.
	whole bool
	// core is letters that stand in every writing of the text, in lower case. A text
	// in ASCII without them is passed over, which is twice as fast.
	core string
}

// longest is how many characters of a text are looked for.
const longest = 4096

// shortWord is how long a text must be to be found within other words: "a" is part
// of nearly everything, and only meant where it stands by itself.
const shortWord = 4

// cuts are after how many characters a long text ends where it is only shown: in
// descriptions (inspector.Target), and in titles. The longest first.
var cuts = []int{200, cutTitle}

func phraseOf(text string) phrase {
	text = strings.ToValidUTF8(text, "\uFFFD")
	whole := false
	if r := []rune(text); len(r) > longest {
		text, whole = string(r[:longest]), true
	}
	var patterns []string
	add := func(form string) {
		if form = strings.TrimSpace(form); form == "" {
			return
		}
		pattern := anyWriting(form)
		if utf8.RuneCountInString(form) < shortWord {
			pattern = `(^|[^\pL\pN])` + pattern + `($|[^\pL\pN])`
		} else {
			pattern = `()` + pattern + `()`
		}
		if !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	for _, form := range []string{text, inspector.Normalize(text)} {
		add(form)
		for _, most := range cuts {
			if r := []rune(form); len(r) > most {
				add(string(r[:most]))
			}
		}
		// What is left of "2026" says nothing of it.
		if bare := unnumbered(form); strings.ContainsFunc(bare, unicode.IsLetter) {
			add(bare)
		}
	}
	if len(patterns) == 0 {
		return phrase{}
	}
	p := phrase{find: regexp.MustCompile(`(?i)` + strings.Join(patterns, "|")), mark: hidden, whole: whole, core: core(text)}
	if p.holds(hidden) {
		p.mark = ""
	}
	return p
}

// escaped is a character that a quoted form cannot show.
const escaped = `\\+(?:[abfnrtv]|[xX][0-9a-f]{2}|[uU]\{?[0-9a-f]{1,8}\}?)`

// anyWriting returns a pattern for a text as it is, with other white space, and in
// quotes of whatever depth: in a title, a locator, a title that quotes a locator.
func anyWriting(form string) string {
	var b strings.Builder
	space := false
	for _, r := range form {
		switch {
		case unicode.IsSpace(r):
			if !space {
				b.WriteString(`(?:[\s\pZ\x{85}]|` + escaped + `)+`)
			}
		case r == '\\':
			b.WriteString(`\\+`)
		case unicode.IsPrint(r):
			b.WriteString(`\\*` + regexp.QuoteMeta(string(r)))
		default:
			b.WriteString(`(?:` + regexp.QuoteMeta(string(r)) + `|` + escaped + `)`)
		}
		space = unicode.IsSpace(r)
	}
	return b.String()
}

// holds reports whether s repeats the text.
func (p phrase) holds(s string) bool {
	if p.find == nil || s == "" || p.core != "" && isASCII(s) && !strings.Contains(strings.ToLower(s), p.core) {
		return false
	}
	return p.find.MatchString(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// core returns the longest run of ASCII letters in a text, in lower case; of a text
// that is cut somewhere, only what is before every cut.
func core(text string) string {
	return coreOf(text, func(c rune) bool { return c >= 'a' && c <= 'z' })
}

// coreOf is core for some ASCII characters in lower case.
func coreOf(text string, in func(rune) bool) string {
	if first := slices.Min(cuts); utf8.RuneCountInString(text) > first {
		text = string([]rune(text)[:first])
	}
	longest := ""
	for run := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !in(c) }) {
		if len(run) > len(longest) {
			longest = run
		}
	}
	return longest
}

// without returns s with the mark in place of the text.
func (p phrase) without(s string) string {
	for p.holds(s) {
		if p.whole {
			return p.mark
		}
		at := p.find.FindStringSubmatchIndex(s)
		from, to := at[0], at[1]
		// The groups are what stands around a short word, and stays.
		for g := 2; g+3 < len(at); g += 4 {
			if at[g] >= 0 {
				from, to = at[g+1], at[g+2]
			}
		}
		s = s[:from] + p.mark + s[to:]
	}
	return s
}

// inLocator reports whether a locator names the text.
func (p phrase) inLocator(l inspector.Locator) bool {
	for _, seg := range l.Segments {
		if p.holds(seg.Name) {
			return true
		}
		for _, k := range seg.Keys {
			if p.holds(k.Value) {
				return true
			}
		}
	}
	return p.holds(l.String())
}

func (p phrase) inEffect(e Effect) bool { return p.holds(e.Name) || p.holds(e.Detail) }

func (p phrase) dropEffects(s *Step) { s.Effects = slices.DeleteFunc(s.Effects, p.inEffect) }
