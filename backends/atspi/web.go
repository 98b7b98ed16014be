package atspi

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Chromium and Firefox answer for pages of tens of thousands of elements, one
// call after the other on the thread that also draws, so that a reading asks as
// little as it can: what can matter of an element, by its role. Measured with
// Chromium 156 and a table of 2,000 rows, 18,410 elements: 88,000 calls when
// everything was asked of every element, 21,000 as below. What an element is comes
// from the cache of its bridge there; a page that Chromium loads after it was first
// asked is never put into that, and needs about four calls for each element more.
// [Backend.ReadNode] asks everything of the one element that it is for.

// isWeb reports whether the application is a browser, or built on one.
func isWeb(app tree.Application) bool {
	return strings.EqualFold(app.Toolkit, "chromium") || strings.EqualFold(app.Toolkit, "gecko")
}

// Keys of the attributes of browsers that are looked at.
const (
	attributeRoles    = "xml-roles"       // ARIA roles, given or implied by the tag
	attributeTag      = "tag"             // in HTML
	attributeID       = "id"              // in HTML
	attributeInput    = "text-input-type" // of an input
	attributeHidden   = "hidden"          // Chromium: not rendered, though in the tree
	attributeNameFrom = "name-from"       // Chromium
	attributePressed  = "pressed"         // Firefox: aria-pressed
)

// attribute returns the value of an attribute, "" where there is none.
func (e *element) attribute(key string) string {
	for _, a := range e.attributes {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// wantsAttributes limits the question to what a person acts on, whose id is
// evidence, to headings, whose level an audit needs, and to the roles of AT-SPI that
// stand for several of ARIA's.
func (r *reading) wantsAttributes(e *element) bool {
	if r.isGTK() { // those of what has a name say only that it is GTK
		return !e.attributesRead && typedInto(e.role) && r.ownName(e).State == tree.Absent
	}
	return r.web && !e.attributesRead && (r.single() || personActsOn(e) || coarse[e.role] != nil || e.role == roleHeading)
}

// typedInto reports whether a role is one of which GTK tells what is shown while nothing is
// typed (placeholder-text).
func typedInto(role uint32) bool {
	switch role {
	case roleText, roleEntry, rolePasswordText, roleComboBox, roleSpinButton:
		return true
	}
	return false
}

// single reports whether the reading is of one element.
func (r *reading) single() bool { return r.limit == 1 }

func (r *reading) readAttributes(e *element) {
	r.p.add(e.ref, callGetAttributes, func(body []any, err error) {
		if attributes, ok := first(body).(map[string]string); ok && err == nil {
			r.takeAttributes(e, attributes)
		}
	})
}

// takeAttributes takes over the attributes of an element. The id in HTML is its
// accessible id where the application gives no other.
func (r *reading) takeAttributes(e *element, attributes map[string]string) {
	e.attributes, e.attributesRead = attributesOf(attributes), true
	if !r.web || e.id.IsKnown() {
		return
	}
	e.id = tree.AbsentText()
	if id := e.attribute(attributeID); id != "" {
		e.id = tree.KnownText(id)
	}
}

// mayHaveMainAction reports whether an element whose role says nothing of it may
// have been given something to do by the page: a table cell that opens what is in
// it, a box with a listener. Text has no listeners of its own.
func (r *reading) mayHaveMainAction(e *element) bool {
	return r.web && e.role != roleStatic && !structural(e.role)
}

// noMainAction are the names that browsers give the first action of what has
// nothing to do by itself: Chromium names it "doDefault", both name a click that
// an element around it would see.
func noMainAction(native string) bool {
	return native == "" || native == "doDefault" || native == "clickAncestor"
}

// readMainAction asks for the name of the first action only, which is the main
// one, and for all of them where there is one. Every element of Chromium has two,
// the second being the context menu.
func (r *reading) readMainAction(e *element) {
	r.p.add(e.ref, callGetActionName, func(body []any, err error) {
		name, ok := stringOf(first(body))
		if !ok || err != nil || noMainAction(name) {
			return
		}
		r.readActions(e)
		if r.web && !e.attributesRead && !r.wantsAttributes(e) {
			r.readAttributes(e)
		}
	}, int32(0))
}

// coarse lists the roles of AT-SPI that stand for several roles of ARIA, and which
// of those a page can mean by them, by their words in xml-roles.
var coarse = map[uint32]map[string]tree.Role{
	roleLandmark: {
		"banner": tree.RoleBanner, "complementary": tree.RoleComplementary, "contentinfo": tree.RoleContentInfo,
		"form": tree.RoleForm, "main": tree.RoleMain, "navigation": tree.RoleNavigation, "region": tree.RoleRegion,
		"search": tree.RoleSearch,
	},
	roleHeader:       {"banner": tree.RoleBanner},
	roleFooter:       {"contentinfo": tree.RoleContentInfo},
	roleEntry:        {"searchbox": tree.RoleSearchbox, "textbox": tree.RoleTextbox, "combobox": tree.RoleCombobox},
	roleText:         {"searchbox": tree.RoleSearchbox, "textbox": tree.RoleTextbox},
	roleToggleButton: {"switch": tree.RoleSwitch, "button": tree.RoleToggleButton},
	rolePanel:        {"group": tree.RoleGroup, "radiogroup": tree.RoleRadioGroup, "tabpanel": tree.RoleTabpanel, "search": tree.RoleSearch},
	roleGrouping:     {"group": tree.RoleGroup, "radiogroup": tree.RoleRadioGroup},
	roleScrollPane:   {"tabpanel": tree.RoleTabpanel},
	roleDataTable:    {"grid": tree.RoleGrid, "table": tree.RoleTable, "treegrid": tree.RoleTreegrid},
	roleTreeTable:    {"treegrid": tree.RoleTreegrid},
	roleMenu:         {"listbox": tree.RoleListbox, "menu": tree.RoleMenu},
	roleSection:      {"region": tree.RoleRegion, "group": tree.RoleGroup},
	roleStatusBar:    {"status": tree.RoleStatus, "log": tree.RoleLog, "timer": tree.RoleTimer},
}

// roleOf is the role of the model for an element of this application.
func (r *reading) roleOf(e *element, named bool, parent tree.Role) tree.Role {
	role := roleOf(e.role, e.states, named, parent)
	if !r.web {
		return role
	}
	for _, word := range strings.Fields(e.attribute(attributeRoles)) {
		// A group without a name only lays out, as everywhere.
		if finer, ok := coarse[e.role][word]; ok && (named || finer != tree.RoleGroup) {
			return finer
		}
	}
	tag := e.attribute(attributeTag)
	switch {
	case e.role == roleEntry && e.attribute(attributeInput) == "search":
		return tree.RoleSearchbox
	case e.role == roleMenu && parent == tree.RoleCombobox:
		return tree.RoleListbox // the list of a select
	case e.role == roleMenuItem && (tag == "option" || parent == tree.RoleListbox):
		return tree.RoleOption // in an open select of Firefox a copy of it, outside of the page
	case e.role == rolePushButton && e.attribute(attributePressed) != "":
		// Firefox settles the role when it is asked for the first time, which may be
		// before the page has told that the button is one to toggle.
		return tree.RoleToggleButton
	case e.role == roleToggleButton && tag == "summary":
		return tree.RoleButton // Chromium; what it opens is told by its states
	}
	return role
}

// verb is what a native action of an element with the role means. Chromium calls
// the first action "doDefault" both of a tab, which it activates, and of what has
// nothing to do; the click of an HTML label is that of the control beside it.
func (e *element) verb(native string, role tree.Role) tree.Verb {
	switch {
	case native == "doDefault" && !role.Interactive(), e.role == roleLabel && native == "click":
		return ""
	}
	return verbOf(native, e.states)
}

// fromLabel reports whether a browser took the name of an element from another
// one that labels it. Where it does not say (Firefox), the relation does.
func (e *element) fromLabel() bool {
	from := e.attribute(attributeNameFrom)
	return e.labels == tree.Known && len(e.labelTargets()) > 0 && (from == "" || from == "related-element" || from == "caption")
}

// selectedItem returns the text of a select, which is the name of the one item in
// its list that is selected.
func (r *reading) selectedItem(e *element) tree.Text {
	var selected *element
	var down func(e *element) bool
	down = func(e *element) bool {
		for _, c := range e.children {
			if c.got&(gotStates|gotProperties) != gotStates|gotProperties {
				return false
			}
			if c.state(stateSelected) && (c.role == roleMenuItem || c.role == roleListItem) {
				if selected != nil {
					return false
				}
				selected = c
			}
			if !down(c) {
				return false
			}
		}
		return true
	}
	switch {
	case !down(e):
		return tree.UnreadableText()
	case selected == nil:
		return tree.AbsentText()
	}
	return r.ownName(selected)
}

// closedList reports whether an element is the list of a closed select, or not
// rendered by its own word. Both browsers keep the items in the tree, and say of
// the selected one (Chromium) or of all (Firefox) that they show.
func (e *element) closedList() bool {
	p := e.parent
	return e.attribute(attributeHidden) == "true" ||
		p != nil && p.role == roleComboBox && p.got&gotStates != 0 && !p.state(stateExpanded) && (e.role == roleMenu || e.role == roleListBox)
}
