package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// typedKey handles keys that no pane has taken, and the function keys wherever
// the keyboard is.
func (a *App) typedKey(e *fyne.KeyEvent) {
	if a.question != nil {
		a.answer(e)
		return
	}
	by := 1
	if a.shifted() {
		by = -1
	}
	switch e.Name {
	case fyne.KeyEscape:
		a.escape()
	case fyne.KeyF1:
		a.run("keyboard")
	case fyne.KeyF3:
		a.searchStep(by)
	case fyne.KeyF5:
		a.run("refresh")
	case fyne.KeyF6:
		a.nextPane(by)
	case fyne.KeyF2:
		a.run("step-label")
	case fyne.KeyF8:
		a.run("pause-replay")
	case fyne.KeyF9:
		a.run("breakpoint")
	case fyne.KeyF10:
		a.run("next")
	case fyne.KeyDown, fyne.KeyUp:
		a.focusTree()
	}
}

// shifted reports whether Shift is held.
func (a *App) shifted() bool {
	d, ok := a.driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// pane is a part of the window that can have the keyboard.
type pane struct {
	shown bool
	has   func() bool
	focus func()
}

// nextPane gives the keyboard to the next pane that is shown, round and round.
func (a *App) nextPane(by int) {
	c := a.window.Canvas()
	sizes := a.bench.Sizes()
	_, _, selected := a.current()
	cover := a.bench.Covered()
	panes := []pane{
		{cover, a.refused.pane.Focused, func() { a.refused.pane.Focus(c) }},
		{true, func() bool { return c.Focused() == fyne.Focusable(a.searchEntry) }, a.focusSearch},
		{!cover && !sizes.HideLeft && a.seen != nil, a.tree.Focused, a.focusTree},
		{!cover && a.seen != nil, a.stage.Focused, func() { c.Focus(a.stage) }},
		{!cover && !sizes.HideRight && selected, a.element.Focused, func() { a.element.Focus(c) }},
		{!sizes.HideBottom, a.drawer.Focused, func() { a.drawer.Focus(c) }},
	}
	at := len(panes) // with nothing focused the first one is next
	if by > 0 {
		at = -1
	}
	for i, p := range panes {
		if p.has() {
			at = i
		}
	}
	for range panes {
		at = (at + by + len(panes)) % len(panes)
		if panes[at].shown {
			panes[at].focus()
			return
		}
	}
}

// addShortcuts adds those that an entry uses for its own text: Ctrl+C copies the
// locator, Ctrl+Z undoes an edit and Ctrl+A chooses all steps, except in an entry.
// Fyne gives them names of their own, by which it does not find the menu items.
func (a *App) addShortcuts() {
	for id, s := range map[string]fyne.Shortcut{"copy-locator": &fyne.ShortcutCopy{}, "undo": &fyne.ShortcutUndo{}, "select-all": &fyne.ShortcutSelectAll{}} {
		a.window.Canvas().AddShortcut(s, func(fyne.Shortcut) { a.run(id) })
	}
}
