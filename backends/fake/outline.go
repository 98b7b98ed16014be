package fake

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Tree makes an application from an outline, one element a line, indented below
// its parent; it panics where the outline makes no sense. A line is
//
//	role "name" = "value" #handle @x,y,w,h {press, toggle} [checked -enabled] key="value"
//
// in any order after the role, all of it optional. Without a handle it is
// role:name, with ~2, ~3 … appended where that is taken. Without bounds elements
// lie one below the other. Without braces the actions are those that the role
// suggests, {} stands for none; {press=click} gives the native name. States are
// added to (or with - taken from) enabled, sensitive, showing, visible and what
// the role suggests. Keys: description, id, native, labelled-by, label-for,
// popup-for, described-by, member-of, controlled-by (handles), range
// ("current,minimum,maximum,step"), and unreadable or absent, which list
// properties: name, description, value, id, states, bounds.
// A # after white space at the start of a line begins a comment.
func Tree(outline string) *App {
	roots, err := parse(outline)
	if err == nil && (len(roots) != 1 || roots[0].node.Role != tree.RoleApplication) {
		err = errors.New("one application is wanted at the left")
	}
	if err != nil {
		panic(fmt.Sprintf("fake: %v", err))
	}
	return newApp(roots[0])
}

// element is one element of a living application.
type element struct {
	node      tree.Node // without ID, Parent, Children and Relations
	relations []relation
	children  []*element
	parent    *element
	placed    bool // bounds were given
	cuts      []tree.Cut
}

type relation struct {
	kind    tree.RelationKind
	targets []tree.Handle
}

func parse(outline string) ([]*element, error) {
	type open struct {
		indent int
		e      *element
	}
	var roots []*element
	var stack []open
	for i, line := range strings.Split(outline, "\n") {
		body := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(body) == "" || body[0] == '#' {
			continue
		}
		e, err := parseLine(body)
		if err != nil {
			return nil, fmt.Errorf("line %d (%s): %w", i+1, strings.TrimSpace(body), err)
		}
		indent := len(line) - len(body)
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 {
			roots = append(roots, e)
		} else {
			e.parent = stack[len(stack)-1].e
			e.parent.children = append(e.parent.children, e)
		}
		stack = append(stack, open{indent, e})
	}
	if len(roots) == 0 {
		return nil, errors.New("the outline is empty")
	}
	return roots, nil
}

func parseLine(line string) (*element, error) {
	role, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	e := &element{node: suggested(tree.Role(role))}
	if !e.node.Role.Known() {
		return nil, fmt.Errorf("unknown role %q", role)
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var err error
		if rest, err = e.word(rest); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// word reads the next part of a line and returns what follows it.
func (e *element) word(s string) (rest string, err error) {
	n := &e.node
	switch s[0] {
	case '"':
		n.Name, rest, err = text(s)
		n.NameFrom = tree.NameOwn
		return rest, err
	case '=':
		n.Value, rest, err = text(strings.TrimSpace(s[1:]))
		return rest, err
	case '#':
		word, rest := bare(s[1:])
		n.Handle = tree.Handle(word)
		return rest, nil
	case '@':
		word, rest := bare(s[1:])
		_, err := fmt.Sscanf(word, "%d,%d,%d,%d", &n.Bounds.X, &n.Bounds.Y, &n.Bounds.W, &n.Bounds.H)
		n.Bounds.State, n.Bounds.Confidence, e.placed = tree.Known, tree.Exact, true
		return rest, err
	case '{':
		words, rest, ok := strings.Cut(s[1:], "}")
		if !ok {
			return "", errors.New("} is missing")
		}
		n.Actions = nil
		for _, w := range strings.FieldsFunc(words, separator) {
			verb, native, _ := strings.Cut(w, "=")
			if native == "" {
				native = verb
			}
			n.Actions = append(n.Actions, tree.Action{Verb: tree.Verb(verb), Native: native})
		}
		return rest, nil
	case '[':
		words, rest, ok := strings.Cut(s[1:], "]")
		if !ok {
			return "", errors.New("] is missing")
		}
		n.States, err = applyStates(n.States, words)
		return rest, err
	}
	key, after, ok := strings.Cut(s, "=")
	if !ok {
		return "", fmt.Errorf("what is %q?", s)
	}
	value, rest := bare(after)
	if strings.HasPrefix(after, `"`) {
		t, r, err := text(after)
		if err != nil {
			return "", err
		}
		value, rest = t.Value, r
	}
	return rest, e.set(key, value)
}

func (e *element) set(key, value string) error {
	n := &e.node
	switch key {
	case "description":
		n.Description = tree.KnownText(value)
	case "id":
		n.AccessibleID = tree.KnownText(value)
	case "native":
		n.NativeRole = value
	case "range":
		r := &tree.Range{}
		if _, err := fmt.Sscanf(value+",0", "%g,%g,%g,%g", &r.Current, &r.Minimum, &r.Maximum, &r.Step); err != nil {
			return fmt.Errorf("range %q: %w", value, err)
		}
		n.Range, n.Value = r, tree.KnownText(number(r.Current))
	case "unreadable", "absent":
		for _, p := range strings.FieldsFunc(value, separator) {
			if err := e.withhold(p, key == "unreadable"); err != nil {
				return err
			}
		}
	default:
		kind := tree.RelationKind(key)
		switch kind {
		case tree.LabelledBy, tree.LabelFor, tree.DescribedBy, tree.MemberOf, tree.PopupFor, tree.ControlledBy:
		default:
			return fmt.Errorf("unknown key %q", key)
		}
		r := relation{kind: kind}
		for _, h := range strings.FieldsFunc(value, separator) {
			r.targets = append(r.targets, tree.Handle(strings.TrimPrefix(h, "#")))
		}
		e.relations = append(e.relations, r)
	}
	return nil
}

// withhold makes a property unreadable or absent.
func (e *element) withhold(property string, unreadable bool) error {
	t := tree.AbsentText()
	if unreadable {
		t = tree.UnreadableText()
	}
	n := &e.node
	switch property {
	case "name":
		n.Name, n.NameFrom = t, tree.NameNone
	case "description":
		n.Description = t
	case "value":
		n.Value = t
	case "id":
		n.AccessibleID = t
	case "states":
		n.States, n.StatesRead = 0, !unreadable
	case "bounds":
		n.Bounds, e.placed = tree.Bounds{State: t.State}, true
	default:
		return fmt.Errorf("unknown property %q", property)
	}
	return nil
}

// suggested returns an element of a role as a usual toolkit would offer it.
func suggested(role tree.Role) tree.Node {
	n := tree.Node{
		Role: role, NativeRole: string(role), StatesRead: true,
		Name: tree.AbsentText(), Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		States: tree.MakeStates(tree.Enabled, tree.Sensitive, tree.Showing, tree.Visible),
	}
	offer := func(v tree.Verb, states ...tree.State) {
		n.Actions = []tree.Action{{Verb: v, Native: string(v)}}
		for _, s := range states {
			n.States = n.States.With(s)
		}
	}
	switch role {
	case tree.RoleButton, tree.RoleLink, tree.RoleMenuItem, tree.RoleTab:
		offer(tree.VerbPress, tree.Focusable)
	case tree.RoleRadio, tree.RoleMenuItemRadio:
		offer(tree.VerbPress, tree.Focusable, tree.Checkable)
	case tree.RoleCheckbox, tree.RoleSwitch, tree.RoleMenuItemCheckbox:
		offer(tree.VerbToggle, tree.Focusable, tree.Checkable)
	case tree.RoleToggleButton:
		offer(tree.VerbToggle, tree.Focusable)
	case tree.RoleTextbox, tree.RoleSearchbox:
		offer(tree.VerbSetText, tree.Focusable, tree.Editable)
		n.Value = tree.KnownText("")
	case tree.RolePassword:
		offer(tree.VerbSetText, tree.Focusable, tree.Editable)
		n.Secret, n.Value = true, tree.UnreadableText()
	case tree.RoleSlider, tree.RoleSpinbutton:
		offer(tree.VerbSetValue, tree.Focusable)
	case tree.RoleCombobox, tree.RoleListbox, tree.RoleTablist:
		offer(tree.VerbSelect, tree.Focusable)
	case tree.RoleOption, tree.RoleListItem, tree.RoleTreeItem:
		n.States = n.States.With(tree.Selectable)
	}
	return n
}

// applyStates adds the states of a list of words, or takes away those with a -.
func applyStates(set tree.States, words string) (tree.States, error) {
	for _, w := range strings.FieldsFunc(words, separator) {
		word, off := strings.CutPrefix(w, "-")
		s, err := tree.ParseState(word)
		if err != nil {
			return set, err
		}
		if set = set.With(s); off {
			set = set.Without(s)
		}
	}
	return set, nil
}

// text reads a quoted text in Go's notation.
func text(s string) (t tree.Text, rest string, err error) {
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return t, "", fmt.Errorf("quoted text is wanted at %q", s)
	}
	value, err := strconv.Unquote(quoted)
	return tree.KnownText(value), s[len(quoted):], err
}

// bare reads up to white space.
func bare(s string) (word, rest string) {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func separator(r rune) bool { return r == ' ' || r == ',' }

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
