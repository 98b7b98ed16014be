package atspi

import (
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// verbs lists native action names, in lower case and without punctuation, with
// what they mean; where an element has several of one meaning the one that
// stands first here is sent. Seen in: GTK3 and GTK4 (click, press, activate, toggle), Qt
// (Press, Toggle, ShowMenu, SetFocus), Chromium (doDefault, jump, press, check,
// uncheck, showContextMenu), Gecko (jump, press, expand, collapse, open).
var verbs = []struct {
	native string
	verb   tree.Verb
}{
	{"click", tree.VerbPress}, {"press", tree.VerbPress}, {"jump", tree.VerbPress},
	{"dodefault", tree.VerbPress}, {"activate", tree.VerbPress}, {"open", tree.VerbPress},
	{"toggle", tree.VerbToggle}, {"check", tree.VerbToggle}, {"uncheck", tree.VerbToggle},
	{"select", tree.VerbSelect},
	{"expand", tree.VerbExpand}, {"collapse", tree.VerbCollapse},
	{"listitemexpand", tree.VerbExpand}, {"listitemcollapse", tree.VerbCollapse}, // GTK4's tree expander
	{"setfocus", tree.VerbFocus},
	{"showmenu", tree.VerbShowMenu}, {"showcontextmenu", tree.VerbShowMenu}, {"menupopup", tree.VerbShowMenu},
}

// action is one action as an element names it: not localised, and its key binding.
type action struct{ name, keys string }

var punctuation = strings.NewReplacer(" ", "", "-", "", "_", "", ".", "")

// expandOrContract is GTK3's one action for both directions.
const expandOrContract = "expand or contract"

// verbOf returns what a native action of an element means, "" where that is
// not sure.
func verbOf(native string, states uint64) tree.Verb {
	verb, _ := meaning(native, states)
	return verb
}

// meaning is verbOf with the rank among actions of the same meaning, 0 first.
func meaning(native string, states uint64) (tree.Verb, int) {
	if native == expandOrContract {
		if hasState(states, stateExpanded) {
			return tree.VerbCollapse, len(verbs)
		}
		return tree.VerbExpand, len(verbs)
	}
	plain := punctuation.Replace(strings.ToLower(native))
	for rank, v := range verbs {
		if v.native == plain {
			return v.verb, rank
		}
	}
	return "", len(verbs)
}

// actionFor returns the index of the element's action with the given meaning,
// -1 where it has none.
func actionFor(verb tree.Verb, names []string, states uint64) int {
	index, best := -1, 0
	for i, native := range names {
		if v, rank := meaning(native, states); v == verb && (index < 0 || rank < best) {
			index, best = i, rank
		}
	}
	return index
}

// groupAction reports whether an action belongs to one of GTK4's action groups:
// "group.action", in lower case without spaces.
func groupAction(name string) bool {
	dot := false
	for _, c := range name {
		switch {
		case c == '.':
			dot = true
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return dot
}

// Words for what an element offers through an interface instead of an action.
const (
	nativeSetText  = "EditableText.SetTextContents"
	nativeSetValue = "Value.CurrentValue"
	nativeSelect   = "Selection.SelectChild"
	nativeFocus    = "Component.GrabFocus"
)

// offers lists what can be done with an element: its actions, then what its
// interfaces offer.
func offers(e *element, role tree.Role) []tree.Action {
	var list []tree.Action
	for _, a := range e.actions {
		list = append(list, tree.Action{Verb: e.verb(a.name, role), Native: a.name, Keys: a.keys})
	}
	if e.has(ifaceEditableText) && e.state(stateEditable) {
		list = append(list, tree.Action{Verb: tree.VerbSetText, Native: nativeSetText})
	}
	if e.has(ifaceValue) && settable(role) {
		list = append(list, tree.Action{Verb: tree.VerbSetValue, Native: nativeSetValue})
	}
	if e.has(ifaceSelection) {
		list = append(list, tree.Action{Verb: tree.VerbSelect, Native: nativeSelect})
	}
	if e.has(ifaceComponent) && e.state(stateFocusable) && !slices.ContainsFunc(list, func(a tree.Action) bool { return a.Verb == tree.VerbFocus }) {
		list = append(list, tree.Action{Verb: tree.VerbFocus, Native: nativeFocus})
	}
	return list
}

// settable roles have a value that a person changes; the others only show one.
func settable(role tree.Role) bool {
	return role == tree.RoleSlider || role == tree.RoleSpinbutton || role == tree.RoleScrollbar
}
