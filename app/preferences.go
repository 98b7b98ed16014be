package app

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
)

// preferences is what the window remembers of how a person set it up. Recordings
// and runs are never kept here: Fyne rewrites this file in place.
type preferences struct{ p fyne.Preferences }

const (
	keyTheme       = "theme"
	keyApplication = "application"
	keyLeft        = "pane.tree"
	keyRight       = "pane.element"
	keyBottom      = "pane.drawer"
	keyHideLeft    = "pane.tree.hidden"
	keyHideRight   = "pane.element.hidden"
	keyHideBottom  = "pane.drawer.hidden"
	keyZoom        = "zoom" // 0: fit
	keyBoxes       = "tree.boxes"
	keyFilter      = "tree.filter"
	keyEventText   = "events.text"
	keyEventKind   = "events.kind"
	keyWidth       = "window.width"
	keyHeight      = "window.height"
	keyPause       = "replay.pause" // between two steps, in milliseconds
)

func (p preferences) mode() view.Mode {
	switch m := view.Mode(p.p.String(keyTheme)); m {
	case view.ModeLight, view.ModeDark:
		return m
	}
	return view.ModeSystem
}

func (p preferences) setMode(m view.Mode) { p.p.SetString(keyTheme, string(m)) }

func (p preferences) application() string        { return p.p.String(keyApplication) }
func (p preferences) setApplication(name string) { p.p.SetString(keyApplication, name) }

func (p preferences) boxes() bool      { return p.p.Bool(keyBoxes) }
func (p preferences) setBoxes(on bool) { p.p.SetBool(keyBoxes, on) }

func (p preferences) filter() bool      { return p.p.Bool(keyFilter) }
func (p preferences) setFilter(on bool) { p.p.SetBool(keyFilter, on) }

// eventFilter returns which events are shown: text and kind.
func (p preferences) eventFilter() (text, kind string) {
	return p.p.String(keyEventText), p.p.String(keyEventKind)
}

func (p preferences) setEventFilter(text, kind string) {
	p.p.SetString(keyEventText, text)
	p.p.SetString(keyEventKind, kind)
}

func (p preferences) zoom() float64     { return p.p.Float(keyZoom) }
func (p preferences) setZoom(z float64) { p.p.SetFloat(keyZoom, z) }

// sizes returns the sizes of the panes; nonsense in the file is not believed.
func (p preferences) sizes() view.Sizes {
	f := func(key string, fallback float64) float32 {
		v := p.p.FloatWithFallback(key, fallback)
		if !(v >= 80 && v <= 4000) {
			v = fallback
		}
		return float32(v)
	}
	return view.Sizes{
		Left: f(keyLeft, 300), Right: f(keyRight, 350), Bottom: f(keyBottom, 160),
		HideLeft: p.p.Bool(keyHideLeft), HideRight: p.p.Bool(keyHideRight), HideBottom: p.p.Bool(keyHideBottom),
	}
}

func (p preferences) setSizes(s view.Sizes) {
	p.p.SetFloat(keyLeft, float64(s.Left))
	p.p.SetFloat(keyRight, float64(s.Right))
	p.p.SetFloat(keyBottom, float64(s.Bottom))
	p.p.SetBool(keyHideLeft, s.HideLeft)
	p.p.SetBool(keyHideRight, s.HideRight)
	p.p.SetBool(keyHideBottom, s.HideBottom)
}

// pause is how long a replay pauses between two steps; what no menu offers is not
// believed.
func (p preferences) pause() time.Duration {
	d := time.Duration(p.p.Int(keyPause)) * time.Millisecond
	if slices.ContainsFunc(speeds, func(s speed) bool { return s.pause == d }) {
		return d
	}
	return 0
}

func (p preferences) setPause(d time.Duration) { p.p.SetInt(keyPause, int(d.Milliseconds())) }

func (p preferences) window() fyne.Size {
	f := func(key string, fallback float64) float32 {
		v := p.p.FloatWithFallback(key, fallback)
		if !(v >= 400 && v <= 8000) {
			v = fallback
		}
		return float32(v)
	}
	return fyne.NewSize(f(keyWidth, 1280), f(keyHeight, 820))
}

func (p preferences) setWindow(s fyne.Size) {
	p.p.SetFloat(keyWidth, float64(s.Width))
	p.p.SetFloat(keyHeight, float64(s.Height))
}
