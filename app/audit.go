package app

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

// auditLimit is how long an audit may take: readings, questions to elements, pictures.
const auditLimit = 60 * time.Second

// auditing is the audit that is under way or shown.
type auditing struct {
	cancel context.CancelFunc // nil where none is under way
	at     time.Time          // when the one that is shown was made
	object fyne.CanvasObject  // the tools beside the tabs
	count  *view.StatusText
	least  *view.ToolButton
}

// weights are the findings that a person can choose to see.
var weights = []struct {
	label string
	least audit.Severity
}{{"All findings", audit.Info}, {"To review and worse", audit.Review}, {"Warnings and errors", audit.Warning}, {"Errors", audit.Error}}

// makeFindings makes the pane of the audit with its tools.
func (a *App) makeFindings() *view.FindingsPane {
	p := view.NewFindingsPane(a.tips, view.NewNotice("check", "No audit yet", []string{
		"Audit the window to see what it does not expose. Nothing is pressed, focused or scrolled.",
	}))
	p.SetLeast(audit.Review)
	p.OnChoose = func(f *audit.Finding) {
		if f != nil {
			a.selectHandle(f.Subject.Nodes[f.Node].Handle)
		}
	}
	p.OnCopy = func(s string) { a.copyText("value", s) }
	p.OnEscape = a.escape
	t := &a.auditing
	t.count = view.NewStatusText(a.tips, 0)
	t.least = view.NewChooserButton(a.tips, "", "Choose which findings to show", 150, a.chooseWeight)
	t.object = container.NewHBox(t.count, t.least, a.button("audit-save", "export", ""))
	return p
}

// auditNow audits what is shown: the live application, or a saved snapshot with what
// it was saved with.
func (a *App) auditNow() {
	a.showDrawer(view.TabFindings)
	if a.auditing.cancel != nil {
		return
	}
	ctx, cancel := context.WithTimeout(a.ctx, auditLimit)
	a.auditing.cancel = cancel
	seen, target, window := a.seen, a.target, a.windowChoice
	live := a.offline == "" && a.s.Audit != nil
	a.say("auditing " + target.Name + " …")
	a.busy.Add(1)
	go func() {
		var r *audit.Report
		var err error
		if live {
			r, err = a.s.Audit(ctx, target, window)
		} else {
			r = auditSaved(seen, window)
		}
		cancel()
		a.finish(func() {
			a.auditing.cancel = nil
			if a.target.Handle != target.Handle {
				return // another application is shown by now
			}
			a.audited(r, err)
		})
	}()
}

// auditSaved judges an observation by itself: nothing can be asked any more.
func auditSaved(seen *observation, window tree.Handle) *audit.Report {
	s := &audit.Subject{Frozen: seen.frozen, Pictures: audit.SavedPictures(seen.frozen, seen.capture)}
	if id := seen.frozen.ByHandle(window); id != tree.None {
		s.Windows = []tree.NodeID{id}
	}
	return audit.Run(s, audit.Options{Rules: rules.All()})
}

// audited shows what came of an audit.
func (a *App) audited(r *audit.Report, err error) {
	if err != nil {
		a.say(fmt.Sprintf("the audit failed: %v", err))
		return
	}
	a.auditing.at = time.Now()
	a.drawer.Findings.Set(r)
	a.say(fmt.Sprintf("audited %s: %s", r.Subject.Application.Name, a.drawer.Findings.Summary()))
	a.updateAuditTools()
	a.updateCommands()
}

// forgetAudit takes away the findings of an application that is left.
func (a *App) forgetAudit() {
	if a.auditing.cancel != nil {
		a.auditing.cancel()
	}
	a.drawer.Findings.Clear()
	a.updateAuditTools()
}

// chooseWeight opens the list of what to show.
func (a *App) chooseWeight() {
	var items []*fyne.MenuItem
	for _, w := range weights {
		it := fyne.NewMenuItem(w.label, func() {
			a.drawer.Findings.SetLeast(w.least)
			a.updateAuditTools()
		})
		it.Checked = a.drawer.Findings.Least() == w.least
		items = append(items, it)
	}
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), a.window.Canvas())
	at := a.driver().AbsolutePositionForObject(a.auditing.least)
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+2)) // the drawer is at the bottom
}

// updateAuditTools shows what the list of findings is set to.
func (a *App) updateAuditTools() {
	for _, w := range weights {
		if w.least == a.drawer.Findings.Least() {
			a.auditing.least.SetText(w.label)
		}
	}
	words := a.drawer.Findings.Summary()
	if words != "" {
		words += " · " + a.auditing.at.Format("15:04:05")
	}
	if a.auditing.count.Set("", "", words, "") && a.drawer.Tabs.Selected() == view.TabFindings {
		a.drawer.Tabs.Refresh()
	}
}

// saveAudit writes the audit that is shown as a page.
func (a *App) saveAudit() {
	r := a.drawer.Findings.Report()
	if r == nil {
		return
	}
	by := report.Source{Version: a.s.Version, Made: a.auditing.at}
	a.saveAs("Save the Audit", "Page", r.Subject.Application.Name+"-audit.html", "", func(path string) error {
		var b bytes.Buffer
		if err := report.HTML(&b, r, by); err != nil {
			return err
		}
		return os.WriteFile(path, b.Bytes(), 0o600)
	})
}
