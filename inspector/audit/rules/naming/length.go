package naming

import (
	"fmt"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Longest names, in code points: of anything, and of what a person presses.
const (
	longestName  = 512
	longestPress = 120
)

var nameLong = &audit.Rule{
	ID: "name-too-long", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"2.4.6"},
	Title: "Name as long as a text",
	Explanation: fmt.Sprintf("A name is heard whole before the next element can be. More than %d characters, or %d on what is "+
		"pressed, are a text: it belongs into the content or the description. A locator with it breaks at every change of wording.",
		longestName, longestPress),
	Remedy: audit.Remedy{
		Any:  "Name the element in a few words, and put the rest into its description.",
		GTK3: "atk_object_set_name, atk_object_set_description.",
		GTK4: "GTK_ACCESSIBLE_PROPERTY_LABEL and GTK_ACCESSIBLE_PROPERTY_DESCRIPTION.",
		Qt:   "setAccessibleName and setAccessibleDescription.",
		Web:  "aria-label and aria-describedby.",
	},
	Quiet: "What is content: documents, labels, paragraphs, headings, rows and what lies in lists, cells, links around whole paragraphs (up to the longer limit).",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return n.Name.IsKnown() && !isContent[n.Role] && !n.Secret
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		limit := longestName
		if pressed[n.Role] {
			limit = longestPress
		}
		if count := utf8.RuneCountInString(n.Name.Value); count > limit {
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("Its name has %d characters; more than %d are hard to listen to.", count, limit),
				Values: []audit.Value{audit.V("characters", count), audit.V("begins", string([]rune(n.Name.Value)[:40])+"…")},
			})
		}
	},
}

var isContent = audit.Roles(tree.RoleDocument, tree.RoleListItem, tree.RoleOption, tree.RoleLabel, tree.RoleParagraph, tree.RoleHeading,
	tree.RoleRow, tree.RoleCell, tree.RoleTreeItem, tree.RoleTextbox, tree.RoleArticle, tree.RoleGeneric, tree.RoleStatus,
	tree.RoleLog, tree.RoleTooltip, tree.RoleAlert, tree.RoleTerminal, tree.RoleCanvas)

var pressed = audit.Roles(tree.RoleButton, tree.RoleToggleButton, tree.RoleTab, tree.RoleMenuItem, tree.RoleMenuItemCheckbox,
	tree.RoleMenuItemRadio, tree.RoleSwitch)
