package app

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// offer is a step about an element that a person can choose, filled in with what is
// there now.
type offer struct {
	title string
	// takes is what can be typed: "Text", "Number", "Keys" …, "" for nothing; value is
	// what stands there at first.
	takes, value string
	note         string // beside the title where nothing can be typed
	// target is the element, by what does not change with what is looked for; nil for
	// the application as a whole.
	target *inspector.Target
	// all says that the offer is about all elements that the locator fits, so that
	// twins are no obstacle.
	all bool
	// fill gives the step what was typed.
	fill func(s *recorder.Step, value string) error
	// holds says whether what was typed is so just now; nil where that says nothing.
	holds func(value string) bool
	// other asks for the opposite; nil where nothing does.
	other *offer
}

// aimed is an element with both ways to name it.
type aimed struct {
	f  *inspector.Frozen
	id tree.NodeID
	// target names it as what is acted on is named; place without its own name.
	target, place *inspector.Target
}

// aimAt names an element in both ways. It takes its time, so a worker does it.
func aimAt(f *inspector.Frozen, id tree.NodeID) aimed {
	t, p := f.Target(id), f.TargetByPlace(id)
	return aimed{f, id, &t, &p}
}

// aimAgain is the element of a step that there is already: what is looked for may
// change, and its target stays.
func aimAgain(f *inspector.Frozen, id tree.NodeID, t *inspector.Target) aimed {
	if t.Name == "" {
		return aimed{f, id, t, t}
	}
	return aimed{f, id, t, nil}
}

// conditions lists what can be looked for on an element, the most telling first.
func (at aimed) conditions() []offer {
	n := &at.f.Nodes[at.id]
	var list []offer
	plain := func(title, note string, c recorder.Condition) offer {
		return offer{title: title, note: note, target: at.target, fill: func(s *recorder.Step, _ string) error {
			asked := c
			s.Condition = &asked
			return nil
		}}
	}
	number := func(title string, kind recorder.ConditionKind, now float64, all bool) {
		list = append(list, offer{title: title, takes: "Number", value: numeral(now), target: at.target, all: all, fill: func(s *recorder.Step, v string) error {
			n, err := readNumber(v)
			s.Condition = &recorder.Condition{Kind: kind, Number: n}
			return err
		}}.or(title+" not"))
	}
	name, _ := at.f.Name(at.id)
	text, known := name, name != ""
	if n.Value.State == tree.Known && n.Value.Value != "" || n.Role.EditsText() && n.Value.State == tree.Known {
		text, known = n.Value.Value, true
	}
	// Where the text is the name, it must not be what the element is found by.
	rests := inspector.Normalize(text) == name && name != ""
	if known && n.Range == nil && !n.Secret && n.Role != tree.RoleCombobox && (!rests || !n.Interactive() && !n.Role.Container()) {
		target := at.target
		if rests {
			target = at.place
		}
		list = append(list, texts("text", recorder.ConditionText, text, target)...)
	}
	if n.Range != nil {
		number("number is", recorder.ConditionValue, n.Range.Current, false)
	}
	state := func(s tree.State, yes, no string) {
		on, known := recorder.HasState(n, s)
		words, opposite := yes, no
		if !on {
			words, opposite = no, yes
		}
		o := plain(words, "", recorder.Condition{Kind: recorder.ConditionState, State: s.String(), Not: !on})
		if known {
			o.holds = func(string) bool { return true }
		}
		list = append(list, o.or(opposite))
	}
	if n.StatesRead {
		if n.States.Has(tree.Checkable) || n.States.Has(tree.Checked) || n.Role == tree.RoleCheckbox || n.Role == tree.RoleRadio {
			state(tree.Checked, "is checked", "is not checked")
		}
		if n.States.Has(tree.Selectable) || n.States.Has(tree.Selected) {
			state(tree.Selected, "is selected", "is not selected")
		}
		if n.States.Has(tree.Expandable) || n.States.Has(tree.Expanded) {
			state(tree.Expanded, "is expanded", "is not expanded")
		}
	}
	shown := ""
	if rests && !n.Interactive() && !n.Role.Container() {
		shown = "with exactly this text"
	}
	visible, gone := plain("is visible", shown, recorder.Condition{Kind: recorder.ConditionVisible}), plain("is gone", shown, recorder.Condition{Kind: recorder.ConditionGone})
	gone.all = true
	list = append(list, visible.against(gone, "is not visible"), gone.against(visible, "is not gone"))
	if n.StatesRead && n.Interactive() {
		state(tree.Enabled, "is enabled", "is not enabled")
	}
	if name != "" && n.Interactive() && !n.Secret {
		list = append(list, texts("name", recorder.ConditionName, name, at.place)...)
	}
	if n.StatesRead && (n.States.Has(tree.Focusable) || n.States.Has(tree.Focused)) {
		list = append(list, plain("has the keyboard", "", recorder.Condition{Kind: recorder.ConditionFocus}).or("does not have the keyboard"))
	}
	number("number of such elements is", recorder.ConditionCount, float64(max(1, at.target.Proof.Matched)), true)
	return list
}

// texts are the ways to compare a text. A target of nil has none of them.
func texts(what string, kind recorder.ConditionKind, now string, t *inspector.Target) []offer {
	if t == nil {
		return nil
	}
	part, pattern := apart(now)
	one := func(words, opposite, value string, m recorder.Match) offer {
		return offer{
			title: what + " " + words, takes: "Text", value: value, target: t,
			fill: func(s *recorder.Step, v string) error {
				switch {
				case m != recorder.MatchExact && strings.Trim(v, "* ") == "":
					return errors.New("any text would do: say which part of it must be there")
				case m == recorder.MatchExact && strings.TrimSpace(v) == "" && kind == recorder.ConditionName:
					return errors.New("a name that is looked for cannot be empty")
				}
				s.Condition = &recorder.Condition{Kind: kind, Text: v, Match: m}
				return nil
			},
			holds: func(v string) bool {
				have, want := inspector.Normalize(now), inspector.Normalize(v)
				switch m {
				case recorder.MatchContains:
					return strings.Contains(have, want)
				case recorder.MatchPattern:
					return inspector.FitsTitle(want, have)
				}
				return have == want
			},
		}.or(what + " " + opposite)
	}
	return []offer{
		one("is", "is not", now, recorder.MatchExact), one("contains", "does not contain", part, recorder.MatchContains),
		one("matches", "does not match", pattern, recorder.MatchPattern),
	}
}

// counted is what differs from one time to the next: a number of an order, a time.
var counted = regexp.MustCompile(`[0-9]+([.,:/-][0-9]+)*`)

// apart proposes what of a text stays the same: its longest part without numbers, and
// the text with a star for each number.
func apart(text string) (part, pattern string) {
	escaped := strings.ReplaceAll(text, "*", `\*`)
	pattern = counted.ReplaceAllString(escaped, "*")
	for _, p := range counted.Split(text, -1) {
		if p = strings.TrimSpace(p); len(p) > len(part) {
			part = p
		}
	}
	if part == "" {
		part, pattern = text, escaped
	}
	return part, pattern
}

// acts lists what a step can do with an element, the likeliest first.
func (at aimed) acts() []offer {
	n := &at.f.Nodes[at.id]
	var list []offer
	add := func(title, note string, kind recorder.StepKind, more func(*recorder.Step)) {
		list = append(list, offer{title: title, note: note, target: at.target, fill: func(s *recorder.Step, _ string) error {
			s.Kind = kind
			if more != nil {
				more(s)
			}
			return nil
		}})
	}
	switch {
	case n.Secret:
		list = append(list, offer{title: "type a secret", takes: "Parameter", value: secretName(at.target.Name), target: at.target, fill: func(s *recorder.Step, v string) error {
			s.Kind, s.Parameter = recorder.StepSetText, strings.TrimSpace(v)
			return recorder.ParameterName(s.Parameter)
		}})
	case n.Role.EditsText() || n.States.Has(tree.Editable):
		list = append(list, offer{title: "type", takes: "Text", value: n.Value.Value, target: at.target, fill: func(s *recorder.Step, v string) error {
			s.Kind, s.Text = recorder.StepSetText, v
			return nil
		}})
	}
	if n.Range != nil {
		list = append(list, offer{title: "set the number", takes: "Number", value: numeral(n.Range.Current), target: at.target, fill: func(s *recorder.Step, v string) (err error) {
			s.Kind = recorder.StepSetValue
			s.Number, err = readNumber(v)
			return err
		}})
	}
	checkable := n.States.Has(tree.Checkable) || n.Role == tree.RoleCheckbox || n.Role == tree.RoleRadio || n.Role == tree.RoleSwitch
	if checkable {
		add("check", "", recorder.StepSetChecked, func(s *recorder.Step) { s.Checked = true })
		if n.Role != tree.RoleRadio {
			add("uncheck", "", recorder.StepSetChecked, nil)
		}
	}
	if n.Role == tree.RoleCombobox || n.Role == tree.RoleList || n.Role == tree.RoleListbox {
		list = append(list, offer{title: "choose", takes: "Option", value: at.option(), target: at.target, fill: func(s *recorder.Step, v string) error {
			if s.Kind, s.Item = recorder.StepSelectItem, strings.TrimSpace(v); s.Item == "" {
				return errors.New("it needs the name of an option")
			}
			return nil
		}})
	}
	switch openers := at.openers(); {
	case len(openers) > 0:
		add("choose from the menu", "", recorder.StepMenuPath, func(s *recorder.Step) { s.Path = openers })
	case n.Interactive() && !n.Role.EditsText() && n.Range == nil && !checkable:
		add("press", "", recorder.StepActivate, nil)
	}
	if n.States.Has(tree.Expandable) || n.States.Has(tree.Expanded) {
		add("expand", "", recorder.StepSetExpanded, func(s *recorder.Step) { s.Expanded = true })
		add("collapse", "", recorder.StepSetExpanded, nil)
	}
	const real = "needs the real pointer or keys"
	if n.Role.TopLevel() {
		list = append(list, offer{title: "press keys in the window", takes: "Keys", value: "ctrl+s", target: at.target, fill: fillKeys})
	} else {
		add("double-click", real, recorder.StepDoubleClick, nil)
		add("open its context menu", "", recorder.StepContextClick, nil)
		add("scroll to it", "", recorder.StepScroll, nil)
	}
	return list
}

// fillKeys reads a chord as people write it: Ctrl+S.
func fillKeys(s *recorder.Step, v string) error {
	s.Kind = recorder.StepKeyChord
	for _, k := range strings.Split(v, "+") {
		k = strings.TrimSpace(k)
		switch low := strings.ToLower(k); low {
		case "":
			return fmt.Errorf("%q is no chord of keys such as ctrl+s", v)
		case "ctrl", "alt", "shift", "super":
			k = low
		default:
			if len([]rune(k)) == 1 {
				k = low
			}
		}
		s.Keys = append(s.Keys, k)
	}
	return nil
}

// option is the first option that is not chosen, as a proposal.
func (at aimed) option() string {
	name, _ := at.f.Name(at.id)
	for _, id := range at.f.Nodes[at.id].Children {
		for _, c := range append([]tree.NodeID{id}, at.f.Nodes[id].Children...) {
			if o, ok := at.f.Name(c); ok && o != name && at.f.Nodes[c].Interactive() && !at.f.Nodes[c].States.Has(tree.Selected) {
				return o
			}
		}
	}
	return ""
}

// openers are the menus that have to be opened on the way to a menu item.
func (at aimed) openers() []inspector.Target {
	menu := func(r tree.Role) bool {
		return r == tree.RoleMenu || r == tree.RoleMenuItem || r == tree.RoleMenuItemCheckbox || r == tree.RoleMenuItemRadio
	}
	if !menu(at.f.Nodes[at.id].Role) {
		return nil
	}
	var path []inspector.Target
	for up := at.f.Nodes[at.id].Parent; up > 0; up = at.f.Nodes[up].Parent {
		if n := &at.f.Nodes[up]; menu(n.Role) && n.Interactive() {
			path = append([]inspector.Target{at.f.Target(up)}, path...)
		}
	}
	return path
}

func secretName(name string) string {
	if s := strings.ToLower(strings.TrimRight(name, ": ")); s != "" {
		return s
	}
	return "secret"
}

// step makes the step of an offer, or says why that cannot be.
func (o offer) step(kind recorder.StepKind, value string) (recorder.Step, error) {
	s := recorder.Step{Kind: kind, Target: o.target}
	if err := o.fill(&s, value); err != nil {
		return s, err
	}
	return s, o.told()
}

// told says why a step about the element of an offer could not be replayed.
func (o offer) told() error {
	if o.target == nil || o.all {
		return nil
	}
	switch o.target.Standing {
	case inspector.StandingUnique, inspector.StandingContext:
		return nil
	case inspector.StandingUnproven:
		return errors.New("not proven: what was not read may be a twin; read again, or choose another element")
	}
	if o.target.Name == "" && o.takes == "Text" {
		return fmt.Errorf("its text is its only name: without it, it is one of %d alike. Choose “is visible”, which looks for exactly this text, "+
			"or give the element an accessible id, or a named group around it", max(2, o.target.Proof.Matched))
	}
	return fmt.Errorf("ambiguous: it is one of %d alike, so only their number can be looked for", max(2, o.target.Proof.Matched))
}

// line is the offer in the list.
func (o offer) line() view.Line {
	ln := view.Line{Title: o.title, Note: o.note}
	switch {
	case o.takes == "Text":
		ln.Note = fmt.Sprintf("%q", view.OneLine(o.value))
	case o.takes != "":
		ln.Note = o.value
	}
	if o.told() != nil {
		ln.Icon, ln.IconColor = "warning", view.ColorCaution
	}
	return ln
}

func numeral(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

func readNumber(text string) (float64, error) {
	n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, fmt.Errorf("%q is no number", text)
	}
	return n, nil
}
