package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// finish takes what is still in the queue, looks once more and stores the whole.
func (s *session) finish(ctx context.Context) (Recording, error) {
	s.rest(ctx)
	s.lastPictures()
	if n := s.lost.Load(); n > 0 {
		s.rec.Trouble = append(s.rec.Trouble, fmt.Sprintf("%d inputs came too fast, or at the end too late, and are not in the recording", n))
	}
	f, err := s.observe(ctx, lastLook)
	switch {
	case err == nil:
		s.see(f)
	case s.gone != nil: // else its end was told
		s.rec.Trouble = append(s.rec.Trouble, fmt.Sprintf("the end state could not be read: %v", err))
	}
	s.await(ctx)
	s.ended = true
	s.note(Entry{Kind: EntryEnd, At: time.Now(), Gone: s.gone == nil})
	s.keep()
	trouble := len(s.rec.Trouble)
	s.keepLog() // which may take its time
	if len(s.rec.Trouble) > trouble {
		s.keep()
	}
	return s.rec, s.fault
}

// rest takes in the input that is still in the queue, for as long as lastOfAll: each
// press may wait for an application that does not answer. What is left is counted, as
// what the queue had no room for.
func (s *session) rest(ctx context.Context) {
	ends := time.Now().Add(lastOfAll)
	for {
		select {
		case in := <-s.input:
			if time.Now().After(ends) {
				s.lost.Add(1)
				if in.Release != nil {
					in.Release()
				}
				continue
			}
			s.handle(ctx, in)
		default:
			return
		}
	}
}

// lastPictures takes in the pictures that are still on their way to the store, for as
// long as lastWritten.
func (s *session) lastPictures() {
	stored := make(chan struct{})
	go func() { s.storing.Wait(); close(stored) }()
	select {
	case <-stored:
	case <-time.After(lastWritten):
		s.rec.Trouble = append(s.rec.Trouble, "not all pictures could be stored in time")
	}
	for len(s.shots) > 0 {
		s.pictured(<-s.shots)
	}
}

// keep stores the whole, and tells the steps that the end brought.
func (s *session) keep() {
	if err := s.o.Journal.PutRecording(s.rec); err != nil {
		s.fault = errors.Join(s.fault, fmt.Errorf("store the recording: %w", err))
		return
	}
	for _, i := range s.untold {
		if s.o.OnStep != nil {
			s.o.OnStep(i, s.rec.Steps[i])
		}
	}
	s.untold = nil
}
