package app

import (
	"context"
	"fmt"
	"os/user"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// tried is a locator that was offered when a step was recorded, and what it comes to
// in what is there now.
type tried struct {
	locator inspector.Locator
	found   inspector.Resolution
	agree   int // how many of the others match the same element
	others  int
}

// tryLocators looks for each of a target's locators. f is nil where the application
// is not shown.
func tryLocators(f *inspector.Frozen, t *inspector.Target) []tried {
	all := append([]inspector.Locator{t.Locator}, t.Witnesses...)
	list := make([]tried, len(all))
	for i, l := range all {
		list[i] = tried{locator: l, others: len(all) - 1}
		if f != nil {
			list[i].found = f.Match(l)
		}
	}
	for i := range list {
		for k := range list {
			if n := list[i].found.Node(); i != k && n != tree.None && list[k].found.Node() == n {
				list[i].agree++
			}
		}
	}
	return list
}

// line shows a locator with its proof of this moment.
func (t tried) line(used bool) view.Line {
	ln := view.Line{Title: t.locator.String(), Style: fyne.TextStyle{Monospace: true}, Icon: "question", IconColor: view.ColorCaution, Note: "not proven now: the application is not shown"}
	agreement := ""
	if t.others > 0 {
		agreement = fmt.Sprintf(" · agrees with %d of %s", t.agree, count(t.others, "other"))
	}
	switch t.found.Outcome {
	case inspector.Unique:
		ln.Icon, ln.IconColor = "check", view.ColorGood
		ln.Note = fmt.Sprintf("matches 1 of %d%s", t.found.Compared, agreement)
	case inspector.Ambiguous:
		ln.Icon, ln.IconColor, ln.Note = "twins", view.ColorBad, fmt.Sprintf("ambiguous: matches %d", len(t.found.Matches))
	case inspector.Stale:
		ln.Icon, ln.IconColor, ln.Note = "ghost", view.ColorBad, fmt.Sprintf("stale: none of %d matches", t.found.Compared)
	case inspector.Unknown:
		ln.Note = "unknown: " + t.found.Reason
	}
	if used {
		ln.Cells = []view.Cell{{Text: "in use", Width: 52}}
	}
	return ln
}

// otherLocators says why there is no other locator for the chosen step.
func (a *App) otherLocators() string {
	switch s := a.chosenStep(); {
	case s == nil:
		return "choose one step first"
	case s.Target == nil:
		return "this step is about no element"
	case len(s.Target.Witnesses) == 0:
		return "no other locator was offered when it was recorded"
	}
	return ""
}

// chooseLocator lets a person choose another of the locators that were offered when
// the step was recorded, each with its proof of this moment.
func (a *App) chooseLocator() {
	s := *a.chosenStep()
	f := a.liveFrozen()
	var list []tried
	a.do(proveLimit, func(context.Context) { list = tryLocators(f, s.Target) }, func() {
		lines := make([]view.Line, len(list))
		for i, t := range list {
			lines[i] = t.line(i == 0)
		}
		options := view.NewOptions(a.tips, "Locators", lines, a.optionKey)
		why := a.dialogEntry(false)
		why.PlaceHolder = "why this one"
		about := widget.NewLabel(s.Target.Describe)
		about.Truncation = fyne.TextTruncateEllipsis
		space := container.New(layout.NewCustomPaddedLayout(4, 8, 0, 0), container.New(fixed{fyne.NewSize(640, options.Height(8))}, options.Object))
		a.ask("Choose another locator", container.NewVBox(about, space, widget.NewForm(widget.NewFormItem("Reason", why))), "Choose", widget.HighImportance, fyne.NewSize(860, 0), nil, func() {
			chosen := list[max(0, options.Chosen())]
			switch {
			case options.Chosen() <= 0:
				a.say("nothing changed: that locator is in use")
			case f != nil && chosen.found.Outcome != inspector.Unique:
				a.say("not chosen: it is " + string(chosen.found.Outcome) + " now")
			default:
				a.edit(recorder.ChooseLocator{Step: s.ID, Locator: chosen.locator.String(), Review: review(why.Text)})
			}
		})
		a.question.list = options
		options.Focus(a.window.Canvas())
	})
}

// review is the decision of the person at the window.
func review(why string) recorder.Review {
	return recorder.Review{At: time.Now().Round(0), By: login(), Why: why}
}

// login is the name of the person in this session, "" where it cannot be told.
var login = sync.OnceValue(func() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
})
