package atspi

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Limits of a reading, beside the number of nodes.
const (
	maxVirtual = 1000 // children of a manages-descendants element that are still listed
	maxText    = 64 << 10
)

// element is what a reading knows of one accessible object.
type element struct {
	ref      ref
	parent   *element // that names it among its children
	children []*element
	depth    int
	listed   int // children the application named, nulls included; -1 before it did
	claimed  int // ChildCount; -1 where unknown
	index    int // its place among the children of its parent by the cache
	cuts     []tree.Cut

	name        string
	description string
	id          tree.Text
	states      uint64
	interfaces  []string // shared, see [reading.share]
	attributes  []tree.Attribute
	extents     tree.Rect
	actions     []action
	relations   []relation
	text        tree.Text
	valueRange  *tree.Range
	cell        *tree.Cell // its place in a table that was too large to list

	// What is small comes last and together: a mirror keeps all elements, and in
	// the order of meaning 50,000 of them were 6 MB larger.

	role  uint32
	nulls int32 // children that were dead references
	// node is its place in the snapshot of the turn in which it was last in the tree;
	// stale that it said something else of itself since.
	node           tree.NodeID
	turn           int32
	stale          bool
	visited        bool
	gone           bool // the application knows it no longer
	page, unmapped bool // its parent by the cache is the page of a GTK4 stack, and not the one that shows
	pending        int8 // basic calls not yet answered
	got            basics
	attributesRead bool // there are no others
	actionsRead    bool // with all names
	extentsRead    tree.Presence
	// extentsAnswered says that nothing more comes.
	extentsAnswered bool
	labels          tree.Presence // whether the relations were read
	secret          bool          // it hides its text, whatever its role
	unsure          bool          // secret is a precaution
	faults          int8          // after how many refreshes it was asked again because a call failed
}

// basics are the properties that say what an element is.
type basics uint8

const (
	gotProperties basics = 1 << iota // name, description
	gotRole
	gotStates
	gotInterfaces
	gotAll = gotProperties | gotRole | gotStates | gotInterfaces
)

// relation is one relation as the application named it.
type relation struct {
	kind    uint32
	targets []ref
}

func (e *element) has(iface string) bool {
	for _, i := range e.interfaces {
		if i == iface {
			return true
		}
	}
	return false
}

func (e *element) state(number uint) bool { return hasState(e.states, number) }

func (e *element) cut(reason tree.CutReason, missing int, format string, args ...any) {
	e.cuts = append(e.cuts, tree.Cut{Reason: reason, Missing: missing, Detail: fmt.Sprintf(format, args...)})
}

// reading is one observation under way. It belongs to one goroutine.
type reading struct {
	b     *Backend
	app   tree.Application
	owner string // unique bus name of the application
	gtk4  bool
	web   bool
	// office: what LibreOffice says of places is corrected.
	office bool
	limit  int
	p      *pipeline
	ended  bool // the application ended while it was read

	root *element
	// above are the elements that hold the root, from its window top down, where
	// only a part is read.
	above    []*element
	top      *element
	index    map[ref]*element
	count    int        // elements visited
	recent   []*element // visited since it was emptied
	astray   []*element // visited, then named by another parent
	deferred []*element // listed, basics to come from the second cache
	virtual  []*element // too large to list; the cells on the screen to come
	outside  map[ref]tree.Text
	shared   map[string]interfaces // by their names
	// cacheKids are the elements whose parent an element is by the cache.
	cacheKids map[*element][]*element
	// awaiting are the children whose extents are asked for when those of an
	// element are there.
	awaiting map[*element][]*element

	turn int32          // snapshots that were made
	last *tree.Snapshot // the one of the turn before, where the reading is kept
}

// Observe implements [backends.Backend]. The deadline is that of ctx, or
// [Options.Observe] where ctx has none.
func (b *Backend) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.options.Observe)
		defer cancel()
	}
	_, a, err := b.observe(fresh(ctx), scope)
	if err != nil {
		return nil, err
	}
	return a.builder.Snapshot(), nil
}

// observe reads the scope once; the reading may be kept up to date (mirror.go).
func (b *Backend) observe(ctx context.Context, scope backends.Scope) (*reading, *assembly, error) {
	began := time.Now()
	r, err := b.newReading(ctx, scope.Application, scope.Root, scope.MaxNodes)
	if err != nil {
		return nil, nil, err
	}
	defer r.p.close()

	screen := b.lookAt(ctx, scope.Application.PID)
	changes := b.watch.changes(r.owner)
	defer changes.end()
	b.watchTree(ctx)

	err = r.read(changes)
	if errors.Is(err, errSocketBroke) { // over the bus, then
		if r, err = b.newReading(ctx, scope.Application, scope.Root, scope.MaxNodes); err != nil {
			return nil, nil, err
		}
		defer r.p.close()
		err = r.read(changes)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("observe %q: %w", scope.Application.Name, err)
	}
	if e := r.unready(); e != nil && r.awaitReady(e) {
		again, err := b.newReading(ctx, scope.Application, scope.Root, scope.MaxNodes)
		if err != nil {
			return nil, nil, err
		}
		defer again.p.close()
		if err := again.read(changes); err != nil {
			return nil, nil, fmt.Errorf("observe %q: %w", scope.Application.Name, err)
		}
		r = again
	}
	return r, r.assemble(began, <-screen), nil
}

// newReading prepares to read an application below root ("" for all of it).
func (b *Backend) newReading(ctx context.Context, app tree.Application, root tree.Handle, limit int) (*reading, error) {
	if limit <= 0 {
		limit = b.options.MaxNodes
	}
	top, ok := parseHandle(app.Handle)
	if !ok {
		return nil, fmt.Errorf("observe %q: %q is no handle of this backend: %w", app.Name, app.Handle, backends.ErrGone)
	}
	start := top
	if root != "" {
		if start, ok = parseHandle(root); !ok {
			return nil, fmt.Errorf("observe %q: %q is no handle of this backend: %w", app.Name, root, backends.ErrGone)
		}
	}
	ctx, err := b.own(ctx, app, start)
	if err != nil {
		return nil, fmt.Errorf("observe %q: %w", app.Name, err)
	}
	bus, err := b.onBus(ctx)
	if err != nil {
		return nil, err
	}
	r := &reading{
		b: b, app: app, owner: top.name, limit: limit,
		gtk4: isGTK4(app),
		web:  isWeb(app), office: isOffice(app),
		index: map[ref]*element{}, outside: map[ref]tree.Text{}, awaiting: map[*element][]*element{},
	}
	r.connect(ctx, bus)
	r.root = r.element(start)
	return r, nil
}

// connect makes the pipeline for the calls to come.
func (r *reading) connect(ctx context.Context, c *bus) {
	r.p = newPipeline(ctx, r.b, c, r.owner, r.b.socket(ctx, c, r.owner))
}

// isGTK4 reports whether the application needs what GTK4 does differently.
func isGTK4(app tree.Application) bool {
	return strings.EqualFold(app.Toolkit, "gtk") && strings.HasPrefix(app.ToolkitVersion, "4")
}

// isGTK reports whether the application is drawn by GTK of any version.
func (r *reading) isGTK() bool { return strings.EqualFold(r.app.Toolkit, "gtk") }

// element returns the reading's element for a reference, new or known.
func (r *reading) element(at ref) *element {
	if e := r.index[at]; e != nil {
		return e
	}
	e := &element{ref: at, claimed: -1, listed: -1, index: -1}
	r.index[at] = e
	return e
}

// read reads everything below the root: what the root is and the cache, then
// what the cache leaves out, then once more what changed meanwhile.
func (r *reading) read(changes *changes) error {
	r.basics(r.root)
	r.askCache()
	r.p.run()
	r.p.quiet = r.b.options.Call
	if r.root.got == 0 {
		if r.p.stalled != nil {
			return r.p.stalled
		}
		if r.leftSocket() {
			return errSocketBroke
		}
		return backends.ErrGone
	}
	r.visit(r.root, 0)
	r.drain()

	touched := r.unsettled(changes.take())
	if len(touched) > 0 && r.p.stalled == nil {
		for _, e := range touched {
			r.again(e)
		}
		r.drain()
		again := changes.take()
		for _, e := range r.unsettled(again) {
			r.cutUnsettled(e, again[e.ref.path])
		}
	} else {
		for _, e := range touched {
			r.cutUnsettled(e, false)
		}
	}
	r.readOutsideLabels()
	r.readAbove()
	r.readStacks()
	r.p.run()
	r.checkDrift()
	return r.stillThere()
}

// stillThere looks, where something failed, whether the application ended. What was
// read until then is kept, and that it ended is all that is said of the rest.
func (r *reading) stillThere() error {
	if !r.p.failed || r.p.stalled != nil {
		return nil
	}
	if !r.hasEnded() {
		r.leftSocket()
		return nil
	}
	if r.root.got != gotAll {
		return backends.ErrGone
	}
	r.walk(func(e *element) { e.cuts = nil })
	r.root.cut(tree.CutEnded, -1, "the application ended while it was read")
	r.ended = true
	return nil
}

// hasEnded reports whether the application ended, where a call to it failed. Its
// private socket may break before its connection to the bus does: then it is called
// over the bus once more, which returns when it answered or the bus knows of its end.
func (r *reading) hasEnded() bool {
	if r.p.private != nil && !r.p.private.lives() {
		_ = r.fence()
	}
	return r.leftBus()
}

// leftBus reports whether the bus knows that the application ended.
func (r *reading) leftBus() bool {
	_, err := r.b.call(r.p.ctx, ref{busName, busPath}, callGetPID, r.owner)
	return errors.Is(err, backends.ErrGone)
}

// errSocketBroke says that the private socket of an application broke, which says
// nothing about the application.
var errSocketBroke = errors.New("the private socket of the application broke")

// leftSocket reports whether the private socket broke from the other side, and leaves
// it then: the next reading goes over the bus, which knows whether the application
// ended.
func (r *reading) leftSocket() bool {
	if r.p.private == nil || r.p.private.lives() {
		return false
	}
	r.p.bus.leaveSocket(r.owner, r.p.private)
	return true
}

// drain reads until nothing is left to ask, including what was put off to the
// second reading of the cache.
func (r *reading) drain() {
	r.p.run()
	for len(r.deferred) > 0 {
		r.finishDeferred()
		r.p.run()
	}
	r.readTables()
	// One more round trip over the bus: whatever the application signalled
	// before it answered has then arrived.
	if r.p.stalled != nil {
		return
	}
	// The bus says "no reply" of an application that ends while it is asked, too.
	switch err := r.fence(); {
	case errors.Is(err, backends.ErrTimeout) && !r.leftBus():
		r.p.stalled = err
		r.root.cut(tree.CutTime, 0, "whether anything changed while it was read was not told in time")
	case err != nil:
		r.p.failed = true // whether it ended is looked at in the end
	}
}

// fence makes a round trip to the application over the bus itself.
func (r *reading) fence() error {
	_, err := r.b.call(r.p.ctx, r.root.ref, callGetRole)
	return err
}

// unsettled lists the elements whose children do not fit their count, or of
// which the application said that their children changed.
func (r *reading) unsettled(changed map[dbus.ObjectPath]bool) []*element {
	var list []*element
	r.walk(func(e *element) {
		if changed[e.ref.path] || e.nulls > 0 || e.lostChild() || e.listed >= 0 && e.claimed >= 0 && e.listed != e.claimed {
			list = append(list, e)
		}
	})
	return list
}

// lostChild reports whether a child went away after it was listed.
func (e *element) lostChild() bool {
	for _, c := range e.children {
		if c.gone {
			return true
		}
	}
	return false
}

// cutUnsettled notes that an element did not come to rest.
func (r *reading) cutUnsettled(e *element, changed bool) {
	switch {
	case changed || e.lostChild():
		e.cut(tree.CutChanged, -1, "the children changed while they were read")
	case e.nulls > 0:
		e.cut(tree.CutUnreadable, int(e.nulls), "%d children are dead references", e.nulls)
	case e.listed >= 0 && e.claimed >= 0 && e.listed != e.claimed:
		e.cut(tree.CutCountMismatch, max(e.claimed-e.listed, 0), "claims %d children, names %d", e.claimed, e.listed)
	}
}

// each calls f for the elements above the root, from the window down, and then
// as walk does.
func (r *reading) each(f func(*element)) {
	for _, e := range r.above {
		f(e)
	}
	r.walk(f)
}

// walk calls f for each element that is reached from the root, once.
func (r *reading) walk(f func(*element)) {
	seen := make(map[*element]bool, r.count)
	var down func(e *element)
	down = func(e *element) {
		if seen[e] {
			return
		}
		seen[e] = true
		f(e)
		for _, c := range e.children {
			down(c)
		}
	}
	down(r.root)
}
