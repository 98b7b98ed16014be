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

// The script that both examples for CI run fails on a planted fault, leaves reports that
// tell of it, and passes when the fault is mended. It makes a desktop of its own.
func TestAuditInCI(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import gi; gi.require_version('Gtk', '3.0')").CombinedOutput(); err != nil {
		t.Skipf("no GTK 3 for Python: %v %s", err, out)
	}
	if _, err := exec.LookPath("dbus-run-session"); err != nil {
		t.Skip(err)
	}
	audit := func(flags ...string) (code int, said, reports string) {
		t.Helper()
		reports = filepath.Join(t.TempDir(), "audit-report")
		ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
		defer cancel()
		script := append([]string{"-o", reports, "-s", "planted.py", "--", python, "../samples/planted/planted.py"}, flags...)
		cmd := exec.CommandContext(ctx, "../docs/ci/audit.sh", script...)
		cmd.Env = append(os.Environ(), "SAMEBUTTON="+program, "TMPDIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%v\n%s", err, out)
		}
		return cmd.ProcessState.ExitCode(), string(out), reports
	}
	told := func(reports, file, what string) bool {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(reports, file))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), what)
	}

	code, said, reports := audit()
	if code != 1 || !strings.Contains(said, "[name-missing-interactive]") {
		t.Fatalf("planted: exit %d\n%s", code, said)
	}
	for file, what := range map[string]string{
		"audit.sarif": `"uri": "planted.py"`, "audit.xml": "name-missing-interactive", "audit.html": "data:image/png",
	} {
		if !told(reports, file, what) {
			t.Errorf("%s does not tell %q", file, what)
		}
	}
	code, said, reports = audit("--mended")
	if code != 0 || told(reports, "audit.sarif", `"ruleId": "name-missing-interactive"`) {
		t.Errorf("mended: exit %d\n%s", code, said)
	}
}
