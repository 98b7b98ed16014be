package recorder

import (
	"fmt"
	"slices"
)

// Edit is one change of a recording, a plain value. Steps are named by their ID.
type Edit interface {
	// Title names the edit of a recording, as it is before, as in "Undo delete of
	// step 3".
	Title(before Recording) string
	apply(d *draft) error
}

// draft is a recording while an edit changes it. It shares with the state before
// all that the edit does not ask for.
type draft struct {
	rec Recording
	// touched are the steps that were asked for, whose titles are made anew.
	touched map[string]bool
}

func newDraft(rec Recording) *draft {
	rec.Steps = slices.Clone(rec.Steps)
	rec.Parameters = slices.Clone(rec.Parameters)
	rec.Trouble = slices.Clone(rec.Trouble)
	return &draft{rec: rec, touched: map[string]bool{}}
}

// place returns where the step with an ID is.
func (d *draft) place(id string) (int, error) {
	if i := slices.IndexFunc(d.rec.Steps, func(s Step) bool { return s.ID == id }); i >= 0 {
		return i, nil
	}
	return -1, fmt.Errorf("there is no step with the ID %q", id)
}

// step returns a step that may be changed.
func (d *draft) step(id string) (*Step, error) {
	i, err := d.place(id)
	if err != nil {
		return nil, err
	}
	return d.own(i), nil
}

// own returns the step at a place as one that may be changed.
func (d *draft) own(i int) *Step {
	s := &d.rec.Steps[i]
	if !d.touched[s.ID] {
		d.touched[s.ID] = true
		*s = cloneStep(*s)
	}
	return s
}

// places returns where steps are, in the order of the recording.
func (d *draft) places(ids []string) ([]int, error) {
	if len(ids) == 0 {
		return nil, fmt.Errorf("no step was chosen")
	}
	at := make(map[string]int, len(d.rec.Steps))
	for i, s := range d.rec.Steps {
		at[s.ID] = i
	}
	var places []int
	for _, id := range ids {
		i, ok := at[id]
		if !ok {
			return nil, fmt.Errorf("there is no step with the ID %q", id)
		}
		places = append(places, i)
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// settle brings what is derived up to date and returns the recording, or says what
// the edit would break. before is the state that the edit began with.
func (d *draft) settle(before Recording) (Recording, error) {
	for i := range d.rec.Steps {
		s := &d.rec.Steps[i]
		if !d.touched[s.ID] {
			continue
		}
		if passwordText(*s) {
			return Recording{}, fmt.Errorf("%s would hold the text of a password field: give it a secret parameter", number(i))
		}
		s.Title = stepTitle(*s)
	}
	if err := d.groupsTogether(); err != nil {
		return Recording{}, err
	}
	// Only what lost its last use goes: one that never had any is for lint to tell.
	was, is := uses(before), uses(d.rec)
	d.rec.Parameters = slices.DeleteFunc(d.rec.Parameters, func(p Parameter) bool {
		return was[p.Name] > 0 && is[p.Name] == 0
	})
	if len(d.rec.Parameters) == 0 {
		d.rec.Parameters = nil
	}
	return d.rec, nil
}

// groupsTogether refuses a group whose steps do not stand together.
func (d *draft) groupsTogether() error {
	left := map[string]bool{}
	for i, s := range d.rec.Steps {
		switch {
		case s.Group == "" || i > 0 && d.rec.Steps[i-1].Group == s.Group:
		case left[s.Group]:
			return fmt.Errorf("the steps of the group %q would not stand together any more: move them first, or choose another name", s.Group)
		default:
			left[s.Group] = true
		}
	}
	return nil
}

// uses counts the steps that take each parameter.
func uses(rec Recording) map[string]int {
	n := map[string]int{}
	for i := range rec.Steps {
		if w := wordsOf(&rec.Steps[i]); w.parameter != nil && *w.parameter != "" {
			n[*w.parameter]++
		}
	}
	return n
}

// words are the text of a step that a parameter can stand for.
type words struct{ text, parameter *string }

// wordsOf returns where a step keeps its text: what it types, or what its condition
// compares. Both are nil for a step without any.
func wordsOf(s *Step) words {
	switch {
	case s.Condition != nil && (s.Condition.Kind == ConditionName || s.Condition.Kind == ConditionText) && (s.Kind == StepAssert || s.Kind == StepWait):
		return words{&s.Condition.Text, &s.Condition.Parameter}
	case s.Kind == StepSetText || s.Kind == StepTypeKeys:
		return words{&s.Text, &s.Parameter}
	}
	return words{}
}

// parameter returns a declared parameter that may be changed, or nil.
func (d *draft) parameter(name string) *Parameter {
	for i := range d.rec.Parameters {
		if d.rec.Parameters[i].Name == name {
			return &d.rec.Parameters[i]
		}
	}
	return nil
}

// number names the step at a place for a person.
func number(i int) string { return fmt.Sprintf("step %d", i+1) }

// stepsIn names steps by their numbers, or says how many they are where they do not
// stand together.
func stepsIn(rec Recording, ids ...string) string {
	var places []int
	for i := range rec.Steps {
		if slices.Contains(ids, rec.Steps[i].ID) {
			places = append(places, i)
		}
	}
	switch n := len(places); {
	case n == 1:
		return number(places[0])
	case n > 1 && places[n-1]-places[0] == n-1:
		return fmt.Sprintf("steps %d to %d", places[0]+1, places[n-1]+1)
	}
	return countSteps(len(ids))
}

// count says how many steps.
func countSteps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}
