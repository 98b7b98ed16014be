package recorder

import (
	"slices"

	"github.com/samebutton/samebutton/inspector"
)

// cloneRecording returns a copy that shares nothing with rec.
func cloneRecording(rec Recording) Recording {
	rec.Parameters = slices.Clone(rec.Parameters)
	rec.Trouble = slices.Clone(rec.Trouble)
	rec.Steps = slices.Clone(rec.Steps)
	for i := range rec.Steps {
		rec.Steps[i] = cloneStep(rec.Steps[i])
	}
	return rec
}

func cloneStep(s Step) Step {
	s.Target, s.Focus, s.To = cloneTarget(s.Target), cloneTarget(s.Focus), cloneTarget(s.To)
	s.Path = slices.Clone(s.Path)
	for i := range s.Path {
		s.Path[i] = *cloneTarget(&s.Path[i])
	}
	s.Keys, s.Items = slices.Clone(s.Keys), slices.Clone(s.Items)
	s.Effects, s.Reviews = slices.Clone(s.Effects), slices.Clone(s.Reviews)
	if s.Expect != nil {
		s.Expect = &Expectation{Locator: cloneLocator(s.Expect.Locator), By: s.Expect.By}
	}
	if s.Condition != nil {
		c := *s.Condition
		s.Condition = &c
	}
	if s.Launch != nil {
		l := *s.Launch
		l.Arguments, l.Environment = slices.Clone(l.Arguments), slices.Clone(l.Environment)
		s.Launch = &l
	}
	return s
}

func cloneTarget(t *inspector.Target) *inspector.Target {
	if t == nil {
		return nil
	}
	c := *t
	c.Locator, c.Proof.Locator = cloneLocator(t.Locator), cloneLocator(t.Proof.Locator)
	c.Witnesses = slices.Clone(t.Witnesses)
	for i := range c.Witnesses {
		c.Witnesses[i] = cloneLocator(c.Witnesses[i])
	}
	if t.Within != nil {
		around := cloneLocator(*t.Within)
		c.Within = &around
	}
	c.Proof.Twins = slices.Clone(t.Proof.Twins)
	for i := range c.Proof.Twins {
		c.Proof.Twins[i].Differs = slices.Clone(c.Proof.Twins[i].Differs)
	}
	return &c
}

func cloneLocator(l inspector.Locator) inspector.Locator {
	l.Segments = slices.Clone(l.Segments)
	for i := range l.Segments {
		l.Segments[i].Keys = slices.Clone(l.Segments[i].Keys)
	}
	return l
}
