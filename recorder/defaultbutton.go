package recorder

import (
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// defaults returns the names of the buttons that keys press, or may press, besides what
// they do to the element that has the keyboard: Return is for the default button of the
// window, unless that element takes it itself.
//
// GTK 3, Qt 5 and Qt 6 tell which button it is (measured: AT-SPI is-default). GTK 4.8 does
// not, nor do others say that there is none: there it may be any button of a dialog, or of
// the form around the element.
func defaults(f *inspector.Frozen, focus tree.NodeID, keys []string) []string {
	if len(keys) != 1 || !slices.Contains([]string{"return", "enter", "kp_enter"}, strings.ToLower(keys[0])) {
		return nil
	}
	n := &f.Nodes[focus]
	if n.States.Has(tree.MultiLine) || pressesItself(n.Role) {
		return nil
	}
	top := f.Top(focus)
	if top == tree.None {
		return nil
	}
	told, maybe := []string(nil), []string(nil)
	around := formAround(f, focus)
	for i := range f.Nodes {
		b := &f.Nodes[i]
		if b.Role != tree.RoleButton || f.Top(b.ID) != top || b.StatesRead && !(b.States.Has(tree.Showing) && b.States.Has(tree.Sensitive)) {
			continue
		}
		name, ok := f.Name(b.ID)
		switch {
		case !ok:
		case b.States.Has(tree.Default), !b.StatesRead: // it may be the one
			told = append(told, name)
		case around != tree.None && f.Inside(b.ID, around):
			maybe = append(maybe, name)
		}
	}
	if len(told) > 0 || tellsDefault(f) {
		return told
	}
	return maybe
}

// pressesItself reports whether Return on an element of a role is for that element.
func pressesItself(r tree.Role) bool {
	switch r {
	case tree.RoleButton, tree.RoleToggleButton, tree.RoleLink, tree.RoleTerminal:
		return true
	}
	return isMenu(r)
}

// formAround returns the dialog or the form that an element is in, None where it is in
// neither.
func formAround(f *inspector.Frozen, id tree.NodeID) tree.NodeID {
	for ; id > 0; id = f.Nodes[id].Parent {
		switch n := &f.Nodes[id]; {
		case n.Role == tree.RoleForm, n.Role == tree.RoleDialog, n.Role == tree.RoleAlert, n.States.Has(tree.Modal):
			return id
		}
	}
	return tree.None
}

// tellsDefault reports whether the toolkit says which button is the default one.
func tellsDefault(f *inspector.Frozen) bool {
	toolkit := strings.ToLower(f.Application.Toolkit)
	return strings.HasPrefix(toolkit, "qt") || toolkit == "gtk" && strings.HasPrefix(f.Application.ToolkitVersion, "3.")
}
