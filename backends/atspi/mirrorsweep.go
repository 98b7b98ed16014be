package atspi

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// silence is what a toolkit changes without an event, measured by comparing mirrors
// with whole readings (TestMirrorFollows…).
type silence struct {
	places bool // where things are
	states bool // of Qt 5 whether something is enabled, and more
	values bool // the numbers of ranges; GTK4 does not tell how far a scroll bar goes
	names  bool // names and numbers of children: tabs and labels of Qt 5
}

// silenceOf returns what has to be looked for after changes.
func silenceOf(r *reading) silence {
	switch {
	case r.gtk4:
		return silence{places: true, values: true}
	case r.isGTK() && !r.office:
		return silence{}
	case r.web:
		return silence{places: true, states: true} // showing by what is scrolled
	}
	return silence{places: true, states: true, values: true, names: true}
}

// Waits before what a toolkit is silent about is read again. What an event tells
// is laid out with the next frame, 16 ms later; an animation goes on for longer.
const (
	firstSweep = 60 * time.Millisecond
	lastSweep  = 10 * time.Second
	// sweepShare is how many times the time of a sweep the application gets for
	// itself before the next one.
	sweepShare = 8
)

// sweep reads again, some time after a change, what the toolkit does not tell of the
// windows in which it was; and then again, later each time, until nothing changes
// there any more.
type sweep struct {
	tops  map[*element]bool
	gap   time.Duration
	timer *time.Timer // nil while none is waiting, else it ends at
	at    time.Time
}

// owing reports whether something is still to be read.
func (s *sweep) owing() bool { return len(s.tops) > 0 || s.timer != nil }

// rest forgets what was to be read, when all was read.
func (s *sweep) rest() {
	if s.timer != nil {
		s.timer.Stop()
	}
	*s = sweep{}
}

// takeAll notes windows in which something changed.
func (s *sweep) takeAll(tops []*element) {
	if s.tops == nil {
		s.tops = map[*element]bool{}
	}
	for _, top := range tops {
		s.tops[top], s.gap = true, firstSweep
	}
}

// apply asks for what is silent.
func (s *sweep) apply(f *refresh) {
	silent := silenceOf(f.reading)
	for top := range s.tops {
		f.askBelow(top, silent)
		if silent.places {
			f.place(top)
		}
	}
}

// askBelow asks an element and all below it for what may be another and was not told.
func (f *refresh) askBelow(e *element, silent silence) {
	if f.asked[e] {
		return // a tree that cannot be true: below itself
	}
	f.asked[e] = true
	if silent.states {
		f.p.add(e.ref, callGetState, func(body []any, err error) {
			bits, ok := bitsOf(first(body))
			f.rereadUnless(e, err == nil && ok && bits == e.states)
		})
	}
	if silent.values && e.valueRange != nil {
		was := *e.valueRange
		f.askNumber(e, "CurrentValue", was.Current)
		f.askNumber(e, "MaximumValue", was.Maximum)
	}
	if silent.names {
		f.p.add(e.ref, callGet, func(body []any, err error) {
			name, ok := stringOf(variantAt(body, 0))
			f.rereadUnless(e, err == nil && ok && name == e.name)
		}, ifaceAccessible, "Name")
		f.p.add(e.ref, callGet, func(body []any, err error) {
			n, ok := intOf(variantAt(body, 0))
			f.rereadUnless(e, err == nil && ok && (n == e.named() || n == e.claimed))
		}, ifaceAccessible, "ChildCount")
	}
	for _, c := range e.children {
		f.askBelow(c, silent)
	}
}

func (f *refresh) askNumber(e *element, property string, was float64) {
	f.p.add(e.ref, callGet, func(body []any, err error) {
		v, ok := variantAt(body, 0).(float64)
		f.rereadUnless(e, err == nil && ok && v == was)
	}, ifaceValue, property)
}

func (f *refresh) rereadUnless(e *element, same bool) {
	if !same {
		f.reread(e)
	}
}

// sweepAll puts off a sweep of all windows: what a whole reading found may be on its way to
// another place, and nothing tells where it comes to rest. Measured: a reading while
// featherpad starts finds a pane that grows by an animation of 0.2 s, and Qt 5 sends no
// event of it.
func (m *mirror) sweepAll(r *reading) {
	if silenceOf(r) == (silence{}) {
		return
	}
	m.sweep.takeAll(r.root.children)
	m.sweepIn(m.sweep.gap)
}

// later puts off what has to be read again after this refresh.
func (m *mirror) later(f *refresh, todo marks, image *backends.Image, took time.Duration) {
	s := &m.sweep
	if todo.sweep {
		s.timer = nil
		s.gap = min(2*s.gap, lastSweep)
		if !image.Any() {
			s.tops = nil
		}
	}
	if silenceOf(f.reading) != (silence{}) {
		for _, e := range f.touched {
			s.takeAll(f.topsOf(e))
		}
	}
	failed := f.failed()
	if len(f.unsettled)+len(failed) > 0 {
		m.mu.Lock()
		for e, k := range failed {
			m.marks.add(e.ref, k)
		}
		for _, e := range f.unsettled {
			m.marks.add(e.ref, markChildren)
			for _, c := range e.children {
				if c.gone {
					m.marks.add(c.ref, markSelf)
				}
			}
		}
		m.mu.Unlock()
		s.gap = max(s.gap, firstSweep)
	} else if len(s.tops) == 0 {
		return
	}
	m.sweepIn(max(s.gap, sweepShare*took))
}

// sweepIn makes a sweep due after a time.
func (m *mirror) sweepIn(d time.Duration) {
	m.sweep.wait(d, func() {
		m.mu.Lock()
		m.marks.sweep = true
		m.mu.Unlock()
		m.wake()
	})
}

// maxFaults is how often an element of which a call failed is asked again: some bridges
// answer some calls by an error every time.
const maxFaults = 3

// failed returns the elements of which a call failed, and what to read of them again.
func (f *refresh) failed() map[*element]mark {
	again := map[*element]mark{}
	note := func(e *element) {
		if e == nil || again[e] != 0 || e.faults >= maxFaults {
			return
		}
		e.faults++
		again[e] = markSelf
		for _, c := range e.cuts {
			if c.Reason == tree.CutUnreadable {
				again[e] |= markChildren
			}
		}
	}
	for _, at := range f.p.faulty {
		note(f.index[at])
	}
	for e := range f.read {
		if f.index[e.ref] == e && e.got != gotAll { // it came in a form that AT-SPI does not know
			note(e)
		}
	}
	return again
}

// wait calls then after a time, or earlier where that was asked for before.
func (s *sweep) wait(d time.Duration, then func()) {
	at := time.Now().Add(d)
	if s.timer != nil && s.at.Before(at) {
		return
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer, s.at = time.AfterFunc(d, then), at
}

// topsOf returns the window of an element, all of them for the application.
func (r *reading) topsOf(e *element) []*element {
	if e == r.root {
		return r.root.children
	}
	for n := 0; e.parent != nil && n <= tree.MaxDepth; n++ {
		if e.parent == r.root {
			return []*element{e}
		}
		e = e.parent
	}
	return nil
}
