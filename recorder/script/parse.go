package script

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

type treeRole = tree.Role

// Parse reads a script. The error says where it could not; whether the recording
// is valid is asked of [recorder.Valid]. What a person leaves out is made: the ID of a
// step, its title, and what its element is called.
func Parse(text []byte) (recorder.Recording, error) {
	var r recorder.Recording
	if !utf8.Valid(text) {
		return r, &Error{1, 1, "not UTF-8 text"}
	}
	body := strings.TrimPrefix(string(text), "\uFEFF")
	head, rest, _ := strings.Cut(body, "\n")
	switch head = strings.TrimRight(head, " \r"); {
	case head == Head:
	case strings.HasPrefix(head, strings.TrimSuffix(Head, "1")):
		return r, &Error{1, 1, fmt.Sprintf("%q comes from a newer version; this one reads %q", head, Head)}
	default:
		return r, &Error{1, 1, fmt.Sprintf("expected %q", Head)}
	}
	lines, err := split("\n" + rest) // an empty line for the head, so that the numbers are right
	if err != nil {
		return r, err
	}
	r.Schema = recorder.RecordingSchema
	for _, l := range lines {
		if err := readTop(&r, l); err != nil {
			return r, err
		}
	}
	return r, once(lines, func(key string) bool {
		return slices.Contains([]string{"trouble", "parameter", "step", "evidence"}, key)
	})
}

func readTop(r *recorder.Recording, l *line) error {
	switch l.key {
	case "parameter":
		p, err := readParameter(l)
		r.Parameters = append(r.Parameters, p)
		return err
	case "step":
		s, err := readStep(l)
		if err != nil {
			return err
		}
		if s.ID == "" {
			s.ID = recorder.NewStepID()
		}
		r.Steps = append(r.Steps, s)
		return nil
	case "evidence":
		i := slices.IndexFunc(r.Steps, func(s step) bool { return s.ID == l.argument })
		if i < 0 {
			return l.fail("no step above has the ID %q", l.argument)
		}
		return readEvidence(l, &r.Steps[i])
	}
	if err := l.leaf(); err != nil {
		return err
	}
	ok, err := readField(headFields, r, l)
	if !ok && err == nil {
		known := []string{"parameter", "step", "evidence"}
		for _, f := range headFields {
			known = append(known, f.key)
		}
		return l.unknown(known)
	}
	return err
}

// readField reads a line of one of the fields; ok says that it was one.
func readField[T any](fields []field[T], t *T, l *line) (ok bool, err error) {
	for _, f := range fields {
		if f.key == l.key {
			return true, f.read(t, &l.value)
		}
	}
	return false, nil
}

func readParameter(l *line) (recorder.Parameter, error) {
	p := recorder.Parameter{Name: l.argument}
	if p.Name == "" {
		return p, l.fail("a parameter needs a name: parameter customer: default Anna")
	}
	if len(l.below) > 0 {
		return p, l.below[0].fail("nothing can stand below a parameter")
	}
	if !l.has {
		return p, nil
	}
	v := &l.value
	p.Secret = v.take("secret")
	if v.space(); v.done() {
		return p, nil
	}
	if err := v.expect("default"); err != nil {
		return p, err
	}
	var err error
	p.Default, err = v.plain()
	return p, err
}

func readStep(l *line) (step, error) {
	if !l.has || l.value.block {
		return step{}, l.fail(`expected what the step does, such as: step: activate window "Orders" > button "Save"`)
	}
	s, err := hear(&l.value)
	if err != nil {
		return s, err
	}
	s.ID = l.argument
	if s.Target == nil {
		s.Light = lightWithout(s.Kind)
	}
	var given struct{ title, light bool }
	for _, sub := range l.below {
		given.title, given.light = given.title || sub.key == "title", given.light || sub.key == "light"
		if err := readStepLine(&s, sub, given.light); err != nil {
			return s, err
		}
	}
	if !given.title {
		s.Title = recorder.TitleOf(s)
	}
	return s, once(l.below, func(key string) bool {
		return slices.Contains([]string{"witness", "path", "effect", "review"}, key) ||
			slices.ContainsFunc(stepFields, func(f field[step]) bool { return f.key == key && f.many })
	})
}

// readStepLine reads a line below a step. lit says that its
// light was given.
func readStepLine(s *step, l *line, lit bool) (err error) {
	switch l.key {
	case "path":
		t, err := further(l)
		s.Path = append(s.Path, t)
		return err
	case "focus":
		t, err := further(l)
		s.Focus = &t
		return err
	case "to":
		t, err := further(l)
		s.To = &t
		return err
	case "review":
		r, err := readReview(l)
		s.Reviews = append(s.Reviews, r)
		return err
	}
	if err := l.leaf(); err != nil {
		return err
	}
	switch l.key {
	case "title":
		s.Title, err = l.value.plain()
		return err
	case "light":
		return readLight(s, &l.value)
	case "expects":
		s.Expect, err = readExpectation(&l.value)
		return err
	case "effect":
		e, err := readEffect(&l.value)
		s.Effects = append(s.Effects, e)
		return err
	}
	if s.Target != nil {
		ok, err := addTo(s.Target, l)
		if ok && l.key == "element" && !lit {
			s.Light = recorder.LightOf(s.Target.Standing)
		}
		if ok || err != nil {
			return err
		}
	}
	ok, err := readField(stepFields, s, l)
	if !ok && err == nil {
		known := slices.Concat([]string{"title", "light", "path", "focus", "to", "expects", "effect", "review"}, targetKeys)
		for _, f := range stepFields {
			known = append(known, f.key)
		}
		return l.unknown(known)
	}
	return err
}

func readEffect(v *value) (e recorder.Effect, err error) {
	kind, err := v.wordOrQuoted()
	if err != nil {
		return e, err
	}
	e.Kind = recorder.EffectKind(kind)
	if e.Role, err = v.wordOrQuoted(); err != nil {
		return e, err
	}
	if v.space(); strings.HasPrefix(v.rest(), `"`) {
		if e.Name, err = v.quoted(); err != nil {
			return e, err
		}
	}
	if v.take("becomes") {
		if e.Detail, err = v.quoted(); err != nil {
			return e, err
		}
	}
	return e, v.end()
}

func readReview(l *line) (r recorder.Review, err error) {
	if r.At, err = readTime(&l.value); err != nil {
		return r, err
	}
	var known []string
	for _, f := range reviewFields {
		known = append(known, f.key)
	}
	for _, sub := range l.below {
		if err := sub.leaf(); err != nil {
			return r, err
		}
		if ok, err := readField(reviewFields, &r, sub); err != nil {
			return r, err
		} else if !ok {
			return r, sub.unknown(known)
		}
	}
	return r, once(l.below, func(string) bool { return false })
}

// leaf refuses a line without a value, or with lines below it or an argument.
func (l *line) leaf() error {
	switch {
	case len(l.below) > 0:
		return l.below[0].fail("nothing can stand below %q", l.key)
	case !l.has:
		return l.fail("%q has no value", l.key)
	case l.argument != "":
		return l.fail("expected a colon behind %q", l.key)
	}
	return nil
}

// unknown refuses a key, and says which one may be meant: a script is edited by hand,
// and a slip must not drop what it says.
func (l *line) unknown(known []string) error {
	slices.Sort(known)
	return l.fail("unknown key %q; here can stand %s", l.key, strings.Join(slices.Compact(known), ", "))
}

// once refuses a key that stands there twice, where only one can count.
func once(lines []*line, many func(key string) bool) error {
	first := map[string]int{}
	for _, l := range lines {
		what := strings.TrimSpace(l.key + " " + l.argument)
		if n, twice := first[what]; twice && (l.key == "evidence" || !many(l.key)) {
			return l.fail("%q is given twice; the first is in line %d", what, n)
		}
		first[what] = l.value.line
	}
	return nil
}
