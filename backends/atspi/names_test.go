package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// GTK 4.8 and libadwaita put the class of a widget where there is no name.
func TestClassIsNoName(t *testing.T) {
	for name, class := range map[string]bool{
		"GtkText": true, "AdwGizmo": true, "AdwLeaflet": true,
		"Gtk": false, "Adwaita": false, "Gtk 4": false, "GtkMenu button": false, "Save": false, "": false,
	} {
		if className(name) != class {
			t.Errorf("%q: %v", name, !class)
		}
	}
}

// What GTK shows in an empty field is asked for where nothing else names the field.
func TestPlaceholderIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		what    string
		element element
		version string
		want    bool
	}{
		{"an unnamed field", element{got: gotProperties, role: roleText}, "3.24.38", true},
		{"one with the class as its name", element{got: gotProperties, role: roleText, name: "GtkText"}, "4.8.3", true},
		{"a named field", element{got: gotProperties, role: roleText, name: "City"}, "3.24.38", false},
		{"a button", element{got: gotProperties, role: rolePushButton}, "3.24.38", false},
		{"once", element{got: gotProperties, role: roleText, attributesRead: true}, "3.24.38", false},
	} {
		r := &reading{app: tree.Application{Toolkit: "gtk", ToolkitVersion: c.version}, gtk4: c.version[0] == '4'}
		if got := r.wantsAttributes(&c.element); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
