package script

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// field is one key of a script and where its value lives. Writing and reading are
// said in one place, so that neither can know more than the other.
type field[T any] struct {
	key string
	// many says that there may be several lines.
	many  bool
	write func(*T) []any // text, or asIs
	read  func(*T, *value) error
}

func textField[T any, S ~string](key string, at func(*T) *S) field[T] {
	return field[T]{key: key,
		write: func(t *T) []any {
			if *at(t) == "" {
				return nil
			}
			return []any{string(*at(t))}
		},
		read: func(t *T, v *value) error {
			s, err := v.plain()
			*at(t) = S(s)
			return err
		},
	}
}

func listField[T any](key string, at func(*T) *[]string) field[T] {
	return field[T]{key: key, many: true,
		write: func(t *T) []any {
			var lines []any
			for _, s := range *at(t) {
				lines = append(lines, s)
			}
			return lines
		},
		read: func(t *T, v *value) error {
			s, err := v.plain()
			*at(t) = append(*at(t), s)
			return err
		},
	}
}

func flagField[T any](key string, at func(*T) *bool) field[T] {
	return valueField(key, at, func(bool) string { return "yes" }, func(v *value) (bool, error) {
		return true, v.expect("yes")
	})
}

func durationField[T any](key string, at func(*T) *time.Duration) field[T] {
	return valueField(key, at, time.Duration.String, func(v *value) (time.Duration, error) {
		d, err := time.ParseDuration(v.rest())
		if err != nil {
			return 0, v.fail("expected a time span, such as 1.5s")
		}
		v.at = len(v.text)
		return d, nil
	})
}

func timeField[T any](key string, at func(*T) *time.Time) field[T] {
	return valueField(key, at, func(t time.Time) string { return t.Format(time.RFC3339Nano) }, readTime)
}

func readTime(v *value) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, v.rest())
	if err != nil {
		return t, v.fail("expected a time, such as 2026-11-30T12:00:00Z")
	}
	v.at = len(v.text)
	return t, nil
}

// jsonField is for what is only shown and would not be edited.
func jsonField[T, V any](key string, at func(*T) *V) field[T] {
	return valueField(key, at, func(v V) string { return string(mustJSON(v)) }, readJSON[V])
}

func readJSON[V any](v *value) (x V, err error) {
	if err := json.Unmarshal([]byte(v.rest()), &x); err != nil {
		return x, v.fail("%v", err)
	}
	v.at = len(v.text)
	return x, nil
}

func valueField[T, V any](key string, at func(*T) *V, say func(V) string, hear func(*value) (V, error)) field[T] {
	return field[T]{key: key,
		write: func(t *T) []any {
			if reflect.ValueOf(at(t)).Elem().IsZero() {
				return nil
			}
			return []any{asIs(say(*at(t)))}
		},
		read: func(t *T, v *value) (err error) {
			if *at(t), err = hear(v); err != nil {
				return err
			}
			return v.end()
		},
	}
}

type rec = recorder.Recording

var headFields = []field[rec]{
	textField("id", func(r *rec) *string { return &r.ID }),
	textField("name", func(r *rec) *string { return &r.Name }),
	timeField("created", func(r *rec) *time.Time { return &r.Created }),
	textField("application", func(r *rec) *string { return &r.Application.Name }),
	textField("executable", func(r *rec) *string { return &r.Application.Executable }),
	textField("toolkit", func(r *rec) *string { return &r.Application.Toolkit }),
	textField("toolkit-version", func(r *rec) *string { return &r.Application.ToolkitVersion }),
	textField("system", func(r *rec) *string { return &r.Environment.System }),
	textField("session", func(r *rec) *string { return &r.Environment.Session }),
	textField("locale", func(r *rec) *string { return &r.Environment.Locale }),
	textField("version", func(r *rec) *string { return &r.Environment.Version }),
	listField("trouble", func(r *rec) *[]string { return &r.Trouble }),
}

type step = recorder.Step

// stepFields are what the sentence of a step does not say.
var stepFields = []field[step]{
	textField("label", func(s *step) *string { return &s.Label }),
	textField("comment", func(s *step) *string { return &s.Comment }),
	textField("group", func(s *step) *string { return &s.Group }),
	flagField("disabled", func(s *step) *bool { return &s.Disabled }),
	flagField("breakpoint", func(s *step) *bool { return &s.Breakpoint }),
	durationField("within", func(s *step) *time.Duration { return &s.Within }),
	textField("obstacle", func(s *step) *string { return &s.Obstacle }),
	textField("verb", func(s *step) *tree.Verb { return &s.Verb }),
	launchText("executable", func(l *recorder.Launch) *string { return &l.Executable }),
	launchList("argument", func(l *recorder.Launch) *[]string { return &l.Arguments }),
	launchList("environment", func(l *recorder.Launch) *[]string { return &l.Environment }),
	launchText("application", func(l *recorder.Launch) *string { return &l.Application }),
	// The rest is said by the sentence, wherever the kind of the step has a use for it.
	textField("text", func(s *step) *string { return &s.Text }),
	textField("parameter", func(s *step) *string { return &s.Parameter }),
	flagField("checked", func(s *step) *bool { return &s.Checked }),
	flagField("expanded", func(s *step) *bool { return &s.Expanded }),
	textField("item", func(s *step) *string { return &s.Item }),
	listField("option", func(s *step) *[]string { return &s.Items }),
	valueField("number", func(s *step) *float64 { return &s.Number }, float, (*value).number),
	listField("key", func(s *step) *[]string { return &s.Keys }),
	valueField("condition", func(s *step) **recorder.Condition { return &s.Condition },
		func(c *recorder.Condition) string { return conditionWords(*c) },
		func(v *value) (*recorder.Condition, error) { c, err := readCondition(v); return &c, err }),
	flagField("effects-unknown", func(s *step) *bool { return &s.EffectsUnknown }),
}

func launchText(key string, at func(*recorder.Launch) *string) field[step] {
	f := textField(key, at)
	return ofLaunch(f)
}

func launchList(key string, at func(*recorder.Launch) *[]string) field[step] {
	return ofLaunch(listField(key, at))
}

func ofLaunch(f field[recorder.Launch]) field[step] {
	return field[step]{key: f.key, many: f.many,
		write: func(s *step) []any {
			if s.Launch == nil {
				return nil
			}
			return f.write(s.Launch)
		},
		read: func(s *step, v *value) error {
			if s.Launch == nil {
				s.Launch = &recorder.Launch{}
			}
			return f.read(s.Launch, v)
		},
	}
}

var reviewFields = []field[recorder.Review]{
	textField("by", func(r *recorder.Review) *string { return &r.By }),
	textField("was", func(r *recorder.Review) *string { return &r.Was }),
	textField("now", func(r *recorder.Review) *string { return &r.Now }),
	textField("why", func(r *recorder.Review) *string { return &r.Why }),
	textField("picture", func(r *recorder.Review) *string { return &r.Picture }),
}

// seenFields are what the recorder saw, for showing.
var seenFields = []field[step]{
	durationField("at", func(s *step) *time.Duration { return &s.At }),
	durationField("held", func(s *step) *time.Duration { return &s.Held }),
	textField("picture", func(s *step) *string { return &s.Picture }),
	jsonField("area", func(s *step) *tree.Rect { return &s.Area }),
	jsonField("bounds", func(s *step) *tree.Bounds { return &s.Bounds }),
}

type target = inspector.Target

// proofFields are the proof of one target.
var proofFields = []field[target]{
	{
		key:   "proof",
		write: func(t *target) []any { return proofWords(t.Proof) },
		read:  readProof,
	},
	{
		key: "locator",
		write: func(t *target) []any {
			if l := t.Proof.Locator; l.IsZero() || l.String() == t.Locator.String() {
				return nil
			}
			return []any{asIs(t.Proof.Locator.String())}
		},
		read: func(t *target, v *value) (err error) {
			t.Proof.Locator, err = v.locator()
			return err
		},
	},
	textField("reason", func(t *target) *string { return &t.Proof.Reason }),
	{
		key: "near", many: true,
		write: func(t *target) []any {
			var lines []any
			for _, twin := range t.Proof.Twins {
				lines = append(lines, asIs(mustJSON(twin)))
			}
			return lines
		},
		read: func(t *target, v *value) error {
			twin, err := readJSON[inspector.Twin](v)
			t.Proof.Twins = append(t.Proof.Twins, twin)
			return err
		},
	},
}

// proofWords says a proof: `unique 1 of 312 complete in s5`. One without a locator,
// "unproven", is the zero proof, and written only where there is more to it.
func proofWords(p inspector.Proof) []any {
	bare := p
	bare.Locator, bare.Reason, bare.Twins = inspector.Locator{}, "", nil
	if reflect.ValueOf(bare).IsZero() && p.Locator.IsZero() {
		return nil
	}
	complete := "complete"
	if !p.Complete {
		complete = "partial"
	}
	words := fmt.Sprintf("%s %d of %d %s", word(string(p.Outcome)), p.Matched, p.Compared, complete)
	if p.Snapshot != "" {
		words += " in " + word(p.Snapshot)
	}
	if p.Locator.IsZero() {
		words += " without locator"
	}
	return []any{asIs(words)}
}

func readProof(t *target, v *value) error {
	p := &t.Proof
	outcome, err := v.wordOrQuoted()
	if err != nil {
		return err
	}
	p.Outcome, p.Locator = inspector.Outcome(outcome), t.Locator
	if p.Matched, err = v.whole(); err != nil {
		return err
	}
	if err := v.expect("of"); err != nil {
		return err
	}
	if p.Compared, err = v.whole(); err != nil {
		return err
	}
	if p.Complete = v.take("complete"); !p.Complete {
		if err := v.expect("partial"); err != nil {
			return err
		}
	}
	if v.take("in") {
		if p.Snapshot, err = v.wordOrQuoted(); err != nil {
			return err
		}
	}
	if v.take("without locator") {
		p.Locator = inspector.Locator{}
	}
	return v.end()
}

func (v *value) whole() (int, error) {
	n, err := v.number()
	if err != nil || n != float64(int(n)) {
		return 0, v.fail("expected a whole number")
	}
	return int(n), nil
}

// elementWords says how a target stood and what it is called.
func elementWords(t target) string { return word(string(t.Standing)) + ", " + plain(t.Describe) }

func readElement(t *target, v *value) error {
	standing, _, ok := strings.Cut(v.rest(), ", ")
	if !ok {
		return v.fail(`expected how the element stood and what it is, such as: unique, button "Save" in window "Orders"`)
	}
	if strings.HasPrefix(standing, `"`) {
		s, err := v.quoted()
		if err != nil {
			return err
		}
		standing = s
	} else {
		v.at += len(standing)
	}
	t.Standing = inspector.Standing(standing)
	if !strings.HasPrefix(v.rest(), ", ") {
		return v.fail("expected a comma")
	}
	v.at += len(", ")
	var err error
	t.Describe, err = v.plain()
	return err
}

func lightWithout(kind recorder.StepKind) recorder.Light {
	if kind == recorder.StepRawInput {
		return recorder.LightNoElement
	}
	return ""
}

// lightWord says a light; "none" is the one of an element at which nobody looked.
func lightWord(l recorder.Light) string {
	if l == "" {
		return "none"
	}
	return word(string(l))
}

func readLight(s *step, v *value) error {
	w, err := v.wordOrQuoted()
	if err != nil {
		return err
	}
	if s.Light = recorder.Light(w); w == "none" {
		s.Light = ""
	}
	return v.end()
}
