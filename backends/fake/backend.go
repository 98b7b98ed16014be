package fake

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

const name = "fake"

var (
	_ backends.Backend    = (*Backend)(nil)
	_ backends.HitTester  = (*Backend)(nil)
	_ backends.NodeReader = (*Backend)(nil)
	_ backends.Timer      = (*Backend)(nil)
)

// Backend is a display with applications.
type Backend struct {
	mu     sync.Mutex
	apps   []*App
	calls  []Call
	closed chan struct{}
	ending sync.Once
}

// Call is one call of a backend, in the order in which they began.
type Call struct {
	Method string // "Observe", "Act" …
	App    string
	Target tree.Handle
	Action backends.Action
	// Err is what it returned; nil also while it has not returned.
	Err error
}

// String returns the call in one line, without typed text: "Act press button:Save".
func (c Call) String() string {
	s := c.Method
	if c.Action.Verb != "" {
		s += " " + string(c.Action.Verb)
	}
	if c.Target != "" {
		s += " " + string(c.Target)
	}
	return s
}

// New makes a display with applications. Those with the same process number are
// given others.
func New(apps ...*App) *Backend {
	b := &Backend{closed: make(chan struct{})}
	for _, a := range apps {
		b.Start(a)
	}
	return b
}

// Start adds an application to the display.
func (b *Backend) Start(a *App) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	for slices.ContainsFunc(b.apps, func(o *App) bool { return o != a && o.Identity().PID == a.identity.PID }) {
		a.identity.PID++
	}
	b.apps = append(b.apps, a)
}

// Calls returns what was called so far.
func (b *Backend) Calls() []Call {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.calls)
}

// Called returns the calls of one method as lines (see [Call.String]).
func (b *Backend) Called(method string) []string {
	var lines []string
	for _, c := range b.Calls() {
		if c.Method == method {
			lines = append(lines, c.String())
		}
	}
	return lines
}

// call notes a call; the function that it returns notes its end and passes the
// error on.
func (b *Backend) call(c Call) func(error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := len(b.calls)
	b.calls = append(b.calls, c)
	return func(err error) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.calls[i].Err = err
		return err
	}
}

// app finds an application by its process; a closed backend has none. No code
// takes the lock of the backend while it holds that of an application.
func (b *Backend) app(id tree.Application) (*App, error) {
	select {
	case <-b.closed:
		return nil, backends.ErrNoBus
	default:
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.apps {
		if own := a.Identity(); own.Handle == id.Handle && own.SameProcess(id) {
			return a, nil
		}
	}
	return nil, fmt.Errorf("application %q: %w", id.Name, backends.ErrGone)
}

// Name returns "fake".
func (b *Backend) Name() string { return name }

// Probe reports that everything works.
func (b *Backend) Probe(context.Context) backends.Report {
	defer b.call(Call{Method: "Probe"})(nil)
	return backends.Report{
		Backend:      name,
		Versions:     []backends.Fact{{Name: name, Value: "1"}},
		Capabilities: []backends.Capability{{Name: "observe", OK: true}, {Name: "events", OK: true}, {Name: "act", OK: true}},
	}
}

// Applications lists the living applications; one that hangs has a Problem.
func (b *Backend) Applications(ctx context.Context) (list []tree.Application, err error) {
	end := b.call(Call{Method: "Applications"})
	if err := ctx.Err(); err != nil {
		return nil, end(fmt.Errorf("list applications: %w", err))
	}
	select {
	case <-b.closed:
		return nil, end(fmt.Errorf("list applications: %w", backends.ErrNoBus))
	default:
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.apps {
		a.mu.Lock()
		id := a.identity
		if a.model.hung {
			id.Problem = backends.ErrTimeout.Error()
		}
		if !a.model.dead {
			list = append(list, id)
		}
		a.mu.Unlock()
	}
	return list, nil
}

// Observe runs what the script has for this observation and reads the application.
func (b *Backend) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	end := b.call(Call{Method: "Observe", App: scope.Application.Name, Target: scope.Root})
	a, err := b.app(scope.Application)
	if err != nil {
		return nil, end(fmt.Errorf("observe: %w", err))
	}
	began := time.Now()
	s, err := a.observe(ctx, scope)
	if err != nil {
		return nil, end(fmt.Errorf("observe: %w", err))
	}
	s.Taken, s.Took = began, time.Since(began)
	return s, end(nil)
}

// Act does one action as the script says. An act on a disabled element succeeds
// and does nothing, as with real toolkits.
func (b *Backend) Act(ctx context.Context, app tree.Application, target tree.Handle, action backends.Action) error {
	end := b.call(Call{Method: "Act", App: app.Name, Target: target, Action: action})
	a, err := b.app(app)
	if err != nil {
		return end(undelivered(fmt.Errorf("act: %w", err)))
	}
	return end(a.act(ctx, target, action))
}

// HitTest answers as the application sees itself.
func (b *Backend) HitTest(ctx context.Context, app tree.Application, at tree.Point) ([]tree.Handle, error) {
	end := b.call(Call{Method: "HitTest", App: app.Name})
	a, err := b.app(app)
	if err != nil {
		return nil, end(fmt.Errorf("hit test: %w", err))
	}
	chain, err := a.hitTest(ctx, at)
	if err != nil {
		return nil, end(fmt.Errorf("hit test: %w", err))
	}
	return chain, end(nil)
}

// ReadNode reads one element.
func (b *Backend) ReadNode(ctx context.Context, app tree.Application, h tree.Handle) (tree.Node, error) {
	end := b.call(Call{Method: "ReadNode", App: app.Name, Target: h})
	a, err := b.app(app)
	if err != nil {
		return tree.Node{}, end(fmt.Errorf("read element: %w", err))
	}
	n, err := a.readNode(ctx, h)
	if err != nil {
		return tree.Node{}, end(fmt.Errorf("read element: %w", err))
	}
	return n, end(nil)
}

// TimeAnswer asks one element, which answers at once unless the application hangs.
func (b *Backend) TimeAnswer(ctx context.Context, app tree.Application, h tree.Handle, children bool) (time.Duration, error) {
	end := b.call(Call{Method: "TimeAnswer", App: app.Name, Target: h})
	a, err := b.app(app)
	began := time.Now()
	if err == nil {
		_, err = a.readNode(ctx, h)
	}
	if err != nil {
		return time.Since(began), end(fmt.Errorf("time an answer: %w", err))
	}
	return time.Since(began), end(nil)
}

// TimeReference answers at once.
func (b *Backend) TimeReference(ctx context.Context) (time.Duration, error) {
	return time.Microsecond, ctx.Err()
}

// Close ends all event channels; what is called after finds no bus.
func (b *Backend) Close() error {
	b.ending.Do(func() { close(b.closed) })
	return nil
}
