package app

import (
	"slices"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// or gives an offer of a condition its opposite, which differs in nothing else.
func (o offer) or(title string) offer {
	n := o
	n.title = title
	n.fill = func(s *recorder.Step, v string) error {
		err := o.fill(s, v)
		if s.Condition != nil {
			s.Condition.Not = !s.Condition.Not
		}
		return err
	}
	if o.holds != nil {
		n.holds = func(v string) bool { return !o.holds(v) }
	}
	o.other = &n
	return o
}

// against gives an offer another one as its opposite: what is not visible is gone, and
// the other way round.
func (o offer) against(other offer, title string) offer {
	other.title = title
	o.other = &other
	return o
}

// turned returns the opposite of an offer, or itself where it has none.
func (o offer) turned(not bool) offer {
	if not && o.other != nil {
		return *o.other
	}
	return o
}

// asItIs offers the condition that a step has already, with what was typed in place of
// its text or number.
func asItIs(s recorder.Step) offer {
	was := *s.Condition
	as := offer{title: "as it is", target: s.Target, all: true, fill: func(n *recorder.Step, v string) (err error) {
		c := was
		switch was.Kind {
		case recorder.ConditionText, recorder.ConditionName:
			if c.Parameter == "" || v != "" {
				c.Text = v
			}
		case recorder.ConditionValue, recorder.ConditionCount:
			c.Number, err = readNumber(v)
		}
		n.Condition = &c
		return err
	}}
	switch was.Kind {
	case recorder.ConditionText, recorder.ConditionName:
		as.takes, as.value = "Text", was.Text
	case recorder.ConditionValue, recorder.ConditionCount:
		as.takes, as.value = "Number", numeral(was.Number)
	}
	const title = "the opposite of what it is"
	switch was.Kind {
	case recorder.ConditionQuiet:
		return as
	case recorder.ConditionVisible, recorder.ConditionGone:
		swapped := was
		swapped.Kind = map[recorder.ConditionKind]recorder.ConditionKind{recorder.ConditionVisible: recorder.ConditionGone, recorder.ConditionGone: recorder.ConditionVisible}[was.Kind]
		return as.against(offer{target: s.Target, all: swapped.Kind == recorder.ConditionGone, fill: func(n *recorder.Step, _ string) error {
			c := swapped
			n.Condition = &c
			return nil
		}}, title)
	}
	return as.or(title)
}

// opposite is the box in a dialog about conditions that turns them round.
type opposite struct {
	*view.DialogCheck
	offers []offer
	list   *view.Options
}

// newOpposite makes the box for a list of offers; changed is called after it was turned.
func (a *App) newOpposite(offers []offer, list *view.Options, changed func()) *opposite {
	o := &opposite{offers: offers, list: list}
	o.DialogCheck = view.NewDialogCheck("Not: the opposite", func(not bool) {
		list.SetLines(linesOf(offers, not))
		changed()
	}, a.optionKey)
	return o
}

// any reports whether any of the offers can be turned round.
func (o *opposite) any() bool {
	return slices.ContainsFunc(o.offers, func(of offer) bool { return of.other != nil })
}

// chosen is the offer that is chosen, turned round where the box says so.
func (o *opposite) chosen() offer { return o.offers[o.list.Chosen()].turned(o.Checked) }

// suit lets the box be turned only where that changes what is chosen.
func (o *opposite) suit() {
	if o.offers[o.list.Chosen()].other == nil {
		o.Disable()
	} else {
		o.Enable()
	}
}

func linesOf(offers []offer, not bool) []view.Line {
	lines := make([]view.Line, len(offers))
	for i, o := range offers {
		lines[i] = o.turned(not).line()
	}
	return lines
}
