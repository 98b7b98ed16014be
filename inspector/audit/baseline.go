package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Baseline is the findings of an earlier audit that are known and accepted for now.
type Baseline struct {
	Known []Known `json:"known"`
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
	b := &Baseline{}
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
