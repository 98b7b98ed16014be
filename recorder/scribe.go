package recorder

import (
	"errors"
	"fmt"
	"time"
)

// LogKeeper is a [Journal] that keeps logs, too.
type LogKeeper interface {
	// PutLog stores the packed log of a recording that is stored.
	PutLog(recording string, packed []byte) error
}

// scribe writes the log on a goroutine of its own, so that a large application does
// not keep a press waiting.
type scribe struct {
	queue chan Entry
	// late says that an entry found no room: the log ends before it.
	late bool
	done chan struct{}
	// Set when done is closed:
	packed []byte
	cut    string
	err    error
}

func newScribe(l Log) *scribe {
	s := &scribe{queue: make(chan Entry, logQueue), done: make(chan struct{})}
	go s.write(l)
	return s
}

func (s *scribe) write(l Log) {
	defer close(s.done)
	w, err := newLogWriter(l)
	for e := range s.queue {
		if err == nil {
			err = w.add(e)
		}
	}
	if err == nil && s.late && w.cut == "" {
		err = w.end("readings came faster than they could be written")
	}
	packed, closed := w.close()
	s.packed, s.cut, s.err = packed, w.cut, errors.Join(err, closed)
}

// note takes the next entry; it never blocks.
func (s *scribe) note(e Entry) {
	if s.late {
		return
	}
	select {
	case s.queue <- e:
	default:
		s.late = true
	}
}

// errScribe says that the log was not written in time.
var errScribe = errors.New("it could not be written in time")

// finish returns the packed log, and why it is not whole.
func (s *scribe) finish() (packed []byte, cut string, err error) {
	close(s.queue)
	select {
	case <-s.done:
		return s.packed, s.cut, s.err
	case <-time.After(lastWritten):
		return nil, "", errScribe
	}
}

// note adds to the log of the recording, and takes in what that makes of it.
func (s *session) note(e Entry) {
	if e.Kind == EntryEvent && !s.handling.IsZero() && e.At.After(s.handling) {
		s.after = append(s.after, e) // it was heard of first, and came later
		return
	}
	e.Input.Release, e.Input.Waiting = nil, nil
	if s.scribe != nil {
		s.scribe.note(e)
	}
	s.reducer.take(e)
}

func (s *session) pictured(k kept) {
	s.note(Entry{Kind: EntryPicture, At: time.Now(), Press: k.press, Picture: Picture{k.hash, k.area, k.bounds}})
}

// keepLog stores the log. A recording without one is as good for replay.
func (s *session) keepLog() {
	if s.scribe == nil {
		return
	}
	packed, cut, err := s.scribe.finish()
	if err == nil {
		err = s.o.Journal.(LogKeeper).PutLog(s.rec.ID, packed)
	}
	switch {
	case err != nil:
		s.rec.Trouble = append(s.rec.Trouble, fmt.Sprintf("the log of what was heard is not kept: %v", err))
	case cut != "":
		s.rec.Trouble = append(s.rec.Trouble, "the log of what was heard is not whole: "+cut)
	}
}
