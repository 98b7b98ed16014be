package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
)

const (
	listLimit  = 6 * time.Second
	startLimit = 30 * time.Second
)

// chooseApplication opens the list of applications below its button.
func (a *App) chooseApplication() {
	if a.s.Backend == nil {
		return
	}
	a.closePopup()
	again := view.NewToolButton(a.tips, "refresh", "Ask again", "Ask all applications again", a.listApplications)
	sample := view.NewToolButton(a.tips, "start", "Start the sample", "Start the sample application Orders", func() {
		a.closePopup()
		a.run("sample")
	})
	sample.SetEnabled(a.s.StartSample != nil)
	c := view.NewChooser(a.tips, again, sample)
	c.OnChoose = func(app tree.Application) {
		a.closePopup()
		a.observe(app)
		a.focusTree()
	}
	c.OnClose = a.closePopup
	a.chooser = c
	a.popup = widget.NewPopUp(c.Object, a.window.Canvas())
	at := a.driver().AbsolutePositionForObject(a.appButton)
	size := a.window.Canvas().Size()
	a.popup.Resize(fyne.NewSize(min(560, size.Width-16), min(360, size.Height-at.Y-60)))
	a.popup.ShowAtPosition(at.AddXY(0, a.appButton.Size().Height+2))
	a.window.Canvas().Focus(c.Entry)
	a.listApplications()
}

func (a *App) closePopup() {
	a.tips.Hide()
	if a.popup != nil {
		a.popup.Hide()
		a.popup, a.chooser = nil, nil
	}
}

// listApplications asks the backend and fills the chooser, if it is open.
func (a *App) listApplications() {
	a.applications(func(apps []tree.Application, problem string) {
		if a.chooser != nil {
			now := time.Now()
			candidates := make([]view.Candidate, len(apps))
			for i, app := range apps {
				candidates[i] = view.Candidate{Application: app, Began: began(app, now)}
			}
			a.chooser.Set(candidates, problem)
		}
	})
}

func (a *App) applications(then func([]tree.Application, string)) {
	var apps []tree.Application
	var err error
	a.do(listLimit, func(ctx context.Context) { apps, err = a.s.Backend.Applications(ctx) }, func() {
		problem := ""
		if err != nil {
			problem = explainRead(err)
		}
		then(apps, problem)
	})
}

// observe shows another application from now on.
func (a *App) observe(target tree.Application) {
	if a.recording.cancel != nil || a.replay.cancel != nil {
		a.say("stop the recording or the replay first")
		return
	}
	a.leave()
	a.absent = ""
	a.target, a.hasTarget = target, true
	a.watch = a.newWatch(target)
	a.prefs.setApplication(target.Name)
	a.updateStatus()
	a.updateCommands()
	a.showPanes()
}

// leave ends observing and forgets what was shown of it.
func (a *App) leave() {
	if a.watch != nil {
		a.watch.close()
		a.watch = nil
	}
	a.hasTarget, a.offline, a.problem, a.windowChoice = false, "", "", ""
	a.seen, a.replayMarks = nil, nil
	a.showDoubt()
	a.folded = map[tree.Handle]bool{}
	a.focused = ""
	a.found.hits, a.found.in, a.reselect = nil, nil, nil
	a.sel = selection{node: tree.None, asked: a.sel.asked + 1}
	a.updateOutline()
	a.element.Clear()
	a.tree.SetRows(nil, -1, false)
	a.stage.Clear()
	a.forgetAudit()
	if a.tabs.cancel != nil {
		a.tabs.cancel() // no key goes to an application that was left
	}
	a.drawer.Events.Clear()
	a.drawer.Events.SetEmpty("No events yet", "What the application says that it changed appears here.")
	a.showPanes()
}

// chooseWindow opens the list of windows of the application.
func (a *App) chooseWindow() {
	if a.seen == nil {
		return
	}
	f := a.seen.frozen
	items := []*fyne.MenuItem{fyne.NewMenuItem("All windows", func() { a.showWindow("") }), fyne.NewMenuItemSeparator()}
	items[0].Checked = a.windowChoice == ""
	for _, id := range f.Nodes[0].Children {
		h := f.Nodes[id].Handle
		item := fyne.NewMenuItem(view.Ellipsis(f.Short(id), 420, 13, fyne.TextStyle{}), func() { a.showWindow(h) })
		item.Checked = a.windowChoice == h
		items = append(items, item)
	}
	at := a.driver().AbsolutePositionForObject(a.windowButton).AddXY(0, a.windowButton.Size().Height+2)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), a.window.Canvas(), at)
}

func (a *App) showWindow(h tree.Handle) {
	if a.windowChoice != h && a.stopAudit() {
		a.say("the audit was stopped: another window is shown")
	}
	a.windowChoice = h
	if a.seen != nil {
		a.showTree(true)
		a.showStage()
	}
	a.updateCommands()
}

// startSample starts the sample application and observes it.
func (a *App) startSample() {
	var pid int
	var err error
	a.say("starting the sample …")
	a.do(startLimit, func(ctx context.Context) { pid, err = a.s.StartSample(ctx) }, func() {
		if err != nil {
			a.warn(err)
			return
		}
		a.say("the sample is running")
		if a.s.Backend != nil {
			a.findStarted(pid, time.Now().Add(startLimit))
		}
	})
}

// findStarted looks for an application by its process until it is there: it
// joins the accessibility bus a little after its window.
func (a *App) findStarted(pid int, until time.Time) {
	a.applications(func(apps []tree.Application, problem string) {
		for _, app := range apps {
			if app.PID == pid && app.Problem == "" {
				a.observe(app)
				return
			}
		}
		if time.Now().After(until) {
			a.warn(fmt.Errorf("the sample (process %d) does not show up among the applications; %s", pid, problem))
			return
		}
		a.do(time.Second, func(ctx context.Context) {
			t := time.NewTimer(200 * time.Millisecond)
			defer t.Stop()
			select {
			case <-ctx.Done():
			case <-t.C:
			}
		}, func() { a.findStarted(pid, until) })
	})
}

// observeFirst chooses the application that was asked for, or that of the last
// time, if there is exactly one.
func (a *App) observeFirst() {
	asked := a.s.Application
	name := asked
	if name == "" {
		name = a.prefs.application()
	}
	if name == "" || a.s.Backend == nil {
		return
	}
	a.applications(func(apps []tree.Application, _ string) {
		hits := named(apps, name, asked != "")
		switch {
		case a.hasTarget:
		case len(hits) == 1:
			a.observe(hits[0])
		case asked != "" && len(hits) == 0:
			a.absent = fmt.Sprintf("No application is called %q", view.Beginning(asked))
			a.showPanes()
		case asked != "":
			a.absent = fmt.Sprintf("%d applications are called %q", len(hits), view.Beginning(asked))
			a.showPanes()
		}
	})
}

// named returns the applications with a process number or name, or, where there
// is none and parts count too, with a part of the name.
func named(apps []tree.Application, name string, parts bool) []tree.Application {
	var exact, part []tree.Application
	for _, app := range apps {
		switch {
		case app.Problem != "":
		case app.Name == name || strconv.Itoa(app.PID) == name:
			exact = append(exact, app)
		case parts && strings.Contains(strings.ToLower(app.Name), strings.ToLower(name)):
			part = append(part, app)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return part
}
