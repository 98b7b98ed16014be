package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// TabWalk is a walk with the Tab key as a person asked for it.
type TabWalk struct {
	Application tree.Application
	// Window is the one to walk through; "" for that of the application which gets the
	// keyboard.
	Window tree.Handle
	// ThroughText sends Tab also to what may take it as text.
	ThroughText bool
	// At is called with what is being done, from any goroutine.
	At func(TabPhase)
}

// TabPhase is what a walk does.
type TabPhase uint8

// Phases of a walk, in their order. Keys are pressed in TabPresses only.
const (
	TabWaits   TabPhase = iota // for the keyboard to be in the application
	TabReads                   // the application
	TabPresses                 // Tab and Shift+Tab
)

// tabLimit is how long a walk may take, with the waiting and the reading before it. The
// walk itself has a bound of its own.
const tabLimit = 3 * time.Minute

// tabWalking is the walk that is under way and the last one that was made.
type tabWalking struct {
	cancel context.CancelFunc // nil where none is under way
	phase  TabPhase

	hidden bool // its numbers are not drawn, for as long as the window is open
	at     time.Time
	of     *audit.Subject // what was walked through, nil for nothing
	lost   int            // stops that are not drawn

	object      fyne.CanvasObject // the tools beside the tabs
	count       *view.StatusText
	throughText bool // what a person chose the last time
}

const (
	notWalked = "The Tab order was not walked"
	walkHint  = "Walk presses Tab in the application, as real keys. You are asked before."
)

// makeTabOrder makes the pane of the Tab order with its tools.
func (a *App) makeTabOrder() *view.TabOrderPane {
	p := view.NewTabOrderPane(a.tips, view.NewNotice("taborder", notWalked, []string{walkHint}))
	p.OnChoose = a.selectSame
	p.OnCopy = func(s string) { a.copyText("value", s) }
	p.OnEscape = a.escape
	t := &a.tabs
	t.count = view.NewStatusText(a.tips, 0)
	t.object = view.NewTools(t.count, a.button("tab-numbers", "eye", ""), a.button("tab-order", "taborder", "Walk"))
	return p
}

// overlayCommands are those for what is drawn over the picture. shown and live say why
// there is no application, answers why it does not answer, still what else is running.
func (a *App) overlayCommands(live, answers, still func() string) []*command {
	return []*command{
		{id: "blind-spots", menu: "Inspect", label: "Blind Spots", key: fyne.KeyZ, mod: ctrlAlt, do: a.toggleBlind, why: func() string {
			if a.blind.of == nil && !a.blind.on {
				return "audit first"
			}
			return ""
		}, on: func() bool { return a.blind.on }},
		{id: "tab-order", menu: "Inspect", label: "Walk Tab Order…", key: fyne.KeyK, mod: ctrlAlt, do: a.askTabs, title: func() string {
			if a.tabs.cancel != nil {
				return "Stop Pressing Tab"
			}
			return "Walk Tab Order…"
		}, why: a.unlessWalking(firstWhy(func() string {
			switch {
			case a.offline != "":
				return "Tab cannot be pressed in a saved snapshot"
			case a.s.WalkTabs == nil:
				return "Tab cannot be pressed here: see samebutton doctor"
			}
			return ""
		}, live, answers, still))},
		{id: "tab-numbers", menu: "Inspect", label: "Tab Order in the Picture", key: fyne.KeyK, mod: ctrlAltShift, do: a.toggleStops, why: func() string {
			if a.tabs.of == nil {
				return "walk the Tab order first"
			}
			return ""
		}, on: func() bool { return a.tabs.of != nil && !a.tabs.hidden }},
	}
}

// unlessWalking lets a command be used during a walk, which it stops then.
func (a *App) unlessWalking(why func() string) func() string {
	return func() string {
		if a.tabs.cancel != nil {
			return ""
		}
		return why()
	}
}

// walking says why something else cannot begin during a walk, "" without one.
func (a *App) walking() string {
	if a.tabs.cancel != nil {
		return "Tab is being pressed: stop that first"
	}
	return ""
}

// askTabs says what a walk does, and makes it if a person agrees; one that is under way
// it stops.
func (a *App) askTabs() {
	if a.tabs.cancel != nil {
		a.stop()
		return
	}
	where := "in the window of " + view.OneLine(a.target.Name) + " that you click into next"
	if a.windowChoice != "" {
		where = "in " + view.OneLine(a.seen.frozen.Short(a.seen.frozen.ByHandle(a.windowChoice))) + " once you have clicked into it"
	}
	text := widget.NewLabel("This presses Tab " + where + ": real keys, until the focus is back " +
		"where it began, then Shift+Tab back, for at most 30 seconds. Your policy decides about each key.\n\n" +
		"Whatever the application does when an element loses the focus (check a field, store it) it does here, too. " +
		"At the end the element that had the focus gets it back, where the application lets it.\n\n" +
		"Leave mouse and keyboard alone meanwhile; Esc stops it, wherever the keyboard is.")
	text.Wrapping = fyne.TextWrapWord
	through := view.NewDialogCheck("Press it also in texts of several lines and terminals, which may take it as text", nil, a.answer)
	through.Checked = a.tabs.throughText
	target, window := a.target, a.windowChoice
	a.ask("Walk Tab Order", container.NewVBox(text, through), "Press Tab", widget.HighImportance, fyne.NewSize(520, 0), nil, func() {
		a.tabs.throughText = through.Checked
		if why := a.command("tab-order").why(); why != "" || a.target.Handle != target.Handle {
			a.say(strings.TrimSuffix("not walked: "+why, ": ")) // it has changed while the dialog was read
			return
		}
		a.walkTabs(TabWalk{Application: target, Window: window, ThroughText: through.Checked})
	})
	a.question.card = through
}

// walkTabs walks, and shows what came of it as an audit whose rules about the Tab key
// have run, too.
func (a *App) walkTabs(w TabWalk) {
	ctx, cancel := context.WithTimeout(a.ctx, tabLimit)
	scope := a.auditScope()
	a.tabs.cancel, a.tabs.phase = cancel, TabWaits
	w.At = func(p TabPhase) {
		a.later(func() {
			if a.tabs.cancel != nil {
				a.tabs.phase = p
				a.updateTabTools()
				a.updateBanner()
			}
		})
	}
	a.showDrawer(view.TabOrder)
	a.say("Tab was not pressed yet; Esc calls it off")
	a.updateTabTools()
	a.updateBanner()
	a.updateCommands()
	go func() {
		r, err := a.s.WalkTabs(ctx, w)
		a.busy.Add(1)
		a.finish(func() {
			stopped := errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, context.Canceled)
			cancel()
			a.tabs.cancel = nil
			if a.target.Handle == w.Application.Handle { // else another application is shown by now
				a.walked(r, err, scope, stopped)
			}
			a.updateTabTools()
			a.updateBanner()
			a.updateCommands()
		})
	}()
}

// walked shows what came of a walk.
func (a *App) walked(r *audit.Report, err error, scope string, stopped bool) {
	switch {
	case err != nil && stopped:
		a.say("called off: Tab was not pressed")
		return
	case err != nil:
		a.warn(err)
		return
	}
	a.tabs.hidden = false
	a.stopAudit() // its result would take the place of this one
	a.audited(r, nil, scope)
	if r.Subject.Tabs == nil {
		a.say("the application was not walked through")
		return
	}
	if !r.Subject.Tabs.Left {
		a.window.RequestFocus() // it lies behind the application, often
	}
	a.say("Tab order: " + a.drawer.TabOrder.Summary())
}

// walkShown keeps the walk of the audit that is shown, where it had one; without an
// audit there is none. Another audit of the same application leaves it.
func (a *App) walkShown() {
	t, r := &a.tabs, a.blind.of
	switch {
	case r == nil:
		t.of = nil
	case r.Subject.Tabs == nil || r.Subject == t.of:
		return
	default:
		t.of, t.at = r.Subject, a.auditing.at
	}
	a.drawer.TabOrder.Set(t.of)
	a.updateTabTools()
	a.updateMarks()
}

// toggleStops draws the numbers over the picture, or takes them away.
func (a *App) toggleStops() {
	a.tabs.hidden = !a.tabs.hidden
	a.updateMarks()
}

// stopMarks are the numbers of the walk over what is shown now: where its elements are
// by now. lost counts stops that have no place.
func (a *App) stopMarks() (marks []view.Mark, lost int) {
	t := &a.tabs
	if t.of == nil || t.hidden || a.seen == nil {
		return nil, 0
	}
	stops := view.Stops(t.of.Tabs)
	numbers := map[tree.NodeID][]string{}
	for i, s := range stops {
		numbers[s.Node] = append(numbers[s.Node], fmt.Sprint(i+1))
	}
	joined := false
	var shown []tree.NodeID
	for i, s := range stops {
		b, ok := a.stopPlace(s.Node)
		if !ok {
			joined = false
			lost++
			continue
		}
		m := view.Mark{Kind: view.MarkStop, Bounds: b, Joined: joined}
		if !slices.Contains(shown, s.Node) { // one plate for all of an element
			shown = append(shown, s.Node)
			m.Number = i + 1
			if all := numbers[s.Node]; len(all) > 1 {
				m.Text = strings.Join(all, ", ")
			}
		}
		marks = append(marks, m)
		joined = true
	}
	return marks, lost
}

// stopPlace is where the element of a stop is now. Toolkits use handles again: one with
// another role is another element.
func (a *App) stopPlace(id tree.NodeID) (tree.Bounds, bool) {
	if id == tree.None {
		return tree.Bounds{}, false
	}
	f, was := a.seen.frozen, &a.tabs.of.Nodes[id]
	now := f.ByHandle(was.Handle)
	if now == tree.None {
		return tree.Bounds{}, false
	}
	n := &f.Nodes[now]
	if n.Role != was.Role || !n.Bounds.Usable() || n.StatesRead && !n.States.Has(tree.Showing) ||
		a.windowChoice != "" && f.Top(now) != f.ByHandle(a.windowChoice) {
		return tree.Bounds{}, false
	}
	return n.Bounds, true
}

// stopWords is the line of the Tab order in the legend.
func (a *App) stopWords() (icon view.Symbol, color fyne.ThemeColorName, text, hint string) {
	t := &a.tabs
	if t.of == nil || t.hidden || a.seen == nil {
		return "", "", "", ""
	}
	if a.replayMarks != nil { // it keeps its place, so that the picture does not move
		return "taborder", view.ColorDim, "Tab order: not drawn while the picture shows a step", ""
	}
	words := []string{"Tab order: " + a.drawer.TabOrder.Summary()}
	icon, color = "taborder", view.ColorAccent
	if !t.of.Tabs.Closed {
		icon, color = "warning", view.ColorCaution
	}
	if t.lost > 0 {
		words = append(words, fmt.Sprintf("%d not drawn: no place is known now", t.lost))
	}
	words = append(words, "at "+t.at.Format("15:04:05"))
	hint = "The numbers are the order in which Tab led through the window, at the left edge of each element."
	return icon, color, strings.Join(words, " · "), hint
}

// updateTabTools shows what became of the walk beside the tabs.
func (a *App) updateTabTools() {
	t := &a.tabs
	icon, color, words := view.Symbol(""), fyne.ThemeColorName(""), ""
	switch {
	case t.cancel != nil:
		var rest string
		words, rest = a.tabWords()
		icon, color = "running", view.ColorAccent
		a.drawer.TabOrder.SetNotice("running", words, rest)
	default:
		a.drawer.TabOrder.SetNotice("taborder", notWalked, walkHint)
		if t.of != nil {
			words = fmt.Sprintf("%s · %s", a.drawer.TabOrder.Summary(), t.at.Format("15:04:05"))
		}
	}
	if t.count.Set(icon, color, words, "") && a.drawer.Tabs.Selected() == view.TabOrder {
		a.drawer.Tabs.Refresh()
	}
	b := a.buttons["tab-order"]
	if t.cancel != nil {
		b.SetIcon("stop", view.ColorBad)
		b.SetText("Stop")
	} else {
		b.SetIcon("taborder", "")
		b.SetText("Walk")
	}
}

// tabWords says what the walk under way does, in short and what to know.
func (a *App) tabWords() (short, rest string) {
	name := view.OneLine(a.target.Name)
	switch a.tabs.phase {
	case TabWaits:
		return "Click into " + name + " · Esc calls it off", "Best on the title of the window that is to be walked through: Tab is pressed there, and not before."
	case TabReads:
		return "Reading " + name + " · Esc calls it off", "Leave mouse and keyboard alone: Tab is pressed next."
	}
	return "Pressing Tab in " + name + " · Esc stops it", "Leave mouse and keyboard alone."
}

// walkMarks are the numbers of the walk, and notes how many stops have none.
func (a *App) walkMarks() []view.Mark {
	marks, lost := a.stopMarks()
	a.tabs.lost = lost
	return marks
}
