//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// source is an application that exists only for measuring the window: its tree is
// made, not read, so that what is measured is the window alone. Each observation is
// a new snapshot with strings of its own, as a real one is.
type source struct {
	app   tree.Application
	nodes int

	mu      sync.Mutex
	changes int // so many times the element of changed has another name
	hear    []chan backends.Event
}

const (
	sourceName = "Measured"
	// Three levels that the window opens by itself: 50 panels with 20 groups each.
	panels, groups = 50, 20
	// The page is longer than its window: about a tenth of the elements shows.
	rowHeightOfSource = 9
)

var sourceFrame = tree.Rect{W: 1600, H: 1000}

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
	window := b.Add(root, s.node(0, tree.RoleWindow, "frame", "Many elements", sourceFrame))
	b.Window(tree.Window{Node: window, Title: "Many elements", Frame: sourceFrame, Evidence: "made"})
	b.Grow(s.nodes)
	each := max(1, (s.nodes-2-panels-panels*groups)/(panels*groups))
	n := 1
	for p := range panels {
		area := tree.Rect{Y: p * groups * rowHeightOfSource, W: sourceFrame.W, H: groups * rowHeightOfSource}
		panel := b.Add(window, s.node(n, tree.RoleGroup, "panel", fmt.Sprintf("Panel %d", p), area))
		n++
		for g := range groups {
			row := tree.Rect{Y: area.Y + g*rowHeightOfSource, W: area.W, H: rowHeightOfSource}
			group := b.Add(panel, s.node(n, tree.RoleGroup, "grouping", fmt.Sprintf("Group %d of panel %d", g, p), row))
			n++
			for k := range each {
				name := fmt.Sprintf("Button %d", n)
				if p == 0 && g == 0 && k == 0 && changes > 0 {
					name = changedName(changes)
				}
				b.Add(group, s.node(n, tree.RoleButton, "push button", name, tree.Rect{X: k * 32, Y: row.Y, W: 30, H: rowHeightOfSource - 1}))
				n++
			}
		}
	}
	snap := b.Snapshot()
	snap.Taken, snap.Took = began, time.Since(began)
	return snap, nil
}

// changedName is what the first button is called after so many changes.
func changedName(changes int) string { return fmt.Sprintf("Changed %d times", changes) }

// node makes a node with as much to remember as one over AT-SPI has.
func (s *source) node(n int, role tree.Role, native, name string, area tree.Rect) tree.Node {
	var shown tree.States
	for _, state := range []tree.State{tree.Enabled, tree.Sensitive, tree.Visible} {
		shown = shown.With(state)
	}
	if area.Intersects(sourceFrame) {
		shown = shown.With(tree.Showing)
	}
	node := tree.Node{
		Handle: tree.Handle(fmt.Sprintf(":1.9 /org/a11y/atspi/accessible/%d", n)), Role: role, NativeRole: native,
		Name: tree.KnownText(name), NameFrom: tree.NameOwn, Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		States: shown, StatesRead: true, Bounds: tree.Bounds{Rect: area, State: tree.Known, Confidence: tree.Exact},
		Interfaces: []string{"Accessible", "Action", "Component"},
	}
	if role == tree.RoleButton {
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

// change gives the first button another name, tells of it, and returns the name.
func (s *source) change() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	e := backends.Event{Kind: backends.EventProperty, At: time.Now(), Source: s.first(), Detail: "accessible-name", Text: changedName(s.changes)}
	for _, ch := range s.hear {
		select {
		case ch <- e:
		default: // the window reads everything anyway
		}
	}
	return changedName(s.changes)
}

// first is the handle of the button that changes: after window, panel and group.
func (s *source) first() tree.Handle { return ":1.9 /org/a11y/atspi/accessible/3" }

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
