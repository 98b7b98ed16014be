package recorder

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Bounds on a log.
const (
	// MaxLog is how large the log of a recording becomes, in bytes as it is stored;
	// what comes later is not in it, which it says.
	MaxLog = 8 << 20
	// maxLogText bounds it before it is packed.
	maxLogText = 512 << 20
	// logFlush is how much text is packed between two looks at the size.
	logFlush = 128 << 10
	// logQueue is how many entries may wait to be written.
	logQueue = 4096
)

// A log is stored as gzipped lines of JSON: the head, then nodes, models and entries.
// A node line is what one element said of itself, once; it is known by its number. A
// model line says how its list of nodes differs from that of the model before.
type logLine struct {
	Node    *loggedNode  `json:"node,omitempty"`
	Model   *loggedModel `json:"model,omitempty"`
	Press   *loggedInput `json:"press,omitempty"`
	Release *loggedInput `json:"release,omitempty"`
	Wheel   *loggedInput `json:"wheel,omitempty"`
	Key     *loggedInput `json:"key,omitempty"`
	Event   *loggedEvent `json:"event,omitempty"`
	Picture *loggedShot  `json:"picture,omitempty"`
	End     *loggedEnd   `json:"end,omitempty"`
	// Cut says why the log ends here.
	Cut string `json:"cut,omitempty"`
}

// Times are since the beginning of the recording.

// loggedNode is a node without its place: ID, Parent and Children follow from the
// order of the nodes and their depths.
type loggedNode struct {
	Depth int `json:"depth"`
	tree.Node
}

type loggedModel struct {
	Taken time.Duration `json:"taken"`
	Took  time.Duration `json:"took"`
	// Spans are what is different from the model before, from the end to the start:
	// the place, how many go, and the numbers of the nodes that come.
	Spans [][]int32 `json:"spans,omitempty"`
	// Rest is nil where windows and cuts are those of the model before.
	Rest *loggedRest `json:"rest,omitempty"`
}

type loggedRest struct {
	Windows []tree.Window `json:"windows,omitempty"`
	Cuts    []tree.Cut    `json:"cuts,omitempty"`
}

type loggedInput struct {
	At        time.Duration      `json:"at"`
	Server    uint32             `json:"server,omitempty"`
	Button    int                `json:"button,omitempty"`
	Point     tree.Point         `json:"point,omitzero"`
	Key       string             `json:"key,omitempty"`
	Text      string             `json:"text,omitempty"`
	Modifiers backends.Modifiers `json:"modifiers,omitzero"`
	Window    uint32             `json:"window,omitempty"`
	PID       int                `json:"pid,omitempty"`
	Waited    bool               `json:"waited,omitempty"` // the display held it
	// Of a press:
	Number    int           `json:"number,omitempty"`
	Aim       tree.Handle   `json:"aim,omitempty"`
	Sure      bool          `json:"sure,omitempty"`
	Held      time.Duration `json:"held,omitempty"`
	Unsettled bool          `json:"unsettled,omitempty"`
}

type loggedEvent struct {
	At       time.Duration      `json:"at"`
	Kind     backends.EventKind `json:"kind"`
	Source   tree.Handle        `json:"source,omitempty"`
	Detail   string             `json:"detail,omitempty"`
	On       bool               `json:"on,omitempty"`
	Text     string             `json:"text,omitempty"`
	Position int                `json:"position,omitempty"`
	Length   int                `json:"length,omitempty"`
}

type loggedShot struct {
	At    time.Duration `json:"at"`
	Press int           `json:"press"`
	Picture
}

type loggedEnd struct {
	At   time.Duration `json:"at"`
	Gone bool          `json:"gone,omitempty"`
}

// logWriter packs a log while it grows. It is used by one goroutine.
type logWriter struct {
	began time.Time
	out   bytes.Buffer
	zip   *gzip.Writer
	limit int // of out
	text  int // bytes written
	fresh int // of them since the last flush
	cut   string

	last   []int32 // node numbers of the last model
	nodes  []loggedNode
	known  map[tree.Handle]int32 // the last node line of an element
	rest   loggedRest
	models int
}

func newLogWriter(l Log) (*logWriter, error) {
	w := &logWriter{began: l.Began, limit: MaxLog, known: map[tree.Handle]int32{}}
	w.zip = gzip.NewWriter(&w.out)
	l.Schema = LogSchema
	return w, w.line(l)
}

func (w *logWriter) line(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	b = append(b, '\n')
	w.text += len(b)
	w.fresh += len(b)
	_, err = w.zip.Write(b)
	return err
}

// add writes an entry; after the log was cut it does nothing.
func (w *logWriter) add(e Entry) error {
	if w.cut != "" {
		return nil
	}
	if err := w.entry(e); err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	if w.fresh < logFlush {
		return nil
	}
	w.fresh = 0
	if err := w.zip.Flush(); err != nil {
		return err
	}
	// What is written until the next look must find room, too.
	if w.out.Len() > w.limit-2*logFlush || w.text > maxLogText {
		return w.end(fmt.Sprintf("it has %d KiB; what was done after %s is not in it", w.out.Len()>>10, e.At.Sub(w.began).Round(time.Millisecond)))
	}
	return nil
}

// end says that the log ends before the recording.
func (w *logWriter) end(why string) error {
	w.cut = why
	return w.line(logLine{Cut: why})
}

// close returns the packed log.
func (w *logWriter) close() ([]byte, error) {
	if err := w.zip.Close(); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}

func (w *logWriter) entry(e Entry) error {
	at := e.At.Sub(w.began)
	in := &loggedInput{
		At: at, Server: e.Input.ServerTime, Button: e.Input.Button, Point: e.Input.Point, Key: e.Input.Key, Text: e.Input.Text,
		Modifiers: e.Input.Modifiers, Window: e.Input.Window, PID: e.Input.PID, Waited: e.Input.Held,
	}
	switch e.Kind {
	case EntryModel:
		return w.model(e.Model.Snapshot)
	case EntryPress:
		in.Number, in.Aim, in.Sure, in.Held, in.Unsettled = e.Press, e.Aim.Handle, e.Aim.Sure, e.Aim.Held, e.Aim.Unsettled
		return w.line(logLine{Press: in})
	case EntryRelease:
		return w.line(logLine{Release: in})
	case EntryWheel:
		return w.line(logLine{Wheel: in})
	case EntryKey:
		return w.line(logLine{Key: in})
	case EntryEvent:
		v := e.Event
		return w.line(logLine{Event: &loggedEvent{at, v.Kind, v.Source, v.Detail, v.On, v.Text, v.Position, v.Length}})
	case EntryPicture:
		return w.line(logLine{Picture: &loggedShot{at, e.Press, e.Picture}})
	case EntryEnd:
		return w.line(logLine{End: &loggedEnd{at, e.Gone}})
	}
	return errors.New("unknown kind of entry")
}

// model writes the nodes that are new or say something new, and which the model has.
func (w *logWriter) model(s *tree.Snapshot) error {
	now := make([]int32, len(s.Nodes))
	depths := make([]int, len(s.Nodes))
	for i := range s.Nodes {
		n := s.Nodes[i] // a copy
		if n.Parent != tree.None {
			depths[i] = depths[n.Parent] + 1
		}
		n.ID, n.Parent, n.Children, n.Ref = 0, 0, nil, 0
		number, ok := w.known[n.Handle]
		if !ok || w.nodes[number].Depth != depths[i] || !backends.SaysTheSame(&w.nodes[number].Node, &n) {
			number = int32(len(w.nodes))
			w.nodes = append(w.nodes, loggedNode{depths[i], n})
			w.known[n.Handle] = number
			if err := w.line(logLine{Node: &w.nodes[number]}); err != nil {
				return err
			}
		}
		now[i] = number
	}
	m := &loggedModel{Taken: s.Taken.Sub(w.began), Took: s.Took, Spans: spans(w.last, now)}
	if rest := (loggedRest{s.Windows, s.Cuts}); w.models == 0 || !sameRest(rest, w.rest) {
		m.Rest, w.rest = &rest, rest
	}
	w.last = now
	w.models++
	return w.line(logLine{Model: m})
}
