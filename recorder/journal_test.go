package recorder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// ledger is a journal in memory that notes what was written in which order, and
// fails on order.
type ledger struct {
	mu         sync.Mutex
	lines      []string
	recordings []Recording
	intents    []Intent
	results    []StepResult
	log        []byte
	failOn     string // prefix of the line whose write fails
	note       func() string
}

var errDisk = errors.New("disk full")

func (l *ledger) write(format string, args ...any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	if l.failOn != "" && strings.HasPrefix(line, l.failOn) {
		return errDisk
	}
	if l.note != nil {
		line += l.note()
	}
	l.lines = append(l.lines, line)
	return nil
}

func (l *ledger) PutRecording(r Recording) error {
	if err := l.write("recording %d", len(r.Steps)); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r.Steps = slices.Clone(r.Steps) // which go on changing
	l.recordings = append(l.recordings, r)
	return nil
}

func (l *ledger) PutLog(_ string, packed []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log = packed
	return nil
}

func (l *ledger) PutPicture([]byte) (string, error) { return "", nil }

func (l *ledger) BeginRun(Run) error { return l.write("begin") }

func (l *ledger) PutIntent(i Intent) error {
	if err := l.write("intent %d.%d %s", i.N, i.Part, i.Action); err != nil {
		return err
	}
	l.intents = append(l.intents, i)
	return nil
}

func (l *ledger) PutResult(_ string, r StepResult) error {
	if err := l.write("result %d %s %s", r.N, r.Verdict, r.Delivery); err != nil {
		return err
	}
	l.results = append(l.results, r)
	return nil
}

func (l *ledger) EndRun(_ string, _ time.Time, v Verdict) error { return l.write("end %s", v) }
