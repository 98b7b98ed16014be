// Package recordingtest makes recordings for property tests: any that a recorder
// and an editor could leave behind, with every field in use.
package recordingtest

import (
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// Secret is a text that stands out wherever it is left, in every way of writing it.
const Secret = `Hüter*2 "x\y`

// Words are names and texts, among them all that a format could trip over.
var words = []string{
	"Save", "Order 12", "Anna Lind", `say "no"`, `C:\new`, "日本語", "a > b", "*untitled", "café", "#", "- x", "# y",
	"[id=\"z\"]", "step x: y", "key: value", "x@example.org", Secret, "the " + Secret + " again",
}

// texts are what only free texts can hold.
var texts = []string{"", " ", "two\nlines", "tab\there\r\n", "ends with space ", "\u0085\u2028", "nul\x00", "\"\"\"", "•••"}

func word(t *rapid.T, what string) string { return rapid.SampledFrom(words).Draw(t, what) }

func text(t *rapid.T, what string) string {
	if rapid.Bool().Draw(t, what+" is hard") {
		return rapid.SampledFrom(texts).Draw(t, what)
	}
	return word(t, what)
}

// given is a text that a program can be given.
func given(t *rapid.T, what string) string { return strings.ReplaceAll(text(t, what), "\x00", "") }

// maybe returns what f makes, or the zero value.
func maybe[T any](t *rapid.T, what string, f func() T) (v T) {
	if rapid.Bool().Draw(t, what+" is there") {
		return f()
	}
	return v
}

func some[T any](t *rapid.T, what string, f func() T) (list []T) {
	for range rapid.IntRange(0, 2).Draw(t, what) {
		list = append(list, f())
	}
	return list
}

// Locator returns any locator.
func Locator(t *rapid.T) inspector.Locator {
	l := inspector.Locator{Segments: []inspector.Segment{{Role: tree.RoleWindow, Named: true, Name: strings.ReplaceAll(word(t, "title"), "*", `\*`)}}}
	for i := range rapid.IntRange(0, 2).Draw(t, "depth") {
		seg := inspector.Segment{Role: []tree.Role{tree.RoleGroup, tree.RoleButton}[i]}
		if rapid.Bool().Draw(t, "named") {
			seg.Named, seg.Name = true, word(t, "name")
		}
		if rapid.Bool().Draw(t, "keyed") {
			key := rapid.SampledFrom([]inspector.KeyName{inspector.KeyID, inspector.KeyDescription, inspector.KeyLabelledBy, inspector.KeyRow}).Draw(t, "key")
			seg.Keys = []inspector.Key{{Name: key, Value: word(t, "value of key")}}
		}
		l.Segments = append(l.Segments, seg)
	}
	return l
}

// Target returns any target.
func Target(t *rapid.T) inspector.Target {
	l := Locator(t)
	return inspector.Target{
		Locator: l, Witnesses: some(t, "witnesses", func() inspector.Locator { return Locator(t) }),
		Within: maybe(t, "within", func() *inspector.Locator {
			around := Locator(t)
			return &around
		}),
		Standing: rapid.SampledFrom([]inspector.Standing{inspector.StandingUnique, inspector.StandingContext, inspector.StandingAmbiguous, inspector.StandingUnproven}).Draw(t, "standing"),
		Role:     rapid.SampledFrom([]tree.Role{tree.RoleButton, tree.RoleTextbox, tree.RoleWindow}).Draw(t, "role"),
		Name:     text(t, "name"), Describe: fmt.Sprintf("button %q", word(t, "describe")),
		Proof: inspector.Proof{
			Locator: l, Snapshot: "s1", Outcome: inspector.Unique, Compared: rapid.IntRange(1, 400).Draw(t, "compared"), Matched: 1,
			Complete: rapid.Bool().Draw(t, "complete"), Reason: maybe(t, "reason", func() string { return text(t, "reason") }),
			Twins: some(t, "twins", func() inspector.Twin { return twin(t) }),
		},
	}
}

func twin(t *rapid.T) inspector.Twin {
	return inspector.Twin{
		Node: tree.NodeID(rapid.IntRange(0, 99).Draw(t, "node")), Describe: text(t, "describe"), Path: text(t, "path"),
		Bounds:  tree.Bounds{Rect: tree.Rect{X: rapid.IntRange(-9, 9).Draw(t, "x"), Y: 2, W: 3, H: 4}, State: tree.Known, Confidence: tree.Exact},
		Matches: rapid.Bool().Draw(t, "matches"), Differs: some(t, "differs", func() string { return "name" }),
	}
}

// StepKinds are all kinds of steps.
var StepKinds = []recorder.StepKind{
	recorder.StepActivate, recorder.StepSetText, recorder.StepSetChecked, recorder.StepSelectItem, recorder.StepSetValue,
	recorder.StepMenuPath, recorder.StepKeyChord, recorder.StepTypeKeys, recorder.StepDoubleClick, recorder.StepContextClick,
	recorder.StepDrag, recorder.StepScroll, recorder.StepSetExpanded, recorder.StepSelectItems, recorder.StepAssert,
	recorder.StepWait, recorder.StepLaunch, recorder.StepAttach, recorder.StepRawInput,
}

var conditionKinds = []recorder.ConditionKind{
	recorder.ConditionVisible, recorder.ConditionGone, recorder.ConditionName, recorder.ConditionText, recorder.ConditionValue,
	recorder.ConditionState, recorder.ConditionFocus, recorder.ConditionCount, recorder.ConditionQuiet,
}

// Step returns any step that is valid. What it takes from a parameter is declared in
// rec, which is added to.
func Step(t *rapid.T, rec *recorder.Recording, id string) recorder.Step {
	target := Target(t)
	s := recorder.Step{
		ID: id, Kind: rapid.SampledFrom(StepKinds).Draw(t, "kind"), Title: text(t, "title"), Light: recorder.LightUnique, Target: &target,
		At:      time.Duration(rapid.IntRange(0, 1e6).Draw(t, "at")) * time.Microsecond,
		Held:    maybe(t, "held", func() time.Duration { return time.Duration(rapid.IntRange(1, 1e6).Draw(t, "held")) }),
		Picture: maybe(t, "picture", func() string { return rapid.StringMatching(`[0-9a-f]{64}`).Draw(t, "picture") }),
		Effects: some(t, "effects", func() recorder.Effect {
			return recorder.Effect{Kind: recorder.EffectValue, Role: "textbox", Name: maybe(t, "name", func() string { return word(t, "name") }), Detail: maybe(t, "detail", func() string { return word(t, "detail") })}
		}),
		EffectsUnknown: rapid.Bool().Draw(t, "hurried"), Disabled: rapid.Bool().Draw(t, "disabled"), Breakpoint: rapid.Bool().Draw(t, "breakpoint"),
		Obstacle: maybe(t, "obstacle", func() string { return word(t, "obstacle") }),
		Label:    maybe(t, "label", func() string { return word(t, "label") }),
		Comment:  maybe(t, "comment", func() string { return text(t, "comment") }),
		Within:   maybe(t, "within", func() time.Duration { return time.Duration(rapid.IntRange(1, 1e9).Draw(t, "within")) }),
		Reviews: some(t, "reviews", func() recorder.Review {
			return recorder.Review{At: Epoch, By: word(t, "by"), Was: Locator(t).String(), Now: Locator(t).String(), Why: text(t, "why"), Picture: maybe(t, "picture before", func() string { return rapid.StringMatching(`[0-9a-f]{64}`).Draw(t, "hash") })}
		}),
	}
	parameter := func() string {
		return maybe(t, "parameter", func() string { return Parameter(t, rec) })
	}
	switch s.Kind {
	case recorder.StepActivate:
		s.Verb = maybe(t, "verb", func() tree.Verb { return tree.VerbPress })
	case recorder.StepSetText, recorder.StepTypeKeys:
		if s.Parameter = parameter(); s.Parameter == "" {
			s.Text = text(t, "text")
		}
	case recorder.StepSetChecked:
		s.Checked = rapid.Bool().Draw(t, "checked")
	case recorder.StepSetExpanded:
		s.Expanded = rapid.Bool().Draw(t, "expanded")
	case recorder.StepSelectItem:
		s.Item = text(t, "item")
	case recorder.StepSelectItems:
		s.Items = []string{text(t, "item"), text(t, "item")}
	case recorder.StepSetValue:
		s.Number = rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
	case recorder.StepMenuPath:
		s.Path = some(t, "path", func() inspector.Target { return Target(t) })
	case recorder.StepKeyChord:
		s.Keys = []string{"ctrl", rapid.SampledFrom([]string{"s", "Return", "\"", " "}).Draw(t, "key")}
		s.Focus = maybe(t, "focus", func() *inspector.Target { f := Target(t); return &f })
	case recorder.StepDrag:
		to := Target(t)
		s.To = &to
	case recorder.StepAssert, recorder.StepWait:
		s.Condition = condition(t, parameter)
		if s.Condition.Kind == recorder.ConditionQuiet {
			s.Target = nil
		}
	case recorder.StepLaunch, recorder.StepAttach:
		s.Target = nil
		s.Launch = &recorder.Launch{
			Executable: word(t, "executable"), Application: maybe(t, "application", func() string { return word(t, "application") }),
			Arguments:   some(t, "arguments", func() string { return given(t, "argument") }),
			Environment: some(t, "environment", func() string { return "NAME=" + given(t, "value") }),
		}
	case recorder.StepRawInput:
		s.Target, s.Light = nil, recorder.LightNoElement
		s.Keys = some(t, "keys", func() string { return "characters" })
	}
	return s
}

func condition(t *rapid.T, parameter func() string) *recorder.Condition {
	c := &recorder.Condition{Kind: rapid.SampledFrom(conditionKinds).Draw(t, "condition")}
	not := rapid.Bool().Draw(t, "not")
	switch c.Kind {
	case recorder.ConditionName, recorder.ConditionText:
		c.Not, c.Match = not, rapid.SampledFrom([]recorder.Match{recorder.MatchExact, recorder.MatchContains, recorder.MatchPattern}).Draw(t, "match")
		if c.Parameter = parameter(); c.Parameter == "" {
			c.Text = text(t, "text")
		}
	case recorder.ConditionValue:
		c.Not, c.Number = not, rapid.Float64Range(-9, 9).Draw(t, "number")
	case recorder.ConditionCount:
		c.Not, c.Number = not, float64(rapid.IntRange(0, 9).Draw(t, "count"))
	case recorder.ConditionState:
		c.Not, c.State = not, rapid.SampledFrom([]string{"checked", "enabled"}).Draw(t, "state")
	case recorder.ConditionFocus:
		c.Not = not
	}
	return c
}

// Parameter returns the name of a parameter of rec, which is added where it is new.
func Parameter(t *rapid.T, rec *recorder.Recording) string {
	name := rapid.SampledFrom([]string{"customer", "pin", "größe"}).Draw(t, "parameter")
	for _, p := range rec.Parameters {
		if p.Name == name {
			return name
		}
	}
	p := recorder.Parameter{Name: name, Secret: name == "pin"}
	if !p.Secret {
		p.Default = text(t, "default")
	}
	rec.Parameters = append(rec.Parameters, p)
	return name
}

// Epoch is when all recordings were made.
var Epoch = time.Date(2026, 11, 30, 12, 0, 0, 123456789, time.UTC)

// Recording returns any recording that is valid and whose parameters are all in use.
func Recording() *rapid.Generator[recorder.Recording] {
	return rapid.Custom(func(t *rapid.T) recorder.Recording {
		rec := recorder.Recording{
			Schema: recorder.RecordingSchema, ID: "c1", Name: word(t, "name"), Created: Epoch,
			Application: recorder.ApplicationIdentity{
				Name: "Orders", Executable: maybe(t, "executable", func() string { return word(t, "executable") }),
				Toolkit: maybe(t, "toolkit", func() string { return "gtk" }), ToolkitVersion: maybe(t, "version", func() string { return "3.24.38" }),
			},
			Environment: recorder.Environment{System: "linux", Session: "x11", Locale: maybe(t, "locale", func() string { return "de_DE.UTF-8" }), Version: "1"},
			Trouble:     some(t, "trouble", func() string { return text(t, "trouble") }),
		}
		groups := []string{"", "Login", "Order " + Secret, ""}
		n := rapid.IntRange(0, 8).Draw(t, "steps")
		for i := range n {
			s := Step(t, &rec, fmt.Sprint("t", i))
			s.Group = groups[i*len(groups)/n]
			rec.Steps = append(rec.Steps, s)
		}
		return rec
	})
}
