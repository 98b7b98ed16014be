package hostile

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/samebutton/samebutton/samples/provider"
)

// moment is when a change is made.
type moment string

const (
	before moment = "before the replay"
	amid   moment = "at a call of the replay"
	looks  moment = "between the two looks"
	brink  moment = "after the second look"
	within moment = "within the act" // as its call arrives: no client can exclude it
)

// plan is one case: what is replayed and what is changed when. It is made by the
// seed and the number alone.
type plan struct {
	n    int
	flow *flow
	app  provider.Application
	// early are made before the replay, later all together at a moment of it.
	early, later []string
	when         moment
	call         int // of amid: how many calls come first
	act          int // of looks, brink and within: at which act of the step, from 0

	setting
	// first is the scene that was recorded, and second is it after the early changes,
	// third after all.
	first, second, third outlook
	start, make1, make2  []provider.Command
}

// planOf makes a case.
func planOf(seed uint64, n int, list []flow) *plan {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	p := &plan{n: n, flow: &list[random.IntN(len(list))]}
	p.setting = setting{scene: newScene(), flow: p.flow, random: random}
	p.app = provider.Application{Name: "Hostile", Cache: []string{"", "gtk3", "gtk4", "old", "empty"}[random.IntN(5)]}
	if random.IntN(4) == 0 {
		p.app.Socket = "on"
	}
	p.start = p.taken()
	recorded := p.target().readable()
	p.first = p.look(p.flow, recorded)

	p.when = []moment{before, before, before, before, amid, amid, amid, looks, looks, brink, brink, within}[random.IntN(12)]
	p.call = random.IntN(callsOf(p.app.Cache, len(p.flow.sends())))
	p.act = random.IntN(len(p.flow.sends()))
	for range random.IntN(3) + btoi(p.when == before) {
		// What comes by itself is not changed again: it would not be there yet.
		if !p.comes {
			p.early = p.draw(p.early, true)
		}
	}
	if p.comes {
		p.when = before
	}
	p.make1 = p.taken()
	p.second = p.look(p.flow, recorded)
	if p.when != before {
		for range 1 + random.IntN(2) {
			p.later = p.draw(p.later, false)
		}
	}
	p.make2 = p.taken()
	p.third = p.look(p.flow, recorded)
	return p
}

// calm is a case in which nothing changes.
func calm(n int, list []flow) *plan {
	p := &plan{n: n, flow: &list[n%len(list)], when: before, app: provider.Application{Name: "Hostile", Cache: "gtk3"}}
	p.setting = setting{scene: newScene(), flow: p.flow}
	p.start = p.taken()
	p.third = p.look(p.flow, p.target().readable())
	p.first, p.second = p.third, p.third
	return p
}

// callsOf is about how many calls a replay makes where nothing changes (measured): two
// readings before an act and one after it. It is not measured anew for each run, so
// that a seed means the same everywhere.
func callsOf(cache string, acts int) int {
	reading := 400
	if cache != "" && cache != "empty" {
		reading = 200
	}
	return 3*reading*acts + 20
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// draw makes one more change, if one is found that can be made now.
func (p *plan) draw(made []string, early bool) []string {
	for range 20 {
		c := changes[p.random.IntN(len(changes))]
		if c.early && !early || c.slow && p.random.IntN(5) > 0 || slices.Contains(made, c.name) {
			continue
		}
		if c.do(&p.setting) {
			return append(made, c.name)
		}
	}
	return made
}

// expected reports whether the replay has to act: the target is there, can be told
// from all others, and may be acted on, all the time.
func (p *plan) expected() bool {
	one := func(o outlook) bool { return len(o.equal) == 1 && o.ready && !o.obscure }
	if p.when == before {
		return one(p.second) && !p.silent
	}
	return one(p.second) && one(p.third) && !p.silent
}

func (p *plan) String() string {
	s := fmt.Sprintf("%d: %s, cache %q, socket %q: %q before", p.n, p.flow.name, p.app.Cache, p.app.Socket, p.early)
	if p.when != before {
		s += fmt.Sprintf("; %q %s", p.later, p.when)
		if p.when == amid {
			s += fmt.Sprintf(" (after %d)", p.call)
		}
	}
	return s
}
