package app

import (
	"fmt"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
)

// buildBanner makes the strip over the picture that says what is going on: a
// recording, a replay, or why what is shown is not how it is now.
func (a *App) buildBanner() {
	a.bannerText = view.NewStatusText(a.tips, 0)
	a.banner = view.NewBar(view.StatusHeight, nil, a.bannerText, []fyne.CanvasObject{a.button("live", "dot", "Back to live")})
}

// updateBanner shows what is going on.
func (a *App) updateBanner() {
	shown := true
	why := a.doubt()
	switch {
	case a.recording.cancel != nil && !a.recording.ready:
		a.bannerText.Set("running", view.ColorCaution, "Recording begins …", "")
	case a.recording.cancel != nil:
		a.bannerText.Set("record", view.ColorBad, fmt.Sprintf("Recording %s · %s so far · Stop: Ctrl+Shift+R", view.OneLine(a.target.Name), count(len(a.recording.rec.Steps), "step")),
			"Everything you do in "+a.target.Name+" becomes a step. What you do in this window does not.")
	case a.replay.cancel != nil && a.replay.waiting:
		a.bannerText.Set("pause", view.ColorCaution, a.replayWords(), "")
	case a.replay.cancel != nil:
		a.bannerText.Set("replay", view.ColorAccent, a.replayWords(), "Esc stops it within one step")
	case a.tabs.cancel != nil:
		icon := view.Symbol("taborder")
		if a.tabs.phase == TabWaits {
			icon = "pick"
		}
		words, rest := a.tabWords()
		a.bannerText.Set(icon, view.ColorCaution, words, rest)
	case a.pointing != nil:
		words := a.pointing.what + ": click its element · Esc cancels"
		if f, id, ok := a.current(); ok && a.sel.ghost == nil {
			words = a.pointing.what + ": click its element · Enter takes " + f.Short(id) + " · Esc cancels"
		}
		a.bannerText.Set("pick", view.ColorAccent, words, "Click it in the tree or in the picture, or press Pick and then click it on the screen. "+a.insertionWords())
	case why != "":
		a.bannerText.Set("warning", view.ColorCaution, why+": as it was at "+a.seen.at.Format("15:04:05"), doubtHint)
	case a.offline != "" && a.seen != nil:
		a.bannerText.Set("document", view.ColorAccent, fmt.Sprintf("Not live: snapshot %s of %s", a.offline, takenAt(a.seen.at)),
			"Back to live shows a running application; Ctrl+L chooses another one.")
	default:
		shown = false
	}
	if live := a.buttons["live"]; live.Visible() != (a.offline != "") {
		if a.offline != "" {
			live.Show()
		} else {
			live.Hide()
		}
		a.banner.Arrange()
	}
	a.banner.Show(shown)
}
