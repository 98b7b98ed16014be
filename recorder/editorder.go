package recorder

import (
	"fmt"
	"slices"
)

// Move puts steps, in their order, before the step that is now at To (from 0; the
// number of steps puts them last). Steps that come to lie inside a group join it;
// those that leave the rest of their group leave the group.
type Move struct {
	Steps []string
	To    int
}

// Title implements [Edit].
func (e Move) Title(rec Recording) string { return "move of " + stepsIn(rec, e.Steps...) }

func (e Move) apply(d *draft) error {
	places, err := d.places(e.Steps)
	switch {
	case err != nil:
		return err
	case e.To < 0 || e.To > len(d.rec.Steps):
		return fmt.Errorf("there is no place %d among %s", e.To, countSteps(len(d.rec.Steps)))
	}
	var before, block, after []Step
	for i, s := range d.rec.Steps {
		_, moved := slices.BinarySearch(places, i)
		switch {
		case moved:
			block = append(block, s)
		case i < e.To:
			before = append(before, s)
		default:
			after = append(after, s)
		}
	}
	d.rec.Steps = slices.Concat(before, block, after)
	from, to := len(before), len(before)+len(block)
	if g := d.groupAround(from, to); g != "" {
		for i := from; i < to; i++ {
			d.own(i).Group = g
		}
		return nil
	}
	for i := from; i < to; i++ {
		if g := d.rec.Steps[i].Group; g != "" && !d.together(g) {
			for k := from; k < to; k++ {
				if d.rec.Steps[k].Group == g {
					d.own(k).Group = ""
				}
			}
		}
	}
	return nil
}

// groupAround returns the group that both neighbours of the places [from, to) are in.
func (d *draft) groupAround(from, to int) string {
	if from == 0 || to == len(d.rec.Steps) || d.rec.Steps[from-1].Group != d.rec.Steps[to].Group {
		return ""
	}
	return d.rec.Steps[to].Group
}

// together reports whether the steps of a group stand together.
func (d *draft) together(group string) bool {
	in, left := false, false
	for _, s := range d.rec.Steps {
		switch {
		case s.Group != group:
			left = left || in
		case left:
			return false
		default:
			in = true
		}
	}
	return true
}

// Delete removes steps, and the parameters that only they took.
type Delete struct{ Steps []string }

// Title implements [Edit].
func (e Delete) Title(rec Recording) string { return "delete of " + stepsIn(rec, e.Steps...) }

func (e Delete) apply(d *draft) error {
	places, err := d.places(e.Steps)
	for _, i := range slices.Backward(places) {
		d.rec.Steps = slices.Delete(d.rec.Steps, i, i+1)
	}
	return err
}

// Group makes a section of steps that stand together, or adds them to the one of
// that name beside them; "" takes them out of theirs.
type Group struct {
	Steps []string
	Name  string
}

// Title implements [Edit].
func (e Group) Title(rec Recording) string {
	word := "group"
	if e.Name == "" {
		word = "ungroup"
	}
	return word + " of " + stepsIn(rec, e.Steps...)
}

func (e Group) apply(d *draft) error {
	places, err := d.places(e.Steps)
	if err != nil {
		return err
	}
	if err := oneLine("name of the group", e.Name); err != nil {
		return err
	}
	for k := 1; k < len(places) && e.Name != ""; k++ {
		if places[k] != places[k-1]+1 {
			return fmt.Errorf("%s and %s do not stand together: move them first", number(places[k-1]), number(places[k]))
		}
	}
	for _, i := range places {
		d.own(i).Group = e.Name
	}
	return nil
}

// Insert puts a new step before the one that is now at At. A step without an ID
// gets one, one without a light that of its target. Between two steps of a group it
// joins the group. A parameter that is not declared is, with Text as its default.
type Insert struct {
	At   int
	Step Step
}

// Title implements [Edit].
func (e Insert) Title(Recording) string { return "insert of " + number(e.At) }

func (e Insert) apply(d *draft) error {
	if e.At < 0 || e.At > len(d.rec.Steps) {
		return fmt.Errorf("there is no place %d among %s", e.At, countSteps(len(d.rec.Steps)))
	}
	if len(d.rec.Steps) >= MaxSteps {
		return fmt.Errorf("a recording has at most %d steps", MaxSteps)
	}
	s := cloneStep(e.Step)
	if s.ID == "" {
		s.ID = newID("t")
	}
	if _, err := d.place(s.ID); err == nil {
		return fmt.Errorf("another step has the ID %q", s.ID)
	}
	if s.Light == "" && s.Target != nil {
		s.Light = lightOf(s.Target.Standing)
	}
	if err := d.declare(&s); err != nil {
		return err
	}
	if err := s.valid(func(name string) bool { return d.parameter(name) != nil }); err != nil {
		return err
	}
	d.rec.Steps = slices.Insert(d.rec.Steps, e.At, s)
	d.touched[s.ID] = true
	if g := d.groupAround(e.At, e.At+1); g != "" {
		d.rec.Steps[e.At].Group = g
	}
	return nil
}
