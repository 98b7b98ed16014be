package audit

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
)

// Edits reports whether a person types into an element, or may: its states were not read.
func Edits(n *tree.Node) bool {
	return n.Secret || !n.StatesRead || n.Role.EditsText() || n.States.Has(tree.Editable)
}

// Typed reports whether what an element says may be what a person typed: it is edited, or
// lies in what is, where browsers publish the text once more.
func (p *Pass) Typed(n *tree.Node) bool { return Edits(n) || p.Above("edits", n, Edits) != nil }

// Said is a text of an element as a finding may show it. Of what a person typed it is how
// long it is, of a password not even that: findings are kept, and shown to others, and a box
// for a password may not say that it is one.
func (p *Pass) Said(n *tree.Node, text string) string {
	switch {
	case !p.Typed(n):
		return text
	case n.Secret || n.Role == tree.RolePassword:
		return "(hidden)"
	}
	return fmt.Sprintf("%d characters", utf8.RuneCountInString(text))
}

// Target is where a link leads as a finding may show it: scheme, host and path. User,
// query and fragment are left out, and of long parts of the path all but the beginning:
// they may let somebody in.
func Target(uri string) string {
	const longest, begins, most = 16, 8, 80 // characters
	u, err := url.Parse(uri)
	if err != nil {
		return "an address that cannot be read"
	}
	if u.Opaque != "" || u.Scheme != "" && u.Host == "" && u.Scheme != "file" {
		return u.Scheme + ":…" // data:, javascript:, mailto:
	}
	parts := strings.Split(u.Path, "/")
	for i, p := range parts {
		if r := []rune(p); len(r) > longest && strings.ContainsAny(p, "0123456789") {
			parts[i] = string(r[:begins]) + "…"
		}
	}
	shown := strings.Join(parts, "/")
	if u.Host != "" {
		shown = u.Scheme + "://" + u.Host + shown
	}
	if r := []rune(shown); len(r) > most {
		shown = string(r[:most]) + "…"
	}
	if u.RawQuery != "" || u.Fragment != "" {
		shown += " …"
	}
	return shown
}
