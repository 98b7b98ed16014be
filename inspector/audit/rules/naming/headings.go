package naming

import (
	"fmt"
	"strconv"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var headingLevel = &audit.Rule{
	ID: "heading-level-missing", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"1.3.1", "2.4.6"},
	Title: "Heading without a level, or with one left out",
	Explanation: "People who do not see the page go from heading to heading by level. A heading without one is not found that way; " +
		"one that jumps over a level looks as if something were missing between.",
	Remedy: audit.Remedy{
		Any:  "Give every heading the level below the one that it belongs to.",
		GTK4: "GTK_ACCESSIBLE_PROPERTY_LEVEL with the role heading.",
		Web:  "<h1> to <h6> in order, or aria-level with role=\"heading\".",
	},
	Quiet: "Headings of different documents, dialogs, and parts of a page (main, navigation, complementary, regions) are not " +
		"compared. Going back up by any number of levels. Headings whose attributes were not read.",
	Whole: func(p *audit.Pass) {
		last := map[tree.NodeID]int{} // by the part of the document
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.RoleUnread() || n.Role == tree.RoleHeading && !n.StatesRead {
				clear(last) // a heading may lie here
			}
			if n.Role != tree.RoleHeading || !p.InScope(n.ID) || !n.States.Has(tree.Visible) {
				continue
			}
			p.Checked(1)
			if len(n.Attributes) == 0 {
				p.UndecidedAt(n, "the attributes could not be read")
				clear(last)
				continue
			}
			text, _ := audit.AttributeOf(n, "level")
			level, err := strconv.Atoi(text)
			if err != nil || level < 1 {
				p.Report(n, audit.Detail{Why: "It has no level.", Kind: "missing", Values: []audit.Value{audit.V("level", text), audit.V("name", n.Name.Value)}})
				continue
			}
			part := tree.NodeID(0)
			if up := p.Above("parts of a page", n, func(a *tree.Node) bool { return parts[a.Role] }); up != nil {
				if part = up.ID; !p.Shown(part) {
					continue // the page of another tab
				}
			}
			if before := last[part]; before > 0 && level > before+1 {
				p.Report(n, audit.Detail{
					Why:    fmt.Sprintf("It has level %d after one with level %d.", level, before),
					Kind:   "jump",
					Values: []audit.Value{audit.V("level", level), audit.V("level before", before), audit.V("name", n.Name.Value)},
				})
			}
			last[part] = level
		}
	},
}

var parts = audit.Roles(tree.RoleDocument, tree.RoleDialog, tree.RoleWindow, tree.RoleMain, tree.RoleNavigation, tree.RoleComplementary,
	tree.RoleRegion, tree.RoleBanner, tree.RoleContentInfo, tree.RoleArticle, tree.RoleTabpanel, tree.RoleAlert, tree.RoleSearch)
