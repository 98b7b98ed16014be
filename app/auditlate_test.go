package app

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// slowAudit answers when it is let go, whatever became of its context: as an application
// that hangs.
type slowAudit struct {
	t    *testing.T
	asks chan tree.Handle
	free chan struct{}
}

func newSlowAudit(t *testing.T) *slowAudit {
	s := &slowAudit{t, make(chan tree.Handle, 8), make(chan struct{})}
	return s
}

func (s *slowAudit) audit(_ context.Context, _ tree.Application, window tree.Handle) (*audit.Report, error) {
	s.asks <- window
	<-s.free
	return auditOf(s.t, unnamed()), nil
}

// What comes of an audit after the window shows something else is of nothing that a
// person looks at.
func TestLateAuditIsOfNothingThatIsShown(t *testing.T) {
	for name, leave := range map[string]func(*desk){
		"another window was chosen":      func(d *desk) { d.showWindow("window") },
		"another application was chosen": func(d *desk) { d.observe(tree.Application{Handle: "other", Name: "Other", PID: 7}) },
		"the same was chosen again":      func(d *desk) { d.observe(orders) },
		"Esc was pressed":                func(d *desk) { d.key(fyne.KeyEscape) },
		"Audit was pressed again":        func(d *desk) { d.run("audit") },
		"Stop was chosen":                func(d *desk) { d.run("stop") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSlowAudit(t)
			d := openOrders(t, &scripted{snapshot: unnamed}, Services{Audit: s.audit})
			d.run("audit")
			<-s.asks
			leave(d)
			if d.command("audit").on() {
				t.Error("an audit is still said to be under way")
			}
			close(s.free)
			d.idle()
			if r := d.drawer.Findings.Shown().Report; r != nil {
				t.Errorf("shown all the same: %s", d.drawer.Findings.Summary())
			}
			if strings.Contains(d.message.Text(), "audited") {
				t.Errorf("said %q", d.message.Text())
			}
		})
	}
}

// An audit that hangs after it was stopped does not keep the next one from being made.
func TestAuditAfterOneThatWasStopped(t *testing.T) {
	s := newSlowAudit(t)
	d := openOrders(t, &scripted{snapshot: unnamed}, Services{Audit: s.audit})
	d.run("audit")
	<-s.asks
	d.showWindow("window")
	d.run("audit")
	if got := <-s.asks; got != "window" {
		t.Errorf("the second audit is of %q", got)
	}
	close(s.free)
	d.until("the second is shown", func() bool { return d.drawer.Findings.Shown().Report != nil })
	if scope := d.drawer.Findings.Shown().Scope; !strings.HasPrefix(scope, "window") {
		t.Errorf("it is told to be of %q", scope)
	}
}
