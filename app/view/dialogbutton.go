package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// DialogButton is a button of a dialog that Enter presses too; other keys than
// its own go to its owner.
type DialogButton struct {
	widget.Button
	onKey func(*fyne.KeyEvent) bool
}

// NewDialogButton makes a button; icon may be nil.
func NewDialogButton(text string, icon fyne.Resource, tapped func(), onKey func(*fyne.KeyEvent) bool) *DialogButton {
	b := &DialogButton{onKey: onKey}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey is called by Fyne.
func (b *DialogButton) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter:
		b.Tapped(nil)
	case !b.onKey(k):
		b.Button.TypedKey(k)
	}
}
