package atspi

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Browsers do not tell that a page was scrolled (measured with Chromium 156 and Firefox
// 153: no event at all). So, of every toolkit that does not tell places, a few elements,
// one of each part that can be scrolled, are asked now and then where they are; one that
// moved makes a sweep due.

const (
	maxSentinels = 8
	// sentinelGap is the time between two rounds. A round of eight calls costs less
	// than a millisecond, 0.1 % of a core.
	sentinelGap = 500 * time.Millisecond
	// lastSentinelGap is that for an application that does not answer.
	lastSentinelGap = 10 * time.Second
)

// sentinel is an element and where it was for the image.
type sentinel struct {
	e  *element
	at tree.Rect
}

// chooseSentinels takes the first leaf that shows of each part that may be scrolled.
func (m *mirror) chooseSentinels() {
	m.sentinels = m.sentinels[:0]
	if !silenceOf(m.r).places {
		return
	}
	taken := map[*element]bool{}
	for i, e := range m.order {
		n := &m.image.Snapshot.Nodes[i]
		if len(e.children) > 0 || e.extentsRead != tree.Known || !n.Bounds.Usable() || !n.States.Has(tree.Showing) {
			continue
		}
		holder := e.parent
		for n := 0; holder != nil && holder.parent != nil && !scrolls(holder.role) && n < tree.MaxDepth; n++ {
			holder = holder.parent
		}
		if holder == nil || taken[holder] {
			continue
		}
		taken[holder] = true
		m.sentinels = append(m.sentinels, sentinel{e, e.extents})
		if len(m.sentinels) == maxSentinels {
			return
		}
	}
}

// scrolls reports whether what has the role may be scrolled.
func scrolls(role uint32) bool {
	switch nativeRole(role) {
	case "scroll pane", "viewport", "document frame", "document web", "list", "list box", "table", "tree", "tree table", "text":
		return true
	}
	return false
}

// guard asks the sentinels as long as the mirror lives, while nobody refreshes it and
// nothing is due.
func (m *mirror) guard() {
	for gap := sentinelGap; rest(m.ctx, gap); {
		select {
		case m.turn <- struct{}{}:
		default:
			continue
		}
		moved, err := m.askSentinels()
		if moved {
			m.mu.Lock()
			m.marks.sweep = true
			m.mu.Unlock()
		}
		<-m.turn
		switch {
		case err != nil:
			gap = min(2*gap, lastSentinelGap)
			continue
		case moved:
			m.wake()
		}
		gap = sentinelGap
	}
}

// askSentinels reports whether one is not where it was. Who has the turn calls it.
func (m *mirror) askSentinels() (bool, error) {
	m.mu.Lock()
	deaf := m.stream == nil || m.gone != nil
	m.mu.Unlock()
	if m.r == nil || deaf || len(m.sentinels) == 0 || len(m.due) > 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(m.ctx, m.b.options.Call)
	defer cancel()
	ctx, err := m.b.own(ctx, m.app, m.r.root.ref)
	if err != nil {
		return false, err
	}
	bus, err := m.b.onBus(ctx)
	if err != nil {
		return false, err
	}
	m.r.connect(ctx, bus)
	defer m.r.p.close()
	moved := false
	for _, s := range m.sentinels {
		m.r.p.add(s.e.ref, callGetExtents, func(body []any, err error) {
			rect, ok := rectOf(first(body))
			moved = moved || err != nil || !ok || rect != s.at
		}, m.r.coordinates())
	}
	m.r.p.run()
	if m.r.p.stalled != nil {
		return false, m.r.p.stalled
	}
	if moved {
		m.sweep.takeAll(m.r.root.children)
	}
	return moved, nil
}
