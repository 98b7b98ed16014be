package app

import (
	"context"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// scrawl is a screen on which something is written at places that belong to no element.
type scrawl struct{ at []tree.Rect }

func (s *scrawl) image(r tree.Rect) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, r.W, r.H))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	for _, at := range s.at {
		for y := at.Y; y < at.Y+at.H; y += 3 {
			for x := at.X; x < at.X+at.W; x += 3 {
				img.Set(x-r.X, y-r.Y, color.Black)
			}
		}
	}
	return img
}

func (s *scrawl) Capture(_ context.Context, r tree.Rect) (*tree.Capture, error) {
	return &tree.Capture{Rect: r, Scale: 1, Taken: time.Now(), Hash: time.Now().String(), Image: s.image(r)}, nil
}

func (s *scrawl) CaptureWindows(ctx context.Context, r tree.Rect, _ []tree.Window) (*tree.Capture, error) {
	return s.Capture(ctx, r)
}

// pictured audits a snapshot of Orders with the picture of its window.
func pictured(snap *tree.Snapshot, s *scrawl) *audit.Report {
	f := inspector.Freeze(snap)
	w := f.Windows[0]
	return audit.Run(&audit.Subject{Frozen: f, Pictures: []audit.Picture{{Window: w.Node, Rect: w.Frame, Image: s.image(w.Frame)}}}, audit.Options{})
}

func (d *desk) marked(kind view.MarkKind) (found []tree.Rect) {
	for _, m := range d.stage.Marks() {
		if m.Kind == kind {
			found = append(found, m.Bounds.Rect)
		}
	}
	return found
}

// legend returns a line of the legend that holds the words, "" for none.
func (d *desk) legendLine(words string) string {
	part, _ := d.Describe().Find("region", "Legend")
	for _, c := range part.Children {
		if strings.Contains(c.Label, words) {
			return c.Label
		}
	}
	return ""
}

func TestBlindSpotsAreDrawnOverThePicture(t *testing.T) {
	written := tree.Rect{X: 200, Y: 300, W: 96, H: 32}
	s := &scrawl{at: []tree.Rect{written}}
	b := &scripted{snapshot: twoSaves}
	d := openOrders(t, b, Services{Screen: s, Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
		return pictured(twoSaves(), s), nil
	}})
	if why := d.command("blind-spots").why(); why != "audit first" {
		t.Errorf("before an audit: %q", why)
	}
	d.run("audit")
	d.idle()
	if got := d.marked(view.MarkBlind); len(got) != 0 || d.has("region", "Legend") {
		t.Fatalf("drawn although nobody asked: %v", got)
	}
	d.run("blind-spots")
	got := d.marked(view.MarkBlind)
	if len(got) != 1 || audit.Meet(got[0], written) != written {
		t.Fatalf("drawn %v, written at %v", got, written)
	}
	if line := d.legendLine("blind spot"); !strings.HasPrefix(line, "1 blind spot: 100.0 % of what is drawn · at ") {
		t.Errorf("legend %q", line)
	}
	if !d.items["blind-spots"].Checked || !d.buttons["blind-spots"].Describe().Has("pressed") {
		t.Error("the toggle does not show that it is on")
	}
	d.run("audit") // remembered while the window is open
	d.idle()
	if n := len(d.marked(view.MarkBlind)); n != 1 {
		t.Errorf("%d drawn after another audit", n)
	}

	// The window has moved: the spot moves with it.
	moved := func() *tree.Snapshot {
		snap := twoSaves()
		for i := range snap.Nodes {
			snap.Nodes[i].Bounds.Rect.X += 40
		}
		snap.Windows[0].Frame.X += 40
		return snap
	}
	s.at = []tree.Rect{{X: 240, Y: 300, W: 96, H: 32}}
	b.set(func(b *scripted) { b.snapshot = moved })
	d.run("refresh")
	d.until("the spot has moved", func() bool {
		now := d.marked(view.MarkBlind)
		return len(now) == 1 && now[0].X == got[0].X+40
	})

	// Something else is there by now: nobody knows of what.
	s.at = []tree.Rect{{X: 240, Y: 230, W: 96, H: 96}}
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot {
			snap := moved()
			snap.Nodes[2].Name = tree.KnownText("Newer")
			return snap
		}
	})
	d.run("refresh")
	d.until("it is not drawn any more", func() bool { return len(d.marked(view.MarkBlind)) == 0 && d.Idle() })
	if line := d.legendLine("blind spot"); !strings.Contains(line, "1 not drawn: it looks different there now") {
		t.Errorf("legend %q", line)
	}
	d.run("blind-spots")
	if d.has("region", "Legend") {
		t.Error("the legend stays")
	}
	d.run("blind-spots")
	d.leave()
	if d.blind.of != nil || len(d.marked(view.MarkBlind)) != 0 || d.legendLine("blind") != "" {
		t.Error("spots of the application that was left")
	}
}

func TestBlindSpotsThatWereNotLookedFor(t *testing.T) {
	s := &scrawl{at: []tree.Rect{{X: 200, Y: 300, W: 96, H: 32}}}
	why := "elements moved while the picture was taken"
	for name, c := range map[string]struct {
		change func(*audit.Subject)
		want   string
	}{
		"no picture":           {func(s *audit.Subject) { s.Pictures = nil }, "the audit has no picture of the window"},
		"no picture, and why":  {func(s *audit.Subject) { s.Pictures = nil; s.Lack(audit.NeedPicture, why) }, why},
		"a picture, not still": {func(s *audit.Subject) { s.Pictures[0].Restless = why }, why},
		"of no window":         {func(s *audit.Subject) { s.Pictures[0].Window = tree.None }, "the saved picture is of several windows, and one may lie over another"},
	} {
		t.Run(name, func(t *testing.T) {
			d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Screen: s, Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
				r := pictured(twoSaves(), s)
				c.change(r.Subject)
				return r, nil
			}})
			d.run("audit")
			d.idle()
			d.run("blind-spots")
			if line := d.legendLine("were not looked for"); line != "Blind spots were not looked for: "+c.want || len(d.marked(view.MarkBlind)) != 0 {
				t.Errorf("legend %q", line)
			}
		})
	}
}

// A saved snapshot is looked at in the picture that it was saved with.
func TestBlindSpotsOfASavedSnapshot(t *testing.T) {
	s := &scrawl{at: []tree.Rect{{X: 200, Y: 300, W: 96, H: 32}}}
	d := open(t, Services{Files: answers{path: "bug.samebutton-snapshot"}, OpenSnapshot: func(string) (*tree.Snapshot, error) {
		snap := twoSaves()
		var err error
		snap.Capture, err = s.Capture(t.Context(), snap.Windows[0].Frame)
		return snap, err
	}})
	d.run("open")
	d.until("it is shown", func() bool { return d.Idle() && d.offline != "" })
	d.run("audit")
	d.idle()
	d.run("blind-spots")
	if got := d.marked(view.MarkBlind); len(got) != 1 || d.legendLine("1 blind spot") == "" {
		t.Errorf("drawn %v", got)
	}
}

// While a replay shows what it acts on, neither is drawn, and the legend says so.
func TestAReplayHasThePictureToItself(t *testing.T) {
	s := &scrawl{at: []tree.Rect{{X: 200, Y: 300, W: 96, H: 32}}}
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Screen: s, Audit: func(context.Context, tree.Application, tree.Handle) (*audit.Report, error) {
		return pictured(twoSaves(), s), nil
	}})
	d.run("audit")
	d.idle()
	d.run("blind-spots")
	d.replayMarks = []view.Mark{{Kind: view.MarkTarget}}
	d.updateMarks()
	if line := d.legendLine("Blind"); len(d.marked(view.MarkBlind)) != 0 || !strings.Contains(line, "not drawn while the picture shows a step") {
		t.Errorf("legend %q", line)
	}
	d.key(fyne.KeyEscape)
	if len(d.marked(view.MarkBlind)) != 1 || d.legendLine("1 blind spot") == "" {
		t.Error("not drawn again")
	}
}

// A window for which there was no time is not told as one without a picture.
func TestBlindSpotsWithoutTime(t *testing.T) {
	f := inspector.Freeze(unnamed())
	w := f.Windows[0]
	s := &audit.Subject{Frozen: f, Pictures: []audit.Picture{{Window: w.Node, Rect: w.Frame, Image: image.NewRGBA(image.Rect(0, 0, w.Frame.W, w.Frame.H))}}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if maps, bare := mapBlind(ctx, s); len(maps) > 0 || len(bare) != 1 || !strings.Contains(bare[0], "longer than") {
		t.Errorf("%d maps, %q", len(maps), bare)
	}
}
