package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// DialogCheck is a box of a dialog that is ticked with Space or a click; other keys go
// to its owner.
type DialogCheck struct {
	widget.Check
	onKey func(*fyne.KeyEvent) bool
}

// NewDialogCheck makes a box that is not ticked. changed is called on Fyne's goroutine.
func NewDialogCheck(text string, changed func(bool), onKey func(*fyne.KeyEvent) bool) *DialogCheck {
	c := &DialogCheck{onKey: onKey}
	c.Text, c.OnChanged = text, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey is called by Fyne.
func (c *DialogCheck) TypedKey(k *fyne.KeyEvent) {
	if !c.onKey(k) {
		c.Check.TypedKey(k)
	}
}

// Describe says what the box is about and whether it is ticked.
func (c *DialogCheck) Describe() Description {
	d := Description{Role: "checkbox", Label: c.Text, Actions: []string{"press"}, Size: c.Size(), Position: fyne.CurrentApp().Driver().AbsolutePositionForObject(c)}
	if c.Checked {
		d.States = append(d.States, "checked")
	}
	if c.Disabled() {
		d.States = append(d.States, "disabled")
	}
	return d
}
