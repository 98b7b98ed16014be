package app

import (
	"fmt"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/inspector"
)

// tally is a count in the status line; pressing it looks for what it counts, and
// pressing it again for the next one.
type tally struct {
	id, label string // of its command
	key       fyne.KeyName
	word      string // as in "3 ambiguous", and after "is:"
	shown     string // in its place on the screen, where that differs
	icon      view.Symbol
	color     fyne.ThemeColorName
	of        func(*inspector.Survey) int
	always    bool // also where there are none
}

var tallies = []tally{
	{id: "find-interactive", label: "Find Interactive", key: fyne.KeyI, word: "interactive", always: true, of: func(s *inspector.Survey) int { return s.Interactive }},
	{id: "find-unique", label: "Find Unique", key: fyne.KeyU, word: "unique", icon: "check", color: view.ColorGood, always: true, of: func(s *inspector.Survey) int { return s.Unique }},
	{id: "find-context", label: "Find Unique by Context", key: fyne.KeyC, word: "context", shown: "by context", icon: "tilde", color: view.ColorGood, of: func(s *inspector.Survey) int { return s.ByContext }},
	{id: "find-ambiguous", label: "Find Ambiguous", key: fyne.KeyA, word: "ambiguous", icon: "twins", color: view.ColorBad, always: true, of: func(s *inspector.Survey) int { return s.Ambiguous }},
	{id: "find-unnamed", label: "Find Unnamed", key: fyne.KeyN, word: "unnamed", icon: "warning", color: view.ColorCaution, always: true, of: func(s *inspector.Survey) int { return s.Unnamed }},
	{id: "find-unproven", label: "Find Unproven", key: fyne.KeyP, word: "unproven", icon: "question", color: view.ColorCaution, of: unproven},
}

func unproven(s *inspector.Survey) int {
	return s.Interactive - s.Unique - s.ByContext - s.Ambiguous - s.Unnamed
}

// find is what the search field says while this is looked for.
func (t *tally) find() string { return "is:" + t.word }

// countCommands are the commands of the counts, for the Inspect menu.
func (a *App) countCommands(shown func() string) []*command {
	var cs []*command
	for i := range tallies {
		t := &tallies[i]
		cs = append(cs, &command{id: t.id, menu: "Inspect", label: t.label, key: t.key, mod: ctrlAlt, do: func() { a.findTally(t) }, why: shown, rule: i == 0})
	}
	return cs
}

func (a *App) findTally(t *tally) {
	if a.searchEntry.Text == t.find() {
		a.searchStep(1)
		return
	}
	a.searchEntry.SetText(t.find())
}

// makeCounts makes the buttons of the counts.
func (a *App) makeCounts() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{a.counts}
	for _, t := range tallies {
		b := view.NewCountButton(a.tips, t.icon, t.color, func() { a.run(t.id) })
		b.Hide()
		a.tallies = append(a.tallies, b)
		objects = append(objects, b)
	}
	return objects
}

// updateCounts shows the counts of what is shown; while it is in doubt nothing of
// it is counted as proven.
func (a *App) updateCounts() {
	text := ""
	if a.seen != nil {
		text = count(len(a.seen.frozen.Nodes), "element")
		if a.problem != "" {
			text += " · none proven now"
		}
	}
	changed := a.counts.Set("", "", text, "")
	for i, b := range a.tallies {
		t := &tallies[i]
		n := -1
		if a.seen != nil && a.problem == "" {
			if n = t.of(a.seen.frozen.Survey()); n == 0 && (!t.always || !a.seen.frozen.Complete()) {
				n = -1
			}
		}
		changed = a.showTally(b, t, n) || changed
	}
	if changed {
		a.status.Arrange()
	}
}

// showTally shows a count, or hides it below 0, and reports whether it changed.
func (a *App) showTally(b *view.ToolButton, t *tally, n int) bool {
	if n < 0 {
		was := b.Visible()
		b.Hide()
		return was
	}
	words := t.word
	if t.shown != "" {
		words = t.shown
	}
	text := fmt.Sprintf("%d %s", n, words)
	b.SetEnabled(n > 0)
	c := a.command(t.id)
	b.SetHint(c.label + "  " + c.keys() + ": press again for the next one")
	if b.Visible() && b.Text() == text {
		return false
	}
	b.SetText(text)
	b.Show()
	return true
}
