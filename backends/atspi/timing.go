package atspi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// TimeAnswer implements [backends.Timer]. It asks over the bus, as screen readers do, at
// most as long as one call may take.
func (b *Backend) TimeAnswer(ctx context.Context, app tree.Application, element tree.Handle, children bool) (time.Duration, error) {
	at, ok := parseHandle(element)
	if !ok {
		return 0, fmt.Errorf("time %q: no handle of this backend: %w", element, backends.ErrGone)
	}
	ctx, err := b.own(ctx, app, at)
	if err != nil {
		return 0, fmt.Errorf("time %q: %w", element, err)
	}
	if children {
		return b.timed(ctx, at, callGetChildren)
	}
	return b.timed(ctx, at, callGetRole)
}

// TimeReference implements [backends.Timer]: it asks the registry for its role.
func (b *Backend) TimeReference(ctx context.Context) (time.Duration, error) {
	return b.timed(ctx, ref{registryName, rootPath}, callGetRole)
}

// timed returns how long an answer took.
func (b *Backend) timed(ctx context.Context, at ref, m *method) (time.Duration, error) {
	began := time.Now()
	_, err := b.call(ctx, at, m)
	took := time.Since(began)
	if errors.Is(err, backends.ErrUnsupported) {
		err = nil
	}
	return took, err
}
