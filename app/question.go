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
	// why says why nothing can be agreed to just now, and blocks whether that is so: else
	// it is only to be known. nil: nothing is in the way.
	why    func() (text string, blocks bool)
	yes    *view.DialogButton
	reason *widget.Label
	closed func()            // what to do then, or nil
	card   view.Describer    // the element that it is about, or nil
	list   view.Describer    // what is listed in it, or nil
	box    view.Describer    // what can be ticked in it, or nil
	scroll *container.Scroll // what the arrow and page keys move, or nil
}

// asked reports whether a person has a question of ours to answer: a dialog in
// the window, or one that asks for a file.
func (a *App) asked() bool { return a.question != nil || a.asking > 0 }

// ask opens a dialog and does then if the person agrees. The focus, if any, gets
// the keyboard.
func (a *App) ask(title string, content fyne.CanvasObject, agree string, importance widget.Importance, size fyne.Size, focus fyne.Focusable, then func()) {
	a.askIf(title, content, agree, importance, size, focus, nil, then)
}

// askIf is ask where some answers cannot be agreed to: why says so, and is asked again by
// checkQuestion after each change. What it says stands above the buttons.
func (a *App) askIf(title string, content fyne.CanvasObject, agree string, importance widget.Importance, size fyne.Size, focus fyne.Focusable, why func() (string, bool), then func()) {
	q := &question{title: title, why: why}
	if why != nil {
		q.reason = widget.NewLabel("")
		q.reason.Wrapping = fyne.TextWrapWord
		q.reason.Importance = widget.WarningImportance
		content = container.NewVBox(content, q.reason)
	}
	d := dialog.NewCustomWithoutButtons(title, roomy(content), a.window)
	q.cancel = d.Hide
	q.agree = func() {
		if !q.check() {
			return
		}
		d.Hide()
		then()
	}
	no := a.dialogButton("Cancel", theme.CancelIcon(), q.cancel)
	q.yes = a.dialogButton(agree, theme.ConfirmIcon(), q.agree)
	q.yes.Importance = importance
	d.SetButtons([]fyne.CanvasObject{no, q.yes})
	a.openDialog(d, q, size)
	q.check()
	if focus != nil {
		a.window.Canvas().Focus(focus)
	}
}

// check says what is in the way of agreeing, and reports whether nothing is.
func (q *question) check() bool {
	if q.why == nil {
		return true
	}
	text, blocks := q.why()
	if q.reason.Text != text {
		q.reason.SetText(text)
	}
	switch {
	case blocks && !q.yes.Disabled():
		q.yes.Disable()
	case !blocks && q.yes.Disabled():
		q.yes.Enable()
	}
	return !blocks
}

// checkQuestion asks again whether the dialog that is open can be agreed to.
func (a *App) checkQuestion() {
	if a.question != nil {
		a.question.check()
	}
}

// Describe says what is asked and what is in the way of agreeing.
func (q *question) Describe() view.Description {
	d := view.Description{Role: "dialog", Label: q.title}
	for _, part := range []view.Describer{q.card, q.list, q.box} {
		if part != nil {
			d.Children = append(d.Children, part.Describe())
		}
	}
	if q.reason != nil && q.reason.Text != "" {
		d.Children = append(d.Children, view.Description{Role: "status", Label: q.reason.Text})
	}
	if q.yes != nil {
		b := view.Description{Role: "button", Label: q.yes.Text, Actions: []string{"press"}, Size: q.yes.Size(), Position: fyne.CurrentApp().Driver().AbsolutePositionForObject(q.yes)}
		if q.yes.Disabled() {
			b.States = []string{"disabled"}
		}
		d.Children = append(d.Children, b)
	}
	return d
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
		if q.closed != nil {
			q.closed()
		}
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
