package audit

import (
	"image"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Subject is what is judged: one reading of an application and the evidence that
// was gathered beside it. Nil evidence was not gathered. It is read-only.
type Subject struct {
	*inspector.Frozen
	// Windows limits the audit to what is below these nodes; nil for all. Uniqueness
	// is always decided in the whole application.
	Windows []tree.NodeID
	// Pictures of windows, in physical pixels of the screen.
	Pictures []Picture
	// Unpictured are the windows of which there should be a picture and is none, with why.
	Unpictured map[tree.NodeID]string
	// Scale is physical pixels for each CSS pixel, 0 where that is unknown: then 1.
	Scale float64
	// Earlier is another reading of the same process, made before, while nobody acted.
	Earlier *inspector.Frozen
	Heard   *Heard
	// Tabs is where the focus went when Tab was pressed again and again, the element
	// that had it first in front.
	Tabs *TabWalk
	// Hits is what the application says lies in the middle of elements.
	Hits    map[tree.NodeID]Hit
	Desktop *Desktop
	Timing  *Timing
	Links   *Links
	Tables  map[tree.NodeID]Table
	// Selections is what containers answered about how many of their children are selected.
	Selections map[tree.NodeID]Selection
	// URIs are the targets of links.
	URIs map[tree.NodeID]string
	// Lacks says of evidence of which not all could be gathered why: it is not there, or
	// what is missing in it was not looked for.
	Lacks map[Needs]string
}

// Lack notes that not all evidence of a kind could be gathered. The first reason stays.
func (s *Subject) Lack(of Needs, why string) {
	if s.Lacks == nil {
		s.Lacks = map[Needs]string{}
	}
	if s.Lacks[of] == "" {
		s.Lacks[of] = why
	}
}

// lacking are the reasons why evidence is not all there.
func (s *Subject) lacking(of Needs) []string {
	var why []string
	for need := NeedPicture; need <= of && need != 0; need <<= 1 {
		if of&need != 0 && s.Lacks[need] != "" && !slices.Contains(why, s.Lacks[need]) {
			why = append(why, s.Lacks[need])
		}
	}
	return why
}

// Picture is a window as it looks, without what lies over it.
type Picture struct {
	Window tree.NodeID
	Rect   tree.Rect // of the screen, in physical pixels; the picture has one pixel for each
	Image  *image.RGBA
	// Changed are elements that were otherwise when the application was read again after
	// the picture was taken: it may show them otherwise than they were read.
	Changed map[tree.NodeID]bool
	// Restless says why the picture cannot be compared with all elements of the window, ""
	// where it can.
	Restless string
}

// SavedPictures is what a snapshot was saved with. Of a window it is only where there is
// no other: one may lie over another in it.
func SavedPictures(f *inspector.Frozen, c *tree.Capture) []Picture {
	if c == nil || c.Image == nil {
		return nil
	}
	pic := Picture{Window: tree.None, Rect: c.Rect, Image: c.Image}
	if size := c.Image.Rect.Size(); len(f.Windows) == 1 && size.X == c.Rect.W && size.Y == c.Rect.H {
		pic.Window = f.Windows[0].Node
	}
	return []Picture{pic}
}

// Heard is what an application told of itself while it was listened to.
type Heard struct {
	// Throughout says that it was listened to from before the earlier reading until
	// after this one, so that a difference of which nothing was heard was not told.
	Throughout bool

	For    time.Duration
	Events int
	// MostInASecond is the largest number of events in any second.
	MostInASecond int
	// Flood is the longest while of which every second had more than [FloodRate] events.
	Flood time.Duration
	// Lost says that the receiver was too slow: what is not here may have been told.
	Lost bool
	// Of are the elements that events named, with the kinds ([backends.EventKind]).
	Of map[tree.Handle][]string
}

// FloodRate is the number of events in a second above which [Heard.Flood] counts.
const FloodRate = 500

// TabWalk is a walk through a window with the Tab key.
type TabWalk struct {
	Window tree.NodeID
	Stops  []TabStop
	// Closed says that the walk came back to its start; Left that the focus left the window.
	Closed, Left bool
	// Back is the walk with Shift+Tab, as far as it was made.
	Back []TabStop
	// Ended is why the walk ended before it came round, "" where it did.
	Ended string
	// Restored says that at the end the focus was where the walk began.
	Restored bool
	// NotRestored is why it was not, "" where it was.
	NotRestored string
}

// TabStop is an element that had the focus. Node is None where nothing said so.
type TabStop struct {
	Node   tree.NodeID
	Bounds tree.Bounds
}

// Hit is an answer to "what lies here?".
type Hit struct {
	At tree.Point
	// Node is the deepest element that was named, None where none is in the snapshot.
	Node tree.NodeID
	Err  string // the question failed
}

// Desktop is what the display and the registry say of the process.
type Desktop struct {
	// Windows are those that the display shows for the process, but menus and the like,
	// which no window manager knows.
	Windows []DesktopWindow
	// Registered are the applications that the registry lists for the process.
	Registered []tree.Application
}

// DesktopWindow is a window of the display.
type DesktopWindow struct {
	XID   uint32
	Title string
	Rect  tree.Rect // of the screen, in physical pixels, without border and shadow
	// Node is the element of the window, None where no element stands for it.
	Node tree.NodeID
}

// Timing is how fast the application answered when single questions were asked.
type Timing struct {
	// Asked counts questions, TimedOut those that were not answered within Patience.
	Asked, TimedOut int
	Patience        time.Duration
	// RanOut says that no more was asked because the time for all questions was over.
	RanOut bool
	// Median and Slowest are of the answers that came.
	Median, Slowest time.Duration
	// SlowestChildren is the longest answer to "what are your children?" of those elements
	// that have the most, and Crowded the one that took it, None where nobody noted it. One
	// that was not answered took at least Patience.
	SlowestChildren time.Duration
	Crowded         tree.NodeID
	// Reference is the median of a program that answers at once, asked in the same
	// while on the same machine (the registry); 0 where it was not measured.
	Reference time.Duration
	// Reading is how long the whole snapshot took.
	Reading time.Duration
}

// Links is what elements answered about their place, asked one by one.
type Links struct {
	// Parents by child: what the child says its parent is; Index what it says its place is.
	Parents map[tree.NodeID]tree.NodeID
	Index   map[tree.NodeID]int
	// Dead are elements that are listed as children but answer that they do not exist.
	Dead []tree.NodeID
	// MissingMethods are optional methods that the application does not know, each
	// with the number of elements that said so.
	MissingMethods map[string]int
	// RootParent is the parent that the application itself names, RootIsDesktop
	// whether that is the desktop.
	RootParent    string
	RootIsDesktop bool
}

// Scoped reports whether an element lies in what is audited.
func (s *Subject) Scoped(id tree.NodeID) bool {
	if s.Windows == nil {
		return true
	}
	for ; id != tree.None; id = s.Nodes[id].Parent {
		if slices.Contains(s.Windows, id) {
			return true
		}
	}
	return false
}

// Table is what a table answered about its size and about a sample of its cells, at
// most 100.
type Table struct {
	Rows, Columns int
	// Children is how many children it claims, headers included; -1 where that is unknown.
	Children int
	Sample   []CellAnswer
}

// CellAnswer is what was said about the cell in one place of a table.
type CellAnswer struct {
	// Row and Column are what the table was asked for, from 0.
	Row, Column int
	// Null: the table answered that there is no such cell. Err: it did not answer.
	Null bool
	Err  string
	// SaidRow and SaidColumn are the cell's own answer about its place, or the table's
	// about the cell's index; RowSpan and ColumnSpan how many it covers. All -1 where
	// nobody answered.
	SaidRow, SaidColumn, RowSpan, ColumnSpan int
}

// Selection is what a container answered about its selection.
type Selection struct {
	Selected int // how many children it says are selected
	Null     int // how many of them it could not name when it was asked for them
}

// has says which evidence is there.
func (s *Subject) has() (n Needs) {
	for need, there := range map[Needs]bool{
		NeedPicture: len(s.Pictures) > 0, NeedEarlier: s.Earlier != nil, NeedEvents: s.Heard != nil,
		NeedTabs: s.Tabs != nil, NeedHits: s.Hits != nil, NeedDesktop: s.Desktop != nil,
		NeedTiming: s.Timing != nil, NeedLinks: s.Links != nil,
		NeedTables: s.Tables != nil, NeedURIs: s.URIs != nil, NeedSelections: s.Selections != nil,
	} {
		if there {
			n |= need
		}
	}
	return n
}
