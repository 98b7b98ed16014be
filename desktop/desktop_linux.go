package desktop

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jezek/xgb"
)

const (
	defaultWidth, defaultHeight = 1600, 1000
	// startPatience bounds Start when the caller's context does not.
	startPatience = 30 * time.Second
	// socketRoom is what our longest socket name adds to the folder; longestSocket
	// is the limit of the kernel (unix(7), sun_path).
	socketRoom    = len("/run/at-spi2-XXXXXX/socket")
	longestSocket = 107
	// readerDelay is how long a child's output may stay open in the hands of
	// its own children after it ended.
	readerDelay = 2 * time.Second
)

// Desktop is one running virtual desktop.
type Desktop struct {
	dir      string
	env      map[string]string // not changed after Start
	services []*service        // in the order they were started
	warden   *warden

	life context.Context // ends when Close begins
	end  context.CancelFunc

	closing  sync.Once
	closeErr error
}

// Start starts a desktop and returns when every part has answered. ctx bounds
// the start only (30 seconds when it has no deadline), not the life of the
// desktop. When programs are missing, the error is a *MissingError that names
// all of them. The caller owns the desktop and must Close it.
func Start(ctx context.Context, opts Options) (*Desktop, error) {
	found, err := findPrograms()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	dir, err := os.MkdirTemp(opts.Dir, "samebutton-desktop-") // 0700
	if err != nil {
		return nil, fmt.Errorf("make folder of the virtual desktop: %w", err)
	}
	d := &Desktop{dir: dir}
	d.life, d.end = context.WithCancel(context.Background())
	if err := d.start(ctx, found, opts); err != nil {
		return nil, errors.Join(fmt.Errorf("start virtual desktop: %w", err), d.Close())
	}
	return d, nil
}

// start fills the folder and starts the parts one by one, each needing the
// ones before. What was started is in d.services, even after an error.
func (d *Desktop) start(ctx context.Context, found programs, opts Options) error {
	if len(d.dir)+socketRoom > longestSocket {
		return fmt.Errorf("folder name too long for sockets (%s): choose a shorter one", d.dir)
	}
	if err := makeHomes(d.dir); err != nil {
		return err
	}
	d.env = environment(os.Environ(), d.dir, language(ctx))
	var err error
	if d.warden, err = startWarden(found, d.dir); err != nil {
		return err
	}
	x, hangUp, err := d.startDisplay(ctx, found, opts)
	if err != nil {
		return err
	}
	defer hangUp()
	if err := d.startBuses(ctx, found); err != nil {
		return err
	}
	return d.startManager(ctx, found, x)
}

// startDisplay starts the X server, which chooses a free number itself, and
// returns a connection to it and what closes it.
func (d *Desktop) startDisplay(ctx context.Context, found programs, opts Options) (*xgb.Conn, func(), error) {
	width, height := opts.Width, opts.Height
	if width == 0 {
		width = defaultWidth
	}
	if height == 0 {
		height = defaultHeight
	}
	cookie, err := writeAuthority(d.dir)
	if err != nil {
		return nil, nil, err
	}
	delete(d.env, "DISPLAY")
	server, line, err := startAnnouncing(ctx, d.dir, "xvfb", list(d.env), found.xvfb,
		"-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height),
		"-auth", filepath.Join(d.dir, authorityName), "-nolisten", "tcp", "-noreset")
	d.add(server)
	if err != nil {
		return nil, nil, err
	}
	number, err := strconv.Atoi(line)
	if err != nil {
		return nil, nil, server.failure("read number of the display", err)
	}
	d.env["DISPLAY"] = ":" + line
	var x *xgb.Conn
	var hangUp func()
	err = server.await(ctx, "wait for the X server", func(ctx context.Context) (err error) {
		x, hangUp, err = dialDisplay(ctx, number, cookie)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if err := paintBackdrop(x); err != nil {
		hangUp()
		return nil, nil, err
	}
	return x, hangUp, nil
}

// startBuses starts the session bus and the accessibility bus on it.
func (d *Desktop) startBuses(ctx context.Context, found programs) error {
	config, err := writeBusConfig(d.dir)
	if err != nil {
		return err
	}
	delete(d.env, "DBUS_SESSION_BUS_ADDRESS")
	bus, address, err := startAnnouncing(ctx, d.dir, "dbus", list(d.env), found.dbus,
		"--config-file="+config, "--nofork", "--nopidfile", "--print-address=3")
	d.add(bus)
	if err != nil {
		return err
	}
	d.env["DBUS_SESSION_BUS_ADDRESS"] = address
	launcher, err := startService(d.dir, "at-spi", list(d.env), nil, found.launcher, "--launch-immediately")
	d.add(launcher)
	if err != nil {
		return err
	}
	return launcher.await(ctx, "wait for the accessibility bus", func(ctx context.Context) error {
		return accessibilityReady(ctx, address)
	})
}

// startManager starts the window manager.
func (d *Desktop) startManager(ctx context.Context, found programs, x *xgb.Conn) error {
	config, err := writeManagerConfig(d.dir)
	if err != nil {
		return err
	}
	manager, err := startService(d.dir, "openbox", list(d.env), nil, found.openbox, "--sm-disable", "--config-file", config)
	d.add(manager)
	if err != nil {
		return err
	}
	return manager.await(ctx, "wait for the window manager", func(context.Context) error {
		return windowManagerReady(x)
	})
}

// add remembers a part that was started.
func (d *Desktop) add(s *service) {
	if s != nil {
		d.services = append(d.services, s)
	}
}

// Env returns the whole environment for a process on this desktop. The slice
// belongs to the caller. Whoever is started with it belongs to the desktop and
// ends with it.
func (d *Desktop) Env() []string { return list(d.env) }

// Display returns the name of the X display, such as ":3".
func (d *Desktop) Display() string { return d.env["DISPLAY"] }

// Dir returns the private folder. It holds the logs of the parts and is
// removed by Close.
func (d *Desktop) Dir() string { return d.dir }

// Command returns a command that will run on this desktop, in a process group
// of its own. When ctx ends or Close is called, the whole group is killed.
// The caller starts it and waits for it.
func (d *Desktop) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithCancel(ctx)
	context.AfterFunc(d.life, cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.Env()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = readerDelay
	return cmd
}

// Setenv puts the current process on this desktop: from now on it and what it
// starts use the display and the buses of the desktop. It affects the whole
// process and is not undone by Close.
func (d *Desktop) Setenv() error {
	for _, entry := range os.Environ() {
		key, _, _ := strings.Cut(entry, "=")
		if _, kept := d.env[key]; kept {
			continue
		}
		if err := os.Unsetenv(key); err != nil {
			return fmt.Errorf("leave the user's desktop: %w", err)
		}
	}
	for key, value := range d.env {
		if err := os.Setenv(key, value); err != nil {
			return fmt.Errorf("enter the virtual desktop: %w", err)
		}
	}
	return nil
}

// Close ends everything that runs on the desktop, the parts in reverse order,
// and removes the folder. It returns when all is gone and may be called again,
// with the same answer.
func (d *Desktop) Close() error {
	d.closing.Do(func() {
		d.end()
		for i := len(d.services) - 1; i >= 0; i-- {
			d.services[i].end()
		}
		if d.warden != nil {
			d.closeErr = d.warden.finish()
		}
		if err := os.RemoveAll(d.dir); err != nil {
			d.closeErr = errors.Join(d.closeErr, fmt.Errorf("remove folder of the virtual desktop: %w", err))
		}
	})
	return d.closeErr
}
