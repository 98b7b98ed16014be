package fake

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// App is one application of a fake backend, with its script.
type App struct {
	mu       sync.Mutex
	model    *Model
	identity tree.Application
	looks    int // observations so far
	before   map[int][]Edit
	handlers map[tree.Handle][]Edit
	faults   []Fault
	done     []string
	watchers map[*watcher]bool
}

func newApp(root *element) *App {
	name := root.node.Name.Value
	a := &App{
		model:    newModel(root),
		before:   map[int][]Edit{},
		handlers: map[tree.Handle][]Edit{},
		watchers: map[*watcher]bool{},
	}
	a.identity = tree.Application{
		Handle: root.node.Handle, Name: name, PID: 1000, Started: 1,
		Executable: "/opt/fake/" + name, Toolkit: "fake", ToolkitVersion: "1",
	}
	return a
}

// As gives the application another identity, for example that of a process
// started anew. It must be called before the backend is made.
func (a *App) As(pid int, started uint64) *App {
	a.identity.PID, a.identity.Started = pid, started
	return a
}

// Toolkit gives the application another toolkit, for what depends on it.
func (a *App) Toolkit(name, version string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.identity.Toolkit, a.identity.ToolkitVersion = name, version
}

// Identity returns what Applications lists.
func (a *App) Identity() tree.Application {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.identity
}

// Change edits the application now.
func (a *App) Change(edits ...Edit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.apply(edits)
}

// Before edits the application right before the n-th observation from now (1 is
// the next one).
func (a *App) Before(n int, edits ...Edit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.before[a.looks+n] = append(a.before[a.looks+n], edits...)
}

// On edits the application when an act landed on the element, after what the act
// itself does.
func (a *App) On(h tree.Handle, edits ...Edit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.handlers[h] = append(a.handlers[h], edits...)
}

// NextActs says how the next acts fail, in this order; those after them work.
func (a *App) NextActs(faults ...Fault) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults = append(a.faults, faults...)
}

// Done returns the application's own log: what really happened in it, one line
// an act, such as `press button:Save` or `set-text textbox:Customer "Anna"`.
func (a *App) Done() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.done)
}

// Look calls fn with the application as it is; fn must not edit it.
func (a *App) Look(fn func(m *Model)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fn(a.model)
}

// apply runs edits and tells the watchers. The caller holds mu.
func (a *App) apply(edits []Edit) {
	for _, e := range edits {
		e(a.model)
	}
	events := a.model.events
	a.model.events = nil
	for w := range a.watchers {
		w.tell(events)
	}
}

// wait blocks while the application hangs: until ctx ends, as a real call would.
// It returns with mu held if there is no error.
func (a *App) wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", backends.ErrTimeout, err)
	}
	a.mu.Lock()
	switch {
	case a.model.dead:
		a.mu.Unlock()
		return backends.ErrGone
	case a.model.hung:
		a.mu.Unlock()
		<-ctx.Done()
		return fmt.Errorf("%w: %w", errHangs, ctx.Err())
	}
	return nil
}

// errHangs says that a call was sent to an application that does not answer.
var errHangs = fmt.Errorf("%w: it hangs", backends.ErrTimeout)

func (a *App) observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	a.mu.Lock()
	a.looks++
	edits := a.before[a.looks]
	delete(a.before, a.looks)
	a.apply(edits)
	a.mu.Unlock()
	if err := a.wait(ctx); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	root := a.model.root
	if scope.Root != "" {
		if root = a.model.find(scope.Root); root == nil {
			return nil, backends.ErrGone
		}
	}
	return a.model.render(a.identity, root, scope.MaxNodes), nil
}

func (a *App) hitTest(ctx context.Context, at tree.Point) ([]tree.Handle, error) {
	if err := a.wait(ctx); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	return a.model.hit(at), nil
}

func (a *App) readNode(ctx context.Context, h tree.Handle) (tree.Node, error) {
	if err := a.wait(ctx); err != nil {
		return tree.Node{}, err
	}
	defer a.mu.Unlock()
	e := a.model.find(h)
	if e == nil {
		return tree.Node{}, backends.ErrGone
	}
	return e.copied(), nil
}
