//go:build cgo

package main

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
)

// measured is an application of many elements, one of which can be changed.
type measured interface {
	// change gives one button another name, tells of it, and returns the name.
	change() (name string, err error)
}

// The tree of a measured application: a window with 50 panels, each with 20 groups
// of buttons, which the window opens by itself as there are few on each level.
const (
	sourceName     = "Measured"
	windowTitle    = "Many elements"
	changingKey    = "changing" // how the handle of the button ends that changes
	levels         = 4
	panels, groups = 50, 20
	// The page is longer than its window: about a tenth of the elements shows.
	lineHeight = 9
)

var sourceFrame = tree.Rect{W: 1600, H: 1000}

// place is one element of the tree.
type place struct {
	level int // 0 for the window
	index int // among the buttons of all groups, -1 for what is no button
	area  tree.Rect
}

func (p place) changing() bool { return p.index == 0 }
func (p place) showing() bool  { return p.area.Intersects(sourceFrame) }

func (p place) role() tree.Role {
	return [levels]tree.Role{tree.RoleWindow, tree.RoleGroup, tree.RoleGroup, tree.RoleButton}[p.level]
}

// native is the role in the words of AT-SPI.
func (p place) native() string {
	return [levels]string{"frame", "panel", "panel", "push button"}[p.level]
}

// eachPlace calls add for about so many elements, in document order.
func eachPlace(nodes int, add func(p place, name string)) {
	each := max(1, (nodes-2-panels-panels*groups)/(panels*groups))
	add(place{0, -1, sourceFrame}, windowTitle)
	button := 0
	for p := range panels {
		area := tree.Rect{Y: p * groups * lineHeight, W: sourceFrame.W, H: groups * lineHeight}
		add(place{1, -1, area}, fmt.Sprintf("Panel %d", p))
		for g := range groups {
			line := tree.Rect{Y: area.Y + g*lineHeight, W: area.W, H: lineHeight}
			add(place{2, -1, line}, fmt.Sprintf("Group %d of panel %d", g, p))
			for k := range each {
				add(place{3, button, tree.Rect{X: k * 32, Y: line.Y, W: 30, H: lineHeight - 1}}, fmt.Sprintf("Button %d", button))
				button++
			}
		}
	}
}

// changedName is what the changing button is called after so many changes.
func changedName(changes int) string { return fmt.Sprintf("Changed %d times", changes) }
