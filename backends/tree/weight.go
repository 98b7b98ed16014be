package tree

import "fmt"

// Bounds on the JSON of a snapshot from outside. MaxNodes is some ten times what
// the largest real applications need.
const (
	MaxNodes  = 200_000
	maxCommas = 10_000_000 // each can stand for one element of a list in memory
)

// CheckWeight refuses the JSON of a snapshot that would be out of all proportion
// in memory, before anything is decoded: "[{},{},…" takes three bytes an element
// in a document and hundreds in memory. around is the number of objects in which
// the document wraps the snapshot, 0 where it is the document. It takes time in
// proportion to the document, allocates nothing and does not look whether it is
// JSON at all.
func CheckWeight(doc []byte, around int) error {
	if elements, commas := weigh(doc, around+2); elements > MaxNodes || commas > maxCommas {
		return fmt.Errorf("more than %d nodes, or lists without end", MaxNodes)
	}
	return nil
}

// weigh counts commas outside of strings, in all and, as elements, those at the
// depth of brackets that lists of the snapshot have.
func weigh(doc []byte, listDepth int) (elements, commas int) {
	depth, quoted := 0, false
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',':
			commas++
			if depth == listDepth {
				elements++
			}
		}
	}
	return elements + 1, commas
}
