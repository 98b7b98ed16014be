package tree

// Point is a place on the X screen in physical pixels.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Rect is an area of the X screen in physical pixels; W and H are never negative
// in a rectangle that a backend vouches for.
type Rect struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Empty reports whether the rectangle covers no pixel.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the pixel at p lies inside r (right and bottom edges excluded).
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X-r.X < r.W && p.Y-r.Y < r.H
}

// Intersects reports whether the rectangles share a pixel.
func (r Rect) Intersects(o Rect) bool {
	return !r.Empty() && !o.Empty() && r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

// Union returns the smallest rectangle that holds both; an empty one adds nothing.
func (r Rect) Union(o Rect) Rect {
	switch {
	case r.Empty():
		return o
	case o.Empty():
		return r
	}
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rect{X: x, Y: y, W: max(r.X+r.W, o.X+o.W) - x, H: max(r.Y+r.H, o.Y+o.H) - y}
}

// Intersection returns the area that both share, the zero rectangle where they share none.
func (r Rect) Intersection(o Rect) Rect {
	if !r.Intersects(o) {
		return Rect{}
	}
	x, y := max(r.X, o.X), max(r.Y, o.Y)
	return Rect{X: x, Y: y, W: min(r.X+r.W, o.X+o.W) - x, H: min(r.Y+r.H, o.Y+o.H) - y}
}

// Corner returns the top left pixel.
func (r Rect) Corner() Point { return Point{r.X, r.Y} }

// Center returns the middle pixel.
func (r Rect) Center() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Area returns the number of pixels, 0 when empty.
func (r Rect) Area() int {
	if r.Empty() {
		return 0
	}
	return r.W * r.H
}

// Confidence says how far a rectangle can be trusted.
type Confidence uint8

const (
	// Unproven: no trustworthy rectangle; it must not be drawn nor pressed.
	Unproven Confidence = iota
	// Derived: computed from extents in other coordinates and a window on the
	// screen that was matched by evidence (GTK4 answers in window coordinates, and
	// every toolkit in units of its own on a scaled display).
	Derived
	// Exact: the application answered in pixels of the screen, and its window
	// is where it says.
	Exact
)

var confidenceNames = [...]string{"unproven", "derived", "exact"}

// String returns "unproven", "derived" or "exact".
func (c Confidence) String() string { return enumName(confidenceNames[:], int(c)) }

// MarshalText encodes the word of [Confidence.String].
func (c Confidence) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText decodes the word of [Confidence.String].
func (c *Confidence) UnmarshalText(b []byte) error {
	return enumParse(c, confidenceNames[:], "confidence", b)
}

// Space says what the numbers of a rectangle count from.
type Space uint8

const (
	// OnScreen: physical pixels from the corner of the X screen.
	OnScreen Space = iota
	// Elsewhere: units of the application from a point that could not be found on
	// the screen, its window's corner for example. Such bounds are never proven.
	Elsewhere
)

var spaceNames = [...]string{"screen", "elsewhere"}

// String returns "screen" or "elsewhere".
func (s Space) String() string { return enumName(spaceNames[:], int(s)) }

// MarshalText encodes the word of [Space.String].
func (s Space) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText decodes the word of [Space.String].
func (s *Space) UnmarshalText(b []byte) error {
	return enumParse(s, spaceNames[:], "coordinate space", b)
}

// Bounds is the rectangle of a node on the screen with what it is worth.
// State is Absent where the node has no rectangle (no Component interface, or
// extents that the toolkit gives for unmapped widgets), Unreadable where the
// question failed.
type Bounds struct {
	Rect
	State      Presence   `json:"state"`
	Confidence Confidence `json:"confidence"`
	Space      Space      `json:"space,omitempty"`
}

// Usable reports whether the rectangle may be drawn: known, proven in some way
// and not empty.
func (b Bounds) Usable() bool { return b.State == Known && b.Confidence != Unproven && !b.Empty() }
