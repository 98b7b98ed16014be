package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

// unnamed has two buttons without a name.
func unnamed() *tree.Snapshot {
	return snapshotOf(el{handle: "bar", role: tree.RoleToolbar, name: "Main", at: tree.Rect{X: 100, Y: 100, W: 400, H: 40}, children: []el{
		button("save", "Save", 110, 110), button("mute", "", 210, 110), button("more", "", 310, 110),
	}})
}

func auditOf(t *testing.T, s *tree.Snapshot) *audit.Report {
	t.Helper()
	return audit.Run(&audit.Subject{Frozen: inspector.Freeze(s)}, audit.Options{Rules: []*audit.Rule{rules.Find("name-missing-interactive")}})
}

func TestFindingsLeadToTheirElements(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: unnamed}, Services{
		Audit: func(_ context.Context, app tree.Application, window tree.Handle) (*audit.Report, error) {
			if app.Name != "Orders" || window != "" {
				t.Errorf("audited %q, window %q", app.Name, window)
			}
			return auditOf(t, unnamed()), nil
		},
	})
	d.run("audit")
	d.idle()
	if d.drawer.Tabs.Selected() != view.TabFindings || !strings.Contains(d.drawer.Findings.Summary(), "2 errors") {
		t.Fatalf("tab %d: %s", d.drawer.Tabs.Selected(), d.drawer.Findings.Summary())
	}
	if tab := d.find("tab", "Findings 2"); !tab.Has("selected") {
		t.Errorf("tab %+v", tab)
	}
	head := d.find("treeitem", "Interactive element without a name")
	if head.Value != "2 of the same: button" {
		t.Errorf("head %+v", head)
	}
	d.tapOn(head)
	d.key(fyne.KeyRight, fyne.KeyDown, fyne.KeyDown)
	d.idle()
	if d.sel.handle != "more" {
		t.Errorf("the second finding led to %q", d.sel.handle)
	}
	d.key(fyne.KeyLeft)
	if list, _ := d.Describe().Find("tree", "Findings"); len(list.Children) != 2 {
		t.Errorf("%d rows once folded, with the scores", len(list.Children))
	}
	d.drawer.Findings.SetFilter(view.FindingFilter{Least: audit.Error + 1})
	if d.drawer.Findings.Summary() == "" {
		t.Error("the filter changed the summary")
	}
	d.leave()
	if d.drawer.Findings.Shown().Report != nil {
		t.Error("findings of the application that was left")
	}
}

// A finding does not lead to another element that got the handle of its own.
func TestFindingsLeadToNoOtherElement(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		return snapshotOf(el{handle: "more", role: tree.RoleTextbox, name: "Notes", at: tree.Rect{X: 310, Y: 110, W: 90, H: 30}})
	}}, Services{
		Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
			return auditOf(t, unnamed()), nil
		},
	})
	d.run("audit")
	d.idle()
	r := d.drawer.Findings.Shown().Report
	d.drawer.Findings.OnChoose(&r.Findings[len(r.Findings)-1])
	d.idle()
	if d.sel.handle == "more" || !strings.Contains(d.message.Text(), "gone") {
		t.Errorf("it led to %q: %q", d.sel.handle, d.message.Text())
	}
}

func TestAnAuditThatFails(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: unnamed}, Services{
		Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
			return nil, errors.New("it hangs")
		},
	})
	d.run("audit")
	d.until("the failure is told", func() bool { return strings.Contains(d.message.Text(), "it hangs") })
	if d.command("audit-save").why() == "" {
		t.Error("an audit that failed can be saved")
	}
}
