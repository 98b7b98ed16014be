package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

// rulesData is all rules of the audit, in the order of docs/audit.md.
type rulesData struct {
	Profile audit.Profile `json:"profile"`
	Rules   []ruleData    `json:"rules"`
}

// ruleData is one rule. Severity is that in the profile, after --rule.
type ruleData struct {
	ID          string         `json:"id"`
	Group       audit.Group    `json:"group"`
	Severity    audit.Severity `json:"severity"`
	Criteria    []string       `json:"criteria"`
	Title       string         `json:"title"`
	Explanation string         `json:"explanation"`
	// Needs is evidence without which the rule is not run, "" where a reading is enough.
	Needs string `json:"needs"`
}

func (d rulesData) show(p *page) {
	var group audit.Group
	var rows [][]string
	flush := func() {
		if len(rows) > 0 {
			p.line("%s", group)
			p.table(nil, rows)
			p.line("")
		}
		rows = nil
	}
	for _, r := range d.Rules {
		if r.Group != group {
			flush()
			group = r.Group
		}
		rows = append(rows, []string{"  " + r.ID, r.Severity.String(), strings.Join(r.Criteria, ", "), r.Title})
	}
	flush()
	p.line("%s; severities of the profile %s, and success criteria of WCAG 2.2", count(len(d.Rules), "rule"), d.Profile)
	p.line("what each looks at, and what to do: docs/audit.md, or --list-rules --json")
}

// listRules lists the rules with the severities that an audit with these flags gives
// them. What is for an audit only is refused.
func (c *cli) listRules(o auditing, given *pflag.FlagSet) (answer, error) {
	var odd []string
	given.Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "list-rules", "profile", "rule", "format", "json", "log-level", "store":
		default:
			odd = append(odd, "--"+f.Name)
		}
	})
	switch {
	case len(odd) > 0:
		return nil, fail(usage, "leave it out, or leave --list-rules out", "--list-rules audits nothing, and %s is for an audit", strings.Join(odd, ", "))
	case o.format != "" && o.format != "text" && o.format != "json":
		return nil, fail(usage, "use text or json", "the list of rules has no format %q", o.format)
	}
	if err := o.profiled(); err != nil {
		return nil, err
	}
	severities, err := o.severities()
	if err != nil {
		return nil, err
	}
	c.json = c.json || o.format == "json"
	d := rulesData{Profile: audit.Profile(o.profile)}
	for _, r := range rules.All() {
		shown := ruleData{
			ID: r.ID, Group: r.Group, Severity: r.SeverityIn(d.Profile), Criteria: append([]string{}, r.Criteria...), Title: r.Title,
			Explanation: r.Explanation, Needs: r.Needs.String(),
		}
		if s, ok := severities[r.ID]; ok {
			shown.Severity = s
		}
		d.Rules = append(d.Rules, shown)
	}
	return d, nil
}

// noRule is the failure for a rule that there is not, with those that may be meant.
func noRule(id string) *failure {
	hint := "'samebutton audit --list-rules' lists them"
	var near []string
	for _, r := range rules.All() {
		if id != "" && strings.Contains(r.ID, id) {
			near = append(near, r.ID)
		}
	}
	if len(near) > 0 && len(near) <= 5 {
		hint = "did you mean " + strings.Join(near, ", ") + "? " + hint
	}
	return fail(usage, hint, "there is no rule %q", id)
}
