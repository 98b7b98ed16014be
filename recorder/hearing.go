package recorder

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends"
)

// hear takes input from the listener; it never blocks. Input that the session
// cannot keep up with is let through and counted as trouble.
func (s *session) hear(in backends.Input) {
	select {
	case s.input <- in:
	default:
		s.lost.Add(1)
		if in.Release != nil {
			in.Release()
		}
	}
}

// inOrder takes an event, after the input that was made before it.
func (s *session) inOrder(ctx context.Context, e backends.Event) {
	for {
		select {
		case in := <-s.input:
			if at := s.clock.time(in); at.After(e.At) || at.Equal(e.At) && in.Kind == backends.InputPress {
				s.changed(e)
				s.handle(ctx, in)
				return
			}
			s.handle(ctx, in)
			continue
		default:
		}
		s.changed(e)
		return
	}
}

func (s *session) handle(ctx context.Context, in backends.Input) {
	in.At = s.clock.time(in)
	s.inputAt = in.At
	s.handling = in.At
	defer func() {
		s.handling = time.Time{}
		after := s.after
		s.after = nil
		for _, e := range after {
			s.note(e)
		}
	}()
	switch in.Kind {
	case backends.InputPress:
		if in.Button > 3 {
			s.wheel(in)
			return
		}
		s.press(ctx, in)
	case backends.InputKeyDown:
		if s.ours(in) {
			s.key(in)
		}
	case backends.InputRelease, backends.InputKeyUp:
		if in.Kind == backends.InputRelease && in.Button <= 3 && s.ours(in) {
			s.note(Entry{Kind: EntryRelease, At: in.At, Input: in})
		}
		s.ask() // sliders and text change without always saying so
	}
}

// wheel takes a turn of the wheel. It is not held: it identifies no element.
func (s *session) wheel(in backends.Input) {
	s.drain()
	if s.ours(in) {
		s.note(Entry{Kind: EntryWheel, At: in.At, Input: in})
		s.ask()
	}
}

// key takes a key. What it went to is for the reducer to find out; the application
// is read again, which tells it.
func (s *session) key(in backends.Input) {
	s.drain()
	s.note(Entry{Kind: EntryKey, At: in.At, Input: withheld(in, s.reducer.secrecy(in.At))})
	s.ask()
}

// await gives the application a moment to tell what the last input did, where that is
// not known yet, and longer as long as it goes on to tell what was typed.
func (s *session) await(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastOfAll)
	defer cancel()
	limit := time.NewTimer(lastTold)
	defer limit.Stop()
	tick := time.NewTicker(shiftLook)
	defer tick.Stop()
	for s.reducer.undecided() || s.reducer.unheard() {
		select {
		case e, ok := <-s.events:
			if !ok {
				return
			}
			s.changed(e)
			if e.Kind == backends.EventText {
				limit.Reset(lastTold)
			}
		case f := <-s.fresh:
			s.see(f)
		case <-tick.C:
			s.ask()
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// drainLimit is how long an input waits for what was told before it to be taken in, of
// the 150 ms for which a press is held.
const drainLimit = 100 * time.Millisecond

// drain takes in what has come already: the newest model and the events that tell how
// far it can be trusted. It reports false where they were too many: what came or went
// until now is not known then.
func (s *session) drain() (known bool) {
	if s.later != nil {
		s.see(s.later)
		s.later = nil
	}
	began := time.Now()
	for limit := began.Add(drainLimit); time.Now().Before(limit); {
		select {
		case f := <-s.fresh:
			s.see(f)
		case e, ok := <-s.events:
			if !ok {
				s.events = nil
				continue
			}
			s.changed(e)
			if e.At.After(began) {
				return true // so are all behind it
			}
		default:
			return true
		}
	}
	return false
}
