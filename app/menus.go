package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/backends/tree"
)

// makeMenu makes the menu bar from the table.
func (a *App) makeMenu() *fyne.MainMenu {
	a.items = map[string]*fyne.MenuItem{}
	menu := fyne.NewMainMenu()
	for _, name := range menuOrder {
		m := fyne.NewMenu(name)
		for _, c := range a.commands {
			if c.menu != name {
				continue
			}
			if c.rule {
				m.Items = append(m.Items, fyne.NewMenuItemSeparator())
			}
			item := fyne.NewMenuItem(c.label, func() { a.run(c.id) })
			item.Shortcut = &desktop.CustomShortcut{KeyName: c.key, Modifier: c.mod}
			item.IsQuit = c.id == "quit"
			a.items[c.id] = item
			m.Items = append(m.Items, item)
		}
		menu.Items = append(menu.Items, m)
	}
	return menu
}

// elementMenu opens the menu of an element of the tree.
func (a *App) elementMenu(_ tree.NodeID, at fyne.Position) {
	a.showMenu(at, "copy-locator", "copy-ref", "copy-path", "copy-json", "parent", "", "assert", "wait", "act")
}

// showMenu opens a menu of commands at a place of the window; "" is a rule. What
// cannot be used now is dim.
func (a *App) showMenu(at fyne.Position, ids ...string) {
	a.tips.Hide()
	var items []*fyne.MenuItem
	for _, id := range ids {
		if id == "" {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		c := a.command(id)
		item := fyne.NewMenuItem(c.menuLabel(), func() { a.run(c.id) })
		item.Shortcut = &desktop.CustomShortcut{KeyName: c.key, Modifier: c.mod}
		item.Disabled = c.why() != ""
		item.Checked = c.on != nil && c.on()
		items = append(items, item)
	}
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), a.window.Canvas(), at)
}
