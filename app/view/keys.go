package view

import "fyne.io/fyne/v2"

// passOn gives the window a key for which the part that has the keyboard has no
// use, so that F3 or Esc mean the same everywhere.
func passOn(part fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(part); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// forWindow reports whether a key is for the window wherever the keyboard is.
func forWindow(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		return true
	}
	return false
}
