//go:build linux && cgo

package e2e

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// comparison is what came of comparing our reading with pyatspi's.
type comparison struct {
	rules       map[string]int // how often each rule explained a difference
	differences []string       // that no rule explains
	gtk4        bool
	drift       int // how much lower what LibreOffice draws is than it says; 0 before it was seen
}

// window is what elements take over from the window that holds them.
type within struct {
	window *treeNode
	theirs *walked // the window
	shows  bool    // all ancestors show, by pyatspi
	list   bool    // an ancestor is a closed select
	drawn  bool    // LibreOffice draws it itself
	lost   bool    // in something that LibreOffice draws and that has no place
}

// compare compares every element by its place in the tree, role and name, and
// states and extents where pyatspi asked for them.
func compare(ours treeData, theirs *walked) *comparison {
	c := &comparison{rules: map[string]int{}, gtk4: isGTK4(theirs)}
	c.element(&ours.Root, theirs, within{shows: true})
	return c
}

// verdict returns the differences that no rule explains.
func (c *comparison) verdict() error {
	const most = 12
	n := len(c.differences)
	if n == 0 {
		return nil
	}
	return errors.New(fmt.Sprintf("%d differences that no rule explains:\n", n) + strings.Join(c.differences[:min(n, most)], "\n"))
}

func (c *comparison) differ(w *walked, format string, args ...any) {
	c.differences = append(c.differences, fmt.Sprintf("%v %s %q: ", w.place, w.role, w.name)+fmt.Sprintf(format, args...))
}

// The rules, by the name under which they are counted.
const (
	ruleStackPage   = "GTK 4: the page of a stack is no widget; GetChildren goes past it"
	ruleTwoParents  = "GTK 3: the menu of an open combo box is below the box and below its popup, and in our tree once"
	ruleClassName   = "GTK 4.8: the class stands where there is no name"
	ruleLabel       = "the name comes from the label"
	ruleUnlisted    = "of children made on demand only those on the screen are listed"
	ruleLeftOut     = "states that say nothing to a person are left out"
	ruleShowing     = "GTK 4.8 says showing of windows only; ours is derived"
	ruleHiddenView  = "Qt: the items of a view that is hidden say showing and have a place"
	ruleNowhere     = "extents that mean nowhere are no place"
	ruleOrigin      = "GTK 4: extents lie in the window, ours on the screen"
	ruleNeverOpened = "Chromium: windows that were made and never opened say showing"
	ruleClosedList  = "browsers and Qt: the items of a closed list say showing"
	ruleMenuBar     = "LibreOffice: what it draws is lower by the menu bar than it says"
	ruleLost        = "LibreOffice: what it draws in something without a place is not on the screen"
	ruleUnasked     = "what does not show is not asked where it is"
	ruleHiddenPage  = "GTK 4: what does not show keeps the extents it had"
	rulePopover     = "GTK 4: a popover lies in a window of its own, and is reported off by where that was put"
	ruleSpinner     = "GTK 4: a spinner turns, and its corner with it"
	ruleWindowModal = "Qt 5 says to the window manager alone that a dialog is modal"
)

func isGTK4(root *walked) bool {
	found := false
	var down func(w *walked)
	down = func(w *walked) {
		found = found || className.MatchString(w.name) || stackPage(w)
		for _, child := range w.children {
			down(child)
		}
	}
	down(root)
	return found
}

var className = regexp.MustCompile(`^(Gtk|Adw)[A-Z][A-Za-z0-9]*$`)

// popover matches the classes of popovers, but not of what is in them.
var popover = regexp.MustCompile(`^GtkPopover(Menu)?$`)

// stackPage recognises the object between a stack and the content of a page: a
// panel that has no place and holds one element.
func stackPage(w *walked) bool {
	return w.role == "panel" && w.asked && w.extents == nil && w.claimed == 1 && len(w.children) == 1
}

// element compares one element and what is below it.
func (c *comparison) element(o *treeNode, w *walked, in within) {
	if o.NativeRole != w.role {
		c.differ(w, "our role is %s", o.NativeRole)
	}
	c.name(o, w)
	if c.gtk4 && popover.MatchString(w.name) && w.extents != nil && o.Bounds != nil && o.has("showing") {
		in.window, in.theirs = o, w
		c.rules[rulePopover]++
	}
	if w.asked {
		c.states(o, w, in)
		c.extents(o, w, in)
		in.shows = in.shows && slices.Contains(w.states, "showing") && (w.extents == nil || !nowhere(w.extents))
	}
	if w.nulls > 0 {
		c.differ(w, "%d children are no elements", w.nulls)
	}
	if w.unlisted {
		c.rules[ruleUnlisted]++
	}
	theirs := c.children(w)
	if len(theirs) != len(o.Children) {
		c.differ(w, "has the children %s, ours are %s", words(theirs), ourWords(o.Children))
		return
	}
	for i := range theirs {
		below := in
		if len(w.place) == 0 {
			below = within{window: &o.Children[i], theirs: theirs[i], shows: true}
		}
		below.lost = below.lost || below.drawn && o.Bounds == nil
		below.drawn = below.drawn || o.NativeRole == "root pane"
		below.list = below.list || o.Role == "combobox" && !slices.Contains(o.States, "expanded")
		c.element(&o.Children[i], theirs[i], below)
	}
}

// children returns the children that our tree has to have.
func (c *comparison) children(w *walked) []*walked {
	var list []*walked
	for _, child := range w.children {
		switch {
		case child.again:
			c.rules[ruleTwoParents]++
			continue
		case c.gtk4 && stackPage(child):
			c.rules[ruleStackPage]++
			child = child.children[0]
		}
		list = append(list, child)
	}
	return list
}

func (c *comparison) name(o *treeNode, w *walked) {
	switch {
	case o.NameState == "known" && o.Name == w.name:
	case o.NameState == "absent" && w.name == "":
	case o.NameState == "absent" && strings.TrimSpace(w.name) == "" && o.Name == "":
	case c.gtk4 && className.MatchString(w.name) && o.NameState == "absent":
		c.rules[ruleClassName]++
	case o.NameState == "known" && o.Name == strings.Join(w.labels, " "):
		c.rules[ruleLabel]++
	default:
		c.differ(w, "our name is %q (%s)", o.Name, o.NameState)
	}
}

// neverOpened reports whether the window is one that Chromium keeps in store: it has
// no title, and no window on the screen fits it.
func (in within) neverOpened() bool {
	return in.window != nil && in.window.NativeRole == "frame" && in.window.Name == "" && !slices.Contains(in.window.States, "showing")
}

// leftOut are the states that the model does not have.
var leftOut = []string{
	"animated", "armed", "has tooltip", "horizontal", "iconified", "invalid", "is default", "opaque", "resizable",
	"selectable text", "single line", "stale", "supports autocompletion", "truncated", "vertical", "visited",
}

func (c *comparison) states(o *treeNode, w *walked, in within) {
	var ours []string
	for _, s := range o.States {
		ours = append(ours, strings.ReplaceAll(s, "-", " "))
	}
	for _, s := range w.states {
		switch {
		case slices.Contains(ours, s):
		case slices.Contains(leftOut, s):
			c.rules[ruleLeftOut]++
		case s == "showing" && in.neverOpened():
			c.rules[ruleNeverOpened]++
		case s == "showing" && in.list && o.Bounds == nil:
			c.rules[ruleClosedList]++
		case s == "showing" && !c.gtk4 && !in.shows && o.Bounds == nil:
			c.rules[ruleHiddenView]++
		default:
			c.differ(w, "we do not say %s", s)
		}
	}
	for _, s := range ours {
		switch {
		case slices.Contains(w.states, s):
		case s == "showing" && c.gtk4 && o.Bounds != nil:
			c.rules[ruleShowing]++
		case s == "modal" && o.Role == "dialog":
			c.rules[ruleWindowModal]++
		default:
			c.differ(w, "only we say %s", s)
		}
	}
}

func (c *comparison) extents(o *treeNode, w *walked, in within) {
	e := w.extents
	b := o.Bounds
	switch {
	case e == nil && b == nil:
	case e != nil && nowhere(e) && b == nil:
		c.rules[ruleNowhere]++
	case e == nil || nowhere(e):
		c.differ(w, "only we say where it is: %+v", *b)
	case b == nil && c.gtk4 && !slices.Contains(o.States, "showing"):
		c.rules[ruleHiddenPage]++
	case b == nil && !slices.Contains(w.states, "showing"):
		c.rules[ruleUnasked]++
	case b == nil && in.lost:
		c.rules[ruleLost]++
	case b != nil && c.lower(o, e, in):
		c.rules[ruleMenuBar]++
	case b == nil && in.neverOpened():
		c.rules[ruleNeverOpened]++
	case b == nil && in.list:
		c.rules[ruleClosedList]++
	case b == nil && !c.gtk4 && !in.shows:
		c.rules[ruleHiddenView]++
	case b == nil:
		c.differ(w, "is at %v, we do not say so", e)
	case !c.gtk4 && b.X == e[0] && b.Y == e[1] && b.W == e[2] && b.H == e[3]:
	case c.gtk4 && b.W == e[2] && b.H == e[3] && in.off(b, e) == 0:
		c.rules[ruleOrigin]++
	case w.name == "GtkSpinner" && b.W == e[2] && b.H == e[3] && in.off(b, e) <= 2*max(b.W, b.H):
		c.rules[ruleSpinner]++
	default:
		c.differ(w, "is at %v, we say %+v", e, *b)
	}
}

// lower reports whether an element is as far below where LibreOffice says it is as
// all others that LibreOffice draws.
func (c *comparison) lower(o *treeNode, e []int, in within) bool {
	b := o.Bounds
	dy := b.Y - e[1]
	if !in.drawn && o.NativeRole != "root pane" || dy <= 0 || b.X != e[0] || b.W != e[2] || b.H != e[3] {
		return false
	}
	if c.drift == 0 {
		c.drift = dy
	}
	return dy == c.drift
}

// nowhere reports whether extents are a toolkit's word for no place.
func nowhere(e []int) bool { return e[2] <= 0 || e[3] <= 0 || e[0] == -1<<31 }

// off is how far our place is from the one in the window, in one direction.
func (in within) off(b *boundsData, e []int) int {
	if in.window == nil || in.window.Bounds == nil || in.theirs.extents == nil {
		return 1 << 20
	}
	dx := b.X - e[0] - (in.window.Bounds.X - in.theirs.extents[0])
	dy := b.Y - e[1] - (in.window.Bounds.Y - in.theirs.extents[1])
	return max(dx, -dx, dy, -dy)
}

func words(list []*walked) string {
	var all []string
	for _, w := range list {
		all = append(all, fmt.Sprintf("%s %q", w.role, w.name))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func ourWords(list []treeNode) string {
	var all []string
	for _, n := range list {
		all = append(all, fmt.Sprintf("%s %q", n.NativeRole, n.Name))
	}
	return "[" + strings.Join(all, ", ") + "]"
}
