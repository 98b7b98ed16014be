package tree

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"math"
)

// Validate reports the first place where the snapshot contradicts itself, so
// that code which walks it (by index, upwards, without looking for cycles) can
// trust a snapshot from a file or from a backend under test. It checks:
//
//   - nodes: IDs are their places, the order is pre-order, none is deeper than
//     [MaxDepth], children and parents agree, roles and states are words of this
//     package, a text that is not known has no value, a secret node has no readable
//     value, numbers are finite;
//   - bounds: within 32 bits, not negative where a backend vouches for them;
//   - refs: no number twice nor above the last;
//   - windows, cuts and relations: they name nodes of the snapshot;
//   - capture: the picture has the size that area and scale say and its hash.
//
// It takes time in proportion to the snapshot and changes nothing.
func (s *Snapshot) Validate() error {
	if len(s.Nodes) == 0 {
		return errors.New("snapshot has no nodes")
	}
	if len(s.Nodes) > math.MaxInt32 {
		return fmt.Errorf("snapshot has %d nodes, more than an ID can count", len(s.Nodes))
	}
	if err := s.validateOrder(); err != nil {
		return err
	}
	for i := range s.Nodes {
		if err := s.validateNode(&s.Nodes[i]); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	if err := s.validateRefs(); err != nil {
		return err
	}
	for i, w := range s.Windows {
		if s.Node(w.Node) == nil {
			return fmt.Errorf("window %d: node %d is not in the snapshot", i, w.Node)
		}
		if err := w.Frame.validate(); err != nil {
			return fmt.Errorf("window %d: %w", i, err)
		}
	}
	for i, c := range s.Cuts {
		if err := s.validateCut(c); err != nil {
			return fmt.Errorf("cut %d: %w", i, err)
		}
	}
	if s.Capture != nil {
		if err := s.Capture.validate(); err != nil {
			return fmt.Errorf("capture: %w", err)
		}
	}
	return nil
}

// validateOrder checks IDs, parents, children and pre-order in one pass: the
// parent of each node must be open, that is the node before it or an ancestor
// of that.
func (s *Snapshot) validateOrder() error {
	var open []NodeID
	seen := make([]int, len(s.Nodes)) // children met so far, by parent
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if n.ID != NodeID(i) {
			return fmt.Errorf("node %d says that it is node %d", i, n.ID)
		}
		if (n.Parent == None) != (i == 0) || n.Parent < None || n.Parent >= n.ID {
			return fmt.Errorf("node %d cannot have the parent %d", i, n.Parent)
		}
		for len(open) > 0 && open[len(open)-1] != n.Parent {
			open = open[:len(open)-1]
		}
		if len(open) == 0 && i > 0 {
			return fmt.Errorf("node %d is not in document order below its parent %d", i, n.Parent)
		}
		if len(open) > MaxDepth {
			return fmt.Errorf("node %d is deeper than %d levels", i, MaxDepth)
		}
		open = append(open, n.ID)
		if i == 0 {
			continue
		}
		siblings := s.Nodes[n.Parent].Children
		if k := seen[n.Parent]; k >= len(siblings) || siblings[k] != n.ID {
			return fmt.Errorf("node %d is not listed in order among the children of its parent %d", i, n.Parent)
		}
		seen[n.Parent]++
	}
	for i := range s.Nodes {
		if claimed := len(s.Nodes[i].Children); claimed != seen[i] {
			return fmt.Errorf("node %d claims %d children and has %d", i, claimed, seen[i])
		}
	}
	return nil
}

// maxRef has nine digits, as many as a printed ref may have.
const maxRef = 999_999_999

func (s *Snapshot) validateRefs() error {
	given := map[int32]bool{}
	for i := range s.Nodes {
		switch ref := s.Nodes[i].Ref; {
		case ref == 0:
		case ref < 0 || ref > s.LastRef:
			return fmt.Errorf("node %d has the ref %d, and the last is %d", i, ref, s.LastRef)
		case given[ref]:
			return fmt.Errorf("two nodes have the ref %d", ref)
		default:
			given[ref] = true
		}
	}
	if s.LastRef < 0 || s.LastRef > maxRef {
		return fmt.Errorf("the last ref is %d", s.LastRef)
	}
	return nil
}

// said is one text of a node and what it is.
type said struct {
	what string
	Text
}

func (s *Snapshot) validateNode(n *Node) error {
	if n.Role != "" && !n.Role.Known() {
		return fmt.Errorf("unknown role %q", n.Role)
	}
	if n.States >= 1<<numStates {
		return errors.New("unknown state")
	}
	texts := []said{{"name", n.Name}, {"description", n.Description}, {"value", n.Value}, {"accessible id", n.AccessibleID}}
	if n.Cell != nil {
		texts = append(texts, said{"row header", n.Cell.RowHeader}, said{"column header", n.Cell.ColumnHeader})
	}
	for _, t := range texts {
		if t.State > Known {
			return fmt.Errorf("%s has an unknown presence", t.what)
		}
		if t.State != Known && t.Text.Value != "" {
			return fmt.Errorf("%s is %s and has a value", t.what, t.State)
		}
	}
	if (n.Secret || n.Role == RolePassword) && n.Value.IsKnown() {
		return errors.New("secret node has a value")
	}
	if n.SecretUnproven && !n.Secret {
		return errors.New("what is no secret may be one")
	}
	if err := n.Bounds.validate(); err != nil {
		return err
	}
	for _, r := range n.Relations {
		if r.Outside < 0 {
			return fmt.Errorf("relation %s has %d targets outside", r.Kind, r.Outside)
		}
		for _, t := range r.Targets {
			if s.Node(t) == nil {
				return fmt.Errorf("relation %s: node %d is not in the snapshot", r.Kind, t)
			}
		}
	}
	if c := n.Cell; c != nil && (c.Row < 0 || c.Column < 0 || c.Row > math.MaxInt32 || c.Column > math.MaxInt32) {
		return fmt.Errorf("cell in row %d and column %d", c.Row, c.Column)
	}
	if g := n.Range; g != nil && !(finite(g.Current) && finite(g.Minimum) && finite(g.Maximum) && finite(g.Step)) {
		return errors.New("range is not finite")
	}
	return nil
}

func (s *Snapshot) validateCut(c Cut) error {
	if s.Node(c.Node) == nil {
		return fmt.Errorf("node %d is not in the snapshot", c.Node)
	}
	if c.Missing < -1 {
		return fmt.Errorf("%d children missing", c.Missing)
	}
	switch c.Reason {
	case CutTime, CutEnded, CutDepth, CutCount, CutUnreadable, CutVirtualChildren, CutChanged, CutCycle, CutCountMismatch:
		return nil
	}
	return fmt.Errorf("unknown reason %q", c.Reason)
}

// validate keeps sums of two fields far from overflow; it allows negative sizes.
func (r Rect) validate() error {
	for _, v := range [...]int{r.X, r.Y, r.W, r.H} {
		if v < math.MinInt32 || v > math.MaxInt32 {
			return fmt.Errorf("rectangle %+v is beyond 32 bits", r)
		}
	}
	return nil
}

func (b Bounds) validate() error {
	if b.State > Known || b.Confidence > Exact || b.Space > Elsewhere {
		return errors.New("bounds have an unknown presence, confidence or coordinate space")
	}
	if b.Space != OnScreen && b.Confidence != Unproven {
		return errors.New("bounds that are not on the screen are vouched for")
	}
	if b.State == Known && b.Confidence != Unproven && (b.W < 0 || b.H < 0) {
		return fmt.Errorf("rectangle %+v is vouched for and negative", b.Rect)
	}
	return b.Rect.validate()
}

// maxScale is far above any screen's factor.
const maxScale = 16

func (c *Capture) validate() error {
	if err := c.Rect.validate(); err != nil {
		return err
	}
	if c.Rect.Empty() {
		return fmt.Errorf("rectangle %+v is empty", c.Rect)
	}
	if !finite(c.Scale) || c.Scale <= 0 || c.Scale > maxScale {
		return fmt.Errorf("scale %v is not between 0 and %d", c.Scale, maxScale)
	}
	if c.Image == nil {
		return nil
	}
	size := c.Image.Bounds().Size()
	if !fits(size.X, float64(c.Rect.W)*c.Scale) || !fits(size.Y, float64(c.Rect.H)*c.Scale) {
		return fmt.Errorf("picture of %dx%d does not show an area of %dx%d at scale %v", size.X, size.Y, c.Rect.W, c.Rect.H, c.Scale)
	}
	if c.Image.Stride < 4*size.X || len(c.Image.Pix) < (size.Y-1)*c.Image.Stride+4*size.X {
		return fmt.Errorf("picture of %dx%d has too few pixels", size.X, size.Y)
	}
	if h := PixelHash(c.Image); h != c.Hash {
		return fmt.Errorf("pixels have the hash %s, not %s", h, c.Hash)
	}
	return nil
}

// fits allows for rounding by one pixel.
func fits(pixels int, want float64) bool {
	return pixels > 0 && math.Abs(float64(pixels)-want) <= 1
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// PixelHash returns what [Capture.Hash] holds: the hex SHA-256 over width and
// height (big endian, 32 bits) and the RGBA rows. Padding between rows and the
// origin of the bounds have no influence.
func PixelHash(img *image.RGBA) string {
	size := img.Bounds().Size()
	sum := sha256.New()
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], uint32(size.X))
	binary.BigEndian.PutUint32(head[4:], uint32(size.Y))
	sum.Write(head[:])
	for y := range size.Y {
		row := y * img.Stride
		sum.Write(img.Pix[row : row+4*size.X])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
