package naming

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var liveMissing = &audit.Rule{
	ID: "live-region-missing", Group: audit.Naming, Severity: audit.Review, Criteria: []string{"4.1.3"},
	Needs: audit.NeedEarlier | audit.NeedEvents,
	Title: "Message that changes without a word",
	Explanation: "A text on the screen (\"Saved\", \"3 results\") changed between two readings, and the application told nobody. Who " +
		"does not see it learns of it only by looking for it.",
	Remedy: audit.Remedy{
		Any:  "Tell the change: make the text a status or an alert, or announce it.",
		GTK3: "Set the role ATK_ROLE_STATUSBAR or ATK_ROLE_NOTIFICATION; the text of GtkLabel sends its events by itself.",
		GTK4: "gtk_accessible_announce (4.14), or the role status or alert.",
		Qt:   "QAccessible::updateAccessibility with QAccessibleEvent(NameChanged) or an Alert event.",
		Web:  "role=\"status\" or aria-live=\"polite\".",
	},
	Quiet: "Status bars, alerts, logs, timers and what is in them; what a person types; clocks and counters cannot be told from messages, so that a " +
		"person has to look. Nothing is said where events were lost.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Role == tree.RoleLabel && n.Name.IsKnown() && !p.Typed(n)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		before := earlier(p, n)
		if before == nil || !before.Name.IsKnown() || letters(n.Name.Value) == 0 || folded(before.Name.Value) == folded(n.Name.Value) {
			return
		}
		if !p.Heard.Throughout {
			p.Undecided("it was not listened to all the time between the readings")
			return
		}
		if p.Heard.Lost {
			p.Undecided("events were lost")
			return
		}
		const levels = 3 // a container may speak for it
		for up, i := n, 0; ; i++ {
			if speaks[up.Role] || len(p.Heard.Of[up.Handle]) > 0 {
				return
			}
			if up.Parent == tree.None || i == levels {
				break
			}
			up = &p.Nodes[up.Parent]
		}
		p.Report(n, audit.Detail{
			Why:    "Its text changed between two readings, and no event told of it.",
			Values: []audit.Value{audit.V("earlier text", before.Name.Value), audit.V("text", n.Name.Value), audit.V("events heard", p.Heard.Events)},
		})
	},
}

var speaks = audit.Roles(tree.RoleStatus, tree.RoleAlert, tree.RoleLog, tree.RoleTimer, tree.RoleProgressbar, tree.RoleTooltip)
