package app

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// blindLimit is how long the pictures of an audit may be compared with its elements.
const blindLimit = 20 * time.Second

// blindness is what the audit that is shown tells of places that are on the screen and
// in no element, and how much of it can be drawn over what is shown now.
type blindness struct {
	on   bool          // drawn over the picture, for as long as the window is open
	of   *audit.Report // the audit that is shown
	done bool          // it was looked for
	maps []blindMap
	bare []string // of each window that was not looked at why
	why  string   // why it was not looked for, "" where it was

	placed *observation // what the marks were made for
	choice tree.Handle  // and the window that was chosen
	marks  []view.Mark
	lost   blindLoss
}

// blindMap is the map of one window, with what is needed to find it again.
type blindMap struct {
	*audit.BlindMap
	handle  tree.Handle
	frame   tree.Rect // of the window, when it was audited
	picture *audit.Picture
}

// blindLoss counts the spots that are not drawn.
type blindLoss struct {
	changed int // it looks different there now, or the window has another size
	away    int // their window is not shown
}

// auditShown follows which audit is shown: it is called after each change of the
// findings, and has the blind spots of a new one looked for.
func (a *App) auditShown() {
	b := &a.blind
	r := a.auditing.report
	if r == b.of {
		return
	}
	*b = blindness{on: b.on, of: r}
	a.walkShown()
	if r == nil {
		a.updateMarks()
		return
	}
	s := r.Subject
	if b.why = noBlindMap(s); b.why != "" {
		b.done = true
		a.updateLegend()
		return
	}
	var maps []blindMap
	var bare []string
	a.do(blindLimit, func(ctx context.Context) { maps, bare = mapBlind(ctx, s) }, func() {
		if a.blind.of != r {
			return // another audit is shown by now
		}
		b.done, b.maps, b.bare = true, maps, bare
		switch {
		case len(maps) > 0:
		case len(bare) > 0:
			b.why = bare[0]
		default:
			b.why = "the picture of the window is empty"
		}
		a.updateMarks()
		a.updateCommands()
	})
	a.updateLegend()
}

// noBlindMap says why the blind spots of an audit cannot be looked for, "" where they can.
func noBlindMap(s *audit.Subject) string {
	if len(s.Pictures) == 0 {
		return cmp.Or(s.Lacks[audit.NeedPicture], "the audit has no picture of the window")
	}
	for i := range s.Pictures {
		if s.Pictures[i].Window != tree.None {
			return ""
		}
	}
	return "the saved picture is of several windows, and one may lie over another"
}

// mapBlind maps the pictures of an audit, and says of its other windows why not.
func mapBlind(ctx context.Context, s *audit.Subject) (maps []blindMap, bare []string) {
	for _, w := range s.Frozen.Windows {
		if !s.Scoped(w.Node) || w.Frame.Empty() {
			continue
		}
		had, why := false, cmp.Or(s.Unpictured[w.Node], "it has no picture")
		for i := range s.Pictures {
			p := &s.Pictures[i]
			if p.Window != w.Node {
				continue
			}
			if ctx.Err() != nil {
				why = fmt.Sprintf("it took longer than %v", blindLimit)
			} else if m := audit.MapBlindSpots(s, p); m != nil && m.Drawn > 0 {
				maps = append(maps, blindMap{BlindMap: m, handle: s.Nodes[w.Node].Handle, frame: w.Frame, picture: p})
				had = true
			} else {
				why = cmp.Or(p.Restless, "nothing is drawn in its picture")
			}
		}
		if !had {
			bare = append(bare, why)
		}
	}
	return maps, bare
}

// blindMarks are the marks of the blind spots over what is shown now.
func (a *App) blindMarks() []view.Mark {
	b := &a.blind
	if !b.on || a.seen == nil || len(b.maps) == 0 {
		return nil
	}
	if b.placed == nil || b.placed.frozen != a.seen.frozen || b.placed.capture != a.seen.capture || b.choice != a.windowChoice {
		b.placed, b.choice = a.seen, a.windowChoice
		b.marks, b.lost = placeBlind(b.maps, a.seen, a.windowChoice)
	}
	return b.marks
}

// placeBlind places the spots over an observation: where their window is by now. A spot
// where the picture has changed is none that anybody knows of.
func placeBlind(maps []blindMap, seen *observation, choice tree.Handle) (marks []view.Mark, lost blindLoss) {
	for _, m := range maps {
		frame, shown := tree.Rect{}, false
		for _, w := range seen.frozen.Windows {
			if seen.frozen.Nodes[w.Node].Handle == m.handle && !w.Frame.Empty() {
				frame, shown = w.Frame, choice == "" || choice == m.handle
			}
		}
		if !shown {
			lost.away += len(m.Spots)
			continue
		}
		dx, dy := frame.X-m.frame.X, frame.Y-m.frame.Y
		for _, spot := range m.Spots {
			at := spot.Rect
			at.X, at.Y = at.X+dx, at.Y+dy
			if frame.W != m.frame.W || frame.H != m.frame.H || !looksAlike(m.picture, spot.Rect, seen.capture, at) {
				lost.changed++
				continue
			}
			marks = append(marks, view.Mark{Kind: view.MarkBlind, Bounds: tree.Bounds{Rect: at, State: tree.Known, Confidence: tree.Derived}})
		}
	}
	return marks, lost
}

const (
	// unlike is the difference in a channel from which two pixels differ, and leastUnlike
	// the share of the pixels of a place, as 1 of so many, from which it has changed.
	unlike, leastUnlike = 24, 25
)

// looksAlike reports whether a place of the picture of an audit looks like another place
// now, or whether nobody can tell.
func looksAlike(was *audit.Picture, at tree.Rect, now *tree.Capture, there tree.Rect) bool {
	if now == nil || now.Image == nil || now.Image.Rect.Dx() != now.Rect.W || now.Image.Rect.Dy() != now.Rect.H || was.Image == nil {
		return true
	}
	if audit.Meet(there, now.Rect) != there || audit.Meet(at, was.Rect) != at {
		return false // it reaches out of the picture by now
	}
	a, b := was.Image.Bounds().Min, now.Image.Bounds().Min
	from := image.Pt(a.X+at.X-was.Rect.X, a.Y+at.Y-was.Rect.Y)
	to := image.Pt(b.X+there.X-now.Rect.X, b.Y+there.Y-now.Rect.Y)
	differ := 0
	for y := range at.H {
		i, j := was.Image.PixOffset(from.X, from.Y+y), now.Image.PixOffset(to.X, to.Y+y)
		for range at.W {
			for k := range 3 {
				if d := int(was.Image.Pix[i+k]) - int(now.Image.Pix[j+k]); d >= unlike || -d >= unlike {
					differ++
					break
				}
			}
			i, j = i+4, j+4
		}
	}
	return differ*leastUnlike <= at.W*at.H
}

// toggleBlind draws the blind spots over the picture, or takes them away.
func (a *App) toggleBlind() {
	a.blind.on = !a.blind.on
	a.updateMarks()
}

// updateLegend says what is drawn over the picture.
func (a *App) updateLegend() {
	icon, color, text, hint := a.blindWords()
	changed := a.legend.Blind.Set(icon, color, text, hint)
	icon, color, text, hint = a.stopWords()
	if a.legend.Stops.Set(icon, color, text, hint) || changed {
		a.legend.Arrange()
	}
}

// blindWords is the line of the blind spots in the legend.
func (a *App) blindWords() (icon view.Symbol, color fyne.ThemeColorName, text, hint string) {
	b := &a.blind
	switch {
	case !b.on || b.of == nil || a.seen == nil:
		return "", "", "", ""
	case a.replayMarks != nil:
		return "blindspots", view.ColorDim, "Blind spots: not drawn while the picture shows a step", ""
	case b.why != "":
		return "question", view.ColorCaution, "Blind spots were not looked for: " + b.why, ""
	case !b.done:
		return "running", view.ColorAccent, "Looking for blind spots …", ""
	}
	drawn, blind, spots, unplaced := 0, 0, 0, 0
	for _, m := range b.maps {
		drawn, blind, spots, unplaced = drawn+m.Drawn, blind+m.Blind, spots+len(m.Spots), unplaced+m.Unplaced
	}
	words := []string{fmt.Sprintf("%s: %.1f %% of what is drawn", count(spots, "blind spot"), 100*float64(blind)/float64(drawn))}
	if spots == 0 {
		words[0] = "No blind spots"
	}
	icon, color = "blindspots", view.ColorBlind
	if n := b.lost.changed; n > 0 {
		words = append(words, fmt.Sprintf("%d not drawn: it looks different there now", n))
	}
	if n := b.lost.away; n > 0 {
		words = append(words, fmt.Sprintf("%d in a window that is not shown", n))
	}
	if n := len(b.bare); n > 0 {
		words = append(words, count(n, "window")+" not looked at: "+b.bare[0])
	}
	words = append(words, "at "+a.auditing.at.Format("15:04:05"))
	hint = "Hatched: what is drawn there belongs to no element, so that it is there for nobody who does not see it, and for no test."
	if unplaced > 0 {
		hint += " The place of " + count(unplaced, "element") + " is not proven: some of the spots may be theirs."
	}
	return icon, color, strings.Join(words, " · "), hint
}
