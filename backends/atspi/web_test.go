package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// What the attributes of browsers make of a role, and the verbs that go with it.
func TestRolesOfBrowsers(t *testing.T) {
	chromium := &reading{web: true, app: tree.Application{Toolkit: "Chromium"}}
	for _, c := range []struct {
		role       uint32
		attributes map[string]string
		named      bool
		parent     tree.Role
		want       tree.Role
	}{
		{roleLandmark, map[string]string{"xml-roles": "navigation"}, true, "", tree.RoleNavigation},
		{roleLandmark, map[string]string{"xml-roles": "unheard-of banner"}, false, "", tree.RoleBanner},
		{roleLandmark, nil, true, "", tree.RoleRegion},
		{roleEntry, map[string]string{"text-input-type": "search"}, true, "", tree.RoleSearchbox},
		{roleEntry, map[string]string{"text-input-type": "email"}, true, "", tree.RoleTextbox},
		{rolePanel, map[string]string{"xml-roles": "group"}, false, "", tree.RoleGeneric},
		{rolePanel, map[string]string{"xml-roles": "radiogroup"}, false, "", tree.RoleRadioGroup},
		{roleToggleButton, map[string]string{"xml-roles": "switch"}, true, "", tree.RoleSwitch},
		{roleToggleButton, map[string]string{"tag": "summary"}, true, "", tree.RoleButton},
		{rolePushButton, map[string]string{"pressed": "false"}, true, "", tree.RoleToggleButton},
		{rolePushButton, map[string]string{"xml-roles": "link"}, true, "", tree.RoleButton}, // the browser knows better
		{roleMenu, nil, false, tree.RoleCombobox, tree.RoleListbox},
		{roleMenu, nil, false, tree.RoleMenubar, tree.RoleMenu},
		{roleMenuItem, map[string]string{"tag": "option"}, true, tree.RoleListbox, tree.RoleOption},
		{roleMenuItem, nil, true, tree.RoleListbox, tree.RoleOption},
		{roleMenuItem, nil, true, tree.RoleMenu, tree.RoleMenuItem},
		{roleDataTable, map[string]string{"xml-roles": "grid"}, true, "", tree.RoleGrid},
	} {
		e := &element{role: c.role, got: gotAll, attributes: attributesOf(c.attributes)}
		if got := chromium.roleOf(e, c.named, c.parent); got != c.want {
			t.Errorf("%s with %v below %q is %s, want %s", nativeRole(c.role), c.attributes, c.parent, got, c.want)
		}
	}
	plain := &reading{app: tree.Application{Toolkit: "gtk"}}
	if got := plain.roleOf(&element{role: rolePushButton, attributes: attributesOf(map[string]string{"pressed": "x"})}, true, ""); got != tree.RoleButton {
		t.Errorf("a button of GTK became %s by an attribute", got)
	}
	for _, c := range []struct {
		role   uint32
		model  tree.Role
		native string
		want   tree.Verb
	}{
		{rolePageTab, tree.RoleTab, "doDefault", tree.VerbPress},
		{roleSection, tree.RoleGeneric, "doDefault", ""},
		{roleSection, tree.RoleGeneric, "clickAncestor", ""},
		{roleSection, tree.RoleGeneric, "click", tree.VerbPress},
		{roleLabel, tree.RoleLabel, "click", ""},
	} {
		if got := (&element{role: c.role}).verb(c.native, c.model); got != c.want {
			t.Errorf("%q of a %s is %q, want %q", c.native, c.model, got, c.want)
		}
	}
}

// The text of a select is the name of the one selected item.
func TestTextOfASelect(t *testing.T) {
	item := func(name string, selected bool) *element {
		e := &element{role: roleMenuItem, got: gotAll, name: name}
		if selected {
			e.states = 1 << stateSelected
		}
		return e
	}
	r := &reading{web: true}
	for _, c := range []struct {
		items []*element
		want  tree.Text
	}{
		{[]*element{item("a", false), item("b", true)}, tree.KnownText("b")},
		{[]*element{item("a", false)}, tree.AbsentText()},
		{[]*element{item("a", true), item("b", true)}, tree.UnreadableText()},
		{[]*element{item("a", true), {role: roleMenuItem}}, tree.UnreadableText()},
	} {
		list := &element{role: roleMenu, got: gotAll, children: c.items}
		box := &element{role: roleComboBox, got: gotAll, children: []*element{list}}
		if got := r.selectedItem(box); got != c.want {
			t.Errorf("the text is %v, want %v", got, c.want)
		}
	}
}
