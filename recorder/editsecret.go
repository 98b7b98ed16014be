package recorder

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/inspector"
)

// MarkSecret makes the text of a step the value of a secret parameter, which is given
// at each replay and never stored, and takes it out of the whole recording: other
// steps that type it take the parameter too, effects and witnesses that show it are
// dropped, titles and descriptions show a mark instead, and pictures taken since it
// was typed are let go. What can only be done with the text cannot be replayed any
// more, and says so. A text of less than four characters is found only where it
// stands as a word of its own.
type MarkSecret struct{ Step string }

// Title implements [Edit].
func (e MarkSecret) Title(rec Recording) string {
	return "secret text of " + stepsIn(rec, e.Step)
}

func (e MarkSecret) apply(d *draft) error {
	i, err := d.place(e.Step)
	if err != nil {
		return err
	}
	w := wordsOf(d.own(i))
	if w.text == nil {
		return fmt.Errorf("%s has no text that could be secret", number(i))
	}
	if p := d.parameter(*w.parameter); p != nil {
		if p.Secret {
			return nil
		}
		return d.removeSecret(i, p.Default, p.Name)
	}
	name := ""
	if t := d.rec.Steps[i].Target; t != nil && !phraseOf(*w.text).holds(t.Name) {
		name = t.Name
	}
	return d.removeSecret(i, *w.text, d.unusedName(parameterName(name)))
}

// unusedName returns a name that no parameter has.
func (d *draft) unusedName(name string) string {
	free := name
	for n := 2; d.parameter(free) != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// The marks of what a secret was taken out of.
const (
	namelessObstacle = "the element could only be named by a text that was made secret"
	optionObstacle   = "what is chosen was a text that was made secret"
	programObstacle  = "the program was started with a text that was made secret"
)

// removeSecret makes a secret parameter the text of a step and takes its value out
// of everything.
func (d *draft) removeSecret(i int, secret, name string) error {
	p := phraseOf(secret)
	if p.holds(d.rec.Application.Name) {
		return errors.New("the text is part of the name of the application, without which the recording cannot find it")
	}
	if d.parameter(name) == nil {
		d.rec.Parameters = append(d.rec.Parameters, Parameter{Name: name})
	}
	d.dropPictures(p, d.rec.Steps[i].At)
	w := wordsOf(d.own(i))
	*w.text, *w.parameter = "", name
	for k := range d.rec.Parameters {
		if q := &d.rec.Parameters[k]; q.Name == name || p.holds(q.Default) {
			q.Secret, q.Default = true, ""
		}
		if was := d.rec.Parameters[k].Name; p.holds(was) {
			d.renameParameter(was, d.unusedName("secret"))
		}
	}
	for k := range d.rec.Steps {
		if p.inStep(d.rec.Steps[k]) {
			d.takeOut(d.own(k), secret, *w.parameter, p)
		}
	}
	d.rec.Name = p.without(d.rec.Name)
	if p.holds(d.rec.Application.Executable) {
		d.rec.Application.Executable = "" // it is for showing
	}
	for k, t := range d.rec.Trouble {
		d.rec.Trouble[k] = p.without(t)
	}
	return nil
}

func (d *draft) renameParameter(was, is string) {
	d.parameter(was).Name = is
	for k := range d.rec.Steps {
		if w := wordsOf(&d.rec.Steps[k]); w.parameter != nil && *w.parameter == was {
			*wordsOf(d.own(k)).parameter = is
		}
	}
}

// dropPictures lets pictures go that may show a text: all that were taken since the
// first step that has to do with it, in the order in which they were recorded.
func (d *draft) dropPictures(p phrase, since time.Duration) {
	for _, s := range d.rec.Steps {
		if p.inStep(s) {
			since = min(since, s.At)
		}
	}
	for i, s := range d.rec.Steps {
		if s.At < since {
			continue
		}
		if s.Picture != "" {
			d.own(i).dropPicture()
		}
		for k, r := range s.Reviews {
			if r.Picture != "" {
				d.own(i).Reviews[k].Picture = ""
			}
		}
	}
}

// inStep reports whether anything of a step repeats the text.
func (p phrase) inStep(s Step) bool {
	texts := []string{s.Title, s.Text, s.Item, s.Obstacle, s.Label, s.Comment, s.Group}
	texts = append(texts, s.Items...)
	if s.Condition != nil {
		texts = append(texts, s.Condition.Text)
	}
	if s.Launch != nil {
		texts = slices.Concat(texts, []string{s.Launch.Executable, s.Launch.Application}, s.Launch.Arguments, s.Launch.Environment)
	}
	for _, r := range s.Reviews {
		texts = append(texts, r.By, r.Was, r.Now, r.Why)
	}
	if s.Expect != nil && p.inLocator(s.Expect.Locator) {
		return true
	}
	return slices.ContainsFunc(texts, p.holds) || slices.ContainsFunc(s.Effects, p.inEffect) ||
		slices.ContainsFunc(s.Targets(), func(t *inspector.Target) bool { return p.inTarget(*t) })
}

// Targets returns all elements that a step names: its own first. They are those of
// the step, not copies.
func (s *Step) Targets() []*inspector.Target {
	var list []*inspector.Target
	for _, t := range []*inspector.Target{s.Target, s.Focus, s.To} {
		if t != nil {
			list = append(list, t)
		}
	}
	for i := range s.Path {
		list = append(list, &s.Path[i])
	}
	return list
}

func (p phrase) inTarget(t inspector.Target) bool {
	if p.inLocator(t.Locator) || p.inLocator(t.Proof.Locator) || t.Within != nil && p.inLocator(*t.Within) || slices.ContainsFunc(t.Witnesses, p.inLocator) ||
		p.holds(t.Name) || p.holds(t.Describe) || p.holds(t.Proof.Reason) {
		return true
	}
	return slices.ContainsFunc(t.Proof.Twins, func(w inspector.Twin) bool { return p.holds(w.Describe) || p.holds(w.Path) })
}

// takeOut takes a secret out of a step.
func (d *draft) takeOut(s *Step, secret, name string, p phrase) {
	if w := wordsOf(s); w.text != nil && p.holds(*w.text) {
		// A longer text that holds it is no less secret, and another value.
		if *w.text != secret {
			name = d.unusedName(name)
			d.rec.Parameters = append(d.rec.Parameters, Parameter{Name: name, Secret: true})
		}
		*w.text, *w.parameter = "", name
	}
	p.dropEffects(s)
	if s.Expect != nil && p.inLocator(s.Expect.Locator) {
		s.Expect = nil
	}
	obstacle := ""
	if p.takeFrom(&s.Item) || p.takeFromAll(s.Items) {
		obstacle = optionObstacle
	}
	if l := s.Launch; l != nil {
		took := []bool{p.takeFrom(&l.Executable), p.takeFrom(&l.Application), p.takeFromAll(l.Arguments), p.takeFromAll(l.Environment)}
		if slices.Contains(took, true) {
			obstacle = programObstacle
		}
	}
	// What its kind has no use for, and what is not compared with anything.
	for _, text := range []*string{&s.Text, &s.Obstacle, &s.Label, &s.Comment, &s.Group} {
		p.takeFrom(text)
	}
	if s.Condition != nil {
		p.takeFrom(&s.Condition.Text)
	}
	for i := range s.Reviews {
		r := &s.Reviews[i]
		for _, text := range []*string{&r.By, &r.Was, &r.Now, &r.Why} {
			p.takeFrom(text)
		}
	}
	for _, t := range s.Targets() {
		if lost := p.takeFromTarget(t); lost {
			obstacle = namelessObstacle
		}
	}
	if s.Target != nil {
		s.Light = lightOf(s.Target.Standing)
	}
	if obstacle != "" {
		s.Obstacle = obstacle
	}
}

func (p phrase) takeFrom(s *string) bool {
	was := *s
	*s = p.without(was)
	return *s != was
}

func (p phrase) takeFromAll(list []string) (took bool) {
	for i := range list {
		took = p.takeFrom(&list[i]) || took
	}
	return took
}

// takeFromTarget leaves of a target what names it without the text. lost says that
// nothing does, and that it cannot be found any more.
func (p phrase) takeFromTarget(t *inspector.Target) (lost bool) {
	if !p.inTarget(*t) {
		return false
	}
	if p.holds(t.Name) {
		t.Name = ""
	}
	p.takeFrom(&t.Describe)
	if t.Within != nil && p.inLocator(*t.Within) {
		t.Within = nil
	}
	t.Witnesses = slices.DeleteFunc(t.Witnesses, p.inLocator)
	t.Proof.Twins, t.Proof.Reason = nil, p.without(t.Proof.Reason)
	if !p.inLocator(t.Locator) {
		t.Proof.Locator = cloneLocator(t.Locator)
		return false
	}
	if k := slices.IndexFunc(t.Witnesses, tells); k >= 0 && told(*t) {
		t.Locator = t.Witnesses[k]
		t.Witnesses = slices.Delete(t.Witnesses, k, k+1)
		t.Standing = StandingOf(t.Locator)
		t.Proof.Locator = cloneLocator(t.Locator)
		return false
	}
	for i := range t.Locator.Segments {
		seg := &t.Locator.Segments[i]
		p.takeFrom(&seg.Name)
		for k := range seg.Keys {
			p.takeFrom(&seg.Keys[k].Value)
		}
	}
	t.Witnesses, t.Standing = nil, inspector.StandingAmbiguous
	t.Proof = inspector.Proof{Locator: cloneLocator(t.Locator), Outcome: inspector.Unknown, Reason: namelessObstacle}
	return true
}
