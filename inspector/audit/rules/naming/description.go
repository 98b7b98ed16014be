package naming

import (
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var nameDescription = &audit.Rule{
	ID: "name-equals-description", Group: audit.Naming, AnyRole: true, Severity: audit.Warning,
	Title: "Description that only repeats the name",
	Explanation: "A screen reader says both, so that the person hears everything twice; nothing is explained. Looked at: name and " +
		"description without regard to upper case, blanks and closing dots.",
	Remedy: audit.Remedy{
		Any:  "Let the description say what the name does not, or leave it empty.",
		GTK3: "Leave out gtk_widget_set_tooltip_text where it repeats the label.",
		GTK4: "Leave out gtk_widget_set_tooltip_text where it repeats the label.",
		Qt:   "Leave out QWidget::setToolTip and setAccessibleDescription where they repeat the text.",
		Web:  "Leave out title where it repeats the text.",
	},
	Quiet: "The application itself. Where nearly all descriptions of the application are so, the toolkit copies one from the " +
		"other: one finding speaks for all. Tool buttons of Qt are told as the toolkit's fault (info).",
	Whole: func(p *audit.Pass) {
		var same []*tree.Node
		described := 0
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Parent == tree.None || !p.InScope(n.ID) || !p.Shown(n.ID) || !n.Name.IsKnown() {
				continue
			}
			p.Checked(1)
			if n.Description.State == tree.Unreadable {
				p.UndecidedAt(n, "the description could not be read")
				continue
			}
			if description := folded(n.Description.Value); description != "" {
				described++
				if description == folded(n.Name.Value) {
					same = append(same, n)
				}
			}
		}
		const many = 5
		if len(same) >= many && len(same)*4 >= described*3 {
			d := repeats(same[0])
			d.Why = fmt.Sprintf("It and %d others, of %d elements with a description, say their name again there: the toolkit copies it.", len(same)-1, described)
			d.Blame = "The toolkit copies the tooltip into name and description"
			for _, n := range same[1:] {
				d.Others = append(d.Others, n.ID)
			}
			d.About = "all descriptions"
			p.Report(same[0], d)
			return
		}
		for _, n := range same {
			d := repeats(n)
			if p.Toolkit == audit.Qt && ofAction[n.Role] {
				d.Severity, d.Blame = audit.Info, "Qt shows the text of an action as its tooltip where it has none"
			}
			p.Report(n, d)
		}
	},
}

// ofAction are the roles of what a QAction makes in a tool bar.
var ofAction = audit.Roles(tree.RoleButton, tree.RoleToggleButton, tree.RoleCheckbox)

func repeats(n *tree.Node) audit.Detail {
	return audit.Detail{
		Why:    "Its description says the same as its name.",
		Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("description", n.Description.Value)},
	}
}

// folded is a text as it is compared where case, blanks and closing dots say nothing.
func folded(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(audit.Speakable(s)), " ")), ".…: ")
}
