package atspi

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// scrollAnywhere is ATSPI_SCROLL_ANYWHERE: as little as brings it on the screen.
const scrollAnywhere = uint32(6)

// selectItem selects a child of a container, by its place among the children
// that are there now.
func (b *Backend) selectItem(ctx context.Context, to ref, item tree.Handle) error {
	want, ok := parseHandle(item)
	if !ok {
		return notDelivered("select %q: no handle of this backend: %w", item, backends.ErrGone)
	}
	index, children, err := b.place(ctx, to, want)
	if err != nil {
		return notDelivered("select: read the items: %w", err)
	}
	if index < 0 && len(children) > 0 {
		// GTK3 puts the items of a combo box into a menu that is its first child, or
		// its only one but for an entry, and counts them as the combo box's own for the
		// selection.
		if body, err := b.call(ctx, to, callGetRole); err == nil && first(body) == uint32(roleComboBox) {
			if children, err = b.children(ctx, children[0]); err == nil {
				index = indexOf(children, want)
			}
		}
	}
	if index < 0 {
		return notDelivered("select: the item is not in the container any more: %w", backends.ErrGone)
	}
	return b.mutate(ctx, "select", to, callSelectChild, int32(index))
}

func (b *Backend) children(ctx context.Context, of ref) ([]ref, error) {
	body, err := b.call(ctx, of, callGetChildren)
	if err != nil {
		return nil, err
	}
	refs, ok := refsOf(first(body))
	if !ok {
		return nil, fmt.Errorf("children in an unknown form: %w", backends.ErrUnsupported)
	}
	return refs, nil
}

func indexOf(list []ref, want ref) int {
	for i, r := range list {
		if r == want {
			return i
		}
	}
	return -1
}

// selectItems leaves exactly some children of a container selected. It sends what
// is missing only, and asks in between: a container that holds one selection drops
// the others by itself, and in one that holds several they are cleared first.
// Whatever fails after the first call may have changed something: uncertain.
func (b *Backend) selectItems(ctx context.Context, to ref, items, others []tree.Handle) error {
	sel, err := b.selector(ctx, to)
	if err != nil {
		return err
	}
	sent := false
	step := func(what string, err error) error {
		if err == nil {
			sent = true
			return nil
		}
		if sent {
			err = afterPart(what, err)
		}
		return err
	}
	selectAll := func() error {
		for _, item := range items {
			if on, err := b.selected(ctx, item); err != nil || on {
				if err != nil {
					return step("read an item", err)
				}
				continue
			}
			if err := step("select", sel.add(ctx, item)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := selectAll(); err != nil {
		return err
	}
	left := others[:0:0]
	for _, item := range others {
		on, err := b.selected(ctx, item)
		if err != nil {
			if errors.Is(err, backends.ErrGone) {
				continue // it was only drawn for a moment
			}
			return step("read an item", err)
		}
		if on {
			left = append(left, item)
		}
	}
	if len(left) == 0 {
		return nil
	}
	if err := step("deselect", sel.drop(ctx, left)); err != nil {
		return err
	}
	return selectAll()
}

// selected asks an item whether it is selected.
func (b *Backend) selected(ctx context.Context, item tree.Handle) (bool, error) {
	at, ok := parseHandle(item)
	if !ok {
		return false, notDelivered("select %q: no handle of this backend: %w", item, backends.ErrGone)
	}
	states, err := b.states(ctx, at)
	if err != nil {
		return false, notDelivered("select: read states: %w", err)
	}
	return hasState(states, stateSelected), nil
}

// selector is how a container lets its selection be changed.
type selector struct {
	add  func(ctx context.Context, item tree.Handle) error
	drop func(ctx context.Context, items []tree.Handle) error
}

// selector chooses one way for the whole act. GTK 3's tree view refuses SelectChild
// where it has several columns, and takes whole rows through its table (measured);
// its list box answers DeselectChild with true and does nothing, so that all are
// cleared. Qt has no selection of its own before 6.5: each item is toggled.
func (b *Backend) selector(ctx context.Context, to ref) (selector, error) {
	body, err := b.call(ctx, to, callGetInterfaces)
	if err != nil {
		return selector{}, notDelivered("select: read interfaces: %w", err)
	}
	offered, _ := first(body).([]string)
	clearAll := func(ctx context.Context, _ []tree.Handle) error {
		return b.mutate(ctx, "clear the selection", to, callClear)
	}
	switch has := func(name string) bool { return slices.Contains(offered, name) }; {
	case has(ifaceSelection) && has(ifaceTable):
		return selector{func(ctx context.Context, item tree.Handle) error { return b.selectRow(ctx, to, item) }, clearAll}, nil
	case has(ifaceSelection):
		return selector{func(ctx context.Context, item tree.Handle) error { return b.selectItem(ctx, to, item) }, clearAll}, nil
	}
	toggle := func(ctx context.Context, item tree.Handle) error {
		at, ok := parseHandle(item)
		if !ok {
			return notDelivered("select %q: no handle of this backend: %w", item, backends.ErrGone)
		}
		return b.doAction(ctx, at, tree.VerbToggle)
	}
	return selector{toggle, func(ctx context.Context, items []tree.Handle) error {
		return oneByOne(items, func(item tree.Handle) error { return toggle(ctx, item) })
	}}, nil
}

// oneByOne does something to items until it fails.
func oneByOne(items []tree.Handle, do func(tree.Handle) error) error {
	for i, item := range items {
		err := do(item)
		if err != nil && i > 0 {
			err = afterPart("deselect", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// afterPart is an error of an act of which a part was done before: it may have changed
// something, whatever became of the last call.
func afterPart(what string, err error) error {
	if backends.DeliveryOf(err) == backends.Uncertain {
		return err
	}
	return &backends.DeliveryError{Delivery: backends.Uncertain, Err: fmt.Errorf("%s, after a part of it was done: %w", what, err)}
}

// selectRow selects the row of a table that a cell is in.
func (b *Backend) selectRow(ctx context.Context, to ref, cell tree.Handle) error {
	want, ok := parseHandle(cell)
	if !ok {
		return notDelivered("select %q: no handle of this backend: %w", cell, backends.ErrGone)
	}
	index, _, err := b.place(ctx, to, want)
	if err != nil {
		return notDelivered("select: read the items: %w", err)
	}
	if index < 0 {
		return notDelivered("select: the item is not in the container any more: %w", backends.ErrGone)
	}
	body, err := b.call(ctx, to, callGetRowAt, int32(index))
	row, ok := intOf(first(body))
	if err != nil || !ok || row < 0 {
		return notDelivered("select: the table does not say in which row the item is: %w", backends.ErrUnsupported)
	}
	return b.mutate(ctx, "select a row", to, callAddRow, int32(row))
}

// most is how many children are asked for at once: a sheet of LibreOffice has 2^31.
const most = 2000

// place finds a child of a container among those that it has now. A container of very
// many is not asked for all of them: the child says itself which one it is.
func (b *Backend) place(ctx context.Context, container, want ref) (int, []ref, error) {
	v, err := b.get(ctx, container, ifaceAccessible, "ChildCount")
	if err != nil {
		return -1, nil, err
	}
	if n, ok := intOf(v); ok && n >= 0 && n <= most {
		children, err := b.children(ctx, container)
		return indexOf(children, want), children, err
	}
	body, err := b.call(ctx, want, callGetIndex)
	if err != nil {
		return -1, nil, err
	}
	index, ok := intOf(first(body))
	if !ok || index < 0 {
		return -1, nil, nil
	}
	body, err = b.call(ctx, container, callGetChild, int32(index))
	if err != nil {
		return -1, nil, err
	}
	if there, ok := refOf(first(body)); !ok || there != want {
		return -1, nil, nil
	}
	return index, nil, nil
}
