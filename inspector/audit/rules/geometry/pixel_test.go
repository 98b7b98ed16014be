package geometry

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

func TestContrastIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b rgb
		want float64
	}{
		{rgb{0, 0, 0}, rgb{255, 255, 255}, 21},
		{rgb{255, 255, 255}, rgb{255, 255, 255}, 1},
		{rgb{0x76, 0x76, 0x76}, rgb{255, 255, 255}, 4.54}, // the lightest grey that passes on white
		{rgb{0x77, 0x77, 0x77}, rgb{255, 255, 255}, 4.48},
		{rgb{255, 0, 0}, rgb{255, 255, 255}, 4.00},
		{rgb{0, 0, 255}, rgb{255, 255, 255}, 8.59},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// canvas is a picture of the window with node 1, 400 x 300 at 0,0, in light grey.
type canvas struct{ *image.RGBA }

var light = color.RGBA{240, 240, 240, 255}

func (c canvas) fill(r image.Rectangle, to color.RGBA) {
	draw.Draw(c, r, image.NewUniform(to), image.Point{}, draw.Src)
}

func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

func mix(a, b color.RGBA) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// letters draws strokes of two pixels with a mixed edge on each side, as smoothed
// letters have, so high from the middle of a rectangle and up to its end.
func (c canvas) letters(r image.Rectangle, text color.RGBA, high int) {
	top := (r.Min.Y + r.Max.Y - high) / 2
	for x := r.Min.X + 3; x+4 < r.Max.X-3; x += 6 {
		ground := c.RGBAAt(x, top)
		c.fill(image.Rect(x, top, x+4, top+high), mix(ground, text))
		c.fill(image.Rect(x+1, top, x+3, top+high), text)
	}
}

// painted gives the subject a picture.
func painted(paint func(canvas)) prepare {
	return func(_ testing.TB, _ *sketch.Sketch, e *audit.Subject) {
		c := canvas{image.NewRGBA(image.Rect(0, 0, 400, 300))}
		c.fill(c.Bounds(), light)
		paint(c)
		e.Pictures = []audit.Picture{{Window: 1, Rect: tree.Rect{W: 400, H: 300}, Image: c.RGBA}}
	}
}

var pixelFixtures = []audittest.Fixture{
	{Rule: "contrast-text", Why: "grey on light grey; light on orange; faint in a box with a border", With: painted(func(c canvas) {
		c.letters(image.Rect(0, 0, 200, 20), grey(160), 10)
		c.fill(image.Rect(0, 30, 200, 50), color.RGBA{255, 120, 0, 255})
		c.letters(image.Rect(0, 30, 200, 50), grey(255), 10)
		c.fill(image.Rect(0, 60, 200, 85), grey(0))
		c.fill(image.Rect(5, 65, 195, 80), light)
		c.letters(image.Rect(6, 64, 190, 81), grey(180), 10)
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		!label "Some text that is faint" bounds=0,0,200,20
		!label "White on orange text" bounds=0,30,200,20
		!menuitem "In a box with a border" bounds=0,60,200,25
`},
	{Rule: "contrast-text", Why: "it changed while the picture was taken, and a window of which there is none", Undecided: 2, With: func(t testing.TB, k *sketch.Sketch, e *audit.Subject) {
		painted(func(c canvas) { c.letters(image.Rect(0, 0, 200, 20), grey(160), 10) })(t, k, e)
		e.Pictures[0].Changed = map[tree.NodeID]bool{2: true}
		e.Unpictured = map[tree.NodeID]string{3: "it moved"}
	}, Outline: `
application
	window "Main" bounds=0,0,400,300
		label "Some text that is faint" bounds=0,0,200,20
	window "Other" bounds=0,0,400,300
		label "Some text that is faint" bounds=0,0,200,20
`},
	{Rule: "contrast-text", Why: "good contrast, disabled, a dark line below, the label in the button, an icon in place of the name, a field with the focus", Undecided: 1,
		Toolkit: audit.GTK4, With: painted(func(c canvas) {
			for _, y := range []int{0, 90, 120, 200} {
				c.letters(image.Rect(0, y, 200, y+20), grey(40), 10)
			}
			c.letters(image.Rect(0, 30, 200, 50), grey(200), 10)
			c.letters(image.Rect(0, 60, 200, 80), grey(200), 10)
			c.fill(image.Rect(0, 118, 200, 120), grey(0))
			c.letters(image.Rect(300, 0, 324, 24), grey(200), 20)
		}), Outline: `
application
	window "Main" bounds=0,0,400,300
		label "Dark enough" bounds=0,0,200,20
		button "Off" bounds=0,30,200,20 -enabled -sensitive
			label "Off" bounds=0,30,200,20
		label "Off too" bounds=0,60,200,20 -enabled -sensitive
		label "Dark enough" bounds=0,90,200,20
		link "Underlined" bounds=0,118,200,22
		button "Minimise" focusable bounds=300,0,24,24
		label "" bounds=0,0,10,10
		password "PIN" secret bounds=0,150,200,20
		textbox "Name" value="Anna" focused bounds=0,200,200,20
`},
	{Rule: "contrast-text", Why: "no text in the picture, partly out of view, on a gradient, no picture, no place", Undecided: 5, With: painted(func(c canvas) {
		for x := range 200 {
			c.fill(image.Rect(x, 60, x+1, 80), grey(uint8(x*255/200)))
		}
		c.letters(image.Rect(0, 60, 200, 80), color.RGBA{0, 0, 0, 255}, 10)
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		label "Nothing drawn here" bounds=0,0,200,20
		generic bounds=0,30,200,10
			label "Half of it" bounds=0,30,200,20
		label "On a gradient" bounds=0,60,200,20
		label "Nowhere"
	window "Other" bounds=0,0,400,300
		label "No picture" bounds=0,0,200,20
`},
	{Rule: "contrast-text", Why: "faint text on two lines, around others that are not", Undecided: 1, Toolkit: audit.Web, With: painted(func(c canvas) {
		c.letters(image.Rect(0, 0, 100, 20), grey(0), 10)
		c.letters(image.Rect(110, 0, 200, 20), grey(160), 10)
		c.letters(image.Rect(0, 20, 60, 40), grey(160), 10)
		c.letters(image.Rect(0, 60, 100, 80), grey(160), 10)
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		label "Active only" bounds=0,0,100,20
		label "18 customers" bounds=0,0,200,40
		!label "18 orders" bounds=0,60,100,20
`},
	{Rule: "contrast-control", Why: "a field of the colour around it, an icon in light grey", With: painted(func(c canvas) {
		c.fill(image.Rect(20, 20, 220, 50), grey(250))
		c.fill(image.Rect(308, 28, 316, 36), grey(200))
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		!textbox "Name" bounds=20,20,200,30
		!button "Reload" focusable bounds=300,20,24,24
			img bounds=304,24,16,16
`},
	{Rule: "contrast-control", Why: "a border, a dark ground, a dark icon, a text in the button, disabled, in a combo box, many lines; at the edge of the window is undecided", Undecided: 1,
		With: painted(func(c canvas) {
			c.fill(image.Rect(20, 20, 220, 50), grey(80))
			c.fill(image.Rect(22, 22, 218, 48), grey(255))
			c.fill(image.Rect(20, 70, 220, 100), grey(60))
			c.fill(image.Rect(308, 28, 316, 36), grey(40))
			c.fill(image.Rect(20, 120, 220, 150), grey(80))
			c.fill(image.Rect(22, 122, 218, 148), grey(255))
		}), Outline: `
application
	window "Main" bounds=0,0,400,300
		textbox "Bordered" bounds=20,20,200,30
		spinbutton "Dark" bounds=20,70,200,30
		button "Reload" focusable bounds=300,20,24,24
			img bounds=304,24,16,16
		button "Save" focusable bounds=300,60,60,24
			img bounds=304,64,16,16
			label "Save" bounds=322,64,30,16
		textbox "Off" bounds=20,170,200,30 -enabled -sensitive
		combobox "Country" bounds=20,120,200,30
			generic
				textbox bounds=24,124,150,22
		textbox "Notes" multi-line bounds=20,210,200,60
		textbox "Edge" bounds=0,280,400,20
`},
	{Rule: "text-clipped", Why: "no room for all letters; three dots at the end", With: painted(func(c canvas) {
		c.letters(image.Rect(0, 0, 60, 20), grey(0), 10)
		c.letters(image.Rect(0, 30, 160, 50), grey(0), 10)
		for x := 170; x < 180; x += 4 {
			c.fill(image.Rect(x, 44, x+2, 46), grey(0))
		}
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		!label "A very long text that has no room at all in sixty pixels" bounds=0,0,60,20
		!label "Cut at its end by dots" bounds=0,30,184,20
`},
	{Rule: "text-clipped", Why: "fits, its own dots, a tool tip with all of it, several lines, combining marks; nothing drawn is undecided", Undecided: 1, With: painted(func(c canvas) {
		c.letters(image.Rect(0, 0, 200, 20), grey(0), 10)
		c.letters(image.Rect(0, 30, 160, 50), grey(0), 10)
		for x := 170; x < 180; x += 4 {
			c.fill(image.Rect(x, 44, x+2, 46), grey(0))
		}
		c.letters(image.Rect(0, 60, 60, 80), grey(0), 10)
		for y := 100; y < 180; y += 20 {
			c.letters(image.Rect(0, y, 100, y+20), grey(0), 10)
		}
		c.letters(image.Rect(0, 190, 60, 210), grey(0), 10)
	}), Outline: `
application
	window "Main" bounds=0,0,400,300
		label "It fits into its place" bounds=0,0,200,20
		label "More to come…" bounds=0,30,184,20
		label "A very long text that has no room at all in sixty pixels" desc="A very long text that has no room at all in sixty pixels" bounds=0,60,60,20
		label "A text of many words that goes on over four lines of a hundred pixels each" bounds=0,100,100,80
		label "a\u0301a\u0301a\u0301a\u0301a\u0301a\u0301a\u0301a\u0301a\u0301" bounds=0,190,60,20
		label "Nothing is drawn" bounds=0,250,200,20
		textbox "Scrolls" value="A very long value that has no room in forty pixels" bounds=300,0,40,20
`},
}

// What is not certain is for review, whatever the severity of the rule.
func TestDoubtIsForReview(t *testing.T) {
	for _, c := range []struct {
		why   string
		paint func(canvas)
		want  audit.Severity
	}{
		{"clear", func(c canvas) { c.letters(image.Rect(0, 0, 200, 40), grey(170), 10) }, audit.Warning},
		{"the letters may be large", func(c canvas) { c.letters(image.Rect(0, 0, 200, 40), grey(125), 18) }, audit.Review},
		{"a second colour", func(c canvas) {
			c.letters(image.Rect(0, 0, 200, 40), grey(170), 10)
			c.fill(image.Rect(4, 10, 40, 30), color.RGBA{255, 160, 160, 255})
		}, audit.Review},
		{"a few dark pixels", func(c canvas) {
			c.letters(image.Rect(0, 0, 200, 40), grey(170), 10)
			c.fill(image.Rect(100, 20, 102, 22), grey(0))
		}, audit.Review},
	} {
		s := sketch.Draw(t, `
application
	window "Main" bounds=0,0,400,300
		label "Some text" bounds=0,0,200,40
`)
		e := &audit.Subject{}
		painted(c.paint)(t, &s, e)
		e.Frozen = freeze(s)
		r := audit.Run(e, audit.Options{Rules: []*audit.Rule{contrastText}})
		if len(r.Findings) != 1 || r.Findings[0].Severity != c.want {
			t.Errorf("%s: %d findings, %+v", c.why, len(r.Findings), r.Findings)
		}
	}
}

// Text of 24 pixels and more needs 3 to 1 only.
func TestLargeTextNeedsLess(t *testing.T) {
	s := sketch.Draw(t, `
application
	window "Main" bounds=0,0,400,300
		label "Large" bounds=0,0,200,40
`)
	e := &audit.Subject{}
	painted(func(c canvas) { c.letters(image.Rect(0, 0, 200, 40), grey(120), 28) })(t, &s, e)
	e.Frozen = freeze(s)
	if r := audit.Run(e, audit.Options{Rules: []*audit.Rule{contrastText}}); len(r.Findings) != 0 {
		t.Errorf("%+v", r.Findings)
	}
}

func freeze(s sketch.Sketch) *inspector.Frozen { return inspector.Freeze(s.Snapshot) }
