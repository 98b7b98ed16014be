package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// The rectangles are those of LibreOffice 7.4 with a menu bar of 25 pixels.
func TestDriftOfLibreOffice(t *testing.T) {
	type step struct {
		role   uint32
		area   tree.Rect
		by     int
		drawn  bool
		lost   bool
		placed bool
	}
	panel := step{role: rolePanel, area: tree.Rect{X: 0, Y: 44, W: 1600, H: 956}, placed: true}
	root := step{role: roleRootPane, area: tree.Rect{X: 0, Y: 19, W: 1600, H: 956}, by: 25, drawn: true, placed: true}
	for name, steps := range map[string][]step{
		"a toolbar": {panel, root,
			{role: rolePanel, area: tree.Rect{X: 0, Y: 19, W: 1600, H: 78}, by: 25, drawn: true, placed: true},
			{role: rolePushButton, area: tree.Rect{X: 92, Y: 21, W: 44, H: 35}, by: 25, drawn: true, placed: true}},
		"widgets of GTK in between": {panel, root,
			{role: rolePanel, area: tree.Rect{X: 0, Y: 930, W: 138, H: 23}, by: 25, drawn: true, placed: true},
			{role: rolePanel, area: tree.Rect{X: 0, Y: 955, W: 138, H: 24}, placed: true},
			{role: rolePushButton, area: tree.Rect{X: 6, Y: 955, W: 24, H: 24}, placed: true}},
		"the copy of the menu bar": {panel, root,
			{role: 34, area: tree.Rect{X: 0, Y: 19, W: 1600}, by: 25, drawn: true},
			{role: roleMenu, area: tree.Rect{X: 0, Y: 19, W: 35, H: 19}, by: 25, drawn: true, lost: true, placed: true}},
		"without a menu bar": {
			{role: rolePanel, area: tree.Rect{Y: 19, W: 800, H: 600}, placed: true},
			{role: roleRootPane, area: tree.Rect{Y: 19, W: 800, H: 600}, drawn: true, placed: true},
			{role: rolePanel, area: tree.Rect{Y: 19, W: 800, H: 600}, drawn: true, placed: true}},
	} {
		var d drift
		for i, s := range steps {
			d = d.into(s.role, s.area, s.placed)
			if d.by != (tree.Point{Y: s.by}) || d.drawn != s.drawn || d.lost != s.lost || d.doubt {
				t.Errorf("%s, step %d: %+v", name, i, d)
			}
		}
	}
	var d drift
	if d = d.into(rolePanel, panel.area, true).into(roleRootPane, tree.Rect{Y: 19, W: 1500, H: 956}, true); !d.doubt {
		t.Error("a root pane that does not fill its panel is believed")
	}
	r := reading{}
	e := &element{extents: tree.Rect{X: 1, Y: 2, W: 3, H: 4}, extentsRead: tree.Known}
	if b := d.boundsOf(&r, e, origin{scale: 1}); b.Usable() {
		t.Errorf("and what is in it has a place: %+v", b)
	}
}
