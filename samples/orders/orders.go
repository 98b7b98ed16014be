// Package orders is the sample application "Orders": one small form in GTK 3,
// GTK 4, Qt 5 and Qt 6, to be inspected, recorded and replayed in demonstrations and
// tests.
//
// Promise: the application writes down every activation from its own widgets'
// signals before it acts on it, so that its log, not the driver's return codes,
// tells what really happened. It can be made hostile: a second "Save", controls
// that vanish, change their name, hang, or are covered.
//
// Threads: all methods of App may be called from any goroutine.
//
// Ownership: whoever calls Start calls Close.
package orders

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/samebutton/samebutton/samples/freeze"
)

//go:embed form/*.py
var sources embed.FS

// Toolkit is what draws the application.
type Toolkit string

// The toolkits, by the names that Start takes.
const (
	GTK3 Toolkit = "gtk3"
	GTK4 Toolkit = "gtk4"
	Qt   Toolkit = "qt" // Qt 5
	Qt6  Toolkit = "qt6"
)

// packages are the Debian packages of the Python modules of each toolkit.
var packages = map[Toolkit][]string{
	GTK3: {"python3-gi", "gir1.2-gtk-3.0"},
	GTK4: {"python3-gi", "gir1.2-gtk-4.0"},
	Qt:   {"python3-pyqt5"},
	Qt6:  {"python3-pyqt6"},
}

// Toolkits returns all toolkits in the order in which they are shown.
func Toolkits() []Toolkit { return []Toolkit{GTK3, GTK4, Qt, Qt6} }

// Application returns the name of the application in the accessibility tree.
func (t Toolkit) Application() string { return "orders-" + string(t) }

// IsQt reports whether it is Qt, of whatever version.
func (t Toolkit) IsQt() bool { return t == Qt || t == Qt6 }

// MissingError tells which Debian packages have to be installed first.
type MissingError struct {
	Toolkit  Toolkit
	Packages []string
}

// Error names the packages and the command that installs them.
func (e *MissingError) Error() string {
	return fmt.Sprintf("start sample application in %s: missing packages; install them: sudo apt-get install %s",
		e.Toolkit, strings.Join(e.Packages, " "))
}

const (
	// missingStatus is how the Python program says that modules are missing.
	missingStatus = 3
	// pollEvery is the pause between two looks at the log.
	pollEvery = 5 * time.Millisecond
)

// App is one running sample application.
type App struct {
	toolkit Toolkit
	dir     string
	cmd     *exec.Cmd
	log     *journal
	kill    context.CancelFunc
	ended   chan struct{} // closed when the process has ended and was waited for

	controlling sync.Mutex // one command at a time, so that answers can be told apart
	closing     sync.Once
	closeErr    error
}

// Start starts the application and returns when its window is on screen. ctx
// bounds the start only. The flags are those of the Python program, such as
// "--second-save", "after"; --log and --control are set by Start. When Python
// or its modules are missing, the error is a *MissingError.
func Start(ctx context.Context, launcher Launcher, toolkit Toolkit, flags ...string) (*App, error) {
	return start(ctx, launcher, toolkit, string(toolkit)+".py", flags)
}

// StartWorkshop starts the other sample application, "Workshop": one of each kind of
// widget that Orders does not have. Its log has the events activated, clicked, double,
// dropped, expanded, menu, middle, selected, text, toggled and value.
func StartWorkshop(ctx context.Context, launcher Launcher, toolkit Toolkit) (*App, error) {
	return start(ctx, launcher, toolkit, "workshop_"+string(toolkit)+".py", nil)
}

func start(ctx context.Context, launcher Launcher, toolkit Toolkit, program string, flags []string) (*App, error) {
	if !slices.Contains(Toolkits(), toolkit) {
		return nil, fmt.Errorf("start sample application: unknown toolkit %q; choose one of %v", toolkit, Toolkits())
	}
	python, err := findPython()
	if err != nil {
		return nil, &MissingError{Toolkit: toolkit, Packages: append([]string{"python3"}, packages[toolkit]...)}
	}
	dir, err := os.MkdirTemp("", "samebutton-orders-") // 0700
	if err != nil {
		return nil, fmt.Errorf("make folder of the sample application: %w", err)
	}
	app := &App{toolkit: toolkit, dir: dir, log: &journal{path: filepath.Join(dir, "log.jsonl")}, ended: make(chan struct{})}
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	app.kill = kill
	if err := app.launch(life, launcher, python, program, flags); err != nil {
		kill()
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if _, err := app.WaitFor(ctx, func(e Entry) bool { return e.Event == "ready" }); err != nil {
		return nil, errors.Join(app.explain(err), app.Close())
	}
	return app, nil
}

// launch unpacks the program and starts it.
func (a *App) launch(life context.Context, launcher Launcher, python, program string, flags []string) error {
	if err := os.CopyFS(a.dir, sources); err != nil {
		return fmt.Errorf("unpack sample application: %w", err)
	}
	if err := makeFifo(a.fifo()); err != nil {
		return fmt.Errorf("make control file of the sample application: %w", err)
	}
	output, err := os.OpenFile(a.output(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("open output of the sample application: %w", err)
	}
	defer output.Close()
	// -E and -s keep the user's own Python settings and modules out.
	args := []string{"-E", "-s", filepath.Join(a.dir, "form", program)}
	args = append(append(args, flags...), "--log", a.log.path, "--control", a.fifo())
	a.cmd = launcher.Command(life, python, args...)
	a.cmd.Stdout, a.cmd.Stderr = output, output
	if err := a.cmd.Start(); err != nil {
		return fmt.Errorf("start sample application: %w", err)
	}
	go func() {
		_ = a.cmd.Wait() // how it ended is in ProcessState
		close(a.ended)
	}()
	return nil
}

// explain turns a failed start into an error that says what to do.
func (a *App) explain(err error) error {
	select {
	case <-a.ended:
		if a.cmd.ProcessState.ExitCode() == missingStatus {
			return &MissingError{Toolkit: a.toolkit, Packages: packages[a.toolkit]}
		}
	default:
	}
	said, _ := os.ReadFile(a.output())
	return fmt.Errorf("start sample application in %s: %w; it said: %s", a.toolkit, err, strings.TrimSpace(string(said)))
}

// findPython prefers the system's Python, for which distributions package the
// toolkits, over one that is merely first on PATH.
func findPython() (string, error) {
	if path, err := exec.LookPath("/usr/bin/python3"); err == nil {
		return path, nil
	}
	return exec.LookPath("python3")
}

func (a *App) fifo() string   { return filepath.Join(a.dir, "control") }
func (a *App) output() string { return filepath.Join(a.dir, "output") }

// Toolkit returns what draws the application.
func (a *App) Toolkit() Toolkit { return a.toolkit }

// PID returns the process id of the application.
func (a *App) PID() int { return a.cmd.Process.Pid }

// Log returns all that the application has written down, oldest first.
func (a *App) Log() ([]Entry, error) { return a.log.read() }

// WaitFor returns the first entry since the start that matches, waiting for it
// until ctx ends or the application does. To wait for a later one let match
// look at Seq.
func (a *App) WaitFor(ctx context.Context, match func(Entry) bool) (Entry, error) {
	for seen := 0; ; {
		ended := false
		select {
		case <-a.ended:
			ended = true // what it wrote last is read below
		default:
		}
		entries, err := a.log.read()
		if err != nil {
			return Entry{}, err
		}
		for ; seen < len(entries); seen++ {
			if match(entries[seen]) {
				return entries[seen], nil
			}
		}
		if ended {
			return Entry{}, fmt.Errorf("wait for sample application: it ended (%v)", a.cmd.ProcessState)
		}
		select {
		case <-ctx.Done():
			return Entry{}, fmt.Errorf("wait for sample application: %w", ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}

// Control changes the running application by one of its commands, such as
// "second-save after", "without save" or "rename save=Store", and returns when
// the change is made.
func (a *App) Control(ctx context.Context, command string) error {
	_, err := a.control(ctx, command)
	return err
}

// Form returns what the form holds now.
func (a *App) Form(ctx context.Context) (Form, error) {
	e, err := a.state(ctx)
	if err != nil {
		return Form{}, err
	}
	return e.Form()
}

// Bench returns what the widgets of Workshop hold now.
func (a *App) Bench(ctx context.Context) (Bench, error) {
	e, err := a.state(ctx)
	if err != nil {
		return Bench{}, err
	}
	return e.Bench()
}

// state makes the application log what it holds.
func (a *App) state(ctx context.Context) (Entry, error) {
	done, err := a.control(ctx, "state")
	if err != nil {
		return Entry{}, err
	}
	entries, err := a.Log()
	if err != nil {
		return Entry{}, err
	}
	for _, e := range slices.Backward(entries) {
		if e.Event == "state" && e.Seq < done.Seq {
			return e, nil
		}
	}
	return Entry{}, errors.New("read state of the sample application: it logged none")
}

// control sends a command and returns the entry that says it was carried out.
func (a *App) control(ctx context.Context, command string) (Entry, error) {
	if strings.ContainsAny(command, "\r\n") {
		return Entry{}, fmt.Errorf("control sample application: more than one line in %q", command)
	}
	a.controlling.Lock()
	defer a.controlling.Unlock()
	entries, err := a.Log()
	if err != nil {
		return Entry{}, err
	}
	last := 0
	if len(entries) > 0 {
		last = entries[len(entries)-1].Seq
	}
	if err := writeFifo(a.fifo(), command+"\n"); err != nil {
		return Entry{}, fmt.Errorf("control sample application: %w", err)
	}
	done, err := a.WaitFor(ctx, func(e Entry) bool {
		return e.Seq > last && e.Event == "control" && e.Text() == command
	})
	if err != nil {
		return Entry{}, fmt.Errorf("control sample application by %q: %w", command, err)
	}
	if done.ID == "error" {
		return Entry{}, fmt.Errorf("control sample application by %q: %s", command, done.Label)
	}
	return done, nil
}

// Stop freezes the application, as if it hung, until Cont, and returns when it has
// stopped.
func (a *App) Stop() error {
	if err := freeze.Stop(a.PID()); err != nil {
		return fmt.Errorf("freeze sample application: %w", err)
	}
	return nil
}

// Cont lets a frozen application go on.
func (a *App) Cont() error {
	if err := freeze.Continue(a.PID()); err != nil {
		return fmt.Errorf("thaw sample application: %w", err)
	}
	return nil
}

// Close kills the application, frozen or not, and removes its folder. It may
// be called again, with the same answer.
func (a *App) Close() error {
	a.closing.Do(func() {
		a.kill()
		<-a.ended
		if err := os.RemoveAll(a.dir); err != nil {
			a.closeErr = fmt.Errorf("remove folder of the sample application: %w", err)
		}
	})
	return a.closeErr
}
