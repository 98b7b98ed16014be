package file

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

var _ backends.Backend = (*Backend)(nil)

// Backend shows a saved snapshot as an application that never changes.
type Backend struct {
	path     string
	snapshot *tree.Snapshot // read-only; handed out as copies that share it
}

// Open loads a saved snapshot (see [Load]) for reading through the contract of
// package backends.
func Open(path string) (*Backend, error) {
	s, err := Load(path)
	if err != nil {
		return nil, err
	}
	return &Backend{path: path, snapshot: s}, nil
}

// Name returns "file".
func (b *Backend) Name() string { return "file" }

// Probe reports what a saved snapshot can and cannot do.
func (b *Backend) Probe(context.Context) backends.Report {
	s := b.snapshot
	picture := backends.Capability{Name: "picture", OK: s.Capture != nil && s.Capture.Image != nil}
	if !picture.OK {
		picture.Detail = "it was saved without one"
	}
	return backends.Report{
		Backend: b.Name(),
		Versions: []backends.Fact{
			{Name: "schema", Value: Schema},
			{Name: "file", Value: b.path},
			{Name: "read by", Value: s.Backend},
			{Name: "taken", Value: s.Taken.Format("2006-01-02 15:04:05 -0700")},
		},
		Capabilities: []backends.Capability{
			{Name: "observe", OK: true, Detail: fmt.Sprintf("%d elements of %q", len(s.Nodes), s.Application.Name)},
			picture,
			{Name: "events", Detail: "a saved snapshot does not change"},
			{Name: "act", Detail: "a saved snapshot cannot be acted on", Remedy: "start the application and use the backend " + s.Backend},
		},
	}
}

// Applications returns the application of the snapshot.
func (b *Backend) Applications(ctx context.Context) ([]tree.Application, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("list applications: %w", err)
	}
	return []tree.Application{b.snapshot.Application}, nil
}

// Observe returns the saved snapshot, or the part of it that the scope names,
// with the time at which it was taken and without an ID.
func (b *Backend) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("observe: %w", err)
	}
	if scope.Application.Handle != b.snapshot.Application.Handle {
		return nil, fmt.Errorf("observe %q: %w: the file %s holds only %q", scope.Application.Name, backends.ErrGone, b.path, b.snapshot.Application.Name)
	}
	root := tree.NodeID(0)
	if scope.Root != "" {
		if root = b.snapshot.Find(scope.Root); root == tree.None {
			return nil, fmt.Errorf("observe: %w", backends.ErrGone)
		}
	}
	return region(b.snapshot, root, scope.MaxNodes), nil
}

// Events delivers nothing and closes when ctx ends.
func (b *Backend) Events(ctx context.Context, _ backends.Scope) (<-chan backends.Event, error) {
	ch := make(chan backends.Event)
	context.AfterFunc(ctx, func() { close(ch) })
	return ch, nil
}

// Act refuses: nothing is sent anywhere.
func (b *Backend) Act(context.Context, tree.Application, tree.Handle, backends.Action) error {
	return &backends.DeliveryError{
		Delivery: backends.NotDelivered,
		Err:      fmt.Errorf("act: %w: this is a saved snapshot", backends.ErrUnsupported),
	}
}

// Close has nothing to end.
func (b *Backend) Close() error { return nil }
