package floor

import (
	"bytes"
	"encoding/binary"
	"sync"

	"github.com/samebutton/samebutton/backends/atspi"
)

// The fixed part of a D-Bus message: byte order, type, flags, version, length of
// the body, serial, length of the header fields.
const (
	fixedHeader   = 16
	atType        = 1
	atFlags       = 2
	atBody        = 4
	atSerial      = 8
	atFields      = 12
	typeCall      = 1
	typeReply     = 2
	typeError     = 3
	flagNoReply   = 1
	littleEndian  = 'l'
	longestFields = 1 << 26 // the limit of D-Bus
	longestBody   = 1 << 27
)

// Tape is what a backend sent between Begin and End.
type Tape struct {
	mu      sync.Mutex
	running bool
	tracks  []*track
}

// track is what went over one socket.
type track struct {
	socket atspi.Socket
	calls  [][]byte
}

// Record takes over a message; it fits [atspi.Options.OnSend].
func (t *Tape) Record(s atspi.Socket, message []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.running || !isCall(message) {
		return
	}
	t.on(s).calls = append(t.on(s).calls, bytes.Clone(message))
}

// isCall reports whether a message is a call that is answered, in the byte order
// that replays write.
func isCall(message []byte) bool {
	return len(message) >= fixedHeader && message[0] == littleEndian && message[atType] == typeCall && message[atFlags]&flagNoReply == 0
}

func (t *Tape) on(s atspi.Socket) *track {
	for _, tr := range t.tracks {
		if tr.socket == s {
			return tr
		}
	}
	tr := &track{socket: s}
	t.tracks = append(t.tracks, tr)
	return tr
}

// Begin forgets what was recorded and records from now on.
func (t *Tape) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tracks, t.running = nil, true
}

// End ends the recording.
func (t *Tape) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running = false
}

// Size returns the number of calls and of bytes on the tape.
func (t *Tape) Size() (calls, sent int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tr := range t.tracks {
		calls += len(tr.calls)
		for _, c := range tr.calls {
			sent += len(c)
		}
	}
	return calls, sent
}

// number writes the serial number of a message.
func number(message []byte, serial uint32) {
	binary.LittleEndian.PutUint32(message[atSerial:], serial)
}
