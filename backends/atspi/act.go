package atspi

import (
	"context"
	"errors"
	"fmt"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Act implements [backends.Backend]. What is to be sent is looked up on the live
// element right before (an action by its native name, an item by its reference),
// never by a remembered index, and only the element itself is acted on, never a
// child or an ancestor in its place. The evidence of the action is read again last of
// all: between its answer and the act lies one way to the application.
func (b *Backend) Act(ctx context.Context, app tree.Application, target tree.Handle, action backends.Action) error {
	to, ok := parseHandle(target)
	if !ok {
		return notDelivered("%s %q: no handle of this backend: %w", action.Verb, target, backends.ErrGone)
	}
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	ctx, err := b.own(ctx, app, to)
	if err != nil {
		return notDelivered("%s: %w", action.Verb, err)
	}
	ctx = context.WithValue(ctx, sworn{}, oath{app, action.Evidence})
	switch action.Verb {
	case tree.VerbSetText:
		return b.setText(ctx, to, action.Text)
	case tree.VerbSetValue:
		return b.setValue(ctx, to, action.Number)
	case tree.VerbFocus:
		return b.focus(ctx, to)
	case tree.VerbScrollTo:
		return b.mutate(ctx, "scroll to", to, callScrollTo, scrollAnywhere)
	case tree.VerbSelect:
		switch {
		case len(action.Items) > 0:
			return b.selectItems(ctx, to, action.Items, action.Others)
		case action.Item != "":
			return b.selectItem(ctx, to, action.Item)
		}
	case tree.VerbPress, tree.VerbToggle, tree.VerbExpand, tree.VerbCollapse, tree.VerbShowMenu:
	default:
		return notDelivered("act: %q is no verb of this backend: %w", action.Verb, backends.ErrUnsupported)
	}
	return b.doAction(ctx, to, action.Verb)
}

func notDelivered(format string, args ...any) error {
	return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: fmt.Errorf(format, args...)}
}

// doAction sends the element's own action of the given meaning.
func (b *Backend) doAction(ctx context.Context, to ref, verb tree.Verb) error {
	states, err := b.states(ctx, to)
	if err != nil {
		return notDelivered("%s: read states: %w", verb, err)
	}
	names, err := b.actionNames(ctx, to)
	if err != nil {
		return notDelivered("%s: read actions: %w", verb, err)
	}
	index := actionFor(verb, names, states)
	if index < 0 {
		return notDelivered("%s: the element offers %q only: %w", verb, names, backends.ErrUnsupported)
	}
	return b.mutate(ctx, string(verb), to, callDoAction, int32(index))
}

func (b *Backend) states(ctx context.Context, at ref) (uint64, error) {
	body, err := b.call(ctx, at, callGetState)
	if err != nil {
		return 0, err
	}
	bits, ok := bitsOf(first(body))
	if !ok {
		return 0, fmt.Errorf("states in an unknown form: %w", backends.ErrUnsupported)
	}
	if hasState(bits, stateDefunct) {
		return 0, backends.ErrGone
	}
	return bits, nil
}

// actionNames reads the native names of an element's actions, in order.
func (b *Backend) actionNames(ctx context.Context, to ref) ([]string, error) {
	body, err := b.call(ctx, to, callGetActions)
	if err != nil {
		return nil, err
	}
	list, ok := first(body).([][]any)
	if !ok {
		return nil, fmt.Errorf("actions in an unknown form: %w", backends.ErrUnsupported)
	}
	names := make([]string, len(list))
	for i := range list {
		body, err := b.call(ctx, to, callGetActionName, int32(i))
		if err != nil {
			return nil, err
		}
		names[i], _ = stringOf(first(body))
	}
	return names, nil
}

func (b *Backend) setText(ctx context.Context, to ref, text string) error {
	states, err := b.states(ctx, to)
	if err != nil {
		return notDelivered("set text: read states: %w", err)
	}
	if !hasState(states, stateEditable) {
		return notDelivered("set text: the element is not editable: %w", backends.ErrUnsupported)
	}
	return b.mutate(ctx, "set text", to, callSetText, text)
}

func (b *Backend) setValue(ctx context.Context, to ref, v float64) error {
	limits, err := b.valueRange(ctx, to)
	if err != nil {
		return notDelivered("set value: read the range: %w", err)
	}
	if limits.Minimum < limits.Maximum && (v < limits.Minimum || v > limits.Maximum) {
		return notDelivered("set value: %s is outside %s to %s: %w", number(v), number(limits.Minimum), number(limits.Maximum), backends.ErrUnsupported)
	}
	return b.mutate(ctx, "set value", to, callSet, ifaceValue, "CurrentValue", dbus.MakeVariant(v))
}

func (b *Backend) focus(ctx context.Context, to ref) error {
	states, err := b.states(ctx, to)
	if err != nil {
		return notDelivered("focus: read states: %w", err)
	}
	if !hasState(states, stateFocusable) {
		return notDelivered("focus: the element cannot have the focus: %w", backends.ErrUnsupported)
	}
	return b.mutate(ctx, "focus", to, callGrabFocus)
}

// mutate sends the one call that changes the target and says what became of it.
// It waits until ctx ends: an application that shows a modal dialog may answer
// only then.
func (b *Backend) mutate(ctx context.Context, what string, to ref, m *method, args ...any) error {
	c, err := b.connection(ctx)
	if err != nil {
		return notDelivered("%s: %w", what, err)
	}
	if err := b.stillSo(ctx); err != nil {
		return notDelivered("%s: %w", what, err)
	}
	if err := ctx.Err(); err != nil {
		return notDelivered("%s: %w", what, err)
	}
	done := make(chan *dbus.Call, 1)
	b.send(ctx, c, to, m, done, args...)
	reply := <-done
	if reply.Err != nil {
		return &backends.DeliveryError{Delivery: deliveryOf(reply.Err), Err: fmt.Errorf("%s: call %s: %w", what, m.member, sortError(reply.Err))}
	}
	if said, ok := at(reply.Body, 0).(bool); ok && !said {
		return &backends.DeliveryError{Delivery: backends.Uncertain,
			Err: fmt.Errorf("%s: the application answered that it did not do it: %w", what, backends.ErrUnsupported)}
	}
	return nil
}

// deliveryOf tells errors that prove that nobody took the call from those that
// leave it open.
func deliveryOf(err error) backends.Delivery {
	if errors.Is(err, dbus.ErrClosed) { // godbus: the connection was closed before the message was written
		return backends.NotDelivered
	}
	var e dbus.Error
	if errors.As(err, &e) {
		switch e.Name {
		case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject",
			"org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.ServiceUnknown",
			"org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.NotSupported":
			return backends.NotDelivered
		}
	}
	return backends.Uncertain
}
