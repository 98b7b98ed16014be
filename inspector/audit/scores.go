package audit

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Scores are two shares of the shown interactive elements in scope, each with what
// it is made of. A share of nothing is not a score: Interactive is 0 then.
type Scores struct {
	Interactive int `json:"interactive"`
	// Unique, ByContext, Ambiguous, Unnamed and Unproven add up to Interactive.
	Unique    int `json:"unique"`
	ByContext int `json:"byContext"`
	Ambiguous int `json:"ambiguous"`
	Unnamed   int `json:"unnamed"`
	Unproven  int `json:"unproven"`
	// Testability is the share with a proven locator, where one that needs labelled
	// context counts half: from 0 to 100.
	Testability float64 `json:"testability"`
	// Accessibility is the share without an error or warning that touches a criterion
	// of WCAG, where one with warnings only counts half: from 0 to 100. What was
	// suppressed or is in the baseline is counted: a decision mends nothing.
	Accessibility float64 `json:"accessibility"`
	// Faulty and Doubtful are the interactive elements with errors, and with warnings only.
	Faulty   int `json:"faulty"`
	Doubtful int `json:"doubtful"`
}

func (r *Report) score() (s Scores) {
	worst := map[tree.NodeID]Severity{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if rule := r.rule(f.Rule); rule != nil && len(rule.Criteria) > 0 {
			worst[f.Node] = max(worst[f.Node], f.Severity)
		}
	}
	sh := r.Subject.share()
	badges := r.Subject.Survey().Badges
	for i := range r.Subject.Nodes {
		n := &r.Subject.Nodes[i]
		if !sh.inScope[i] || !sh.shown[i] || !n.Interactive() {
			continue
		}
		s.Interactive++
		switch badges[i] {
		case inspector.BadgeUnique:
			s.Unique++
		case inspector.BadgeContext:
			s.ByContext++
		case inspector.BadgeAmbiguous:
			s.Ambiguous++
		case inspector.BadgeUnnamed:
			s.Unnamed++
		default:
			s.Unproven++
		}
		switch worst[n.ID] {
		case Error:
			s.Faulty++
		case Warning:
			s.Doubtful++
		}
	}
	s.rate()
	return s
}

// rate makes the shares of the numbers.
func (s *Scores) rate() {
	if s.Interactive == 0 {
		return
	}
	all := float64(s.Interactive)
	s.Testability = 100 * (float64(s.Unique) + float64(s.ByContext)/2) / all
	s.Accessibility = 100 * (all - float64(s.Faulty) - float64(s.Doubtful)/2) / all
}
