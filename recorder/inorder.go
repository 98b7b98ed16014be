package recorder

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// An application handles its input in the order in which it was made, and tells what
// came of it in that order, however late it is. Where input goes on while it is behind,
// when something was told says nothing of what it was told for; the order does. So what
// was done is laid beside what was told, in every way in which the one can explain the
// other, and a key went to a box only where it did so in all of them.

// deedsKept and newsKept bound what is laid beside each other.
const (
	deedsKept = 64
	newsKept  = 256
)

// deed is an input, as far as it may move the keyboard or change a text.
type deed struct {
	at   time.Time
	what deedKind
	// space says that it types where text is, and may do anything elsewhere.
	space bool
	// target is the element that an input which moves the keyboard gives it to, ""
	// where nobody knows.
	target tree.Handle
}

type deedKind uint8

const (
	deedRests   deedKind = iota // neither: Home, Backspace, of which nothing need be told
	deedTypes                   // a character
	deedChanges                 // pastes or takes back: any text may come, or none
	deedMoves                   // moves the keyboard, and does nothing else
	deedActs                    // may do anything at all
)

// tiding is what an application told of its keyboard or of one character of a text.
type tiding struct {
	at     time.Time
	source tree.Handle
	typed  bool // else it got the keyboard
}

// inOrder returns the element that a key went to, where the order of all that was done
// and told since the keyboard may have moved leaves only one.
func (r *reducer) inOrder(k Entry, ahead []Entry) (tree.Handle, bool) {
	if len(r.movers) == 0 || !r.lostAt.IsZero() && r.lostAt.Before(r.movers[0].at) || len(ahead) == 0 {
		return "", false
	}
	// A busy application may tell thousands of other changes meanwhile.
	if last := ahead[len(ahead)-1]; last.Kind == EntryEvent && !focusEvent(last.Event) && last.Event.Kind != backends.EventText && last.Event.Kind != eventTaken {
		return "", false
	}
	deeds, key := r.deeds(k, ahead)
	news := r.tidings(r.movers[0].behind, ahead)
	if len(deeds) > deedsKept || len(news) > newsKept || len(news) == 0 {
		return "", false
	}
	o := ordering{reducer: r, deeds: deeds, news: news, ahead: ahead, ends: map[[2]int]bool{}}
	for _, f := range r.focuses {
		if !f.at.After(r.movers[0].behind) {
			o.first = f.handle
		}
	}
	return o.target(key)
}

// deeds returns what was done since the keyboard may have moved, and which of it is
// the key that is asked for. What follows something that may do anything says nothing.
func (r *reducer) deeds(k Entry, ahead []Entry) (all []deed, key int) {
	for _, m := range r.movers {
		what := deedMoves
		if m.acts {
			what = deedActs
		}
		all = append(all, deed{at: m.behind, what: what, target: m.target})
		all = append(all, m.then...)
	}
	key = len(all)
	all = append(all, r.deed(k))
	for _, e := range ahead {
		switch {
		case e.Kind == EntryPress, e.Kind == EntryKey && !isModifier(e.Input.Key):
			all = append(all, r.deed(e))
		case e.Kind == EntryWheel:
			all = append(all, deed{at: e.At, what: deedActs})
		default:
			continue
		}
		if all[len(all)-1].what == deedActs {
			break
		}
	}
	return all, key
}

// deed says what an input that is not decided yet may do.
func (r *reducer) deed(e Entry) deed {
	d := deed{at: e.At, what: deedActs}
	if e.Kind == EntryPress {
		f := r.before(e)
		if id := f.ByHandle(e.Aim.Handle); e.Aim.Handle != "" && id != tree.None && e.Aim.Sure {
			d.target = keyboardOf(f, id)
			if f.Nodes[f.Owner(id)].Role.EditsText() && e.Input.Button == 1 {
				d.what = deedMoves
			}
		}
		return d
	}
	switch what := meaning(e.Input, textBox{multiLine: true}); {
	case what == keyTypes:
		d.what, d.space = deedTypes, e.Input.Key == "space"
	case what == keyChanges:
		d.what = deedChanges
	case what == keyTabs:
		d.what = deedMoves
	case what == keyActs, what == keyBreaks, what == keyComposes:
		// A composed character is fewer than its keys.
	default:
		d.what = deedRests
	}
	return d
}

// keyboardOf returns the element that has the keyboard after a press on one: itself or
// what it lies in, "" where none takes it.
func keyboardOf(f *inspector.Frozen, id tree.NodeID) tree.Handle {
	for up := id; up > 0; up = f.Nodes[up].Parent {
		if n := &f.Nodes[up]; !n.StatesRead || n.States.Has(tree.Focusable) || n.Role.EditsText() {
			return n.Handle
		}
	}
	return ""
}

// tidings returns what was told after a time, of text character by character.
func (r *reducer) tidings(since time.Time, ahead []Entry) []tiding {
	var all []tiding
	var nowhere tree.Handle // what no reading has is looked for once
	take := func(e backends.Event) {
		switch {
		case !e.At.After(since) || len(all) > newsKept:
		case focusEvent(e):
			if n := len(all); n > 0 && !all[n-1].typed && r.related(all[n-1].source, e.Source) {
				all[n-1].source = e.Source // told twice, or of what it lies in
				return
			}
			all = append(all, tiding{e.At, e.Source, false})
		case (e.Kind == backends.EventText || e.Kind == eventTaken) && strings.HasPrefix(e.Detail, "insert"):
			if e.Source == nowhere {
				return
			}
			if f, id := r.findAhead(e.Source, ahead); id == tree.None || !f.Nodes[id].Role.EditsText() {
				nowhere = e.Source
				return
			}
			n := utf8.RuneCountInString(e.Text)
			if e.Text == "" {
				n = e.Length
			}
			for range min(max(n, 0), newsKept) {
				all = append(all, tiding{e.At, e.Source, true})
			}
		}
	}
	for _, e := range r.recent {
		take(e)
	}
	for _, e := range ahead {
		if e.Kind == EntryEvent {
			take(e.Event)
		}
	}
	slices.SortStableFunc(all, func(a, b tiding) int { return a.at.Compare(b.at) })
	return all
}

// ordering lays deeds beside news.
type ordering struct {
	*reducer
	deeds []deed
	news  []tiding
	ahead []Entry
	first tree.Handle     // had the keyboard before, "" where nobody knows
	ends  map[[2]int]bool // whether the deeds from one on explain the news from one on
}

// keyboard returns what has the keyboard after the first n news.
func (o *ordering) keyboard(n int) tree.Handle {
	for n--; n >= 0; n-- {
		if !o.news[n].typed {
			return o.news[n].source
		}
	}
	return o.first
}

// target returns the one element that a key can have gone to. What was not told of, as
// a Tab that does not move the keyboard, leaves it open, unless the text of the key was.
func (o *ordering) target(key int) (tree.Handle, bool) {
	type way struct {
		news int
		told bool // the last that moved the keyboard was answered
	}
	ways := map[way]bool{{0, false}: true}
	for i := range key {
		next := map[way]bool{}
		for w := range ways {
			for _, n := range o.handled(i, w.news) {
				d := &o.deeds[i]
				next[way{n, o.moved(w.news, n) || d.target != "" && o.related(d.target, o.keyboard(n))}] = true
			}
		}
		ways = next
	}
	found, sure := tree.Handle(""), false
	for w := range ways {
		for _, n := range o.handled(key, w.news) {
			if !o.acts(key, w.news) && !o.explains(key+1, n) {
				continue
			}
			h := o.keyboard(w.news)
			told := w.told || o.deeds[key].what == deedTypes && n > w.news
			if !told || h == "" || sure && h != found {
				return "", false
			}
			found, sure = h, true
		}
		if w.news == len(o.news) { // or it was not handled yet
			h := o.keyboard(w.news)
			if !w.told || h == "" || sure && h != found {
				return "", false
			}
			found, sure = h, true
		}
	}
	return found, sure
}

// moved reports whether the keyboard moved with the news from one to another.
func (o *ordering) moved(from, to int) bool {
	return slices.ContainsFunc(o.news[from:to], func(t tiding) bool { return !t.typed })
}

// holder returns what has the keyboard after the first n news, nil where that is not
// known.
func (o *ordering) holder(n int) *tree.Node {
	f, id := o.findAhead(o.keyboard(n), o.ahead)
	if id == tree.None {
		return nil
	}
	return &f.Nodes[id]
}

// acts reports whether deed i may do anything at all, n news after the beginning.
func (o *ordering) acts(i, n int) bool {
	d := &o.deeds[i]
	if !d.space {
		return d.what == deedActs
	}
	node := o.holder(n)
	return node == nil || !node.Role.EditsText()
}

// explains reports whether the deeds from i on explain the news from n on.
func (o *ordering) explains(i, n int) bool {
	if n == len(o.news) {
		return true // what is left has not been handled yet
	}
	if i == len(o.deeds) {
		return false
	}
	at := [2]int{i, n}
	if is, known := o.ends[at]; known {
		return is
	}
	is := false
	for _, next := range o.handled(i, n) {
		// What may do anything explains all that follows.
		if o.acts(i, n) || o.explains(i+1, next) {
			is = true
			break
		}
	}
	o.ends[at] = is
	return is
}

// handled returns how many of the news may be told when deed i has been handled, where
// n were before; none where it cannot have been.
func (o *ordering) handled(i, n int) []int {
	d, has := &o.deeds[i], o.keyboard(n)
	next := func(typed bool, n int) bool {
		return n < len(o.news) && o.news[n].typed == typed && o.news[n].at.After(d.at)
	}
	own := func(n int) bool { return next(true, n) && o.related(has, o.news[n].source) }
	there := d.target != "" && has != "" && o.related(d.target, has)
	switch {
	case o.acts(i, n):
		var all []int
		if d.target == "" || there {
			all = append(all, n)
		}
		for ; n < len(o.news) && o.news[n].at.After(d.at); n++ {
			if len(all) == 0 && (o.news[n].typed || !o.related(d.target, o.news[n].source)) {
				break // first it takes the keyboard
			}
			all = append(all, n+1)
		}
		return all
	case d.what == deedTypes:
		switch box := o.holder(n); {
		case box == nil:
			return upTo(n, next(true, n))
		case !box.Role.EditsText():
			return []int{n}
		case box.Secret || box.Role == tree.RoleSpinbutton: // may keep it to itself
			return upTo(n, own(n))
		case own(n):
			return []int{n + 1}
		}
		return nil
	case d.what == deedChanges:
		all := []int{n}
		for ; own(n); n++ {
			all = append(all, n+1)
		}
		return all
	case d.what == deedMoves:
		moved := next(false, n) && (d.target == "" || o.related(d.target, o.news[n].source))
		if d.target != "" && !there {
			if !moved {
				return nil
			}
			return []int{n + 1}
		}
		return upTo(n, moved)
	}
	return []int{n}
}

// upTo returns n, and the number after it where that may be, too.
func upTo(n int, more bool) []int {
	if more {
		return []int{n, n + 1}
	}
	return []int{n}
}
