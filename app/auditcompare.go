package app

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
)

// largestAudit is the size of a file that is read to compare with, in bytes: an audit of
// 50,000 findings takes some 60 MB.
const largestAudit = 256 << 20

// earlier is an audit that another one is compared with; the zero value is none.
type earlier struct {
	name        string // in words: when it was made, or its file
	application string // what it is of, or for which it was chosen
	known       *audit.Baseline
}

// compareWithFile asks for a saved audit or a baseline and compares with it. What is known
// of one application is gone from every other, which mends nothing: so it is for that of
// the audit that is shown, and only for it.
func (a *App) compareWithFile() {
	var e earlier
	of := a.auditing.application()
	a.openFile("Compare with a Saved Audit or Baseline", "Audit", []string{"json"}, func(path string) (err error) {
		if e, err = readEarlier(path); err == nil && cmp.Or(e.application, of) != of {
			err = fmt.Errorf("%s cannot be compared with: it is an audit of %s, not of %s", path, view.OneLine(e.application), view.OneLine(of))
		}
		e.application = of
		return err
	}, func() {
		if a.auditing.report != nil && a.auditing.application() != of {
			a.say("not compared: " + e.name + " was chosen for " + view.OneLine(of)) // another one is shown by now
			return
		}
		a.compare(e)
	})
}

func readEarlier(path string) (earlier, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return earlier{}, err
	case !info.Mode().IsRegular():
		return earlier{}, fmt.Errorf("%s is not a file: choose an audit that was saved as JSON, or a baseline", path)
	case info.Size() > largestAudit:
		return earlier{}, fmt.Errorf("%s has %d MB, an audit at most %d: choose an audit that was saved as JSON, or a baseline", path, info.Size()>>20, largestAudit>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return earlier{}, err
	}
	known, err := report.ParseEarlier(text)
	if err != nil {
		return earlier{}, fmt.Errorf("%s cannot be compared with: %w", path, err)
	}
	return earlier{filepath.Base(path), known.Application, known.Known}, nil
}

// compareWithBefore compares with the audit before, of this or of an earlier run of the
// same application.
func (a *App) compareWithBefore() { a.compare(a.auditing.before) }

// compareNoMore shows the audit as it is.
func (a *App) compareNoMore() { a.compare(earlier{}) }

func (a *App) compare(e earlier) {
	a.auditing.earlier = e
	if a.auditing.report == nil {
		return // the next audit is
	}
	a.showAudit()
	if e.known != nil {
		a.say("compared with " + e.name)
	}
	a.updateCommands()
}

// noBefore says why there is no audit before the one that is shown.
func (a *App) noBefore() string {
	t := &a.auditing
	switch {
	case t.report == nil:
		return "audit first"
	case t.before.known == nil:
		return "this is the first audit: audit again after a change"
	case t.before.application != t.application():
		return "the audit before is of " + t.before.application
	}
	return ""
}

// auditCommands are the commands of the audit. shown says why there is nothing to audit,
// answers why the application cannot be asked.
func (a *App) auditCommands(shown, answers func() string) []*command {
	audited := func() string {
		if a.auditing.report == nil {
			return "audit first"
		}
		return ""
	}
	compared := func() bool { return a.auditing.earlier.known != nil }
	return []*command{
		{id: "audit", menu: "Inspect", label: "Audit", key: fyne.KeyF, mod: ctrlAlt, do: a.toggleAudit, why: firstWhy(shown, func() string {
			if a.offline != "" {
				return ""
			}
			return answers()
		}), on: func() bool { return a.auditing.run != nil }, rule: true},
		{id: "audit-save", menu: "Inspect", label: "Save the Audit…", key: fyne.KeyF, mod: ctrlAltShift, do: a.saveAudit, why: audited},
		{id: "audit-compare", menu: "Inspect", label: "Compare the Audit with a File…", key: fyne.KeyY, mod: ctrlAlt, do: a.compareWithFile, why: audited},
		{id: "audit-before", menu: "Inspect", label: "Compare with the Audit Before", key: fyne.KeyY, mod: ctrlAltShift, do: a.compareWithBefore, why: a.noBefore},
		{id: "audit-alone", menu: "Inspect", label: "No Comparison", key: fyne.KeyN, mod: ctrlAltShift, do: a.compareNoMore, why: func() string {
			if !compared() {
				return "nothing is compared"
			}
			return ""
		}},
	}
}
