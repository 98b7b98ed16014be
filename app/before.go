package app

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// silences are what a toolkit changes without telling (measured, see
// docs/architecture.md), by the beginning of its name.
var silences = []struct{ toolkit, version, words string }{
	{"gtk", "4", "GTK 4 does not tell what moves along or comes to show; that is found by reading again. Its check boxes offer no action, so their replay needs real input."},
	{"gtk", "", "GTK 3 does not tell of scrolling; that is found by reading again."},
	{"qt", "", "Qt seldom tells that something was enabled, came, went or moved; that is found by reading again."},
	{"chromium", "", "Chromium does not tell what comes to show or moves in a page, nor another title of it; that is found by reading again."},
	{"gecko", "", "Firefox does not tell what comes to show or moves in a page; that is found by reading again."},
}

func silenceOf(app tree.Application) string {
	for _, s := range silences {
		if strings.HasPrefix(strings.ToLower(app.Toolkit), s.toolkit) && strings.HasPrefix(app.ToolkitVersion, s.version) {
			return s.words
		}
	}
	return ""
}

// recordable says what can be seen of the application that is shown while it is
// recorded, and what not. Nothing without one.
func (a *App) recordable() (title string, facts []view.Field) {
	if a.seen == nil || a.offline != "" {
		return "", nil
	}
	good := func(key, words string) { facts = append(facts, view.Fact(key, words, "check", view.ColorGood)) }
	caution := func(key, words string) { facts = append(facts, view.Fact(key, words, "warning", view.ColorCaution)) }
	plain := func(key, words string) { facts = append(facts, view.Fact(key, words, "dot", view.ColorDim)) }
	f := a.seen.frozen

	session := recorder.SessionKind()
	switch {
	case a.s.Record == nil:
		caution("Session", session+": recording is not possible here; samebutton doctor says what is missing")
	case session == "x11":
		good("Session", "X11: each press is held for some milliseconds until its element is fixed. An open menu has the pointer itself: what is pressed in it is looked up in the picture of just before.")
	default:
		caution("Session", session+": only what runs under X11 is seen, and presses elsewhere are not")
	}
	if f.Complete() {
		good("Reading", "complete: "+count(len(f.Nodes), "element")+", so that steps are proven")
	} else {
		caution("Reading", "partial: "+cuts(f.Cuts)+". Steps on what may have a twin in what is missing are not proven; Ctrl+Shift+I says where.")
	}
	s := f.Survey()
	switch {
	case s.Ambiguous+s.Unnamed == 0:
		good("Elements", fmt.Sprintf("all of the %d that can be used can be told apart", s.Interactive))
	default:
		caution("Elements", fmt.Sprintf("%d of the %d that can be used cannot be told from others and %d have no name: steps on them cannot be replayed", s.Ambiguous, s.Interactive, s.Unnamed))
	}
	switch {
	case !a.seen.heard:
		caution("Events", "this application does not tell what it changes: it is read again and again")
	case silenceOf(a.target) != "":
		plain("Events", silenceOf(a.target))
	default:
		good("Events", "it tells what it changes")
	}
	secrets := 0
	for i := range f.Nodes {
		if f.Nodes[i].Secret {
			secrets++
		}
	}
	words := "passwords are never read nor stored: their steps ask for a value at each replay"
	if secrets > 0 {
		words += "; there is " + count(secrets, "password field") + " just now"
	}
	good("Secrets", words)
	if a.allowInput {
		plain("Replay", "may use the real pointer and keys where an element has no action of its own (menu Replay)")
	} else {
		plain("Replay", "uses no real pointer and keys unless you allow it (menu Replay): key chords, drags and double clicks need that")
	}
	plain("This window", "what you do in Samebutton itself is not recorded")
	return "What can be recorded of " + view.OneLine(a.target.Name), facts
}

// showRecordable shows that where nothing is recorded yet.
func (a *App) showRecordable() {
	if len(a.recording.rec.Steps) > 0 {
		return
	}
	title, facts := a.recordable()
	if title != a.factsTitle || !slices.EqualFunc(facts, a.facts, func(x, y view.Field) bool { return x.Key == y.Key && x.Value == y.Value }) {
		a.factsTitle, a.facts = title, facts
		a.drawer.Steps.SetFacts(title, facts)
	}
}

// explainRecordable shows it in a dialog, whatever is recorded.
func (a *App) explainRecordable() {
	title, facts := a.recordable()
	page := view.NewFactsPage(a.tips)
	page.Set("", facts)
	const width = 720
	a.explain(title, container.New(fixed{fyne.NewSize(width, page.Height(width))}, page.Object), fyne.NewSize(width+24, 0))
	a.question.list = page
}
