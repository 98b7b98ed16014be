package naming

import (
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var labelInName = &audit.Rule{
	ID: "label-in-name", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"2.5.3"},
	Title: "What is written on it is not in its name",
	Explanation: "Who speaks to the computer says what is written (\"press Send\"); where the name is another (\"Submit form\") " +
		"nothing happens. A test that is written from the picture fails as well. Looked at: the texts shown inside of the control.",
	Remedy: audit.Remedy{
		Any: "Let the name begin with the text that is shown, and say more after it.",
		Web: "Leave out aria-label where there is text, or begin it with that text.",
	},
	Quiet: "Texts without letters and of one or two characters (counters, signs), of icon fonts, shortcuts of menu items, texts " +
		"in a control inside; tabs of GTK 3, which hold the whole page. What is drawn without an element of its own cannot be seen by this rule.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return inscribed[n.Role] && (n.Role != tree.RoleTab || p.Toolkit != audit.GTK3) && n.Name.IsKnown() && audit.Speakable(n.Name.Value) != ""
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		texts, ids, read := inscriptions(p, n)
		if !read {
			p.Undecided("a text inside could not be read")
			return
		}
		name := plain(n.Name.Value)
		for _, text := range texts {
			if strings.Contains(name, plain(text)) {
				return // one of them is the label, the others say more
			}
		}
		if len(texts) > 0 {
			d := audit.Detail{
				Why:    "It shows \"" + texts[0] + "\", which its name does not contain.",
				Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("shown", strings.Join(texts, " | "))},
				Others: ids,
			}
			if p.Toolkit == audit.GTK4 && n.Role == tree.RoleTab && name == "tab" {
				d.Blame = audit.GTK4Tab
			}
			p.Report(n, d)
		}
	},
}

var inscribed = audit.Roles(tree.RoleButton, tree.RoleToggleButton, tree.RoleLink, tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch,
	tree.RoleTab, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio)

// inscriptions returns the texts shown inside of a control; false says that one could
// not be read.
func inscriptions(p *audit.Pass, n *tree.Node) (texts []string, ids []tree.NodeID, read bool) {
	read = true
	var down func(n *tree.Node)
	down = func(n *tree.Node) {
		read = read && !p.CutAt(n.ID)
		for _, id := range n.Children {
			c := &p.Nodes[id]
			switch {
			case c.RoleUnread(), !c.StatesRead:
				read = false
			case c.Interactive() || !p.Shown(id) || c.NativeRole == "accelerator label":
			case c.Role == tree.RoleLabel:
				text := spoken(c.Name.Value)
				if c.Name.State == tree.Unreadable {
					read = false
				} else if letters(text) > 2 {
					texts, ids = append(texts, text), append(ids, id)
				}
			default:
				down(c)
			}
		}
	}
	down(n)
	return texts, ids, read
}

// letters counts the letters of a text.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// plain is a text as it is spoken: no case, no signs, single blanks.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(spoken(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}
