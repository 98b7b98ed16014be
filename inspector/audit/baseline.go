package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// BaselineSchema is the version word of a baseline's file.
const BaselineSchema = "samebutton/audit-baseline/v1"

// Baseline is the findings of an earlier audit that are known and accepted for now.
type Baseline struct {
	Schema string  `json:"schema"`
	Known  []Known `json:"known"`
}

// Known is one finding as a baseline keeps it.
type Known struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Element     string `json:"element"`
	// Severity is what it weighed when it was accepted: one that weighs more is new.
	Severity Severity `json:"severity"`
	// Count is how many findings have fingerprint and severity: elements that nothing tells apart.
	Count int `json:"count"`
}

// fingerprint is made of what stays the same while rows are inserted and windows
// are moved: rule, application, role of the window and the locator. Never a place in
// the tree, a handle or a rectangle.
func fingerprint(s *Subject, f *Finding) string {
	window := ""
	if f.Window >= 0 {
		window = string(s.Nodes[f.Window].Role)
	}
	h := sha256.Sum256([]byte(strings.Join([]string{f.Rule, s.Application.Name, window, f.Locator, f.Kind}, "\x00")))
	return hex.EncodeToString(h[:8])
}

// NewBaseline is what is found now, as the baseline of later audits, in the order
// of the report.
func NewBaseline(r *Report) *Baseline {
	b := &Baseline{Schema: BaselineSchema, Known: []Known{}}
	type weighed struct {
		print    string
		severity Severity
	}
	at := map[weighed]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Suppressed != nil {
			continue
		}
		key := weighed{f.Fingerprint, f.Severity}
		if k, ok := at[key]; ok {
			b.Known[k].Count++
			continue
		}
		at[key] = len(b.Known)
		b.Known = append(b.Known, Known{f.Fingerprint, f.Rule, f.Element, f.Severity, 1})
	}
	return b
}

// accepted counts known findings of one fingerprint by their severity.
type accepted [Error + 1]int

// take takes one of the lightest from a severity on, up to another, and reports whether
// there was one.
func (a *accepted) take(from, to Severity) bool {
	if a == nil {
		return false
	}
	for s := from; s <= to; s++ {
		if a[s] > 0 {
			a[s]--
			return true
		}
	}
	return false
}

// compare sets the status of all findings, and Fixed. What weighs more than it did is
// new: a decision to live with what a person has to look at says nothing of an error. A
// rule that was not run, and what was not read, has fixed nothing.
func (r *Report) compare(b *Baseline) {
	if b == nil {
		return
	}
	left := map[string]*accepted{}
	r.Baseline = 0
	for _, k := range b.Known {
		if left[k.Fingerprint] == nil {
			left[k.Fingerprint] = &accepted{}
		}
		left[k.Fingerprint][k.Severity] += k.Count
		r.Baseline += k.Count
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Status = StatusNew; left[f.Fingerprint].take(f.Severity, Error) {
			f.Status = StatusUnchanged
		}
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Status == StatusNew {
			left[f.Fingerprint].take(Info, f.Severity) // it became this one, and is not fixed
		}
	}
	if !r.Subject.Complete() {
		return
	}
	ran := map[string]bool{}
	for _, res := range r.Rules {
		ran[res.Rule.ID] = res.NotRun == ""
	}
	for _, k := range b.Known {
		if n := left[k.Fingerprint][k.Severity]; n > 0 && ran[k.Rule] {
			left[k.Fingerprint][k.Severity] = 0
			k.Count = n
			r.Fixed = append(r.Fixed, k)
		}
	}
}

// ParseBaseline reads the file of a baseline.
func ParseBaseline(text []byte) (*Baseline, error) {
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("parse baseline: %w", err)
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("parse baseline: schema %q, want %q", b.Schema, BaselineSchema)
	}
	for i := range b.Known {
		k := &b.Known[i]
		if k.Fingerprint == "" || k.Rule == "" || k.Count < 1 {
			return nil, fmt.Errorf("parse baseline: a finding without fingerprint, rule or count: %+v", *k)
		}
		if k.Severity == Off {
			k.Severity = Error // a file that does not say it covers all
		}
	}
	return &b, nil
}

// Format is the file of a baseline, one finding a line, so that it reviews well.
func (b *Baseline) Format() ([]byte, error) {
	var out bytes.Buffer
	schema, err := json.Marshal(b.Schema)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&out, "{\n\"schema\": %s,\n\"known\": [", schema)
	for i, k := range b.Known {
		line, err := json.Marshal(k)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "\n%s", line)
	}
	out.WriteString("\n]\n}\n")
	return out.Bytes(), nil
}
