package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
)

// question is the dialog that is open. While there is one, no command but Stop
// runs, Enter agrees and Esc cancels, whatever part of it has the keyboard.
type question struct {
	title  string
	agree  func() // nil where there is only something to read
	cancel func()
	list   view.Describer    // what is listed in it, or nil
	scroll *container.Scroll // what the arrow and page keys move, or nil
}

// asked reports whether a person has a question of ours to answer: a dialog in
// the window, or one that asks for a file.
func (a *App) asked() bool { return a.question != nil || a.asking > 0 }

// ask opens a dialog and does then if the person agrees. The focus, if any, gets
// the keyboard.
func (a *App) ask(title string, content fyne.CanvasObject, agree string, importance widget.Importance, size fyne.Size, focus fyne.Focusable, then func()) {
	d := dialog.NewCustomWithoutButtons(title, roomy(content), a.window)
	q := &question{title: title, cancel: d.Hide}
	q.agree = func() {
		d.Hide()
		then()
	}
	no := a.dialogButton("Cancel", theme.CancelIcon(), q.cancel)
	yes := a.dialogButton(agree, theme.ConfirmIcon(), q.agree)
	yes.Importance = importance
	d.SetButtons([]fyne.CanvasObject{no, yes})
	a.openDialog(d, q, size)
	if focus != nil {
		a.window.Canvas().Focus(focus)
	}
}

// explain opens a dialog that is only to be read.
func (a *App) explain(title string, content fyne.CanvasObject, size fyne.Size) {
	d := dialog.NewCustomWithoutButtons(title, roomy(content), a.window)
	q := &question{title: title, cancel: d.Hide}
	q.scroll, _ = content.(*container.Scroll)
	d.SetButtons([]fyne.CanvasObject{a.dialogButton("Close", nil, q.cancel)})
	a.openDialog(d, q, size)
}

// roomy keeps the buttons of a dialog off what is above them.
func roomy(content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 12, 0, 0), content)
}

// openDialog shows a dialog at a width that suits the window.
func (a *App) openDialog(d dialog.Dialog, q *question, size fyne.Size) {
	a.tips.Hide()
	if !size.IsZero() {
		room := a.window.Canvas().Size()
		d.Resize(fyne.NewSize(min(size.Width, room.Width-40), max(d.MinSize().Height, min(size.Height, room.Height-60))))
	}
	d.SetOnClosed(func() { a.answered(q) })
	a.question = q
	a.updateOutline()
	d.Show()
}

// answered says that a dialog has closed.
func (a *App) answered(q *question) {
	if a.question == q {
		a.question = nil
		a.updateOutline()
	}
}

// answer handles the keys that mean the same in every part of a dialog, and
// reports whether it used one.
func (a *App) answer(k *fyne.KeyEvent) bool {
	if a.question == nil {
		return false
	}
	switch k.Name {
	case fyne.KeyEscape:
		a.question.cancel()
	case fyne.KeyReturn, fyne.KeyEnter:
		if a.question.agree == nil {
			a.question.cancel()
		} else {
			a.question.agree()
		}
	default:
		return a.question.scrolled(k.Name)
	}
	return true
}

// scrolled moves what is too long for the dialog and reports whether the key does.
func (q *question) scrolled(key fyne.KeyName) bool {
	if q.scroll == nil {
		return false
	}
	const line = 30
	page := q.scroll.Size().Height - line
	by, ok := map[fyne.KeyName]float32{fyne.KeyDown: line, fyne.KeyUp: -line, fyne.KeyPageDown: page, fyne.KeyPageUp: -page, fyne.KeyHome: -1e6, fyne.KeyEnd: 1e6}[key]
	if !ok {
		return false
	}
	end := max(0, q.scroll.Content.MinSize().Height-q.scroll.Size().Height)
	q.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(end, q.scroll.Offset.Y+by))))
	return true
}

// dialogEntry is an entry in a dialog.
func (a *App) dialogEntry(secret bool) *view.SearchEntry {
	e := view.NewSearchEntry("")
	e.Password = secret
	e.OnKey = a.answer
	return e
}

func (a *App) dialogButton(text string, icon fyne.Resource, tapped func()) *view.DialogButton {
	return view.NewDialogButton(text, icon, tapped, a.answer)
}
