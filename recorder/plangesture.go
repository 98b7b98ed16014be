package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// planGesture turns a step that is more than one press into acts; ok is false for
// the kinds that are planned elsewhere.
func (p *Player) planGesture(step Step) (acts []act, ok bool) {
	target := *step.Target
	switch step.Kind {
	case StepSelectItem:
		if step.Item != "" {
			return nil, false // an option of a combo box or list, by its name
		}
		return []act{{target: target, words: "select", choose: p.choosing(ownItem), holds: holdsItems(ownItem)}}, true
	case StepSelectItems:
		find := namedItems(step.Items)
		return []act{{target: target, words: fmt.Sprintf("select %q", step.Items), choose: p.choosing(find), holds: holdsItems(find)}}, true
	case StepSetExpanded:
		return []act{{target: target, words: fmt.Sprintf("set expanded to %v", step.Expanded), choose: p.expansion(step.Expanded), holds: hasExpanded(step.Expanded)}}, true
	case StepDoubleClick:
		return []act{{target: target, words: "double-click", choose: p.doubleClick}}, true
	case StepContextClick:
		return []act{{target: target, words: "open the context menu", choose: p.contextClick}}, true
	case StepDrag:
		if step.To == nil {
			return nil, true
		}
		return []act{{target: target, words: "drag to " + step.To.Locator.String(), choose: p.drag(*step.To)}}, true
	case StepScroll:
		return p.scrollActs(target), true
	}
	return nil, false
}

// expansion opens or closes an item by its own action, else where a person would
// press: Qt's items have no action for it.
func (p *Player) expansion(want bool) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	verb := tree.VerbCollapse
	if want {
		verb = tree.VerbExpand
	}
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		switch {
		case n.Has(verb):
			return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: verb}}, nil
		case !n.States.Has(tree.Expandable) && !n.States.Has(tree.Expanded) && n.StatesRead:
			return dispatch{}, fmt.Errorf("%s has nothing below it that could be shown or hidden", f.Short(id))
		case p.o.Pointer == nil:
			return dispatch{}, fmt.Errorf("%s offers no action to %s it (it offers %s): %w", f.Short(id), verb, actionWords(n), errNeedsInput)
		}
		return dispatch{node: id, handle: n.Handle, gesture: &gesture{kind: gestureArrow}}, nil
	}
}

func hasExpanded(want bool) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		n := &f.Nodes[id]
		if !n.StatesRead || !n.States.Has(tree.Expandable) && !n.States.Has(tree.Expanded) {
			return cannotTell
		}
		return holdingOf(n.States.Has(tree.Expanded) == want)
	}
}

// doubleClick is the pointer's. Without it the cells of GTK 3's tree view and the
// like offer the same by meaning: the action that a double click on a row is for.
func (p *Player) doubleClick(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
	n := &f.Nodes[id]
	if p.o.Pointer != nil {
		return dispatch{node: id, handle: n.Handle, gesture: &gesture{kind: gestureDouble}}, nil
	}
	activates := func(a tree.Action) bool { return a.Verb == tree.VerbPress && strings.EqualFold(a.Native, "activate") }
	if item, container := itemAround(f, id); item == id && container != tree.None && slices.ContainsFunc(n.Actions, activates) {
		return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbPress}}, nil
	}
	return dispatch{}, fmt.Errorf("a double click on %s: %w", f.Short(id), errNeedsInput)
}

// contextClick opens the context menu by the action for it, else with the pointer.
// Qt's ShowMenu is not that: it opens the menu that a button has.
func (p *Player) contextClick(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
	n := &f.Nodes[id]
	forContext := func(a tree.Action) bool {
		return a.Verb == tree.VerbShowMenu && strings.Contains(strings.ToLower(a.Native), "context")
	}
	switch {
	case slices.ContainsFunc(n.Actions, forContext):
		return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbShowMenu}}, nil
	case p.o.Pointer != nil:
		return dispatch{node: id, handle: n.Handle, gesture: &gesture{kind: gestureContext}}, nil
	}
	return dispatch{}, fmt.Errorf("%s offers no action for its context menu (it offers %s): %w", f.Short(id), actionWords(n), errNeedsInput)
}

// drag moves the element to another, which must be as certain as the first.
func (p *Player) drag(to inspector.Target) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		if p.o.Pointer == nil {
			return dispatch{}, errNeedsInput
		}
		r := f.ResolveToAct(to)
		if r.Outcome != inspector.Unique {
			return dispatch{}, fmt.Errorf("%s, where the drag ends, is %s: %s", to.Describe, r.Outcome, r.Reason)
		}
		end := r.Node()
		return dispatch{node: id, handle: f.Nodes[id].Handle, gesture: &gesture{kind: gestureDrag, to: end, end: f.Nodes[end]}}, nil
	}
}

// gestureKind is a kind of real pointer input other than a plain click.
type gestureKind string

const (
	gestureDouble  gestureKind = "double click"
	gestureContext gestureKind = "right click"
	gestureArrow   gestureKind = "click on the arrow" // beside a tree item
	gestureDrag    gestureKind = "drag"
	gestureWheel   gestureKind = "wheel"
)

// gesture is real pointer input that is sent to the node of a dispatch.
type gesture struct {
	kind gestureKind
	// to and end are the node where a drag ends.
	to  tree.NodeID
	end tree.Node
	// down is by how many notches the wheel is turned, negative for up.
	down int
}

// passes reports whether a place where the application has the node top is right for
// a gesture although it is not the element itself: the wheel turns what it is over,
// whatever lies in it, and the arrow of a tree item is beside it, in the tree.
func (g *gesture) passes(f *inspector.Frozen, id, top tree.NodeID) bool {
	switch g.kind {
	case gestureWheel:
		for up := top; up != id && up > 0; up = f.Nodes[up].Parent {
			if turns(f.Nodes[up].Role) {
				return false
			}
		}
		return f.Inside(top, id)
	case gestureArrow:
		return top == f.Nodes[id].Parent || f.Inside(top, id)
	}
	return false
}

// turns reports whether the wheel over an element changes its value in some toolkit.
func turns(r tree.Role) bool {
	switch r {
	case tree.RoleSlider, tree.RoleSpinbutton, tree.RoleCombobox, tree.RoleTab, tree.RoleTablist:
		return true
	}
	return false
}

// sameEnd reports whether two looks at a gesture have it end at the same place of the
// same element.
func (g *gesture) sameEnd(other *gesture) bool {
	return g != nil && g.end.Handle == other.end.Handle && g.end.Bounds == other.end.Bounds
}

// sameItems reports whether two looks chose the same items.
func sameItems(a, b sight) bool {
	x, y := a.dispatch.action.Items, b.dispatch.action.Items
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && !sameTransient(a.frozen, a.frozen.ByHandle(x[i]), b.frozen, b.frozen.ByHandle(y[i])) {
			return false
		}
	}
	return a.dispatch.action.Item == b.dispatch.action.Item
}

// byPlace reports whether real input is sent to a place of the screen.
func (d dispatch) byPlace() bool { return d.click || d.gesture != nil }

// gestureWords say what is sent, for the digest of a permission.
func (d dispatch) gestureWords() []string {
	if d.gesture == nil {
		return nil
	}
	return []string{string(d.gesture.kind), string(d.gesture.end.Handle), fmt.Sprint(d.gesture.down)}
}

// place returns where on the screen the input of a dispatch goes.
func (d dispatch) place(f *inspector.Frozen) (tree.Point, bool) {
	n := &f.Nodes[d.node]
	if !n.Bounds.Usable() {
		return tree.Point{}, false
	}
	at := n.Bounds.Center()
	if d.gesture != nil && d.gesture.kind == gestureArrow {
		at.X = n.Bounds.X - besideItem
	}
	return at, true
}

// besideItem is how many pixels left of its text the arrow of a tree item is hit.
// Measured in Qt 5 and Qt 6 with the Fusion style, where an arrow takes the 20 pixels
// before the item. Where it is elsewhere nothing is expanded, and the step says so.
const besideItem = 10

// pointed moves the pointer to where a dispatch goes and makes sure once more that
// what lies there is the element: tooltips and hover menus come with the movement.
// Nothing has been pressed when it fails.
func (p *Player) pointed(ctx context.Context, f *inspector.Frozen, d dispatch) error {
	undone := func(err error) error { return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: err} }
	at, ok := d.place(f)
	if !ok {
		return undone(errors.New("its place on the screen is not proven"))
	}
	if err := p.apart(ctx, at); err != nil {
		return undone(err)
	}
	if err := p.o.Pointer.Move(ctx, at); err != nil {
		return undone(err)
	}
	if verdict, reason, _ := p.uncovered(ctx, f, d); verdict != VerdictPassed {
		return undone(errors.New(reason))
	}
	return nil
}

// clicked is where and when the player last pressed a button.
type clicked struct {
	at   tree.Point
	when time.Time
}

const (
	// doubleTime is how soon after a click another one at the same place may be taken for
	// the second of a double click. Toolkits take 400 ms; people may have more set.
	doubleTime = 700 * time.Millisecond
	// samePlace is how many pixels apart such clicks are at most.
	samePlace = 10
)

// apart waits where a click would be taken for the second of a double click: two steps
// are two clicks. (A tree item of Qt 6 that was expanded and collapsed by two clicks on
// its arrow 300 ms apart stayed expanded.)
func (p *Player) apart(ctx context.Context, at tree.Point) error {
	last := p.clicked
	defer func() { p.clicked = clicked{at, time.Now()} }()
	if near := max(at.X-last.at.X, last.at.X-at.X, at.Y-last.at.Y, last.at.Y-at.Y) <= samePlace; !near {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(last.when.Add(doubleTime))):
		return nil
	}
}

// sendGesture sends real input other than a plain click, once. until ends where a
// person stops the run: a drag is called off then, and its button goes up.
func (p *Player) sendGesture(ctx, until context.Context, f *inspector.Frozen, d dispatch) error {
	if err := p.pointed(ctx, f, d); err != nil {
		return err
	}
	var err error
	switch g := d.gesture; g.kind {
	case gestureDouble:
		err = p.o.Pointer.DoubleClick(ctx)
	case gestureContext:
		err = p.o.Pointer.Click(ctx, 3)
	case gestureArrow:
		err = p.o.Pointer.Click(ctx, 1)
	case gestureWheel:
		err = p.o.Pointer.Scroll(ctx, 0, g.down)
	case gestureDrag:
		stoppable, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(until, cancel)()
		err = p.o.Pointer.Drag(stoppable, g.end.Bounds.Center(), func(ctx context.Context) error { return p.stillThere(ctx, f, g) })
	default:
		return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: fmt.Errorf("no such gesture: %q", g.kind)}
	}
	if err != nil && backends.DeliveryOf(err) != backends.NotDelivered {
		return &backends.DeliveryError{Delivery: backends.Uncertain, Err: err}
	}
	return err
}

// stillThere asks the application, while the dragged thing hangs above it, whether
// the end of a drag is what it was and where it was. What lies at the place cannot
// be asked: the picture of what is dragged has a window of its own there.
func (p *Player) stillThere(ctx context.Context, f *inspector.Frozen, g *gesture) error {
	reader, ok := p.o.Backend.(backends.NodeReader)
	if !ok {
		return errors.New("the application cannot be asked about the end of the drag")
	}
	now, err := reader.ReadNode(ctx, f.Application, g.end.Handle)
	switch {
	case err != nil:
		return fmt.Errorf("the end of the drag: %w", err)
	case now.Role != g.end.Role || now.Name != g.end.Name:
		return fmt.Errorf("the end of the drag, %s, is another element now", f.Short(g.to))
	case now.Bounds != g.end.Bounds:
		return fmt.Errorf("the end of the drag, %s, has moved", f.Short(g.to))
	}
	return nil
}
