package app

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// scripted is a backend that shows what the test says. Observe counts the calls
// and can be made to hang until its deadline, as a stopped application does.
type scripted struct {
	mu       sync.Mutex
	apps     []tree.Application
	snapshot func() *tree.Snapshot
	err      error
	hang     bool
	gone     int // process that has ended
	observed int
	acted    int
	events   chan backends.Event
}

func (b *scripted) Name() string { return "scripted" }
func (b *scripted) Probe(context.Context) backends.Report {
	return backends.Report{Backend: "scripted"}
}
func (b *scripted) Close() error { return nil }
func (b *scripted) Applications(context.Context) ([]tree.Application, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.apps, nil
}

func (b *scripted) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	b.mu.Lock()
	b.observed++
	hang, err, make := b.hang, b.err, b.snapshot
	if b.gone != 0 && scope.Application.PID == b.gone {
		err = fmt.Errorf("read tree: %w", backends.ErrGone)
	}
	b.mu.Unlock()
	if hang {
		<-ctx.Done()
		return nil, fmt.Errorf("read tree: %w", backends.ErrTimeout)
	}
	if err != nil {
		return nil, err
	}
	return make(), nil
}

func (b *scripted) Events(ctx context.Context, _ backends.Scope) (<-chan backends.Event, error) {
	out := make(chan backends.Event)
	go func() {
		defer close(out)
		for {
			select {
			case <-ctx.Done():
				return
			case e := <-b.events:
				select {
				case out <- e:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out, nil
}

func (b *scripted) Act(context.Context, tree.Application, tree.Handle, backends.Action) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.acted++
	return nil
}

func (b *scripted) set(f func(*scripted)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(b)
}

// says lets the application report a change, and waits until it was heard.
func (b *scripted) says(e backends.Event) {
	if e.At.IsZero() {
		e.At = time.Now()
	}
	b.events <- e
}

// flat is a screen of one colour.
type flat struct{}

func (flat) Capture(_ context.Context, r tree.Rect) (*tree.Capture, error) {
	img := image.NewRGBA(image.Rect(0, 0, r.W, r.H))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	return &tree.Capture{Rect: r, Scale: 1, Taken: time.Now(), Hash: fmt.Sprint(r), Image: img}, nil
}

func (f flat) CaptureWindows(ctx context.Context, r tree.Rect, _ []tree.Window) (*tree.Capture, error) {
	return f.Capture(ctx, r)
}

var orders = tree.Application{Handle: "app", Name: "Orders", PID: 4711, Started: 1, Toolkit: "gtk"}

// button, text and box describe nodes of a test tree.
type el struct {
	handle   tree.Handle
	role     tree.Role
	name     string
	at       tree.Rect
	children []el
	secret   bool
}

// snapshotOf builds a snapshot of Orders with one window of 400 by 300 at 100, 100.
func snapshotOf(children ...el) *tree.Snapshot {
	b := tree.NewBuilder("scripted", orders)
	root := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication, Name: tree.KnownText("Orders")})
	frame := tree.Rect{X: 100, Y: 100, W: 400, H: 300}
	w := b.Add(root, node(el{handle: "window", role: tree.RoleWindow, name: "Orders", at: frame}))
	b.Window(tree.Window{Node: w, Title: "Orders", XID: 7, Evidence: "scripted", Frame: frame, Active: true})
	var add func(tree.NodeID, el)
	add = func(parent tree.NodeID, e el) {
		id := b.Add(parent, node(e))
		for _, c := range e.children {
			add(id, c)
		}
	}
	for _, c := range children {
		add(w, c)
	}
	s := b.Snapshot()
	s.Taken = time.Now()
	s.Took = time.Millisecond
	return s
}

func node(e el) tree.Node {
	n := tree.Node{
		Handle: e.handle, Role: e.role, NativeRole: string(e.role), Name: tree.AbsentText(), Description: tree.AbsentText(),
		Value: tree.AbsentText(), AccessibleID: tree.AbsentText(), StatesRead: true, Secret: e.secret,
		States: tree.MakeStates(tree.Showing, tree.Visible, tree.Enabled, tree.Sensitive),
	}
	if e.name != "" {
		n.Name, n.NameFrom = tree.KnownText(e.name), tree.NameOwn
	}
	if !e.at.Empty() {
		n.Bounds = tree.Bounds{Rect: e.at, State: tree.Known, Confidence: tree.Exact}
	}
	if e.role == tree.RoleButton {
		n.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "click"}}
	}
	return n
}

func button(h tree.Handle, name string, x, y int) el {
	return el{handle: h, role: tree.RoleButton, name: name, at: tree.Rect{X: x, Y: y, W: 60, H: 24}}
}

// shelf keeps recordings and runs in memory, as the store does on disk.
type shelf struct {
	mu   sync.Mutex
	recs map[string]recorder.Recording
	runs map[string]recorder.Run
	// pictures by hash; full is what every change is refused with.
	pictures map[string][]byte
	full     error
}

func newShelf() *shelf {
	return &shelf{recs: map[string]recorder.Recording{}, runs: map[string]recorder.Run{}}
}

func (s *shelf) Recordings() ([]store.Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []store.Summary
	for _, r := range s.recs {
		list = append(list, store.Summary{ID: r.ID, Name: r.Name, Application: r.Application.Name, Created: r.Created, Steps: len(r.Steps)})
	}
	return list, nil
}

func (s *shelf) Recording(id string) (recorder.Recording, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.recs[id]
	if !ok {
		return r, store.ErrNotFound
	}
	return r, nil
}

func (s *shelf) put(r recorder.Recording) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recs[r.ID] = r
}

func (s *shelf) ImportRecording(r recorder.Recording) (recorder.Recording, error) {
	stored, err := s.Recordings()
	if err != nil {
		return r, err
	}
	r.Name = store.FreeName(r.Name, stored)
	s.put(r)
	return r, nil
}

func (s *shelf) ReplaceRecording(was, now recorder.Recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.recs[was.ID]
	if s.full != nil {
		return s.full
	}
	switch {
	case !ok:
		return store.ErrNotFound
	case !sameJSON(r, was):
		return store.ErrChanged
	}
	for _, other := range s.recs {
		if other.ID != now.ID && other.Name == now.Name {
			return store.ErrNameTaken
		}
	}
	s.recs[now.ID] = now
	return nil
}

func (s *shelf) PutPicture(png []byte) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pictures == nil {
		s.pictures = map[string][]byte{}
	}
	hash := fmt.Sprintf("%x", sha256.Sum256(png))
	s.pictures[hash] = png
	return hash, nil
}

func (s *shelf) Picture(hash string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.pictures[hash]; ok {
		return b, nil
	}
	return nil, store.ErrNotFound
}

func (s *shelf) DeleteRecording(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.recs, id)
	return nil
}

func (s *shelf) Runs() ([]recorder.Run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []recorder.Run
	for _, r := range s.runs {
		r.Steps = nil
		list = append(list, r)
	}
	return list, nil
}

func (s *shelf) Run(id string) (recorder.Run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs[id], nil
}

// desk is a window under test. The test's goroutine is the window's: it runs
// what workers post.
type desk struct {
	*App
	t     testing.TB
	queue chan func()
}

func open(t testing.TB, s Services) *desk {
	t.Helper()
	fa := test.NewTempApp(t)
	d := &desk{t: t, queue: make(chan func(), 4096)}
	s.Post = func(f func()) { d.queue <- f }
	d.App = New(fa, s)
	d.window.Resize(fyne.NewSize(1200, 800))
	d.window.Show()
	t.Cleanup(func() {
		d.App.close()
		for {
			select {
			case f := <-d.queue:
				f()
			case <-time.After(20 * time.Millisecond):
				return
			}
		}
	})
	return d
}

// openOrders opens a window that observes Orders.
func openOrders(t testing.TB, b *scripted, s Services) *desk {
	t.Helper()
	if b.events == nil {
		b.events = make(chan backends.Event)
	}
	s.Backend = b
	if s.Screen == nil {
		s.Screen = flat{}
	}
	d := open(t, s)
	d.observe(orders)
	d.until("the application is shown", func() bool { return d.seen != nil && d.Idle() })
	return d
}

// until runs posted work until the condition holds.
func (d *desk) until(what string, ok func() bool) {
	d.t.Helper()
	deadline := time.After(20 * time.Second)
	for !ok() {
		select {
		case f := <-d.queue:
			f()
		case <-time.After(time.Millisecond):
		case <-deadline:
			d.t.Fatalf("waited in vain until %s", what)
		}
	}
}

func (d *desk) idle() {
	d.t.Helper()
	d.until("the window is idle", d.Idle)
}

// find returns the description of a part by its meaning.
func (d *desk) find(role, label string) view.Description {
	d.t.Helper()
	found, ok := d.Describe().Find(role, label)
	if !ok {
		d.t.Fatalf("no %s %q in the window", role, label)
	}
	return found
}

func (d *desk) has(role, label string) bool {
	_, ok := d.Describe().Find(role, label)
	return ok
}

// key presses a key where the focus is, or in the window.
func (d *desk) key(names ...fyne.KeyName) {
	for _, n := range names {
		e := &fyne.KeyEvent{Name: n}
		if f := d.window.Canvas().Focused(); f != nil {
			f.TypedKey(e)
		} else {
			d.typedKey(e)
		}
	}
}

// selected returns the label of the chosen row of the tree.
func (d *desk) selected() string {
	for _, row := range d.find("tree", "").Children {
		if row.Has("selected") {
			return row.Label
		}
	}
	return ""
}
