package recorder

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// ChooseLocator makes one of a step's witnesses its locator; the old one becomes a
// witness. Who decided it and why is kept in the step: Review's By, Why and, where
// it is not zero, At are taken over.
type ChooseLocator struct {
	Step    string
	Locator string
	Review  Review
}

// Title implements [Edit].
func (e ChooseLocator) Title(rec Recording) string { return "locator of " + stepsIn(rec, e.Step) }

func (e ChooseLocator) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	s := d.own(i)
	if s.Target == nil || s.Target.Locator.IsZero() {
		return fmt.Errorf("%s has no element with locators", number(i))
	}
	t := s.Target
	if t.Locator.String() == e.Locator {
		return nil
	}
	k := slices.IndexFunc(t.Witnesses, func(w inspector.Locator) bool { return w.String() == e.Locator })
	if k < 0 {
		return fmt.Errorf("%s was not proved for %s: only a locator or witness of the recorded element can be chosen", e.Locator, number(i))
	}
	if !tells(t.Witnesses[k]) {
		return fmt.Errorf("%s says only where the element is, which tells no twins apart: it stays a witness", e.Locator)
	}
	was := t.Locator
	t.Witnesses[k], t.Locator = was, t.Witnesses[k]
	restand(s)
	s.review(e.Review, was, t.Locator)
	return nil
}

// restand brings standing, light and proof of a step's target in line with its
// locator. That a witness matched exactly this element in the same observation is
// what made it a witness; what came near to it was not kept.
func restand(s *Step) {
	t := s.Target
	t.Standing = StandingOf(t.Locator)
	s.Light = lightOf(t.Standing)
	t.Proof.Locator, t.Proof.Matched, t.Proof.Twins, t.Proof.Reason = cloneLocator(t.Locator), 1, nil, ""
}

// Retarget lets a step act on another element than the recorded one: "use this one
// instead". Only an element that is told from all others can be chosen. Review is
// kept as with [ChooseLocator].
type Retarget struct {
	Step   string
	Target inspector.Target
	Review Review
}

// Title implements [Edit].
func (e Retarget) Title(rec Recording) string { return "other element for " + stepsIn(rec, e.Step) }

func (e Retarget) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	s := d.own(i)
	switch {
	case s.Target == nil:
		return fmt.Errorf("%s is not about an element", number(i))
	case !told(e.Target) || e.Target.Locator.IsZero():
		return fmt.Errorf("%s cannot be told from its twins, so a step cannot use it", e.Target.Describe)
	case e.Target.Role == tree.RolePassword && !d.secretFor(s):
		return errors.New("that is a password field: mark the text of the step as secret first")
	}
	was := s.Target.Locator
	if was.String() == e.Target.Locator.String() {
		return nil
	}
	s.Target = cloneTarget(&e.Target)
	s.Light = lightOf(s.Target.Standing)
	e.Review.Picture = s.Picture
	s.dropPicture() // it shows the other element
	s.Expect = nil  // it was around the other one
	s.review(e.Review, was, s.Target.Locator)
	return nil
}

// dropPicture lets the picture of a step go, with what says where in it the target was.
func (s *Step) dropPicture() {
	s.Picture, s.Area, s.Bounds = "", tree.Rect{}, tree.Bounds{}
}

// secretFor reports whether a step holds no text that a password field would make
// a secret.
func (d *draft) secretFor(s *Step) bool {
	w := wordsOf(s)
	if w.text == nil || *w.text == "" && *w.parameter == "" {
		return true
	}
	p := d.parameter(*w.parameter)
	return p != nil && p.Secret
}

// review keeps a decision about the target.
func (s *Step) review(r Review, was, now inspector.Locator) {
	if r.At.IsZero() {
		r.At = time.Now().Round(0)
	}
	r.Was, r.Now = was.String(), now.String()
	s.Reviews = append(s.Reviews, r)
}
