// Package web is the sample web page: one page with every kind of control, and a
// table as long as wanted, in a real Chromium or Firefox, to be inspected and
// recorded in tests and benchmarks.
//
// Promise: the page tells the server that it comes from what really happened in
// it, so that its log, not the driver's return codes, is the judge. The browser
// gets a new profile each time and opens no other page.
//
// Threads: all methods may be called from any goroutine.
//
// Ownership: whoever calls Start calls Close.
package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/samebutton/samebutton/samples/orders"
)

// Browser is what shows the page.
type Browser string

// The browsers.
const (
	Chromium Browser = "chromium"
	Firefox  Browser = "firefox"
)

// Browsers returns all browsers.
func Browsers() []Browser { return []Browser{Chromium, Firefox} }

// Application returns the name of the browser in the accessibility tree.
func (b Browser) Application() string {
	if b == Firefox {
		return "Firefox"
	}
	return "Chromium"
}

// MissingError says that a browser is not installed.
type MissingError struct{ Browser Browser }

// Error names the package to install.
func (e *MissingError) Error() string {
	return fmt.Sprintf("start sample page in %s: it is not installed; install it: sudo apt-get install %s", e.Browser, programs[e.Browser][0])
}

// programs are the names of the executables, the first that of the Debian package.
var programs = map[Browser][]string{
	Chromium: {"chromium", "chromium-browser"},
	Firefox:  {"firefox-esr", "firefox"},
}

// Page says how the page is.
type Page struct {
	// File is the page, "" for shop.html. The fields below are the shop's alone.
	File         string
	Rows         int    // of the table of people
	NoRowHeaders bool   // the names of the people are plain cells
	Title        string // "" for "Shop"
}

// Options say what is started.
type Options struct {
	Page
	Scale  float64  // physical pixels per CSS pixel; 0 means 1
	Flags  []string // more arguments for the browser
	Silent bool     // without the switch that makes the browser publish its pages
}

// App is a browser with the page in it.
type App struct {
	*Site
	browser Browser
	session string
	dir     string
	cmd     *exec.Cmd
	kill    context.CancelFunc
	ended   chan struct{} // closed when the process has ended and was waited for

	closing  sync.Once
	closeErr error
}

// Start starts a browser with the page and returns when the page is loaded and
// was painted. ctx bounds the start only. Where the browser is not installed the
// error is a *MissingError.
func Start(ctx context.Context, launcher orders.Launcher, browser Browser, o Options) (*App, error) {
	program := ""
	for _, name := range programs[browser] {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		return nil, &MissingError{browser}
	}
	dir, err := os.MkdirTemp("", "samebutton-web-") // 0700
	if err != nil {
		return nil, fmt.Errorf("make folder of the browser: %w", err)
	}
	site, err := Serve()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	a := &App{Site: site, browser: browser, dir: dir, ended: make(chan struct{})}
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	a.kill = kill
	if err := a.launch(life, launcher, program, o); err != nil {
		kill()
		return nil, errors.Join(err, site.Close(), os.RemoveAll(dir))
	}
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-a.ended:
			stop()
		case <-waiting.Done():
		}
	}()
	if _, err := a.WaitFor(waiting, a.is("ready", "page")); err != nil {
		said, _ := os.ReadFile(a.output())
		return nil, errors.Join(fmt.Errorf("start sample page in %s: %w; it said: %s", browser, err, strings.TrimSpace(string(said))), a.Close())
	}
	return a, nil
}

// is matches entries of the page of this browser.
func (a *App) is(event, id string) func(Entry) bool {
	return func(e Entry) bool { return e.Session == a.session && e.Event == event && e.ID == id }
}

// launch makes the profile and starts the process.
func (a *App) launch(life context.Context, launcher orders.Launcher, program string, o Options) error {
	profile := filepath.Join(a.dir, "profile")
	if err := os.Mkdir(profile, 0o700); err != nil {
		return fmt.Errorf("make profile of the browser: %w", err)
	}
	var address string
	address, a.session = a.URL(o.Page)
	args, env := chromiumArguments(profile, o), []string(nil)
	if a.browser == Firefox {
		args, env = firefoxArguments(profile), firefoxEnvironment(o)
		if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPreferences(o)), 0o600); err != nil {
			return fmt.Errorf("make profile of the browser: %w", err)
		}
	}
	output, err := os.OpenFile(a.output(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("open output of the browser: %w", err)
	}
	defer output.Close()
	a.cmd = launcher.Command(life, program, append(append(args, o.Flags...), address)...)
	if a.cmd.Env == nil {
		a.cmd.Env = os.Environ()
	}
	a.cmd.Env = append(a.cmd.Env, env...)
	a.cmd.Stdout, a.cmd.Stderr = output, output
	if err := a.cmd.Start(); err != nil {
		return fmt.Errorf("start browser: %w", err)
	}
	go func() {
		_ = a.cmd.Wait() // how it ended is in ProcessState
		close(a.ended)
	}()
	return nil
}

func (a *App) output() string { return filepath.Join(a.dir, "output") }

// Browser returns which browser this is.
func (a *App) Browser() Browser { return a.browser }

// PID returns the process that has the windows and is on the accessibility bus.
func (a *App) PID() int { return a.cmd.Process.Pid }

// Ended returns a channel that is closed when the browser has ended, by itself or
// through Close.
func (a *App) Ended() <-chan struct{} { return a.ended }

// Output returns what the browser wrote to its standard output and error.
func (a *App) Output() string {
	said, _ := os.ReadFile(a.output())
	return string(said)
}

// Script is [Site.Run] in the page of this browser.
func (a *App) Script(ctx context.Context, script string) (json.RawMessage, error) {
	return a.Run(ctx, a.session, script)
}

// Session returns the session of the page that the browser was started with.
func (a *App) Session() string { return a.session }

// Close kills the browser, frozen or not, and removes its folder. It may be
// called again, with the same answer.
func (a *App) Close() error {
	a.closing.Do(func() {
		a.kill()
		<-a.ended
		a.closeErr = a.Site.Close()
		if err := os.RemoveAll(a.dir); err != nil {
			a.closeErr = errors.Join(a.closeErr, fmt.Errorf("remove folder of the browser: %w", err))
		}
	})
	return a.closeErr
}
