package recorder

import (
	"regexp"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const maxEffects = 16

// tellingStates are the states whose change a person would name as an effect.
var tellingStates = []string{"checked", "pressed", "selected", "expanded", "sensitive", "showing"}

// effectsOf puts changes into words that can be looked for in another run: by
// role and name, never by handle or place.
func effectsOf(before, after *inspector.Frozen, changes []inspector.Change) []Effect {
	var es []Effect
	for _, c := range changes {
		f, id := after, c.After
		if id == tree.None {
			f, id = before, c.Before
		}
		n := &f.Nodes[id]
		name, named := f.Name(id)
		e := Effect{Role: string(n.Role), Name: name}
		switch c.Kind {
		case inspector.Added:
			e.Kind = EffectAppeared
			if n.Role.TopLevel() {
				e.Kind = EffectWindowOpened
			}
		case inspector.Removed:
			e.Kind = EffectVanished
			if n.Role.TopLevel() {
				e.Kind = EffectWindowClosed
			}
		case inspector.Relabeled:
			if c.Property != "name" {
				continue
			}
			// The old name may be what is typed or counted; the new one is the effect.
			e.Kind, e.Name, e.Detail = EffectName, "", inspector.Normalize(c.To)
		case inspector.Changed:
			switch {
			case c.Property == "state" && slices.Contains(tellingStates, c.To[1:]):
				e.Kind, e.Detail = EffectState, c.To
			case c.Property == "value" && n.Role != tree.RoleLabel:
				e.Kind, e.Detail = EffectValue, inspector.Normalize(c.To)
			default:
				continue
			}
		}
		if e.Kind != EffectName && e.Kind != EffectValue && !named {
			continue // nothing to recognise it by
		}
		e.Name, e.Detail = unnumbered(e.Name), unnumbered(e.Detail)
		if !slices.Contains(es, e) {
			es = append(es, e)
		}
		if len(es) == maxEffects {
			break
		}
	}
	return es
}

// numbers are counters, clocks, dates and amounts.
var numbers = regexp.MustCompile(`[0-9]+([.,:/-][0-9]+)*`)

// unnumbered puts # for numbers, which differ in every run.
func unnumbered(s string) string { return numbers.ReplaceAllString(s, "#") }

func countSeen(expected, seen []Effect) int {
	n := 0
	for _, e := range expected {
		if slices.Contains(seen, e) {
			n++
		}
	}
	return n
}
