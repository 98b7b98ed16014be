package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/samebutton/samebutton/internal/junit"
	"github.com/samebutton/samebutton/recorder"
)

// JUnit writes a run as JUnit XML: the recording is one test case or, with steps,
// each of its steps is one. What contradicts an expectation is a failure; what could
// not be tried (a target that is stale or ambiguous, a refusal, a dead application)
// is an error.
func JUnit(w io.Writer, s Source, steps bool) error {
	suite := junit.Suite{
		Name: s.Run.Name, Time: junit.Seconds(s.took()), Timestamp: junit.Timestamp(s.Run.Started),
		Properties: s.properties(),
	}
	class := orElse(s.Run.Application, "samebutton")
	if steps {
		for _, r := range s.Run.Steps {
			suite.Cases = append(suite.Cases, caseOf(fmt.Sprintf("%d %s", r.N, r.Shown()), class, r))
		}
	} else {
		suite.Cases = []junit.Case{s.whole(class)}
	}
	return junit.Write(w, suite)
}

// properties are the surroundings of the run.
func (s Source) properties() []junit.Property {
	var list []junit.Property
	for _, f := range s.facts() {
		list = append(list, junit.Property(f))
	}
	return list
}

// titles are what a person called the step, and what it does.
func titles(r recorder.StepResult) string {
	if r.Label != "" {
		return fmt.Sprintf("%s (%s)", r.Label, r.Title)
	}
	return r.Title
}

// whole is the run as one test case: the trouble of the step that stopped it, and
// all steps as output.
func (s Source) whole(class string) junit.Case {
	c := junit.Case{Name: s.Run.Name, ClassName: class, Time: junit.Seconds(s.took())}
	var out strings.Builder
	for _, r := range s.Run.Steps {
		fmt.Fprintf(&out, "%d %s: %s\n", r.N, titles(r), strings.Join(outcome(r), ", "))
		if r.Verdict == s.Run.Verdict && c.Failure == nil && c.Error == nil {
			one := caseOf("", "", r)
			c.Failure, c.Error = one.Failure, one.Error
			for _, t := range []*junit.Trouble{c.Failure, c.Error} {
				if t != nil {
					t.Message = fmt.Sprintf("step %d, %s: %s", r.N, titles(r), t.Message)
				}
			}
		}
	}
	if c.Failure == nil && c.Error == nil {
		// A run of which no step says why: it was stopped, or nothing was done.
		one := caseOf("", "", recorder.StepResult{Verdict: s.Run.Verdict})
		c.Failure, c.Error, c.Skipped = one.Failure, one.Error, one.Skipped
	}
	c.Output = out.String()
	return c
}

// caseOf is one step as a test case.
func caseOf(name, class string, r recorder.StepResult) junit.Case {
	c := junit.Case{Name: name, ClassName: class, Time: junit.Seconds(time.Duration(r.DurationMs) * time.Millisecond)}
	t := &junit.Trouble{Message: orElse(r.Error, string(r.Verdict)), Type: kindOf(r), Text: strings.Join(reasons(r), "\n")}
	switch r.Verdict {
	case recorder.VerdictPassed:
		c.Output = strings.Join(outcome(r), ", ")
	case recorder.VerdictSkipped:
		c.Skipped = &junit.Skip{Message: r.Error}
	case recorder.VerdictFailed:
		c.Failure = t
	default:
		c.Error = t
	}
	return c
}

// kindOf is the type of a failure or error, for grouping.
func kindOf(r recorder.StepResult) string {
	switch r.Verdict {
	case recorder.VerdictFailed:
		if r.Delivery == "not-delivered" {
			return "assertion.failed"
		}
		return "effect." + orElse(string(r.Effect), "failed")
	case recorder.VerdictStale, recorder.VerdictAmbiguous, recorder.VerdictUnknown, recorder.VerdictNotActionable:
		return "target." + string(r.Verdict)
	case recorder.VerdictUncertain:
		return "delivery.uncertain"
	case recorder.VerdictRefused:
		return "policy.refused"
	case recorder.VerdictStopped, recorder.VerdictRunning:
		return "run.stopped"
	}
	return "environment"
}

// outcome says what came of a step in short.
func outcome(r recorder.StepResult) []string {
	words := []string{string(r.Verdict)}
	if r.Verdict == recorder.VerdictSkipped {
		return words
	}
	words = append(words, string(r.Delivery))
	if r.Effect != "" {
		words = append(words, string(r.Effect))
	}
	if r.Seen != "" {
		words = append(words, "seen: "+r.Seen)
	}
	return words
}

// reasons says in lines why a step did not pass.
func reasons(r recorder.StepResult) []string {
	var lines []string
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	add("verdict", string(r.Verdict))
	add("resolution", string(r.Resolution))
	add("delivery", string(r.Delivery))
	add("effect", string(r.Effect))
	add("error", r.Error)
	add("hint", r.Hint)
	for _, c := range r.Changes {
		add("change", c)
	}
	if r.Proof != nil {
		add("locator", r.Proof.Locator.String())
		add("proof", r.Proof.String())
	}
	if r.Refusal != nil {
		add("recorded", r.Refusal.Recorded.Describe)
		for _, c := range r.Refusal.Changed {
			add("changed", c)
		}
		for _, c := range r.Refusal.Candidates {
			add("nearest now", c.Path+differing(c))
		}
	}
	return lines
}

func differing(c recorder.Candidate) string {
	if len(c.Differs) == 0 {
		return ""
	}
	return " (" + strings.Join(c.Differs, "; ") + ")"
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
