package audit

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
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
	if !p.Typed(n) {
		return text
	}
	return measured(n, text)
}

// measured is what may be said of a text that was typed into an element.
func measured(n *tree.Node, text string) string {
	if n.Secret || n.Role == tree.RolePassword {
		return "(hidden)"
	}
	return fmt.Sprintf("%d characters", utf8.RuneCountInString(text))
}

// edited reports whether an element certainly holds what a person types.
func edited(n *tree.Node) bool {
	return n.Secret || n.Role.EditsText() || n.StatesRead && n.States.Has(tree.Editable)
}

// namedByTyping reports whether the name of an element is what was typed into it, or into the box
// in it: some toolkits call an editable combo box so.
func (s *Subject) namedByTyping(id tree.NodeID) bool {
	name, known := s.Frozen.Name(id)
	if !known || name == "" {
		return false
	}
	holds := func(n *tree.Node) bool {
		return edited(n) && n.Value.IsKnown() && inspector.Normalize(n.Value.Value) == name
	}
	if n := &s.Nodes[id]; n.Role != tree.RoleCombobox && n.Role != tree.RoleSpinbutton {
		return holds(n)
	}
	for i := id; i < s.End(id); i++ {
		if holds(&s.Nodes[i]) {
			return true
		}
	}
	return false
}

// Short is [inspector.Frozen.Short] as a finding may show it: without a name that is what a
// person typed.
func (s *Subject) Short(id tree.NodeID) string {
	short := s.Frozen.Short(id)
	name, _ := s.Frozen.Name(id)
	role := string(s.Nodes[id].Role)
	quoted, _ := strings.CutPrefix(short, role+" ")
	said, err := strconv.Unquote(quoted)
	if err != nil || !strings.HasPrefix(name, strings.TrimSuffix(said, "…")) || !s.namedByTyping(id) {
		return short // it has no name, or is called by its label
	}
	return fmt.Sprintf("%s called by what was typed: %s", role, measured(&s.Nodes[id], name))
}

// Path is [inspector.Frozen.Path] in the way of [Subject.Short].
func (s *Subject) Path(id tree.NodeID) string { return s.unsaid(id, s.Frozen.Path(id)) }

// unsaid is a text about an element without what was typed into it and what is around it.
func (s *Subject) unsaid(id tree.NodeID, text string) string {
	for ; id > 0; id = s.Nodes[id].Parent {
		if !s.namedByTyping(id) {
			continue // 1,000 levels in words for each finding took 8 of 9 s
		}
		if says, may := s.Frozen.Short(id), s.Short(id); says != may {
			text = strings.ReplaceAll(text, says, may)
		}
	}
	return text
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
