package recorder

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// ErrLog says that a log cannot be read.
var ErrLog = errors.New("log cannot be read")

// ReadLog opens a packed log. Its entries are read by [Log.Entries].
func ReadLog(packed []byte) (*Log, error) {
	l := &Log{packed: packed}
	lines, err := l.lines()
	if err == nil {
		err = lines.Decode(l)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrLog, err)
	case l.Schema != LogSchema:
		return nil, fmt.Errorf("%w: schema %q, expected %q; it may come from a newer version", ErrLog, l.Schema, LogSchema)
	}
	return l, nil
}

func (l *Log) lines() (*json.Decoder, error) {
	z, err := gzip.NewReader(bytes.NewReader(l.packed))
	if err != nil {
		return nil, err
	}
	return json.NewDecoder(bufio.NewReader(io.LimitReader(z, maxLogText+MaxLog))), nil
}

// Entries reads the log from its start, one entry at a time: all its models at once
// may be more than the memory holds. The last pair has an error where the log is
// damaged, or was cut ([CutError]).
func (l *Log) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines, err := l.lines()
		if err == nil {
			err = lines.Decode(new(Log)) // the head
		}
		r := &logReader{log: l}
		for err == nil {
			var line logLine
			if err = lines.Decode(&line); err == nil {
				var e Entry
				var ok bool
				if e, ok, err = r.entry(&line); ok && !yield(e, nil) {
					return
				}
			}
		}
		var cut CutError
		switch {
		case errors.Is(err, io.EOF) && r.ended:
			return
		case !errors.As(err, &cut):
			err = fmt.Errorf("%w: %w", ErrLog, err)
		}
		yield(Entry{}, err)
	}
}

// CutError says that a log ends before its recording.
type CutError struct{ Why string }

func (e CutError) Error() string { return "the log was cut: " + e.Why }

// logReader is a log while it is read.
type logReader struct {
	log   *Log
	nodes []*loggedNode
	last  []int32
	rest  loggedRest
	ended bool
}

// entry makes an entry of a line; ok is false for lines that only prepare others.
func (r *logReader) entry(l *logLine) (e Entry, ok bool, err error) {
	switch {
	case l.Node != nil:
		r.nodes = append(r.nodes, l.Node)
		return e, false, nil
	case l.Model != nil:
		e, err = r.model(l.Model)
	case l.Press != nil:
		e = r.input(EntryPress, backends.InputPress, l.Press)
	case l.Release != nil:
		e = r.input(EntryRelease, backends.InputRelease, l.Release)
	case l.Wheel != nil:
		e = r.input(EntryWheel, backends.InputPress, l.Wheel)
	case l.Key != nil:
		e = r.input(EntryKey, backends.InputKeyDown, l.Key)
	case l.Event != nil:
		v := l.Event
		at := r.time(v.At)
		e = Entry{Kind: EntryEvent, At: at, Event: backends.Event{
			Kind: v.Kind, At: at, Source: v.Source, Detail: v.Detail, On: v.On, Text: v.Text, Position: v.Position, Length: v.Length,
		}}
	case l.Picture != nil:
		e = Entry{Kind: EntryPicture, At: r.time(l.Picture.At), Press: l.Picture.Press, Picture: l.Picture.Picture}
	case l.End != nil:
		r.ended = true
		e = Entry{Kind: EntryEnd, At: r.time(l.End.At), Gone: l.End.Gone}
	case l.Cut != "":
		return e, false, CutError{l.Cut}
	default:
		return e, false, nil // of a newer version
	}
	return e, err == nil, err
}

func (r *logReader) time(d time.Duration) time.Time { return r.log.Began.Add(d) }

func (r *logReader) input(kind EntryKind, what backends.InputKind, in *loggedInput) Entry {
	at := r.time(in.At)
	return Entry{
		Kind: kind, At: at, Press: in.Number,
		Input: backends.Input{
			Kind: what, At: at, ServerTime: in.Server, Button: in.Button, Point: in.Point, Key: in.Key, Text: in.Text,
			Modifiers: in.Modifiers, Window: in.Window, PID: in.PID, Held: in.Waited,
		},
		Aim: Aim{Handle: in.Aim, Sure: in.Sure, Held: in.Held, Unsettled: in.Unsettled},
	}
}

func (r *logReader) model(m *loggedModel) (e Entry, err error) {
	if r.last, err = apply(r.last, m.Spans); err != nil {
		return e, err
	}
	said := make([]*loggedNode, len(r.last))
	for i, number := range r.last {
		if number < 0 || int(number) >= len(r.nodes) {
			return e, fmt.Errorf("there is no node %d", number)
		}
		said[i] = r.nodes[number]
	}
	if m.Rest != nil {
		r.rest = *m.Rest
	}
	s := &tree.Snapshot{
		Backend: r.log.Backend, Application: r.log.Application, Taken: r.time(m.Taken), Took: m.Took,
		Windows: r.rest.Windows, Cuts: r.rest.Cuts,
	}
	if s.Nodes, err = grow(said); err != nil {
		return e, err
	}
	if err := s.Validate(); err != nil {
		return e, err
	}
	return Entry{Kind: EntryModel, At: s.Taken.Add(s.Took), Model: inspector.Freeze(s)}, nil
}
