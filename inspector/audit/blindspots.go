package audit

import (
	"cmp"
	"image"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// BlindMap says what of a window is on the screen and in no element: what is drawn there
// exists for nobody who does not see it, and for no test.
//
// It measures detail: a pixel counts as drawn where its colour jumps against the pixel
// before or above it, as in letters and icons. Long straight lines are borders and do
// not count, so that an even area shows at its corners only. What lies over the window in the picture counts as drawn in it.
type BlindMap struct {
	Window tree.NodeID `json:"window"`
	Rect   tree.Rect   `json:"rect"` // of the screen, as the picture
	// Drawn is the number of pixels with detail, Blind how many of them belong to no element.
	Drawn int `json:"drawn"`
	Blind int `json:"blind"`
	// Spots are the places without an element, the one with most detail first, at most 100.
	Spots []BlindSpot `json:"spots,omitempty"`
	// Unplaced is the number of shown elements whose rectangle is not proven: some of the
	// spots may be theirs.
	Unplaced int `json:"unplaced"`
}

// BlindSpot is one place that no element stands for.
type BlindSpot struct {
	Rect tree.Rect `json:"rect"` // of the screen, in physical pixels
	// Share is the part of all that is drawn in the window, from 0 to 1.
	Share float64 `json:"share"`
	// Around is the innermost element whose rectangle holds the spot: the canvas, the box.
	Around tree.NodeID `json:"around"`
}

// Share is the part of what is drawn that belongs to no element, from 0 to 1; 0 where
// nothing is drawn.
func (m *BlindMap) Share() float64 {
	if m.Drawn == 0 {
		return 0
	}
	return float64(m.Blind) / float64(m.Drawn)
}

const (
	// jump is the difference in a channel from which a pixel is detail.
	jump = 24
	// blindCell is the side of a cell in CSS pixels, and leastBlind the detail from which
	// one is blind: less is the rest of a rounded corner.
	blindCell, leastBlind = 16, 8
	// lineLength is from which length in CSS pixels on a straight edge is a line; letters
	// and icons have none.
	lineLength = 40
	// frame is how far from the edge of an element, to both sides, what is drawn is its
	// border or its shadow.
	frame = 6
	// titleHeight is how far down from its edge the title of a group reaches.
	titleHeight = 28
	// mostSpots bounds the list; what is beyond is in [BlindMap.Blind] only.
	mostSpots = 100
)

// MapBlindSpots compares the picture of a window with its elements. It reads only, and
// takes time in proportion to the pixels and the nodes; nil for a window without picture, or whose
// elements moved while it was taken.
func MapBlindSpots(s *Subject, pic *Picture) *BlindMap {
	if pic == nil || pic.Image == nil || pic.Rect.Empty() || pic.Restless != "" {
		return nil
	}
	size := pic.Image.Bounds().Size()
	w, h := min(pic.Rect.W, size.X), min(pic.Rect.H, size.Y)
	m := &BlindMap{Window: pic.Window, Rect: tree.Rect{X: pic.Rect.X, Y: pic.Rect.Y, W: w, H: h}}
	covered := s.cover(m)
	detail := details(pic.Image, w, h, int(lineLength*s.PixelScale()))
	inside := m.Rect // GTK 4 draws a border around its window that no element has
	if b := s.Nodes[m.Window].Bounds; b.Usable() {
		inside = b.Rect
	}
	side := max(int(blindCell*s.PixelScale()), 4)
	g := cells{side: side, columns: (w + side - 1) / side, rows: (h + side - 1) / side}
	g.drawn, g.blind = make([]int, g.columns*g.rows), make([]int, g.columns*g.rows)
	for y := range h {
		for x := range w {
			if !detail[y*w+x] || !inside.Contains(tree.Point{X: m.Rect.X + x, Y: m.Rect.Y + y}) {
				continue
			}
			c := y/side*g.columns + x/side
			m.Drawn++
			g.drawn[c]++
			if !covered[y*w+x] {
				g.blind[c]++
			}
		}
	}
	g.join(m)
	slices.SortStableFunc(m.Spots, func(a, b BlindSpot) int { return cmp.Compare(b.Share, a.Share) })
	for i := range m.Spots {
		m.Blind += int(m.Spots[i].Share)
		m.Spots[i].Share /= float64(m.Drawn)
	}
	m.Spots = m.Spots[:min(len(m.Spots), mostSpots)]
	for i := range m.Spots {
		m.Spots[i].Around = s.around(m.Window, m.Spots[i].Rect)
	}
	return m
}

// details says of each pixel whether its colour jumps, without straight lines, which
// are borders and separators.
func details(img *image.RGBA, w, h, line int) []bool {
	left, above := make([]bool, w*h), make([]bool, w*h)
	differ := func(i, j int) bool {
		for k := range 3 {
			a, b := int(img.Pix[i+k]), int(img.Pix[j+k])
			if a-b >= jump || b-a >= jump {
				return true
			}
		}
		return false
	}
	b := img.Bounds().Min
	for y := range h {
		at := img.PixOffset(b.X, b.Y+y)
		for x := range w {
			i := at + 4*x
			left[y*w+x] = x > 0 && differ(i, i-4)
			above[y*w+x] = y > 0 && differ(i, i-img.Stride)
		}
	}
	for y := range h {
		dropRuns(above[y*w:(y+1)*w], w, 1, line)
	}
	for x := range w {
		dropRuns(left[x:], h, w, line)
	}
	for i := range left {
		left[i] = left[i] || above[i]
	}
	return left
}

// dropRuns clears runs of at least so many among n flags that lie a step apart.
func dropRuns(flags []bool, n, step, least int) {
	run := 0
	for i := range n + 1 {
		if i < n && flags[i*step] {
			run++
			continue
		}
		if run >= least {
			for k := i - run; k < i; k++ {
				flags[k*step] = false
			}
		}
		run = 0
	}
}

// cover marks the pixels that belong to an element: all of one that stands for what is
// drawn in it, and the frame of one that only holds others.
func (s *Subject) cover(m *BlindMap) []bool {
	w, h := m.Rect.W, m.Rect.H
	sums := make([]int32, (w+1)*(h+1)) // differences in both directions
	mark := func(r tree.Rect) {
		r = Meet(r, m.Rect)
		if r.Empty() {
			return
		}
		x0, y0, x1, y1 := r.X-m.Rect.X, r.Y-m.Rect.Y, r.X+r.W-m.Rect.X, r.Y+r.H-m.Rect.Y
		sums[y0*(w+1)+x0]++
		sums[y0*(w+1)+x1]--
		sums[y1*(w+1)+x0]--
		sums[y1*(w+1)+x1]++
	}
	f, title := int(frame*s.PixelScale()), int(titleHeight*s.PixelScale())
	seen := s.Seen()
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if s.Top(n.ID) != m.Window || !n.StatesRead || !n.States.Has(tree.Showing) || !n.States.Has(tree.Visible) {
			continue
		}
		r := seen[i]
		switch whole := s.standsFor(n); {
		case whole && n.Bounds.State != tree.Absent && !n.Bounds.Usable():
			m.Unplaced++
		case r.Empty():
		case whole:
			mark(tree.Rect{X: r.X - f, Y: r.Y - f, W: r.W + 2*f, H: r.H + 2*f})
		default:
			if n.Role == tree.RoleGroup && Speakable(n.Name.Value) != "" {
				mark(tree.Rect{X: r.X, Y: r.Y - f, W: r.W, H: f + title}) // drawn in its border
			}
			for _, edge := range []tree.Rect{
				{X: r.X - f, Y: r.Y - f, W: r.W + 2*f, H: 2 * f}, {X: r.X - f, Y: r.Y + r.H - f, W: r.W + 2*f, H: 2 * f},
				{X: r.X - f, Y: r.Y - f, W: 2 * f, H: r.H + 2*f}, {X: r.X + r.W - f, Y: r.Y - f, W: 2 * f, H: r.H + 2*f},
			} {
				mark(edge)
			}
		}
	}
	covered := make([]bool, w*h)
	for y := range h {
		for x := range w {
			i := y*(w+1) + x
			if x > 0 {
				sums[i] += sums[i-1]
			}
			if y > 0 {
				sums[i] += sums[i-w-1]
			}
			if x > 0 && y > 0 {
				sums[i] -= sums[i-w-2]
			}
			covered[y*w+x] = sums[i] > 0
		}
	}
	return covered
}

// standsFor reports whether an element tells what is drawn in its rectangle: a control,
// a text, a picture. A box does not, nor a canvas without a name, nor a row or a list,
// whose items do.
func (s *Subject) standsFor(n *tree.Node) bool {
	if n.Role.Interactive() && n.Role != tree.RoleTab && n.Role != tree.RoleListItem && n.Role != tree.RoleTreeItem {
		return true
	}
	if n.Role == tree.RoleMenu {
		// A menu of a bar stands for its title; one that is open shows its items.
		return n.Parent > 0 && s.Nodes[n.Parent].Role == tree.RoleMenubar
	}
	switch n.Role {
	case tree.RoleLabel, tree.RoleImage, tree.RoleProgressbar, tree.RoleMeter, tree.RoleScrollbar, tree.RoleSeparator, tree.RoleTooltip, tree.RoleTimer,
		tree.RoleColumnHeader, tree.RoleRowHeader, tree.RoleHeading:
		return true
	case tree.RoleCanvas, tree.RoleUnknown, tree.RoleGeneric, tree.RoleGroup, tree.RoleWindow, tree.RoleDialog, tree.RoleApplication, tree.RoleDocument,
		tree.RoleList, tree.RoleListbox, tree.RoleTable, tree.RoleGrid, tree.RoleTree, tree.RoleTreegrid, tree.RoleMenubar, tree.RoleToolbar,
		tree.RoleTablist, tree.RoleTabpanel:
		return n.Role == tree.RoleCanvas && Speakable(n.Name.Value) != ""
	}
	// Items, cells and tabs stand for what is drawn in them where they have a text of
	// their own; else what is in them does.
	return len(n.Children) == 0 || Speakable(n.Name.Value) != ""
}

// around is the innermost shown element of a window whose rectangle holds an area.
func (s *Subject) around(window tree.NodeID, r tree.Rect) tree.NodeID {
	found := window
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if s.Top(n.ID) == window && n.Bounds.Usable() && n.States.Has(tree.Showing) && Meet(n.Bounds.Rect, r) == r &&
			(s.Inside(n.ID, found) || found == window) {
			found = n.ID
		}
	}
	return found
}

// cells counts detail in squares of a window.
type cells struct {
	side, columns, rows int
	drawn, blind        []int
}

func (g *cells) isBlind(c int) bool { return g.blind[c] >= leastBlind && 2*g.blind[c] > g.drawn[c] }

// join makes spots of neighbouring blind cells. Share counts pixels here.
func (g *cells) join(m *BlindMap) {
	done := make([]bool, len(g.blind))
	for start := range g.blind {
		if done[start] || !g.isBlind(start) {
			continue
		}
		done[start] = true
		area := image.Rectangle{}
		pixels := 0
		for next := []int{start}; len(next) > 0; {
			c := next[len(next)-1]
			next = next[:len(next)-1]
			x, y := c%g.columns, c/g.columns
			area = area.Union(image.Rect(x*g.side, y*g.side, (x+1)*g.side, (y+1)*g.side))
			pixels += g.blind[c]
			for ny := max(y-1, 0); ny <= min(y+1, g.rows-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, g.columns-1); nx++ {
					if n := ny*g.columns + nx; !done[n] && g.isBlind(n) {
						done[n] = true
						next = append(next, n)
					}
				}
			}
		}
		r := tree.Rect{X: m.Rect.X + area.Min.X, Y: m.Rect.Y + area.Min.Y, W: area.Dx(), H: area.Dy()}
		m.Spots = append(m.Spots, BlindSpot{Rect: Meet(r, m.Rect), Share: float64(pixels)})
	}
}
