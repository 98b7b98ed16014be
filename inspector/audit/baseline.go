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
	// Count is how many findings have the fingerprint: elements that nothing tells apart.
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
	at := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Suppressed != nil {
			continue
		}
		if k, ok := at[f.Fingerprint]; ok {
			b.Known[k].Count++
			continue
		}
		at[f.Fingerprint] = len(b.Known)
		b.Known = append(b.Known, Known{f.Fingerprint, f.Rule, f.Element, 1})
	}
	return b
}

// compare sets the status of all findings, and Fixed. A rule that was not run has
// fixed nothing.
func (r *Report) compare(b *Baseline) {
	if b == nil {
		return
	}
	left := map[string]int{}
	r.Baseline = 0
	for _, k := range b.Known {
		left[k.Fingerprint] += k.Count
		r.Baseline += k.Count
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Status = StatusNew; left[f.Fingerprint] > 0 {
			f.Status = StatusUnchanged
			left[f.Fingerprint]--
		}
	}
	ran := map[string]bool{}
	for _, res := range r.Rules {
		ran[res.Rule.ID] = res.NotRun == ""
	}
	for _, k := range b.Known {
		if n := left[k.Fingerprint]; n > 0 && ran[k.Rule] {
			left[k.Fingerprint] = 0
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
	for _, k := range b.Known {
		if k.Fingerprint == "" || k.Rule == "" || k.Count < 1 {
			return nil, fmt.Errorf("parse baseline: a finding without fingerprint, rule or count: %+v", k)
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
