package fake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Fault says how an act fails.
type Fault string

// Faults.
const (
	// None: the act works; for scripts in which a later one fails.
	None Fault = "none"
	// Lie: success is answered and nothing happens.
	Lie Fault = "lie"
	// LostAnswer: it lands, and the answer does not come: uncertain.
	LostAnswer Fault = "lost-answer"
	// LostRequest: it does not land, and nobody knows: uncertain.
	LostRequest Fault = "lost-request"
	// Refuse: the application says that it does not offer this: not delivered.
	Refuse Fault = "refuse"
	// Vanish: the element goes before it can be reached: not delivered.
	Vanish Fault = "vanish"
	// Crash: the application dies before the act reaches it: not delivered.
	Crash Fault = "crash"
	// Stall: it lands, and the answer takes until the context ends: uncertain.
	Stall Fault = "stall"
)

func undelivered(err error) error {
	return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: err}
}

func uncertain(err error) error {
	return &backends.DeliveryError{Delivery: backends.Uncertain, Err: err}
}

// act does what Backend.Act promises.
func (a *App) act(ctx context.Context, h tree.Handle, action backends.Action) error {
	a.mu.Lock()
	fault := None
	if len(a.faults) > 0 {
		fault, a.faults = a.faults[0], a.faults[1:]
	}
	switch fault {
	case Vanish:
		a.apply([]Edit{func(m *Model) { m.Remove(h) }})
	case Crash:
		a.apply([]Edit{(*Model).Die})
	}
	a.mu.Unlock()
	if err := a.wait(ctx); err != nil {
		if errors.Is(err, errHangs) {
			return uncertain(err)
		}
		return undelivered(err)
	}
	defer a.mu.Unlock()
	e := a.model.find(h)
	switch {
	case e == nil:
		return undelivered(backends.ErrGone)
	case fault == Refuse || !e.node.Has(action.Verb):
		return undelivered(backends.ErrUnsupported)
	case fault == Lie:
		return nil
	case fault == LostRequest:
		return uncertain(backends.ErrTimeout)
	}
	if !e.node.States.Has(tree.Enabled) || !e.node.States.Has(tree.Sensitive) {
		return nil // as the toolkits do: success, and nothing happens
	}
	if err := a.perform(e, action); err != nil {
		return undelivered(err)
	}
	switch fault {
	case LostAnswer:
		return uncertain(backends.ErrTimeout)
	case Stall:
		a.mu.Unlock()
		<-ctx.Done()
		a.mu.Lock()
		return uncertain(fmt.Errorf("%w: %w", backends.ErrTimeout, ctx.Err()))
	}
	return nil
}

// perform does the act in the application and writes it into its log.
func (a *App) perform(e *element, action backends.Action) error {
	h := e.node.Handle
	line := fmt.Sprintf("%s %s", action.Verb, h)
	edit, err := effect(e, action)
	if err != nil {
		return err
	}
	switch action.Verb {
	case tree.VerbSetText:
		shown := action.Text
		if e.node.Secret {
			shown = fmt.Sprintf("(%d characters)", len([]rune(action.Text)))
		}
		line += fmt.Sprintf(" %q", shown)
	case tree.VerbSetValue:
		line += " " + number(action.Number)
	case tree.VerbSelect:
		line += " " + string(action.Item)
		for _, item := range action.Items {
			line += string(item) + " "
		}
		line = strings.TrimSpace(line)
	}
	a.done = append(a.done, line)
	a.apply(append([]Edit{edit}, a.handlers[h]...))
	return nil
}

// effect returns what an act by itself does to the application.
func effect(e *element, action backends.Action) (Edit, error) {
	h := e.node.Handle
	switch action.Verb {
	case tree.VerbPress:
		if r := e.node.Role; r == tree.RoleRadio || r == tree.RoleMenuItemRadio {
			return func(m *Model) { m.choose(e, tree.Checked) }, nil
		}
		return func(*Model) {}, nil
	case tree.VerbToggle:
		s := tree.Checked
		if e.node.Role == tree.RoleToggleButton {
			s = tree.Pressed
		}
		return func(m *Model) { m.flip(e, s) }, nil
	case tree.VerbExpand:
		return func(m *Model) { m.SetStates(h, "expanded -collapsed") }, nil
	case tree.VerbCollapse:
		return func(m *Model) { m.SetStates(h, "-expanded collapsed") }, nil
	case tree.VerbSetText:
		return func(m *Model) { m.SetValue(h, action.Text) }, nil
	case tree.VerbSetValue:
		if g := e.node.Range; g != nil {
			if action.Number < g.Minimum || action.Number > g.Maximum {
				return nil, fmt.Errorf("%w: %v is not between %v and %v", backends.ErrUnsupported, action.Number, g.Minimum, g.Maximum)
			}
		}
		return func(m *Model) {
			if g := e.node.Range; g != nil {
				g.Current = action.Number
			}
			m.SetValue(h, number(action.Number))
		}, nil
	case tree.VerbSelect:
		if len(action.Items) > 0 {
			return func(m *Model) { m.chooseOnly(e, action.Items) }, nil
		}
		item := e
		if action.Item != "" {
			if item = below(e, action.Item); item == nil {
				return nil, backends.ErrGone
			}
		}
		return func(m *Model) {
			m.choose(item, tree.Selected)
			if e.node.Role == tree.RoleCombobox {
				m.SetValue(h, item.node.Name.Value)
			}
		}, nil
	case tree.VerbFocus:
		return func(m *Model) { m.focus(e) }, nil
	case tree.VerbShowMenu:
		return func(*Model) {}, nil
	}
	return nil, fmt.Errorf("%w: verb %q", backends.ErrUnsupported, action.Verb)
}

func below(e *element, h tree.Handle) *element {
	for _, c := range e.children {
		if c.node.Handle == h {
			return c
		}
		if found := below(c, h); found != nil {
			return found
		}
	}
	return nil
}

func (m *Model) flip(e *element, s tree.State) {
	if e.node.States.Has(s) {
		m.SetStates(e.node.Handle, "-"+s.String())
	} else {
		m.SetStates(e.node.Handle, s.String())
	}
}

// choose gives a state to one of the elements of its role below one parent.
func (m *Model) choose(e *element, s tree.State) {
	for _, c := range e.parent.children {
		if c != e && c.node.Role == e.node.Role && c.node.States.Has(s) {
			m.SetStates(c.node.Handle, "-"+s.String())
		}
	}
	m.SetStates(e.node.Handle, s.String())
}

// chooseOnly leaves exactly some of the elements below a container selected.
func (m *Model) chooseOnly(container *element, items []tree.Handle) {
	for _, c := range container.children {
		if h := c.node.Handle; slices.Contains(items, h) {
			m.SetStates(h, "selected")
		} else if c.node.States.Has(tree.Selected) {
			m.SetStates(h, "-selected")
		}
		m.chooseOnly(c, items)
	}
}

// focus gives the keyboard focus to one element alone.
func (m *Model) focus(e *element) {
	var walk func(c *element)
	walk = func(c *element) {
		if c != e && c.node.States.Has(tree.Focused) {
			m.SetStates(c.node.Handle, "-focused")
		}
		for _, k := range c.children {
			walk(k)
		}
	}
	walk(m.root)
	m.SetStates(e.node.Handle, "focused")
	m.events = append(m.events, backends.Event{Kind: backends.EventFocus, Source: e.node.Handle, On: true})
}
