//go:build cgo

package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/screen"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// measureHolds measures the subjects one after the other, each alone on the desktop.
func measureHolds(ctx context.Context, chosen []subject, clicks int, pause time.Duration) (answer, error) {
	report := holdReport{Machine: thisMachine(), Programs: []holdFigures{}, Missing: []missingProgram{}}
	d, err := privateDesktop(ctx)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	b, err := atspi.Open(ctx, atspi.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	pointer, err := newHands(ctx)
	if err != nil {
		return nil, err
	}
	defer pointer.close()
	pictures, err := screen.Open()
	if err != nil {
		return nil, err
	}
	defer pictures.Close()
	bench := holdBench{backend: b, pointer: pointer, screen: pictures, clicks: clicks, pause: pause}
	var all []time.Duration
	for _, s := range chosen {
		f, err := bench.measure(ctx, d, s)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			report.Missing = append(report.Missing, missingProgram{s.name, err.Error()})
			continue
		}
		report.Programs = append(report.Programs, f)
		all = append(all, f.times...)
	}
	report.All = timingOf(all)
	report.judge()
	return report, nil
}

// holdBench records and clicks.
type holdBench struct {
	backend *atspi.Backend
	pointer *hands
	screen  *screen.Screen
	clicks  int
	pause   time.Duration
}

func (h *holdBench) measure(ctx context.Context, d *desktop.Desktop, s subject) (holdFigures, error) {
	f := holdFigures{Name: s.name, Clicks: h.clicks}
	starting, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	started, pid, err := s.start(starting, d)
	if err != nil {
		return f, err
	}
	defer started.Close()
	app, err := (&reader{backend: h.backend}).settled(starting, pid, s.least)
	if err != nil {
		return f, err
	}
	snap, err := h.backend.Observe(starting, backends.Scope{Application: app})
	if err != nil {
		return f, err
	}
	targets := pressable(inspector.Freeze(snap))
	if len(targets) == 0 {
		return f, errors.New("it has nothing to be clicked")
	}
	listener, err := input.NewListener(input.Options{})
	if err != nil {
		return f, err
	}
	clock := &clockedListener{Listener: listener, pid: app.PID, done: make(chan waited, h.clicks)}
	recording, stop := context.WithCancel(ctx)
	defer stop()
	ready := make(chan struct{})
	type result struct {
		rec recorder.Recording
		err error
	}
	ended := make(chan result, 1)
	go func() {
		rec, err := recorder.Record(recording, recorder.SessionOptions{
			Backend: h.backend, Listener: clock, Screen: h.screen, Journal: noJournal{}, Application: app, Name: "bench",
			OnReady: func() { close(ready) },
		})
		ended <- result{rec, err}
	}()
	select {
	case <-ready:
	case r := <-ended:
		return f, r.err
	}
	var person, program []time.Duration
	for i := range h.clicks {
		byPerson := i/len(targets)%2 == 0
		took, err := h.click(ctx, clock, targets[i%len(targets)], byPerson)
		switch {
		case err != nil:
			return f, err
		case took == waited{}:
			continue
		case byPerson:
			person = append(person, took.time)
		default:
			program = append(program, took.time)
		}
		f.Heard++
		if took.cut {
			f.Cut++
		}
	}
	stop()
	r := <-ended
	if r.err != nil {
		return f, r.err
	}
	f.Steps = len(r.rec.Steps)
	for _, s := range r.rec.Steps {
		if s.Light == recorder.LightNoElement {
			f.Unknown++
		}
	}
	f.times = append(slices.Clone(person), program...)
	f.Person, f.Program, f.All = timingOf(person), timingOf(program), timingOf(f.times)
	return f, nil
}

// click presses a place and returns how long that waited, nothing where nobody heard
// it within a second.
func (h *holdBench) click(ctx context.Context, clock *clockedListener, at tree.Point, byPerson bool) (took waited, err error) {
	if err := h.pointer.move(at); err != nil {
		return took, err
	}
	if !byPerson {
		err = h.pointer.click(leftButton)
	} else if err = pauseFor(ctx, 120*time.Millisecond); err == nil {
		err = h.pointer.clickSlowly(leftButton, 80*time.Millisecond)
	}
	if err != nil {
		return took, err
	}
	select {
	case took = <-clock.done:
	case <-time.After(time.Second):
	case <-ctx.Done():
		return took, ctx.Err()
	}
	return took, pauseFor(ctx, h.pause)
}

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pressable returns the middles of what may be clicked again and again: nothing that
// opens a window or a list over the rest.
func pressable(f *inspector.Frozen) []tree.Point {
	var list []tree.Point
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !n.Bounds.Usable() || !n.States.Has(tree.Showing) || n.Secret {
			continue
		}
		switch n.Role {
		case tree.RoleCheckbox, tree.RoleRadio, tree.RoleTextbox:
		case tree.RoleButton:
			if n.Name.Value != "Save" {
				continue
			}
		default:
			continue
		}
		if web := f.Nodes[f.Top(tree.NodeID(i))]; web.Bounds.Contains(n.Bounds.Center()) && (!inBrowser(f) || inDocument(f, tree.NodeID(i))) {
			list = append(list, n.Bounds.Center())
		}
	}
	return list
}

func inBrowser(f *inspector.Frozen) bool {
	return slices.ContainsFunc(f.Nodes, func(n tree.Node) bool { return n.Role == tree.RoleDocument })
}

func inDocument(f *inspector.Frozen, id tree.NodeID) bool {
	return slices.ContainsFunc(f.Ancestors(id), func(a tree.NodeID) bool { return f.Nodes[a].Role == tree.RoleDocument })
}

// waited is how long a press waited until it was let go; cut says that the listener
// had let it through before.
type waited struct {
	time time.Duration
	cut  bool
}

// clockedListener tells of each press of a process how long it waited.
type clockedListener struct {
	backends.Listener
	pid  int
	done chan waited
}

// Listen implements [backends.Listener].
func (l *clockedListener) Listen(ctx context.Context, ready func(), sink func(backends.Input)) error {
	return l.Listener.Listen(ctx, ready, func(in backends.Input) {
		if in.Kind == backends.InputPress && in.PID == l.pid {
			l.clock(&in)
		}
		sink(in)
	})
}

// clock has done told when a press was let go.
func (l *clockedListener) clock(in *backends.Input) {
	var once sync.Once
	told := func(w waited) { once.Do(func() { l.done <- w }) }
	at, release, waiting := in.At, in.Release, in.Waiting
	if waiting == nil || !waiting() {
		told(waited{time.Since(at), true})
		return
	}
	in.Release = func() {
		still := waiting()
		release()
		if still {
			told(waited{time.Since(at), false})
		}
	}
	go func() {
		for waiting() {
			time.Sleep(500 * time.Microsecond)
		}
		w := waited{time.Since(at), true}
		time.Sleep(5 * time.Millisecond) // what Release tells is exact, and comes first
		told(w)
	}()
}

// noJournal keeps nothing: storing comes after the press was let go.
type noJournal struct{ recorder.Journal }

func (noJournal) PutRecording(recorder.Recording) error { return nil }
func (noJournal) PutPicture([]byte) (string, error)     { return "picture", nil }
