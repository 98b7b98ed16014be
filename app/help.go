package app

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
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
	{"Enter", "open a recording, follow a relation, copy a value"},
	{"Esc", "stop a replay, cancel picking, clear the search"},
	{"F5, F1", "read again, this page"},
}

// showKeyboard lists all commands with their shortcuts.
func (a *App) showKeyboard() {
	grid := container.NewGridWithColumns(2)
	add := func(what, keys string) {
		grid.Add(container.NewBorder(nil, nil, nil, mono(keys), widget.NewLabel(what)))
	}
	for _, c := range a.commands {
		add(c.label, c.keys())
	}
	for _, k := range paneKeys {
		add(k[1], k[0])
	}
	d := dialog.NewCustom("Keyboard", "Close", container.NewVScroll(grid), a.window)
	size := a.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(900, size.Width-60), min(640, size.Height-60)))
	d.Show()
}

func mono(s string) *widget.Label {
	return widget.NewLabelWithStyle(s, fyne.TextAlignTrailing, fyne.TextStyle{Monospace: true})
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
	dialog.NewCustom("About", "Close", container.NewHBox(icon, text), a.window).Show()
}
