package surroundings

import (
	"os"
	"strconv"
	"strings"
)

// Finding is why a program with a window cannot be inspected, and what to do.
type Finding struct {
	Toolkit  string   // what draws it, "" where it is not known
	Problem  string   // what is wrong
	Evidence []string // what that was seen by
	Remedy   string   // what a person can do; "" where nothing helps
}

// Session is what a program should have in common with us.
type Session struct {
	UID       int
	Bus       string // the address of the session bus
	Toolkits  bool   // accessibility is switched on (org.a11y.Status IsEnabled)
	Hostname  string
	OtherHost bool // the window says that its program runs elsewhere
}

// Unpublished says why a program that has a window is not on the accessibility
// bus. What holds for every program (another user, another session) comes before
// what holds for its toolkit.
func Unpublished(p Process, s Session) Finding {
	f := toolkitOf(p, s)
	switch {
	case s.OtherHost:
		return Finding{Toolkit: f.Toolkit, Problem: "it runs on another machine, whose accessibility bus is not this one",
			Remedy: "run Samebutton on that machine"}
	case p.UID >= 0 && p.UID != s.UID:
		return Finding{Toolkit: f.Toolkit, Problem: "it runs as another user, who cannot reach your accessibility bus",
			Evidence: []string{"user " + strconv.Itoa(p.UID) + ", you are " + strconv.Itoa(s.UID)}, Remedy: "start it as yourself, without sudo or su"}
	case f.Remedy != "" && len(f.Evidence) > 0 && f.certain():
		return f
	case p.Env != nil && f.published() && p.Env["DBUS_SESSION_BUS_ADDRESS"] != "" && s.Bus != "" && p.Env["DBUS_SESSION_BUS_ADDRESS"] != s.Bus:
		return Finding{Toolkit: f.Toolkit, Problem: "it was started in another session, with a session bus of its own",
			Evidence: []string{p.says("DBUS_SESSION_BUS_ADDRESS")}, Remedy: "start it in this session, not below dbus-run-session or dbus-launch"}
	case p.Env != nil && f.published() && p.Env["DBUS_SESSION_BUS_ADDRESS"] == "" && p.Env["XDG_RUNTIME_DIR"] == "":
		return Finding{Toolkit: f.Toolkit, Problem: "it was started without a session bus",
			Evidence: []string{"neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR in its environment"}, Remedy: "start it from a terminal of this session"}
	case p.Env != nil && f.published() && (p.Env["FLATPAK_ID"] != "" || p.Env["SNAP"] != ""):
		name := p.Env["FLATPAK_ID"]
		return Finding{Toolkit: f.Toolkit, Problem: "it runs in a sandbox that keeps it from the accessibility bus",
			Evidence: nonEmpty(p.says("FLATPAK_ID"), p.says("SNAP")),
			Remedy:   "allow it: flatpak override --user --talk-name=org.a11y.Bus " + name + "; for a snap connect its desktop interfaces"}
	}
	return f
}

// published reports whether the toolkit can publish a program at all.
func (f Finding) published() bool { return f.Toolkit != "" && f.Remedy != "" }

// certain reports whether the evidence is a switch that turns publishing off, not
// only the lack of one that turns it on.
func (f Finding) certain() bool {
	for _, e := range f.Evidence {
		if strings.HasPrefix(e, "NO_AT_BRIDGE=") || strings.HasPrefix(e, "GTK_A11Y=") {
			return true
		}
	}
	return false
}

// kind is a toolkit by what its programs have mapped. The order matters: browsers
// and office programs bring GTK or Qt with them.
type kind struct {
	files   []string
	explain func(p Process, s Session, evidence string) Finding
}

var kinds = []kind{
	{[]string{"libxul.so"}, firefox},
	{[]string{"icudtl.dat", "v8_context_snapshot", "libcef.so"}, chromium},
	{[]string{"libvcllo.so", "libmergedlo.so"}, office},
	{[]string{"libjvm.so"}, java},
	{[]string{"libgtk-4.so"}, gtk4},
	{[]string{"libgtk-3.so"}, gtk3},
	{[]string{"libgtk-x11-2.0.so"}, gtk2},
	{[]string{"libQt6Gui", "libQt5Gui"}, qt},
	{[]string{"libelementary.so"}, efl},
	{[]string{"libtk8", "libtk9", "libtcl9tk"}, silent("Tk", "it cannot publish its elements under X11")},
	{[]string{"libfltk"}, silent("FLTK", "it has no accessibility")},
	{[]string{"libXm.so"}, silent("Motif", "it has no accessibility")},
	{[]string{"libSDL", "libglfw"}, silent("SDL or GLFW", "it draws its own pixels and has no elements to publish")},
	{[]string{"libXaw", "libXt.so"}, silent("X Toolkit", "it has no accessibility")},
	{[]string{"libGL.so", "libGLX.so", "libvulkan.so"}, silent("OpenGL or Vulkan", "it draws its own pixels and has no elements to publish")},
}

func toolkitOf(p Process, s Session) Finding {
	if p.Files == nil {
		return Finding{Problem: "it is not on the accessibility bus, and what draws it cannot be seen: its memory map may not be read",
			Remedy: "start it as yourself, without sudo or set-user-ID"}
	}
	for _, k := range kinds {
		if file := p.maps(k.files...); file != "" {
			return k.explain(p, s, file)
		}
	}
	return Finding{Problem: "no toolkit with accessibility is in it: it draws its own pixels", Evidence: nonEmpty(p.Executable)}
}

func silent(toolkit, problem string) func(Process, Session, string) Finding {
	return func(_ Process, _ Session, file string) Finding {
		return Finding{Toolkit: toolkit, Problem: problem, Evidence: []string{file}}
	}
}

func firefox(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "Firefox (Gecko)", Problem: "its accessibility is off", Evidence: []string{file},
		Remedy: "start it with GNOME_ACCESSIBILITY=1, and leave accessibility.force_disabled at 0 in about:config"}
	switch v := p.says("GNOME_ACCESSIBILITY"); {
	case p.Env == nil:
	case v == "":
		f.Evidence = append(f.Evidence, "no GNOME_ACCESSIBILITY in its environment")
	default:
		f.Evidence = append(f.Evidence, v)
	}
	return f
}

func chromium(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "Chromium or Electron", Problem: "its accessibility is off", Evidence: []string{file},
		Remedy: "start it with --force-renderer-accessibility"}
	if !p.Switch("--force-renderer-accessibility") {
		f.Evidence = append(f.Evidence, "no --force-renderer-accessibility on its command line")
	}
	return f
}

func office(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "LibreOffice", Problem: "it is not on the accessibility bus", Evidence: []string{file},
		Remedy: "install libreoffice-gtk3 and start it with SAL_USE_VCLPLUGIN=gtk3"}
	if plugin := p.maps("libvclplug_"); plugin != "" {
		f.Evidence = append(f.Evidence, plugin)
		if strings.HasPrefix(plugin, "libvclplug_gen") {
			f.Problem = "it draws with its generic plugin, which has no accessibility"
		}
	}
	return f
}

func java(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "Java", Problem: "the Java access bridge is not loaded", Evidence: []string{file, "no libatk-wrapper.so in it"},
		Remedy: "install libatk-wrapper-java-jni, and have assistive_technologies=org.GNOME.Accessibility.AtkWrapper in accessibility.properties of the Java that runs it"}
	if wrapper := p.maps("libatk-wrapper"); wrapper != "" {
		f.Problem, f.Evidence = "the Java access bridge is loaded and does not answer", []string{file, wrapper}
		f.Remedy = "start it again, and look at what it prints"
	}
	return f
}

func gtk4(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "GTK 4", Problem: "it is not on the accessibility bus", Evidence: []string{file},
		Remedy: "start it again when the accessibility bus runs"}
	if v := p.says("GTK_A11Y"); v != "" && p.Env["GTK_A11Y"] != "atspi" {
		f.Problem, f.Evidence = "accessibility is switched off in its environment", []string{v}
		f.Remedy = "start it without GTK_A11Y, or with GTK_A11Y=atspi"
	}
	return f
}

func gtk3(p Process, _ Session, file string) Finding {
	f := Finding{Toolkit: "GTK 3", Problem: "it is not on the accessibility bus", Evidence: []string{file},
		Remedy: "start it again when the accessibility bus runs"}
	// Measured: 1 turns the bridge off; 0, 2 and GTK_A11Y do nothing, nor does a
	// missing GTK_MODULES, the bridge being linked in.
	if p.Env["NO_AT_BRIDGE"] == "1" {
		f.Problem, f.Evidence = "the bridge of the toolkit is switched off in its environment", []string{p.says("NO_AT_BRIDGE")}
		f.Remedy = "start it without NO_AT_BRIDGE"
		return f
	}
	if bridge := p.maps("libatk-bridge-2.0.so"); bridge == "" {
		f.Problem, f.Evidence = "the bridge of the toolkit is not loaded", []string{file, "no libatk-bridge-2.0.so in it"}
		f.Remedy = "install libatk-adaptor (libatk-bridge2.0-0) and start it again"
	}
	return f
}

func gtk2(p Process, _ Session, file string) Finding {
	return Finding{Toolkit: "GTK 2", Problem: "the bridge of the toolkit is not loaded",
		Evidence: nonEmpty(file, p.says("GTK_MODULES"), p.says("NO_AT_BRIDGE")),
		Remedy:   "install libatk-adaptor and libgail-common, and start it with GTK_MODULES=gail:atk-bridge"}
}

func qt(p Process, s Session, file string) Finding {
	f := Finding{Toolkit: "Qt", Problem: "it is not on the accessibility bus", Evidence: []string{file},
		Remedy: "start it with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1"}
	if p.Env != nil && p.says("QT_LINUX_ACCESSIBILITY_ALWAYS_ON") == "" {
		f.Evidence = append(f.Evidence, "no QT_LINUX_ACCESSIBILITY_ALWAYS_ON in its environment")
		if !s.Toolkits {
			f.Problem = "accessibility was off when it started"
		}
	}
	return f
}

func efl(p Process, _ Session, file string) Finding {
	return Finding{Toolkit: "Enlightenment (EFL)", Problem: "its accessibility is off", Evidence: nonEmpty(file, p.says("ELM_ATSPI_MODE")),
		Remedy: "start it with ELM_ATSPI_MODE=on"}
}

// WebContent says why a browser that is on the bus shows none of its pages, ok
// false where nothing speaks for that.
func WebContent(p Process) (f Finding, ok bool) {
	if p.Args == nil || p.maps("icudtl.dat", "v8_context_snapshot", "libcef.so") == "" || p.Switch("--force-renderer-accessibility") {
		return Finding{}, false
	}
	f = chromium(p, Session{}, "")
	f.Problem, f.Evidence = "its window is there and its pages are not", []string{"no --force-renderer-accessibility on its command line"}
	return f, true
}

func nonEmpty(words ...string) []string {
	var list []string
	for _, w := range words {
		if w != "" {
			list = append(list, w)
		}
	}
	return list
}

// Here is what this process has of a session; the caller knows the rest.
func Here(getenv func(string) string) Session {
	host, _ := os.Hostname()
	return Session{UID: os.Getuid(), Bus: getenv("DBUS_SESSION_BUS_ADDRESS"), Hostname: host}
}
