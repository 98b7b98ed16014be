package view

import (
	"fmt"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// Sign is a verdict as it is drawn: a sign, a colour and words; never the colour
// alone.
type Sign struct {
	Icon  Symbol
	Color fyne.ThemeColorName
	// Short stands beside the sign ("3" for three twins), Words says it in full.
	Short, Words string
}

// BadgeSign returns the sign of an element in a survey; twins counts the
// elements with the same role and name, itself included.
func BadgeSign(b inspector.Badge, twins int) Sign {
	switch b {
	case inspector.BadgeUnique:
		return Sign{"check", ColorGood, "", "unique by role and name"}
	case inspector.BadgeContext:
		return Sign{"tilde", ColorGood, "", "unique by labelled context"}
	case inspector.BadgeAmbiguous:
		if twins < 2 {
			return Sign{"twins", ColorBad, "", "ambiguous: nothing labelled tells it apart"}
		}
		return Sign{"twins", ColorBad, fmt.Sprint(twins), fmt.Sprintf("ambiguous: %d elements with this role and name", twins)}
	case inspector.BadgeUnnamed:
		return Sign{"warning", ColorCaution, "", "has no name"}
	case inspector.BadgeUnproven:
		return Sign{"question", ColorCaution, "", "not proven: the observation is not complete"}
	}
	return Sign{}
}

// NodeSign returns the sign of a node of a frozen snapshot.
func NodeSign(f *inspector.Frozen, id tree.NodeID) Sign {
	s := f.Survey()
	return BadgeSign(s.Badges[id], int(s.Twins[id]))
}

// doubted returns the sign of what is not proven any more, because of why; with
// no why the sign itself.
func doubted(s Sign, why string) Sign {
	if s.Icon == "" || why == "" {
		return s
	}
	return Sign{"question", ColorCaution, "", "not proven now: " + why}
}

// LightSign returns the sign of a recorded step's target.
func LightSign(l recorder.Light) Sign {
	switch l {
	case recorder.LightUnique:
		return Sign{"check", ColorGood, "", "unique by role and name"}
	case recorder.LightContext:
		return Sign{"tilde", ColorGood, "", "unique by labelled context"}
	case recorder.LightAmbiguous:
		return Sign{"twins", ColorBad, "", "ambiguous: replay will refuse it"}
	}
	return Sign{"question", ColorCaution, "", "no element: it cannot be replayed"}
}

// VerdictSign returns the sign of a verdict.
func VerdictSign(v recorder.Verdict) Sign {
	switch v {
	case recorder.VerdictPassed:
		return Sign{"check", ColorGood, "", "passed"}
	case recorder.VerdictFailed:
		return Sign{"failed", ColorBad, "", "failed: the effect was absent or contradicted"}
	case recorder.VerdictStale:
		return Sign{"ghost", ColorBad, "", "stale: a complete search found no such element"}
	case recorder.VerdictAmbiguous:
		return Sign{"twins", ColorBad, "", "ambiguous: two or more elements match"}
	case recorder.VerdictUnknown:
		return Sign{"question", ColorCaution, "", "unknown: the search was not complete"}
	case recorder.VerdictNotActionable:
		return Sign{"refused", ColorCaution, "", "found, but must not be acted on now"}
	case recorder.VerdictUncertain:
		return Sign{"question", ColorCaution, "", "uncertain: sent, and it may have landed"}
	case recorder.VerdictRefused:
		return Sign{"refused", ColorBad, "", "refused before anything was sent"}
	case recorder.VerdictError:
		return Sign{"warning", ColorBad, "", "error in the environment or the store"}
	case recorder.VerdictStopped:
		return Sign{"stopped", ColorCaution, "", "stopped by the person"}
	case recorder.VerdictRunning:
		return Sign{"running", ColorAccent, "", "running"}
	}
	return Sign{"skipped", ColorDim, "", "skipped"}
}
