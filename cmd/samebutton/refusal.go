package main

import (
	"strings"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// refusalData is what was recorded and what is there now, of a step that was not
// done because of its target.
type refusalData struct {
	Recorded   string          `json:"recorded"`
	Changed    []string        `json:"changed"`
	Partial    bool            `json:"partial"` // not everything could be read
	Candidates []candidateData `json:"candidates"`
}

// candidateData is an element that is there now and might be the recorded one.
type candidateData struct {
	Describe string      `json:"describe"`
	Standing string      `json:"standing"`
	Locator  string      `json:"locator"` // "" where nothing names it beyond doubt
	Path     string      `json:"path"`
	Agrees   []string    `json:"agrees"`
	Differs  []string    `json:"differs"`
	Bounds   *boundsData `json:"bounds"`
}

func refusalOf(r *recorder.Refusal) *refusalData {
	if r == nil {
		return nil
	}
	d := refusalData{Recorded: r.Recorded.Describe, Changed: append([]string{}, r.Changed...), Partial: r.Partial, Candidates: []candidateData{}}
	for _, c := range r.Candidates {
		candidate := candidateData{
			Describe: c.Target.Describe, Standing: string(c.Target.Standing), Path: c.Path,
			Agrees: append([]string{}, c.Agrees...), Differs: append([]string{}, c.Differs...), Bounds: boundsOf(c.Bounds),
		}
		if c.Target.Standing == inspector.StandingUnique || c.Target.Standing == inspector.StandingContext {
			candidate.Locator = c.Target.Locator.String()
		}
		d.Candidates = append(d.Candidates, candidate)
	}
	return &d
}

// show adds to the reason of a step, which is said already.
func (d *refusalData) show(p *page, step resultData) {
	for _, c := range d.Changed {
		if c != step.Error {
			p.line("       %s", c)
		}
	}
	if step.Resolution == string(inspector.Unique) {
		return // the candidate is the element itself
	}
	for i, c := range d.Candidates {
		if i == 0 {
			p.line("       the nearest now:")
		}
		line := c.Path
		if len(c.Differs) > 0 {
			line += " (" + strings.Join(c.Differs, "; ") + ")"
		}
		p.line("         %s", line)
	}
}
