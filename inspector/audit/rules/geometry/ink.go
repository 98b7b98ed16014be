package geometry

import (
	"cmp"
	"image"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// ink is what a piece of a picture shows: something drawn on a ground.
type ink struct {
	ground, text rgb
	// share is the part of the pixels that has the colour of the ground.
	share float64
	// extreme is the colour farthest from the ground that two pixels or more have.
	extreme rgb
	// run is the height of the tallest row of letters in pixels; right the last column
	// that has any, counted from the left of the piece.
	run, right int
	// sure says that there is one ground and one colour on it, with the mixtures that
	// edges of letters have. Pictures and gradients are not.
	sure bool
	// marks are the pixels that are not ground.
	marks int
}

const (
	alike = 20 // colours that differ by less in each channel are one
	// mostPixels bounds one measurement: a screen and a half.
	mostPixels = 3_000_000
	// leastMarks is from how many pixels on anything is drawn.
	leastMarks = 8
	// coreShare is the part of what is drawn that the colour of a text has at the least,
	// and mainShare that of a further colour that is not a mixture.
	coreShare, mainShare = 0.06, 0.15
	mixture              = 40 // distance from the line between ground and text
)

// bin is the pixels whose five upper bits are the same.
type bin struct {
	n, r, g, b int
}

func (b bin) mean() rgb { return rgb{uint8(b.r / b.n), uint8(b.g / b.n), uint8(b.b / b.n)} }

func (b *bin) join(o bin) { b.n, b.r, b.g, b.b = b.n+o.n, b.r+o.r, b.g+o.g, b.b+o.b }

// piece is a part of a picture; area is in pixels of the picture.
type piece struct {
	img  *image.RGBA
	area image.Rectangle
}

// cut takes what a rectangle of the screen shows out of a picture whose corner is at; ok
// is false where it does not all lie in the picture.
func cut(img *image.RGBA, at tree.Point, r tree.Rect) (piece, bool) {
	b := img.Bounds()
	area := image.Rect(r.X-at.X, r.Y-at.Y, r.X-at.X+r.W, r.Y-at.Y+r.H).Add(b.Min)
	return piece{img, area}, !area.Empty() && area.In(b) && area.Dx()*area.Dy() <= mostPixels
}

func (p piece) at(x, y int) rgb {
	i := p.img.PixOffset(x, y)
	return rgb{p.img.Pix[i], p.img.Pix[i+1], p.img.Pix[i+2]}
}

// bins counts the colours of a piece, those of most pixels first, without the rows and
// columns that are left out.
func (p piece) bins(out lines) []bin {
	count := map[uint16]*bin{}
	for y := p.area.Min.Y; y < p.area.Max.Y; y++ {
		if out.row(y) {
			continue
		}
		for x := p.area.Min.X; x < p.area.Max.X; x++ {
			if out.column(x) {
				continue
			}
			c := p.at(x, y)
			k := uint16(c.r>>3)<<10 | uint16(c.g>>3)<<5 | uint16(c.b>>3)
			b := count[k]
			if b == nil {
				b = &bin{}
				count[k] = b
			}
			b.join(bin{1, int(c.r), int(c.g), int(c.b)})
		}
	}
	all := make([]bin, 0, len(count))
	for _, b := range count {
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b bin) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.r+a.g+a.b, b.r+b.g+b.b), cmp.Compare(a.r, b.r), cmp.Compare(a.g, b.g))
	})
	return all
}

// lines are the rows and columns of a piece that are drawn from end to end: borders,
// underlines and separators, which are no text.
type lines struct {
	at            image.Point
	rows, columns []bool
}

func (l lines) row(y int) bool    { return l.rows != nil && l.rows[y-l.at.Y] }
func (l lines) column(x int) bool { return l.columns != nil && l.columns[x-l.at.X] }

// fullLine is the part of a row or column that a line covers at the least.
const fullLine = 0.8

func (p piece) lines(ground rgb) lines {
	w, h := p.area.Dx(), p.area.Dy()
	l := lines{p.area.Min, make([]bool, h), make([]bool, w)}
	down := make([]int, w)
	for y := range h {
		across := 0
		for x := range w {
			if apart(p.at(p.area.Min.X+x, p.area.Min.Y+y), ground) >= alike {
				across++
				down[x]++
			}
		}
		l.rows[y] = w > 16 && float64(across) >= fullLine*float64(w)
	}
	for x, n := range down {
		l.columns[x] = h > 16 && float64(n) >= fullLine*float64(h)
	}
	return l
}

// clusters joins colours that are alike around the most frequent ones.
func clusters(bins []bin) []bin {
	var all []bin
	var seeds []rgb
	for _, b := range bins {
		c := b.mean()
		if i := slices.IndexFunc(seeds, func(s rgb) bool { return apart(s, c) < alike }); i >= 0 {
			all[i].join(b)
		} else if len(seeds) < mostClusters {
			seeds, all = append(seeds, c), append(all, b)
		}
	}
	return all
}

// mostClusters bounds the colours that are told apart; a photograph has thousands.
const mostClusters = 64

// read finds ground and text: not the extremes, which a single pixel gives, but the most
// frequent colour, and of what is drawn on it the colour farthest from it that makes up
// a share of its own. Edges of letters are mixtures of the two and lie between.
func (p piece) read() (ink, bool) {
	groups := clusters(p.bins(lines{}))
	k := ink{ground: groups[0].mean()}
	out := p.lines(k.ground)
	bins := p.bins(out)
	total := 0
	for _, b := range bins {
		if total += b.n; apart(b.mean(), k.ground) < alike {
			k.share += float64(b.n)
		}
	}
	k.share /= float64(max(total, 1))
	var drawn []bin
	far := 0.0
	for _, b := range bins {
		if apart(b.mean(), k.ground) < alike {
			continue
		}
		drawn = append(drawn, b)
		k.marks += b.n
		if r := contrast(b.mean(), k.ground); b.n >= 2 && r > far {
			far, k.extreme = r, b.mean()
		}
	}
	if k.marks < leastMarks {
		return k, false
	}
	parts := clusters(drawn)
	k.text, k.sure = parts[0].mean(), k.share >= 0.5
	best := 0.0
	for _, c := range parts {
		if r := contrast(c.mean(), k.ground); float64(c.n) >= coreShare*float64(k.marks) && r > best {
			best, k.text = r, c.mean()
		}
	}
	for _, c := range parts {
		if float64(c.n) >= mainShare*float64(k.marks) && offLine(c.mean(), k.ground, k.text) > mixture {
			k.sure = false // a second colour: an icon, a picture, two texts
		}
	}
	if far < best {
		k.extreme = k.text
	}
	p.rows(&k, out)
	return k, true
}

// rows finds how high the letters are.
func (p piece) rows(k *ink, out lines) {
	run := 0
	for y := p.area.Min.Y; y < p.area.Max.Y; y++ {
		any := false
		if out.row(y) {
			run = 0
			continue
		}
		for x := p.area.Min.X; x < p.area.Max.X; x++ {
			if !out.column(x) && apart(p.at(x, y), k.ground) >= 2*alike {
				any = true
				k.right = max(k.right, x-p.area.Min.X)
			}
		}
		if run++; !any {
			run = 0
		}
		k.run = max(k.run, run)
	}
}
