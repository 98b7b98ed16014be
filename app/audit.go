package app

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/inspector/audit/rules"
	"github.com/samebutton/samebutton/store"
)

// auditLimit is how long an audit may take: readings, questions to elements, pictures.
const auditLimit = 60 * time.Second

const auditStopped = "the audit was stopped: nothing of it is shown"

// auditing is the audit that is under way, and the one that is shown.
type auditing struct {
	run     *auditRun     // nil where none is under way
	at      time.Time     // when the one that is shown was made
	scope   string        // what it is of
	report  *audit.Report // as it was made, without any comparison; nil for none
	earlier earlier       // what it is compared with
	before  earlier       // the audit of the same application before it

	object fyne.CanvasObject // the tools beside the tabs
	least  *view.ToolButton
	entry  *view.SearchEntry
}

// auditRun is one audit under way. What comes of a run that is not [auditing.run] any
// more is dropped: it is of what is not shown any more, or was stopped.
type auditRun struct{ cancel context.CancelFunc }

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
	p.SetFilter(view.FindingFilter{Least: audit.Review})
	p.OnChoose = func(f *audit.Finding) {
		if f != nil {
			a.selectSame(&f.Subject.Nodes[f.Node])
		}
	}
	p.OnCopy = func(s string) { a.copyText("value", s) }
	p.OnEscape = a.escape
	t := &a.auditing
	t.least = view.NewChooserButton(a.tips, "", "Choose which findings to show", 150, a.chooseWeight)
	t.entry = view.NewSearchEntry("filter the findings")
	t.entry.OnChanged = func(text string) {
		f := p.Filter()
		f.Text = text
		p.SetFilter(f)
	}
	t.entry.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyEscape {
			return false
		}
		t.entry.SetText("")
		a.escape()
		return true
	}
	t.object = container.NewHBox(container.New(fixed{fyne.NewSize(150, 26)}, t.entry), container.New(fixed{fyne.NewSize(170, 26)}, t.least),
		a.button("blind-spots", "blindspots", ""), a.button("audit-compare", "document", ""), a.button("audit-save", "export", ""))
	return p
}

// toggleAudit audits what is shown, the live application or a saved snapshot with what
// it was saved with, or stops the audit that is under way.
func (a *App) toggleAudit() {
	a.showDrawer(view.TabFindings)
	if a.stopAudit() {
		a.say(auditStopped)
		return
	}
	ctx, cancel := context.WithTimeout(a.ctx, auditLimit)
	run := &auditRun{cancel}
	a.auditing.run = run
	seen, target, window := a.seen, a.target, a.windowChoice
	scope := a.auditScope()
	live := a.offline == "" && a.s.Audit != nil
	a.say("auditing " + scope + " …")
	a.updateCommands()
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
			if a.auditing.run != run {
				return
			}
			a.auditing.run = nil
			a.audited(r, err, scope)
		})
	}()
}

// auditScope says what an audit is of now.
func (a *App) auditScope() string {
	if a.seen != nil {
		if id := a.seen.frozen.ByHandle(a.windowChoice); id != tree.None {
			return a.seen.frozen.Short(id) + " of " + a.target.Name
		}
	}
	return a.target.Name
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
func (a *App) audited(r *audit.Report, err error, scope string) {
	defer a.updateCommands()
	if err != nil {
		a.say(fmt.Sprintf("the audit failed: %v", err))
		return
	}
	t := &a.auditing
	a.keepBefore()
	if t.earlier.application != r.Subject.Application.Name {
		t.earlier = earlier{}
	}
	t.report, t.at, t.scope = r, time.Now(), scope
	a.showAudit()
	a.say(fmt.Sprintf("audited %s: %s", scope, a.drawer.Findings.Summary()))
}

// keepBefore keeps the audit that is shown, if there is one, to compare the next with.
func (a *App) keepBefore() {
	if t := &a.auditing; t.report != nil {
		t.before = earlier{a.auditName(), t.application(), audit.NewBaseline(t.report)}
	}
}

// stopAudit ends an audit that is under way and reports whether there was one.
func (a *App) stopAudit() bool {
	if a.auditing.run == nil {
		return false
	}
	a.auditing.run.cancel()
	a.auditing.run = nil
	a.updateCommands()
	return true
}

// forgetAudit takes away the findings of an application that is left, and keeps them to
// compare with: it may come back mended.
func (a *App) forgetAudit() {
	a.stopAudit()
	a.keepBefore()
	a.auditing.report = nil
	a.drawer.Findings.Clear()
	a.updateAuditTools()
}

// showAudit shows the audit that was made, compared with an earlier one where that is wanted.
func (a *App) showAudit() {
	t := &a.auditing
	f := view.Findings{Report: t.report, Scope: a.auditName(), Against: t.earlier.name}
	if t.earlier.known != nil {
		f.Report = t.report.Against(t.earlier.known)
	}
	a.drawer.Findings.Set(f)
	a.updateAuditTools()
}

// auditName is the audit that is shown in words: what it is of, and when it was made.
func (a *App) auditName() string { return a.auditing.scope + ", " + a.auditing.at.Format("15:04:05") }

func (t *auditing) application() string { return t.report.Subject.Application.Name }

// chooseWeight opens the list of what to show.
func (a *App) chooseWeight() {
	p := a.drawer.Findings
	set := func(f view.FindingFilter) func() {
		return func() {
			p.SetFilter(f)
			a.updateAuditTools()
		}
	}
	var items []*fyne.MenuItem
	for _, w := range weights {
		f := p.Filter()
		f.Least = w.least
		it := fyne.NewMenuItem(w.label, set(f))
		it.Checked = p.Filter() == f
		items = append(items, it)
	}
	f := p.Filter()
	f.Counting = !f.Counting
	counting := fyne.NewMenuItem("Without known and suppressed", set(f))
	counting.Checked = !f.Counting
	items = append(items, fyne.NewMenuItemSeparator(), counting)
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), a.window.Canvas())
	at := a.driver().AbsolutePositionForObject(a.auditing.least)
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+2)) // the drawer is at the bottom
}

// updateAuditTools shows what the list of findings is set to.
func (a *App) updateAuditTools() {
	a.auditShown()
	for _, w := range weights {
		if w.least == a.drawer.Findings.Filter().Least {
			a.auditing.least.SetText(w.label)
		}
	}
	a.drawer.Tabs.Rename(view.TabFindings, a.drawer.Findings.Title())
}

// saveAudit writes the audit that is shown, in the format that the end of the file's
// name means.
func (a *App) saveAudit() {
	r := a.drawer.Findings.Shown().Report
	if r == nil {
		return
	}
	by := report.Writing{Source: report.Source{Version: a.s.Version, Made: a.auditing.at}, Gate: audit.Error}
	a.saveAs("Save the Audit (.html, .json, .sarif or .xml)", "Audit", r.Subject.Application.Name+"-audit.html", "", func(path string) error {
		format := report.FormatOf(path)
		if format == "" {
			return fmt.Errorf("%s was not written: let its name end in .html, .json (to compare with later), .sarif, or .xml (JUnit)", path)
		}
		var b bytes.Buffer
		if err := report.Write(&b, format, r, report.Make(r), by); err != nil {
			return err
		}
		return store.ReplaceFile(path, b.Bytes())
	})
}
