package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

const (
	informationURI = "https://github.com/samebutton/samebutton"
	rulesURI       = informationURI + "/blob/main/docs/audit.md"
	// fingerprintKey names how fingerprints are made (audit's fingerprint): whoever makes them
	// otherwise counts it up, as the schema of baselines, or old ones are compared with new.
	fingerprintKey = "samebuttonAudit/v2"
	// lineKey is the one fingerprint that GitHub reads. Where it is missing the upload makes
	// it of the source line, which is the same for all findings: those of one rule would be
	// one alert.
	lineKey = "primaryLocationLineHash"
	// mostResults is what GitHub takes in a run: a file with more is refused whole.
	mostResults = 25000
	// longestMessage is how much of a text is in a message: a file of more than 10 MB,
	// compressed, is refused as well.
	longestMessage = 1000
)

// SARIF writes an audit as SARIF 2.1.0. An element is a logical location, named by
// its locator; its rectangle, in physical pixels of the screen, is a property, since
// SARIF has places in files only. source, a file of the project such as the one that
// starts the audit, is the physical location of all results: code hosts show nothing
// without one; "" for none.
func SARIF(w io.Writer, d *Document, all []*audit.Rule, source string, s Source) error {
	run := sarif.NewRunWithInformationURI("Samebutton", informationURI)
	if s.Version != "" {
		run.Tool.Driver.Version = &s.Version
	}
	run.Properties = sarif.NewPropertyBag().Add("application", shown(d.Application, longestMessage)).Add("toolkit", shown(d.Toolkit, longestMessage)).
		Add("windows", allShown(d.Windows)).Add("complete", d.Complete).Add("profile", string(d.Profile)).Add("scores", d.Scores)
	for _, r := range all {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, descriptor(r))
	}
	invocation := sarif.NewInvocation().WithExecutionSuccessful(d.Stopped() == "")
	if why := d.Stopped(); why != "" {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications,
			sarif.NewNotification().WithLevel("error").WithMessage(sarif.NewTextMessage(message(why))))
	}
	for _, r := range d.Rules {
		if why := notJudged(r); why != "" {
			invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications,
				sarif.NewNotification().WithLevel("note").WithMessage(sarif.NewTextMessage(r.ID+": "+message(why))))
		}
	}
	run.Invocations = []*sarif.Invocation{invocation}
	same := map[string]int{}
	left := 0
	for _, c := range d.Causes {
		for i := range c.Findings {
			f := &c.Findings[i]
			if len(run.Results) == mostResults {
				left++
				continue
			}
			same[f.Fingerprint]++
			run.AddResult(result(&c, f, ruleIndex(all, c.Rule), source, same[f.Fingerprint]))
		}
	}
	if left > 0 {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, sarif.NewNotification().WithLevel("warning").
			WithMessage(sarif.NewTextMessage(fmt.Sprintf("%d findings that weigh least are left out: code hosts refuse files with more than %d", left, mostResults))))
	}
	report := sarif.NewReport()
	report.AddRun(run)
	return report.PrettyWrite(w)
}

func descriptor(r *audit.Rule) *sarif.ReportingDescriptor {
	uri := rulesURI + "#" + r.ID
	out := sarif.NewReportingDescriptor().WithID(r.ID).WithHelpURI(uri).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(r.Title)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(r.Explanation)).
		WithHelp(sarif.NewMultiformatMessageString().WithText(r.Remedy.Any))
	out.DefaultConfiguration = sarif.NewReportingConfiguration().WithLevel(level(r.Severity))
	tags := []string{string(r.Group)}
	for _, c := range r.Criteria {
		tags = append(tags, "wcag/"+c)
	}
	out.Properties = sarif.NewPropertyBag().Add("tags", tags)
	return out
}

// result is one finding, the n-th with its fingerprint, from 1.
func result(c *Cause, f *Finding, rule int, source string, n int) *sarif.Result {
	// Every kind but "fail" needs the level "none", which code hosts hide.
	r := sarif.NewRuleResult(c.Rule).WithLevel(level(c.Severity)).WithKind("fail").
		WithMessage(sarif.NewTextMessage(fmt.Sprintf("%s: %s. %s To do: %s", c.Title, message(f.Element), message(f.Why), message(c.Remedy))))
	r.RuleIndex = rule
	r.PartialFingerprints = map[string]string{fingerprintKey: f.Fingerprint, lineKey: fmt.Sprintf("%s:%d", f.Fingerprint, n)}
	where := sarif.NewLocation()
	where.LogicalLocations = []*sarif.LogicalLocation{
		sarif.NewLogicalLocation().WithName(shown(f.Element, longestMessage)).WithFullyQualifiedName(shown(f.Locator, longestMessage)).WithKind("element"),
	}
	if source != "" {
		where.PhysicalLocation = sarif.NewPhysicalLocation().
			WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uriOf(source))).WithRegion(sarif.NewRegion().WithStartLine(1))
	}
	r.Locations = []*sarif.Location{where}
	values := map[string]string{}
	for _, v := range f.Values {
		values[v.Name] = shown(v.Value, longestMessage)
	}
	bag := sarif.NewPropertyBag().Add("severity", c.Severity.String()).Add("values", values).Add("unique", f.Unique).Add("path", shown(f.Path, longestMessage))
	if len(f.States) > 0 {
		bag.Add("states", allShown(f.States))
	}
	if f.Bounds != nil {
		bag.Add("bounds", f.Bounds)
	}
	if c.Blame != "" {
		bag.Add("blame", shown(c.Blame, longestMessage))
	}
	r.Properties = bag
	switch f.Status {
	case audit.StatusNew, audit.StatusUnchanged:
		r.WithBaselineState(string(f.Status))
	}
	if f.Suppressed != "" {
		r.Suppressions = []*sarif.Suppression{sarif.NewSuppression().WithKind("external").WithJustification(shown(f.Suppressed, longestMessage))}
	}
	return r
}

// uriOf is a file of the project as SARIF names it.
func uriOf(file string) string {
	return (&url.URL{Path: filepath.ToSlash(filepath.Clean(file))}).String()
}

// message is a text as part of a message of SARIF, in which "[words](address)" is a link
// (3.11.6): a name that an application made must lead nowhere.
func message(text string) string {
	return strings.ReplaceAll(shown(text, longestMessage), "](", `\](`)
}

// shown is the beginning of a text in which nothing has no look of its own, so that what
// an application said can neither turn around what stands beside it nor fill a file.
func shown(text string, most int) string {
	text, all := inspector.Visible(text, most)
	if !all {
		text += "…"
	}
	return text
}

func allShown(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = shown(t, longestMessage)
	}
	return all
}

// level is the level of SARIF; what a person has to look at, and what is only worth
// knowing, is a note.
func level(s audit.Severity) string {
	switch s {
	case audit.Error:
		return "error"
	case audit.Warning:
		return "warning"
	case audit.Off:
		return "none"
	}
	return "note"
}

func ruleIndex(all []*audit.Rule, id string) int {
	for i, r := range all {
		if r.ID == id {
			return i
		}
	}
	return -1
}

// notJudged says what a rule could not judge.
func notJudged(r Rule) string {
	if r.NotRun != "" {
		return "not run: " + r.NotRun
	}
	var words []string
	for _, u := range r.Undecided {
		words = append(words, fmt.Sprintf("%d not decided: %s", u.Count, u.Reason))
	}
	return strings.Join(words, "; ")
}
