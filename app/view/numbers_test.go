package view

import (
	"fmt"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func placed(x, y, w, h int) tree.Bounds {
	return tree.Bounds{Rect: tree.Rect{X: x, Y: y, W: w, H: h}, State: tree.Known, Confidence: tree.Exact}
}

// What no element stands for is hatched, so that it is told from every outline without
// its colour, and the hatching stays where it is in the picture.
func TestBlindSpotsAreHatched(t *testing.T) {
	ink := testInks
	ink.blind = color.RGBA{200, 0, 200, 255}
	pic := &Picture{Frozen: small(), Frames: []tree.Rect{{W: 100, H: 100}}}
	marks := []Mark{{Kind: MarkBlind, Bounds: placed(40, 60, 30, 30)}}
	var p painter
	lines := func(cam camera, x, y int) (at []int) {
		out := p.paint(200, 200, pic, cam, marks, ink)
		for i := range 24 {
			if out.RGBAAt(x+i, y) != ink.frame {
				at = append(at, i)
			}
		}
		return at
	}
	was := lines(camera{zoom: 1}, 43, 70)
	if len(was) < 4 || len(was) > 8 {
		t.Errorf("%d of 24 pixels inside are drawn", len(was))
	}
	if got := lines(camera{zoom: 1, x: 5, y: 3}, 38, 67); fmt.Sprint(got) != fmt.Sprint(was) {
		t.Errorf("the hatching went from %v to %v when the picture was moved", was, got)
	}
	out := p.paint(200, 200, pic, camera{zoom: 1}, marks, ink)
	for x := 40; x < 70; x++ {
		if out.RGBAAt(x, 60) != ink.blind {
			t.Fatalf("no border at %d", x)
		}
	}
}

// A line leads from one stop to the next, and none over a stop whose place is not known.
func TestTheWayOfTheTabKey(t *testing.T) {
	pic := &Picture{Frozen: small(), Frames: []tree.Rect{{W: 100, H: 100}}}
	a := Mark{Kind: MarkStop, Bounds: placed(40, 60, 20, 10), Number: 1}
	b := Mark{Kind: MarkStop, Bounds: placed(80, 60, 20, 10), Number: 2, Joined: true}
	var p painter
	drawn := func(marks ...Mark) bool {
		out := p.paint(200, 200, pic, camera{zoom: 1}, marks, testInks)
		return out.RGBAAt(65, 65) != testInks.frame
	}
	if !drawn(a, b) {
		t.Error("no line from 1 to 2")
	}
	alone := b
	alone.Joined = false
	if drawn(a, alone) {
		t.Error("a line over a stop that is not known")
	}
}

func TestEveryStopHasItsNumber(t *testing.T) {
	test.NewTempApp(t)
	s := NewStage(NewTips())
	w := test.NewWindow(s)
	defer w.Close()
	w.Resize(fyne.NewSize(800, 800))
	s.SetPicture(&Picture{Frozen: inspector.Freeze(&tree.Snapshot{Nodes: []tree.Node{{Parent: tree.None}}}), Frames: []tree.Rect{{W: 700, H: 700}}})
	w.Canvas().Capture()
	var marks []Mark
	for i := range 60 {
		marks = append(marks, Mark{Kind: MarkStop, Bounds: placed(20+60*(i%10), 20+60*(i/10), 40, 20), Number: i + 1})
	}
	marks[7].Text = "8, 61"
	twin := Mark{Kind: MarkTwin, Bounds: placed(20, 400, 40, 20), Number: 1}
	for range 2 * maxNumbers {
		marks = append(marks, twin)
	}
	shown := func() (texts []string) {
		for _, n := range s.numbers {
			if n.plate.Visible() && n.text.Visible() {
				texts = append(texts, n.text.Text)
			}
		}
		return texts
	}
	s.SetMarks(marks)
	got := shown()
	if len(got) != 60+maxNumbers || got[7] != "8, 61" || got[59] != "60" {
		t.Fatalf("%d numbers: %q", len(got), got)
	}
	objects := test.WidgetRenderer(s).Objects()
	for _, n := range s.numbers {
		found := false
		for _, o := range objects {
			found = found || o == fyne.CanvasObject(n.text)
		}
		if !found {
			t.Fatalf("number %q is drawn nowhere", n.text.Text)
		}
	}
	// Two elements that begin at the same place do not hide each other's number.
	s.SetMarks([]Mark{{Kind: MarkStop, Bounds: placed(100, 100, 80, 20), Number: 1}, {Kind: MarkStop, Bounds: placed(100, 100, 40, 20), Number: 2}})
	if got := shown(); len(got) != 2 {
		t.Fatalf("%q", got)
	}
	a, b := s.numbers[0].plate, s.numbers[1].plate
	if b.Position().X < a.Position().X+a.Size().Width {
		t.Errorf("2 at %v lies over 1 at %v", b.Position(), a.Position())
	}
	s.SetMarks(nil)
	if got := shown(); len(got) != 0 {
		t.Errorf("%q stay", got)
	}
}

// A text beside the tabs gives way to them.
func TestToolsDoNotLieOverTheTabs(t *testing.T) {
	test.NewTempApp(t)
	tips := NewTips()
	text, button := NewStatusText(tips, 0), NewToolButton(tips, "eye", "", "", nil)
	text.Set("", "", "a text that is far too long to stand beside so many tabs in a window that is not wide", "")
	tabs := NewTabs(NewTools(text, button), []string{"One", "Two"}, []fyne.CanvasObject{NewBar(10, nil, nil, nil).Object, NewBar(10, nil, nil, nil).Object})
	w := test.NewWindow(tabs)
	defer w.Close()
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 200))
	at := func(o fyne.CanvasObject) fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	}
	last := tabs.heads[1]
	if end := at(last).X + last.Size().Width; at(text).X < end {
		t.Errorf("the text begins at %v, the tabs end at %v", at(text).X, end)
	}
	if end := at(button).X + button.Size().Width; end > 300 || button.Size() != button.MinSize() {
		t.Errorf("the button ends at %v and has a size of %v", end, button.Size())
	}
}
