package atspi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// A hit test asks each element on the way down, and then goes up again: twenty
// questions, of which each depends on the answer to the one before, and each of which
// wakes the bus and the application. While a press is held there is no time for that.
// What will be asked is known before where the application is as it was last seen, so
// that all can be sent at once; who asks then finds the answers, and asks by itself
// what was not foreseen. The application decides as ever: nothing is taken from what
// was seen before but the questions.

// foresight are calls that were sent before those who need the answers ask for them.
// It may be used from any goroutine.
type foresight struct {
	app    tree.Application
	screen func() sighting
	point  tree.Point // that is looked at, in the coordinates of the application

	mu     sync.Mutex
	calls  map[question]*early
	missed map[tree.Handle][]foreseen // what was asked and not foreseen, by the subject
}

// question tells calls apart.
type question struct {
	to   ref
	m    *method
	args string
}

func questionOf(r *request) question {
	var args strings.Builder
	for _, a := range r.args {
		fmt.Fprintf(&args, "%v\x00", a)
	}
	return question{r.to, r.m, args.String()}
}

// early is a call that was foreseen.
type early struct {
	done chan struct{} // closed when the answer is there
	body []any
	err  error
}

// foreseeing is the key of the foresight of a context.
type foreseeing struct{}

// foresightOf returns the foresight of a context, nil where it has none.
func foresightOf(ctx context.Context) *foresight {
	f, _ := ctx.Value(foreseeing{}).(*foresight)
	return f
}

// subject is the key of the element of a context that is read alone.
type subject struct{}

// about returns a context for reading one element alone.
func about(ctx context.Context, h tree.Handle) context.Context {
	if foresightOf(ctx) == nil {
		return ctx
	}
	return context.WithValue(ctx, subject{}, h)
}

// fresh returns a context without foresight: for what asks once more on purpose.
func fresh(ctx context.Context) context.Context {
	if foresightOf(ctx) == nil {
		return ctx
	}
	return context.WithValue(ctx, foreseeing{}, (*foresight)(nil))
}

// find returns the call if it was foreseen. It may be called on nil.
func (f *foresight) find(r *request) *early {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[questionOf(r)]
}

// miss notes a call that was not foreseen.
func miss(ctx context.Context, r *request) {
	f := foresightOf(ctx)
	if f == nil {
		return
	}
	subject, _ := ctx.Value(subject{}).(tree.Handle)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.missed[subject]) < loreCalls {
		pointed := r.m == callGetAtPoint && r.args[0] == int32(f.point.X) && r.args[1] == int32(f.point.Y)
		f.missed[subject] = append(f.missed[subject], foreseen{request{to: r.to, m: r.m, args: r.args}, pointed})
	}
}

// wait waits for the answer.
func (e *early) wait(ctx context.Context) ([]any, error) {
	select {
	case <-e.done:
		return e.body, e.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// foreseen is a call that will be asked; pointed says that its first two arguments
// are the point that is looked at.
type foreseen struct {
	request
	pointed bool
}

// lore is what was asked in vain before, by what was looked at: it is foreseen the
// next time.
type lore struct {
	mu      sync.Mutex
	calls   map[loreOf][]foreseen
	origins map[ref]origin // of the windows, as they were proven last
}

// Limits of the lore; what is over them is forgotten.
const (
	loreElements = 256
	loreCalls    = 96
)

func newLore() *lore {
	return &lore{calls: map[loreOf][]foreseen{}, origins: map[ref]origin{}}
}

// learn takes over what a foresight did not foresee; likely is what it expected.
func (l *lore) learn(likely tree.Handle, f *foresight) {
	f.mu.Lock()
	missed := f.missed
	f.missed = map[tree.Handle][]foreseen{}
	f.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	for subject, calls := range missed {
		of := loreOf{subject, false}
		if subject == "" {
			of = loreOf{likely, true}
		}
		if of.element == "" {
			continue
		}
		if len(l.calls) >= loreElements {
			clear(l.calls)
		}
		known := l.calls[of]
		if len(known)+len(calls) > loreCalls {
			known = nil
		}
		l.calls[of] = append(slices.Clone(known), calls...)
	}
}

// loreOf is what lore is about: an element that is read alone, or that is found at a
// point.
type loreOf struct {
	element tree.Handle
	found   bool
}

func (l *lore) of(what loreOf) []foreseen {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[what]
}

func (l *lore) placed(top ref, o origin) {
	if !o.proven() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.origins) >= loreElements {
		clear(l.origins)
	}
	l.origins[top] = o
}

func (l *lore) origin(top ref) origin {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.origins[top]
}

// Foresee implements [backends.Aimer].
func (b *Backend) Foresee(ctx context.Context, s *tree.Snapshot, at tree.Point, likely tree.NodeID, read ...tree.NodeID) (context.Context, context.CancelFunc) {
	ctx, none := context.WithCancel(ctx)
	top, ok := parseHandle(s.Application.Handle)
	if !ok || isOffice(s.Application) { // LibreOffice is asked in another way
		return ctx, none
	}
	c, err := b.onBus(ctx)
	if err != nil {
		return ctx, none
	}
	f := &foresight{app: s.Application, calls: map[question]*early{}, missed: map[tree.Handle][]foreseen{}}
	f.screen = sync.OnceValue(func() sighting {
		windows, err := b.display.look(ctx, s.Application.PID)
		return sighting{windows, err}
	})
	go f.screen()
	q := questions{s: s, r: &reading{b: b, app: s.Application, gtk4: isGTK4(s.Application), web: isWeb(s.Application)}, at: at}
	q.hit(top, likely)
	f.point = q.point
	handle := tree.Handle("")
	if n := s.Node(likely); n != nil {
		handle = n.Handle
		q.learnt(loreOf{handle, true})
	}
	for _, id := range read {
		q.node(id)
		q.learnt(loreOf{s.Nodes[id].Handle, false})
	}
	f.send(ctx, b, c, top.name, q.list)
	return context.WithValue(ctx, foreseeing{}, f), func() { none(); b.lore.learn(handle, f) }
}

// send sends the calls, each once, and takes in the answers until ctx ends.
func (f *foresight) send(ctx context.Context, b *Backend, c *bus, name string, list []request) {
	p := newPipeline(ctx, b, c, name, b.socket(ctx, c, name))
	for i := range list {
		e, key := &early{done: make(chan struct{})}, questionOf(&list[i])
		if f.calls[key] != nil {
			continue
		}
		f.calls[key] = e
		p.add(list[i].to, list[i].m, func(body []any, err error) {
			e.body, e.err = body, err
			close(e.done)
		}, list[i].args...)
	}
	go func() {
		defer p.close()
		p.run()
	}()
}

// questions collects what will be asked.
type questions struct {
	s     *tree.Snapshot
	r     *reading
	at    tree.Point // on the screen
	point tree.Point // in the coordinates of the application
	list  []request
}

func (q *questions) ask(to ref, m *method, args ...any) {
	q.list = append(q.list, request{to: to, m: m, args: args})
}

// learnt foresees what was asked in vain before.
func (q *questions) learnt(what loreOf) {
	for _, c := range q.r.b.lore.of(what) {
		if c.pointed {
			c.args = []any{int32(q.point.X), int32(q.point.Y), c.args[2]}
		}
		q.list = append(q.list, c.request)
	}
}

func (q *questions) ref(id tree.NodeID) (ref, bool) { return parseHandle(q.s.Nodes[id].Handle) }

// hit foresees a hit test that finds an element.
func (q *questions) hit(application ref, likely tree.NodeID) {
	q.ask(application, callGetChildren)
	for _, id := range q.s.Nodes[0].Children {
		if top, ok := q.ref(id); ok {
			q.ask(top, callGetExtents, q.r.coordinates())
			q.ask(top, callGet, ifaceAccessible, "Name")
			q.ask(top, callGetState)
		}
	}
	if likely == tree.None || likely == 0 {
		return
	}
	path := append([]tree.NodeID{likely}, q.s.Ancestors(likely)...)
	window, ok := q.ref(path[max(0, len(path)-2)])
	if !ok {
		return
	}
	q.point = q.at
	if o := q.r.b.lore.origin(window); o.proven() && !isChromium(q.r.app) {
		q.point = o.inside(q.at)
	}
	for _, id := range path {
		e, ok := q.ref(id)
		if !ok || id == 0 {
			continue
		}
		if !isChromium(q.r.app) || e == window {
			q.ask(e, callGetAtPoint, int32(q.point.X), int32(q.point.Y), q.r.coordinates())
		}
		// GTK 3 tells nothing of what is in a notebook, GTK 4 of what is in a text box.
		if q.s.Nodes[id].Role == tree.RoleTablist || q.r.gtk4 && q.s.Nodes[likely].Role.EditsText() {
			q.children(id)
		}
	}
	if e, ok := q.ref(likely); ok && isChromium(q.r.app) {
		q.ask(e, callGetExtents, coordScreen)
	} else if ok {
		q.children(likely)
	}
}

// children foresees a look at the places of the children.
func (q *questions) children(id tree.NodeID) {
	const most = 16
	e, _ := q.ref(id)
	q.ask(e, callGetChildren)
	if len(q.s.Nodes[id].Children) > most {
		return
	}
	for _, id := range q.s.Nodes[id].Children {
		if c, ok := q.ref(id); ok {
			if !q.r.gtk4 {
				q.ask(c, callGetState)
				q.ask(c, callGetRole)
			}
			q.ask(c, callGetExtents, q.r.coordinates())
		}
	}
}

// node foresees the question what an element is, and of a password field where.
func (q *questions) node(id tree.NodeID) {
	e, ok := q.ref(id)
	if !ok {
		return
	}
	n := &q.s.Nodes[id]
	q.basics(e)
	if q.r.web {
		q.ask(e, callGetAttributes)
	}
	if n.NameFrom != tree.NameOwn {
		q.ask(e, callGetRelationSet)
		for _, rel := range n.Relations {
			for _, target := range rel.Targets {
				if label, ok := q.ref(target); ok && rel.Kind == tree.LabelledBy {
					q.ask(label, callGet, ifaceAccessible, "Name")
				}
			}
		}
	}
	if !n.Secret {
		return
	}
	q.ask(e, callGetExtents, q.r.coordinates())
	q.ask(e, callGet, ifaceAccessible, "Parent")
	for _, id := range q.s.Ancestors(id) {
		if e, ok := q.ref(id); ok && id != 0 {
			q.ask(e, callGet, ifaceAccessible, "Parent")
		}
	}
}

// basics foresees the question what an element is.
func (q *questions) basics(e ref) {
	if takesGetAll(q.r.app, ifaceAccessible) {
		q.ask(e, callGetAll, ifaceAccessible)
	} else {
		for _, name := range accessibleProperties {
			q.ask(e, callGet, ifaceAccessible, name)
		}
	}
	q.ask(e, callGetRole)
	q.ask(e, callGetState)
	q.ask(e, callGetInterfaces)
}

// look is [display.look], by what was seen at the time of the foresight where there
// is one.
func (b *Backend) look(ctx context.Context, pid int) ([]xwindow, error) {
	if f := foresightOf(ctx); f != nil && f.app.PID == pid {
		seen := f.screen()
		return seen.windows, seen.err
	}
	return b.display.look(ctx, pid)
}

var _ backends.Aimer = (*Backend)(nil)
