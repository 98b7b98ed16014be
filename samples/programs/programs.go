// Package programs starts real applications, which nobody wrote for Samebutton,
// for tests and benchmarks.
//
// Promise: each program gets a home of its own that is removed with it, so that it
// starts like for the first time and leaves the person's settings alone. Start
// returns when the program's window is on the accessibility bus and showing, which
// the program itself was asked; not that it has stopped changing.
//
// Threads: all methods of App may be called from any goroutine.
//
// Ownership: whoever calls Start calls Close.
package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Program is a real application and how to start it.
type Program struct {
	// Name is the name of the command, and Args what it is started with.
	Name string
	Args []string
	// Package is the Debian package that brings it.
	Package string
	// Env is set beside the environment of the desktop.
	Env []string
	// Window is a part of the title of the window that shows that it is ready,
	// empty for any title.
	Window string
	// Prepare, where there is one, fills the home before the start and returns
	// more arguments.
	Prepare func(home string) ([]string, error)
}

// GTK3WidgetFactory shows every kind of widget of GTK 3.
func GTK3WidgetFactory() Program {
	return Program{Name: "gtk3-widget-factory", Package: "gtk-3-examples"}
}

// GTK4WidgetFactory shows every kind of widget of GTK 4.
func GTK4WidgetFactory() Program {
	return Program{Name: "gtk4-widget-factory", Package: "gtk-4-examples"}
}

// Calculator is GNOME's, in GTK 4.
func Calculator() Program {
	return Program{Name: "gnome-calculator", Package: "gnome-calculator"}
}

// Mousepad is a text editor in GTK 3. It shares nothing with one that runs already.
func Mousepad() Program {
	return Program{Name: "mousepad", Args: []string{"--disable-server"}, Package: "mousepad"}
}

// FeatherPad is a text editor in Qt 5. It is on the bus twice, once without windows.
func FeatherPad() Program {
	return Program{Name: "featherpad", Args: []string{"--standalone"}, Package: "featherpad"}
}

// Desktop returns the everyday programs that are small and quick to start.
func Desktop() []Program {
	return []Program{GTK3WidgetFactory(), GTK4WidgetFactory(), Calculator(), Mousepad(), FeatherPad()}
}

// Launcher prepares a process on some desktop. It must put the process into a
// group of its own and kill the group when ctx ends. *desktop.Desktop is one.
type Launcher interface {
	Command(ctx context.Context, name string, args ...string) *exec.Cmd
}

// MissingError tells which Debian package has to be installed first.
type MissingError struct {
	Program, Package string
}

// Error names the package and the command that installs it.
func (e *MissingError) Error() string {
	return fmt.Sprintf("start %s: it is not installed; install it: sudo apt-get install %s", e.Program, e.Package)
}

// App is one running program.
type App struct {
	program Program
	home    string
	cmd     *exec.Cmd
	pid     int // of the process on the accessibility bus
	kill    context.CancelFunc
	ended   chan struct{} // closed when the process has ended and was waited for

	closing  sync.Once
	closeErr error
}

// Start starts a program and returns when its window shows. ctx bounds the start
// only. When the program is not installed, the error is a *MissingError.
func Start(ctx context.Context, launcher Launcher, p Program) (*App, error) {
	path, err := exec.LookPath(p.Name)
	if err != nil {
		return nil, &MissingError{p.Name, p.Package}
	}
	home, err := os.MkdirTemp("", "samebutton-program-") // 0700
	if err != nil {
		return nil, fmt.Errorf("make home of %s: %w", p.Name, err)
	}
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	a := &App{program: p, home: home, kill: kill, ended: make(chan struct{})}
	if err := a.launch(life, launcher, path); err != nil {
		kill()
		return nil, errors.Join(fmt.Errorf("start %s: %w", p.Name, err), os.RemoveAll(home))
	}
	if err := a.await(ctx); err != nil {
		err = fmt.Errorf("start %s: %w; it said: %s", p.Name, err, a.said())
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// homes are the folders of the home and the variables that name them. The cache
// stays shared: a fresh font cache slows every start down and holds no settings.
// So does the runtime folder, where the accessibility bus has its socket.
var homes = []struct{ variable, name string }{
	{"HOME", "."},
	{"XDG_CONFIG_HOME", "config"},
	{"XDG_DATA_HOME", "data"},
	{"XDG_STATE_HOME", "state"},
}

// launch fills the home and starts the process.
func (a *App) launch(life context.Context, launcher Launcher, path string) error {
	args := a.program.Args
	if a.program.Prepare != nil {
		more, err := a.program.Prepare(a.home)
		if err != nil {
			return err
		}
		args = append(args[:len(args):len(args)], more...)
	}
	output, err := os.OpenFile(a.output(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer output.Close()
	a.cmd = launcher.Command(life, path, args...)
	if a.cmd.Env == nil {
		a.cmd.Env = os.Environ()
	}
	for _, h := range homes {
		dir := filepath.Join(a.home, h.name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		a.cmd.Env = append(a.cmd.Env, h.variable+"="+dir)
	}
	a.cmd.Env = append(a.cmd.Env, a.program.Env...)
	a.cmd.Stdout, a.cmd.Stderr = output, output
	if err := a.cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = a.cmd.Wait() // how it ended is in ProcessState
		close(a.ended)
	}()
	return nil
}

func (a *App) output() string { return filepath.Join(a.home, "output") }

// said returns the end of what the program printed.
func (a *App) said() string {
	const enough = 2000
	all, _ := os.ReadFile(a.output())
	return strings.TrimSpace(string(all[max(0, len(all)-enough):]))
}

// Program returns what was started.
func (a *App) Program() Program { return a.program }

// PID returns the id of the process on the accessibility bus, which is not always
// the one that was started: LibreOffice and browsers start others.
func (a *App) PID() int { return a.pid }

// Home returns the private home, which Close removes.
func (a *App) Home() string { return a.home }

// Ended is closed when the process that was started has ended.
func (a *App) Ended() <-chan struct{} { return a.ended }

// Close kills the program and what it started, and removes its home. It may be
// called again, with the same answer.
func (a *App) Close() error {
	a.closing.Do(func() {
		a.kill()
		<-a.ended
		if err := a.removeHome(); err != nil {
			a.closeErr = fmt.Errorf("remove home of %s: %w", a.program.Name, err)
		}
	})
	return a.closeErr
}
