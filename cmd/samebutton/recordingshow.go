package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/script"
)

// recordingData is a recording with its steps.
type recordingData struct {
	summaryData
	Parameters []parameterData `json:"parameters"`
	Trouble    []string        `json:"trouble"`
	Script     []stepData      `json:"script"`
}

// parameterData is a value that 'replay' takes with --param or --secret-env.
type parameterData struct {
	Name    string `json:"name"`
	Secret  bool   `json:"secret"`
	Default string `json:"default,omitempty"`
}

// stepData is one step of a recording.
type stepData struct {
	N         int      `json:"n"`
	StepID    string   `json:"stepId"`
	Kind      string   `json:"kind"`
	Title     string   `json:"title"`
	Light     string   `json:"light"` // unique, by-context, ambiguous, no-element, or "" where nobody looked
	Locator   string   `json:"locator"`
	Witnesses []string `json:"witnesses"`
	Effects   []string `json:"effects"`
	Expects   string   `json:"expects,omitempty"` // locator of what an earlier step must have brought up
	Parameter string   `json:"parameter,omitempty"`
	Disabled  bool     `json:"disabled,omitempty"`
	Obstacle  string   `json:"obstacle,omitempty"` // why replay refuses it
	// What a person added.
	Label      string `json:"label,omitempty"`
	Comment    string `json:"comment,omitempty"`
	Group      string `json:"group,omitempty"`
	Breakpoint bool   `json:"breakpoint,omitempty"`
	// Condition is what an assertion or a wait looks for, in the words of a script;
	// Within how long it waits.
	Condition string       `json:"condition,omitempty"`
	WithinMs  int64        `json:"withinMs,omitempty"`
	Reviews   []reviewData `json:"reviews,omitempty"`
}

// reviewData is what a person decided about the element of a step.
type reviewData struct {
	At  time.Time `json:"at"`
	By  string    `json:"by,omitempty"`
	Was string    `json:"was"`
	Now string    `json:"now"`
	Why string    `json:"why,omitempty"`
	// Picture is the hash of the picture of the element before.
	Picture string `json:"picture,omitempty"`
}

func recordingOf(rec recorder.Recording) recordingData {
	d := recordingData{summaryData: summaryOf(rec), Parameters: []parameterData{}, Trouble: append([]string{}, rec.Trouble...), Script: []stepData{}}
	for _, p := range rec.Parameters {
		d.Parameters = append(d.Parameters, parameterData{p.Name, p.Secret, p.Default})
	}
	for i, s := range rec.Steps {
		step := stepData{
			N: i + 1, StepID: s.ID, Kind: string(s.Kind), Title: s.Title, Light: string(s.Light), Witnesses: []string{}, Effects: []string{},
			Parameter: s.Parameter, Disabled: s.Disabled, Obstacle: s.Obstacle,
			Label: s.Label, Comment: s.Comment, Group: s.Group, Breakpoint: s.Breakpoint, WithinMs: s.Within.Milliseconds(),
		}
		if s.Target != nil {
			step.Locator = s.Target.Locator.String()
			for _, w := range s.Target.Witnesses {
				step.Witnesses = append(step.Witnesses, w.String())
			}
		}
		for _, e := range s.Effects {
			step.Effects = append(step.Effects, effectWords(e))
		}
		if s.Expect != nil {
			step.Expects = s.Expect.Locator.String()
		}
		if s.Condition != nil {
			step.Condition = script.Condition(*s.Condition)
		}
		for _, r := range s.Reviews {
			step.Reviews = append(step.Reviews, reviewData(r))
		}
		d.Script = append(d.Script, step)
	}
	return d
}

func effectWords(e recorder.Effect) string {
	words := string(e.Kind) + " " + e.Role
	if e.Name != "" {
		words += " " + quote(e.Name)
	}
	if e.Detail != "" {
		words += ": " + e.Detail
	}
	return words
}

func (d recordingData) show(p *page) {
	p.line("%s, %s of %q, made %s (%s)", d.Name, count(len(d.Script), "step"), d.Application, d.Created.Local().Format("2006-01-02 15:04"), d.ID)
	var rows [][]string
	group := ""
	for _, s := range d.Script {
		if s.Group != group && s.Group != "" {
			rows = append(rows, []string{"", "", s.Group + ":", ""})
		}
		group = s.Group
		rows = append(rows, []string{strconv.Itoa(s.N), orElse(s.Light, "-"), s.words(), s.Locator})
	}
	p.table([]string{"N", "LIGHT", "STEP", "LOCATOR"}, rows)
	for _, s := range d.Script {
		s.notes(p)
	}
	if len(d.Script) == 0 {
		p.line("no steps: it cannot be replayed")
	}
	for _, q := range d.Parameters {
		word := "parameter"
		if q.Secret {
			word = "secret parameter"
		}
		p.line("%s: %s", word, q.Name)
	}
	for _, t := range d.Trouble {
		p.line("trouble: %s", t)
	}
}

// words are a step in one line: its title, or what a person calls it.
func (s stepData) words() string {
	words := orElse(s.Label, s.Title)
	if s.Group != "" {
		words = "  " + words
	}
	if s.Disabled {
		words += " [disabled]"
	}
	if s.Breakpoint {
		words += " [breakpoint]"
	}
	return words
}

// notes tells what else there is about a step.
func (s stepData) notes(p *page) {
	if s.Obstacle != "" {
		p.line("! step %d: %s", s.N, s.Obstacle)
	}
	if s.Label != "" {
		p.line("step %d is: %s", s.N, s.Title)
	}
	for line := range strings.SplitSeq(s.Comment, "\n") {
		if s.Comment != "" {
			p.line("# step %d: %s", s.N, line)
		}
	}
	if s.Condition != "" {
		within := ""
		if s.WithinMs > 0 {
			within = fmt.Sprintf(", within %v", time.Duration(s.WithinMs)*time.Millisecond)
		}
		p.line("step %d looks for: %s%s", s.N, s.Condition, within)
	}
	for _, r := range s.Reviews {
		why := ""
		if r.Why != "" {
			why = ": " + r.Why
		}
		p.line("step %d reviewed %s by %s: %s, before %s%s", s.N, r.At.Local().Format("2006-01-02 15:04"), orElse(r.By, "someone"), r.Now, r.Was, why)
	}
}
