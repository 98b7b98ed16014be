//go:build linux && cgo

package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The line that both examples for CI run, in a project of their form, fails on a planted
// fault that is not in the baseline, leaves reports that tell of it, and passes when the
// fault is mended. The script makes a desktop and a home of its own.
func TestAuditInCI(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import gi; gi.require_version('Gtk', '3.0')").CombinedOutput(); err != nil {
		t.Skipf("no GTK 3 for Python: %v %s", err, out)
	}
	if _, err := exec.LookPath("dbus-run-session"); err != nil {
		t.Skip(err)
	}
	line := lineOfCI(t)
	project := t.TempDir()
	copied := func(from, to string, mode os.FileMode, edit func(string) string) {
		t.Helper()
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(project, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(edit(string(text))), mode); err != nil {
			t.Fatal(err)
		}
	}
	same := func(text string) string { return text }
	mended := func(text string) string {
		return strings.Replace(text, `if "--mended" in sys.argv[1:]:`, "if True:", 1)
	}
	copied("../docs/ci/audit.sh", "ci/audit.sh", 0o755, same)
	// The line says samebutton and python3.
	tools := filepath.Join(project, "tools")
	if err := os.MkdirAll(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, is := range map[string]string{"samebutton": program, "python3": python} {
		if err := os.Symlink(is, filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	reports := filepath.Join(project, "audit-report")
	audit := func(line string) (code int, said string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, "sh", "-ec", line)
		cmd.Dir = project
		cmd.Env = append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"), "TMPDIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%v\n%s", err, out)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	told := func(file, what string) bool {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(reports, file))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), what)
	}

	copied("../samples/planted/planted.py", "src/main.py", 0o644, mended)
	if code, said := audit(strings.Replace(line, "-b audit-baseline.json", "-b audit-baseline.json -u", 1)); code != 0 || !strings.Contains(said, "wrote the baseline") {
		t.Fatalf("the baseline: exit %d\n%s", code, said)
	}
	copied("../samples/planted/planted.py", "src/main.py", 0o644, same)
	code, said := audit(line)
	if code != 1 || !strings.Contains(said, "[name-missing-interactive]") {
		t.Fatalf("planted: exit %d\n%s", code, said)
	}
	for file, what := range map[string]string{
		"audit.sarif": `"uri": "src/main.py"`, "audit.xml": "name-missing-interactive", "audit.html": "data:image/png", "audit.txt": "[name-missing-interactive]",
	} {
		if !told(file, what) {
			t.Errorf("%s does not tell %q", file, what)
		}
	}
	copied("../samples/planted/planted.py", "src/main.py", 0o644, mended)
	code, said = audit(line)
	if code != 0 || told("audit.sarif", `"ruleId": "name-missing-interactive"`) {
		t.Errorf("mended: exit %d\n%s", code, said)
	}
}

// lineOfCI is the line with which both examples run the script, word for word.
func lineOfCI(t *testing.T) string {
	t.Helper()
	var lines []string
	for file, before := range map[string]string{"../docs/ci/github-actions.yml": "run: ", "../docs/ci/gitlab-ci.yml": "- "} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, line, ok := strings.Cut(line, before); ok && strings.HasPrefix(line, "./ci/audit.sh") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
	}
	if len(lines) != 2 || lines[0] != lines[1] {
		t.Fatalf("the examples run %q", lines)
	}
	return lines[0]
}
