package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/internal/junit"
)

// JUnit writes an audit as JUnit XML: each rule is a test case, which fails where it
// has findings at or over the gate (Off: none fails). A rule that was not run is
// skipped. What does not fail is in the output. A replay that did not pass is a case with
// an error.
func JUnit(w io.Writer, d *Document, gate audit.Severity, s Source) error {
	name := shown(d.Application, longestMessage)
	suite := junit.Suite{
		Name: "audit of " + name, Time: junit.Seconds(0), Timestamp: junit.Timestamp(s.Made),
		Properties: []junit.Property{
			{Name: "application", Value: name}, {Name: "toolkit", Value: shown(d.Toolkit, longestMessage)},
			{Name: "windows", Value: strings.Join(allShown(d.Windows), ", ")}, {Name: "profile", Value: string(d.Profile)},
			{Name: "complete", Value: fmt.Sprint(d.Complete)}, {Name: "version", Value: s.Version},
			{Name: "testability", Value: score(d.Scores, d.Scores.Testability)}, {Name: "accessibility", Value: score(d.Scores, d.Scores.Accessibility)},
		},
	}
	if r := d.Replay; r != nil {
		c := junit.Case{Name: "replay of " + shown(r.Recording, longestMessage), ClassName: "audit." + name, Time: junit.Seconds(0)}
		if why := d.Stopped(); why != "" {
			c.Error = &junit.Trouble{Message: shown(why, longestMessage), Type: "replay", Text: shown(why, longestMessage)}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, r := range d.Rules {
		c := junit.Case{Name: r.ID, ClassName: "audit." + name, Time: junit.Seconds(0)}
		if r.NotRun != "" {
			c.Skipped = &junit.Skip{Message: r.NotRun}
		}
		var failing, passing []string
		var title string
		for _, cause := range d.Causes {
			if cause.Rule != r.ID {
				continue
			}
			title = cause.Title
			for i := range cause.Findings {
				f := &cause.Findings[i]
				if line := fmt.Sprintf("%s: %s: %s", cause.Severity, shown(f.Element, longestMessage), shown(f.Why, longestMessage)); f.Counts() && fails(cause.Severity, gate) {
					failing = append(failing, line+" To do: "+shown(cause.Remedy, longestMessage))
				} else {
					passing = append(passing, line)
				}
			}
		}
		if len(failing) > 0 {
			c.Failure = &junit.Trouble{Message: fmt.Sprintf("%s: %d", title, len(failing)), Type: r.ID, Text: strings.Join(failing, "\n")}
		}
		c.Output = strings.Join(passing, "\n")
		suite.Cases = append(suite.Cases, c)
	}
	return junit.Write(w, suite)
}

// fails reports whether a finding of a severity fails a gate; review and info never do.
func fails(s, gate audit.Severity) bool {
	return gate >= audit.Warning && s >= gate
}

// score is a score in words, "none" where there was nothing to judge.
func score(s audit.Scores, value float64) string {
	if s.Interactive == 0 {
		return "none"
	}
	return fmt.Sprintf("%.0f", value)
}
