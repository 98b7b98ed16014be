package tree

import (
	"image"
	"time"
)

// Application identifies one program on one connection. Name alone is never an
// identity: PID and Started together tell a process from one that took its number.
type Application struct {
	Handle Handle `json:"handle"`
	Name   string `json:"name"`
	PID    int    `json:"pid"`
	// Started is the kernel's start time of the process in clock ticks since
	// boot (field 22 of /proc/PID/stat); 0 where it could not be read.
	Started        uint64 `json:"started,omitempty"`
	Executable     string `json:"executable,omitempty"`
	Toolkit        string `json:"toolkit,omitempty"`
	ToolkitVersion string `json:"toolkitVersion,omitempty"`
	// Problem says why the application cannot be read ("" when it answered).
	Problem string `json:"problem,omitempty"`
}

// SameProcess reports whether both are the same running process, which nobody
// can tell where the start time could not be read.
func (a Application) SameProcess(b Application) bool {
	return a.PID == b.PID && a.Started == b.Started && a.PID != 0 && a.Started != 0
}

// Window is a top-level node with what ties it to a window of the display.
type Window struct {
	Node  NodeID `json:"node"`
	Title string `json:"title"`
	// XID is the X window, 0 where no single one was proven.
	XID uint32 `json:"xid,omitempty"`
	// Frame is the area of the client (without the window manager's border) on
	// the screen; Evidence says by what XID was matched.
	Frame    Rect   `json:"frame"`
	Evidence string `json:"evidence,omitempty"`
	Active   bool   `json:"active,omitempty"`
	Modal    bool   `json:"modal,omitempty"`
}

// CutReason says why a part of the tree was not read.
type CutReason string

// Reasons.
const (
	CutTime            CutReason = "time"             // the deadline ran out
	CutDepth           CutReason = "depth"            // deeper than the limit
	CutEnded           CutReason = "ended"            // the application ended while it was read
	CutCount           CutReason = "count"            // more nodes than the limit
	CutUnreadable      CutReason = "unreadable"       // the application refused or died
	CutVirtualChildren CutReason = "virtual-children" // children made on demand (manages-descendants)
	CutChanged         CutReason = "changed"          // the tree changed while it was read
	CutCycle           CutReason = "cycle"            // a node came up as its own ancestor or twice
	CutCountMismatch   CutReason = "count-mismatch"   // the children named differ in number from the count claimed
)

// Cut is one place where the observation is not complete.
type Cut struct {
	Node   NodeID    `json:"node"`
	Reason CutReason `json:"reason"`
	// Missing is the number of children not read, -1 where that is unknown.
	Missing int    `json:"missing"`
	Detail  string `json:"detail,omitempty"`
}

// Capture is a picture of an area of the screen.
type Capture struct {
	// Rect is the area of the screen; Scale is image pixels for each screen pixel.
	Rect  Rect      `json:"rect"`
	Scale float64   `json:"scale"`
	Taken time.Time `json:"taken"`
	// Hash is the hex SHA-256 of the pixels (width, height, then RGBA rows).
	Hash string `json:"hash"`
	// Image is owned by the capture and read-only; nil in a snapshot that was
	// loaded without its picture.
	Image *image.RGBA `json:"-"`
}

// MaxDepth is how many levels a snapshot has below the application. Browsers end
// at 512 (what a page nests deeper they put beside each other), toolkits long
// before. The bound lets whoever walks a snapshot do so by recursion, and upwards
// from each node.
const MaxDepth = 1000

// Snapshot is what a backend read of one application at one time. Nodes is in
// document order, Nodes[0] is the application.
type Snapshot struct {
	// ID names the snapshot in refs ("s12"); the inspector sets it, "" before.
	ID          string        `json:"id"`
	Backend     string        `json:"backend"`
	Application Application   `json:"application"`
	Taken       time.Time     `json:"taken"`
	Took        time.Duration `json:"took"`
	Nodes       []Node        `json:"nodes"`
	Windows     []Window      `json:"windows,omitempty"`
	Cuts        []Cut         `json:"cuts,omitempty"`
	Capture     *Capture      `json:"capture,omitempty"`
	// LastRef is the highest number of a ref that the snapshot ever gave, also to
	// nodes that are not in it any more. 0, as backends leave it, says that no node
	// has a number of its own yet: refs count through the nodes.
	LastRef int32 `json:"lastRef,omitempty"`
}

// Complete reports whether nothing was cut, so that a search that finds nothing
// has proven that there is nothing.
func (s *Snapshot) Complete() bool { return len(s.Cuts) == 0 && len(s.Nodes) > 0 }

// Node returns the node with the given ID, or nil where there is none.
func (s *Snapshot) Node(id NodeID) *Node {
	if id < 0 || int(id) >= len(s.Nodes) {
		return nil
	}
	return &s.Nodes[id]
}

// Find returns the node with the handle, or None. It walks the nodes; callers
// that ask often build their own map.
func (s *Snapshot) Find(h Handle) NodeID {
	for i := range s.Nodes {
		if s.Nodes[i].Handle == h {
			return NodeID(i)
		}
	}
	return None
}

// Ancestors returns the nodes from the parent of id up to the root.
func (s *Snapshot) Ancestors(id NodeID) []NodeID {
	var up []NodeID
	for n := s.Node(id); n != nil && n.Parent != None; n = s.Node(n.Parent) {
		up = append(up, n.Parent)
	}
	return up
}

// Inside reports whether id is root or a descendant of it.
func (s *Snapshot) Inside(id, root NodeID) bool {
	for ; id != None; id = s.Nodes[id].Parent {
		if id == root {
			return true
		}
	}
	return false
}

// Window returns the node of the top-level window that holds id, or None where
// id is the application itself.
func (s *Snapshot) Window(id NodeID) NodeID {
	for n := s.Node(id); n != nil; n = s.Node(n.Parent) {
		if n.Parent == 0 {
			return n.ID
		}
	}
	return None
}
