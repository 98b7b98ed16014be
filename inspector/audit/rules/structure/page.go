package structure

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// sections are the landmarks that must not lie in another one (WAI-ARIA Authoring
// Practices, landmarks).
func section(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleBanner, tree.RoleMain, tree.RoleContentInfo, tree.RoleComplementary:
		return true
	}
	return false
}

func landmark(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleNavigation, tree.RoleSearch, tree.RoleRegion, tree.RoleForm:
		return true
	}
	return section(n)
}

var landmarks = &audit.Rule{
	ID: "landmark-nested-or-twice", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "Landmarks in the wrong place",
	Explanation: "People who use a screen reader jump between the parts of a page: head, main part, foot. A main part inside another part, " +
		"or two of them, sends them astray. Looked at: banner, main, contentinfo and complementary of pages.",
	Remedy: audit.Remedy{
		Any: "Put each of the parts straight into the page, and main once.",
		Web: "Put <header>, <main>, <footer> and <aside> straight into <body>; use <section> inside of them.",
	},
	Quiet: "Programs that are no pages, where these roles mean the bars of a window; parts of a page inside another page (frames); " +
		"complementary in main, which the practices allow.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return p.Toolkit == audit.Web && section(n) },
	Check: func(p *audit.Pass, n *tree.Node) {
		around := p.Above("landmark or document", n, func(u *tree.Node) bool { return landmark(u) || u.Role == tree.RoleDocument })
		if around != nil && landmark(around) && !(n.Role == tree.RoleComplementary && around.Role == tree.RoleMain) {
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("The %s lies in %s.", n.Role, p.Short(around.ID)),
				Values: []audit.Value{audit.V("role", n.Role), audit.V("around", around.Role)}, Others: []tree.NodeID{around.ID}, Kind: "nested",
			})
		}
	},
	Whole: func(p *audit.Pass) {
		if p.Toolkit != audit.Web {
			return
		}
		main := map[tree.NodeID]tree.NodeID{} // the first of a page
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Role != tree.RoleMain || !p.InScope(n.ID) || !p.Shown(n.ID) {
				continue
			}
			if !p.RolesKnown(n.ID) {
				p.UndecidedAt(n, "the role of what is around it could not be read")
				continue
			}
			page := p.Above("document", n, func(u *tree.Node) bool { return u.Role == tree.RoleDocument })
			if page == nil {
				continue
			}
			first, twice := main[page.ID]
			if !twice {
				main[page.ID] = n.ID
				continue
			}
			if p.Inside(n.ID, first) {
				continue // told as nested
			}
			p.Report(n, audit.Detail{
				Why:    "The page has a main part before this one.",
				Values: []audit.Value{audit.V("first", p.Short(first))}, Others: []tree.NodeID{first}, Kind: "twice",
			})
		}
	},
}
