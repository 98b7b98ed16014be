package audit

import (
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
)

// Origin says what gave an element its computed name.
type Origin string

// Origins, strongest first. The last two are weak: not every reader speaks them.
const (
	FromNothing     Origin = ""
	FromOwn         Origin = "name"
	FromLabel       Origin = "labelled-by"
	FromContent     Origin = "content"
	FromDescription Origin = "description" // a tooltip, mostly
	FromPlaceholder Origin = "placeholder"
)

// ComputedName is the name that a reader would speak, and where it comes from.
type ComputedName struct {
	Text string
	From Origin
	// Known is false where a stronger source could not be read, so that neither the
	// name nor its absence is certain.
	Known bool
}

// Weak reports whether only a tooltip or a placeholder names the element.
func (c ComputedName) Weak() bool { return c.From == FromDescription || c.From == FromPlaceholder }

// fromContent are the roles that WAI-ARIA 1.2 names from their content, as far as
// the model has them, and cells, rows and labels, whose content is all they are.
var fromContent = map[tree.Role]bool{
	tree.RoleButton: true, tree.RoleLink: true, tree.RoleMenuItem: true, tree.RoleMenuItemCheckbox: true,
	tree.RoleMenuItemRadio: true, tree.RoleTab: true, tree.RoleListItem: true, tree.RoleOption: true, tree.RoleRow: true,
	tree.RoleCell: true, tree.RoleColumnHeader: true, tree.RoleRowHeader: true, tree.RoleHeading: true,
	tree.RoleCheckbox: true, tree.RoleRadio: true, tree.RoleSwitch: true, tree.RoleToggleButton: true,
	tree.RoleTooltip: true, tree.RoleTreeItem: true, tree.RoleLabel: true,
}

// contentLevels is how deep a name from content is looked for: labels in boxes in a
// button. Deeper content is a page of its own.
const contentLevels = 8

// Name is the computed name of an element (accname: own, label, content, tooltip,
// placeholder). Whitespace, zero-width and directional characters alone are none.
func (p *Pass) Name(n *tree.Node) ComputedName {
	if !p.shared.named[n.ID] {
		p.shared.names[n.ID], p.shared.named[n.ID] = p.computeName(n), true
	}
	return p.shared.names[n.ID]
}

func (p *Pass) computeName(n *tree.Node) ComputedName {
	known := n.Name.State != tree.Unreadable
	if text := Speakable(n.Name.Value); n.Name.IsKnown() && text != "" {
		from := FromOwn
		if n.NameFrom == tree.NameLabelledBy {
			from = FromLabel
		}
		return ComputedName{text, from, true}
	}
	var words []string
	for _, id := range Related(n, tree.LabelledBy) {
		known = known && p.Nodes[id].Name.State != tree.Unreadable
		if text := Speakable(p.Nodes[id].Name.Value); text != "" {
			words = append(words, text)
		}
	}
	if len(words) > 0 {
		return ComputedName{strings.Join(words, " "), FromLabel, known}
	}
	if fromContent[n.Role] || n.Has(tree.VerbPress) && (n.Role == tree.RoleGeneric || n.Role == tree.RoleGroup) {
		read := p.content(n, &words, contentLevels)
		if known = known && read; len(words) > 0 {
			return ComputedName{strings.Join(words, " "), FromContent, known}
		}
	}
	if text := Speakable(n.Description.Value); strings.ContainsFunc(text, unicode.IsLetter) { // a number is what a slider shows
		return ComputedName{text, FromDescription, known}
	}
	if n.Role.EditsText() || n.Role == tree.RoleCombobox || n.Role == tree.RoleSpinbutton {
		for _, key := range []string{"placeholder-text", "placeholder"} {
			if text, _ := AttributeOf(n, key); Speakable(text) != "" {
				return ComputedName{Speakable(text), FromPlaceholder, known}
			}
		}
		known = known && p.AttributesTold(n)
	}
	return ComputedName{Known: known && n.Description.State != tree.Unreadable}
}

// content collects the names of what is shown below n; false says that some could
// not be read.
func (p *Pass) content(n *tree.Node, words *[]string, levels int) bool {
	read := !p.CutAt(n.ID)
	for _, id := range n.Children {
		c := &p.Nodes[id]
		switch text := Speakable(c.Name.Value); {
		case c.StatesRead && !c.States.Has(tree.Visible):
		case text != "":
			*words = append(*words, text)
		case levels > 0:
			below := p.content(c, words, levels-1)
			read = read && below && c.Name.State != tree.Unreadable
		}
	}
	return read
}

// AttributesTold reports whether an element lacks what is not among its attributes. GTK and
// browsers give each element some, so that none says that nobody asked or nothing was
// answered; Qt gives none.
func (p *Pass) AttributesTold(n *tree.Node) bool {
	return len(n.Attributes) > 0 || p.Toolkit == Qt || p.Toolkit == OtherToolkit
}

// CutAt reports whether children of a node were not read.
func (p *Pass) CutAt(id tree.NodeID) bool { return p.shared.cut[id] }

// Speakable is a text without what has no sound: outer white space, zero-width and
// directional characters.
func Speakable(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}
