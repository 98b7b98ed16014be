package desktop

import (
	"os"
	"os/exec"
	"path/filepath"
)

// programs are the absolute paths of everything a desktop is made of.
type programs struct {
	xvfb, dbus, launcher, openbox, shell, grep string
}

// launcherName is the process that owns org.a11y.Bus.
const launcherName = "at-spi-bus-launcher"

// launcherDirs are where distributions put programs that are not on PATH.
var launcherDirs = []string{"/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib"}

// findPrograms looks everything up before anything is started, so that one
// error can name all that is missing.
func findPrograms() (programs, error) {
	var found programs
	var missing []Program
	look := func(path *string, name, pkg string) {
		p, err := exec.LookPath(name)
		if err != nil {
			missing = append(missing, Program{Name: name, Package: pkg})
			return
		}
		*path = p
	}
	look(&found.xvfb, "Xvfb", "xvfb")
	look(&found.dbus, "dbus-daemon", "dbus-daemon")
	look(&found.openbox, "openbox", "openbox")
	look(&found.shell, "sh", "dash")
	look(&found.grep, "grep", "grep")
	if found.launcher = findIn(launcherDirs, launcherName); found.launcher == "" {
		missing = append(missing, Program{Name: launcherName, Package: "at-spi2-core"})
	}
	if len(missing) > 0 {
		return programs{}, &MissingError{Programs: missing}
	}
	return found, nil
}

// findIn returns the first executable file of that name, or "".
func findIn(dirs []string, name string) string {
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}
