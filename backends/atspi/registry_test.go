package atspi

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/samebutton/samebutton/backends"
)

// freshSession starts a session bus with an accessibility bus on which nobody has
// asked for anything yet, and makes it the one of the environment. With a display
// it has one of its own: the launcher writes the address of its bus there. It
// returns the program that starts the accessibility bus.
func freshSession(t *testing.T, withDisplay bool) (launcher string) {
	t.Helper()
	for _, path := range []string{"/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"} {
		if _, err := os.Stat(path); err == nil {
			launcher = path
		}
	}
	if launcher == "" {
		t.Skip("at-spi2-core is not installed")
	}
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	t.Setenv("AT_SPI_BUS_ADDRESS", "")
	t.Setenv("DISPLAY", "")
	if withDisplay {
		t.Setenv("DISPLAY", ":"+serve(t, "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24"))
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", serve(t, "dbus-daemon", "--session", "--nofork", "--print-address"))
	l := exec.Command(launcher, "--launch-immediately")
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { endLauncher(l) })
	await(t, "the accessibility bus", func() bool {
		_, err := busAddress(deadline(t))
		return err == nil
	})
	return launcher
}

// endLauncher ends an at-spi-bus-launcher: asked to end, it takes its bus with it. An
// interrupt is ignored by it where it was ignored when the tests began, as by what a shell
// starts in the background.
func endLauncher(l *exec.Cmd) {
	_ = l.Process.Signal(syscall.SIGTERM)
	_ = l.Wait()
}

// serve starts a program that says in one line where it can be reached, until the
// test ends.
func serve(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
	cmd := exec.Command(name, args...)
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// On a fresh session no program has started the registry: it is started on
// demand, and there are no applications.
func TestFreshSession(t *testing.T) {
	freshSession(t, true)
	b, err := Open(deadline(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	apps, err := b.Applications(deadline(t))
	if err != nil || len(apps) != 0 {
		t.Errorf("applications are %v, %v", apps, err)
	}
	for _, c := range b.Probe(deadline(t)).Capabilities {
		if c.Name == "registry" && (!c.OK || c.Detail != "0 applications registered") {
			t.Errorf("registry is %+v", c)
		}
	}
}

// Without a display the registry ends as soon as it is started: the environment
// is to blame, not an application that hangs.
func TestNoRegistry(t *testing.T) {
	freshSession(t, false)
	b, err := Open(deadline(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Applications(deadline(t)); !errors.Is(err, backends.ErrNoBus) || errors.Is(err, backends.ErrTimeout) {
		t.Errorf("applications without a registry: %v", err)
	}
}
