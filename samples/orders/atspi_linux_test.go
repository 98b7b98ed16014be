package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// The least of AT-SPI that a test needs to find where to click.
const (
	accessible  = "org.a11y.atspi.Accessible"
	component   = "org.a11y.atspi.Component"
	labelledBy  = 2  // ATSPI_RELATION_LABELLED_BY
	showing     = 25 // ATSPI_STATE_SHOWING
	screenCoord = 0  // ATSPI_COORD_TYPE_SCREEN
)

// object is the address of one accessible.
type object struct {
	Name string
	Path dbus.ObjectPath
}

// a11y is a connection to the accessibility bus of a desktop.
type a11y struct{ conn *dbus.Conn }

func connect(t *testing.T, env []string) a11y {
	t.Helper()
	var address string
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "DBUS_SESSION_BUS_ADDRESS="); ok {
			address = value
		}
	}
	session, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var bus string
	if err := session.Object("org.a11y.Bus", "/org/a11y/bus").Call("org.a11y.Bus.GetAddress", 0).Store(&bus); err != nil {
		t.Fatal(err)
	}
	conn, err := dbus.Connect(bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return a11y{conn}
}

func (a a11y) call(o object, method string, result any, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return a.conn.Object(o.Name, o.Path).CallWithContext(ctx, method, 0, args...).Store(result)
}

func (a a11y) name(o object) string {
	var v dbus.Variant
	if a.call(o, "org.freedesktop.DBus.Properties.Get", &v, accessible, "Name") != nil {
		return ""
	}
	name, _ := v.Value().(string)
	return name
}

func (a a11y) children(o object) []object {
	var children []object
	_ = a.call(o, accessible+".GetChildren", &children)
	return children
}

// role returns the role as text with "-" for blanks, so that a role can be
// given by one word.
func (a a11y) role(o object) string {
	var role string
	_ = a.call(o, accessible+".GetRoleName", &role)
	return strings.ReplaceAll(role, " ", "-")
}

func (a a11y) showing(o object) bool {
	var states []uint32
	return a.call(o, accessible+".GetState", &states) == nil && len(states) == 2 && states[0]&(1<<showing) != 0
}

// labels returns the names of what labels o.
func (a a11y) labels(o object) []string {
	var relations []struct {
		Type    uint32
		Targets []object
	}
	if a.call(o, accessible+".GetRelationSet", &relations) != nil {
		return nil
	}
	var names []string
	for _, r := range relations {
		if r.Type == labelledBy {
			for _, target := range r.Targets {
				names = append(names, a.name(target))
			}
		}
	}
	return names
}

// application finds the tree of an application.
func (a a11y) application(name string) (object, bool) {
	root := object{"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}
	for _, app := range a.children(root) {
		if a.name(app) == name {
			return app, true
		}
	}
	return object{}, false
}

// find returns the showing nodes below o of one of the roles (separated by
// "|") that are called name or labelled so.
func (a a11y) find(o object, roles, name string) []object {
	var found []object
	for _, child := range a.children(o) {
		if slices.Contains(strings.Split(roles, "|"), a.role(child)) && a.showing(child) &&
			(a.name(child) == name || slices.Contains(a.labels(child), name)) {
			found = append(found, child)
		}
		found = append(found, a.find(child, roles, name)...)
	}
	return found
}

// center returns the middle of o on the screen.
func (a a11y) center(o object) (x, y int, err error) {
	var box struct{ X, Y, Width, Height int32 }
	if err := a.call(o, component+".GetExtents", &box, uint32(screenCoord)); err != nil {
		return 0, 0, fmt.Errorf("read extents: %w", err)
	}
	if box.Width <= 0 || box.Height <= 0 || box.X < 0 || box.Y < 0 {
		return 0, 0, errors.New("not on the screen")
	}
	return int(box.X + box.Width/2), int(box.Y + box.Height/2), nil
}
