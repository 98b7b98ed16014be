package recorder

import (
	"cmp"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// act is one thing to send, with everything decided but the element.
type act struct {
	target inspector.Target
	// choose says how the act is sent to the resolved node, by meaning and before
	// anything is sent. The error says what the node does not offer.
	choose func(f *inspector.Frozen, id tree.NodeID) (dispatch, error)
	// holds answers whether what the act is for is already so; nil where that
	// cannot be asked (a button press).
	holds func(f *inspector.Frozen, id tree.NodeID) holding
	// chosen answers, of a press that is there to choose its element, whether that is
	// chosen already; nil for any other press, which does something however often it is
	// done. What came of the press is not judged by it.
	chosen func(f *inspector.Frozen, id tree.NodeID) holding
	// words name the act in the journal, without secrets.
	words string
	// opens says that the act only leads to the next one (a menu on the way).
	opens bool
	// tidies says that the act only puts back what an earlier one left (an open
	// menu): it is not waited for, and not done where it is not possible at once.
	tidies bool
	// repeats says that the act is one more try of what the act before it is for: it
	// is left out once that holds.
	repeats bool
}

// isSo reports whether what the act is for holds already, so that nothing has to be sent.
func (a act) isSo(f *inspector.Frozen, id tree.NodeID) bool {
	return a.holds != nil && a.holds(f, id) == holdsTrue || a.chosen != nil && a.chosen(f, id) == holdsTrue
}

// dispatch is what is sent: an action through the backend, or real input.
type dispatch struct {
	// node is what is acted on: the resolved node, or the one item of it that was
	// asked for by name.
	node   tree.NodeID
	handle tree.Handle
	action backends.Action
	click  bool
	// keys are pressed together, clears selects and deletes all text, and text is
	// typed, with real keys. They are sent only while focus ("" for whatever it is)
	// has the keyboard in window.
	keys          []string
	clears        bool
	text          string
	focus, window tree.Handle
	// gesture is real pointer input other than a plain click.
	gesture *gesture
	// unseen says that the node need not show: the act is what makes it.
	unseen bool
}

// byKeys reports whether real keys are sent.
func (d dispatch) byKeys() bool { return len(d.keys) > 0 || d.clears || d.text != "" }

// chords are the keys to press, in their order.
func (d dispatch) chords() [][]string {
	switch {
	case d.clears:
		return [][]string{{"ctrl", "a"}, {"Delete"}}
	case len(d.keys) > 0:
		return [][]string{d.keys}
	}
	return nil
}

// holding is the answer to "is it so?".
type holding uint8

const (
	cannotTell holding = iota
	doesNotHold
	holdsTrue
)

func holdingOf(b bool) holding {
	if b {
		return holdsTrue
	}
	return doesNotHold
}

// plan turns a step into acts.
func (p *Player) plan(step Step) ([]act, error) {
	if step.Target == nil {
		return nil, fmt.Errorf("step %q has no element that it could be replayed on", step.Title)
	}
	target := *step.Target
	if acts, ok := p.planGesture(step); ok {
		return acts, nil
	}
	switch step.Kind {
	case StepActivate:
		a := act{target: target, choose: p.activation(step.Verb), words: "activate"}
		if step.Verb == tree.VerbFocus {
			a.holds = hasFocus // moving the focus changes nothing else
		}
		if choosesItself(step) {
			a.chosen = isChosen
		}
		return []act{a}, nil
	case StepTypeKeys:
		return p.keyActs(step), nil
	case StepSetText:
		if typesByKeys(step) {
			return p.keyActs(step), nil
		}
		text := p.value(step)
		a := act{target: target, choose: setText(text), holds: hasText(text), words: "set text"}
		if p.untold[step.Parameter] {
			a.holds = nil
		}
		return []act{a}, nil
	case StepSetChecked:
		return []act{{target: target, choose: p.activation(""), holds: hasChecked(step.Checked), words: fmt.Sprintf("set checked to %v", step.Checked)}}, nil
	case StepSetValue:
		return []act{{target: target, choose: setValue(step.Number), holds: hasNumber(step.Number), words: fmt.Sprintf("set value to %v", step.Number)}}, nil
	case StepSelectItem:
		return p.selection(step), nil
	case StepMenuPath:
		var acts []act
		for _, opener := range step.Path {
			acts = append(acts, act{target: opener, choose: p.activation(""), words: "open", opens: true, holds: isOpen})
		}
		acts = append(acts, act{target: target, choose: p.activation(""), words: "activate"})
		if len(step.Path) > 0 {
			acts = append(acts, closeMenu(step.Path[0]))
		}
		return acts, nil
	case StepKeyChord:
		return p.chordActs(step), nil
	}
	return nil, fmt.Errorf("step %q is of kind %q, which cannot be replayed", step.Title, step.Kind)
}

// activation chooses how to activate a node: the verb asked for, else press,
// toggle, selection through its container; the pointer only where a person
// allowed it. There is no falling through to children or ancestors.
func (p *Player) activation(asked tree.Verb) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		verbs := []tree.Verb{tree.VerbPress, tree.VerbToggle}
		if asked != "" {
			verbs = []tree.Verb{asked}
		}
		if asked == tree.VerbToggle && toggles(n) {
			verbs = append(verbs, tree.VerbPress) // all that some toolkits offer
		}
		for _, v := range verbs {
			if n.Has(v) && !(v == tree.VerbToggle && togglesAnother(f, id)) {
				return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: v}}, nil
			}
		}
		if parent := f.Node(n.Parent); selectable(n) && parent != nil && parent.Has(tree.VerbSelect) && (asked == "" || asked == tree.VerbSelect || asked == tree.VerbPress) {
			return dispatch{node: id, handle: parent.Handle, action: backends.Action{Verb: tree.VerbSelect, Item: n.Handle}}, nil
		}
		if p.o.Pointer != nil && asked == "" {
			return dispatch{node: id, handle: n.Handle, click: true}, nil
		}
		err := fmt.Errorf("%s offers no action to %s it (it offers %s)", f.Short(id), cmp.Or(string(asked), "press"), actionWords(n))
		if asked == "" {
			return dispatch{}, fmt.Errorf("%w: %w", err, errNeedsInput)
		}
		return dispatch{}, notOffered{err}
	}
}

// toggles reports whether pressing an element changes whether it is checked.
func toggles(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleCheckbox, tree.RoleSwitch, tree.RoleToggleButton, tree.RoleMenuItemCheckbox:
		return true
	}
	return false
}

// notOffered is [errNotOffered] in the words of the element.
type notOffered struct{ error }

func (notOffered) Is(target error) bool { return target == errNotOffered }

func selectable(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleTab, tree.RoleOption, tree.RoleListItem, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell:
		return true
	}
	return n.States.Has(tree.Selectable)
}

func actionWords(n *tree.Node) string {
	if len(n.Actions) == 0 {
		return "none"
	}
	s := ""
	for i, a := range n.Actions {
		if i > 0 {
			s += ", "
		}
		s += a.Native
	}
	return s
}

func setText(text string) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		switch {
		case !n.Has(tree.VerbSetText):
			return dispatch{}, notOffered{fmt.Errorf("the text of %s cannot be set: the application offers no way (it offers %s)", f.Short(id), actionWords(n))}
		case n.States.Has(tree.ReadOnly):
			return dispatch{}, fmt.Errorf("the text of %s cannot be set: it is read-only", f.Short(id))
		}
		return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbSetText, Text: text}}, nil
	}
}

func hasText(text string) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		n := &f.Nodes[id]
		if n.Secret || n.Value.State != tree.Known {
			return cannotTell
		}
		return holdingOf(n.Value.Value == text)
	}
}

func setValue(v float64) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		if !n.Has(tree.VerbSetValue) || n.Range == nil {
			return dispatch{}, notOffered{fmt.Errorf("the value of %s cannot be set (it offers %s)", f.Short(id), actionWords(n))}
		}
		if v < n.Range.Minimum || v > n.Range.Maximum {
			return dispatch{}, fmt.Errorf("%s takes %v to %v, not %v", f.Short(id), n.Range.Minimum, n.Range.Maximum, v)
		}
		return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbSetValue, Number: v}}, nil
	}
}

func hasNumber(v float64) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		r := f.Nodes[id].Range
		if r == nil {
			return cannotTell
		}
		return holdingOf(equal(r.Current, v))
	}
}

func hasChecked(want bool) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		n := &f.Nodes[id]
		if !n.StatesRead || n.States.Has(tree.Indeterminate) {
			return cannotTell
		}
		return holdingOf(isChecked(n) == want)
	}
}

func isChecked(n *tree.Node) bool {
	// GTK 4 calls its toggle buttons buttons.
	return n.States.Has(tree.Checked) || (n.Role == tree.RoleToggleButton || n.Role == tree.RoleButton) && n.States.Has(tree.Pressed)
}

// closeMenu closes a menu that stayed open: in Qt an item that is activated by
// its action leaves its menu up, which then takes all keys.
func closeMenu(opener inspector.Target) act {
	return act{
		target: opener, words: "close the menu", opens: true, tidies: true,
		choose: func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
			n := &f.Nodes[id]
			if !n.Has(tree.VerbShowMenu) {
				return dispatch{}, fmt.Errorf("%s does not say how to close its menu", f.Short(id))
			}
			return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbShowMenu}}, nil
		},
		holds: func(f *inspector.Frozen, id tree.NodeID) holding { return holdingOf(!menuShows(f, id)) },
	}
}

// isOpen answers whether a menu shows what is below it.
func isOpen(f *inspector.Frozen, id tree.NodeID) holding {
	return holdingOf(menuShows(f, id))
}

func menuShows(f *inspector.Frozen, id tree.NodeID) bool {
	for _, c := range f.Nodes[id].Children {
		if n := &f.Nodes[c]; isMenu(n.Role) && n.States.Has(tree.Showing) || menuShows(f, c) {
			return true
		}
	}
	return false
}
