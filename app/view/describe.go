package view

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Description is what a pane or a part of it shows, in the words of
// accessibility: tests find things by it, and the program can publish it.
type Description struct {
	Role  string // WAI-ARIA role
	Label string
	Value string
	// Actions are the words of what can be done ("press", "expand").
	Actions []string
	// States are AT-SPI words ("selected", "expanded", "disabled").
	States []string
	// Position and Size are in the window's own units; a row that is scrolled out
	// of sight has none.
	Position fyne.Position
	Size     fyne.Size
	Children []Description
}

// Describer is a pane that can say what it shows. Called on the goroutine that
// draws the window.
type Describer interface {
	Describe() Description
}

// Find returns the first description with the role and label below d, d
// included, depth first; an empty role or label fits any.
func (d Description) Find(role, label string) (Description, bool) {
	if (role == "" || d.Role == role) && (label == "" || d.Label == label) {
		return d, true
	}
	for _, c := range d.Children {
		if found, ok := c.Find(role, label); ok {
			return found, true
		}
	}
	return Description{}, false
}

// Has reports whether the state is on.
func (d Description) Has(state string) bool {
	for _, s := range d.States {
		if s == state {
			return true
		}
	}
	return false
}

// ShownName returns what an element is called where it is listed, and whether it
// has a name: a combo box whose name is only what is chosen goes by its label.
func ShownName(f *inspector.Frozen, id tree.NodeID) (string, bool) {
	n := &f.Nodes[id]
	if n.Role == tree.RoleCombobox {
		if q, ok := strings.CutPrefix(f.Short(id), string(n.Role)+" "); ok {
			if name, err := strconv.Unquote(q); err == nil {
				return name, true
			}
		}
	}
	return f.Name(id)
}

// describeAt fills in the place of an object that is on a canvas.
func describeAt(d Description, o fyne.CanvasObject) Description {
	if o.Visible() {
		d.Position = fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		d.Size = o.Size()
	}
	return d
}
