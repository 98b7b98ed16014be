package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/samebutton/samebutton/backends/tree"
)

// EventItem is one thing that the application said.
type EventItem struct {
	At     time.Time
	Kind   string
	Handle tree.Handle // of the element that it is about
	Source string      // the element in words, "" where it is not known
	Detail string
}

// KeptEvents is how many events the list holds; of more the oldest are dropped.
const KeptEvents = 1000

// EventsPane lists events, the newest at the bottom. It stays at the end while the
// end is in view, and where a person has scrolled to or chosen something it stays
// with that. Paused it keeps what comes for later.
type EventsPane struct {
	Object fyne.CanvasObject
	// OnChoose is called with the event that a person chose.
	OnChoose func(EventItem)
	OnCopy   func(text string)
	OnEscape func()
	// OnChanged is called when what is shown, or how much of it, has changed.
	OnChanged func()

	list   *lineList
	all    []EventItem // at most KeptEvents
	first  int         // how many were dropped before all
	shown  []int       // numbers of what is shown, counted from the first event ever
	text   string
	kind   string
	paused bool
	held   []EventItem // what came while paused, at most KeptEvents
	missed int         // how many of those were dropped
	notice *Notice
	empty  []string // title and lines of the notice where there are no events
}

// NewEventsPane makes an empty list; the notice says what will be in it.
func NewEventsPane(tips *Tips, notice *Notice) *EventsPane {
	p := &EventsPane{notice: notice, empty: []string{"No events yet", "What the application says that it changed appears here."}}
	p.list = newLineList(tips, func() int { return len(p.shown) }, p.line)
	p.list.OnChoose = func(i int) {
		if p.OnChoose != nil {
			p.OnChoose(p.item(i))
		}
	}
	copied := func(i int) {
		if p.OnCopy != nil {
			p.OnCopy(p.item(i).text())
		}
	}
	p.list.OnActivate = copied
	p.list.OnMenu = func(i int, _ fyne.Position) { copied(i) }
	p.list.OnEscape = func() {
		if p.OnEscape != nil {
			p.OnEscape()
		}
	}
	p.Object = container.NewStack(notice, p.list.Object)
	p.show()
	return p
}

func (p *EventsPane) item(i int) EventItem { return p.all[p.shown[i]-p.first] }

// text is the event for the clipboard.
func (e EventItem) text() string {
	return strings.TrimSpace(strings.Join([]string{e.At.Format("15:04:05.000"), e.Kind, e.Detail, e.Source}, "\t"))
}

// Add appends events, or keeps them while paused.
func (p *EventsPane) Add(items []EventItem) {
	if p.paused {
		p.held = append(p.held, items...)
		if over := len(p.held) - KeptEvents; over > 0 {
			p.held = slices.Clone(p.held[over:])
			p.missed += over
		}
		p.changed()
		return
	}
	p.add(items)
}

func (p *EventsPane) add(items []EventItem) {
	follow := p.atEnd()
	for _, e := range items {
		if p.fits(e) {
			p.shown = append(p.shown, p.first+len(p.all))
		}
		p.all = append(p.all, e)
	}
	if over := len(p.all) - KeptEvents; over > 0 {
		p.all = slices.Clone(p.all[over:])
		p.first += over
		gone, _ := slices.BinarySearch(p.shown, p.first)
		p.shown = slices.Clone(p.shown[gone:])
		p.list.chosen = max(-1, p.list.chosen-gone)
		if !follow {
			p.list.ScrollToOffset(max(0, p.list.GetScrollOffset()-float32(gone)*rowHeight))
		}
	}
	p.show()
	if follow {
		p.list.ScrollToBottom()
	}
}

// atEnd reports whether the last event is in view.
func (p *EventsPane) atEnd() bool {
	end := float32(len(p.shown))*rowHeight - p.list.Size().Height
	return p.list.GetScrollOffset() >= end-rowHeight
}

// Clear forgets all events.
func (p *EventsPane) Clear() {
	p.first += len(p.all)
	p.all, p.shown, p.held, p.missed = nil, nil, nil, 0
	p.list.chosen = -1
	p.list.ScrollToTop()
	p.show()
}

// SetPaused holds the list still, or shows what came meanwhile.
func (p *EventsPane) SetPaused(on bool) {
	if p.paused == on {
		return
	}
	p.paused = on
	if !on {
		held := p.held
		p.held, p.missed = nil, 0
		p.add(held)
	}
	p.changed()
}

// Paused reports whether the list is held still.
func (p *EventsPane) Paused() bool { return p.paused }

// SetFilter shows only events of a kind ("" for all) whose words hold the text.
func (p *EventsPane) SetFilter(text, kind string) {
	if p.text == text && p.kind == kind {
		return
	}
	p.text, p.kind = text, kind
	chosen := -1
	if at := p.list.chosen; at >= 0 && at < len(p.shown) {
		chosen = p.shown[at]
	}
	p.shown, p.list.chosen = nil, -1
	for i, e := range p.all {
		if p.fits(e) {
			if p.first+i == chosen {
				p.list.chosen = len(p.shown)
			}
			p.shown = append(p.shown, p.first+i)
		}
	}
	p.show()
	p.list.ScrollToBottom()
}

// Filter returns what SetFilter was told.
func (p *EventsPane) Filter() (text, kind string) { return p.text, p.kind }

func (p *EventsPane) fits(e EventItem) bool {
	if p.kind != "" && e.Kind != p.kind {
		return false
	}
	all := strings.ToLower(e.Kind + " " + e.Detail + " " + e.Source)
	for _, w := range strings.Fields(strings.ToLower(p.text)) {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// Summary says how many events are shown, kept and held back.
func (p *EventsPane) Summary() string {
	if len(p.all) == 0 && len(p.held) == 0 {
		return ""
	}
	s := fmt.Sprintf("%d of %d", len(p.shown), len(p.all))
	if len(p.shown) == len(p.all) {
		s = plural(len(p.all), "event", "events")
	}
	if p.first > 0 && len(p.all) == KeptEvents {
		s = "last " + s
	}
	if n := len(p.held) + p.missed; n > 0 {
		s += fmt.Sprintf(" · %d since the pause", n)
	}
	return s
}

// SetEmpty changes what is said where there are no events.
func (p *EventsPane) SetEmpty(title string, lines ...string) {
	p.empty = append([]string{title}, lines...)
	p.show()
}

func (p *EventsPane) show() {
	if len(p.shown) == 0 {
		if len(p.all) > 0 {
			p.notice.Set("filter", "No event fits", "Clear the filter to see all "+fmt.Sprint(len(p.all))+".")
		} else {
			p.notice.Set("dot", p.empty[0], p.empty[1:]...)
		}
		p.list.Object.Hide()
		p.notice.Show()
	} else {
		p.notice.Hide()
		p.list.Object.Show()
	}
	p.list.Refresh()
	p.changed()
}

func (p *EventsPane) changed() {
	if p.OnChanged != nil {
		p.OnChanged()
	}
}

func (p *EventsPane) line(i int) Line {
	e := p.item(i)
	return Line{Lead: e.At.Format("15:04:05.000"), LeadWidth: 96, Title: e.Kind + "  " + e.Detail, Note: e.Source}
}

// Describe lists the events.
func (p *EventsPane) Describe() Description {
	d := Description{Role: "region", Label: "Events", Value: p.Summary(), Children: []Description{p.notice.Describe()}}
	if len(p.shown) > 0 {
		d.Children = []Description{p.list.describe("log", "Events", "listitem")}
	}
	return d
}
