package report

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/internal/webpage"
	"github.com/samebutton/samebutton/recorder"
)

var layout = webpage.Parse("report", assets.ReportHTML)

// HTML writes a run as one page that needs nothing else.
func HTML(w io.Writer, s Source) error {
	p := album{source: s, index: map[string]int{}}
	page := pageData{
		Name: s.Run.Name, Verdict: string(s.Run.Verdict), Sign: sign(s.Run.Verdict), Tone: tone(s.Run.Verdict),
		Facts: s.facts(), Icon: webpage.Icon(),
	}
	for _, r := range s.Run.Steps {
		page.Steps = append(page.Steps, p.step(r))
		switch {
		case r.Verdict == recorder.VerdictPassed:
			page.Passed++
		case r.Verdict == recorder.VerdictSkipped:
			page.Skipped++
		default:
			page.Others++
		}
		if r.Effect == recorder.OutcomeUnverified {
			page.Unverified++
		}
	}
	page.Pictures = p.pictures
	return layout.Execute(w, page)
}

// fact is a named value.
type fact struct{ Name, Value string }

// facts are the surroundings of the run and of the recording.
func (s Source) facts() []fact {
	var list []fact
	add := func(name, value string) {
		if value != "" {
			list = append(list, fact{name, value})
		}
	}
	run := s.Run
	add("run", run.ID)
	add("application", run.Application)
	if run.PID != 0 {
		add("process", fmt.Sprint(run.PID))
	}
	add("toolkit", run.Toolkit)
	add("started", run.Started.Format(time.RFC3339))
	if took := s.took(); took > 0 {
		add("took", took.Round(time.Millisecond).String())
	} else {
		add("took", "it did not end")
	}
	add("system", strings.TrimSpace(run.Environment.System+" "+run.Environment.Session))
	add("locale", run.Environment.Locale)
	add("replayed with", version(run.Environment.Version))
	if rec := s.Recording; rec != nil {
		add("recorded", rec.Created.Format(time.RFC3339))
		add("recorded application", strings.TrimSpace(rec.Application.Name+" ("+strings.TrimSpace(rec.Application.Toolkit+" "+rec.Application.ToolkitVersion)+")"))
		add("recorded on", strings.TrimSpace(rec.Environment.System+" "+rec.Environment.Session))
		add("recorded locale", rec.Environment.Locale)
		add("recorded with", version(rec.Environment.Version))
	}
	add("report made", s.Made.Format(time.RFC3339))
	add("report made with", version(s.Version))
	return list
}

func version(v string) string {
	if v == "" {
		return ""
	}
	return "Samebutton " + v
}

// pageData is what the template shows.
type pageData struct {
	Name, Verdict, Sign, Tone           string
	Icon                                template.URL
	Passed, Skipped, Others, Unverified int
	Facts                               []fact
	Steps                               []stepData
	Pictures                            []pictureData
}

type stepData struct {
	N                          int
	Title, Verdict, Sign, Tone string
	Took                       string
	Open                       bool
	Facts                      []fact
	Changes                    []string
	Twins                      []string
	Before, After              *viewData
	Refusal                    *refusalData
}

type refusalData struct {
	Recorded   string
	Facts      []fact
	Changed    []string
	Partial    bool
	Then, Now  *viewData
	Candidates []candidateData
}

type candidateData struct {
	Number                   int
	Describe, Standing, Path string
	Locator                  string // "" where nothing names it beyond doubt
	Agrees, Differs          []string
}

// pictureData is a picture in the page, once.
type pictureData struct {
	ID   string
	Data template.URL
	W, H int
}

// viewData shows a picture with outlines on it.
type viewData struct {
	Caption string
	Picture string // ID of the picture
	W, H    int
	Marks   []markData
}

type markData struct {
	X, Y, W, H int
	Label      string
	Kind       string
}

// album collects the pictures of a page.
type album struct {
	source   Source
	index    map[string]int // by hash; -1 for one that cannot be had
	pictures []pictureData
}

// view shows a picture of an area of the screen; nil where there is none.
func (a *album) view(caption, hash string, area tree.Rect, marks ...markData) *viewData {
	if hash == "" || area.Empty() || a.source.Picture == nil {
		return nil
	}
	i, known := a.index[hash]
	if !known {
		i = -1
		if png, err := a.source.Picture(hash); err == nil && len(png) > 0 {
			i = len(a.pictures)
			a.pictures = append(a.pictures, pictureData{
				ID: fmt.Sprintf("p%d", i), W: area.W, H: area.H,
				Data: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)),
			})
		}
		a.index[hash] = i
	}
	if i < 0 {
		return nil
	}
	v := &viewData{Caption: caption, Picture: a.pictures[i].ID, W: area.W, H: area.H}
	for _, m := range marks {
		if m.W > 0 && m.H > 0 {
			m.X, m.Y = m.X-area.X, m.Y-area.Y
			v.Marks = append(v.Marks, m)
		}
	}
	return v
}

// mark outlines bounds; one of no size where their place is not proven.
func mark(b tree.Bounds, kind, label string) markData {
	if !b.Usable() {
		return markData{}
	}
	return markData{X: b.X, Y: b.Y, W: b.W, H: b.H, Kind: kind, Label: label}
}

func (a *album) step(r recorder.StepResult) stepData {
	d := stepData{
		N: r.N, Title: r.Shown(), Verdict: string(r.Verdict), Sign: sign(r.Verdict), Tone: tone(r.Verdict),
		Took: (time.Duration(r.DurationMs) * time.Millisecond).String(), Changes: r.Changes,
		Open: r.Verdict != recorder.VerdictPassed && r.Verdict != recorder.VerdictSkipped,
	}
	add := func(name, value string) {
		if value != "" {
			d.Facts = append(d.Facts, fact{name, value})
		}
	}
	if r.Label != "" {
		add("step", r.Title)
	}
	add("error", r.Error)
	add("what to do", r.Hint)
	if r.Verdict != recorder.VerdictSkipped {
		add("resolution", string(r.Resolution))
		add("delivery", string(r.Delivery))
		effect := string(r.Effect)
		if r.Unverified != "" {
			effect += ": " + r.Unverified
		}
		add("effect", effect)
	}
	add("seen", r.Seen)
	if r.Application != "" {
		add("went on with", fmt.Sprintf("%s (process %d)", r.Application, r.PID))
	}
	for _, decision := range r.Decisions {
		words := string(decision.Effect)
		if decision.Reason != "" {
			words += ": " + decision.Reason
		}
		add("policy", words)
	}
	if r.Proof != nil {
		add("locator", r.Proof.Locator.String())
		add("proof", r.Proof.String())
		if r.Refusal == nil && r.Verdict != recorder.VerdictPassed {
			for _, t := range r.Proof.Twins {
				d.Twins = append(d.Twins, t.Path)
			}
		}
	}
	if p := r.BeforeAt; p != nil && r.Refusal == nil {
		d.Before = a.view("before", r.Before, p.Area, mark(p.Target, "target", ""))
	}
	if p := r.AfterAt; p != nil {
		d.After = a.view("after", r.After, p.Area, mark(p.Target, "target", ""))
	}
	if r.Refusal != nil {
		d.Refusal = a.refusal(r)
	}
	return d
}

func (a *album) refusal(r recorder.StepResult) *refusalData {
	f := r.Refusal
	d := &refusalData{Recorded: f.Recorded.Describe, Changed: f.Changed, Partial: f.Partial}
	d.Facts = []fact{{"locator", f.Recorded.Locator.String()}}
	for _, w := range f.Recorded.Witnesses {
		d.Facts = append(d.Facts, fact{"witness", w.String()})
	}
	if step := a.source.recorded(r); step != nil {
		d.Then = a.view("when it was recorded", step.Picture, step.Area, mark(step.Bounds, "target", ""))
	}
	var marks []markData
	for i, c := range f.Candidates {
		marks = append(marks, mark(c.Bounds, "candidate", fmt.Sprint(i+1)))
		candidate := candidateData{
			Number: i + 1, Describe: c.Target.Describe, Standing: string(c.Target.Standing), Path: c.Path, Agrees: c.Agrees, Differs: c.Differs,
		}
		if c.Target.Standing == inspector.StandingUnique || c.Target.Standing == inspector.StandingContext {
			candidate.Locator = c.Target.Locator.String()
		}
		d.Candidates = append(d.Candidates, candidate)
	}
	d.Now = a.view("at the refusal", f.Picture, f.Area, marks...)
	return d
}

// sign is a verdict that needs no colour.
func sign(v recorder.Verdict) string {
	switch v {
	case recorder.VerdictPassed:
		return "✓"
	case recorder.VerdictSkipped:
		return "–"
	case recorder.VerdictUncertain, recorder.VerdictUnknown:
		return "?"
	case recorder.VerdictAmbiguous:
		return "×"
	}
	return "✗"
}

// tone is the colour of a verdict.
func tone(v recorder.Verdict) string {
	switch v {
	case recorder.VerdictPassed:
		return "good"
	case recorder.VerdictSkipped:
		return "quiet"
	case recorder.VerdictFailed, recorder.VerdictError, recorder.VerdictUncertain:
		return "bad"
	}
	return "warn"
}
