package recorder

import (
	"fmt"
	"strings"
	"time"
)

// Rename gives the recording another name.
type Rename struct{ Name string }

// Title implements [Edit].
func (Rename) Title(Recording) string { return "rename" }

func (e Rename) apply(d *draft) error {
	if err := ValidName(e.Name); err != nil {
		return err
	}
	d.rec.Name = e.Name
	return nil
}

// Label gives a step a title of a person's own; "" takes it away.
type Label struct{ Step, Label string }

// Title implements [Edit].
func (e Label) Title(rec Recording) string { return "rename of " + stepsIn(rec, e.Step) }

func (e Label) apply(d *draft) error {
	if err := oneLine("label", e.Label); err != nil {
		return err
	}
	return d.change(e.Step, func(s *Step) { s.Label = strings.TrimSpace(e.Label) })
}

// Comment notes something about a step, in any number of lines; "" takes it away.
type Comment struct{ Step, Comment string }

// Title implements [Edit].
func (e Comment) Title(rec Recording) string { return "comment on " + stepsIn(rec, e.Step) }

func (e Comment) apply(d *draft) error {
	if err := validText(e.Comment); err != nil {
		return err
	}
	return d.change(e.Step, func(s *Step) { s.Comment = e.Comment })
}

// Disable lets replay skip steps, or do them again.
type Disable struct {
	Steps    []string
	Disabled bool
}

// Title implements [Edit].
func (e Disable) Title(rec Recording) string {
	word := "disable"
	if !e.Disabled {
		word = "enable"
	}
	return word + " of " + stepsIn(rec, e.Steps...)
}

func (e Disable) apply(d *draft) error {
	places, err := d.places(e.Steps)
	for _, i := range places {
		d.own(i).Disabled = e.Disabled
	}
	return err
}

// Breakpoint lets a replay in the window pause before a step.
type Breakpoint struct {
	Step string
	On   bool
}

// Title implements [Edit].
func (e Breakpoint) Title(rec Recording) string { return "breakpoint at " + stepsIn(rec, e.Step) }

func (e Breakpoint) apply(d *draft) error {
	return d.change(e.Step, func(s *Step) { s.Breakpoint = e.On })
}

// Unexpect lets a step not wait any more for what an earlier one brought up.
type Unexpect struct{ Step string }

// Title implements [Edit].
func (e Unexpect) Title(rec Recording) string { return "expectation of " + stepsIn(rec, e.Step) }

func (e Unexpect) apply(d *draft) error {
	return d.change(e.Step, func(s *Step) { s.Expect = nil })
}

// SetWithin says how long a step waits for its target or condition; 0 leaves it
// to the replay.
type SetWithin struct {
	Step   string
	Within time.Duration
}

// Title implements [Edit].
func (e SetWithin) Title(rec Recording) string { return "waiting time of " + stepsIn(rec, e.Step) }

func (e SetWithin) apply(d *draft) error {
	if e.Within < 0 || e.Within > MaxWithin {
		return fmt.Errorf("a step waits between 0 and %s, not %s", MaxWithin, e.Within)
	}
	return d.change(e.Step, func(s *Step) { s.Within = e.Within })
}

// change lets a function change one step.
func (d *draft) change(id string, f func(*Step)) error {
	s, err := d.step(id)
	if err != nil {
		return err
	}
	f(s)
	return nil
}
