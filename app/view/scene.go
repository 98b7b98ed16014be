package view

import (
	"image"
	"image/color"
	"math"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// MarkKind says how an element is drawn on the stage.
type MarkKind uint8

// Kinds of marks.
const (
	MarkSelected MarkKind = iota // solid accent
	MarkTwin                     // dashed and numbered
	MarkNear                     // thin dashes: comes near without matching
	MarkTarget                   // what a replay acts on
	MarkBlind                    // hatched: a place of the picture that no element stands for
	MarkStop                     // a stop of the Tab key: its number at the left edge
)

// Mark is an outline of its own beside the faint ones of all elements. Bounds
// are on the screen; unusable ones are not drawn.
type Mark struct {
	Kind   MarkKind
	Bounds tree.Bounds
	Number int // shown at the corner of a twin, 0 for none
	// Text is shown in place of the number where it is more than that: "2, 9".
	Text string
	// Joined says that a line leads to this stop from the one before it among the marks.
	Joined bool
}

// Picture is what the stage shows of one observation. It is not changed any more.
type Picture struct {
	Frozen *inspector.Frozen
	// Capture may be nil: then only outlines are drawn. Secrets in it are already
	// painted over.
	Capture *tree.Capture
	// Frames are the areas of the windows that are shown; what the capture holds
	// outside of them belongs to others and is not drawn.
	Frames []tree.Rect
	// Doubt says why nothing of it is proven any more, "" where it is.
	Doubt string
	// Above are the windows that lie over the others, such as an open dialog: what
	// they cover is not outlined.
	Above []tree.Window
}

// covered reports whether the middle of an element lies below another window.
func (p *Picture) covered(id tree.NodeID) bool {
	for _, w := range p.Above {
		if p.Frozen.Top(id) != w.Node && w.Frame.Contains(p.Frozen.Nodes[id].Bounds.Center()) {
			return true
		}
	}
	return false
}

// area returns the smallest rectangle around all frames.
func (p *Picture) area() tree.Rect {
	var r tree.Rect
	for _, f := range p.Frames {
		r = union(r, f)
	}
	return r
}

func union(a, b tree.Rect) tree.Rect {
	if a.Empty() {
		return b
	}
	if b.Empty() {
		return a
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return tree.Rect{X: x, Y: y, W: max(a.X+a.W, b.X+b.W) - x, H: max(a.Y+a.H, b.Y+b.H) - y}
}

// camera maps screen pixels to the device pixels of the viewport.
type camera struct {
	x, y float64 // screen position of the viewport's top left corner
	zoom float64 // device pixels for each screen pixel
}

func (c camera) toDevice(r tree.Rect) image.Rectangle {
	return image.Rect(
		int(math.Round((float64(r.X)-c.x)*c.zoom)), int(math.Round((float64(r.Y)-c.y)*c.zoom)),
		int(math.Round((float64(r.X+r.W)-c.x)*c.zoom)), int(math.Round((float64(r.Y+r.H)-c.y)*c.zoom)))
}

func (c camera) toScreen(x, y float64) tree.Point {
	return tree.Point{X: int(math.Floor(x/c.zoom + c.x)), Y: int(math.Floor(y/c.zoom + c.y))}
}

// inks are the colours of one drawing.
type inks struct {
	back, outline, derived, accent, twin, near, frame, blind color.RGBA
}

// painter draws the stage into buffers that it owns and reuses.
type painter struct {
	buf   *image.RGBA
	clip  image.Rectangle // nothing is drawn outside of it
	xs    []int
	small shrunk

	// ground is the picture with the faint outlines, without marks; of is what it
	// was drawn of. Choosing an element changes only marks.
	ground *image.RGBA
	of     ground
}

// ground is what the picture with its outlines depends on.
type ground struct {
	pic   *Picture
	cam   camera
	ink   inks
	small *image.RGBA
}

// shrunk is the capture scaled down with averaging, for zooms below 1; nearest
// sampling would make its text unreadable.
type shrunk struct {
	of   *tree.Capture
	zoom float64
	img  *image.RGBA
}

// paint draws the picture, the outlines and the marks into w by h device pixels.
func (p *painter) paint(w, h int, pic *Picture, cam camera, marks []Mark, ink inks) *image.RGBA {
	if p.buf == nil || p.buf.Rect.Dx() != w || p.buf.Rect.Dy() != h {
		p.buf, p.ground = image.NewRGBA(image.Rect(0, 0, w, h)), nil
	}
	if pic == nil || pic.Frozen == nil || cam.zoom <= 0 {
		p.clip = p.buf.Rect
		fill(p.buf, p.buf.Rect, ink.back)
		return p.buf
	}
	of := ground{pic, cam, ink, p.small.img}
	if p.ground == nil {
		p.ground, p.of = image.NewRGBA(p.buf.Rect), ground{}
	}
	if p.of == of {
		copy(p.buf.Pix, p.ground.Pix)
	} else {
		p.clip = p.buf.Rect
		fill(p.buf, p.buf.Rect, ink.back)
		for _, f := range pic.Frames {
			p.sample(pic.Capture, f, cam, ink)
		}
		p.outlines(pic, w, h, cam, ink)
		copy(p.ground.Pix, p.buf.Pix)
		p.of = of
	}
	for i := range marks { // what matters most is drawn last
		if marks[i].Kind != MarkSelected {
			p.mark(marks[i], cam, ink)
		}
	}
	p.ways(marks, cam, ink)
	for i := range marks {
		if marks[i].Kind == MarkSelected {
			p.mark(marks[i], cam, ink)
		}
	}
	return p.buf
}

// sample draws the part of the capture that lies in a frame.
func (p *painter) sample(c *tree.Capture, frame tree.Rect, cam camera, ink inks) {
	dst := cam.toDevice(frame).Intersect(p.buf.Rect)
	if dst.Empty() {
		return
	}
	if c == nil || c.Image == nil || c.Rect.Empty() {
		fill(p.buf, dst, ink.frame)
		return
	}
	src, sx, sy := c.Image, float64(c.Image.Rect.Dx())/float64(c.Rect.W), float64(c.Image.Rect.Dy())/float64(c.Rect.H)
	if p.small.of == c && p.small.zoom == cam.zoom {
		src = p.small.img
		sx, sy = float64(src.Rect.Dx())/float64(c.Rect.W), float64(src.Rect.Dy())/float64(c.Rect.H)
	}
	if cap(p.xs) < dst.Dx() {
		p.xs = make([]int, dst.Dx())
	}
	xs := p.xs[:dst.Dx()]
	for i := range xs {
		at := ((float64(dst.Min.X+i)+0.5)/cam.zoom + cam.x - float64(c.Rect.X)) * sx
		xs[i] = offset(at, src.Rect.Dx())
	}
	for y := dst.Min.Y; y < dst.Max.Y; y++ {
		at := ((float64(y)+0.5)/cam.zoom + cam.y - float64(c.Rect.Y)) * sy
		row := offset(at, src.Rect.Dy())
		if row < 0 {
			continue
		}
		line := src.Pix[row*src.Stride:]
		out := p.buf.Pix[p.buf.PixOffset(dst.Min.X, y):]
		for i, x := range xs {
			if x >= 0 {
				o, s := i*4, x*4
				out[o], out[o+1], out[o+2], out[o+3] = line[s], line[s+1], line[s+2], 0xff
			}
		}
	}
}

// offset turns a place into an index, -1 outside.
func offset(at float64, n int) int {
	i := int(math.Floor(at))
	if i < 0 || i >= n {
		return -1
	}
	return i
}

// smallPicture is the zoom below which text is hardly readable.
const smallPicture = 0.6

// outlines draws every shown element faintly: solid where the application gave
// screen coordinates, dashed where they were derived. Unproven bounds are not in
// the hit index and so not drawn. In a small picture only what can be used is
// outlined, and fainter: the lines would hide what they enclose.
func (p *painter) outlines(pic *Picture, w, h int, cam camera, ink inks) {
	a, b := cam.toScreen(0, 0), cam.toScreen(float64(w), float64(h))
	view := tree.Rect{X: a.X, Y: a.Y, W: b.X - a.X + 1, H: b.Y - a.Y + 1}
	small := cam.zoom < smallPicture
	if small {
		ink.outline.A, ink.derived.A = ink.outline.A/2, ink.derived.A/2
	}
	for _, id := range pic.Frozen.Hits().Within(view) {
		n := &pic.Frozen.Nodes[id]
		frame, shown := pic.frameOf(n.Bounds.Rect)
		if !shown || pic.covered(id) || (!n.Interactive() && (small || n.Role != tree.RoleLabel && len(n.Children) > 0)) {
			continue
		}
		dash, c := 0, ink.outline
		if n.Bounds.Confidence == tree.Derived {
			dash, c = 2, ink.derived
		}
		p.clip = cam.toDevice(frame).Intersect(p.buf.Rect)
		p.box(cam.toDevice(n.Bounds.Rect), 1, dash, c)
	}
	p.clip = p.buf.Rect
}

// frameOf returns the frame that a rectangle lies in, or meets, and whether there
// is one: what is scrolled out of a page can reach beyond its window.
func (p *Picture) frameOf(r tree.Rect) (frame tree.Rect, found bool) {
	for _, f := range p.Frames {
		switch {
		case f.Contains(r.Center()):
			return f, true
		case !found && f.Intersects(r):
			frame, found = f, true
		}
	}
	return frame, found
}

func (p *painter) mark(m Mark, cam camera, ink inks) {
	if !m.Bounds.Usable() {
		return
	}
	r := cam.toDevice(m.Bounds.Rect)
	switch m.Kind {
	case MarkSelected:
		p.box(r.Inset(-1), 2, 0, ink.accent)
	case MarkTarget:
		p.box(r.Inset(-2), 3, 0, ink.accent)
	case MarkTwin:
		p.box(r.Inset(-1), 2, 5, ink.twin)
	case MarkNear:
		p.box(r, 1, 4, ink.near)
	case MarkBlind:
		p.hatch(r, ink.blind)
		p.box(r, 1, 0, ink.blind)
	}
}

// box draws the border of r inwards, dashed where dash is not 0.
func (p *painter) box(r image.Rectangle, thick, dash int, c color.RGBA) {
	if r.Empty() || r.Intersect(p.clip).Empty() {
		return
	}
	for t := range thick {
		in := r.Inset(t)
		if in.Empty() {
			return
		}
		p.run(in.Min.X, in.Min.Y, in.Dx(), true, dash, c)
		p.run(in.Min.X, in.Max.Y-1, in.Dx(), true, dash, c)
		p.run(in.Min.X, in.Min.Y+1, in.Dy()-2, false, dash, c)
		p.run(in.Max.X-1, in.Min.Y+1, in.Dy()-2, false, dash, c)
	}
}

// run draws a straight line of n pixels.
func (p *painter) run(x, y, n int, across bool, dash int, c color.RGBA) {
	b := p.clip
	from, to := 0, n
	if across {
		if y < b.Min.Y || y >= b.Max.Y {
			return
		}
		from, to = max(0, b.Min.X-x), min(n, b.Max.X-x)
	} else {
		if x < b.Min.X || x >= b.Max.X {
			return
		}
		from, to = max(0, b.Min.Y-y), min(n, b.Max.Y-y)
	}
	for i := from; i < to; i++ {
		if dash > 0 && (i/dash)%2 == 1 {
			continue
		}
		if across {
			blend(p.buf, x+i, y, c)
		} else {
			blend(p.buf, x, y+i, c)
		}
	}
}

// blend lays a colour with straight alpha over an opaque pixel.
func blend(m *image.RGBA, x, y int, c color.RGBA) {
	o := m.PixOffset(x, y)
	px := m.Pix[o : o+4 : o+4]
	a := uint32(c.A)
	px[0] = uint8((uint32(px[0])*(255-a) + uint32(c.R)*a) / 255)
	px[1] = uint8((uint32(px[1])*(255-a) + uint32(c.G)*a) / 255)
	px[2] = uint8((uint32(px[2])*(255-a) + uint32(c.B)*a) / 255)
}

// fill paints a rectangle that lies inside m with an opaque colour.
func fill(m *image.RGBA, r image.Rectangle, c color.RGBA) {
	if r.Empty() {
		return
	}
	first := m.Pix[m.PixOffset(r.Min.X, r.Min.Y):][: r.Dx()*4 : r.Dx()*4]
	for i := 0; i < len(first); i += 4 {
		first[i], first[i+1], first[i+2], first[i+3] = c.R, c.G, c.B, 0xff
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(m.Pix[m.PixOffset(r.Min.X, y):], first)
	}
}

// shrink scales an image down by averaging the pixels under each new one. It
// only reads src and is meant for a worker goroutine.
func shrink(src *image.RGBA, w, h int) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	spans := make([][2]int, w)
	weights := make([][]uint32, w)
	for x := range w {
		spans[x], weights[x] = span(x, w, sw)
	}
	for y := range h {
		ys, wy := span(y, h, sh)
		for x := range w {
			var r, g, b, sum uint32
			for j := ys[0]; j < ys[1]; j++ {
				line := src.Pix[j*src.Stride:]
				for i := spans[x][0]; i < spans[x][1]; i++ {
					k := weights[x][i-spans[x][0]] * wy[j-ys[0]]
					o := i * 4
					r += uint32(line[o]) * k
					g += uint32(line[o+1]) * k
					b += uint32(line[o+2]) * k
					sum += k
				}
			}
			if sum == 0 {
				continue
			}
			o := dst.PixOffset(x, y)
			dst.Pix[o], dst.Pix[o+1], dst.Pix[o+2], dst.Pix[o+3] = uint8(r/sum), uint8(g/sum), uint8(b/sum), 0xff
		}
	}
	return dst
}

// span returns the source pixels under new pixel i of n, with weights of 0 to 64.
func span(i, n, from int) ([2]int, []uint32) {
	a, b := float64(i)*float64(from)/float64(n), float64(i+1)*float64(from)/float64(n)
	lo, hi := int(a), min(int(math.Ceil(b)), from)
	ws := make([]uint32, hi-lo)
	for j := range ws {
		cover := math.Min(b, float64(lo+j+1)) - math.Max(a, float64(lo+j))
		ws[j] = uint32(cover*64 + 0.5)
	}
	return [2]int{lo, hi}, ws
}
