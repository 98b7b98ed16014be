package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const auditOutline = `
application "Orders"
  window "Orders" @0,0,400,300
    button "Save" #save @10,40,80,30
    button #mute @100,40,80,30
    textbox "Customer" #customer @10,80,200,30
`

func TestAuditGates(t *testing.T) {
	b := newBench(t, auditOutline)
	only := []string{"audit", "--json"}
	b.run(only...)
	b.want(1)
	if !strings.Contains(b.out, `"rule": "name-missing-interactive"`) || !strings.Contains(b.out, `"interactive": 3`) {
		t.Errorf("answer %s", b.out)
	}
	b.run("audit", "--fail-on", "none")
	b.want(0)
	b.run("audit", "--rule", "name-missing-interactive=review")
	b.want(0)
	for _, wrong := range [][]string{
		{"--profile", "x"}, {"--fail-on", "info"}, {"--rule", "x=off"}, {"--rule", "name-missing-interactive=loud"},
		{"--update-baseline"}, {"--listen", "-1s"},
	} {
		b.run(append([]string{"audit"}, wrong...)...)
		b.want(2)
	}
	for _, c := range b.backend.Calls() {
		if c.Method == "Act" {
			t.Error("an audit acted")
		}
	}
}

func TestAuditBaselineAndSuppressions(t *testing.T) {
	dir := t.TempDir()
	base, decided := filepath.Join(dir, "base.json"), filepath.Join(dir, "audit.toml")
	b := newBench(t, auditOutline)
	b.run("audit", "--baseline", base)
	b.want(9) // not there
	b.run("audit", "--baseline", base, "--update-baseline")
	b.want(0)
	b.run("audit", "--baseline", base)
	b.want(0)
	if !strings.Contains(b.out, "known or suppressed throughout") || !strings.Contains(b.out, ": no findings that count; ") || !strings.Contains(b.out, " known\n") {
		t.Errorf("answer %s", b.out)
	}
	b.apps = newBench(t, strings.Replace(auditOutline, "    textbox", "    button #other @200,40,80,30\n    textbox", 1)).apps
	b.run("audit", "--baseline", base)
	b.want(1)
	if err := os.WriteFile(decided, []byte("[[suppress]]\nrule = 'name-missing-interactive'\nreason = 'known to the vendor'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run("audit", "--suppressions", decided)
	b.want(0)
	if !strings.Contains(b.out, "known to the vendor") || !strings.Contains(b.out, "; 2 suppressed\n") {
		t.Errorf("answer %s", b.out)
	}
	if err := os.WriteFile(decided, []byte("[[suppress]]\nrule = 'no-such-rule'\nreason = 'x'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run("audit", "--suppressions", decided)
	b.want(2)
}

func TestAuditFormats(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, auditOutline)
	for name, begins := range map[string]string{
		"a.sarif": "{", "a.xml": "<?xml", "a.html": "<!DOCTYPE", "a.json": `{"schema":"samebutton/audit/v1"`, "a.txt": "Orders",
	} {
		path := filepath.Join(dir, name)
		b.run("audit", "--output", path)
		b.want(1)
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), begins) {
			t.Errorf("%s: %v %.80s", name, err, text)
		}
	}
	b.run("audit", "--format", "sarif")
	b.want(1)
	if !strings.HasPrefix(b.out, "{") {
		t.Errorf("sarif to the terminal: %.80s", b.out)
	}
	for _, wrong := range [][]string{{"--format", "pdf"}, {"--output", "a.pdf"}, {"--source", "x"}, {"--json", "--format", "html"}} {
		b.run(append([]string{"audit"}, wrong...)...)
		b.want(2)
	}
}

// An audit after each step has a finding once, in the first state that shows it, and
// acts only as the replay does.
func TestAuditAfterEachStep(t *testing.T) {
	b := flowBench(t)
	b.run("audit", "--after", "new order", "--json", "--fail-on", "none")
	b.want(0)
	states, _ := at(b.answer(), "data.states").([]any)
	if len(states) != 3 || at(states[2], "title") != `after step 2, Press button "Save"` {
		t.Fatalf("states %v", states)
	}
	if done := b.apps[0].Done(); !slices.Equal(done, []string{`set-text customer "Anna"`, "press save"}) {
		t.Errorf("the application did %q", done)
	}
	seen := map[string]bool{}
	causes, _ := at(b.answer(), "data.causes").([]any)
	for _, c := range causes {
		for _, f := range at(c, "findings").([]any) {
			print := at(f, "fingerprint").(string)
			if seen[print] {
				t.Errorf("twice: %v", f)
			}
			seen[print] = true
		}
	}
	b.run("audit", "--after", "no such")
	if b.exit == 0 {
		t.Error("audited after nothing")
	}
	b.run("audit", "--param", "customer=Anna")
	b.want(2)
}

// A replay that stops is no audit: what was to be judged was not reached.
func TestAuditAfterAReplayThatStops(t *testing.T) {
	b := flowBench(t)
	b.apps[0].Change(func(m *fake.Model) { m.Remove("save") })
	b.run("audit", "--after", "new order", "--fail-on", "none")
	b.want(3)
}

// A walk with Tab is refused, before anything is pressed, where it cannot be made or
// another program controls the input.
func TestTabOrderIsRefused(t *testing.T) {
	b := newBench(t, auditOutline)
	for _, wrong := range [][]string{
		{"--tab-through-text"}, {"--tab-order", "--after", "new order"}, {"--tab-order", "--backend", "file:saved.samebutton-snapshot"},
	} {
		b.run(append([]string{"audit"}, wrong...)...)
		b.want(2)
	}
	b.run("audit", "--tab-order")
	b.want(9) // no keyboard to press on
	b.taken = true
	b.run("audit", "--tab-order")
	b.want(8)
	for _, c := range b.backend.Calls() {
		if c.Method == "Act" {
			t.Error("a refused walk acted")
		}
	}
}

// A gate that did not see everything does not pass, and writes no baseline.
func TestAuditOfWhatCouldNotBeRead(t *testing.T) {
	b := newBench(t, strings.Replace(auditOutline, "    button #mute @100,40,80,30\n", "    group \"Hidden\" #hidden\n", 1))
	b.apps[0].Change(func(m *fake.Model) { m.Cut("hidden", tree.CutVirtualChildren) })
	b.run("audit")
	b.want(0)
	b.apps[0].Change(func(m *fake.Model) { m.Cut("hidden", tree.CutUnreadable) })
	b.run("audit", "--fail-on", "error")
	b.want(5)
	b.run("audit", "--fail-on", "none")
	b.want(0)
	base := filepath.Join(t.TempDir(), "base.json")
	b.run("audit", "--baseline", base, "--update-baseline")
	b.want(5)
	if _, err := os.Stat(base); err == nil {
		t.Error("a baseline of a part was written")
	}
}
