package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// BaselineSchema is the version word of a baseline's file.
const BaselineSchema = "samebutton/audit-baseline/v2"

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
	// Locator is how the element was named, "" where the finding speaks for more than one;
	// View is what was looked at where it was found.
	Locator string `json:"locator,omitempty"`
	View    string `json:"view"`
	// Severity is what it weighed when it was accepted: one that weighs more is new.
	Severity Severity `json:"severity"`
	// Count is how many findings have fingerprint and severity: elements that nothing tells apart.
	Count int `json:"count"`
	// Application is the one in which it was found; what is gone from another is not fixed.
	// "" in files that do not say: any.
	Application string `json:"application,omitempty"`
}

// fingerprint is made of what stays the same while rows are inserted and windows
// are moved: rule, application, role of the window and the locator, or what the finding
// is about where it speaks for more than its element. The title of a main window that
// is alone changes with what is worked on and does not count. Never a place in the tree, a handle
// or a rectangle.
func fingerprint(s *Subject, f *Finding) string {
	role := ""
	if f.Window >= 0 {
		role = string(s.Nodes[f.Window].Role)
	}
	identity := []string{f.Rule, s.Application.Name, role, f.lasting, f.Kind}
	if f.About != "" {
		identity = []string{f.Rule, s.Application.Name, "about", f.About, f.Kind}
	}
	h := sha256.Sum256([]byte(strings.Join(identity, "\x00")))
	return hex.EncodeToString(h[:8])
}

// NewBaseline is what is found now, as the baseline of later audits, in the order
// of the report, and after it what an earlier baseline knows and was not looked for.
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
		k := Known{f.Fingerprint, f.Rule, f.Element, f.lasting, f.View, f.Severity, 1, Brief(f.Subject.Application.Name)}
		if f.About != "" {
			k.Locator = ""
		}
		b.Known = append(b.Known, k)
	}
	for _, k := range r.Unseen {
		if i, ok := at[weighed{k.Fingerprint, k.Severity}]; ok {
			b.Known[i].Count += k.Count
			continue
		}
		b.Known = append(b.Known, k)
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

// compare sets the status of all findings, Fixed and Unseen. What weighs more than it did
// is new: a decision to live with what a person has to look at says nothing of an error.
func (r *Report) compare(b *Baseline, views map[tree.NodeID]view, sh *shared) {
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
	looked := r.looking(views, sh)
	for _, k := range b.Known {
		n := left[k.Fingerprint][k.Severity]
		if n == 0 {
			continue
		}
		left[k.Fingerprint][k.Severity] = 0
		if k.Count = n; looked(&k) {
			r.Fixed = append(r.Fixed, k)
		} else {
			r.Unseen = append(r.Unseen, k)
		}
	}
}

// looking returns whether one of the baseline was looked for: it is of this application,
// all was read, its rule ran, the view where it was is on the screen again, and where the
// element is still there, it is shown (or the rule does not ask for that) and the rule came
// to a decision about it; where it speaks for more than one element, about all.
func (r *Report) looking(views map[tree.NodeID]view, sh *shared) func(*Known) bool {
	s, there := r.Subject, map[string]bool{}
	for _, v := range views {
		there[v.words] = true
		if s.Windows == nil && v.words != ofApplication {
			there[amongAll(v.words)] = true
		}
	}
	rules := map[string]*RuleResult{}
	for i := range r.Rules {
		rules[r.Rules[i].Rule.ID] = &r.Rules[i]
	}
	vague := slices.ContainsFunc(s.Nodes, func(n tree.Node) bool {
		return n.Parent != tree.None && sh.inScope[n.ID] && (!n.StatesRead || n.RoleUnread())
	})
	return func(k *Known) bool {
		if k.Application != "" && k.Application != Brief(s.Application.Name) {
			return false
		}
		res := rules[k.Rule]
		if !s.Complete() || res == nil || res.NotRun != "" || res.doubted[tree.None] || !there[k.View] {
			return false
		}
		if k.Locator == "" { // it speaks for others, too: any of them may have it still
			return len(res.doubted) == 0 && !vague
		}
		l, err := inspector.ParseLocator(k.Locator)
		if err != nil {
			return false
		}
		m := s.Match(l)
		if m.Outcome == inspector.Unknown {
			return false // it may be one of which the name could not be read
		}
		return !slices.ContainsFunc(m.Matches, func(id tree.NodeID) bool {
			return res.doubted[id] || !sh.inScope[id] || !res.Rule.Everywhere && !sh.shown[id]
		})
	}
}

// ErrOldBaseline is a baseline of an earlier version: it names findings otherwise, so that
// nothing can be compared with it.
var ErrOldBaseline = errors.New("a baseline of an earlier version, which names findings otherwise")

// ErrNoBaseline is a file that is no baseline, or one of a later version.
var ErrNoBaseline = errors.New("no baseline that this version can read")

// ParseBaseline reads the file of a baseline. What is wrong with it is [ErrOldBaseline],
// [ErrNoBaseline], or a fault in its findings.
func ParseBaseline(text []byte) (*Baseline, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	switch err := json.Unmarshal(text, &head); {
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrNoBaseline, err)
	case head.Schema == "samebutton/audit-baseline/v1":
		return nil, ErrOldBaseline
	case head.Schema != BaselineSchema:
		return nil, fmt.Errorf("%w: its schema is %.80q, not %q", ErrNoBaseline, head.Schema, BaselineSchema)
	}
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("parse baseline: %w", err)
	}
	for i := range b.Known {
		k := &b.Known[i]
		if k.Fingerprint == "" || k.Rule == "" || k.View == "" || k.Count < 1 {
			return nil, fmt.Errorf("parse baseline: a finding without fingerprint, rule, view or count: %+v", *k)
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
