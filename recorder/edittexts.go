package recorder

import (
	"errors"
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// SetText changes what a step types.
type SetText struct{ Step, Text string }

// Title implements [Edit].
func (e SetText) Title(rec Recording) string { return "text of " + stepsIn(rec, e.Step) }

func (e SetText) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	s := d.own(i)
	switch {
	case s.Kind != StepSetText && s.Kind != StepTypeKeys:
		return fmt.Errorf("%s types no text", number(i))
	case s.Parameter != "":
		return fmt.Errorf("%s types the parameter %q: change that, or make it a text of the step first", number(i), s.Parameter)
	}
	if err := validText(e.Text); err != nil {
		return err
	}
	d.forgetEffects(i, s.Text)
	s.Text = e.Text
	return nil
}

// forgetEffects drops the effects and expectations, from a step on, that show a text
// which is not sure to be typed any more: looking for them would fail a run that did right.
func (d *draft) forgetEffects(from int, text string) {
	p := phraseOf(text)
	for i := from; i < len(d.rec.Steps); i++ {
		if e := d.rec.Steps[i].Expect; e != nil && p.inLocator(e.Locator) {
			d.own(i).Expect = nil
		}
		for _, e := range d.rec.Steps[i].Effects {
			if p.inEffect(e) {
				p.dropEffects(d.own(i))
				break
			}
		}
	}
}

// Parametrize lets a parameter stand for the text of a step. The text becomes the
// default of a new parameter, or of one without a default. A step that takes a
// parameter already changes over to this one.
type Parametrize struct{ Step, Parameter string }

// Title implements [Edit].
func (e Parametrize) Title(Recording) string { return fmt.Sprintf("parameter %q", e.Parameter) }

func (e Parametrize) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	if err := ParameterName(e.Parameter); err != nil {
		return err
	}
	w := wordsOf(d.own(i))
	if w.text == nil {
		return fmt.Errorf("%s has no text that a parameter could stand for", number(i))
	}
	if c := d.rec.Steps[i].Condition; c != nil {
		if err := c.plain(); err != nil {
			return fmt.Errorf("%s compares with a pattern: %w", number(i), err)
		}
	}
	was := Parameter{Default: *w.text}
	if p := d.parameter(*w.parameter); p != nil {
		was = *p
	}
	is := d.parameter(e.Parameter)
	if is == nil {
		d.rec.Parameters = append(d.rec.Parameters, Parameter{Name: e.Parameter, Secret: was.Secret, Default: was.Default})
		is = d.parameter(e.Parameter)
	}
	switch {
	case *w.parameter == e.Parameter:
		return nil
	case was.Secret && !is.Secret:
		return fmt.Errorf("the parameter %q is not secret and %s needs one that is", e.Parameter, number(i))
	case is.Secret && was.Default != "":
		return d.removeSecret(i, was.Default, e.Parameter)
	case is.Default == "" && !is.Secret:
		is.Default = was.Default
	case is.Default != was.Default && !is.Secret:
		return fmt.Errorf("the parameter %q is %q so far, and %s has %q: choose another name, or change one of them first", e.Parameter, brief(is.Default), number(i), brief(was.Default))
	}
	d.forgetEffects(i, was.Default)
	*w.text, *w.parameter = "", e.Parameter
	return nil
}

// ParameterName says, in words, why a word cannot name a parameter: it is given as
// NAME=VALUE on the command line.
func ParameterName(name string) error {
	switch {
	case name == "":
		return errors.New("a parameter needs a name")
	case strings.ContainsAny(name, "=\"") || strings.TrimSpace(name) != name:
		return fmt.Errorf("a parameter cannot be called %q: it is given as NAME=VALUE", name)
	}
	return oneLine("name of the parameter", name)
}

// Inline makes the default of a parameter the text of one step.
type Inline struct{ Step string }

// Title implements [Edit].
func (e Inline) Title(rec Recording) string {
	return "text in place of the parameter of " + stepsIn(rec, e.Step)
}

func (e Inline) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	w := wordsOf(d.own(i))
	if w.parameter == nil || *w.parameter == "" {
		return fmt.Errorf("%s takes no parameter", number(i))
	}
	p := d.parameter(*w.parameter)
	switch {
	case p == nil:
		return fmt.Errorf("the parameter %q is not declared", *w.parameter)
	case p.Secret:
		return fmt.Errorf("the parameter %q is secret: its value is not stored", p.Name)
	case p.Default == "":
		return fmt.Errorf("the parameter %q has no default that could become the text", p.Name)
	}
	*w.text, *w.parameter = p.Default, ""
	if c := d.rec.Steps[i].Condition; c != nil && c.Match == MatchPattern {
		c.Match = MatchExact // as it was compared
	}
	return nil
}

// SetDefault changes the value that a parameter has where none is given; "" takes
// it away, so that one must be given.
type SetDefault struct{ Parameter, Default string }

// Title implements [Edit].
func (e SetDefault) Title(Recording) string { return fmt.Sprintf("default of %q", e.Parameter) }

func (e SetDefault) apply(d *draft) error {
	p := d.parameter(e.Parameter)
	switch {
	case p == nil:
		return fmt.Errorf("there is no parameter %q", e.Parameter)
	case p.Secret:
		return fmt.Errorf("the parameter %q is secret: its value is never stored", e.Parameter)
	}
	if err := validText(e.Default); err != nil {
		return err
	}
	for i := range d.rec.Steps {
		if w := wordsOf(&d.rec.Steps[i]); w.parameter != nil && *w.parameter == e.Parameter && p.Default != e.Default {
			d.forgetEffects(i, p.Default)
			break
		}
	}
	p.Default = e.Default
	return nil
}

// SetCondition changes what an assertion or a wait looks for.
type SetCondition struct {
	Step      string
	Condition Condition
}

// Title implements [Edit].
func (e SetCondition) Title(rec Recording) string { return "condition of " + stepsIn(rec, e.Step) }

func (e SetCondition) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	s := d.own(i)
	if s.Kind != StepAssert && s.Kind != StepWait {
		return fmt.Errorf("%s has no condition", number(i))
	}
	s.Condition = &e.Condition
	if err := d.declare(s); err != nil {
		return err
	}
	return s.valid(func(name string) bool { return d.parameter(name) != nil })
}

// declare makes the parameter of a step known that is not yet: with its text as the
// default, or secret where it is typed into a password field.
func (d *draft) declare(s *Step) error {
	w := wordsOf(s)
	if w.parameter == nil || *w.parameter == "" {
		return nil
	}
	if d.parameter(*w.parameter) == nil {
		if err := ParameterName(*w.parameter); err != nil {
			return err
		}
		p := Parameter{Name: *w.parameter, Default: *w.text}
		if s.Target != nil && s.Target.Role == tree.RolePassword {
			p.Secret, p.Default = true, ""
		}
		d.rec.Parameters = append(d.rec.Parameters, p)
	}
	*w.text = ""
	return nil
}
