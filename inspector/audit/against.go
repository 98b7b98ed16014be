package audit

import "slices"

// Against is the same audit compared with an earlier one, nil for none: of a subject that
// was judged already nothing is judged again. The report itself stays as it was. It is for
// the audit of one state.
func (r *Report) Against(b *Baseline) *Report {
	out := *r
	out.Findings = slices.Clone(r.Findings)
	out.Fixed, out.Unseen, out.Baseline = nil, nil, -1
	for i := range out.Findings {
		out.Findings[i].Status = ""
	}
	sh := out.Subject.share()
	out.compare(b, out.Subject.views(sh.shown), sh)
	return &out
}
