package app

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// hasEnded is the problem of an application whose process is gone.
const hasEnded = "has ended"

// findRestarted looks whether the application that has ended was started again and
// goes on with the new process, if there is exactly one of the name. A person who
// works on an application starts it over and over.
func (a *App) findRestarted() {
	ended := a.watch
	mayGoOn := func() bool {
		return a.watch == ended && a.problem == hasEnded && a.recording.cancel == nil && a.replay.cancel == nil && !a.asked()
	}
	if !mayGoOn() {
		return
	}
	a.applications(func(apps []tree.Application, _ string) {
		var again []tree.Application
		for _, app := range apps {
			if app.Name == a.target.Name && app.Problem == "" && !app.SameProcess(a.target) {
				again = append(again, app)
			}
		}
		if mayGoOn() && len(again) == 1 {
			a.goOnWith(again[0])
		}
	})
}

// identify asks again who the application is, which could not say so when it was
// chosen, and then reads it as what it is: places on the screen are read by toolkit,
// so that nothing is shown of what was read without knowing that.
func (a *App) identify() {
	asked := a.watch
	a.applications(func(apps []tree.Application, _ string) {
		for _, app := range apps {
			if a.watch == asked && app.Problem == "" && app.SameProcess(a.target) {
				a.observe(app)
				return
			}
		}
	})
}

// goOnWith shows a new process and keeps what was selected, by its locator: handles
// mean nothing in another process.
func (a *App) goOnWith(app tree.Application) {
	var selected *inspector.Locator
	if t := a.sel.target; t != nil {
		selected = &t.Locator
	}
	a.observe(app)
	a.reselect = selected
	a.say(fmt.Sprintf("%s was started again: process %d", app.Name, app.PID))
}

// selectAgain selects what was selected in the process before, where its locator
// names exactly one element of this one. It is called after each observation.
func (a *App) selectAgain() {
	l := a.reselect
	if l == nil || a.seen == nil {
		return
	}
	a.reselect = nil
	if r := a.seen.frozen.Match(*l); r.Outcome == inspector.Unique && a.sel.handle == "" {
		a.selectNode(r.Node(), true)
	}
}
