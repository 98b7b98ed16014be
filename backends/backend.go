package backends

import (
	"context"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Backend reads applications and acts on their elements.
type Backend interface {
	// Name is the word of the command line's --backend flag.
	Name() string
	// Probe says what works here, what does not and how to mend it.
	Probe(ctx context.Context) Report
	// Applications lists what can be observed. An application that does not
	// answer is listed with its Problem set, within the context's deadline.
	Applications(ctx context.Context) ([]tree.Application, error)
	// Observe reads the scope once. When the deadline runs out or a part cannot
	// be read it returns what it has with cuts that say so; an error means that
	// nothing could be read at all. It never changes the target (guarantee 6).
	Observe(ctx context.Context, scope Scope) (*tree.Snapshot, error)
	// Events delivers what the application says changed, until ctx ends; then
	// the channel is closed. A slow receiver gets an event of kind EventLost in
	// place of those it missed.
	Events(ctx context.Context, scope Scope) (<-chan Event, error)
	// Act sends one action to one element, once. The handle must come from a
	// snapshot of the application; the caller has resolved it. The error, if any,
	// is a *DeliveryError.
	Act(ctx context.Context, app tree.Application, target tree.Handle, action Action) error
	// Close ends all connections and goroutines.
	Close() error
}

// Scope says what to observe.
type Scope struct {
	Application tree.Application
	// Root limits the reading to one element and what is below it ("" for the
	// whole application, which is what proofs need).
	Root tree.Handle
	// MaxNodes cuts the reading with CutCount; 0 means the backend's own limit.
	MaxNodes int
}

// HitTester asks the application which element lies at a place.
type HitTester interface {
	// HitTest returns the handles from the window down to the deepest element
	// at the point, as the application itself answers. An empty list means that
	// no window of the application is there.
	HitTest(ctx context.Context, app tree.Application, at tree.Point) ([]tree.Handle, error)
}

// NodeReader reads single elements again, without the tree around them.
type NodeReader interface {
	// ReadNode reads role, name, description, value, states, bounds and actions
	// of one element. ID, Parent, Children and Relations are not filled in. An
	// element that is gone gives ErrGone.
	ReadNode(ctx context.Context, app tree.Application, h tree.Handle) (tree.Node, error)
}

// Aimer is HitTester and NodeReader for when there is little time: a press waits.
type Aimer interface {
	// Foresee sends at once what Pinpoint at the point will ask if the likely element
	// (None where nothing is) of the snapshot is there, and what Identify will ask
	// about some elements, of the password fields among them with their place. Both,
	// called with the returned context until done is called, get these answers, all
	// given after Foresee was called, and ask by themselves what was not foreseen:
	// what they return does not depend on the snapshot.
	Foresee(ctx context.Context, s *tree.Snapshot, at tree.Point, likely tree.NodeID, read ...tree.NodeID) (asked context.Context, done context.CancelFunc)
	// Pinpoint returns the last of HitTest's handles, "" where it returns none.
	Pinpoint(ctx context.Context, app tree.Application, at tree.Point) (tree.Handle, error)
	// Identify is ReadNode of role, name and states alone, with placed also of the
	// bounds; the rest is filled in or not. Showing and bounds do not tell whether an
	// element is hidden by what holds it.
	Identify(ctx context.Context, app tree.Application, h tree.Handle, placed bool) (tree.Node, error)
}

// Verb and value of something to be done with an element.
type Action struct {
	Verb tree.Verb
	// Text is the new content for VerbSetText.
	Text string
	// Number is the new value for VerbSetValue, in the application's unit.
	Number float64
	// Item is the child to select for VerbSelect.
	Item tree.Handle
	// Items are the children that VerbSelect leaves selected, in place of Item. Others
	// are those that were seen to be selected and are not to be.
	Items, Others []tree.Handle
	// Evidence must still be so right before anything is sent ([ErrChanged]). Backends
	// that read none ([EvidenceReader]) get none.
	Evidence []Evidence
}

// Evidence is what one element says of itself, as the platform says it, only to be
// compared with what it said before.
type Evidence struct {
	Element  tree.Handle
	Role     string
	Name, ID string
	Parent   string
	Labels   string // what labels it, and its other relations
	States   string // those on which it depends whether it can be acted on
}

// String is the evidence for a person.
func (e Evidence) String() string {
	s := fmt.Sprintf("%q (role %s", e.Name, e.Role)
	if e.ID != "" {
		s += fmt.Sprintf(", id %q", e.ID)
	}
	return s + ", in " + e.Parent + ")"
}

// EvidenceReader reads single elements quickly, to see right before an act whether
// they are still what they were: a handle may be used again for something else.
type EvidenceReader interface {
	// ReadEvidence reads the elements in their order. The error is that of the first
	// one that could not be read.
	ReadEvidence(ctx context.Context, app tree.Application, of []tree.Handle) ([]Evidence, error)
}

// EventKind says what changed.
type EventKind string

// Kinds of events.
const (
	EventChildren    EventKind = "children"    // children were added or removed
	EventProperty    EventKind = "property"    // name, description, role, value
	EventState       EventKind = "state"       // one state went on or off
	EventText        EventKind = "text"        // text was inserted or deleted
	EventBounds      EventKind = "bounds"      // moved or resized
	EventSelection   EventKind = "selection"   // the selection of a container changed
	EventFocus       EventKind = "focus"       // got the keyboard focus
	EventWindow      EventKind = "window"      // a window was opened, closed, activated …
	EventApplication EventKind = "application" // an application came or went
	EventLost        EventKind = "events-lost" // the receiver was too slow; read anew
)

// DetailGone is the detail of the last event of an application, of kind
// EventApplication: it has ended.
const DetailGone = "gone"

// Event is one change reported by an application. It never carries the text of
// a password field.
type Event struct {
	Kind   EventKind
	At     time.Time // time of receipt, with the monotonic clock
	Source tree.Handle
	// Detail is the platform's own minor word ("insert", "checked", "create").
	Detail string
	// On is the new value of a state for EventState.
	On bool
	// Text is the text inserted or deleted, or the new value of a property.
	Text string
	// Position and Length in characters, for EventText.
	Position, Length int
}

// Report is what a backend found out about its surroundings.
type Report struct {
	Backend      string       `json:"backend"`
	Versions     []Fact       `json:"versions,omitempty"`
	Capabilities []Capability `json:"capabilities"`
}

// Fact is a named value, for example a version.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Capability is one ability of a backend in this session.
type Capability struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Detail says what was found; Remedy what a person can do when OK is false.
	Detail string `json:"detail,omitempty"`
	Remedy string `json:"remedy,omitempty"`
}
