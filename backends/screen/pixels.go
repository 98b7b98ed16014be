package screen

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/tree"
)

// strip bounds the bytes of one answer of the display.
const strip = 1 << 20

// pixels are those of an area: four bytes each, blue, green, red and, where the
// depth is 32, alpha (premultiplied). readable has checked that for the display.
type pixels struct {
	at   tree.Rect
	bgra []byte
}

// offset returns where a pixel begins.
func (p pixels) offset(x, y int) int { return 4 * ((y-p.at.Y)*p.at.W + x - p.at.X) }

// askPixels requests the pixels of an area in the coordinates of the drawable, in
// strips; what it returns waits for them.
func askPixels(conn *xgb.Conn, from xproto.Drawable, depth byte, area tree.Rect) func() (pixels, error) {
	rows := max(1, strip/(4*area.W))
	var cookies []xproto.GetImageCookie
	for y := 0; y < area.H; y += rows {
		cookies = append(cookies, xproto.GetImage(conn, xproto.ImageFormatZPixmap, from,
			int16(area.X), int16(area.Y+y), uint16(area.W), uint16(min(rows, area.H-y)), 0xffffffff))
	}
	return func() (pixels, error) {
		p := pixels{at: area, bgra: make([]byte, 0, 4*area.W*area.H)}
		var failure error
		for _, c := range cookies { // each must be waited for
			reply, err := c.Reply()
			switch {
			case err != nil:
				failure = fmt.Errorf("read pixels: %w", err)
			case reply.Depth != depth || depth != 24 && depth != 32:
				failure = fmt.Errorf("read pixels: %d bits for a pixel are not supported", reply.Depth)
			default:
				p.bgra = append(p.bgra, reply.Data...)
			}
		}
		if failure == nil && len(p.bgra) != 4*area.W*area.H {
			failure = fmt.Errorf("read pixels: %d bytes for %dx%d", len(p.bgra), area.W, area.H)
		}
		return p, failure
	}
}

// draw copies a part of the pixels to an image of an area, opaque; blended lays
// them over what is there by their alpha.
func (p pixels) draw(img *image.RGBA, part, area tree.Rect, blended bool) {
	for y := part.Y; y < part.Y+part.H; y++ {
		from := p.bgra[p.offset(part.X, y):][:4*part.W]
		to := img.Pix[img.PixOffset(part.X-area.X, y-area.Y):][:4*part.W]
		for i := 0; i < len(to); i += 4 {
			r, g, b := from[i+2], from[i+1], from[i]
			if a := from[i+3]; blended && a != 0xff {
				rest := 0xff - uint32(a)
				r, g, b = over(r, to[i], rest), over(g, to[i+1], rest), over(b, to[i+2], rest)
			}
			to[i], to[i+1], to[i+2], to[i+3] = r, g, b, 0xff
		}
	}
}

// over adds what is left of a value below a premultiplied one.
func over(above, below byte, rest uint32) byte {
	return byte(min(0xff, uint32(above)+uint32(below)*rest/0xff))
}

func fill(img *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}
