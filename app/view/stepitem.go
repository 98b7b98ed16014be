package view

import (
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// StepItem is a step as recorded, what came of it in a run, or both.
type StepItem struct {
	Step   *recorder.Step
	Result *recorder.StepResult
	// Next says that a replay waits before the step or is about to do it.
	Next bool
	// Dry says that the result is of a dry run, in which nothing was sent.
	Dry bool
}

// group returns the name of the section that the step belongs to.
func (it StepItem) group() string {
	if it.Step == nil {
		return ""
	}
	return it.Step.Group
}

// verdict returns the verdict of the result in words.
func (it StepItem) verdict() string {
	if it.Dry && it.Result.Verdict == recorder.VerdictPassed {
		return "would pass"
	}
	return string(it.Result.Verdict)
}

// title returns what a person called the step, else what it does.
func (it StepItem) title() string {
	if it.Step != nil {
		return it.Step.Shown()
	}
	return it.Result.Shown()
}

// states are the words for what is to be seen of the step by its signs alone.
func (it StepItem) states() []string {
	var words []string
	switch {
	case it.Result != nil:
		words = append(words, string(it.Result.Verdict))
	case it.Step != nil:
		words = append(words, string(it.Step.Light))
	}
	if it.Next {
		words = append(words, "current")
	}
	if it.Step != nil && it.Step.Breakpoint {
		words = append(words, "breakpoint")
	}
	if it.Step != nil && it.Step.Disabled {
		words = append(words, "disabled")
	}
	return words
}

// stepSign returns the light of a step; steps that are about no element have none.
func stepSign(s *recorder.Step) Sign {
	if s.Target == nil && s.Kind != recorder.StepRawInput {
		return Sign{"dot", ColorDim, "", "about the application as a whole"}
	}
	return targetSign(s.Light, s.Target)
}

// targetSign is the light of a target, in words that claim no label where it is found by
// its role and place alone.
func targetSign(light recorder.Light, t *inspector.Target) Sign {
	s := LightSign(light)
	if light != recorder.LightContext || t == nil || t.Locator.IsZero() {
		return s
	}
	last := t.Locator.Last()
	labelled := last.Named
	for _, k := range last.Keys {
		labelled = labelled || k.Value != ""
	}
	for i, seg := range t.Locator.Segments[:len(t.Locator.Segments)-1] {
		labelled = labelled || i > 0 && seg.Named
	}
	if !labelled {
		s.Words = "unique by its place: the only one of its role there"
	}
	return s
}

func (it StepItem) line() Line {
	var ln Line
	if it.Step != nil {
		s := stepSign(it.Step)
		ln = Line{Title: it.title(), Note: it.Step.Comment, Icon: s.Icon, IconColor: s.Color, Tip: s.Words}
		if it.Step.Obstacle != "" {
			ln.Icon, ln.IconColor, ln.Note, ln.Tip = "warning", ColorCaution, it.Step.Obstacle, it.Step.Obstacle
		}
		if it.Step.Disabled {
			ln.Color, ln.Note = ColorDim, "skipped by replay"
		}
	}
	if r := it.Result; r != nil {
		s := VerdictSign(r.Verdict)
		ln.Icon, ln.IconColor, ln.Tip = s.Icon, s.Color, s.Words
		ln.Title = it.title()
		if r.Error != "" {
			ln.Note = r.Error
		}
		took := ""
		if r.DurationMs > 0 {
			took = fmt.Sprintf("%d ms", r.DurationMs)
		}
		ln.Cells = []Cell{
			{Text: it.verdict(), Color: s.Color, Width: 92},
			{Text: string(r.Effect), Width: 84},
			{Text: took, Width: 64},
		}
	}
	return ln
}

// fittingCells leaves out the last cells until the titles have most of the room.
// What the cells say is also told beside the list.
func fittingCells(cells []Cell, room float32) []Cell {
	total := float32(0)
	for _, c := range cells {
		total += c.Width
	}
	for len(cells) > 0 && total > room*0.3 {
		total -= cells[len(cells)-1].Width
		cells = cells[:len(cells)-1]
	}
	return cells
}

func (it StepItem) fields() []Field {
	var fs []Field
	add := func(key, value string) {
		if value != "" {
			fs = append(fs, known(key, value))
		}
	}
	if r := it.Result; r != nil {
		s := VerdictSign(r.Verdict)
		verdict := Field{Key: "Verdict", Value: s.Words, State: tree.Known, Sign: s, Node: tree.None}
		if it.Dry && r.Verdict == recorder.VerdictPassed {
			verdict.Value = "would pass as things are now; nothing was sent"
		}
		fs = append(fs, verdict)
		add("Reason", r.Error)
		add("What to do", r.Hint)
		add("Resolution", string(r.Resolution))
		add("Delivery", string(r.Delivery))
		add("Effect", string(r.Effect))
		add("Not verified", r.Unverified)
		if r.DurationMs > 0 {
			add("Took", fmt.Sprintf("%d ms", r.DurationMs))
		}
		if r.Proof != nil {
			add("Proof", r.Proof.String())
			twins := r.Proof.Twins
			if r.Resolution == inspector.Unique && r.Verdict != recorder.VerdictPassed {
				twins = nil // the reason is another one
			}
			fs = append(fs, twinFields(twins)...)
		}
		for _, c := range r.Changes {
			add("Change", c)
		}
	}
	if s := it.Step; s != nil {
		if s.Target != nil {
			loc := known("Locator", s.Target.Locator.String())
			loc.Mono = true
			fs = append(fs, loc)
			for _, w := range s.Target.Witnesses {
				wf := known("Witness", w.String())
				wf.Mono = true
				fs = append(fs, wf)
			}
			if it.Result == nil {
				add("Proof", s.Target.Proof.String())
				if s.Light == recorder.LightAmbiguous {
					fs = append(fs, twinFields(s.Target.Proof.Twins)...)
					add("To tell apart", Proposal(s.Target))
				}
			}
		}
		if it.Result == nil {
			sign := stepSign(s)
			fs = append([]Field{{Key: "Target", Value: sign.Words, State: tree.Known, Sign: sign, Node: tree.None}}, fs...)
		}
		if it.Result == nil {
			add("Replay", s.Obstacle)
		}
		if s.Label != "" {
			add("Does", s.Title)
		}
		add("Comment", s.Comment)
		add("Section", s.Group)
		if s.Parameter != "" {
			add("Parameter", s.Parameter)
		}
		if s.Within > 0 {
			add("Waits", "at most "+s.Within.String())
		}
		for _, r := range s.Reviews {
			add("Reviewed", fmt.Sprintf("%s, %s: %s → %s (%s)", When(r.At), r.By, r.Was, r.Now, r.Why))
		}
		if s.Expect != nil {
			add("Expects", s.Expect.Locator.String())
		}
		for _, e := range s.Effects {
			add("Effect", strings.TrimSpace(fmt.Sprintf("%s %s %s %s", e.Kind, e.Role, quoted(e.Name), e.Detail)))
		}
	}
	return fs
}

// twinFields lists the elements that a proof could not, or only just, rule out.
func twinFields(twins []inspector.Twin) []Field {
	var fs []Field
	for i, tw := range twins {
		note := "nearest"
		if tw.Matches {
			note = "matches too"
		}
		if len(tw.Differs) > 0 {
			note += ", other " + strings.Join(tw.Differs, ", ")
		}
		fs = append(fs, Field{Key: fmt.Sprintf("Twin %d", i+1), Value: tw.Path, State: tree.Known, Note: note, Node: tree.None})
	}
	return fs
}

// Proposal says what would tell an ambiguous target from its twins. What differs
// between them but labels nothing, such as their place, does not.
func Proposal(t *inspector.Target) string {
	what := "a name or an accessible id of its own"
	if t.Name == "" {
		what = "an accessible name"
	}
	return "give it " + what + ", or name the group, row or window around each of them; " +
		"or record the flow where only one of them is shown"
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf("%q", s)
}
