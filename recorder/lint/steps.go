package lint

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

func invalid(c *check) {
	if err := recorder.Valid(c.rec); err != nil {
		c.whole(err.Error(), "edit it, or record the flow again")
	}
}

func empty(c *check) {
	if recorder.Empty(c.rec) {
		c.whole("no step would be done, so a replay would prove nothing", "record the flow again, or enable its steps")
	}
}

func rawInput(c *check) {
	c.done(func(i int, s recorder.Step) {
		if s.Kind == recorder.StepRawInput {
			c.at(i, "input without a matching element, which cannot be replayed", "disable or delete the step, or insert one that does the same on an element")
		}
	})
}

func obstacle(c *check) {
	problems := recorder.Check(c.rec, true)
	c.done(func(i int, s recorder.Step) {
		// Some obstacles of old recordings are none any more.
		if s.Obstacle != "" && problems[i].Reason == s.Obstacle {
			c.at(i, s.Obstacle, "do it another way, or disable the step")
		}
	})
}

func twins(c *check) {
	c.done(func(i int, s recorder.Step) {
		if q := s.Condition; q != nil && (q.Kind == recorder.ConditionGone || q.Kind == recorder.ConditionCount) {
			return // about all that the locator fits
		}
		for _, t := range s.Targets() {
			if t.Standing != inspector.StandingUnique && t.Standing != inspector.StandingContext {
				c.at(i, fmt.Sprintf("%s could not be told from its twins", t.Describe),
					"choose another element with a proof of its own, or label what tells them apart in the application")
				return
			}
		}
	})
}

func unreadable(c *check) {
	c.done(func(i int, s recorder.Step) {
		q := s.Condition
		if q == nil || s.Target == nil || s.Target.Role != tree.RolePassword {
			return
		}
		if q.Kind == recorder.ConditionText || q.Kind == recorder.ConditionValue {
			c.at(i, "the text of a password field is never read, so the condition never holds", "ask for another element, or for its state")
		}
	})
}

// provedByReading are the kinds of steps whose effect is read back by replay itself.
var provedByReading = []recorder.StepKind{
	recorder.StepSetText, recorder.StepSetChecked, recorder.StepSelectItem, recorder.StepSelectItems, recorder.StepSetValue,
	recorder.StepSetExpanded, recorder.StepScroll, recorder.StepAssert, recorder.StepWait, recorder.StepRawInput,
	recorder.StepLaunch, recorder.StepAttach,
}

func noEffect(c *check) {
	c.done(func(i int, s recorder.Step) {
		if slices.Contains(provedByReading, s.Kind) || len(s.Effects) > 0 {
			return
		}
		if n := c.next(i); n != nil && (n.Kind == recorder.StepAssert || n.Kind == recorder.StepWait) {
			return
		}
		why := "nothing was seen to change when it was recorded, and nothing is asked for after it"
		if s.EffectsUnknown {
			why = "the next input followed too fast to tell what it did, and nothing is asked for after it"
		}
		c.at(i, why, "insert an assertion or a wait behind it")
	})
}

func launchLast(c *check) {
	c.done(func(i int, s recorder.Step) {
		if s.Kind == recorder.StepLaunch && c.next(i) == nil {
			c.at(i, "nothing comes after the launch, so nothing shows that the application came up", "insert a wait for its window")
		}
	})
}

func unproven(c *check) {
	c.done(func(i int, s recorder.Step) {
		if s.Target != nil && s.Light == "" {
			c.at(i, fmt.Sprintf("%s was written down and never looked at", s.Target.Describe), "try it with 'samebutton replay --dry-run'")
		}
	})
}

func waitForQuiet(c *check) {
	c.done(func(i int, s recorder.Step) {
		if s.Kind == recorder.StepWait && s.Condition != nil && s.Condition.Kind == recorder.ConditionQuiet {
			c.at(i, "it waits until nothing changes, which may be too early or late", "wait for what must be there instead")
		}
	})
}

func disabled(c *check) {
	for i, s := range c.rec.Steps {
		if s.Disabled {
			c.at(i, "the step is skipped", "enable or delete it")
		}
	}
}

func idleExpectation(c *check) {
	before := map[string]bool{}
	for i, s := range c.rec.Steps {
		if s.Expect != nil && !s.Disabled && !before[s.Expect.By] {
			c.at(i, fmt.Sprintf("it expects %s of a step that is not done before it, so a replay does not wait for it", s.Expect.Locator), "move the step back, or take the expectation away ('samebutton recordings edit unexpect')")
		}
		before[s.ID] = !s.Disabled
	}
}
