package inspector

import (
	"github.com/samebutton/samebutton/backends/tree"
)

// Badge is what the tree shows beside an element at a glance.
type Badge uint8

// Badges.
const (
	BadgeNone      Badge = iota // not interactive
	BadgeUnique                 // proven unique by role and name
	BadgeContext                // unique only by labelled context
	BadgeAmbiguous              // twins that nothing labelled separates
	BadgeUnnamed                // interactive without a name that can be used
	BadgeUnproven               // what was not read may be a twin, or there are too many twins to decide
)

// Survey is the standing of every interactive element of a snapshot.
type Survey struct {
	// Badges by NodeID; Twins is the number of elements with the same role and
	// name in windows of the same role and title, the element included.
	Badges []Badge
	Twins  []int32

	Interactive, Unique, ByContext, Ambiguous, Unnamed int
}

// Survey returns the standing of every element, computed once, through an index
// rather than by a search for each.
func (f *Frozen) Survey() *Survey { return f.survey() }

// place is a group of elements that only context can tell apart.
type place struct {
	window roleName
	self   roleName
}

func (f *Frozen) place(id tree.NodeID) (place, bool) {
	name := f.names[id].text
	top := f.Top(id)
	if !f.names[id].usable() || top == tree.None {
		return place{}, false
	}
	window, _ := f.Name(top)
	return place{roleName{f.Nodes[top].Role, window}, roleName{f.Nodes[id].Role, name}}, true
}

func (f *Frozen) makeSurvey() *Survey {
	s := &Survey{Badges: make([]Badge, len(f.Nodes)), Twins: make([]int32, len(f.Nodes))}
	places := make(map[place]int32, len(f.Nodes))
	for i := range f.Nodes {
		if p, ok := f.place(tree.NodeID(i)); ok {
			places[p]++
		}
	}
	context := f.contexts(places)
	for i := range f.Nodes {
		id := tree.NodeID(i)
		if !f.Nodes[i].Interactive() {
			continue
		}
		s.Interactive++
		p, named := f.place(id)
		s.Twins[i] = places[p]
		switch {
		case !named:
			s.Badges[i] = BadgeUnnamed
			s.Unnamed++
		case places[p] == 1 && !f.doubted(id) && !f.valueAsName(&f.Nodes[i]):
			s.Badges[i] = BadgeUnique
			s.Unique++
		case context[id] == StandingUnique:
			s.Badges[i] = BadgeUnique
			s.Unique++
		case context[id] == StandingContext:
			s.Badges[i] = BadgeContext
			s.ByContext++
		case context[id] == StandingUnproven:
			s.Badges[i] = BadgeUnproven
		default:
			s.Badges[i] = BadgeAmbiguous
			s.Ambiguous++
		}
	}
	return s
}

// doubted reports whether counting equal names does not settle what a locator
// would match: some element's name or role, or the element itself, could not be read
// and may be the same, or windows cannot be told apart by role and title alone.
func (f *Frozen) doubted(id tree.NodeID) bool {
	p, _ := f.place(id)
	return !f.plain() || len(f.unreadNames[f.Nodes[id].Role]) > 0 || len(f.unreadRoles) > 0 || f.blindSpots().mayHold(p)
}

// plainWindows reports whether every top-level element is a window with a usable title
// and none lies inside another.
func (f *Frozen) plainWindows() bool {
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Parent == 0 && (!n.Role.TopLevel() || !f.names[i].usable()) || n.Parent > 0 && n.Role.TopLevel() {
			return false
		}
	}
	return true
}

// rowed is a group of elements that row and column do not tell apart.
type rowed struct {
	place
	row, column fact
}

// contexts finds the standing of the elements that role and name do not settle.
// Large groups of twins are rows of tables, which the row's heading settles by
// counting; what is left goes through the full choice.
func (f *Frozen) contexts(places map[place]int32) map[tree.NodeID]Standing {
	counts := map[rowed]int32{}
	keys := map[tree.NodeID]rowed{}
	unread := map[place]bool{} // a twin whose row could not be read may be in any
	for i := range f.Nodes {
		id := tree.NodeID(i)
		p, named := f.place(id)
		if !named || (places[p] < 2 && !f.doubted(id) && !f.valueAsName(&f.Nodes[i])) {
			continue
		}
		k := rowed{p, f.rows().row(id), f.rows().column(id)}
		keys[id] = k
		counts[k]++
		if k.row.state == tree.Unreadable || k.column.state == tree.Unreadable {
			unread[p] = true
		}
	}
	found := map[tree.NodeID]Standing{}
	chooser := chooser{f: f, known: map[string]Resolution{}, left: maxLooks}
	for i := range f.Nodes {
		id := tree.NodeID(i)
		k, twin := keys[id]
		switch {
		case !twin || !f.Nodes[id].Interactive():
		case k.row.state == tree.Known && counts[k] == 1 && !unread[k.place] && !f.doubted(id):
			found[id] = StandingContext
		default:
			found[id] = chooser.standing(id)
		}
	}
	return found
}

// maxLooks bounds the full choices of a survey, in nodes that were compared one by
// one, those around them included: some 0.1 s. What is beyond is shown as not proven,
// not as ambiguous. 50,000 elements in tables, forms and lists take 2 to 4 looks each
// at most, and as many again for each container around them.
const maxLooks = 2_500_000

// chooser finds the standing of many elements, of which twins share most of the
// locators that are tried. It is for one goroutine.
type chooser struct {
	f     *Frozen
	known map[string]Resolution // by printed locator
	left  int                   // looks that may still be taken
}

// standing is what locate would find, without the witnesses.
func (c *chooser) standing(id tree.NodeID) Standing {
	_, s := c.locator(id)
	return s
}

// locator is what locate would find, without the witnesses. Where no more looks may be
// taken it is the one that came nearest by then.
func (c *chooser) locator(id tree.NodeID) (Locator, Standing) {
	var closest Locator
	missed, any := false, false
	for cand := range c.f.candidates(id) {
		any = true
		if closest.IsZero() || cand.own {
			closest = cand.locator
		}
		if cand.witnessOnly {
			continue
		}
		if c.left <= 0 {
			return closest, StandingUnproven
		}
		r := c.match(cand.locator)
		if r.Outcome == Unique && r.Node() == id {
			return cand.locator, cand.standing
		}
		missed = missed || r.Outcome == Unknown && !r.Complete
	}
	if missed || !any && !c.f.Complete() {
		return closest, StandingUnproven
	}
	return closest, StandingAmbiguous
}

func (c *chooser) match(l Locator) Resolution {
	c.left--
	text := l.String()
	r, ok := c.known[text]
	if !ok {
		var looked int
		r, looked = c.f.search(l)
		c.left -= looked
		c.known[text] = r
	}
	return r
}

// Standings finds how well elements can be named, as [Frozen.Target] would, but without
// witnesses and proofs. Of many alike each locator is tried once; what is beyond some
// 0.1 s of comparing is unproven.
func (f *Frozen) Standings(ids []tree.NodeID) map[tree.NodeID]Standing {
	c := chooser{f: f, known: map[string]Resolution{}, left: maxLooks}
	found := make(map[tree.NodeID]Standing, len(ids))
	for _, id := range ids {
		found[id] = c.standing(id)
	}
	return found
}
