package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// mended is unnamed with one of its faults mended and a new one.
func mended() *tree.Snapshot {
	return snapshotOf(el{handle: "bar", role: tree.RoleToolbar, name: "Main", at: tree.Rect{X: 100, Y: 100, W: 400, H: 40}, children: []el{
		button("save", "Save", 110, 110), button("mute", "Mute", 210, 110), button("more", "", 310, 110),
		{handle: "mode", role: tree.RoleCheckbox, at: tree.Rect{X: 410, Y: 110, W: 30, H: 30}},
	}})
}

// pathFiles answers with a path.
type pathFiles struct{ path string }

func (f *pathFiles) Open(string, string, ...string) (string, error) { return f.path, nil }
func (f *pathFiles) Save(string, string, string) (string, error)    { return f.path, nil }

// auditing opens a window whose audits are of the snapshots that are returned.
func auditingDesk(t *testing.T, now *func() *tree.Snapshot, files Files) *desk {
	t.Helper()
	*now = unnamed
	return openOrders(t, &scripted{snapshot: unnamed}, Services{Files: files, Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
		return auditOf(t, (*now)()), nil
	}})
}

func (d *desk) audits() {
	d.t.Helper()
	d.run("audit")
	d.until("the audit is shown", func() bool { return d.auditing.run == nil && d.Idle() })
}

func (d *desk) said(want string) {
	d.t.Helper()
	d.until("it says "+want, func() bool { return strings.Contains(d.message.Text(), want) })
}

func TestAuditsAreCompared(t *testing.T) {
	var now func() *tree.Snapshot
	d := auditingDesk(t, &now, nil)
	d.audits()
	if d.command("audit-before").why() == "" {
		t.Error("the first audit can be compared with the one before")
	}
	now = mended
	d.leave() // as when the application was started again
	d.observe(orders)
	d.until("it is shown again", func() bool { return d.seen != nil && d.Idle() })
	d.audits()
	d.run("audit-before")
	facts := d.find("list", "Finding")
	if got := facts.Children; !strings.Contains(labelled(got, "Compared"), "1 new, 1 unchanged, 1 fixed, 0 not looked for") {
		t.Errorf("compared: %q", labelled(got, "Compared"))
	}
	if got := d.drawer.Findings.Summary(); !strings.Contains(got, "1 error") {
		t.Errorf("what was known counts: %s", got)
	}
	d.tapOn(d.find("treeitem", "Fixed: 1"))
	d.key(fyne.KeyRight)
	d.find("tab", "Findings 1")
	list := d.find("tree", "Findings").Children
	if last := list[len(list)-1]; !strings.Contains(last.Label, "button") || last.Value != "name-missing-interactive" {
		t.Errorf("fixed: %+v", last)
	}
	d.drawer.Findings.SetFilter(view.FindingFilter{Least: audit.Info, Counting: true})
	if d.has("treeitem", "Fixed: 1") {
		t.Error("what is fixed is listed among what counts")
	}
	d.run("audit-alone")
	d.find("tab", "Findings 2")
}

func labelled(all []view.Description, label string) string {
	for _, d := range all {
		if d.Label == label {
			return d.Value
		}
	}
	return ""
}

func TestAuditIsSavedAndComparedWithItsFile(t *testing.T) {
	var now func() *tree.Snapshot
	files := &pathFiles{}
	d := auditingDesk(t, &now, files)
	d.audits()
	dir := t.TempDir()
	for name, holds := range map[string]string{
		"a.html": "<!doctype html>", "a.json": `"schema":"samebutton/audit/`, "a.SARIF": `"version": "2.1.0"`, "a.xml": "<testsuite",
	} {
		files.path = filepath.Join(dir, name)
		d.run("audit-save")
		d.said("wrote " + files.path)
		if text, err := os.ReadFile(files.path); err != nil || !strings.Contains(strings.ToLower(string(text)), strings.ToLower(holds)) {
			t.Errorf("%s: %v: %.80s", name, err, text)
		}
	}
	files.path = filepath.Join(dir, "a.pdf")
	d.run("audit-save")
	d.said("a.pdf was not written")
	if _, err := os.Stat(files.path); err == nil {
		t.Error("there is a file all the same")
	}

	now = mended
	d.audits()
	files.path = filepath.Join(dir, "a.json")
	d.run("audit-compare")
	d.said("compared with a.json")
	if got := labelled(d.find("list", "Finding").Children, "Compared"); !strings.Contains(got, "with a.json: 1 new, 1 unchanged, 1 fixed") {
		t.Errorf("compared: %q", got)
	}
	d.audits() // the comparison goes on
	if got := d.drawer.Findings.Shown().Against; got != "a.json" {
		t.Errorf("the next audit is compared with %q", got)
	}
	for name, text := range map[string]string{"no.json": `{"schema":"other"}`, "cut.json": `{"schema":`} {
		files.path = filepath.Join(dir, name)
		if err := os.WriteFile(files.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d.run("audit-compare")
		d.said(name + " cannot be compared with")
		if got := d.drawer.Findings.Shown().Against; got != "a.json" {
			t.Errorf("after %s compared with %q", name, got)
		}
	}
}

// What is known of one application says nothing of another: neither its saved audit nor a
// baseline that was chosen for it is compared with that of another.
func TestAuditsOfTwoApplicationsAreNotCompared(t *testing.T) {
	var now func() *tree.Snapshot
	files := &pathFiles{filepath.Join(t.TempDir(), "a.json")}
	d := auditingDesk(t, &now, files)
	d.audits()
	d.run("audit-save")
	d.said("wrote " + files.path)
	base, err := audit.NewBaseline(d.auditing.report).Format()
	if err != nil {
		t.Fatal(err)
	}
	saved := files.path
	files.path = filepath.Join(t.TempDir(), "base.json")
	if err := os.WriteFile(files.path, base, 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("audit-compare")
	d.said("compared with base.json")
	now = func() *tree.Snapshot {
		s := mended()
		s.Application.Name = "Letters"
		return s
	}
	d.audits()
	if f := d.drawer.Findings.Shown(); f.Against != "" || len(f.Report.Fixed) > 0 {
		t.Errorf("compared with %q of another application: fixed %v", f.Against, f.Report.Fixed)
	}
	files.path = saved
	d.run("audit-compare")
	d.said("it is an audit of")
	if f := d.drawer.Findings.Shown(); f.Against != "" {
		t.Errorf("compared with %q", f.Against)
	}
}

func TestFindingsAreFiltered(t *testing.T) {
	var now func() *tree.Snapshot
	d := auditingDesk(t, &now, nil)
	now = mended
	d.audits()
	all := len(d.find("tree", "Findings").Children)
	d.auditing.entry.SetText("CHECKBOX")
	list := d.find("tree", "Findings").Children
	if len(list) != 2 || all != 3 {
		t.Errorf("%d lines, %d before: %+v", len(list), all, list)
	}
	d.auditing.entry.OnKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := len(d.find("tree", "Findings").Children); got != all {
		t.Errorf("%d lines after Esc", got)
	}
}
