package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func (c *cli) doctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "check this session and every application, and tell how to mend what is broken",
		Args:  args(cobra.NoArgs),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			d := diagnosis{Session: c.examineSession(ctx), Applications: []patientData{}}
			backend := c.probe(ctx, c.backendName)
			d.Backend = backend
			if backend.OK {
				var err error
				if d.Applications, err = c.examineApplications(ctx); err != nil {
					f := explain(err)
					d.Backend.OK, d.Backend.Problem, d.Backend.Remedy = false, f.message, f.hint
				}
			}
			if err := ctx.Err(); err != nil {
				return nil, err // what was not waited for is not ill
			}
			if bad := d.essential(); bad != nil {
				return nil, fail(environment, bad.Remedy, "%s: %s", bad.Name, bad.Detail).with(d)
			}
			return d, nil
		}),
	}
}

// diagnosis is what 'doctor' found.
type diagnosis struct {
	Session      []checkData   `json:"session"`
	Backend      backendData   `json:"backend"`
	Applications []patientData `json:"applications"`
}

// patientData is one application and how well it can be read.
type patientData struct {
	appData
	Answers  bool      `json:"answers"`
	Count    int       `json:"count"` // elements
	Complete bool      `json:"complete"`
	Cuts     []cutData `json:"cuts"`
	TookMs   int64     `json:"tookMs"`
	Remedy   string    `json:"remedy,omitempty"`
}

// essential returns the first thing without which nothing can be read, or nil.
func (d diagnosis) essential() *checkData {
	for i, check := range d.Session {
		if !check.OK && (check.Name == checkDisplay || check.Name == checkBus) {
			return &d.Session[i]
		}
	}
	if d.Backend.OK {
		return nil
	}
	return &checkData{Name: d.Backend.Name, Detail: d.Backend.Problem, Remedy: d.Backend.Remedy}
}

// Checks without which nothing works.
const (
	checkDisplay = "display"
	checkBus     = "session bus"
)

// examineSession looks at the session and what is installed.
func (c *cli) examineSession(ctx context.Context) []checkData {
	var checks []checkData
	add := func(name string, ok bool, detail, remedy string) {
		d := checkData{Name: name, OK: ok, Detail: detail}
		if !ok {
			d.Remedy = remedy
		}
		checks = append(checks, d)
	}
	screen, noScreen := c.screen()
	display := c.getenv("DISPLAY")
	switch {
	case display == "":
		add(checkDisplay, false, "DISPLAY is not set", "log in to a desktop, or let 'samebutton demo' start a private one")
	case errors.Is(noScreen, backends.ErrNoBus):
		add(checkDisplay, false, display+" does not answer", "check DISPLAY and XAUTHORITY, or let 'samebutton demo' start a private display")
	default:
		add(checkDisplay, true, display, "")
	}
	hasDisplay := checks[0].OK
	if session := c.getenv("XDG_SESSION_TYPE"); session == "wayland" {
		add("session", false, "Wayland: places of elements, real input and recording work in X11 programs only",
			"choose an X11 (Xorg) session when you log in")
	} else {
		add("session", true, orElse(session, "x11"), "")
	}
	switch {
	case !hasDisplay:
		add("pictures", false, "there is no display", "see the display")
		add("input", false, "there is no display", "see the display")
	case noScreen != nil:
		add("pictures", false, noScreen.Error(), "allow this program to read the screen")
	default:
		_, err := screen.Capture(ctx, tree.Rect{W: 1, H: 1})
		add("pictures", err == nil, errorOr(err, "the screen can be read"), "allow this program to read the screen")
	}
	if hasDisplay {
		add(c.examineInput(ctx))
	}
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	err := c.bus(limited)
	add(checkBus, err == nil, errorOr(err, orElse(c.getenv("DBUS_SESSION_BUS_ADDRESS"), "it answers")),
		"run inside a desktop session, or below dbus-run-session")
	for _, p := range []struct{ name, program, use, remedy string }{
		{"xvfb", "Xvfb", "private desktops for demo and tests", "sudo apt-get install xvfb"},
		{"window manager", "openbox", "private desktops for demo and tests", "sudo apt-get install openbox"},
	} {
		path, err := exec.LookPath(p.program)
		add(p.name, err == nil, orElse(path, p.program+" is not installed; it is for "+p.use), p.remedy)
	}
	for _, f := range []struct {
		name, remedy string
		words        []string
	}{
		{"fonts", "sudo apt-get install fonts-dejavu-core", []string{"DejaVu", "Noto", "Liberation", "Cantarell"}},
		{"fonts for Chinese, Japanese and Korean", "sudo apt-get install fonts-noto-cjk", []string{"CJK"}},
	} {
		have := haveFont(f.words...)
		detail := "installed"
		if !have {
			detail = "not installed: such names show as boxes in the window"
		}
		add(f.name, have, detail, f.remedy)
	}
	_, err = c.openShelf()
	add("store", err == nil, errorOr(err, "can be written"), "choose another file with --store")
	return checks
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

// haveFont looks for a scalable font whose file name holds one of the words.
func haveFont(words ...string) bool {
	home, _ := os.UserHomeDir()
	for _, dir := range []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts")} {
		found := false
		_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // not readable is not there
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc":
				for _, w := range words {
					if strings.Contains(entry.Name(), w) {
						found = true
						return fs.SkipAll
					}
				}
			}
			return nil
		})
		if found {
			return true
		}
	}
	return false
}

// examineApplications reads every application at the same time: one that hangs
// costs its own row only.
func (c *cli) examineApplications(ctx context.Context) ([]patientData, error) {
	b, err := c.openBackend(ctx)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	all, err := b.Applications(limited)
	if err != nil {
		return nil, err
	}
	all = selectApplications(all, c.app)
	patients := make([]patientData, len(all))
	var reading sync.WaitGroup
	for i, app := range all {
		reading.Go(func() { patients[i] = c.examine(ctx, b, app) })
	}
	reading.Wait()
	return patients, nil
}

func (c *cli) examine(ctx context.Context, b backends.Backend, app tree.Application) patientData {
	p := patientData{appData: appOf(app), Cuts: []cutData{}}
	began := time.Now()
	s := &session{cli: c, backend: b, app: app}
	snap, err := s.observe(ctx)
	p.TookMs = time.Since(began).Milliseconds()
	if err != nil {
		p.Problem, p.Remedy = err.Error(), "it may hang: look at its window, or start it again"
		return p
	}
	f := inspector.Freeze(snap)
	p.Answers, p.Count, p.Complete, p.Cuts = true, len(f.Nodes), f.Complete(), cutsOf(f)
	switch {
	case p.Count <= 1:
		p.Remedy = "it publishes nothing: start it with accessibility on (GTK_MODULES=gail:atk-bridge, QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1, --force-renderer-accessibility)"
	case !p.Complete:
		p.Remedy = "some of it cannot be read, so nothing in it can be proven unique: close that part, or give more time with --timeout"
	}
	return p
}

// toDo is what is wrong with an application and what to do about it.
func toDo(a patientData) string {
	if a.Problem == "" || a.Remedy == "" {
		return a.Problem + a.Remedy
	}
	return a.Problem + "; " + a.Remedy
}

func (d diagnosis) show(p *page) {
	p.line("session")
	p.table(nil, checkRows(d.Session))
	d.Backend.show(p)
	var rows [][]string
	for _, a := range d.Applications {
		state := "complete"
		switch {
		case !a.Answers:
			state = "does not answer"
		case !a.Complete:
			state = "not complete"
		}
		rows = append(rows, []string{
			a.Name, strconv.Itoa(a.PID), strings.TrimSpace(a.Toolkit + " " + a.ToolkitVersion),
			strconv.Itoa(a.Count), state, fmt.Sprintf("%d ms", a.TookMs), toDo(a),
		})
	}
	p.table([]string{"APPLICATION", "PID", "TOOLKIT", "ELEMENTS", "READING", "TOOK", "TO DO"}, rows)
}
