package view

import (
	"fmt"
	"image"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// crowd is a picture of 1600 by 1000 pixels with 50,000 nodes, 2,500 of them in
// sight in any view of a fifth of it.
func crowd() *Picture {
	b := tree.NewBuilder("bench", tree.Application{Name: "a"})
	app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication})
	w := b.Add(app, tree.Node{Handle: "w", Role: tree.RoleWindow, Bounds: tree.Bounds{Rect: tree.Rect{W: 1600, H: 1000}, State: tree.Known, Confidence: tree.Exact}})
	for i := range 50_000 {
		r := tree.Rect{X: i % 250 * 6, Y: i / 250 * 5, W: 5, H: 4}
		b.Add(w, tree.Node{Handle: tree.Handle(fmt.Sprint(i)), Role: tree.RoleButton, Bounds: tree.Bounds{Rect: r, State: tree.Known, Confidence: tree.Exact}})
	}
	f := inspector.Freeze(b.Snapshot())
	f.Hits()
	shot := image.NewRGBA(image.Rect(0, 0, 1600, 1000))
	return &Picture{Frozen: f, Capture: &tree.Capture{Rect: tree.Rect{W: 1600, H: 1000}, Scale: 1, Image: shot}, Frames: []tree.Rect{{W: 1600, H: 1000}}}
}

// BenchmarkPaint is the redraw of a stage of 1000 by 700 pixels: of all of it, and
// of the marks alone.
func BenchmarkPaint(b *testing.B) {
	pic := crowd()
	for _, zoom := range []float64{0.6, 1, 2} {
		cam := camera{x: 100, y: 100, zoom: zoom}
		b.Run(fmt.Sprintf("all/zoom=%g", zoom), func(b *testing.B) {
			var p painter
			for b.Loop() {
				p.of = ground{}
				p.paint(1000, 700, pic, cam, nil, testInks)
			}
		})
		b.Run(fmt.Sprintf("marks/zoom=%g", zoom), func(b *testing.B) {
			var p painter
			for b.Loop() {
				p.paint(1000, 700, pic, cam, nil, testInks)
			}
		})
	}
}

// BenchmarkShrink runs on a worker.
func BenchmarkShrink(b *testing.B) {
	src := image.NewRGBA(image.Rect(0, 0, 1600, 1000))
	for b.Loop() {
		shrink(src, 1000, 625)
	}
}
