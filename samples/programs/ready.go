package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// The least of AT-SPI that is needed to ask whether a window shows.
const (
	registry   = "org.a11y.atspi.Registry"
	rootPath   = "/org/a11y/atspi/accessible/root"
	accessible = "org.a11y.atspi.Accessible"

	roleDialog, roleFrame, roleWindow = 16, 23, 69 // ATSPI_ROLE_…
	stateShowing                      = 25         // ATSPI_STATE_SHOWING
)

const (
	pollEvery = 20 * time.Millisecond
	// answerWithin bounds one question: who starts may not answer for long.
	answerWithin = 2 * time.Second
	// removeWithin bounds how long processes of a killed group may still write
	// into the home: a kill returns before they are gone.
	removeWithin = 5 * time.Second
)

// object is the address of one accessible.
type object struct {
	Name string
	Path dbus.ObjectPath
}

// bus is a connection to the accessibility bus.
type bus struct{ conn *dbus.Conn }

// dialBus connects to the accessibility bus of an environment.
func dialBus(ctx context.Context, env []string) (bus, error) {
	var address string
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "DBUS_SESSION_BUS_ADDRESS="); ok {
			address = value
		}
	}
	if address == "" {
		return bus{}, errors.New("the environment names no session bus")
	}
	session, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return bus{}, fmt.Errorf("connect to session bus: %w", err)
	}
	defer session.Close()
	var a11y string
	if err := session.Object("org.a11y.Bus", "/org/a11y/bus").CallWithContext(ctx, "org.a11y.Bus.GetAddress", 0).Store(&a11y); err != nil {
		return bus{}, fmt.Errorf("ask for the accessibility bus: %w", err)
	}
	conn, err := dbus.Connect(a11y, dbus.WithContext(ctx))
	if err != nil {
		return bus{}, fmt.Errorf("connect to accessibility bus: %w", err)
	}
	return bus{conn}, nil
}

func (b bus) call(ctx context.Context, o object, method string, result any, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return b.conn.Object(o.Name, o.Path).CallWithContext(ctx, method, 0, args...).Store(result)
}

func (b bus) children(ctx context.Context, o object) []object {
	var children []object
	if b.call(ctx, o, accessible+".GetChildren", &children) != nil {
		return nil
	}
	return children
}

// shows reports whether an element is a window on the screen with the title.
func (b bus) shows(ctx context.Context, o object, title string) bool {
	var role uint32
	var states []uint32
	var name dbus.Variant
	if b.call(ctx, o, accessible+".GetRole", &role) != nil ||
		b.call(ctx, o, accessible+".GetState", &states) != nil ||
		b.call(ctx, o, "org.freedesktop.DBus.Properties.Get", &name, accessible, "Name") != nil {
		return false
	}
	text, _ := name.Value().(string)
	return (role == roleFrame || role == roleWindow || role == roleDialog) &&
		len(states) > 0 && states[0]&(1<<stateShowing) != 0 && strings.Contains(text, title)
}

// window returns the process of a group that has the window on the screen, or 0.
func (b bus) window(ctx context.Context, group int, title string) int {
	for _, app := range b.children(ctx, object{registry, rootPath}) {
		var pid uint32
		bus := object{"org.freedesktop.DBus", "/org/freedesktop/DBus"}
		if b.call(ctx, bus, "org.freedesktop.DBus.GetConnectionUnixProcessID", &pid, app.Name) != nil || !inGroup(int(pid), group) {
			continue
		}
		for _, top := range b.children(ctx, app) {
			if b.shows(ctx, top, title) {
				return int(pid)
			}
		}
	}
	return 0
}

// await waits until the window shows, the program ends, or ctx does.
func (a *App) await(ctx context.Context) error {
	b, err := dialBus(ctx, a.cmd.Env)
	if err != nil {
		return err
	}
	defer b.conn.Close()
	for {
		if a.pid = b.window(ctx, a.cmd.Process.Pid, a.program.Window); a.pid != 0 {
			return nil
		}
		select {
		case <-a.ended:
			return fmt.Errorf("it ended (%v) before its window showed", a.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("wait for its window: %w", ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}

// removeHome removes the home, again while dying processes still write there.
func (a *App) removeHome() error {
	var err error
	for end := time.Now().Add(removeWithin); time.Now().Before(end); time.Sleep(pollEvery) {
		if err = os.RemoveAll(a.home); err == nil {
			return nil
		}
	}
	return err
}
