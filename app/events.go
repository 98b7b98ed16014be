package app

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// eventTools are the parts beside the tabs while the events are shown.
type eventTools struct {
	object *fyne.Container
	count  *view.StatusText
	kind   *view.ToolButton
	entry  *view.SearchEntry
}

// eventKinds are the kinds that a person can choose.
var eventKinds = []backends.EventKind{
	backends.EventChildren, backends.EventProperty, backends.EventState, backends.EventText, backends.EventBounds,
	backends.EventSelection, backends.EventFocus, backends.EventWindow, backends.EventApplication, backends.EventLost,
}

// makeEvents makes the list of events with its tools.
func (a *App) makeEvents() *view.EventsPane {
	events := view.NewEventsPane(a.tips, view.NewNotice("dot", "", nil))
	t := &a.eventTools
	t.count = view.NewStatusText(a.tips, 0)
	t.kind = view.NewChooserButton(a.tips, "", "Choose the kind of events", 110, a.chooseEventKind)
	t.entry = view.NewSearchEntry("filter the events")
	filter := func() {
		a.prefs.setEventFilter(events.Filter())
		a.updateEventTools()
	}
	t.entry.OnChanged = func(text string) {
		_, kind := events.Filter()
		events.SetFilter(text, kind)
		filter()
	}
	t.entry.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyEscape {
			return false
		}
		t.entry.SetText("")
		a.escape()
		return true
	}
	events.OnChoose = func(e view.EventItem) { a.selectHandle(e.Handle) }
	events.OnCopy = func(s string) { a.copyText("event", s) }
	events.OnEscape = a.escape
	events.OnChanged = a.updateEventTools
	t.object = container.NewHBox(t.count, t.kind, container.New(fixed{fyne.NewSize(170, 26)}, t.entry),
		a.button("events-pause", "pause", ""), a.button("events-clear", "delete", ""))
	text, kind := a.prefs.eventFilter()
	events.SetFilter(text, kind)
	t.entry.SetText(text)
	return events
}

// chooseEventKind opens the list of kinds.
func (a *App) chooseEventKind() {
	text, chosen := a.drawer.Events.Filter()
	item := func(label, kind string) *fyne.MenuItem {
		it := fyne.NewMenuItem(label, func() {
			a.drawer.Events.SetFilter(text, kind)
			a.prefs.setEventFilter(text, kind)
			a.updateEventTools()
		})
		it.Checked = kind == chosen
		return it
	}
	items := []*fyne.MenuItem{item("All kinds", ""), fyne.NewMenuItemSeparator()}
	for _, k := range eventKinds {
		items = append(items, item(string(k), string(k)))
	}
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), a.window.Canvas())
	at := a.driver().AbsolutePositionForObject(a.eventTools.kind)
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+2)) // the drawer is at the bottom
}

func (a *App) showEvents() {
	a.showDrawer(view.TabEvents)
	a.drawer.Focus(a.window.Canvas())
}

func (a *App) pauseEvents() { a.drawer.Events.SetPaused(!a.drawer.Events.Paused()) }

// updateEventTools shows what the list of events is set to.
func (a *App) updateEventTools() {
	if a.drawer == nil {
		return
	}
	_, kind := a.drawer.Events.Filter()
	if kind == "" {
		kind = "All kinds"
	}
	a.eventTools.kind.SetText(kind)
	if a.eventTools.count.Set("", "", a.drawer.Events.Summary(), "") && a.drawer.Tabs.Selected() == view.TabEvents {
		a.drawer.Tabs.Refresh()
	}
}

// heard puts events into the list.
func (a *App) heard(w *watch, events []backends.Event) {
	if w != a.watch {
		return
	}
	items := make([]view.EventItem, len(events))
	for i, e := range events {
		item := view.EventItem{At: e.At, Kind: string(e.Kind), Handle: e.Source}
		secret := true // as long as nobody knows what it is
		if a.seen != nil {
			if id := a.seen.frozen.ByHandle(e.Source); id != tree.None {
				item.Source = a.seen.frozen.Short(id)
				n := &a.seen.frozen.Nodes[id]
				secret = n.Secret || n.RoleUnread()
			}
		}
		item.Detail = eventDetail(e, secret)
		items[i] = item
	}
	a.drawer.Events.Add(items)
	a.followFocus(events)
}

// eventDetail says what has changed, but not what is typed into a password field.
func eventDetail(e backends.Event, secret bool) string {
	words := []string{e.Detail}
	switch e.Kind {
	case backends.EventState:
		if e.On {
			words = []string{"+" + e.Detail}
		} else {
			words = []string{"-" + e.Detail}
		}
	case backends.EventText, backends.EventProperty:
		if e.Text != "" && !secret {
			words = append(words, fmt.Sprintf("%q", view.Beginning(e.Text)))
		}
	}
	return strings.Join(words, " ")
}
