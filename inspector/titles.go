package inspector

import (
	"regexp"
	"strings"
	"unicode"
)

// TitleTemplate returns the template that fits all titles which one window had: what
// they have in common, with a star for what differs. ok is false where they do not
// differ, or where what differs is not sure to be the name of a document, a counter
// or the mark of an unsaved change: "Shop - Customers" and "Shop - Orders" are two
// places with buttons of their own, and must not be taken for each other.
func TitleTemplate(titles []string) (template string, ok bool) {
	if len(titles) < 2 {
		return "", false
	}
	prefix, suffix := common(titles)
	if letters(prefix+suffix) < 3 {
		return "", false // a star that fits nearly everything names no window
	}
	document, other, differs := false, false, false
	for _, t := range titles {
		part := t[len(prefix) : len(t)-len(suffix)]
		differs = differs || part != titles[0][len(prefix):len(titles[0])-len(suffix)]
		switch {
		case mark.MatchString(part), counter.MatchString(part):
		case number.MatchString(part) && bracketed(prefix, suffix):
		case documentName.MatchString(part):
			document = true
		default:
			other = true
		}
	}
	// Beside a file of a name, "Untitled 1" or what it is in the language of the
	// program can only be a document as well.
	if !differs || other && !document {
		return "", false
	}
	return escapeStars(prefix) + "*" + escapeStars(suffix), true
}

var (
	// mark: "*", "● ", "".
	mark = regexp.MustCompile(`^[\s*•●◦]*$`)
	// counter: "(3)", "[3/7] ". A number without brackets, as in "Order 12", may be
	// what the window is about.
	counter = regexp.MustCompile(`^\s*[([][0-9]+([.,/:][0-9]+)*[)\]]\s*$`)
	number  = regexp.MustCompile(`^[0-9]+([.,/:][0-9]+)*$`)
	// documentName: "a.txt", "*~/notes/a.txt", "report 2026.odt (read-only)".
	documentName = regexp.MustCompile(`^[*•● ]*[^\s].*\.[\pL][\pL\pN]{0,5}( ?[(\[].*[)\]])?$`)
)

// common returns what all titles begin and end with, in whole words: "(1" and "(13"
// are not begun by "(1".
func common(titles []string) (prefix, suffix string) {
	prefix, suffix = titles[0], titles[0]
	for _, t := range titles[1:] {
		n := 0
		for n < min(len(prefix), len(t)) && prefix[n] == t[n] {
			n++
		}
		prefix = prefix[:n]
		n = 0
		for n < min(len(suffix), len(t)) && suffix[len(suffix)-1-n] == t[len(t)-1-n] {
			n++
		}
		suffix = suffix[len(suffix)-n:]
	}
	wordRune := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == unicode.ReplacementChar }
	// What remains of a word that was cut, or of the bytes of a character, goes to
	// what differs.
	if cut := func(t string) bool { return strings.IndexFunc(t[len(prefix):], wordRune) == 0 }; anyOf(titles, cut) {
		prefix = strings.TrimRightFunc(prefix, wordRune)
	}
	// The shortest must have room for both.
	for _, t := range titles {
		if over := len(prefix) + len(suffix) - len(t); over > 0 {
			suffix = suffix[over:]
		}
	}
	if cut := func(t string) bool {
		head := t[:len(t)-len(suffix)]
		return strings.TrimRightFunc(head, wordRune) != head
	}; anyOf(titles, cut) {
		suffix = strings.TrimLeftFunc(suffix, wordRune)
	}
	if strings.HasPrefix(suffix, ".") { // the end of a file's name goes with it
		suffix = strings.TrimLeftFunc(suffix, func(r rune) bool { return !unicode.IsSpace(r) })
	}
	return prefix, suffix
}

// bracketed reports whether what stands between is in brackets.
func bracketed(prefix, suffix string) bool {
	return (strings.HasSuffix(prefix, "(") || strings.HasSuffix(prefix, "[")) && (strings.HasPrefix(suffix, ")") || strings.HasPrefix(suffix, "]"))
}

func anyOf(titles []string, f func(string) bool) bool {
	for _, t := range titles {
		if f(t) {
			return true
		}
	}
	return false
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// escapeStars keeps a star of a title itself from standing for anything else: editors
// write "*name" for what is not saved.
func escapeStars(title string) string { return strings.ReplaceAll(title, "*", `\*`) }

// FitsTitle reports whether a title fits a template.
func FitsTitle(template, title string) bool { return matchTitle(splitTemplate(template), title) }

// PlainTitle returns the one title that a template without a star stands for.
func PlainTitle(template string) (title string, ok bool) {
	parts := splitTemplate(template)
	return parts[0], len(parts) == 1
}
