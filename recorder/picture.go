package recorder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// How long a picture may take: before and after an act, where the step waits for it, and
// where a step was refused, so that nothing waits but the person who is told why. On a
// machine with ten times as much to do as it has cores the first was too short for a
// refusal.
const (
	pictureLimit = 500 * time.Millisecond
	refusedLimit = 3 * time.Second
)

// picture stores what the window of a node looks like; see photograph.
func (p *Player) picture(ctx context.Context, f *inspector.Frozen, id tree.NodeID) (string, *Place) {
	return p.photograph(ctx, f, id).kept()
}

// photo is a picture that is being encoded and stored.
type photo struct {
	hash  chan string
	place Place
}

// kept waits until a picture is stored and returns its hash and what it shows; "" and
// nil where there is none.
func (ph *photo) kept() (string, *Place) {
	if ph == nil {
		return "", nil
	}
	hash := <-ph.hash
	ph.hash <- hash
	if hash == "" {
		return "", nil
	}
	return hash, &ph.place
}

// photograph takes a picture of the window of a node (of the first window for None),
// without other applications' windows over it; nil where there is none. A step never
// fails for want of one, and nothing waits for it to be encoded. What shows the value
// of a secret parameter is painted over like a password field.
func (p *Player) photograph(ctx context.Context, f *inspector.Frozen, id tree.NodeID) *photo {
	if f == nil {
		return nil
	}
	frame, ok := frameOf(f, id)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, pictureLimit)
	defer cancel()
	masked := p.masked(ctx, f, frame)
	if masked == nil {
		return nil
	}
	ph := &photo{hash: make(chan string, 1), place: Place{Area: frame}}
	if id != tree.None {
		ph.place.Target = f.Nodes[id].Bounds
	}
	go func() { ph.hash <- encodePicture(p.o.Journal, masked) }()
	return ph
}

// pictureOf stores what the windows of an application look like in an area, "" where
// that cannot be seen.
func (p *Player) pictureOf(ctx context.Context, f *inspector.Frozen, area tree.Rect) string {
	masked := p.masked(ctx, f, area)
	if masked == nil {
		return ""
	}
	return encodePicture(p.o.Journal, masked)
}

// masked takes a picture of an area without what must not be kept; nil where there is
// none before ctx ends.
func (p *Player) masked(ctx context.Context, f *inspector.Frozen, area tree.Rect) *image.RGBA {
	if p.o.Screen == nil || !Maskable(f) || area.Empty() {
		return nil
	}
	c, err := p.o.Screen.CaptureWindows(ctx, area, f.Windows)
	if err != nil || c.Image == nil {
		return nil
	}
	return paintOver(c, f, func(n *tree.Node) bool {
		return n.Secret || p.hide(n.Value.Value) != n.Value.Value || p.hide(n.Name.Value) != n.Name.Value
	})
}

// encodePicture stores a picture whose secrets are masked.
func encodePicture(keep Journal, masked *image.RGBA) string {
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&buf, masked); err != nil {
		return ""
	}
	hash, err := keep.PutPicture(buf.Bytes())
	if err != nil {
		return ""
	}
	return hash
}

// frameOf returns the area of the window that holds a node.
func frameOf(f *inspector.Frozen, id tree.NodeID) (tree.Rect, bool) {
	top := tree.None
	if id != tree.None {
		top = f.Top(id)
	}
	for _, w := range f.Windows {
		if (top == tree.None || w.Node == top) && !w.Frame.Empty() {
			return w.Frame, true
		}
	}
	return tree.Rect{}, false
}

// ErrNoPicture says why there is no picture that could be kept.
var ErrNoPicture = errors.New("no picture")

// Photograph takes a picture of all windows of a snapshot as they look now, without
// what covers them, password fields painted over. It is for keeping: where what was
// not read may be a password field, or no window has a proven place, the error wraps
// [ErrNoPicture].
func Photograph(ctx context.Context, screen backends.Screen, f *inspector.Frozen) (*tree.Capture, error) {
	if !Maskable(f) {
		return nil, fmt.Errorf("%w: what was not read may be a password field", ErrNoPicture)
	}
	area := f.Area()
	if area.Empty() {
		return nil, fmt.Errorf("%w: no window has a proven place on the screen", ErrNoPicture)
	}
	c, err := screen.CaptureWindows(ctx, area, f.Windows)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	kept := *c
	kept.Image = Mask(c, f)
	kept.Hash = tree.PixelHash(kept.Image)
	return &kept, nil
}

// Mask returns the image of a capture with every password field painted over. A
// field whose place is not known hides the whole picture: one that may show a
// secret is not kept.
func Mask(c *tree.Capture, f *inspector.Frozen) *image.RGBA {
	return paintOver(c, f, func(n *tree.Node) bool { return n.Secret })
}

// Maskable reports whether all that may have to be painted over is known: in what
// was not read there may be a password field.
func Maskable(f *inspector.Frozen) bool {
	if !f.Complete() {
		return false
	}
	for i := range f.Nodes {
		if f.Nodes[i].RoleUnread() {
			return false
		}
	}
	return true
}

// paintOver returns the image of a capture without what some nodes show.
func paintOver(c *tree.Capture, f *inspector.Frozen, hide func(*tree.Node) bool) *image.RGBA {
	img := image.NewRGBA(c.Image.Bounds())
	draw.Draw(img, img.Bounds(), c.Image, c.Image.Bounds().Min, draw.Src)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !hide(n) || (n.StatesRead && !n.States.Has(tree.Showing)) {
			continue
		}
		area := c.Rect
		if n.Bounds.Usable() {
			area = n.Bounds.Rect
		}
		r := image.Rect(area.X-c.Rect.X, area.Y-c.Rect.Y, area.X-c.Rect.X+area.W, area.Y-c.Rect.Y+area.H)
		if c.Scale > 0 && c.Scale != 1 {
			r = image.Rect(int(float64(r.Min.X)*c.Scale), int(float64(r.Min.Y)*c.Scale), int(float64(r.Max.X)*c.Scale)+1, int(float64(r.Max.Y)*c.Scale)+1)
		}
		draw.Draw(img, r.Add(img.Bounds().Min), image.NewUniform(color.RGBA{0x60, 0x60, 0x60, 0xff}), image.Point{}, draw.Src)
	}
	return img
}
