package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
)

// sessionBus is the check without which no backend of this system can work.
const sessionBus = "session bus"

// checks collects what works in a session and what does not.
type checks []checkData

func (c *checks) add(name string, ok bool, detail, remedy string) {
	d := checkData{Name: name, OK: ok, Detail: detail}
	if !ok {
		d.Remedy = remedy
	}
	*c = append(*c, d)
}

// need notes something without which nothing can be inspected.
func (c *checks) need(name string, ok bool, detail, remedy string) {
	c.add(name, ok, detail, remedy)
	(*c)[len(*c)-1].Needed = true
}

// look asks the display what it can do; both are nil where there is none.
func (c *cli) look(ctx context.Context) (*surroundings.Display, error) {
	if c.getenv("DISPLAY") == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	return c.display(ctx, c.getenv("DISPLAY"))
}

// examineSession looks at the session and what is installed.
func (c *cli) examineSession(ctx context.Context, display *surroundings.Display, noDisplay error) []checkData {
	var all checks
	c.examineDisplay(ctx, &all, display, noDisplay)
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	err := c.bus(limited)
	all.need(sessionBus, err == nil, errorOr(err, orElse(c.getenv("DBUS_SESSION_BUS_ADDRESS"), "it answers")),
		"run inside a desktop session, or below dbus-run-session")
	for _, p := range []struct{ name, program, remedy string }{
		{"xvfb", "Xvfb", "sudo apt-get install xvfb"},
		{"openbox", "openbox", "sudo apt-get install openbox"},
	} {
		path, err := exec.LookPath(p.program)
		all.add(p.name, err == nil, orElse(path, p.program+" is not installed; it is for private desktops of demo and tests"), p.remedy)
	}
	examineFonts(&all)
	locale := orElse(orElse(c.getenv("LC_ALL"), c.getenv("LC_CTYPE")), c.getenv("LANG"))
	upper := strings.ToUpper(locale)
	all.add("locale", strings.Contains(upper, "UTF-8") || strings.Contains(upper, "UTF8"),
		orElse(locale, "neither LC_ALL nor LC_CTYPE nor LANG is set")+map[bool]string{true: ": terminals show names outside ASCII as boxes or question marks"}[!strings.Contains(upper, "UTF")],
		"export LANG=C.UTF-8, or a language of yours with UTF-8")
	c.examineStore(&all)
	return all
}

// examineDisplay looks at the display and what pictures, recording and replaying
// need of it.
func (c *cli) examineDisplay(ctx context.Context, all *checks, display *surroundings.Display, noDisplay error) {
	name := c.getenv("DISPLAY")
	switch {
	case name == "":
		all.need("display", false, "DISPLAY is not set", "log in to a desktop, or let 'samebutton demo' start a private one")
	case noDisplay != nil:
		all.need("display", false, name+" does not answer: "+noDisplay.Error(), "check DISPLAY and XAUTHORITY, or let 'samebutton demo' start a private display")
	default:
		all.need("display", true, name+" ("+display.Vendor+")", "")
	}
	session := c.getenv("XDG_SESSION_TYPE")
	if session == "wayland" || c.getenv("WAYLAND_DISPLAY") != "" || display != nil && display.XWayland() {
		all.add("session", false, "Wayland: places of elements, pictures, real input and recording work in X11 programs only",
			"choose an X11 (Xorg) session when you log in, or start programs with GDK_BACKEND=x11 and QT_QPA_PLATFORM=xcb")
	} else {
		all.add("session", true, orElse(session, "x11"), "")
	}
	if display == nil {
		all.add("pictures", false, "there is no display", "see the display")
		all.add("input", false, "there is no display", "see the display")
		return
	}
	screen, err := c.screen()
	if err == nil {
		_, err = screen.Capture(ctx, tree.Rect{W: 1, H: 1})
	}
	all.add("pictures", err == nil, errorOr(err, "the screen can be read"), "allow this program to read the screen")
	all.add(c.examineInput(ctx))
	for _, x := range []struct{ extension, use, remedy string }{
		{"XTEST", "real pointer and keyboard input", "start the X server with XTEST"},
		{"XInputExtension", "recording and picking in open menus", "start the X server with XInputExtension"},
		{"RECORD", "nothing here; other tools watch input by it", "start the X server with RECORD"},
		{"Composite", "pictures of windows that others cover", "start the X server with Composite"},
		{"DAMAGE", "knowing when a covered window was painted", "start the X server with DAMAGE"},
		{"SHAPE", "outlines on the real screen", "start the X server with SHAPE"},
		{"GLX", "our own window", "start the X server with GLX; on Debian install libgl1-mesa-dri"},
	} {
		has := display.Has(x.extension)
		all.add(x.extension, has, "for "+x.use, x.remedy)
	}
	all.add("window manager", display.WindowManager != "", orElse(display.WindowManager, "none runs: windows are matched by less evidence, and some programs wait for one"),
		"start one, for example openbox")
	compositor := "runs: windows may be drawn late and with shadows"
	if !display.Compositor {
		compositor = "none runs: pictures of covered windows make them be redirected for a moment"
	}
	all.add("compositor", true, compositor, "")
}

// examineInput looks whether this program could control pointer and keyboard.
func (c *cli) examineInput(ctx context.Context) (name string, ok bool, detail, remedy string) {
	release, err := c.lease(ctx)
	var f *failure
	switch {
	case err == nil:
		release()
		return "input", true, "no other program controls pointer and keyboard", ""
	case errors.As(err, &f) && f.ending == refused:
		return "input", false, err.Error(), "wait until the other replay has ended, or stop it"
	}
	return "input", false, err.Error(), "look at the X server of the display"
}

func examineFonts(all *checks) {
	fonts := surroundings.FindFonts()
	for _, f := range []struct {
		name, remedy string
		words        []string
	}{
		{"fonts", "sudo apt-get install fonts-dejavu-core", []string{"DejaVu", "Noto", "Liberation", "Cantarell"}},
		{"fonts for Chinese, Japanese and Korean", "sudo apt-get install fonts-noto-cjk", []string{"CJK", "WenQuan", "wqy", "DroidSansFallback"}},
		{"fonts for Arabic and Hebrew", "sudo apt-get install fonts-dejavu-core", []string{"DejaVuSans", "Arabic", "Hebrew", "FreeSans", "Amiri"}},
		{"fonts for emoji", "sudo apt-get install fonts-noto-color-emoji", []string{"Emoji", "emoji", "Symbola"}},
	} {
		have := fonts.Has(f.words...)
		detail := "installed"
		if !have {
			detail = "not installed: such names show as boxes in the window"
		}
		all.add(f.name, have, detail, f.remedy)
	}
}

// scarce is how little free space is worth a word: some hundred snapshots.
const scarce = 200 << 20

// examineStore looks whether what was read and recorded can be kept.
func (c *cli) examineStore(all *checks) {
	_, err := c.openShelf()
	all.add("store", err == nil, errorOr(err, c.shelfPath()+" can be written"), "choose another file with --store, or see who owns the folder")
	folder := filepath.Dir(c.shelfPath())
	info, err := os.Stat(folder)
	if err != nil {
		return // the store has said why
	}
	if foreign := info.Mode().Perm() &^ 0o755; foreign != 0 {
		all.add("store folder", false, fmt.Sprintf("%s has the mode %04o: others can put files of theirs in the place of ours", folder, info.Mode().Perm()),
			"chmod go-w "+folder)
	} else {
		all.add("store folder", true, fmt.Sprintf("%s, mode %04o", folder, info.Mode().Perm()), "")
	}
	if free, ok := surroundings.FreeBytes(folder); ok {
		all.add("disk", free >= scarce, fmt.Sprintf("%d MiB free for the store", free>>20), "free some space, or choose another file with --store")
	}
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}

func errorOr(err error, other string) string {
	if err != nil {
		return err.Error()
	}
	return other
}
