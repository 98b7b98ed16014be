package fake

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

var (
	_ backends.Listener = (*Listener)(nil)
	_ backends.Screen   = (*Screen)(nil)
	_ backends.Exposer  = (*Screen)(nil)
)

// Listener hears what a test pushes.
type Listener struct {
	in chan heard

	mu       sync.Mutex
	err      error
	released int
}

type heard struct {
	input backends.Input
	taken chan struct{}
}

// NewListener returns a listener that hears nothing until [Listener.Push].
func NewListener() *Listener { return &Listener{in: make(chan heard)} }

// FailWith makes Listen return an error instead of listening.
func (l *Listener) FailWith(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

// Listen passes on what is pushed until ctx ends.
func (l *Listener) Listen(ctx context.Context, ready func(), sink func(backends.Input)) error {
	l.mu.Lock()
	err := l.err
	l.mu.Unlock()
	if err != nil {
		return err
	}
	if ready != nil {
		ready()
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case h := <-l.in:
			sink(h.input)
			close(h.taken)
		}
	}
}

// Push hands an input to whoever listens, waits until it was taken in, and fails
// where nobody does before ctx ends. At is set where it is zero. A held input
// without Release gets one that Released counts.
func (l *Listener) Push(ctx context.Context, in backends.Input) error {
	if in.At.IsZero() {
		in.At = time.Now()
	}
	if in.Held && in.Release == nil {
		var once sync.Once
		in.Release = func() {
			once.Do(func() {
				l.mu.Lock()
				l.released++
				l.mu.Unlock()
			})
		}
	}
	h := heard{in, make(chan struct{})}
	select {
	case l.in <- h:
	case <-ctx.Done():
		return fmt.Errorf("push input: nobody listens: %w", ctx.Err())
	}
	select {
	case <-h.taken:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("push input: the listener is stuck: %w", ctx.Err())
	}
}

// Click pushes a held press and a release of button 1 on the application.
func (l *Listener) Click(ctx context.Context, app tree.Application, window uint32, at tree.Point) error {
	press := backends.Input{Kind: backends.InputPress, Button: 1, Point: at, PID: app.PID, Window: window, Held: true}
	release := press
	release.Kind, release.Held = backends.InputRelease, false
	return errors.Join(l.Push(ctx, press), l.Push(ctx, release))
}

// Type pushes a press and a release of a key for each character.
func (l *Listener) Type(ctx context.Context, app tree.Application, window uint32, text string) error {
	for _, r := range text {
		key := backends.Input{Kind: backends.InputKeyDown, Key: keysym(r), Text: string(r), PID: app.PID, Window: window}
		up := key
		up.Kind = backends.InputKeyUp
		if err := errors.Join(l.Push(ctx, key), l.Push(ctx, up)); err != nil {
			return err
		}
	}
	return nil
}

// keysym names the keys whose keysym is not their character.
func keysym(r rune) string {
	if r == ' ' {
		return "space"
	}
	return string(r)
}

// Released returns how many held inputs were let through.
func (l *Listener) Released() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.released
}

// ErrOutside says that an area shares no pixel with the screen.
var ErrOutside = errors.New("area lies outside of the screen")

// ErrUnidentified says that no window has an XID.
var ErrUnidentified = errors.New("no X window is proven to be the application's")

// Screen shows one colour, with areas of others, and what covers them.
type Screen struct {
	mu    sync.Mutex
	size  tree.Rect
	image *image.RGBA // the application's windows
	cover *image.RGBA // of other applications; transparent where they are not
	err   error
	taken []tree.Rect
}

// NewScreen returns a grey screen of so many pixels.
func NewScreen(w, h int) *Screen {
	s := &Screen{size: tree.Rect{W: w, H: h}, image: image.NewRGBA(image.Rect(0, 0, w, h)), cover: image.NewRGBA(image.Rect(0, 0, w, h))}
	s.Fill(s.size, color.Gray{Y: 0x80})
	return s
}

// Fill paints an area in an opaque colour.
func (s *Screen) Fill(area tree.Rect, c color.Color) {
	s.mu.Lock()
	defer s.mu.Unlock()
	draw.Draw(s.image, rectangle(area), image.NewUniform(c), image.Point{}, draw.Src)
}

// Cover puts a window of another application over an area, in an opaque colour.
func (s *Screen) Cover(area tree.Rect, c color.Color) {
	s.mu.Lock()
	defer s.mu.Unlock()
	draw.Draw(s.cover, rectangle(area), image.NewUniform(c), image.Point{}, draw.Src)
}

// FailWith makes pictures fail with an error; nil ends that.
func (s *Screen) FailWith(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// Taken returns the areas of which pictures were taken.
func (s *Screen) Taken() []tree.Rect {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]tree.Rect(nil), s.taken...)
}

// Capture returns a picture of an area, clipped to the screen.
func (s *Screen) Capture(ctx context.Context, area tree.Rect) (*tree.Capture, error) {
	return s.picture(ctx, area, true)
}

// CaptureWindows returns the same without what covers it.
func (s *Screen) CaptureWindows(ctx context.Context, area tree.Rect, windows []tree.Window) (*tree.Capture, error) {
	if !slices.ContainsFunc(windows, func(w tree.Window) bool { return w.XID != 0 }) {
		return nil, fmt.Errorf("capture windows: %w", ErrUnidentified)
	}
	return s.picture(ctx, area, false)
}

// Expose implements [backends.Exposer].
func (s *Screen) Expose(ctx context.Context, area tree.Rect, windows []tree.Window) (func(context.Context) (*tree.Capture, error), error) {
	c, err := s.CaptureWindows(ctx, area, windows)
	return func(ctx context.Context) (*tree.Capture, error) { return c, ctx.Err() }, err
}

func (s *Screen) picture(ctx context.Context, area tree.Rect, covered bool) (*tree.Capture, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("capture screen: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, fmt.Errorf("capture screen: %w", s.err)
	}
	clip := rectangle(area).Intersect(s.image.Rect)
	if clip.Empty() {
		return nil, fmt.Errorf("capture screen: %w", ErrOutside)
	}
	img := image.NewRGBA(image.Rectangle{Max: clip.Size()})
	draw.Draw(img, img.Rect, s.image, clip.Min, draw.Src)
	if covered {
		draw.Draw(img, img.Rect, s.cover, clip.Min, draw.Over)
	}
	got := tree.Rect{X: clip.Min.X, Y: clip.Min.Y, W: clip.Dx(), H: clip.Dy()}
	s.taken = append(s.taken, got)
	return &tree.Capture{Rect: got, Scale: 1, Taken: time.Now(), Hash: tree.PixelHash(img), Image: img}, nil
}

func rectangle(r tree.Rect) image.Rectangle {
	return image.Rect(r.X, r.Y, r.X+max(r.W, 0), r.Y+max(r.H, 0))
}
