package naming

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var nameMnemonic = &audit.Rule{
	ID: "name-mnemonic-leak", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Mnemonic or shortcut inside of a name",
	Explanation: "The sign that underlines a letter (\"_Open\", \"&Open\") or the shortcut (\"Save Ctrl+S\") is part of the name: a " +
		"screen reader reads it out, and voice control does not understand \"open\".",
	Remedy: audit.Remedy{
		Any:  "Let the toolkit make a mnemonic of the sign, and take the shortcut out of the text.",
		GTK3: "gtk_button_new_with_mnemonic, gtk_label_new_with_mnemonic or use-underline; GtkAccelLabel shows a shortcut.",
		GTK4: "use-underline; GtkShortcutController, or the accel attribute of a menu item.",
		Qt:   "\"&&\" shows the sign itself; QAction::setShortcut shows a shortcut.",
		Web:  "accesskey or aria-keyshortcuts.",
	},
	Quiet: "Underscores and ampersands inside of words or between blanks (my_file, R&D, \"Drag & Drop\"), but where the key " +
		"binding names the same letter; names with two underscores in front; rows, tabs, links, text boxes and windows, which " +
		"may be named after a file; shortcuts in brackets.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Name.IsKnown() && n.NameFrom == tree.NameOwn && marked[n.Role]
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		name := audit.Speakable(n.Name.Value)
		values := []audit.Value{audit.V("name", n.Name.Value)}
		if letter := underlined(name, mnemonicsOf(n)); letter != "" {
			p.Report(n, audit.Detail{Why: "Its name contains \"" + letter + "\", the sign of a mnemonic.", Kind: "mnemonic", Values: values})
		} else if keys := shortcut.FindString(name); keys != "" {
			p.Report(n, audit.Detail{Why: "Its name ends with the shortcut " + strings.TrimSpace(keys) + ".", Kind: "shortcut", Values: values})
		}
	},
}

var marked = audit.Roles(tree.RoleButton, tree.RoleToggleButton, tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch, tree.RoleMenuItem,
	tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio, tree.RoleMenu, tree.RoleSpinbutton, tree.RoleSlider, tree.RoleCombobox)

// shortcut is one at the end of a name, after a blank.
var shortcut = regexp.MustCompile(`[\s](Ctrl|Control|Strg|Alt|Shift|Meta|Super|Cmd)\+(\S+)$|\t(F[1-9][0-9]?|Del|Ins)$`)

// underlined returns the sign with its letter, "" for none. letters are those that
// the key bindings of the element name, in lower case.
func underlined(name string, letters string) string {
	last := ' '
	for i, r := range name {
		next, size := utf8.DecodeRuneInString(name[i+utf8.RuneLen(r):])
		if (r == '_' || r == '&') && (unicode.IsLetter(next) || unicode.IsDigit(next)) && last != r {
			starts := unicode.IsSpace(last)
			bound := strings.ContainsRune(letters, unicode.ToLower(next))
			if bound || starts && i == 0 && unicode.IsLetter(next) || starts && r == '&' && unicode.IsLetter(next) {
				return name[i : i+1+size]
			}
		}
		last = r
	}
	return ""
}

// mnemonicsOf returns the letters that an element is reached by, with Alt or inside
// of its menu.
func mnemonicsOf(n *tree.Node) string {
	letters := ""
	for _, a := range n.Actions {
		key, _, _ := strings.Cut(a.Keys, ";")
		key = strings.TrimPrefix(strings.TrimPrefix(key, "<Alt>"), "Alt+")
		if utf8.RuneCountInString(key) == 1 {
			letters += strings.ToLower(key)
		}
	}
	return letters
}
