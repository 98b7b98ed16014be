package gather

import (
	"context"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Camera takes pictures of windows.
type Camera interface {
	// Take takes a picture of a window as it looks without what lies over it.
	Take(ctx context.Context, w tree.Window) (*tree.Capture, error)
	// Hide returns the image without what a reading says is secret; false where the
	// reading does not tell all that may be.
	Hide(c *tree.Capture, f *inspector.Frozen) (*image.RGBA, bool)
}

// shot is a picture as it was taken.
type shot struct {
	window  tree.Window
	capture *tree.Capture
}

// pictures takes a picture of each audited window that can be seen, right after the
// reading, and reads again: only what was the same before and after is as the reading
// says. Where something changed all of it is done once more, with a new reading, while
// there is time.
func (g *Gatherer) pictures(ctx context.Context, s *audit.Subject) {
	if g.Camera == nil || g.Look == nil {
		return
	}
	within := g.limits().pictures
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for first := true; ; first = false {
		s.Unpictured = map[tree.NodeID]string{}
		shots := g.shoot(limited, s)
		if len(shots) == 0 {
			break
		}
		again, err := g.Look(limited)
		if err != nil || timeless(again) && !timeless(s.Frozen) {
			why := "whether it shows what was read cannot be told: the application could not be read again"
			if limited.Err() != nil {
				why += fmt.Sprintf(" within %v", within)
			}
			none(s, shots, why)
			break
		}
		c := compare(s.Frozen, again)
		if !first || !c.any() || !g.readAgain(limited, ctx, s) {
			g.keep(s, shots, c)
			break
		}
	}
	if len(s.Pictures) == 0 {
		for _, w := range s.Frozen.Windows { // the first one's is reason enough
			if why := s.Unpictured[w.Node]; why != "" {
				s.Lack(audit.NeedPicture, why)
			}
		}
	}
}

// none says why there is no picture of windows.
func none(s *audit.Subject, shots []shot, why string) {
	for _, x := range shots {
		s.Unpictured[x.window.Node] = why
	}
}

// timeless reports whether there was no time to read all.
func timeless(f *inspector.Frozen) bool {
	return slices.ContainsFunc(f.Cuts, func(c tree.Cut) bool { return c.Reason == tree.CutTime || c.Reason == tree.CutEnded })
}

// readAgain puts a new reading into the subject, where there is time for it and it is no
// worse than the one that is there.
func (g *Gatherer) readAgain(limited, ctx context.Context, s *audit.Subject) bool {
	if end, ok := limited.Deadline(); ok && time.Until(end) < 3*s.Took {
		return false
	}
	f, err := g.Read(ctx)
	if err != nil || !f.Complete() && s.Complete() {
		return false
	}
	windows := s.Windows
	if g.Windows != nil {
		if windows, err = g.Windows(f); err != nil {
			return false
		}
	}
	s.Frozen, s.Windows = f, windows
	return true
}

// shoot takes the pictures. The subject is told why there is none of a window.
func (g *Gatherer) shoot(ctx context.Context, s *audit.Subject) (shots []shot) {
	for _, w := range s.Frozen.Windows {
		if w.Frame.Empty() || !s.Scoped(w.Node) {
			continue
		}
		c, err := g.Camera.Take(ctx, w)
		switch {
		case err != nil:
			s.Unpictured[w.Node] = err.Error()
		case c.Image != nil:
			shots = append(shots, shot{w, c})
		}
	}
	return shots
}

// keep makes evidence of the pictures of windows that stayed where they were.
func (g *Gatherer) keep(s *audit.Subject, shots []shot, c *changes) {
	if c.many() {
		none(s, shots, "too much changed while the picture was taken")
		return
	}
	changed := c.elements()
	for _, x := range shots {
		if !c.stayed(x.window) {
			s.Unpictured[x.window.Node] = "the window moved, changed its size or closed while the picture was taken"
			continue
		}
		// What is secret may have moved while the picture was taken.
		safe := true
		for _, f := range []*inspector.Frozen{c.was, c.is} {
			hidden := *x.capture
			var known bool
			hidden.Image, known = g.Camera.Hide(x.capture, f)
			safe = safe && known
			x.capture = &hidden
		}
		if !safe {
			s.Unpictured[x.window.Node] = "a password field may be in what could not be read"
			continue
		}
		pic := audit.Picture{Window: x.window.Node, Rect: x.capture.Rect, Image: x.capture.Image, Changed: changed}
		if c.restless(pic.Rect) {
			pic.Restless = "elements came, went or moved while the picture was taken"
		}
		s.Pictures = append(s.Pictures, pic)
	}
}
