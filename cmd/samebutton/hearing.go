package main

import (
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
)

// mostHeard is how many events wait to be told before some are lost.
const mostHeard = 4096

// hearing keeps events until they are told; hear never blocks who hears them.
type hearing struct {
	wake chan struct{}

	mu     sync.Mutex
	events []backends.Event
}

func newHearing() *hearing { return &hearing{wake: make(chan struct{}, 1)} }

// hear keeps an event. Of too many the last is one of kind EventLost, and only the
// end of the application is kept after that.
func (h *hearing) hear(e backends.Event) {
	h.mu.Lock()
	switch n := len(h.events); {
	case n < mostHeard || e.Kind == backends.EventApplication:
		h.events = append(h.events, e)
	case h.events[n-1].Kind != backends.EventLost:
		h.events = append(h.events, backends.Event{Kind: backends.EventLost, At: time.Now()})
	}
	h.mu.Unlock()
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// take returns what was heard since the last time.
func (h *hearing) take() []backends.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	events := h.events
	h.events = nil
	return events
}
