package atspi

import (
	"errors"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// details asks for what depends on an element's role, states and interfaces. A
// property that is not asked for here is unreadable or, where the platform has
// no such thing for the element, absent; assemble.go decides.
func (r *reading) details(e *element) {
	if e.has(ifaceComponent) && r.wantsExtents(e) {
		r.readExtentsBelow(e)
	}
	if e.has(ifaceAction) && r.wantsActions(e) {
		r.readActions(e)
	} else if e.has(ifaceAction) && r.mayHaveMainAction(e) {
		r.readMainAction(e)
	}
	if r.wantsAttributes(e) {
		r.readAttributes(e)
	}
	if r.wantsRelations(e) {
		r.readRelations(e)
	}
	if e.has(ifaceText) && wantsText(e) {
		r.readText(e)
	}
	if e.has(ifaceValue) && !(e.cell != nil && e.has(ifaceText) && wantsText(e)) { // a cell's text says it
		r.readValue(e)
	}
	if e.id.State == tree.Unreadable && !r.web && personActsOn(e) {
		r.readID(e)
	}
}

// personActsOn reports whether the role is one that a person acts on.
func personActsOn(e *element) bool {
	return int(e.role) < len(roleTable) && roleTable[e.role].role.Interactive()
}

// readID asks for the accessible id, which the caches of GTK do not hold, of
// what is acted on: for the rest it is evidence that nobody needs.
func (r *reading) readID(e *element) {
	r.p.add(e.ref, callGet, func(body []any, err error) {
		id, _ := stringOf(variantAt(body, 0))
		switch {
		case id != "":
			e.id = tree.KnownText(id)
		case err == nil || !errors.Is(err, backends.ErrTimeout):
			e.id = tree.AbsentText() // older bridges do not know the property
		}
	}, ifaceAccessible, "AccessibleId")
}

// wantsExtents: GTK3 gives sentinels for whatever is not showing (measured on
// every such node of three applications), so that asking tells nothing. GTK4
// says showing for windows only. Browsers say it of what the viewport and every
// scrolled box leave to be seen, and only that has a place on the screen.
func (r *reading) wantsExtents(e *element) bool {
	return r.gtk4 || e.got&gotStates == 0 || e.state(stateShowing) || r.app.Toolkit != "gtk" && !r.web
}

// readExtentsBelow asks for the extents of an element once those of its parent
// are there: what GTK4 has not put on the screen yet (two thirds of the widget
// factory) has no size, and neither has anything in it.
func (r *reading) readExtentsBelow(e *element) {
	p := e.parent
	switch {
	case !r.gtk4 || p == nil || !p.has(ifaceComponent):
		r.readExtents(e)
	case p.extentsRead == tree.Known && p.extents.W == 0 && p.extents.H == 0:
		e.extents, e.extentsRead = p.extents, tree.Known
		r.extentsKnown(e)
	case p.extentsRead == tree.Known || p.extentsAnswered:
		r.readExtents(e)
	default:
		r.awaiting[p] = append(r.awaiting[p], e)
	}
}

func (r *reading) readExtents(e *element) {
	r.p.add(e.ref, callGetExtents, func(body []any, err error) {
		// What came to show no more meanwhile has no place, whatever was answered.
		if rect, ok := rectOf(first(body)); ok && err == nil && r.wantsExtents(e) {
			e.extents, e.extentsRead = rect, tree.Known
		}
		r.extentsKnown(e)
	}, r.coordinates())
}

// extentsKnown goes on with the children that waited.
func (r *reading) extentsKnown(e *element) {
	e.extentsAnswered = true
	waiting := r.awaiting[e]
	delete(r.awaiting, e)
	for _, c := range waiting {
		r.readExtentsBelow(c)
	}
}

// wantsActions: every GTK4 widget claims the Action interface, most of them for
// the actions that the window's menus use ("win.undo", "clipboard.copy"); there
// only those roles are asked that a person acts on.
func (r *reading) wantsActions(e *element) bool {
	if !r.gtk4 && !r.web || r.web && r.single() {
		return true
	}
	return personActsOn(e) || e.state(stateExpandable) // GTK4's tree expander is a panel
}

// readActions asks for the native, not localised names: GetActions tells how
// many there are, but its names are in the language of the application.
func (r *reading) readActions(e *element) {
	r.p.add(e.ref, callGetActions, func(body []any, err error) {
		list, ok := first(body).([][]any)
		if err != nil || !ok {
			return
		}
		e.actions, e.actionsRead = make([]action, len(list)), true
		for i, item := range list {
			e.actions[i].keys, _ = stringOf(at(item, 2))
			// Actions of GTK4's action groups have one name, never translated.
			if name, ok := at(item, 0).(string); ok && groupAction(name) {
				e.actions[i].name = name
				continue
			}
			r.p.add(e.ref, callGetActionName, func(body []any, err error) {
				name, ok := stringOf(first(body))
				if !ok || err != nil {
					e.actionsRead = false
					return
				}
				e.actions[i].name = name
			}, int32(i))
		}
	})
}

// wantsRelations limits the question to elements that labels point at. GTK
// gives buttons and their like the name that their label says, so there named
// ones need no label. GTK4 computes every name from the labels itself; there
// relations are only evidence, of interest for what a person acts on.
func (r *reading) wantsRelations(e *element) bool {
	switch e.role {
	case roleMenuItem, roleRadioMenuItem, roleTableCell, roleListItem, roleFrame, roleMenu, roleScrollBar, rolePageTabList:
		return false
	}
	if structural(e.role) {
		return false
	}
	interactive := int(e.role) < len(roleTable) && roleTable[e.role].role.Interactive()
	named := strings.TrimSpace(e.name) != ""
	switch {
	case r.gtk4, r.web: // browsers compute every name themselves, too
		return interactive || e.role == rolePanel && named
	case r.app.Toolkit == "gtk" && named:
		return interactive && !selfNamed(e.role) || e.role == rolePanel
	}
	return true
}

// selfNamed roles show their own name in GTK.
func selfNamed(role uint32) bool {
	switch role {
	case rolePushButton, roleToggleButton, roleCheckBox, rolePageTab:
		return true
	}
	return false
}

func (r *reading) readRelations(e *element) {
	r.p.add(e.ref, callGetRelationSet, func(body []any, err error) {
		list, ok := first(body).([][]any)
		if err != nil || !ok {
			return
		}
		e.labels, e.relations = tree.Known, nil
		for _, item := range list {
			kind, ok1 := at(item, 0).(uint32)
			targets, ok2 := refsOf(at(item, 1))
			if !ok1 || !ok2 {
				e.labels = tree.Unreadable
				continue
			}
			e.relations = append(e.relations, relation{kind, targets})
		}
	})
}

// wantsText: what a person edits, but never a password field.
func wantsText(e *element) bool {
	if e.role == rolePasswordText || e.got&gotRole == 0 {
		return false
	}
	return e.state(stateEditable) || int(e.role) < len(roleTable) && roleTable[e.role].role.EditsText()
}

// readText asks for the length first, so that a text of gigabytes is not sent. A
// part of a text is no text: one that is too long stays unreadable.
func (r *reading) readText(e *element) { r.readTextAgain(e, 2) }

// readTextAgain is readText; what may have changed between two questions is asked for
// again as often as more says.
func (r *reading) readTextAgain(e *element, more int) {
	r.p.add(e.ref, callGet, func(body []any, err error) {
		n, ok := intOf(variantAt(body, 0))
		if err != nil || !ok || n > maxText {
			return
		}
		if !r.gtk4 || !mayHide(e) {
			r.readCharacters(e, n)
			return
		}
		if n == 0 {
			e.text, e.secret, e.unsure = tree.KnownText(""), false, false
			return
		}
		r.p.add(e.ref, callGetString, func(body []any, err error) {
			shown, whole := displayed(body, err)
			d := disguiseOf(shown, n)
			e.secret, e.unsure = d != bare, d == doubtful
			switch {
			case d == bare:
				r.readCharacters(e, n)
			case err == nil && whole && len(shown) < n && more > 0:
				r.readTextAgain(e, more-1)
			}
		}, int32(0), wholeText)
	}, ifaceText, "CharacterCount")
}

// readCharacters asks for the n characters of a text that is not hidden.
func (r *reading) readCharacters(e *element, n int) {
	r.p.add(e.ref, callGetText, func(body []any, err error) {
		if s, ok := stringOf(first(body)); ok && err == nil {
			e.text = tree.KnownText(s)
		}
	}, int32(0), int32(n))
}

func (r *reading) readValue(e *element) {
	r.properties(e.ref, ifaceValue, valueProperties, func(values map[string]any, err error) {
		if v, ok := rangeOf(values); ok && err == nil {
			e.valueRange = v
		}
	})
}

// number prints a value in the C locale, as short as it can be read back.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
