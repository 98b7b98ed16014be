package audit

import (
	"slices"

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

// scored is what one shown interactive element adds to the scores.
type scored struct {
	node  tree.NodeID
	badge inspector.Badge
	worst Severity // of its findings that touch a criterion
}

// scored are the elements that the scores are made of, in document order.
func (r *Report) scored() []scored {
	worst := map[tree.NodeID]Severity{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if rule := r.rule(f.Rule); rule != nil && len(rule.Criteria) > 0 {
			worst[f.Node] = max(worst[f.Node], f.Severity)
		}
	}
	var all []scored
	sh := r.Subject.share()
	badges := r.Subject.Survey().Badges
	for i := range r.Subject.Nodes {
		if n := &r.Subject.Nodes[i]; sh.inScope[i] && sh.shown[i] && n.Interactive() {
			all = append(all, scored{n.ID, badges[i], worst[n.ID]})
		}
	}
	return all
}

func scoresOf(all []scored) (s Scores) {
	for _, x := range all {
		s.Interactive++
		switch x.badge {
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
		switch x.worst {
		case Error:
			s.Faulty++
		case Warning:
			s.Doubtful++
		}
	}
	s.rate()
	return s
}

// doubt orders badges by how badly an element can be named.
func (x *scored) doubt() int {
	order := []inspector.Badge{inspector.BadgeUnique, inspector.BadgeContext, inspector.BadgeAmbiguous, inspector.BadgeUnnamed}
	if i := slices.Index(order, x.badge); i >= 0 {
		return i
	}
	return len(order)
}

// scoresOver scores the elements of several states of an application, each once, as it
// was in the state in which it was worst. An element is the same where the process gives
// it the same handle and role, else where the same locator names it in a window of the
// same role; of those that nothing tells apart the state with the most counts.
func scoresOver(states []State) Scores {
	type handled struct {
		pid    int
		handle tree.Handle
		role   tree.Role
	}
	type called struct {
		window  tree.Role
		locator string
	}
	var all []scored
	byHandle, byName := map[handled]int{}, map[called][]int{}
	for _, state := range states {
		s := state.Report.Subject
		caller := s.Caller()
		taken := map[int]bool{}  // in this state
		next := map[called]int{} // of a name, before which all are taken: nothing may tell thousands apart
		for _, x := range state.Report.scored() {
			n := &s.Nodes[x.node]
			l, _, _ := caller.Called(x.node)
			h, name := handled{s.Application.PID, n.Handle, n.Role}, called{s.Nodes[max(s.Top(x.node), 0)].Role, l.String()}
			i, known := byHandle[h]
			if known = known && n.Handle != "" && !taken[i]; !known {
				same := byName[name]
				for next[name] < len(same) && taken[same[next[name]]] {
					next[name]++
				}
				if known = next[name] < len(same); known {
					i = same[next[name]]
				}
			}
			if !known {
				i = len(all)
				all = append(all, x)
				byName[name] = append(byName[name], i)
			}
			taken[i], byHandle[h] = true, i
			if y := &all[i]; x.doubt() > y.doubt() {
				y.badge = x.badge
			}
			all[i].worst = max(all[i].worst, x.worst)
		}
	}
	return scoresOf(all)
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
