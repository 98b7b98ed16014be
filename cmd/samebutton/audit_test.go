package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/inspector/audit/rules"
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
		{"--update-baseline"}, {"--listen", "-1s"}, {"--rule", "target-size"}, {"--rule", "=off"},
		{"--rule", "target-size=off", "--rule", "target-size=error"},
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

// What is no baseline is neither taken for one nor overwritten; one of an earlier version
// is replaced on request.
func TestAuditRefusesForgedBaselines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "base.json")
	b := newBench(t, auditOutline)
	for text, replaced := range map[string]bool{
		"": false, "\x00\xff": false, `{"name": "my-package"}`: false, `{"schema":"samebutton/audit-baseline/v9","known":[]}`: false,
		`{"schema":"samebutton/audit-baseline/v2","known":[{"fingerprint":"x"}]}`: false,
		`{"schema":"samebutton/audit-baseline/v1","known":[]}`:                    true,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b.run("audit", "--baseline", path)
		b.want(2)
		b.run("audit", "--baseline", path, "--update-baseline")
		if want := map[bool]int{true: 0, false: 2}[replaced]; b.exit != want {
			t.Errorf("%q: exit %d, want %d", text, b.exit, want)
		}
		if after, err := os.ReadFile(path); err != nil || replaced == (string(after) == text) {
			t.Errorf("%q became %.60q, %v", text, after, err)
		}
	}
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
	for _, wrong := range [][]string{
		{"--format", "pdf"}, {"--output", "a.pdf"}, {"--source", "x"}, {"--json", "--format", "html"}, {"--output", ""},
		{"--format", "html", "--output", "a.html", "--output", "b.html"}, {"--output", "a.html", "--output", "./a.html"},
		{"--output", "a.json", "--baseline", "a.json", "--update-baseline"},
		{"--format", "sarif", "--source", "/x"}, {"--format", "sarif", "--source", "../x"},
	} {
		b.run(append([]string{"audit"}, wrong...)...)
		b.want(2)
	}
}

// One audit, one reading, several reports of the same findings.
func TestAuditWritesSeveralReports(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, auditOutline)
	args := []string{"audit", "--source", "my app.py"}
	for _, name := range []string{"a.sarif", "a.xml", "a.html", "a.txt"} {
		args = append(args, "--output", filepath.Join(dir, name))
	}
	b.run("audit")
	once := observations(b)
	b.run(args...)
	b.want(1)
	if n := observations(b); n != once || n == 0 {
		t.Errorf("read %d times for four reports, %d times for one", n, once)
	}
	for name, want := range map[string]string{
		"a.sarif": `"uri": "my%20app.py"`, "a.xml": "<testsuite", "a.html": "<!DOCTYPE", "a.txt": "[name-missing-interactive]",
	} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, without %q", name, err, want)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
		if !strings.Contains(b.out, "wrote "+path) {
			t.Errorf("not told: %s in %s", path, b.out)
		}
	}
}

// What cannot be written is told before anything is read; what fails while it is written
// leaves no half file, and says what was written.
func TestAuditReportsThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, auditOutline)
	for _, path := range []string{filepath.Join(dir, "no", "a.html"), dir} {
		b.run("audit", "--format", "html", "--output", path)
		b.want(9)
		if n := observations(b); n != 0 || !strings.Contains(b.err, "nothing was read") {
			t.Errorf("read %d times; %s", n, b.err)
		}
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	b.run("audit", "--output", filepath.Join(dir, "a.txt"), "--output", fullDisk(t, dir))
	b.want(9)
	if !strings.Contains(b.err, "was not written") || !strings.Contains(b.err, "written were "+filepath.Join(dir, "a.txt")) {
		t.Error(b.err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 2 {
		t.Errorf("left %v %v", names, err)
	}
}

// fullDisk is a name for a file on a device that takes nothing.
func fullDisk(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "full.html")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
	return path
}

// observations counts the readings of the last command.
func observations(b *bench) (n int) {
	if b.backend == nil {
		return 0
	}
	for _, c := range b.backend.Calls() {
		if c.Method == "Observe" {
			n++
		}
	}
	return n
}

func TestAuditListsItsRules(t *testing.T) {
	b := newBench(t)
	b.run("audit", "--list-rules")
	b.want(0)
	if !strings.Contains(b.out, "name-missing-interactive") || !strings.Contains(b.out, "4.1.2") {
		t.Error(b.out)
	}
	b.run("audit", "--list-rules", "--profile", "strict", "--rule", "target-size=off", "--format", "json")
	b.want(0)
	severities := map[any]any{}
	for _, r := range at(b.answer(), "data.rules").([]any) {
		severities[at(r, "id")] = at(r, "severity")
	}
	if len(severities) != len(rules.All()) || severities["target-size"] != "off" || severities["contrast-text"] != "error" {
		t.Errorf("%v", severities)
	}
	for _, wrong := range [][]string{{"--app", "x"}, {"--output", "a.txt"}, {"--format", "html"}, {"--profile", "x"}, {"--rule", "x=off"}} {
		b.run(append([]string{"audit", "--list-rules"}, wrong...)...)
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
			if in, _ := at(f, "states").([]any); len(in) == 0 || in[len(in)-1] != at(states[2], "title") {
				t.Errorf("seen in %v: %v", in, f)
			}
		}
	}
	if n := at(b.answer(), "data.scores.interactive"); n != at(states[0], "scores.interactive") {
		t.Errorf("%v elements in three states that show the same", n)
	}
	b.run("audit", "--after", "no such")
	if b.exit == 0 {
		t.Error("audited after nothing")
	}
	b.run("audit", "--param", "customer=Anna")
	b.want(2)
}

// A replay that stops ends the command as 'replay' would; what was reached is reported,
// with the step that failed, in every format, and no baseline is made of it.
func TestAuditAfterAReplayThatStops(t *testing.T) {
	dir := t.TempDir()
	b := flowBench(t)
	b.apps[0].Change(func(m *fake.Model) { m.Remove("save") })
	args := []string{"audit", "--after", "new order", "--fail-on", "none", "--timeout", "1s"}
	base := filepath.Join(dir, "base.json")
	b.run(append(args, "--output", filepath.Join(dir, "a.html"), "--output", filepath.Join(dir, "a.sarif"), "--output", filepath.Join(dir, "a.xml"), "--baseline", base, "--update-baseline")...)
	b.want(3)
	for _, want := range []string{`stopped at step 2 of 2 (Press button "Save")`, "audited: 2 states"} {
		if !strings.Contains(b.out, want) {
			t.Errorf("not told: %s in %s", want, b.out)
		}
	}
	if _, err := os.Stat(base); err == nil || !strings.Contains(b.err, "the baseline was not written") {
		t.Errorf("a baseline of a part: %v; %s", err, b.err)
	}
	for name, want := range map[string]string{"a.html": "stopped at step 2 of 2", "a.sarif": `"executionSuccessful": false`, "a.xml": "<error"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, without %s", name, err, want)
		}
	}
	b.run(append(args, "--json")...)
	b.want(3)
	if stop := at(b.answer(), "error.details.replay.stopped"); at(stop, "step") != 2.0 || at(b.answer(), "error.details.states") == nil {
		t.Errorf("%v", b.answer())
	}
}

// Where no state was reached there is no report.
func TestAuditAfterNothing(t *testing.T) {
	dir := t.TempDir()
	b := flowBench(t)
	b.run("audit", "--after", "new order", "--window", "No Such", "--output", filepath.Join(dir, "a.html"))
	b.want(3)
	if names, _ := os.ReadDir(dir); len(names) != 0 {
		t.Errorf("wrote %v", names)
	}
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

// A window of the process that no element stands for is found on the display, with its
// place. Where one window is audited that says so instead of passing it over.
func TestAuditFindsWindowsWithoutElement(t *testing.T) {
	b := newBench(t, auditOutline)
	b.desk.Windows = []surroundings.Window{
		{XID: 1, PID: b.apps[0].Identity().PID, Title: "Canvas", Rect: tree.Rect{X: 500, Y: 40, W: 300, H: 200}},
		{XID: 2, PID: b.apps[0].Identity().PID, Title: "Minimised", Rect: tree.Rect{W: 300, H: 200}, Hidden: true},
		{XID: 3, PID: 1, Title: "Another's", Rect: tree.Rect{W: 300, H: 200}},
	}
	b.run("audit", "--all-windows")
	b.want(1)
	for _, want := range []string{"[app-not-accessible]", `The display shows "Canvas" (300 x 200 at 500,40), and the application has no element for it.`} {
		if !strings.Contains(b.out, want) {
			t.Errorf("not told: %s in\n%s", want, b.out)
		}
	}
	b.run("audit", "--window", "Orders")
	if strings.Contains(b.out, "[app-not-accessible]") || !strings.Contains(b.out, "another window of the display has no element") {
		t.Errorf("one window: %s", b.out)
	}
}
