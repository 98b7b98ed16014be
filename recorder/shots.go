package recorder

import (
	"context"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// shot is the window as it was when the press was held, and what masks it.
type shot struct {
	capture *tree.Capture
	frozen  *inspector.Frozen
	bounds  tree.Bounds // of what was pressed
}

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

// capture takes the picture while the press is held, so that it shows what the
// person saw; storing it must not hold the press longer.
func (s *session) capture(ctx context.Context, id tree.NodeID) *shot {
	if s.o.Screen == nil || id == tree.None || !Maskable(s.model) || !s.secretsInPlace(ctx) {
		return nil
	}
	frame, ok := frameOf(s.model, id)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, heldShot)
	defer cancel()
	c, err := s.o.Screen.CaptureWindows(ctx, frame, s.model.Windows)
	if err != nil || c.Image == nil {
		return nil
	}
	return &shot{c, s.model, s.model.Nodes[id].Bounds}
}

// secretsInPlace reports whether the password fields that show are where the model
// has them, so that painting over them hides them.
func (s *session) secretsInPlace(ctx context.Context) bool {
	for i := range s.model.Nodes {
		n := &s.model.Nodes[i]
		if !n.Secret || !n.States.Has(tree.Showing) {
			continue
		}
		if now, err := s.read(ctx, n.Handle, heldRead); err != nil || now.Bounds != n.Bounds {
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
		if hash := encodePicture(s.o.Journal, Mask(sh.capture, sh.frozen)); hash != "" {
			select {
			case s.shots <- kept{press, hash, sh.capture.Rect, sh.bounds}:
			case <-ctx.Done():
			}
		}
	}()
}
