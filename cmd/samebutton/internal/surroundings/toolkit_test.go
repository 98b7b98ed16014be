package surroundings

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestUnpublishedNamesTheCauseWithItsEvidence(t *testing.T) {
	here := Session{UID: 1000, Bus: "unix:path=/run/user/1000/bus", Toolkits: true, Hostname: "here"}
	env := func(entries ...string) map[string]string {
		return environment(append([]string{"PATH=/bin", "DBUS_SESSION_BUS_ADDRESS=" + here.Bus, "XDG_RUNTIME_DIR=/run/user/1000"}, entries...))
	}
	lib := func(names ...string) []string {
		files := []string{"/usr/lib/libc.so.6"}
		for _, n := range names {
			files = append(files, "/usr/lib/"+n)
		}
		return files
	}
	for _, c := range []struct {
		name                               string
		process                            Process
		toolkit, problem, evidence, remedy string // parts
	}{
		{"GTK 3 without its bridge", Process{UID: 1000, Env: env("NO_AT_BRIDGE=1"), Files: lib("libgtk-3.so.0", "libatk-bridge-2.0.so.0")},
			"GTK 3", "switched off", "NO_AT_BRIDGE=1", "without NO_AT_BRIDGE"},
		{"GTK 3, the bridge not switched off", Process{UID: 1000, Env: env("NO_AT_BRIDGE=0"), Files: lib("libgtk-3.so.0", "libatk-bridge-2.0.so.0")},
			"GTK 3", "not on the accessibility bus", "libgtk-3", "start it again"},
		{"GTK 4 with accessibility off", Process{UID: 1000, Env: env("GTK_A11Y=none"), Files: lib("libgtk-4.so.1")},
			"GTK 4", "switched off", "GTK_A11Y=none", "GTK_A11Y=atspi"},
		{"another user", Process{UID: 0, Files: nil}, "", "another user", "user 0", "without sudo"},
		{"another session", Process{UID: 1000, Env: environment([]string{"PATH=/bin", "DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/other"}), Files: lib("libgtk-4.so.1")},
			"GTK 4", "another session", "/tmp/other", "in this session"},
		{"a sandbox", Process{UID: 1000, Env: env("FLATPAK_ID=org.example.App"), Files: lib("libgtk-4.so.1")},
			"GTK 4", "sandbox", "FLATPAK_ID", "--talk-name=org.a11y.Bus org.example.App"},
		{"Qt", Process{UID: 1000, Env: env(), Files: lib("libQt5Gui.so.5")},
			"Qt", "not on the accessibility bus", "no QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1"},
		{"Firefox, although it has GTK in it", Process{UID: 1000, Env: env(), Files: lib("libxul.so", "libgtk-3.so.0")},
			"Gecko", "off", "no GNOME_ACCESSIBILITY", "GNOME_ACCESSIBILITY=1"},
		{"Electron, which wrote over its environment", Process{UID: 1000, Files: lib("icudtl.dat", "libgtk-3.so.0"), Args: []string{"code"}},
			"Electron", "off", "no --force-renderer-accessibility", "--force-renderer-accessibility"},
		{"Java", Process{UID: 1000, Env: env(), Files: lib("libjvm.so")}, "Java", "access bridge is not loaded", "libjvm.so", "libatk-wrapper-java"},
		{"LibreOffice without GTK", Process{UID: 1000, Env: env(), Files: lib("libmergedlo.so", "libvclplug_genlo.so")},
			"LibreOffice", "generic plugin", "libvclplug_genlo.so", "libreoffice-gtk3"},
		{"a game", Process{UID: 1000, Env: env(), Files: lib("libSDL2-2.0.so.0")}, "SDL", "draws its own pixels", "libSDL2", ""},
		{"a program of its own kind", Process{UID: 1000, Executable: "/opt/x", Env: env(), Files: lib()}, "", "no toolkit", "/opt/x", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := Unpublished(c.process, here)
			if !strings.Contains(f.Toolkit, c.toolkit) || !strings.Contains(f.Problem, c.problem) ||
				!strings.Contains(strings.Join(f.Evidence, "\n"), c.evidence) || !strings.Contains(f.Remedy, c.remedy) || c.remedy == "" && f.Remedy != "" {
				t.Errorf("%+v", f)
			}
		})
	}
	remote := here
	remote.OtherHost = true
	if f := Unpublished(Process{UID: 0}, remote); !strings.Contains(f.Remedy, "on that machine") {
		t.Errorf("on another machine: %+v", f)
	}
}

func TestAnEnvironmentThatWasWrittenOverWasNotRead(t *testing.T) {
	for _, words := range [][]string{nil, {""}, {"chromium --type=renderer"}, {"X=1"}} {
		if env := environment(words); env != nil {
			t.Errorf("%q was read as %v", words, env)
		}
	}
}

func TestReadOwnProcess(t *testing.T) {
	p, err := Read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	exe, _ := os.Executable()
	if p.Executable != exe || p.UID != os.Getuid() || !slices.Equal(p.Args, os.Args) || p.Env["PATH"] == "" || !slices.Contains(p.Files, exe) {
		t.Errorf("%+v", p)
	}
	if _, err := Read(1 << 30); err == nil {
		t.Error("a process that is not there was read")
	}
}
