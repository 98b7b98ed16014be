//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit/gather"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/samples/programs"
	"github.com/samebutton/samebutton/samples/web"
)

// fact is a finding of a rule about an element whose description begins so.
type fact struct{ rule, element string }

// judgements are faults that real programs have, as somebody saw with their own eyes, and
// what must not be held against them: each was false once (docs/audit.md).
var judgements = []struct {
	program     programs.Program
	has, hasNot []fact
}{
	{
		programs.GTK3WidgetFactory(),
		[]fact{
			{"name-missing-container", "[window]"}, {"name-missing-interactive", "[slider]"}, {"name-is-value", `combobox "Left"`},
			{"locator-ambiguous", `tab "page 1"`}, {"locator-index-only", "[textbox]"}, {"sibling-duplicate", `radio "radiobutton"`},
		},
		[]fact{{"index-parent-mismatch", ""}, {"single-select-many-selected", ""}},
	},
	{
		programs.GTK4WidgetFactory(),
		[]fact{
			{"name-placeholder-only", "[password]"}, {"name-missing-interactive", "[spinbutton]"}, {"label-in-name", `tab "Tab"`},
			{"interactive-no-action", `checkbox "checkbutton"`}, {"locator-index-only", "[combobox]"},
		},
		[]fact{
			{"index-parent-mismatch", ""}, {"single-select-many-selected", ""}, {"label-orphan", `label "Heading"`},
			{"actionable-not-focusable", "[button]"},
		},
	},
	{
		programs.Calculator(),
		[]fact{{"name-missing-interactive", "[textbox]"}},
		[]fact{{"name-missing-interactive", "[button]"}, {"locator-ambiguous", `button "7"`}, {"index-parent-mismatch", ""}, {"actionable-not-focusable", ""}},
	},
	{
		programs.Mousepad(),
		[]fact{{"name-missing-interactive", "[textbox]"}},
		[]fact{{"index-parent-mismatch", ""}, {"actionable-not-focusable", ""}, {"target-size", ""}},
	},
	{
		programs.FeatherPad(),
		[]fact{{"name-missing-interactive", "[textbox]"}, {"name-missing-interactive", "[combobox]"}},
		[]fact{{"label-orphan", `label "Root Instance"`}, {"state-without-able", ""}, {"name-missing-interactive", "[checkbox]"}, {"index-parent-mismatch", ""}},
	},
}

// planted are the faults of the page that names them itself.
var planted = []fact{
	{"name-missing-interactive", "[button]"}, {"name-missing-interactive", "[textbox]"}, {"name-whitespace", "button"},
	{"label-in-name", `link "Transmit"`}, {"label-orphan", `label "Customer"`}, {"name-placeholder-only", `textbox "City"`},
	{"heading-level-missing", `heading "Items"`}, {"sibling-duplicate", `button "Delete"`}, {"locator-ambiguous", `button "Delete"`},
	{"id-duplicate", `button "Add"`}, {"actionable-not-focusable", `button "Discount"`}, {"contrast-text", `label "Prices are without tax"`},
	{"target-size", `button "More"`}, {"table-headers-missing", "[table]"}, {"link-same-name", `link "Read more"`},
	{"landmark-nested-or-twice", "[main]"},
}

// auditOf audits a process with the built program, and says how it ended.
func auditOf(t *testing.T, ctx context.Context, pid int) (*report.Document, int, error) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "audit.json")
	cmd := screenDesktop.Command(ctx, program, "audit", "--app", fmt.Sprint(pid), "--all-windows", "--format", "json", "--output", out,
		"--store", filepath.Join(t.TempDir(), "store.db"), "--timeout", "60s")
	said, err := cmd.CombinedOutput()
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		return nil, 0, err
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, code, fmt.Errorf("%w; it said: %s", err, said)
	}
	var d report.Document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, code, fmt.Errorf("%w; it said: %s", err, said)
	}
	return &d, code, nil
}

// held returns what is held against an application by errors and warnings, its
// toolkit's faults among them only where they are warnings.
func held(d *report.Document) []fact {
	var all []fact
	for _, c := range d.Causes {
		if word := c.Severity.String(); word == "error" || word == "warning" {
			for _, x := range c.Findings {
				all = append(all, fact{c.Rule, x.Element})
			}
		}
	}
	return all
}

func (f fact) in(all []fact) bool {
	return slices.ContainsFunc(all, func(x fact) bool { return x.rule == f.rule && strings.HasPrefix(x.element, f.element) })
}

// judged checks an audit against what is known.
func judged(d *report.Document, has, hasNot []fact) error {
	if !d.Complete {
		return errors.New("not everything was read")
	}
	all := held(d)
	for _, f := range has {
		if !f.in(all) {
			return fmt.Errorf("%s did not find %s; held against it: %v", f.rule, f.element, all)
		}
	}
	for _, f := range hasNot {
		if f.in(all) {
			return fmt.Errorf("%s found %q, which is false; held against it: %v", f.rule, f.element, all)
		}
	}
	return nil
}

// auditedUntil audits until the program has laid itself out and the audit is as it
// must be; the last reason why it is not fails the test.
func auditedUntil(t *testing.T, ctx context.Context, pid int, check func(d *report.Document, code int) error) {
	t.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		d, code, err := auditOf(t, ctx, pid)
		if err == nil {
			err = check(d, code)
		}
		if err == nil {
			return
		}
		last = err
	}
	t.Fatal(last)
}

func TestAuditOfRealPrograms(t *testing.T) {
	for _, k := range judgements {
		t.Run(k.program.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), lifetime)
			defer cancel()
			a := startReal(t, ctx, screenDesktop, k.program)
			auditedUntil(t, ctx, a.PID(), func(d *report.Document, code int) error {
				if code != 1 {
					return fmt.Errorf("it has errors and ended with %d: %+v", code, d.Counts)
				}
				return judged(d, k.has, k.hasNot)
			})
			asksOnly(t, ctx, a.PID())
		})
	}
}

// asksOnly gathers all evidence of an audit and fails for each call that changes the target.
func asksOnly(t *testing.T, ctx context.Context, pid int) {
	t.Helper()
	var calls atomic.Int64
	b, err := atspi.Open(ctx, atspi.Options{Call: 20 * time.Second, Observe: patience, OnCall: func(_, _, iface, member string) {
		calls.Add(1)
		if atspi.Mutating(iface, member) {
			t.Errorf("an audit sent %s.%s", iface, member)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	apps, err := b.Applications(ctx)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(apps, func(a tree.Application) bool { return a.PID == pid })
	if at < 0 {
		t.Fatalf("process %d is not among %v", pid, apps)
	}
	g := gather.Gatherer{Backend: b, App: apps[at], Read: func(ctx context.Context) (*inspector.Frozen, error) {
		s, err := b.Observe(ctx, backends.Scope{Application: apps[at]})
		if err != nil {
			return nil, err
		}
		return inspector.Freeze(s), nil
	}}
	s, err := g.Subject(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if s.Timing == nil || s.Links == nil || calls.Load() < int64(len(s.Nodes)) {
		t.Errorf("evidence is missing: %d calls for %d elements", calls.Load(), len(s.Nodes))
	}
}

// TestAuditFailsForAFaultAndPassesWithoutIt is what a gate in CI does: a page with
// faults ends it with 1, the same page without them with 0, and nothing was done to either.
func TestAuditFailsForAFaultAndPassesWithoutIt(t *testing.T) {
	for _, page := range []struct {
		file  string
		check func(d *report.Document, code int) error
	}{
		{web.Faulty, func(d *report.Document, code int) error {
			if code != 1 {
				return fmt.Errorf("ended with %d: %+v", code, d.Counts)
			}
			return judged(d, planted, nil)
		}},
		{web.Mended, func(d *report.Document, code int) error {
			if code != 0 || d.Counts.Error > 0 {
				return fmt.Errorf("ended with %d: %v", code, held(d))
			}
			if d.Scores.Interactive < 10 {
				return fmt.Errorf("only %d interactive elements were there to judge", d.Scores.Interactive)
			}
			var rules []fact // none of the planted kinds, whatever the element
			for _, f := range planted {
				rules = append(rules, fact{rule: f.rule})
			}
			return judged(d, nil, rules)
		}},
	} {
		t.Run(page.file, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), lifetime)
			defer cancel()
			a, err := web.Start(ctx, screenDesktop, web.Chromium, web.Options{Page: web.Page{File: page.file}})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			auditedUntil(t, ctx, a.PID(), page.check)
			for _, e := range a.Log() {
				if e.Event != "ready" {
					t.Errorf("the audit caused %s of %s", e.Event, e.ID)
				}
			}
		})
	}
}
