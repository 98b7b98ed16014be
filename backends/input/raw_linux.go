//go:build cgo

package input

/*
#include <stdlib.h>
#include "raw.h"
*/
import "C"

import (
	"context"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// rawAvailable says that the program was built with the raw source.
const rawAvailable = true

// rawSource hears everything that devices do, also while an application holds
// the pointer, through XInput2 raw events on the root window. Modifiers and
// layout come from XKB events of the same connection, so that a key is read with
// the state it was pressed in, however late it is read.
type rawSource struct {
	events chan rawEvent
	raw    *C.struct_raw
	// Sync and stop must not touch raw once it is closed.
	mu     sync.Mutex
	closed bool
}

// openRaw selects the events; nothing is missed once it has returned. The
// source ends with ctx or with the display, and then closes events.
func openRaw(ctx context.Context, display string) (*rawSource, error) {
	s, err := xconn.Await(ctx, func() (*rawSource, error) {
		name := C.CString(xconn.Name(display))
		defer C.free(unsafe.Pointer(name))
		var reason *C.char
		raw := C.raw_open(name, &reason)
		if raw == nil {
			return nil, fmt.Errorf("listen to devices of display %s: %s", xconn.Name(display), C.GoString(reason))
		}
		return &rawSource{events: make(chan rawEvent, 1024), raw: raw}, nil
	}, func(s *rawSource) { C.raw_close(s.raw) })
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { s.signal(func() { C.raw_stop(s.raw) }) })
	go s.run(ctx)
	return s, nil
}

// run forwards events to a reader that may have stopped reading.
func (s *rawSource) run(ctx context.Context) {
	defer close(s.events)
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closed = true
		C.raw_close(s.raw)
	}()
	var e C.struct_raw_event
	for C.raw_next(s.raw, &e) == 1 {
		event := rawEvent{
			kind: rawKind(e.kind), at: time.Now(), time: uint32(e.time), detail: int(e.detail),
			x: int(e.x), y: int(e.y), window: xproto.Window(e.window), mods: uint16(e.mods),
			key: C.GoString(&e.key[0]), text: C.GoString(&e.text[0]), syncs: uint64(e.syncs),
		}
		select {
		case s.events <- event:
		case <-ctx.Done():
			return
		}
	}
}

// tellsLifts reports whether rawLifted events come.
func (s *rawSource) tellsLifts() (tells bool) {
	s.signal(func() { tells = C.raw_records(s.raw) != 0 })
	return tells
}

// sync asks for a rawSynced event behind everything that the server has sent.
func (s *rawSource) sync() { s.signal(func() { C.raw_sync(s.raw) }) }

func (s *rawSource) signal(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		f()
	}
}
