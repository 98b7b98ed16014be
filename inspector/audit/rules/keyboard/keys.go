package keyboard

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// binding is a key binding taken apart: GTK 3 writes mnemonic;path;shortcut, Qt the
// keys of a mnemonic or of a shortcut.
type binding struct{ mnemonic, path, shortcut string }

func bindingOf(n *tree.Node) binding {
	keys := keysOf(n)
	if parts := strings.Split(keys, ";"); len(parts) == 3 {
		return binding{parts[0], parts[1], parts[2]}
	}
	plain := strings.TrimPrefix(strings.TrimPrefix(keys, "<Alt>"), "Alt+")
	if plain != keys && utf8.RuneCountInString(plain) == 1 || utf8.RuneCountInString(keys) == 1 {
		return binding{mnemonic: keys}
	}
	return binding{shortcut: keys}
}

// letter is the letter of a mnemonic, in lower case.
func (b binding) letter() string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(b.mnemonic, "<Alt>"), "Alt+"))
}

var mnemonicTwice = &audit.Rule{
	ID: "mnemonic-duplicate", Group: audit.Keyboard, AnyRole: true, Severity: audit.Warning, Criteria: []string{"2.1.1"},
	Title: "One mnemonic for two",
	Explanation: "Two entries of one menu, or two controls of one window, have the same underlined letter: the key goes from one to " +
		"the other instead of pressing either, and a recorded key does something else than before.",
	Remedy: audit.Remedy{
		Any:  "Choose another letter for one of them.",
		GTK3: "Move the underscore in the label: \"_Save\", \"S_ave as\".",
		GTK4: "Move the underscore in the label.",
		Qt:   "Move the ampersand in the text: \"&Save\", \"S&ave as\".",
		Web:  "Another accesskey.",
	},
	Quiet: "Entries of different menus and controls on different pages of tabs, of which one is shown at a time. Where " +
		"the toolkit does not tell key bindings nothing can be said (GTK 4.8).",
	Whole: func(p *audit.Pass) {
		type place struct {
			in     tree.NodeID
			letter string
		}
		first := map[place]*tree.Node{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !p.InScope(n.ID) || len(n.Actions) == 0 {
				continue
			}
			letter := bindingOf(n).letter()
			if letter == "" {
				continue
			}
			in := p.Top(n.ID)
			if menu := p.Above("menu or bar", n, func(a *tree.Node) bool { return a.Role == tree.RoleMenu || a.Role == tree.RoleMenubar }); menu != nil {
				in = menu.ID
				if !n.States.Has(tree.Visible) {
					continue
				}
			} else if !p.Shown(n.ID) || !audit.Enabled(n) {
				continue
			}
			p.Checked(1)
			at := place{in, letter}
			switch other := first[at]; {
			case other == nil:
				first[at] = n
			case p.Inside(n.ID, other.ID):
			default:
				p.Report(n, audit.Detail{
					Why:    "Its mnemonic \"" + letter + "\" is that of " + p.Short(other.ID) + ", too.",
					Values: []audit.Value{audit.V("keys", keysOf(n)), audit.V("keys of the other", keysOf(other))},
					Others: []tree.NodeID{other.ID},
				})
			}
		}
	},
}

// malformed matches what is no key: an open bracket, a plus at the end, two in a row.
var malformed = regexp.MustCompile(`<[^>]*$|^[^<]*>|[^+>]\+$|\+\+.`)

var shortcutMissing = &audit.Rule{
	ID: "shortcut-missing", Group: audit.Keyboard, Severity: audit.Info, Criteria: []string{"2.1.1"},
	Title: "Shortcut that the menu does not tell",
	Explanation: "A command has a shortcut on its button, but not in the menu, where people look for shortcuts and learn them; or the " +
		"text of a shortcut names no key, so that nobody can press it.",
	Remedy: audit.Remedy{
		Any:  "Give the entry of the menu the same action and shortcut as the button.",
		GTK3: "gtk_widget_add_accelerator with GTK_ACCEL_VISIBLE on the menu item.",
		GTK4: "gtk_application_set_accels_for_action on the action that both use.",
		Qt:   "One QAction for both, with setShortcut.",
		Web:  "aria-keyshortcuts on both.",
	},
	Quiet: "Commands that have a shortcut nowhere, and entries that only open another menu. Where the toolkit does not tell key " +
		"bindings nothing can be said (GTK 4.8, Chromium).",
	Whole: func(p *audit.Pass) {
		buttons := map[string]*tree.Node{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Role == tree.RoleButton && p.InScope(n.ID) && bindingOf(n).shortcut != "" && p.Name(n).Text != "" {
				buttons[strings.ToLower(p.Name(n).Text)] = n
			}
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !p.InScope(n.ID) || len(n.Actions) == 0 || keysOf(n) == "" && n.Role != tree.RoleMenuItem {
				continue
			}
			p.Checked(1)
			b := bindingOf(n)
			if keys := keysOf(n); malformed.MatchString(b.mnemonic) || malformed.MatchString(b.shortcut) {
				p.Report(n, audit.Detail{Why: "Its key binding \"" + keys + "\" names no key.", Kind: "malformed", Values: []audit.Value{audit.V("keys", keys)}})
				continue
			}
			if n.Role != tree.RoleMenuItem || b.shortcut != "" {
				continue
			}
			if !n.ActionsRead {
				p.UndecidedAt(n, "the actions could not be read")
				continue
			}
			if button := buttons[strings.ToLower(p.Name(n).Text)]; button != nil {
				p.Report(n, audit.Detail{
					Why: "The button of the same name has the shortcut " + bindingOf(button).shortcut + ", the entry of the menu has none.", Kind: "missing",
					Values: []audit.Value{audit.V("name", p.Name(n).Text), audit.V("shortcut of the button", bindingOf(button).shortcut)},
					Others: []tree.NodeID{button.ID},
				})
			}
		}
	},
}
