package orders

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// The least of AT-SPI that a test needs to find where to click.
const (
	accessible  = "org.a11y.atspi.Accessible"
	component   = "org.a11y.atspi.Component"
	labelledBy  = 2  // ATSPI_RELATION_LABELLED_BY
	focused     = 12 // ATSPI_STATE_FOCUSED
	showing     = 25 // ATSPI_STATE_SHOWING
	screenCoord = 0  // ATSPI_COORD_TYPE_SCREEN
)

// object is the address of one accessible.
type object struct {
	Name string
	Path dbus.ObjectPath
}

// a11y is a connection to the accessibility bus of a desktop, to read the tree
// of an application in that toolkit.
type a11y struct {
	conn    *dbus.Conn
	toolkit Toolkit
}

func connect(t *testing.T, env []string, toolkit Toolkit) a11y {
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
	return a11y{conn, toolkit}
}

func (a a11y) call(o object, method string, result any, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
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

// The roles (AtspiRole) that tests look for. Their names would differ: GTK 4
// answers with names of its own.
const (
	roleCheckBox    = 7
	roleCheckItem   = 8
	roleComboBox    = 11
	roleDialog      = 16
	roleFrame       = 23
	roleLabel       = 29
	roleMenu        = 33
	roleMenuItem    = 35
	roleTab         = 37
	rolePanel       = 39
	rolePassword    = 40
	roleButton      = 43
	roleRadioButton = 44
	roleSlider      = 51
	roleSpinButton  = 52
	roleText        = 61
	roleToolBar     = 63
	roleWindow      = 69
)

func (a a11y) role(o object) uint32 {
	var role uint32
	_ = a.call(o, accessible+".GetRole", &role)
	return role
}

// box is a rectangle as AT-SPI sends it.
type box struct{ X, Y, Width, Height int32 }

func (a a11y) extents(o object) (box, error) {
	var b box
	err := a.call(o, component+".GetExtents", &b, uint32(screenCoord))
	return b, err
}

// showing tells whether o can be seen. GTK 4.8 has no such state but empties
// the rectangles of hidden pages.
func (a a11y) showing(o object) bool {
	var states []uint32
	if a.call(o, accessible+".GetState", &states) != nil || len(states) != 2 {
		return false
	}
	b, err := a.extents(o)
	return err == nil && b.Width > 0 && b.Height > 0 && (a.toolkit == GTK4 || states[0]&(1<<showing) != 0)
}

// focused tells whether o or something in it has the keyboard's focus.
func (a a11y) focused(o object) bool {
	var states []uint32
	if a.call(o, accessible+".GetState", &states) == nil && len(states) == 2 && states[0]&(1<<focused) != 0 {
		return true
	}
	return slices.ContainsFunc(a.children(o), a.focused)
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

// application finds the tree of a process once it has a name: the last test's
// application of the same name may not have left the bus yet.
func (a a11y) application(pid int) (object, bool) {
	root := object{"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}
	for _, app := range a.children(root) {
		var of uint32
		err := a.conn.BusObject().Call("org.freedesktop.DBus.GetConnectionUnixProcessID", 0, app.Name).Store(&of)
		if err == nil && int(of) == pid {
			return app, a.name(app) == a.toolkit.Application()
		}
	}
	return object{}, false
}

// find returns the showing nodes below o of one of the roles that are called
// name or labelled so.
func (a a11y) find(o object, roles []uint32, name string) []object {
	var found []object
	for _, child := range a.children(o) {
		if slices.Contains(roles, a.role(child)) && a.showing(child) &&
			(a.name(child) == name || slices.Contains(a.labels(child), name)) {
			found = append(found, child)
		}
		found = append(found, a.find(child, roles, name)...)
	}
	return found
}

// window returns the name of the window that holds o.
func (a a11y) window(o object) string {
	for range 100 { // deeper than any window
		switch a.role(o) {
		case roleFrame, roleWindow, roleDialog:
			return a.name(o)
		}
		var parent dbus.Variant
		if a.call(o, "org.freedesktop.DBus.Properties.Get", &parent, accessible, "Parent") != nil ||
			dbus.Store([]any{parent.Value()}, &o) != nil {
			return ""
		}
	}
	return ""
}
