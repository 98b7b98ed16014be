package desktop

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// foreign are variables of the user's own desktop that would lead a child back
// to it, or change how applications look, translate, or take keys.
var foreign = map[string]bool{
	"AT_SPI_BUS_ADDRESS": true, "NO_AT_BRIDGE": true, "GTK_A11Y": true,
	"DBUS_SYSTEM_BUS_ADDRESS": true, "DBUS_STARTER_ADDRESS": true, "DBUS_STARTER_BUS_TYPE": true,
	"WAYLAND_DISPLAY": true, "WAYLAND_SOCKET": true, "SESSION_MANAGER": true, "DESKTOP_SESSION": true,
	"XDG_CURRENT_DESKTOP": true, "XDG_SESSION_DESKTOP": true, "XDG_SESSION_ID": true, "XDG_SEAT": true, "XDG_VTNR": true,
	"DESKTOP_STARTUP_ID": true, "XDG_ACTIVATION_TOKEN": true, "WINDOWID": true,
	"GTK_IM_MODULE": true, "QT_IM_MODULE": true, "QT_IM_MODULES": true, "XMODIFIERS": true,
	"GTK_THEME": true, "GTK_PATH": true, "GTK2_RC_FILES": true, "GTK_RC_FILES": true, "GTK_USE_PORTAL": true,
	"GDK_SCALE": true, "GDK_DPI_SCALE": true, "QT_SCALE_FACTOR": true, "QT_SCREEN_SCALE_FACTORS": true,
	"QT_AUTO_SCREEN_SCALE_FACTOR": true, "QT_FONT_DPI": true, "QT_STYLE_OVERRIDE": true, "QT_QPA_PLATFORMTHEME": true,
	"LANGUAGE": true,
}

// homes are the private folders below the desktop's own and their variables.
// The cache stays shared: a fresh font cache would slow every start down, and
// no setting lives there.
var homes = []struct{ variable, name string }{
	{"XDG_RUNTIME_DIR", "run"},
	{"XDG_CONFIG_HOME", "config"},
	{"XDG_DATA_HOME", "data"},
	{"XDG_STATE_HOME", "state"},
}

// makeHomes creates the private folders.
func makeHomes(dir string) error {
	for _, h := range homes {
		if err := os.Mkdir(filepath.Join(dir, h.name), 0o700); err != nil {
			return fmt.Errorf("make folder of the virtual desktop: %w", err)
		}
	}
	return nil
}

// environment builds what every process of the desktop gets, out of what this
// process has. Display and bus are added once they are known.
func environment(base []string, dir, lang string) map[string]string {
	env := map[string]string{}
	for _, entry := range base {
		key, value, ok := strings.Cut(entry, "=")
		if ok && !foreign[key] && !strings.HasPrefix(key, "LC_") {
			env[key] = value
		}
	}
	for _, h := range homes {
		env[h.variable] = filepath.Join(dir, h.name)
	}
	env[marker] = dir
	env["LANG"] = lang
	env["XAUTHORITY"] = filepath.Join(dir, authorityName)
	env["XDG_SESSION_TYPE"] = "x11"
	env["GDK_BACKEND"] = "x11"
	env["GSK_RENDERER"] = "cairo"
	env["GTK_MODULES"] = "gail:atk-bridge"
	env["QT_QPA_PLATFORM"] = "xcb"
	env["QT_ACCESSIBILITY"] = "1"
	env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
	env["GNOME_ACCESSIBILITY"] = "1" // Firefox
	// Settings and files without the user's dconf and gvfs services.
	env["GSETTINGS_BACKEND"] = "memory"
	env["GIO_USE_VFS"] = "local"
	return env
}

// list turns an environment into the form of os.Environ.
func list(env map[string]string) []string {
	entries := make([]string, 0, len(env))
	for key, value := range env {
		entries = append(entries, key+"="+value)
	}
	return entries
}

// language prefers a real language, for which applications format numbers as
// people expect, over the bare C locale. Both are UTF-8.
func language(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "locale", "-a").Output()
	if err == nil {
		for _, name := range strings.Fields(string(out)) {
			if name == "en_US.utf8" || name == "en_US.UTF-8" {
				return "en_US.UTF-8"
			}
		}
	}
	return "C.UTF-8"
}
