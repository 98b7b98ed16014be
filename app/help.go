package app

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/assets"
)

// paneKeys are the keys of the panes, which are no commands.
var paneKeys = [][2]string{
	{"Up, Down, Home, End, Page keys", "move in a list"},
	{"Left, Right", "close and open a branch"},
	{"letters", "find the next element that begins with them"},
	{"Tab, Shift+Tab", "go to the next part of the window"},
	{"Ctrl+wheel, + and −", "zoom the screenshot"},
	{"wheel, drag, arrows", "move the screenshot"},
	{"Enter", "open a recording, follow a relation, copy a value, agree in a dialog"},
	{"Esc", "stop a replay or a walk with Tab, close a refusal, cancel picking or a dialog, clear the search"},
	{"Shift and arrows, Shift or Ctrl and click", "choose several steps"},
	{"Enter on a step", "change what it types or looks for, else its title"},
	{"Delete on steps", "delete them; Ctrl+Z brings them back"},
	{"drag steps", "move them; Esc while dragging leaves them where they are"},
	{"Left, Right, Enter on a group of steps", "fold and unfold it"},
	{"click left of a step", "set a breakpoint or take it away"},
	{"F3, Shift+F3", "the next and the previous element that was found"},
	{"F6, Shift+F6", "go to the next pane, to the one before"},
	{"F5, F1", "read again, this page"},
	{"Ctrl+C", "copy the locator, or the text that is marked in an entry"},
}

// showKeyboard lists all commands with their shortcuts.
func (a *App) showKeyboard() {
	const margins = 64 // of the dialog, and the bar for scrolling
	page := a.keyboardPage(2)
	if page.MinSize().Width > a.window.Canvas().Size().Width-margins {
		page = a.keyboardPage(1)
	}
	a.explain("Keyboard", container.NewVScroll(page), fyne.NewSize(900, 640))
}

func (a *App) keyboardPage(columns int) fyne.CanvasObject {
	page := container.NewVBox()
	section := func(title string, rows [][2]string) {
		grid := container.NewGridWithColumns(columns)
		for _, r := range rows {
			keys := widget.NewLabelWithStyle(r[0], fyne.TextAlignTrailing, fyne.TextStyle{Monospace: true})
			grid.Add(container.New(layout.NewCustomPaddedLayout(0, 0, 4, 20), container.NewBorder(nil, nil, nil, keys, widget.NewLabel(r[1]))))
		}
		page.Add(widget.NewLabelWithStyle(title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		page.Add(grid)
	}
	for _, menu := range menuOrder {
		var rows [][2]string
		for _, c := range a.commands {
			if c.menu == menu {
				rows = append(rows, [2]string{c.keys(), c.label})
			}
		}
		section(menu, rows)
	}
	section("In the panes", paneKeys)
	return page
}

// showAbout says what the program is and what it works with.
func (a *App) showAbout() {
	icon := canvas.NewImageFromResource(fyne.NewStaticResource("icon.svg", assets.IconSVG))
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSquareSize(72))
	version := a.s.Version
	if version == "" {
		version = "development version"
	}
	backend := "none"
	if a.s.Backend != nil {
		backend = a.s.Backend.Name()
	}
	text := widget.NewLabel(fmt.Sprintf("Samebutton %s\n\nBefore it presses “Save”, it proves that this is the same “Save”.\n\nBackend: %s. Nothing leaves this machine.", version, backend))
	a.explain("About", container.NewHBox(icon, text), fyne.Size{})
}
