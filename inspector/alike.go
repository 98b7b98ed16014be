package inspector

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Likeness is an element that is there and how it compares with a recorded target,
// in words.
type Likeness struct {
	Node tree.NodeID
	// Agrees is what it has in common with the target ("name \"Save\""), Differs what
	// not ("name \"Store\" instead of \"Save\""). Together they name all that the
	// target's locator and witnesses say.
	Agrees, Differs []string
}

// Alike returns the elements that come nearest to a recorded target, nearest first
// and at most so many. It is for showing to a person: none of them is the target.
// What first lists comes first (the matches of a locator), however near it is.
func (f *Frozen) Alike(t Target, first []tree.NodeID, most int) []Likeness {
	traits := traitsOf(t)
	type near struct {
		Likeness
		score int
	}
	var list []near
	seen := map[tree.NodeID]bool{}
	consider := func(id tree.NodeID, least int) {
		if seen[id] || id == 0 {
			return
		}
		seen[id] = true
		l, score := f.compare(id, traits)
		if score < least {
			return
		}
		if f.wasBeside(id, t) {
			l.Differs = append(l.Differs, "it was there beside the recorded one")
			score -= besides
		}
		list = append(list, near{l, score})
	}
	for _, id := range first {
		consider(id, 0)
	}
	ahead := len(list)

	for _, id := range f.byName[roleName{t.Role, Normalize(t.Name)}] {
		consider(id, leastAlike)
	}
	for i, id := range f.byRole[t.Role] {
		if i == maxCompared {
			break
		}
		consider(id, leastAlike)
	}
	want := fact{Normalize(t.Name), tree.Known}
	for i := range f.Nodes {
		// A label repeats the name of what it is in, or stands beside.
		if t.Name != "" && f.names[i] == want && f.Nodes[i].Role != tree.RoleLabel {
			consider(tree.NodeID(i), leastAlike)
		}
	}
	slices.SortStableFunc(list[ahead:], func(a, b near) int { return b.score - a.score })
	var nearest []Likeness
	for i, n := range list[:min(len(list), most)] {
		if i > ahead && 2*n.score <= list[ahead].score {
			break // beside a near one, one that is only of its kind says nothing
		}
		nearest = append(nearest, n.Likeness)
	}
	return nearest
}

// What likeness is worth. The figures only order what is shown.
const (
	sameRole    = 3
	sameName    = 6
	similarName = 3
	sameWindow  = 1
	leastAlike  = 4 // the same role in the same window
	besides     = 4
)

// keyWorth is what one key of a locator is worth.
func keyWorth(k KeyName) int {
	switch k {
	case KeyID:
		return 6
	case KeyLabelledBy:
		return 4
	case KeyRow:
		return 3
	}
	return 2
}

// recalled is one thing that a recorded target says of its element.
type recalled struct {
	word    string // "role", "name", "window", "in" or a key
	said    string // the recorded value for a person
	segment wanted // what must fit: the element, its window or a container
	key     KeyName
	worth   int
}

// traitsOf collects what locator and witnesses of a target say, once each.
func traitsOf(t Target) []recalled {
	list := []recalled{{word: "role", said: string(t.Role), segment: wanted{role: t.Role}, worth: sameRole}}
	if t.Name != "" {
		list = append(list, recalled{word: "name", said: fmt.Sprintf("%q", brief(t.Name)), segment: wanted{named: true, name: Normalize(t.Name)}, worth: sameName})
	}
	add := func(r recalled) {
		if !slices.ContainsFunc(list, func(o recalled) bool { return o.word == r.word && o.said == r.said }) {
			list = append(list, r)
		}
	}
	for _, l := range append([]Locator{t.Locator}, t.Witnesses...) {
		segs := wantedOf(l)
		for i, s := range l.Segments {
			last := i == len(l.Segments)-1
			switch {
			case !last && i == 0 && s.Role.TopLevel():
				add(recalled{word: "window", said: s.words(), segment: segs[i], worth: sameWindow})
			case !last:
				add(recalled{word: "in", said: s.words(), segment: segs[i], worth: 2})
			}
			if !last {
				continue
			}
			for _, k := range segs[i].keys {
				word := string(k.Name)
				if k.Name == KeyIn {
					word = "group"
				}
				if k.Value == "" {
					continue // in no group: what lies in one says so by that
				}
				add(recalled{word: word, said: fmt.Sprintf("%q", brief(k.Value)), segment: wanted{keys: []Key{k}}, key: k.Name, worth: keyWorth(k.Name)})
			}
		}
	}
	return list
}

// compare says what an element has of what is recalled, and what that is worth.
func (f *Frozen) compare(id tree.NodeID, traits []recalled) (l Likeness, score int) {
	l.Node = id
	for _, r := range traits {
		a, now := f.recognise(id, r)
		switch a {
		case yes:
			score += r.worth
			l.Agrees = append(l.Agrees, r.words())
		case maybe:
			l.Differs = append(l.Differs, r.word+" could not be read")
		default:
			if r.word == "name" && f.resembles(id, r.segment.name) {
				score += similarName
			}
			l.Differs = append(l.Differs, instead(r, now))
		}
	}
	return l, score
}

// words say what is recalled: `name "Save"`.
func (r recalled) words() string {
	if r.word == "window" {
		return "in " + r.said
	}
	return r.word + " " + r.said
}

func instead(r recalled, now string) string {
	switch {
	case r.word == "in" || r.word == "window" && now == "":
		return "not in " + r.said
	case r.word == "window":
		return fmt.Sprintf("in %s instead of %s", now, r.said)
	case now == "":
		return fmt.Sprintf("no %s instead of %s", r.word, r.said)
	}
	return fmt.Sprintf("%s %s instead of %s", r.word, now, r.said)
}

// recognise answers whether an element has what is recalled, and what it has
// instead, for a person.
func (f *Frozen) recognise(id tree.NodeID, r recalled) (a answer, now string) {
	n := &f.Nodes[id]
	quoted := func(c fact) string {
		if c.state != tree.Known {
			return ""
		}
		return fmt.Sprintf("%q", brief(c.text))
	}
	switch r.word {
	case "role":
		if n.RoleUnread() {
			return maybe, ""
		}
		return truth(n.Role == r.segment.role), string(n.Role)
	case "name":
		return f.names[id].is(r.segment.name), quoted(f.names[id])
	case "window":
		top := f.Top(id)
		if top == tree.None {
			return no, ""
		}
		return f.fits(top, &r.segment), f.Short(top)
	case "in":
		for up := n.Parent; up > 0; up = f.Nodes[up].Parent {
			if fits := f.fits(up, &r.segment); fits != no {
				return fits, ""
			}
		}
		return no, ""
	}
	return f.keyFits(id, r.segment.keys[0]), quoted(f.keyOf(id, r.key))
}

// keyOf returns what an element has for a key of the locator language.
func (f *Frozen) keyOf(id tree.NodeID, k KeyName) fact {
	n := &f.Nodes[id]
	switch k {
	case KeyID:
		return compared(n.AccessibleID)
	case KeyDescription:
		return compared(n.Description)
	case KeyLabelledBy:
		return f.labelled(id)
	case KeyRow:
		return f.rows().row(id)
	case KeyColumn:
		return f.rows().column(id)
	case KeyIn:
		for up := n.Parent; up != tree.None; up = f.Nodes[up].Parent {
			if groups(f.Nodes[up].Role) && f.names[up].state == tree.Known {
				return f.names[up]
			}
		}
	}
	return fact{state: tree.Absent}
}

// resembles reports whether a name is nearly the wanted one, as [Frozen.nearest]
// takes it.
func (f *Frozen) resembles(id tree.NodeID, want string) bool {
	name, ok := f.Name(id)
	if !ok || want == "" {
		return false
	}
	if strings.EqualFold(name, want) || strings.Contains(strings.ToLower(name), strings.ToLower(want)) || strings.Contains(strings.ToLower(want), strings.ToLower(name)) {
		return true
	}
	w := []rune(want)
	return distance(w, []rune(name)) <= max(1, len(w)/3)
}

// wasBeside reports whether the proof of a target lists an element as another than
// the target.
func (f *Frozen) wasBeside(id tree.NodeID, t Target) bool {
	return slices.ContainsFunc(t.Proof.Twins, func(w Twin) bool {
		return w.Describe == f.Short(id) && w.Path == f.Path(id)
	})
}

// Lost says in words what of a recorded target's surroundings is not there at all
// any more: its window, the containers and keys that its locator and witnesses name,
// its name. It says nothing where anything could not be read.
func (f *Frozen) Lost(t Target) []string {
	if !f.Complete() {
		return nil
	}
	var lost []string
	for _, r := range traitsOf(t) {
		gone := true
		for i := range f.Nodes {
			id := tree.NodeID(i)
			a := yes
			if r.word == "window" || r.word == "in" {
				a = f.fits(id, &r.segment)
			} else {
				a, _ = f.recognise(id, r)
				if r.word == "name" && f.Nodes[i].Role != t.Role && !f.Nodes[i].RoleUnread() {
					a = no
				}
			}
			if a != no {
				gone = false
				break
			}
		}
		if !gone {
			continue
		}
		switch r.word {
		case "role":
			return append(lost, fmt.Sprintf("there is no %s any more", r.said))
		case "name":
			lost = append(lost, fmt.Sprintf("no %s is called %s any more", t.Role, r.said))
		case "window", "in":
			lost = append(lost, fmt.Sprintf("there is no %s any more", r.said))
		default:
			lost = append(lost, fmt.Sprintf("nothing has the %s %s any more", r.word, r.said))
		}
	}
	return lost
}
