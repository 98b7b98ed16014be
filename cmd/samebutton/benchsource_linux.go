//go:build cgo

package main

import (
	"context"
	"image"
	"image/color"
	"strconv"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// source is an application that exists only in this process: its tree is made, not
// read, so that what is measured is the window alone. Each observation is a new
// snapshot with strings of its own, as a real one is.
type source struct {
	app   tree.Application
	nodes int

	mu      sync.Mutex
	changes int // so many times the element of changed has another name
	hear    []chan backends.Event
}

func newSource(nodes int) *source {
	return &source{app: tree.Application{Handle: ":1.9 /root", Name: sourceName, PID: 1, Toolkit: "none"}, nodes: nodes}
}

// Name, Probe, Applications, Act and Close complete [backends.Backend].
func (s *source) Name() string                          { return "measured" }
func (s *source) Probe(context.Context) backends.Report { return backends.Report{Backend: s.Name()} }
func (s *source) Applications(context.Context) ([]tree.Application, error) {
	return []tree.Application{s.app}, nil
}
func (s *source) Act(context.Context, tree.Application, tree.Handle, backends.Action) error {
	return backends.ErrUnsupported
}
func (s *source) Close() error { return nil }

// Observe makes the tree.
func (s *source) Observe(context.Context, backends.Scope) (*tree.Snapshot, error) {
	s.mu.Lock()
	changes := s.changes
	s.mu.Unlock()
	began := time.Now()
	b := tree.NewBuilder(s.Name(), s.app)
	root := b.Add(tree.None, tree.Node{Handle: s.app.Handle, Role: tree.RoleApplication, NativeRole: "application", Name: tree.KnownText(sourceName), StatesRead: true})
	var path [levels]tree.NodeID
	b.Grow(s.nodes)
	n := 1
	eachPlace(s.nodes, func(p place, name string) {
		parent := root
		if p.level > 0 {
			parent = path[p.level-1]
		}
		if p.changing() && changes > 0 {
			name = changedName(changes)
		}
		path[p.level] = b.Add(parent, s.node(n, p, name))
		n++
	})
	b.Window(tree.Window{Node: path[0], Title: windowTitle, Frame: sourceFrame, Evidence: "made"})
	snap := b.Snapshot()
	snap.Taken, snap.Took = began, time.Since(began)
	return snap, nil
}

// node makes a node with as much to remember as one over AT-SPI has.
func (s *source) node(n int, p place, name string) tree.Node {
	id := strconv.Itoa(n)
	if p.changing() {
		id = changingKey
	}
	shown := tree.MakeStates(tree.Enabled, tree.Sensitive, tree.Visible)
	if p.showing() {
		shown = shown.With(tree.Showing)
	}
	node := tree.Node{
		Handle: tree.Handle(":1.9 /org/a11y/atspi/accessible/" + id), Role: p.role(), NativeRole: p.native(),
		Name: tree.KnownText(name), NameFrom: tree.NameOwn, Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		States: shown, StatesRead: true, Bounds: tree.Bounds{Rect: p.area, State: tree.Known, Confidence: tree.Exact},
		Interfaces: []string{"Accessible", "Action", "Component"},
	}
	if p.level == levels-1 {
		node.Actions = []tree.Action{{Verb: tree.VerbPress, Native: "click"}}
	}
	return node
}

// Events delivers what change tells.
func (s *source) Events(ctx context.Context, _ backends.Scope) (<-chan backends.Event, error) {
	ch := make(chan backends.Event, 16)
	s.mu.Lock()
	s.hear = append(s.hear, ch)
	s.mu.Unlock()
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, c := range s.hear {
			if c == ch {
				s.hear = append(s.hear[:i], s.hear[i+1:]...)
				close(ch)
				return
			}
		}
	})
	return ch, nil
}

// change implements [measured].
func (s *source) change() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	e := backends.Event{Kind: backends.EventProperty, At: time.Now(), Source: ":1.9 /org/a11y/atspi/accessible/" + changingKey, Detail: "accessible-name", Text: changedName(s.changes)}
	for _, ch := range s.hear {
		select {
		case ch <- e:
		default: // the window reads everything anyway
		}
	}
	return changedName(s.changes), nil
}

// sourceScreen takes the same picture of it again and again.
type sourceScreen struct{ image *image.RGBA }

func newSourceScreen() *sourceScreen {
	m := image.NewRGBA(image.Rect(0, 0, sourceFrame.W, sourceFrame.H))
	for y := range sourceFrame.H {
		for x := range sourceFrame.W {
			m.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), uint8(x ^ y), 0xff})
		}
	}
	return &sourceScreen{m}
}

// Capture returns the picture, whatever the area.
func (s *sourceScreen) Capture(context.Context, tree.Rect) (*tree.Capture, error) {
	return &tree.Capture{Rect: sourceFrame, Scale: 1, Taken: time.Now(), Hash: tree.PixelHash(s.image), Image: s.image}, nil
}

// CaptureWindows is Capture.
func (s *sourceScreen) CaptureWindows(ctx context.Context, area tree.Rect, _ []tree.Window) (*tree.Capture, error) {
	return s.Capture(ctx, area)
}
