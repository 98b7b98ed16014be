package naming

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// roleWords are the English words that screen readers say for a role by themselves.
var roleWords = map[tree.Role][]string{
	tree.RoleButton:       {"button", "push button"},
	tree.RoleToggleButton: {"button", "toggle button", "togglebutton"},
	tree.RoleCheckbox:     {"checkbox", "check box", "checkbutton", "check button"},
	tree.RoleRadio:        {"radio button", "radiobutton", "radio"},
	tree.RoleSwitch:       {"switch"},
	tree.RoleLink:         {"link", "hyperlink"},
	tree.RoleMenuItem:     {"menu item"},
	tree.RoleTab:          {"tab"},
	tree.RoleTextbox:      {"text box", "textbox", "text field", "edit box", "entry"},
	tree.RoleSearchbox:    {"search box", "search field"},
	tree.RoleCombobox:     {"combo box", "combobox"},
	tree.RoleSpinbutton:   {"spin button", "spinbutton", "spin box"},
	tree.RoleSlider:       {"slider"},
	tree.RoleImage:        {"image", "icon", "picture", "graphic"},
}

// otherThing are words before a role's word that make it a thing that the name is about:
// "Add a button".
var otherThing = []string{"a", "an", "the", "this", "each", "every", "new", "no", "of", "my", "mouse", "middle", "left", "right"}

var nameRole = &audit.Rule{
	ID: "name-repeats-role", Group: audit.Naming, AnyRole: true, Severity: audit.Warning, Criteria: []string{"4.1.2"},
	Title: "Name that repeats the role",
	Explanation: "A screen reader says the role by itself: \"Save button, button\". The word also makes locators longer than " +
		"they need to be.",
	Remedy: audit.Remedy{Any: "Take the word for the kind of control out of the name: \"Save\", not \"Save button\"."},
	Quiet: "Only English words are known. Looked at are the ends of names up to 50 characters (a picture also at its beginning: " +
		"\"Picture of…\"). Names that are about such a thing: \"Add a button\", \"Open in a new tab\".",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Name.IsKnown() && roleWords[n.Role] != nil && p.PartOf(n) == nil
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if p.Toolkit == audit.GTK4 && n.Role == tree.RoleTab && n.Name.Value == "Tab" {
			return // see label-in-name
		}
		if word := repeated(n.Role, audit.Speakable(n.Name.Value)); word != "" {
			p.Report(n, audit.Detail{
				Why:    "Its name says \"" + word + "\", which the role says already.",
				Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("role", n.NativeRole)},
			})
		}
	},
}

// repeated returns the word of the role in a name, "" for none.
func repeated(role tree.Role, name string) string {
	const longest = 50
	if utf8.RuneCountInString(name) > longest {
		return ""
	}
	name = strings.ToLower(strings.TrimRight(name, " .:…"))
	for _, word := range roleWords[role] {
		if name == word {
			return word
		}
		if role == tree.RoleImage {
			if strings.HasPrefix(name, word+" of ") || strings.HasPrefix(name, word+":") {
				return word
			}
			continue // "Desktop icon" may be what the picture shows
		}
		if strings.HasPrefix(name, word+":") {
			return word
		}
		rest, ok := strings.CutSuffix(name, " "+word)
		if !ok {
			continue
		}
		if words := strings.Fields(rest); len(words) > 0 && !slices.Contains(otherThing, words[len(words)-1]) {
			return word
		}
	}
	return ""
}
