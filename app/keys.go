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
	panes := []pane{
		{true, func() bool { return c.Focused() == fyne.Focusable(a.searchEntry) }, a.focusSearch},
		{!sizes.HideLeft && a.seen != nil, a.tree.Focused, a.focusTree},
		{a.seen != nil, a.stage.Focused, func() { c.Focus(a.stage) }},
		{!sizes.HideRight && selected, a.element.Focused, func() { a.element.Focus(c) }},
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

// addShortcuts adds those that are no menu items: Ctrl+C is the locator, except in
// an entry, which copies its own text. A menu item would take it from entries.
func (a *App) addShortcuts() {
	a.window.Canvas().AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { a.run("copy-locator") })
}
