package recorder

import (
	"context"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// shot is the window as it was when the press was held, and what masks it.
type shot struct {
	develop develop
	frozen  *inspector.Frozen
	bounds  tree.Bounds // of what was pressed
}

// developLimit bounds reading the pixels of a picture, which nothing waits for.
const developLimit = 5 * time.Second

// kept is a picture in the store, what it shows, and the press that it belongs to.
type kept struct {
	press  int
	hash   string
	area   tree.Rect
	bounds tree.Bounds
}

// warm takes a picture that nobody needs: the first one of windows that others
// cover waits for them to paint, which a held press has no time for.
func (s *session) warm(ctx context.Context) {
	frame, ok := frameOf(s.model, tree.None)
	if s.o.Screen == nil || !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, pictureLimit)
	defer cancel()
	_, _ = s.o.Screen.CaptureWindows(ctx, frame, s.model.Windows)
}

// exposing is a picture that is being taken of the window under a held press while
// the application is asked what is there.
type exposing struct {
	area    tree.Rect
	done    chan struct{} // closed when the rest is there
	develop develop
	timely  bool // it was taken before the press reached the application
	// masked is the model whose password fields are where it has them, as far as that
	// is known; it is sent once.
	masked chan *inspector.Frozen
}

// develop reads the pixels of a picture that was taken.
type develop func(context.Context) (*tree.Capture, error)

// expose begins to take the picture of the window that a held press is on; nil where
// none is taken.
func (s *session) expose(ctx context.Context, in backends.Input) *exposing {
	i := slices.IndexFunc(s.model.Windows, func(w tree.Window) bool { return w.XID == in.Window && w.XID != 0 && !w.Frame.Empty() })
	if s.o.Screen == nil || i < 0 || !waiting(in) {
		return nil
	}
	x := &exposing{area: s.model.Windows[i].Frame, done: make(chan struct{})}
	windows := s.model.Windows
	go func() {
		defer close(x.done)
		x.develop, _ = s.snap(ctx, x.area, windows)
		x.timely = waiting(in)
	}()
	return x
}

// snap takes a picture whose pixels are read later where the screen can do that, and
// at once elsewhere.
func (s *session) snap(ctx context.Context, area tree.Rect, windows []tree.Window) (develop, error) {
	ctx, cancel := context.WithTimeout(ctx, heldShot)
	defer cancel()
	if e, ok := s.o.Screen.(backends.Exposer); ok {
		return e.Expose(ctx, area, windows)
	}
	c, err := s.o.Screen.CaptureWindows(ctx, area, windows)
	return func(context.Context) (*tree.Capture, error) { return c, err }, err
}

// maskable finds out, beside all else, whether the password fields are where the
// model has them.
func (s *session) maskable(ctx context.Context, x *exposing) {
	if x == nil {
		return
	}
	x.masked = make(chan *inspector.Frozen, 1)
	f := s.model
	go func() {
		if !s.secretsInPlace(ctx, f) {
			f = nil
		}
		x.masked <- f
	}()
}

// secretsKnown reports whether the password fields are where the model has them.
func (s *session) secretsKnown(ctx context.Context, x *exposing) bool {
	if x != nil && x.masked != nil && <-x.masked == s.model {
		return true
	}
	return s.secretsInPlace(ctx, s.model)
}

// drop lets the display forget a picture that is not wanted.
func (x *exposing) drop() {
	if x == nil {
		return
	}
	go func() {
		<-x.done
		if x.develop != nil {
			ended, end := context.WithCancel(context.Background())
			end()
			_, _ = x.develop(ended)
		}
	}()
}

// capture takes the picture while the press is held, so that it shows what the
// person saw: the one that is being taken where that shows the window of the element,
// else one now. Reading and storing it must not hold the press longer.
func (s *session) capture(ctx context.Context, id tree.NodeID, in backends.Input, x *exposing) *shot {
	frame, ok := tree.Rect{}, false
	if s.o.Screen != nil && id != tree.None && Maskable(s.model) && s.secretsKnown(ctx, x) {
		frame, ok = frameOf(s.model, id)
	}
	if !ok || in.Held && !waiting(in) {
		x.drop()
		return nil
	}
	shot := &shot{frozen: s.model, bounds: s.model.Nodes[id].Bounds}
	if x != nil && x.area == frame {
		<-x.done // which has a limit
		if shot.develop = x.develop; x.develop != nil && x.timely {
			return shot
		}
	}
	x.drop()
	if in.Held && !waiting(in) {
		return nil
	}
	var err error
	if shot.develop, err = s.snap(ctx, frame, s.model.Windows); err != nil {
		return nil
	}
	return shot
}

// secretsOf lists the password fields that show.
func secretsOf(f *inspector.Frozen) []tree.NodeID {
	var list []tree.NodeID
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Secret && n.States.Has(tree.Showing) {
			list = append(list, tree.NodeID(i))
		}
	}
	return list
}

// secretsInPlace reports whether the password fields that show are where a model has
// them, so that painting over them hides them.
func (s *session) secretsInPlace(ctx context.Context, f *inspector.Frozen) bool {
	for _, id := range secretsOf(f) {
		n := &f.Nodes[id]
		now, err := s.identify(ctx, n.Handle, heldRead, true)
		if err == nil && now.Bounds != n.Bounds {
			now, err = s.read(ctx, n.Handle, heldRead)
		}
		if err != nil || now.Bounds != n.Bounds {
			return false
		}
	}
	return true
}

func (s *session) keepPicture(ctx context.Context, sh *shot, press int) {
	if sh == nil {
		return
	}
	s.storing.Add(1)
	go func() {
		defer s.storing.Done()
		limited, cancel := context.WithTimeout(ctx, developLimit)
		defer cancel()
		c, err := sh.develop(limited)
		if err != nil || c == nil || c.Image == nil {
			return
		}
		if hash := encodePicture(s.o.Journal, Mask(c, sh.frozen)); hash != "" {
			select {
			case s.shots <- kept{press, hash, c.Rect, sh.bounds}:
			case <-ctx.Done():
			}
		}
	}()
}
