package app

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/policy"
)

// What cannot be taken back is asked for in the window; Enter, Esc and the end of
// the replay are no yes.
func TestConsequencesAreAskedFor(t *testing.T) {
	answers := make(chan policy.Answer, 1)
	s := newShelf()
	s.put(saved())
	services := Services{Store: s, Replay: func(ctx context.Context, o recorder.PlayerOptions, rec recorder.Recording, _ tree.Application, _ bool) (recorder.Run, error) {
		a, err := o.Ask(ctx, policy.Question{
			Title: `Click button "Delete\u202e" in window "Orders"`, Target: `button "Delete"`,
			Decision: policy.Decision{Effect: policy.Confirm, Reason: `its name says "delete"`},
		})
		answers <- a
		return recorder.Run{ID: "r1", Name: rec.Name, Verdict: recorder.VerdictStopped}, err
	}}
	d := openOrders(t, &scripted{snapshot: twoSaves}, services)
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	for what, press := range map[string]func(){
		"enter": func() { d.key(fyne.KeyReturn) },
		"esc":   func() { d.key(fyne.KeyEscape) },
		"stop":  func() { d.replay.cancel() },
	} {
		d.run("replay")
		d.until("it is asked", func() bool { return d.has("dialog", consequenceTitle) })
		press()
		if a := <-answers; a.Yes {
			t.Errorf("%s is a yes", what)
		}
		d.until("the dialog has gone", func() bool { return !d.has("dialog", consequenceTitle) && d.replay.cancel == nil && d.Idle() })
	}
	d.run("replay")
	d.until("it is asked", func() bool { return d.has("dialog", consequenceTitle) })
	tapButton(d, "Do It")
	if a := <-answers; !a.Yes || !strings.Contains(a.How, "window") {
		t.Errorf("%+v", a)
	}
}
