package app

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// about is a dialog about an element: what a new step does with it or looks for, or
// what one that there is looks for instead.
type about struct {
	title, agree string
	kind         recorder.StepKind
	offers       []offer
	within       time.Duration
	place        string // where the step goes, "" where it stays
	another      func() // chooses another element; nil: it stays
	then         func(s recorder.Step)
}

// insertAbout asks for a step of a kind about the element that is selected.
func (a *App) insertAbout(kind recorder.StepKind, command string) {
	f, id, _ := a.current()
	capture := a.seen.capture
	var at aimed
	var offers []offer
	picture := recorder.Step{}
	a.do(proveLimit, func(context.Context) {
		at = aimAt(f, id)
		if kind == recorder.StepAssert || kind == recorder.StepWait {
			offers = at.conditions()
		} else {
			offers = at.acts()
		}
		if capture != nil && recorder.Maskable(f) {
			picture.Picture, picture.Area, picture.Bounds = a.keepPicture(capture), capture.Rect, f.Nodes[id].Bounds
		}
	}, func() {
		if a.question != nil {
			return // something else was asked meanwhile
		}
		d := about{kind: kind, offers: offers, place: a.insertionWords(), another: func() { a.pointAt(command) }}
		switch kind {
		case recorder.StepAssert:
			d.title, d.agree = "Assert: "+f.Short(id), "Add the Assertion"
		case recorder.StepWait:
			d.title, d.agree = "Wait for: "+f.Short(id), "Add the Wait"
			d.offers = append(d.offers, offer{title: "nothing changes for a moment, whatever the element", fill: func(s *recorder.Step, _ string) error {
				s.Condition = &recorder.Condition{Kind: recorder.ConditionQuiet}
				return nil
			}})
		default:
			d.title, d.agree = "Do with: "+f.Short(id), "Add the Step"
		}
		d.then = func(s recorder.Step) {
			if s.Target != nil {
				s.Picture, s.Area, s.Bounds = picture.Picture, picture.Area, picture.Bounds
			}
			a.insert(a.insertionPlace(), s)
		}
		a.askAbout(d)
	})
}

// keepPicture stores a picture whose secrets are painted over and returns its hash,
// "" where it could not be stored: a step does without. Any goroutine.
func (a *App) keepPicture(c *tree.Capture) string {
	var b bytes.Buffer
	if err := png.Encode(&b, c.Image); err != nil {
		return ""
	}
	hash, err := a.s.Store.PutPicture(b.Bytes())
	if err != nil {
		return ""
	}
	return hash
}

// changeCondition asks again what an assertion or wait looks for.
func (a *App) changeCondition(s recorder.Step) {
	d := about{title: "Change the condition", agree: "Change", kind: s.Kind, offers: []offer{asItIs(s)}, within: s.Within}
	if f := a.liveFrozen(); f != nil && s.Target != nil {
		if r := f.ResolveTarget(*s.Target); r.Node() != tree.None {
			d.offers = append(d.offers, aimAgain(f, r.Node(), s.Target).conditions()...)
		}
	}
	d.then = func(n recorder.Step) {
		a.edit(recorder.SetCondition{Step: s.ID, Condition: *n.Condition})
		if s.Kind == recorder.StepWait && n.Within != s.Within {
			a.edit(recorder.SetWithin{Step: s.ID, Within: n.Within})
		}
	}
	a.askAbout(d)
}

// askAbout lets a person choose one of the offers and change what it says. How the
// element is told from all others is shown with each; what could not be replayed is not
// agreed to.
func (a *App) askAbout(d about) {
	list := view.NewOptions(a.tips, "Conditions", linesOf(d.offers, false), a.optionKey)
	var not *opposite
	card := view.NewTargetCard(a.tips, a.optionKey)
	value, wait := a.dialogEntry(false), a.dialogEntry(false)
	label := widget.NewFormItem("Text", value)
	form := widget.NewForm(label)
	if d.kind == recorder.StepWait {
		if d.within > 0 {
			wait.SetText(numeral(d.within.Seconds()))
		}
		wait.PlaceHolder = numeral(recorder.DefaultWait.Seconds())
		form.Append("At most, in seconds", wait)
	}
	result := func() (recorder.Step, error) {
		s, err := not.chosen().step(d.kind, value.Text)
		if err == nil && d.kind == recorder.StepWait {
			s.Within, err = seconds(strings.TrimSpace(wait.Text))
		}
		return s, err
	}
	typed, filling := false, false
	list.OnChoose = func(int) {
		o := not.chosen()
		not.suit()
		filling = true
		switch {
		case o.takes == "":
			value.SetPlaceHolder("nothing to type for this")
			value.SetText("")
			value.Disable()
		default:
			value.Enable()
			if label.Text != o.takes {
				label.Text = o.takes
				form.Refresh()
			}
			if !typed { // what a person typed stays when the way to compare changes
				value.SetText(o.value)
			}
		}
		filling = false
		card.Set(o.target)
		a.checkQuestion()
	}
	not = a.newOpposite(d.offers, list, func() {
		card.Set(not.chosen().target)
		a.checkQuestion()
	})
	value.OnChanged = func(string) {
		typed = typed || !filling
		if a.question != nil && !filling {
			a.checkQuestion()
		}
	}
	wait.OnChanged = func(string) { a.checkQuestion() }
	parts := []fyne.CanvasObject{card.Object}
	if d.another != nil {
		other := a.dialogButton("Another Element…", nil, func() {
			a.question.cancel()
			d.another()
		})
		parts = []fyne.CanvasObject{container.NewBorder(nil, nil, nil, container.NewVBox(other), card.Object)}
	}
	space := container.New(layout.NewCustomPaddedLayout(6, 8, 0, 0), container.New(fixed{fyne.NewSize(440, list.Height(9))}, list.Object))
	parts = append(parts, space)
	if not.any() {
		parts = append(parts, not.DialogCheck)
	}
	parts = append(parts, form)
	if d.place != "" {
		where := widget.NewLabel(d.place)
		where.Truncation = fyne.TextTruncateEllipsis
		parts = append(parts, where)
		a.drawer.Steps.MarkInsertion(a.insertionPlace())
	}
	a.askIf(d.title, container.NewVBox(parts...), d.agree, widget.HighImportance, fyne.NewSize(600, 0), nil, func() (string, bool) {
		s, err := result()
		if err != nil {
			return sentence(err.Error()), true
		}
		if o := not.chosen(); s.Condition != nil && o.holds != nil && !o.holds(value.Text) {
			return "Just now this is not so.", false
		}
		return "", false
	}, func() {
		if s, err := result(); err == nil {
			d.then(s)
		}
	})
	a.question.list, a.question.card = list, card
	if not.any() {
		a.question.box = not
	}
	a.question.closed = func() { a.drawer.Steps.MarkInsertion(-1) }
	list.Choose(likely(d.offers))
	list.Focus(a.window.Canvas())
}

// likely is the offer that is chosen at first: where an element is found without its
// text because that changes, the pattern that leaves its numbers open.
func likely(offers []offer) int {
	for i, o := range offers {
		if o.target != nil && o.target.Name == "" && o.told() == nil && o.title == "text matches" && offers[0].title == "text is" && o.value != offers[0].value {
			return i
		}
	}
	return 0
}

// sentence begins a text with a capital letter and ends it with a point.
func sentence(text string) string {
	r := []rune(text)
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[0])) + string(r[1:]) + "."
}

// optionKey handles the keys of a list in a dialog: those that move in it are its own.
func (a *App) optionKey(k *fyne.KeyEvent) bool {
	switch k.Name {
	case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
		return a.answer(k)
	}
	return false
}

// liveFrozen returns the observation of the application that was recorded, nil where
// another one is shown, or none.
func (a *App) liveFrozen() *inspector.Frozen {
	if a.seen == nil || a.offline != "" || a.problem != "" || a.wrongApplication() != "" {
		return nil
	}
	return a.seen.frozen
}

// insertionPlace is where a new step goes: after the last one that is chosen, else at
// the end.
func (a *App) insertionPlace() int {
	if chosen := a.chosenAt(); len(chosen) > 0 {
		return chosen[len(chosen)-1] + 1
	}
	return len(a.recording.rec.Steps)
}

func (a *App) insertionWords() string { return placeWords(a.recording.rec, a.insertionPlace()) }

// placeWords says where a new step goes.
func placeWords(rec recorder.Recording, at int) string {
	if at == 0 {
		return "It becomes the first step."
	}
	return fmt.Sprintf("It goes after step %d: %s", at, view.OneLine(rec.Steps[at-1].Shown()))
}
