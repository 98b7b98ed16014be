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
// the baseline knows is fixed only where no state has it any more and one looked for it.
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
	out.compareAll(states)
	out.Unused = unusedInAll(states)
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

// compareAll gathers what the baseline knows and no state has, as often as it is missing
// in each of them: fixed where a state looked for it.
func (r *Report) compareAll(states []State) {
	type weighed struct {
		print    string
		severity Severity
	}
	missing, fixed := make([]map[weighed]int, len(states)), map[weighed]bool{}
	var order []Known
	for i, s := range states {
		missing[i] = map[weighed]int{}
		note := func(k Known, gone bool) {
			key := weighed{k.Fingerprint, k.Severity}
			missing[i][key] += k.Count
			fixed[key] = fixed[key] || gone
			if i == 0 {
				order = append(order, k)
			}
		}
		for _, k := range s.Report.Fixed {
			note(k, true)
		}
		for _, k := range s.Report.Unseen {
			note(k, false)
		}
	}
	for _, k := range order {
		key := weighed{k.Fingerprint, k.Severity}
		for _, m := range missing[1:] {
			k.Count = min(k.Count, m[key])
		}
		switch {
		case k.Count == 0:
		case fixed[key]:
			r.Fixed = append(r.Fixed, k)
		default:
			r.Unseen = append(r.Unseen, k)
		}
	}
}

// unusedInAll are the suppressions that no state had a use for.
func unusedInAll(states []State) []Unused {
	unused := states[0].Report.Unused
	for _, s := range states[1:] {
		unused = slices.DeleteFunc(slices.Clone(unused), func(u Unused) bool { return !slices.Contains(s.Report.Unused, u) })
	}
	return unused
}
