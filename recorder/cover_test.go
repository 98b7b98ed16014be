package recorder

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// album is a ledger that keeps pictures.
type album struct {
	*ledger
	mu       sync.Mutex
	pictures [][]byte
}

func (a *album) PutPicture(png []byte) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pictures = append(a.pictures, png)
	return "a picture", nil
}

// show fails where a picture has anything of the cover, or where there is none.
func (a *album) show(t *testing.T, cover color.Color) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pictures) == 0 {
		t.Fatal("no picture was stored")
	}
	for _, p := range a.pictures {
		img, err := png.Decode(bytes.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if color.RGBAModel.Convert(img.At(x, y)) == color.RGBAModel.Convert(cover) {
					t.Fatalf("the picture shows at %d,%d what covers the application", x, y)
				}
			}
		}
	}
}

// Samebutton's own window usually lies over the application.
func TestPicturesWithoutWhatCovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cover := color.RGBA{R: 0xff, A: 0xff}
		screen := fake.NewScreen(2000, 1500)
		screen.Cover(tree.Rect{W: 2000, H: 1500}, cover)

		s := newStage(t, form)
		replayed := &album{ledger: s.ledger}
		s.options.Screen, s.options.Journal = screen, replayed
		s.replay(t.Context(), s.step(StepActivate, `button "Save"`))
		replayed.show(t, cover)

		s = newStage(t, form)
		recorded := &album{ledger: s.ledger}
		listener, ready := fake.NewListener(), make(chan struct{})
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		done := make(chan error, 1)
		go func() {
			_, err := Record(ctx, SessionOptions{
				Backend: s.backend, Listener: listener, Screen: screen, Journal: recorded,
				Application: s.app.Identity(), Name: "covered", OnReady: func() { close(ready) },
			})
			done <- err
		}()
		<-ready
		snap, err := s.backend.Observe(ctx, backends.Scope{Application: s.app.Identity()})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range snap.Nodes {
			if n.Name.Value == "Save" {
				if err := listener.Click(ctx, s.app.Identity(), snap.Windows[0].XID, n.Bounds.Center()); err != nil {
					t.Fatal(err)
				}
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		recorded.show(t, cover)
	})
}
