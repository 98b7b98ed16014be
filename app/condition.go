package app

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"math"
	"strconv"
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

// offer is a condition that a person can choose, filled in with what is there now.
type offer struct {
	title string
	cond  recorder.Condition
	// takes says what can be typed: "text", "number", "" for nothing.
	takes string
}

// offersOf lists what can be looked for on an element, the most telling first.
func offersOf(f *inspector.Frozen, id tree.NodeID, t *inspector.Target) []offer {
	n := &f.Nodes[id]
	var list []offer
	add := func(title, takes string, c recorder.Condition) { list = append(list, offer{title, c, takes}) }
	if n.Value.State == tree.Known && n.Range == nil && !n.Secret {
		add("text is", "text", recorder.Condition{Kind: recorder.ConditionText, Text: n.Value.Value})
		add("text contains", "text", recorder.Condition{Kind: recorder.ConditionText, Text: n.Value.Value, Match: recorder.MatchContains})
	}
	if n.Range != nil {
		add("number is", "number", recorder.Condition{Kind: recorder.ConditionValue, Number: n.Range.Current})
	}
	state := func(s tree.State, yes, no string) {
		on := n.States.Has(s)
		words := yes
		if !on {
			words = no
		}
		add(words, "", recorder.Condition{Kind: recorder.ConditionState, State: s.String(), Not: !on})
	}
	if n.StatesRead {
		if n.States.Has(tree.Checkable) || n.States.Has(tree.Checked) || n.Role == tree.RoleCheckbox || n.Role == tree.RoleRadio {
			state(tree.Checked, "is checked", "is not checked")
		}
		if n.States.Has(tree.Selectable) || n.States.Has(tree.Selected) {
			state(tree.Selected, "is selected", "is not selected")
		}
		if n.States.Has(tree.Expandable) || n.States.Has(tree.Expanded) {
			state(tree.Expanded, "is expanded", "is not expanded")
		}
	}
	add("is visible", "", recorder.Condition{Kind: recorder.ConditionVisible})
	add("is gone", "", recorder.Condition{Kind: recorder.ConditionGone})
	if n.StatesRead && n.Interactive() {
		state(tree.Enabled, "is enabled", "is not enabled")
	}
	if n.Name.State == tree.Known && n.Name.Value != "" {
		add("name is", "text", recorder.Condition{Kind: recorder.ConditionName, Text: n.Name.Value})
		add("name contains", "text", recorder.Condition{Kind: recorder.ConditionName, Text: n.Name.Value, Match: recorder.MatchContains})
	}
	if n.StatesRead && (n.States.Has(tree.Focusable) || n.States.Has(tree.Focused)) {
		add("has the keyboard", "", recorder.Condition{Kind: recorder.ConditionFocus})
	}
	add("number of such elements is", "number", recorder.Condition{Kind: recorder.ConditionCount, Number: float64(max(1, t.Proof.Matched))})
	return list
}

// line is the offer in the list.
func (o offer) line() view.Line {
	note := o.cond.Text
	switch {
	case o.takes == "number":
		note = number(o.cond.Number)
	case o.takes == "text":
		note = fmt.Sprintf("%q", view.OneLine(note))
	}
	return view.Line{Title: o.title, Note: note}
}

func number(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// insertable says why no assertion or wait about the selected element can be added.
func (a *App) insertable() string {
	_, _, ok := a.current()
	switch {
	case !ok && a.s.Pick == nil:
		return "select an element in the tree or the picture first"
	case ok && a.sel.ghost != nil:
		return "the selected element is gone: select one that is there"
	case a.offline != "":
		return "a saved snapshot is shown: go back to live first"
	}
	return a.wrongApplication()
}

// insertCondition adds an assertion, or a wait, about the selected element; with none
// selected a person picks one on the screen first.
func (a *App) insertCondition(kind recorder.StepKind) {
	f, id, ok := a.current()
	if !ok {
		again := "assert"
		if kind == recorder.StepWait {
			again = "wait"
		}
		a.pick(0)
		a.picked.then = func() { a.run(again) } // which refuses an element of another application
		return
	}
	var t inspector.Target
	capture := a.seen.capture
	step := recorder.Step{Kind: kind}
	a.do(proveLimit, func(context.Context) {
		t = f.Target(id)
		if capture != nil && recorder.Maskable(f) {
			step.Picture, step.Area, step.Bounds = a.keepPicture(capture), capture.Rect, f.Nodes[id].Bounds
		}
	}, func() {
		title, agree, offers := "Assert: "+f.Short(id), "Add the Assertion", offersOf(f, id, &t)
		if kind == recorder.StepWait {
			title, agree = "Wait for: "+f.Short(id), "Add the Wait"
			offers = append(offers, offer{title: "nothing changes for a moment, whatever the element", cond: recorder.Condition{Kind: recorder.ConditionQuiet}})
		}
		a.askCondition(title, agree, kind, offers, &t, 0, func(c recorder.Condition, within time.Duration) {
			at := len(a.recording.rec.Steps)
			if chosen := a.chosenAt(); len(chosen) > 0 {
				at = chosen[len(chosen)-1] + 1
			}
			step.Condition, step.Within = &c, within
			if c.Kind == recorder.ConditionQuiet {
				step = recorder.Step{Kind: kind, Condition: &c, Within: within} // about no element
			} else {
				step.Target = &t
			}
			a.insert(at, step)
		})
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

// insert puts a new step at a place and chooses it.
func (a *App) insert(at int, s recorder.Step) {
	e := recorder.Insert{At: at, Step: s}
	a.change(change{
		do:   func(ed *recorder.Editor) (string, error) { return ed.Title(e), ed.Do(e) },
		back: func(ed *recorder.Editor) { ed.Undo() },
		choose: func(rec recorder.Recording) []string {
			if at < len(rec.Steps) {
				return []string{rec.Steps[at].ID}
			}
			return nil
		},
	})
	a.showDrawer(view.TabRecording)
}

// changeCondition asks again what an assertion or wait looks for.
func (a *App) changeCondition(s recorder.Step) {
	offers := []offer{{title: "as it is", cond: *s.Condition, takes: takesOf(*s.Condition)}}
	t := s.Target
	if f := a.liveFrozen(); f != nil && t != nil {
		if r := f.ResolveTarget(*t); r.Node() != tree.None {
			offers = append(offers, offersOf(f, r.Node(), t)...)
		}
	}
	if t == nil {
		t = &inspector.Target{Standing: inspector.StandingUnique, Describe: "the application"}
	}
	a.askCondition("Change the condition", "Change", s.Kind, offers, t, s.Within, func(c recorder.Condition, within time.Duration) {
		a.edit(recorder.SetCondition{Step: s.ID, Condition: c})
		if s.Kind == recorder.StepWait && within != s.Within {
			a.edit(recorder.SetWithin{Step: s.ID, Within: within})
		}
	})
}

func takesOf(c recorder.Condition) string {
	switch c.Kind {
	case recorder.ConditionText, recorder.ConditionName:
		return "text"
	case recorder.ConditionValue, recorder.ConditionCount:
		return "number"
	}
	return ""
}

// askCondition lets a person choose one of the offers and change what it looks for.
func (a *App) askCondition(title, agree string, kind recorder.StepKind, offers []offer, t *inspector.Target, within time.Duration, then func(recorder.Condition, time.Duration)) {
	lines := make([]view.Line, len(offers))
	for i, o := range offers {
		lines[i] = o.line()
	}
	list := view.NewOptions(a.tips, "Conditions", lines, a.optionKey)
	value := a.dialogEntry(false)
	list.OnChoose = func(i int) {
		o := offers[i]
		switch o.takes {
		case "text":
			value.Enable()
			value.SetText(o.cond.Text)
		case "number":
			value.Enable()
			value.SetText(number(o.cond.Number))
		default:
			value.SetText("")
			value.Disable()
		}
	}
	list.Choose(0)
	about := widget.NewLabel(t.Describe + standingWarning(t.Standing))
	about.Truncation = fyne.TextTruncateEllipsis
	form := widget.NewForm(widget.NewFormItem("Value", value))
	wait := a.dialogEntry(false)
	if kind == recorder.StepWait {
		if within > 0 {
			wait.SetText(number(within.Seconds()))
		}
		wait.PlaceHolder = fmt.Sprintf("%g", recorder.DefaultWait.Seconds())
		form.Append("At most, in seconds", wait)
	}
	space := container.New(layout.NewCustomPaddedLayout(4, 8, 0, 0), container.New(fixed{fyne.NewSize(440, list.Height(9))}, list.Object))
	a.ask(title, container.NewVBox(about, space, form), agree, widget.HighImportance, fyne.NewSize(520, 0), nil, func() {
		o := offers[list.Chosen()]
		c, err := o.with(value.Text)
		var limit time.Duration
		if err == nil {
			limit, err = seconds(strings.TrimSpace(wait.Text))
		}
		if err != nil {
			a.say("nothing changed: " + err.Error())
			return
		}
		then(c, limit)
	})
	a.question.list = list
	list.Focus(a.window.Canvas())
}

// optionKey handles the keys of a list in a dialog: those that move in it are its own.
func (a *App) optionKey(k *fyne.KeyEvent) bool {
	switch k.Name {
	case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
		return a.answer(k)
	}
	return false
}

// with returns the condition of an offer with what was typed.
func (o offer) with(text string) (recorder.Condition, error) {
	c := o.cond
	switch o.takes {
	case "text":
		if c.Parameter == "" || text != "" {
			c.Text = text
		}
	case "number":
		n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return c, fmt.Errorf("%q is no number", text)
		}
		c.Number = n
	}
	return c, nil
}

// standingWarning says what replay will make of an element that is not proven.
func standingWarning(s inspector.Standing) string {
	switch s {
	case inspector.StandingUnique, inspector.StandingContext:
		return ""
	case inspector.StandingUnproven:
		return " — not proven: what was not read may be a twin"
	}
	return " — ambiguous: only their number can be looked for"
}

// liveFrozen returns the observation of the application that was recorded, nil where
// another one is shown, or none.
func (a *App) liveFrozen() *inspector.Frozen {
	if a.seen == nil || a.offline != "" || a.problem != "" || a.wrongApplication() != "" {
		return nil
	}
	return a.seen.frozen
}
