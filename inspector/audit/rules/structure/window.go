package structure

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

var titlesDuplicate = &audit.Rule{
	ID: "window-titles-duplicate", Group: audit.Structure, Severity: audit.Warning, InTestability: audit.Warning, Criteria: []string{"2.4.2"},
	Title: "Two windows of one title",
	Explanation: "In the list of windows, and in what a screen reader says when one comes to the front, they cannot be told apart; a locator " +
		"names windows by role and title. Looked at: the titles of the windows that are shown. Reported at the second.",
	Remedy: audit.Remedy{
		Any:  "Put into the title what the window is about: the document, the folder it is in.",
		GTK3: "Call gtk_window_set_title.",
		GTK4: "Call gtk_window_set_title.",
		Qt:   "Call QWidget::setWindowTitle; \"[*]\" marks what is not saved.",
		Web:  "Set document.title.",
	},
	Quiet: "Windows without a title (menus, tool tips); windows that are not shown; a dialog and a window of one title are for review. " +
		"Two documents of one file name are told, since the title could say the folder.",
	Whole: func(p *audit.Pass) {
		first := map[string]*tree.Node{}
		for _, top := range p.Nodes[0].Children {
			n := &p.Nodes[top]
			title := inspector.Normalize(n.Name.Value)
			if !n.Role.TopLevel() || title == "" || !p.InScope(top) || !p.Shown(top) {
				continue
			}
			p.Checked(1)
			of, twice := first[title]
			if !twice {
				first[title] = n
				continue
			}
			d := audit.Detail{
				Why:    fmt.Sprintf("Another %s of the application is called %q, too.", of.Role, title),
				Values: []audit.Value{audit.V("title", n.Name.Value), audit.V("role", n.Role), audit.V("other role", of.Role)}, Others: []tree.NodeID{of.ID},
			}
			if of.Role != n.Role {
				d.Severity = audit.Review
			}
			p.Report(n, d)
		}
	},
}

var modalLeak = &audit.Rule{
	ID: "modal-dialog-leak", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"2.4.3"},
	Title: "The keyboard leaves a modal dialog",
	Explanation: "While a modal dialog is open, nothing behind it can be used. Where Tab leads there all the same, a person who does not see " +
		"the screen types into what does not answer. Looked at: the walk with Tab while a modal dialog is shown, and which of its " +
		"stops lie outside of the dialog.",
	Remedy: audit.Remedy{
		Any:  "Keep the focus in the dialog while it is open.",
		GTK3: "Call gtk_window_set_modal and gtk_window_set_transient_for.",
		GTK4: "Call gtk_window_set_modal and gtk_window_set_transient_for.",
		Qt:   "Call QDialog::exec or open, or setWindowModality.",
		Web:  "Use <dialog> with showModal, or set inert on the rest of the page.",
	},
	Quiet: "Elements behind the dialog that merely say that they can take the focus: GTK and Qt do not unset that. Dialogs that are not " +
		"modal; stops whose element is not known.",
	Needs: audit.NeedTabs,
	Whole: func(p *audit.Pass) {
		modal := map[tree.NodeID]bool{}
		var dialog *tree.Node
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Role.TopLevel() && n.States.Has(tree.Modal) && p.Shown(n.ID) {
				modal[n.ID] = true
				dialog = n
			}
		}
		if dialog == nil {
			return
		}
		seen := map[tree.NodeID]bool{}
		for _, stop := range p.Tabs.Stops {
			n := p.Node(stop.Node)
			if n == nil || seen[n.ID] || !p.InScope(n.ID) {
				continue
			}
			seen[n.ID] = true
			p.Checked(1)
			if modal[n.ID] || p.Up(n, func(u *tree.Node) bool { return modal[u.ID] }) != nil {
				continue
			}
			if p.Up(n, func(u *tree.Node) bool { return u.Role.TopLevel() && !u.StatesRead }) != nil {
				p.UndecidedAt(n, "whether its window is modal could not be read")
				continue
			}
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("Tab leads here while the modal %s is open.", p.Short(dialog.ID)),
				Values: []audit.Value{audit.V("dialog", p.Short(dialog.ID)), audit.V("window", p.Short(max(p.Top(n.ID), 0)))}, Others: []tree.NodeID{dialog.ID},
			})
		}
	},
}
