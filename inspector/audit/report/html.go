package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/internal/webpage"
)

var layout = webpage.Parse("audit", assets.AuditHTML)

// How a finding counts, as the page's filters name it.
const (
	stateOpen       = "open"
	stateKnown      = "known"
	stateSuppressed = "suppressed"
)

type pageData struct {
	Document *Document
	Icon     template.URL
	Filters  []filterData
	// RuleFilters are the rules that found something.
	RuleFilters []filterData
	Pictures    []pictureData
	Causes      []causeData
	Rules       []ruleData
	// Blind is the largest share of a picture that belongs to no element, "" where
	// nothing was mapped.
	Blind string
	Facts []fact
	// Script is the page's only one, and ScriptHash what its policy knows it by.
	Script     template.JS
	ScriptHash string
}

type filterData struct {
	ID, Label string
	Count     int
	Off       bool // not shown at first
}

type pictureData struct {
	W, H    int
	Data    template.URL
	Caption string
	// Folded says that the pictures of many states are shown one at a time, Open that
	// this one is.
	Folded, Open bool
	Marks        []markData
	Blind        *blindData
	Tabs         []tabData
}

type markData struct {
	N                     int
	Rule, Severity, State string
	Title                 string
	tree.Rect
	weight audit.Severity
}

type causeData struct {
	Cause
	N                    int
	Severity, Sign, Tone string
	// Classes are what the filters know the whole of it by.
	Classes  string
	Open     bool
	Findings []findingData
}

type findingData struct {
	Finding
	N int
	// Counting is how it counts: open, known or suppressed.
	Counting string
	// Marked says that a picture has its outline.
	Marked bool
	// Seen is in which states it was seen.
	Seen string
}

type ruleData struct {
	Rule
	NotJudged string
}

type fact struct{ Name, Value string }

// HTML writes an audit as one page that needs nothing else, with the pictures of its
// subjects, in which password fields are already painted over.
func HTML(w io.Writer, r *audit.Report, s Source) error {
	d := Make(r)
	hash := sha256.Sum256([]byte(assets.AuditJS))
	p := pageData{
		Document: d, Icon: webpage.Icon(), Facts: facts(d, s), Blind: worstBlind(d),
		Script: template.JS(assets.AuditJS), ScriptHash: base64.StdEncoding.EncodeToString(hash[:]),
	}
	p.list()
	p.filter(r.Baseline >= 0)
	for _, r := range d.Rules {
		p.Rules = append(p.Rules, ruleData{r, notJudged(r)})
	}
	for _, state := range statesOf(r) {
		for _, picture := range state.Report.Subject.Pictures {
			data, err := drawn(picture, state, p.Causes)
			if err != nil {
				return err
			}
			data.Blind = blindIn(d, picture, state)
			data.Tabs = tabsIn(d, picture, state)
			data.Folded, data.Open = len(d.States) > 1, len(p.Pictures) == 0
			p.Pictures = append(p.Pictures, data)
		}
	}
	p.mark()
	return layout.Execute(w, p)
}

// list numbers the findings.
func (p *pageData) list() {
	n := 0
	for _, c := range p.Document.Causes {
		cause := causeData{Cause: c, N: len(p.Causes) + 1, Severity: c.Severity.String(), Sign: sign(c.Severity), Tone: tone(c.Severity)}
		ways := map[string]bool{}
		for _, f := range c.Findings {
			n++
			x := findingData{Finding: f, N: n, Counting: counting(&f), Seen: p.Document.SeenIn(&f)}
			ways[x.Counting] = true
			cause.Findings = append(cause.Findings, x)
		}
		cause.Classes = "is-" + cause.Severity
		for way := range ways {
			if len(ways) == 1 { // what holds findings of several kinds is never hidden for one of them
				cause.Classes += " is-" + way
			}
		}
		cause.Open = c.Severity >= audit.Warning && ways[stateOpen]
		p.Causes = append(p.Causes, cause)
	}
}

// filter makes the choices of what is shown; compared says that there is a baseline.
func (p *pageData) filter(compared bool) {
	counts := map[string]int{}
	at := map[string]int{} // of rules
	for _, c := range p.Causes {
		for _, f := range c.Findings {
			counts[f.Counting]++
		}
		counts[c.Severity] += len(c.Findings)
		i, known := at[c.Rule]
		if !known {
			i, at[c.Rule] = len(p.RuleFilters), len(p.RuleFilters)
			p.RuleFilters = append(p.RuleFilters, filterData{ID: c.Rule})
		}
		p.RuleFilters[i].Count += len(c.Findings)
	}
	words := map[string]string{stateKnown: "known (unchanged)"}
	if compared {
		words[stateOpen] = "new"
	}
	for _, id := range []string{"error", "warning", "review", "info", stateOpen, stateKnown, stateSuppressed} {
		if counts[id] > 0 {
			p.Filters = append(p.Filters, filterData{id, cmp.Or(words[id], id), counts[id], id == "info"})
		}
	}
}

// mark notes which findings have an outline in a picture.
func (p *pageData) mark() {
	drawn := map[int]bool{}
	for _, picture := range p.Pictures {
		for _, m := range picture.Marks {
			drawn[m.N] = true
		}
	}
	for i := range p.Causes {
		for j := range p.Causes[i].Findings {
			f := &p.Causes[i].Findings[j]
			f.Marked = drawn[f.N]
		}
	}
}

// drawn is a picture with the outlines of all findings of its state that lie in it:
// the worst on top, and of these the smallest, so that each can be pointed at.
func drawn(picture audit.Picture, state audit.State, causes []causeData) (pictureData, error) {
	var b bytes.Buffer
	b.WriteString("data:image/png;base64,")
	enc := base64.NewEncoder(base64.StdEncoding, &b)
	if err := png.Encode(enc, picture.Image); err != nil {
		return pictureData{}, fmt.Errorf("encode picture: %w", err)
	}
	if err := enc.Close(); err != nil {
		return pictureData{}, fmt.Errorf("encode picture: %w", err)
	}
	size := picture.Image.Bounds()
	out := pictureData{W: size.Dx(), H: size.Dy(), Data: template.URL(b.String()), Caption: caption(picture, state)}
	for _, c := range causes {
		for _, f := range c.Findings {
			if f.Bounds == nil || f.State != audit.Brief(state.Title) || !f.Bounds.Intersects(picture.Rect) {
				continue
			}
			r := *f.Bounds
			r.X, r.Y = r.X-picture.Rect.X, r.Y-picture.Rect.Y
			out.Marks = append(out.Marks, markData{f.N, c.Rule, c.Severity, f.Counting, c.Title + ": " + f.Element, r, c.Cause.Severity})
		}
	}
	slices.SortStableFunc(out.Marks, func(a, b markData) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(b.Area(), a.Area()))
	})
	return out, nil
}

// caption names the window of a picture and the state in which it was taken.
func caption(picture audit.Picture, state audit.State) string {
	var words []string
	for _, w := range state.Report.Subject.Frozen.Windows {
		if w.Node == picture.Window {
			words = append(words, audit.Brief(w.Title))
		}
	}
	if state.Title != "" {
		words = append(words, audit.Brief(state.Title))
	}
	return strings.Join(words, ", ")
}

func facts(d *Document, s Source) []fact {
	var list []fact
	add := func(name, value string) {
		if value != "" {
			list = append(list, fact{name, value})
		}
	}
	add("application", fmt.Sprintf("%s (process %d)", d.Application, d.PID))
	add("toolkit", d.Toolkit)
	add("profile", string(d.Profile))
	add("snapshot", d.Snapshot)
	for _, u := range d.BlindUnseen {
		add("blind spots", strings.TrimSpace(strconv.Quote(u.Window)+" "+u.State)+": not looked for, as "+u.Why)
	}
	add("made", s.Made.Format(time.RFC3339))
	if s.Version != "" {
		add("made with", "Samebutton "+s.Version)
	}
	return list
}

// counting says how a finding counts.
func counting(f *Finding) string {
	switch {
	case f.Suppressed != "":
		return stateSuppressed
	case f.Status == audit.StatusUnchanged:
		return stateKnown
	}
	return stateOpen
}

func sign(s audit.Severity) string {
	switch s {
	case audit.Error:
		return "✗"
	case audit.Warning:
		return "!"
	case audit.Review:
		return "?"
	}
	return "i"
}

func tone(s audit.Severity) string {
	switch s {
	case audit.Error:
		return "bad"
	case audit.Warning:
		return "warn"
	}
	return "quiet"
}
