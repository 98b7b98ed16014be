package audit

import (
	"cmp"
	"maps"
	"slices"
)

// Combine makes one audit of those of several states of an application, the first one
// first. A finding that several states have is one finding, of the first of those in
// which it weighs most: a gate must not miss what is an error in a later one. Where
// nothing tells elements apart, the state with the most of them counts. What
// the baseline knows is fixed only where no state has it any more.
func Combine(states []State) *Report {
	last := states[len(states)-1].Report
	out := &Report{Subject: last.Subject, Profile: last.Profile, Baseline: last.Baseline, States: states}
	at := map[string][]int{} // of each fingerprint, indexes of its findings
	for i, s := range states {
		here := map[string]int{}
		for _, f := range s.Report.Findings {
			f.State, f.States = i, []int{i}
			k := here[f.Fingerprint]
			here[f.Fingerprint]++
			if same := at[f.Fingerprint]; k < len(same) {
				x := &out.Findings[same[k]]
				f.States = append(x.States, i)
				if f.outweighs(x) {
					*x = f
				}
				x.States = f.States
				continue
			}
			at[f.Fingerprint] = append(at[f.Fingerprint], len(out.Findings))
			out.Findings = append(out.Findings, f)
		}
		out.addRules(s.Report.Rules)
	}
	out.Scores = scoresOver(states)
	slices.SortStableFunc(out.Findings, func(a, b Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	for i := range out.Rules {
		out.Rules[i].Found = 0
		for _, f := range out.Findings {
			if f.Rule == out.Rules[i].Rule.ID {
				out.Rules[i].Found++
			}
		}
	}
	out.Fixed, out.Unused = fixedInAll(states), unusedInAll(states)
	out.group()
	return out
}

// outweighs reports whether a finding says more to a gate than the same one of another state.
func (f *Finding) outweighs(o *Finding) bool {
	if f.Counts() != o.Counts() {
		return f.Counts()
	}
	return f.Severity > o.Severity
}

// addRules adds up what rules did in one more state.
func (r *Report) addRules(more []RuleResult) {
	for i, res := range more {
		if i == len(r.Rules) {
			res.Undecided = maps.Clone(res.Undecided)
			r.Rules = append(r.Rules, res)
			continue
		}
		to := &r.Rules[i]
		if res.NotRun == "" {
			to.NotRun = ""
		}
		to.Checked += res.Checked
		for why, n := range res.Undecided {
			if to.Undecided == nil {
				to.Undecided = map[string]int{}
			}
			to.Undecided[why] += n
		}
	}
}

// fixedInAll is what the baseline knows and no state has.
func fixedInAll(states []State) []Known {
	fixed := states[0].Report.Fixed
	for _, s := range states[1:] {
		type weighed struct {
			print    string
			severity Severity
		}
		left := map[weighed]int{}
		for _, k := range s.Report.Fixed {
			left[weighed{k.Fingerprint, k.Severity}] = k.Count
		}
		var both []Known
		for _, k := range fixed {
			if k.Count = min(k.Count, left[weighed{k.Fingerprint, k.Severity}]); k.Count > 0 {
				both = append(both, k)
			}
		}
		fixed = both
	}
	return fixed
}

// unusedInAll are the suppressions that no state had a use for.
func unusedInAll(states []State) []Unused {
	unused := states[0].Report.Unused
	for _, s := range states[1:] {
		unused = slices.DeleteFunc(slices.Clone(unused), func(u Unused) bool { return !slices.Contains(s.Report.Unused, u) })
	}
	return unused
}
