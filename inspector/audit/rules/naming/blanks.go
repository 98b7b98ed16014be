package naming

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// appleLogo is the one sign of the private use area that systems agree on.
const appleLogo = '\uF8FF'

// private reports whether a character has only the meaning that a font gives it.
func private(r rune) bool { return unicode.Is(unicode.Co, r) && r != appleLogo }

// spoken is a text without blanks, invisible characters and those of icon fonts.
func spoken(s string) string {
	return audit.Speakable(strings.Map(func(r rune) rune {
		if private(r) {
			return -1
		}
		return r
	}, s))
}

// blank reports whether an element has a name, in which nothing can be spoken, and
// no other.
func blank(p *audit.Pass, n *tree.Node) bool {
	return n.Name.IsKnown() && n.Name.Value != "" && spoken(n.Name.Value) == "" && spoken(p.Name(n).Text) == ""
}

// points lists the code points of a text, which a report can show where the text
// itself shows nothing.
func points(s string) string {
	const most = 8
	var words []string
	for _, r := range s {
		if len(words) == most {
			words = append(words, "…")
			break
		}
		words = append(words, fmt.Sprintf("U+%04X", r))
	}
	return strings.Join(words, " ")
}

var nameBlank = &audit.Rule{
	ID: "name-whitespace", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Name of blanks or invisible characters",
	Explanation: "The element has a name that nobody can hear or read: blanks, zero-width characters, or signs of an icon font. " +
		"A checker that only asks whether there is a name would pass it.",
	Remedy: audit.Remedy{
		Any: "Replace the name by words. For an icon of a font, name the control and keep the sign out of its name.",
		Web: "Put the sign into <span aria-hidden=\"true\"> and name the control with aria-label or text.",
	},
	Quiet:   "Labels, which programs use as distance, and elements that a label or their content names.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return wantsWords(n) },
	Check: func(p *audit.Pass, n *tree.Node) {
		switch {
		case !blank(p, n):
		case !p.Name(n).Known || n.Interactive() && !n.RelationsRead:
			p.Undecided("what else may name it could not be read")
		default:
			p.Report(n, audit.Detail{
				Why:    "Its name is " + points(n.Name.Value) + ", in which nothing can be spoken.",
				Values: []audit.Value{audit.V("code points of the name", points(n.Name.Value))},
			})
		}
	},
}

// wantsWords reports whether an element that cannot be spoken of is a fault.
func wantsWords(n *tree.Node) bool { return n.Interactive() || n.Role == tree.RoleImage || framed(n) }

var namePrivate = &audit.Rule{
	ID: "name-has-private-use", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Sign of an icon font in a name",
	Explanation: "Characters of the private use areas mean something in one font only. A screen reader says nothing or nonsense, " +
		"and a test that types the name cannot.",
	Remedy: audit.Remedy{
		Any: "Keep the sign out of the name: draw it as a picture, or name the control without it.",
		Web: "Put the sign into <span aria-hidden=\"true\">, or in CSS content with an alternative: content: \"\\e800\" / \"\".",
	},
	Quiet: "Texts inside of a control, a row or a tab, which is judged itself. Names of nothing else are reported by " +
		"name-whitespace. The Apple logo (U+F8FF).",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return (strings.ContainsFunc(n.Name.Value, private) || strings.ContainsFunc(n.Description.Value, private)) &&
			!(wantsWords(n) && blank(p, n)) && !n.Secret &&
			(n.Interactive() || p.Above("interactive or decorated", n, func(a *tree.Node) bool { return a.Interactive() || decorated[a.Role] }) == nil)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		where, text := "name", n.Name.Value
		if !strings.ContainsFunc(text, private) {
			where, text = "description", n.Description.Value
		}
		if !strings.ContainsFunc(text, private) {
			return
		}
		d := audit.Detail{
			Why:    "Its " + where + " contains a sign that only an icon font knows.",
			Values: []audit.Value{audit.V(where, text), audit.V("code points", points(text))},
		}
		if !n.Interactive() {
			d.Severity = audit.Warning
		}
		p.Report(n, d)
	},
}
