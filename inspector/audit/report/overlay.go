package report

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// blindData is the blind spots of one picture, in its pixels.
type blindData struct {
	Share    string
	Spots    []spotData
	Unplaced int
}

type spotData struct {
	tree.Rect
	Share, Around string
}

// tabData is where a stop of the Tab key is drawn in a picture: a disc with its numbers.
type tabData struct {
	X, Y   int
	Number string // "2", or "2, 9" where the focus was twice
	Title  string
	// To is where the next stop is drawn, where Line says that there is one.
	ToX, ToY int
	Line     bool
}

// Half and Width are those of the disc, wide enough for its numbers.
func (t tabData) Half() int  { return max(9, 5+4*len(t.Number)) }
func (t tabData) Width() int { return 2 * t.Half() }

// worstBlind is the largest blind share of a picture in words.
func worstBlind(d *Document) string {
	if len(d.BlindSpots) == 0 {
		return ""
	}
	worst := 0.0
	for _, m := range d.BlindSpots {
		worst = max(worst, m.Share)
	}
	return percent(worst)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// blindIn returns the blind spots of a picture, nil where they were not mapped.
func blindIn(d *Document, picture audit.Picture, state audit.State) *blindData {
	if picture.Window == tree.None {
		return nil
	}
	title, at := titleOf(state.Report.Subject, picture.Window), audit.Brief(state.Title)
	for _, m := range d.BlindSpots {
		if m.Window != title || m.State != at || m.Rect.X != picture.Rect.X || m.Rect.Y != picture.Rect.Y {
			continue
		}
		out := &blindData{Share: percent(m.Share), Unplaced: m.Unplaced}
		for _, spot := range m.Spots {
			r := spot.Rect
			r.X, r.Y = r.X-picture.Rect.X, r.Y-picture.Rect.Y
			out.Spots = append(out.Spots, spotData{r, percent(spot.Share), spot.Around})
		}
		return out
	}
	return nil
}

// tabsIn returns the stops of the walk that lie in a picture of its window. The walk's
// end at its start is no stop of its own.
func tabsIn(d *Document, picture audit.Picture, state audit.State) []tabData {
	s := state.Report.Subject
	if d.Tabs == nil || s.Tabs == nil || s.Tabs.Window != picture.Window {
		return nil
	}
	var all []tabData
	at := map[tree.Rect]int{}
	for i, stop := range d.Tabs.Numbered() {
		if stop.Bounds == nil || !stop.Bounds.Intersects(picture.Rect) {
			continue
		}
		number := fmt.Sprint(i + 1)
		if k, again := at[*stop.Bounds]; again {
			all[k].Number += ", " + number
			continue
		}
		// At its left edge, where it hides no text of the element.
		x, y := stop.Bounds.X-picture.Rect.X, stop.Bounds.Y+stop.Bounds.H/2-picture.Rect.Y
		if n := len(all); n > 0 {
			all[n-1].ToX, all[n-1].ToY, all[n-1].Line = x, y, true
		}
		at[*stop.Bounds] = len(all)
		all = append(all, tabData{X: x, Y: y, Number: number, Title: number + ": " + stop.Element})
	}
	return all
}

// Numbered are the stops without the last one where that is the first one again.
func (t *Tabs) Numbered() []TabStop {
	if t.Closed {
		return t.Stops[:len(t.Stops)-1]
	}
	return t.Stops
}
