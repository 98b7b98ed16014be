package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// SessionOptions says what to record and with what.
type SessionOptions struct {
	Backend  backends.Backend
	Listener backends.Listener
	Screen   backends.Screen // nil: no pictures
	Journal  Journal
	// Application is what is recorded; input to other applications is left alone.
	Application tree.Application
	Name        string
	Version     string
	// Locale is the language that the application speaks; "" for that of this process.
	Locale string
	// Launched is how the application was started for the recording, which becomes its
	// first step; nil where it ran before.
	Launched *Launch
	// OnStep is called for each new or changed step (a typing step grows), from
	// one goroutine; index is its place in the recording. May be nil.
	OnStep func(index int, step Step)
	// OnReady is called once, when no input can be missed any more. May be nil.
	OnReady func()
}

// Limits of a session.
const (
	firstLook   = 5 * time.Second
	heldLook    = 90 * time.Millisecond // of the listener's 150 ms hold
	heldHit     = 100 * time.Millisecond
	heldRead    = 30 * time.Millisecond
	heldShot    = 40 * time.Millisecond
	lateRead    = time.Second
	modelLook   = 3 * time.Second
	lastLook    = 2 * time.Second
	lastTold    = 1500 * time.Millisecond
	lastOfAll   = 15 * time.Second
	lastWritten = 10 * time.Second
	lastInput   = 200 * time.Millisecond // for input that was made before the end
	calm        = 20 * time.Millisecond  // between two readings of the model
	shiftLook   = 150 * time.Millisecond // to read anew what only moved
	aftermath   = 2 * time.Second        // after an input: look without being told, events may be missing
	inputQueue  = 4096
	// pastKept is how many models are kept for presses that are judged late: on a busy
	// machine the application may have been read again by then.
	pastKept = 4
	// structureKept is how many times of events are remembered.
	structureKept = 1024
)

// Record records what a person does in one application until ctx ends, and
// returns the recording, which is then in the journal whole. Every step is stored
// when it appears. The error is about the start (nothing was recorded then, nothing is
// in the journal, and the recording has no ID) or the journal.
func Record(ctx context.Context, o SessionOptions) (Recording, error) {
	s := &session{
		o:     o,
		input: make(chan backends.Input, inputQueue),
		fresh: make(chan *inspector.Frozen, 1),
		want:  make(chan struct{}, 1),
		gone:  make(chan struct{}),
		shots: make(chan kept, inputQueue),
		began: time.Now(),
	}
	s.rec = Recording{
		Schema: RecordingSchema, ID: newID("c"), Name: o.Name, Created: s.began,
		Application: ApplicationIdentity{
			Name: o.Application.Name, Executable: o.Application.Executable,
			Toolkit: o.Application.Toolkit, ToolkitVersion: o.Application.ToolkitVersion,
		},
		Environment: Environment{System: runtime.GOOS, Session: SessionKind(), Locale: cmp.Or(o.Locale, os.Getenv("LANG")), Version: o.Version},
	}
	if o.Launched != nil {
		launch := Step{ID: newID("t"), Kind: StepLaunch, Light: LightUnique, Launch: o.Launched}
		launch.Title = stepTitle(launch)
		s.rec.Steps, s.lead = []Step{launch}, 1
	}
	return s.run(ctx)
}

// SessionKind returns the kind of the desktop session as recordings name it: "x11"
// or "wayland".
func SessionKind() string {
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		return "wayland"
	}
	return "x11"
}

type session struct {
	o       SessionOptions
	rec     Recording
	lead    int // steps of rec that do not come from the reducer, and stand before
	reducer *reducer
	scribe  *scribe // nil where the journal keeps no logs
	began   time.Time
	veil    veil

	input  chan backends.Input
	lost   atomic.Int64 // inputs that the queue had no room for
	events <-chan backends.Event
	fresh  chan *inspector.Frozen // newest model from the observer
	want   chan struct{}          // asks the observer for a new model
	gone   chan struct{}          // closed when the application has ended; nil once that is known

	shots chan kept // pictures that were stored

	// later is a model from after a press that was judged without it.
	later *inspector.Frozen

	model     *inspector.Frozen
	past      []*inspector.Frozen // the models before it, oldest first
	presses   int
	structure []time.Time // of the last structural events
	shifted   bool        // bounds were reported since the last reading
	clock     clock
	handling  time.Time // when the input was made that is being handled, else zero
	after     []Entry   // events from after it
	inputAt   time.Time // of the last input
	changedAt time.Time // of the last event that tells a change
	fault     error     // of the journal; ends the session
	ended     bool      // the last entry is being taken in
	untold    []int     // steps that it changed, until they are stored
	// storing counts the pictures on their way to the store.
	storing sync.WaitGroup
}

func (s *session) run(ctx context.Context) (Recording, error) {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if err := s.begin(ctx, work); err != nil {
		return Recording{}, err
	}
	go s.observer(work)
	s.warm(work)
	// The listener outlives ctx by a moment: what was done before the end is still
	// on its way through the display.
	listening, deaf := context.WithCancel(work)
	defer deaf()
	heard, ready := make(chan error, 1), make(chan struct{})
	go func() { heard <- s.o.Listener.Listen(listening, func() { close(ready) }, s.hear) }()
	ended, err := s.ready(ctx, ready, heard)
	if err == nil && !ended {
		ended = s.loop(ctx, work, heard)
	}
	if err == nil && !ended && s.fault == nil {
		last, cancel := context.WithTimeout(work, lastInput)
		ended = s.loop(last, work, heard)
		cancel()
	}
	deaf()
	if !ended {
		select { // it lets go of what it holds, which must not take for ever
		case <-heard:
		case <-time.After(lastLook):
			s.rec.Trouble = append(s.rec.Trouble, "the listener to pointer and keyboard did not end")
		}
	}
	if err != nil {
		return Recording{}, err
	}
	return s.finish(work)
}

// ready waits until the listener misses nothing any more, or has ended, and stores the
// empty recording then: one that could not begin leaves nothing that has its name.
// What is done meanwhile waits in the queue.
func (s *session) ready(ctx context.Context, ready <-chan struct{}, heard <-chan error) (ended bool, err error) {
	select {
	case err := <-heard:
		if err != nil && ctx.Err() == nil {
			return true, fmt.Errorf("listen to input: %w", err)
		}
		return true, nil
	case <-ctx.Done():
		return false, nil
	case <-ready:
	}
	if err := s.o.Journal.PutRecording(s.rec); err != nil {
		return false, fmt.Errorf("store the recording before it begins: %w", err)
	}
	if s.o.OnReady != nil {
		s.o.OnReady()
	}
	return false, nil
}

// begin reads the application. It listens before the first reading: what changes
// between would go unnoticed.
func (s *session) begin(ctx, work context.Context) error {
	events, err := s.o.Backend.Events(work, backends.Scope{Application: s.o.Application})
	if err != nil {
		return fmt.Errorf("listen to the application's events: %w", err)
	}
	s.events = events
	if s.model, err = s.observe(ctx, firstLook); err != nil {
		return fmt.Errorf("read the application before recording: %w", err)
	}
	if !s.model.Complete() {
		s.rec.Trouble = append(s.rec.Trouble, fmt.Sprintf("not all of the application can be read: %s", s.model.Cuts[0].Reason))
	}
	s.reducer = newReducer(s.began, s.emit)
	if _, ok := s.o.Journal.(LogKeeper); ok {
		s.scribe = newScribe(Log{Recording: s.rec.ID, Began: s.began, Application: s.model.Application, Backend: s.model.Backend})
	}
	s.note(Entry{Kind: EntryModel, At: readAt(s.model), Model: s.model})
	return nil
}

// loop takes in input, events and readings until ctx ends, the listener does
// (ended is true then) or the journal fails.
func (s *session) loop(ctx, work context.Context, heard <-chan error) (ended bool) {
	tick := time.NewTicker(shiftLook)
	defer tick.Stop()
	for s.fault == nil {
		select {
		case <-tick.C:
			if s.shifted || time.Since(s.inputAt) < aftermath || s.reducer.undecided() {
				s.shifted = false
				s.ask()
			}
		case <-ctx.Done():
			return false
		case <-s.gone:
			s.gone = nil
			s.rec.Trouble = append(s.rec.Trouble, "the application ended, and the recording with it")
			return false
		case err := <-heard:
			if err != nil && ctx.Err() == nil {
				s.fault = errors.Join(s.fault, fmt.Errorf("listen to input: %w", err))
			}
			return true
		case in := <-s.input:
			s.handle(work, in)
		case e, ok := <-s.events:
			if !ok {
				s.events = nil
				continue
			}
			s.inOrder(work, e)
		case f := <-s.fresh:
			s.see(f)
		case k := <-s.shots:
			s.pictured(k)
		}
	}
	return false
}

// observer reads the model anew whenever it is asked: at once, so that a popup
// is known before the next click lands in it.
func (s *session) observer(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.want:
		}
		f, err := s.observe(ctx, modelLook)
		if errors.Is(err, backends.ErrGone) {
			close(s.gone)
			return
		}
		if err == nil {
			select {
			case <-s.fresh: // an older one that nobody took
			default:
			}
			select {
			case s.fresh <- f:
			case <-ctx.Done():
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(calm):
		}
	}
}

func (s *session) observe(ctx context.Context, limit time.Duration) (*inspector.Frozen, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	snap, err := s.o.Backend.Observe(ctx, backends.Scope{Application: s.o.Application})
	if err != nil {
		return nil, err
	}
	return inspector.Freeze(s.veil.cover(snap)), nil
}

func (s *session) ask() {
	select {
	case s.want <- struct{}{}:
	default:
	}
}

func (s *session) changed(e backends.Event) {
	if e.Kind == backends.EventBounds {
		// GTK3 reports new bounds for every frame of an animation, with the old
		// numbers (45 events in the 20 ms before a press, measured). They tell nothing
		// of what was done and are not logged.
		s.shifted = true
		return
	}
	e = s.veil.hush(e)
	s.note(Entry{Kind: EntryEvent, At: e.At, Event: e})
	if telling(e) {
		s.changedAt = e.At
	}
	if structural(e) {
		if len(s.structure) == structureKept {
			s.structure = slices.Delete(s.structure, 0, structureKept/2)
		}
		s.structure = append(s.structure, e.At)
	}
	s.ask()
}

// see takes a new model over, unless it is older than the one in use.
func (s *session) see(f *inspector.Frozen) {
	if !f.Taken.After(s.model.Taken) {
		return
	}
	if len(s.past) == pastKept {
		s.past = slices.Delete(s.past, 0, 1)
	}
	s.past = append(s.past, s.model)
	s.model = f
	s.note(Entry{Kind: EntryModel, At: readAt(f), Model: f})
}

func (s *session) handleOf(id tree.NodeID) tree.Handle {
	if n := s.model.Node(id); n != nil {
		return n.Handle
	}
	return ""
}

// emit takes a new or changed step from the reducer.
func (s *session) emit(index int, step Step) {
	index += s.lead
	if index == len(s.rec.Steps) {
		s.rec.Steps = append(s.rec.Steps, step)
	} else {
		s.rec.Steps[index] = step
	}
	s.parameter(step)
	if s.ended {
		// The whole is stored right after, and told then: titles may change in hundreds
		// of steps.
		if !slices.Contains(s.untold, index) {
			s.untold = append(s.untold, index)
		}
		return
	}
	if err := s.o.Journal.PutRecording(s.rec); err != nil {
		s.fault = errors.Join(s.fault, fmt.Errorf("store step %d: %w", index+1, err))
		return // what is not stored is not told either
	}
	if s.o.OnStep != nil {
		s.o.OnStep(index, step)
	}
}

func (s *session) parameter(step Step) {
	if step.Parameter == "" {
		return
	}
	for _, p := range s.rec.Parameters {
		if p.Name == step.Parameter {
			return
		}
	}
	s.rec.Parameters = append(s.rec.Parameters, Parameter{Name: step.Parameter, Secret: true})
}
