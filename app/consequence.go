package app

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/policy"
)

const consequenceTitle = "Do this step?"

// askConsequence asks the person at the window about one act that cannot be taken
// back. It is called by the goroutine that replays and returns when there is an
// answer or ctx ends; Esc, Enter and closing the dialog are no.
func (a *App) askConsequence(ctx context.Context, q policy.Question) (policy.Answer, error) {
	answer := make(chan bool, 1)
	var closeIt func()
	a.later(func() { closeIt = a.showConsequence(q, answer) })
	select {
	case yes := <-answer:
		return policy.Answer{Yes: yes, How: "at the window"}, nil
	case <-ctx.Done():
		a.later(func() {
			if closeIt != nil {
				closeIt()
			}
		})
		return policy.Answer{}, ctx.Err()
	}
}

// showConsequence shows the question and returns what closes it. The answer is
// given once: by the button that says what is done, else no.
func (a *App) showConsequence(q policy.Question, answer chan<- bool) (closeIt func()) {
	reason := q.Decision.Reason
	if q.Decision.Rule != "" {
		reason = "rule " + q.Decision.Rule + " of the policy file asks for it. " + reason
	}
	const most = 300 // of a name that may be a whole document
	said, _ := inspector.Visible(q.Title, most)
	target, _ := inspector.Visible(q.Target, most)
	why, _ := inspector.Visible(reason, most)
	if strings.Contains(said, target) {
		target = ""
	} else {
		target += "\n"
	}
	text := widget.NewLabel(said + "\n\n" + target + why + "\n\n" +
		"Its target is proven. If it changes before the step is sent, nothing is sent.")
	text.Wrapping = fyne.TextWrapWord
	if a.question != nil {
		a.question.cancel() // whatever it was: the replay waits for this one
	}
	d := dialog.NewCustomWithoutButtons(consequenceTitle, roomy(text), a.window)
	agreed := false
	asked := &question{title: consequenceTitle, cancel: d.Hide} // without agree: Enter is no yes
	no := a.dialogButton("Stop Here", theme.CancelIcon(), asked.cancel)
	yes := a.dialogButton("Do It", theme.ConfirmIcon(), func() {
		agreed = true
		d.Hide()
	})
	yes.Importance = widget.DangerImportance
	d.SetButtons([]fyne.CanvasObject{no, yes})
	a.openDialog(d, asked, fyne.NewSize(480, 0))
	d.SetOnClosed(func() {
		a.answered(asked)
		select {
		case answer <- agreed:
		default:
		}
	})
	return d.Hide
}
