package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Options are how an audit is run.
type Options struct {
	Rules   []*Rule
	Profile Profile
	// Severities overrides single rules by their ID.
	Severities map[string]Severity
	// Suppressions are applied after all rules; those that ended before Now are not.
	Suppressions []Suppression
	Now          time.Time
	// Baseline is an earlier audit to compare with; nil for none.
	Baseline *Baseline
}

// Run judges a subject by all rules.
func Run(s *Subject, o Options) *Report {
	if o.Profile == "" {
		o.Profile = ProfileDefault
	}
	r := &Report{Subject: s, Profile: o.Profile, Baseline: -1}
	sh := s.share()
	there := s.has()
	for _, rule := range o.Rules {
		res := RuleResult{Rule: rule, Severity: rule.SeverityIn(o.Profile)}
		if over, ok := o.Severities[rule.ID]; ok {
			res.Severity = over
		}
		switch missing := rule.Needs &^ there; {
		case res.Severity == Off:
			res.NotRun = "off"
		case missing != 0:
			if res.NotRun = "needs " + missing.String(); len(s.lacking(missing)) > 0 {
				res.NotRun += ": " + strings.Join(s.lacking(missing), "; ")
			}
		default:
			p := &Pass{
				Subject: s, Toolkit: ToolkitOf(s.Application), shared: sh, rule: rule, skipped: map[string]int{}, doubted: map[tree.NodeID]bool{},
				at: tree.None,
			}
			for _, why := range s.lacking(rule.Needs) {
				p.Undecided(why) // about some that nobody asked
			}
			p.run()
			res.Checked, res.Found, res.Undecided, res.doubted = p.checked, len(p.findings), p.skipped, p.doubted
			_, fixed := o.Severities[rule.ID]
			for _, f := range p.findings {
				f.Severity, f.Subject = res.Severity, s
				if f.Detail.Severity != Off && !fixed {
					f.Severity = f.Detail.Severity
					if o.Profile == ProfileStrict && f.Severity == Warning {
						f.Severity = Error
					}
				}
				f.Remedy = rule.Remedy.For(p.Toolkit)
				r.Findings = append(r.Findings, f)
			}
		}
		r.Rules = append(r.Rules, res)
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Node, b.Node), strings.Compare(a.Rule, b.Rule))
	})
	views := s.views(sh.shown)
	r.describe(views)
	r.suppress(o.Suppressions, o.Now)
	r.compare(o.Baseline, views, sh)
	r.group()
	r.Scores = scoresOf(r.scored())
	return r
}

// share computes what every rule needs.
func (s *Subject) share() *shared {
	n := len(s.Nodes)
	sh := &shared{inScope: make([]bool, n), shown: make([]bool, n), names: make([]ComputedName, n), named: make([]bool, n), cut: map[tree.NodeID]bool{}}
	for _, c := range s.Cuts {
		sh.cut[c.Node] = true
	}
	sh.below, sh.above = map[string][]int32{}, map[string][]tree.NodeID{}
	sh.roleless, sh.cutBelow, sh.placeless = make([]bool, n), make([]bool, n), make([]bool, n)
	for i := n - 1; i >= 0; i-- {
		x := &s.Nodes[i]
		sh.cutBelow[i] = sh.cutBelow[i] || sh.cut[x.ID]
		if x.Parent >= 0 {
			sh.cutBelow[x.Parent] = sh.cutBelow[x.Parent] || sh.cutBelow[i]
		}
	}
	for i := range s.Nodes {
		x := &s.Nodes[i]
		sh.roleless[i] = x.RoleUnread() && x.Parent >= 0 || x.Parent >= 0 && sh.roleless[x.Parent]
		if up := x.Parent; up > 0 && !Floats(x) {
			sh.placeless[i] = sh.placeless[up] || s.Nodes[up].Bounds.State == tree.Unreadable
		}
		sh.inScope[i] = s.Windows == nil || slices.Contains(s.Windows, x.ID) || x.Parent > 0 && sh.inScope[x.Parent]
		sh.shown[i] = x.StatesRead && x.States.Has(tree.Showing) && x.States.Has(tree.Visible) &&
			(x.Bounds.State != tree.Known || !x.Bounds.Empty())
	}
	return sh
}

func (p *Pass) run() {
	if p.rule.Check != nil {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if p.shared.inScope[i] && !p.rule.Everywhere && !n.StatesRead && (p.rule.Applies == nil || p.rule.Applies(p, n)) {
				p.UndecidedAt(n, "the states could not be read")
			}
			if !p.shared.inScope[i] || !p.rule.Everywhere && !p.shared.shown[i] || p.rule.Applies != nil && !p.rule.Applies(p, n) {
				continue
			}
			p.checked++
			p.at = n.ID
			p.rule.Check(p, n)
		}
	}
	if p.at = tree.None; p.rule.Whole != nil {
		p.rule.Whole(p)
	}
}

// describe fills in what findings say of their element, and of the view they are in.
func (r *Report) describe(views map[tree.NodeID]view) {
	s := r.Subject
	first, caller := map[tree.NodeID]*Finding{}, s.Caller()
	for i := range r.Findings {
		f := &r.Findings[i]
		if same := first[f.Node]; same != nil {
			f.Element, f.Path, f.Window, f.Locator, f.lasting, f.Unique = same.Element, same.Path, same.Window, same.Locator, same.lasting, same.Unique
		} else {
			first[f.Node] = f
			l, standing, describe := caller.Called(f.Node)
			f.Element, f.Path, f.Window = Brief(s.unsaid(f.Node, describe)), Brief(s.Path(f.Node)), s.Top(f.Node)
			f.Locator, f.lasting = briefLocator(l.String()), briefLocator(views[f.Window].lasting(l))
			f.Unique = standing == inspector.StandingUnique || standing == inspector.StandingContext
		}
		switch f.View = views[f.Window].words; {
		case f.View == "":
			f.View = ofApplication
		case f.About != "" && s.Windows == nil:
			f.View = amongAll(f.View)
		}
		f.Group = groupOf(f, r.rule(f.Rule), &s.Nodes[f.Node])
		f.Fingerprint = fingerprint(s, f)
	}
}

// groupOf names the cause that findings share: the rule, and the toolkit's fault, or the
// kind that the rule tells apart and, where that says something, the role. What weighs
// less is told apart.
func groupOf(f *Finding, rule *Rule, n *tree.Node) string {
	role := string(n.Role)
	if f.Blame != "" || rule != nil && rule.AnyRole {
		role = ""
	}
	return strings.Join([]string{f.Rule, f.Severity.String(), role, cmp.Or(f.Blame, f.Kind)}, "/")
}

// group gathers findings by cause, in the order of their first.
func (r *Report) group() {
	r.Causes = nil
	at := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		c, ok := at[f.Group]
		if !ok {
			c = len(r.Causes)
			at[f.Group] = c
			r.Causes = append(r.Causes, Cause{Group: f.Group, Rule: r.rule(f.Rule), Severity: f.Severity, Blame: f.Blame})
		}
		r.Causes[c].Findings = append(r.Causes[c].Findings, i)
	}
}

func (r *Report) rule(id string) *Rule {
	for _, res := range r.Rules {
		if res.Rule.ID == id {
			return res.Rule
		}
	}
	return nil
}

// Undecided sums up what could not be judged.
func (r *Report) Undecided() map[string]int {
	all := map[string]int{}
	for _, res := range r.Rules {
		for why, n := range maps.All(res.Undecided) {
			all[why] += n
		}
	}
	return all
}
