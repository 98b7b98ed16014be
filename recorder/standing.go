package recorder

import "github.com/samebutton/samebutton/inspector"

// StandingOf tells what a locator rests on where it is proven, as the inspector does
// when it proposes one: role and name, id or label by themselves, or context.
func StandingOf(l inspector.Locator) inspector.Standing {
	if len(l.Segments) == 1 {
		return inspector.StandingUnique
	}
	last := l.Last()
	for _, k := range last.Keys {
		if k.Name != inspector.KeyID && k.Name != inspector.KeyLabelledBy {
			return inspector.StandingContext
		}
	}
	if len(l.Segments) == 2 && (last.Named || len(last.Keys) > 0) {
		return inspector.StandingUnique
	}
	return inspector.StandingContext
}

// LightOf is the light of a step on a target of a standing.
func LightOf(s inspector.Standing) Light { return lightOf(s) }

// TitleOf says a step in words, without secrets.
func TitleOf(s Step) string { return stepTitle(s) }

// NewStepID returns an ID that no other step has.
func NewStepID() string { return newID("t") }

// tells reports whether a locator may stand by itself: containers that are named by
// their role alone, and that there is none with a name, tell no twins apart (DESIGN 2.1).
func tells(l inspector.Locator) bool {
	if in, ok := l.Last().Key(inspector.KeyIn); ok && in == "" {
		return false
	}
	for i, seg := range l.Segments {
		if i > 0 && i < len(l.Segments)-1 && !seg.Named && len(seg.Keys) == 0 {
			return false
		}
	}
	return true
}
