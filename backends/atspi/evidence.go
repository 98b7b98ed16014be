package atspi

import (
	"context"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// evidenceProperties are what an element says of itself beside its role.
var evidenceProperties = []string{"Name", "AccessibleId", "Parent"}

// readiness are the states without which an element is not acted on.
const readiness = 1<<stateEnabled | 1<<stateSensitive | 1<<stateShowing | 1<<stateVisible | 1<<stateDefunct

// ReadEvidence implements [backends.EvidenceReader]: all calls at once, in the order
// of the elements.
func (b *Backend) ReadEvidence(ctx context.Context, app tree.Application, of []tree.Handle) ([]backends.Evidence, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	r, err := b.newReading(ctx, app, "", 1)
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	defer r.p.close()
	list := make([]backends.Evidence, len(of))
	var failed error
	fail := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	for i, h := range of {
		at, ok := parseHandle(h)
		if !ok {
			return nil, fmt.Errorf("read evidence of %q: no handle of this backend: %w", h, backends.ErrGone)
		}
		e := &list[i]
		e.Element = h
		r.p.add(at, callGetRole, func(body []any, err error) {
			if err != nil {
				fail(err)
			}
			e.Role = fmt.Sprint(first(body))
		})
		r.p.add(at, callGetRelationSet, func(body []any, err error) {
			if errors.Is(err, backends.ErrTimeout) || errors.Is(err, backends.ErrGone) {
				fail(err)
			}
			e.Labels = fmt.Sprint(first(body)) // not every element has them
		})
		r.p.add(at, callGetState, func(body []any, err error) {
			bits, ok := bitsOf(first(body))
			if err == nil && !ok {
				err = backends.ErrUnsupported
			}
			if err != nil {
				fail(err)
			}
			e.States = fmt.Sprint(bits & readiness)
		})
		r.properties(at, ifaceAccessible, evidenceProperties, func(values map[string]any, err error) {
			if err != nil {
				fail(err)
			}
			e.Name, _ = values["Name"].(string)
			e.ID, _ = values["AccessibleId"].(string)
			e.Parent = fmt.Sprint(values["Parent"])
		})
	}
	r.p.run()
	if failed != nil {
		r.leftSocket()
		return nil, fmt.Errorf("read evidence: %w", failed)
	}
	return list, nil
}

// sworn is the key of what must still be so before anything is sent in a context.
type sworn struct{}

type oath struct {
	app      tree.Application
	evidence []backends.Evidence
}

// stillSo makes sure that elements say of themselves what they said before.
func (b *Backend) stillSo(ctx context.Context) error {
	o, _ := ctx.Value(sworn{}).(oath)
	if len(o.evidence) == 0 {
		return nil
	}
	handles := make([]tree.Handle, len(o.evidence))
	for i, e := range o.evidence {
		handles[i] = e.Element
	}
	now, err := b.ReadEvidence(ctx, o.app, handles)
	if err != nil {
		return err
	}
	for i, e := range now {
		was := o.evidence[i]
		if was.States != e.States {
			// GTK 3 answers that it pressed what was disabled by then, and does nothing.
			if was.States = e.States; was == e {
				return fmt.Errorf("%q is not shown and enabled as it was: %w", e.Name, backends.ErrUnsupported)
			}
		}
		if e != was {
			return fmt.Errorf("%w: it was %s and is %s", backends.ErrChanged, was, e)
		}
	}
	return nil
}
