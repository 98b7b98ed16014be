package audit_test

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
)

// window draws an even window with bars, as letters are, in each of the areas.
func window(size tree.Rect, areas ...tree.Rect) *audit.Picture {
	img := image.NewRGBA(image.Rect(0, 0, size.W, size.H))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{240, 240, 240, 255}), image.Point{}, draw.Src)
	for _, a := range areas {
		for x := a.X - size.X; x < a.X-size.X+a.W; x += 4 {
			draw.Draw(img, image.Rect(x, a.Y-size.Y, x+2, a.Y-size.Y+a.H), image.NewUniform(color.RGBA{20, 20, 20, 255}), image.Point{}, draw.Src)
		}
	}
	return &audit.Picture{Window: 1, Rect: size, Image: img}
}

func blind(t *testing.T, outline string, pic *audit.Picture) *audit.BlindMap {
	t.Helper()
	return audit.MapBlindSpots(&audit.Subject{Frozen: inspector.Freeze(sketch.Draw(t, outline).Snapshot)}, pic)
}

var screen = tree.Rect{X: 100, Y: 50, W: 400, H: 300}

func TestBlindSpots(t *testing.T) {
	const outline = `
application
	window "Main" bounds=100,50,400,300
		label "Name" bounds=120,70,100,20
		generic bounds=110,150,200,100
			canvas bounds=116,156,180,80
`
	chart := tree.Rect{X: 132, Y: 178, W: 96, H: 32}
	m := blind(t, outline, window(screen, tree.Rect{X: 120, Y: 70, W: 100, H: 20}, chart))
	if len(m.Spots) != 1 {
		t.Fatalf("spots %+v", m.Spots)
	}
	spot := m.Spots[0]
	if audit.Meet(spot.Rect, chart) != chart || spot.Rect.W > chart.W+32 || spot.Rect.H > chart.H+32 {
		t.Errorf("the spot %v does not hold the chart %v closely", spot.Rect, chart)
	}
	if spot.Around != 4 {
		t.Errorf("it lies in node %d, not in the canvas", spot.Around)
	}
	// The chart has 24 bars of 32 pixels, the label 25 of 20.
	if want := 24.0 * 32 / (24*32 + 25*20); math.Abs(m.Share()-want) > 0.03 || math.Abs(spot.Share-m.Share()) > 0.001 {
		t.Errorf("share %.3f of the window, %.3f of the spot, want %.3f", m.Share(), spot.Share, want)
	}
}

func TestNoBlindSpots(t *testing.T) {
	const outline = `
application
	window "Main" bounds=100,50,400,300
		button "Save" bounds=120,70,100,20
		menubar bounds=100,50,400,18
			menu "File" bounds=104,52,30,14
		group "Payment" bounds=330,280,150,60
		list bounds=120,100,200,100
			listitem "Apple" bounds=120,100,200,20
			listitem bounds=120,130,200,20
				label "Pear" bounds=120,130,200,20
		canvas "A chart of sales" bounds=120,250,200,60
		group "Frame" bounds=340,70,120,200
`
	pic := window(screen, tree.Rect{X: 120, Y: 70, W: 100, H: 20}, tree.Rect{X: 124, Y: 102, W: 100, H: 16},
		tree.Rect{X: 124, Y: 132, W: 100, H: 16}, tree.Rect{X: 130, Y: 260, W: 100, H: 40},
		tree.Rect{X: 106, Y: 54, W: 24, H: 10}, tree.Rect{X: 340, Y: 284, W: 40, H: 12})
	// The border of the frame is the frame's own.
	for _, r := range []image.Rectangle{image.Rect(240, 20, 360, 21), image.Rect(240, 219, 360, 220), image.Rect(240, 20, 241, 220), image.Rect(359, 20, 360, 220)} {
		draw.Draw(pic.Image, r, image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	if m := blind(t, outline, pic); len(m.Spots) != 0 || m.Share() != 0 || m.Drawn == 0 {
		t.Errorf("%d drawn, spots %+v", m.Drawn, m.Spots)
	}
}

// What is hidden, scrolled out of view or in another window covers nothing, and an
// element whose place is not proven is told.
func TestBlindSpotsAreHonest(t *testing.T) {
	const outline = `
application
	window "Main" bounds=100,50,400,300
		generic bounds=100,50,400,100
			label "Scrolled away" bounds=120,200,100,20
		label "Hidden" bounds=120,200,100,20 -showing
		label "Where?" unreadable-bounds
	window "Other" bounds=100,50,400,300
		label "Elsewhere" bounds=120,200,100,20
`
	m := blind(t, outline, window(screen, tree.Rect{X: 120, Y: 200, W: 100, H: 20}))
	if len(m.Spots) != 1 || m.Unplaced != 1 || m.Spots[0].Around != 1 {
		t.Errorf("unplaced %d, spots %+v", m.Unplaced, m.Spots)
	}
	if blind(t, outline, &audit.Picture{Window: 1}) != nil {
		t.Error("a map without a picture")
	}
	if m := blind(t, outline, window(screen)); m.Share() != 0 || len(m.Spots) != 0 {
		t.Errorf("an even window has spots %+v", m.Spots)
	}
}
