package geometry

import (
	"fmt"
	"math"
)

// rgb is a colour of sRGB with eight bits a channel.
type rgb struct{ r, g, b uint8 }

// String is the colour as CSS writes it.
func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// luminance is the relative luminance of WCAG 2.2, from 0 for black to 1 for white
// (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance, with the threshold 0.04045 that
// it has since 2021).
func (c rgb) luminance() float64 {
	return 0.2126*linear[c.r] + 0.7152*linear[c.g] + 0.0722*linear[c.b]
}

// linear is the light of each value of a channel.
var linear = func() (t [256]float64) {
	for i := range t {
		if s := float64(i) / 255; s <= 0.04045 {
			t[i] = s / 12.92
		} else {
			t[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return t
}()

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21
// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
func contrast(a, b rgb) float64 {
	l, d := a.luminance(), b.luminance()
	return (max(l, d) + 0.05) / (min(l, d) + 0.05)
}

// apart is the largest difference of two colours in a channel.
func apart(a, b rgb) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.r, b.r), d(a.g, b.g), d(a.b, b.b))
}

// offLine is how far a colour is from the mixtures of two others, as edges of letters
// are: the distance from their straight line in RGB.
func offLine(c, a, b rgb) float64 {
	ax, ay, az := float64(b.r)-float64(a.r), float64(b.g)-float64(a.g), float64(b.b)-float64(a.b)
	px, py, pz := float64(c.r)-float64(a.r), float64(c.g)-float64(a.g), float64(c.b)-float64(a.b)
	length := ax*ax + ay*ay + az*az
	t := 0.0
	if length > 0 {
		t = min(max((px*ax+py*ay+pz*az)/length, 0), 1)
	}
	return math.Sqrt((px-t*ax)*(px-t*ax) + (py-t*ay)*(py-t*ay) + (pz-t*az)*(pz-t*az))
}
