package recorder

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Expectation is what had come to show by an earlier step and showed still when a step
// was done: the dialog or the page that the step belongs to. A replay waits for it before
// it acts, and refuses where it does not come. Two pages of a wizard have a button "Next"
// each: without it the second press would go to the first page again.
type Expectation struct {
	Locator inspector.Locator `json:"locator"`
	// By is the ID of the step that it came by. Where a run did not do that step (it was
	// left out, deleted, or found nothing to do) nothing is expected.
	By string `json:"by"`
}

// words say what is expected: dialog "Edit".
func (e Expectation) words() string {
	last := e.Locator.Last()
	if !last.Named {
		return e.Locator.String()
	}
	return fmt.Sprintf("%s %q", last.Role, last.Name)
}

func (e Expectation) valid() error {
	if e.Locator.IsZero() {
		return fmt.Errorf("it expects nothing that has a locator")
	}
	return ValidID(e.By)
}

// expected adds to a look at the target whether what the step expects shows.
func (t *transaction) expected(s sight) sight {
	e := t.step.Expect
	if e == nil || !t.player.did[e.By] {
		return s
	}
	r := s.frozen.Match(e.Locator)
	missing, seen := gone(s.frozen, r)
	if missing == doesNotHold {
		return s
	}
	reason := fmt.Sprintf("%s is not there, which an earlier step brought up when this was recorded (%s)", e.words(), seen)
	if missing == cannotTell {
		reason = fmt.Sprintf("whether %s is there, which an earlier step brought up when this was recorded, cannot be told: %s", e.words(), seen)
	}
	switch {
	case s.resolution.Outcome != inspector.Unique:
		// What became of the target says more, and can be mended.
		s.reason += "; " + reason
	case missing == cannotTell:
		s.verdict, s.already, s.reason, s.hint = VerdictUnknown, false, reason, "nothing was sent; run again when the application answers"
	default:
		s.verdict, s.already, s.reason = VerdictFailed, false, reason
		s.hint = "nothing was sent; look at the application, or take the expectation away ('samebutton recordings edit unexpect')"
	}
	return s
}

// brought is what a step was seen to have done before the next input, for what that one
// expects.
type brought struct {
	by            string // ID of the step
	before, after *inspector.Frozen
	at            time.Time // of the next input
}

// longestExpected is how long a name may be that is expected, in bytes: what is longer is
// a text, not the name of a page.
const longestExpected = 80

// expectation chooses what a new step expects of what the step before brought up, nil
// where there is nothing that is sure to come again: the window or the named page around
// its target, else a heading or page beside it in the same window. Messages, tooltips
// and what has a number in its name come and go, and are never expected.
func (r *reducer) expectation(s Step) *Expectation {
	b := r.brought
	if b == nil || s.Target == nil || s.Kind == StepRawInput || r.began.Add(s.At).Before(b.at) {
		return nil
	}
	r.brought = nil
	id := b.after.ResolveTarget(*s.Target).Node()
	if id == tree.None || r.model == nil {
		return nil
	}
	for _, of := range append(around(b.after, id), beside(b.after, id)...) {
		l, ok := expectable(b.after, of)
		if ok && !shows(b.before, l, true) && shows(b.after, l, false) && shows(r.model, l, false) {
			return &Expectation{Locator: l, By: b.by}
		}
	}
	return nil
}

// around returns the windows and pages around an element, and itself where it is one,
// the outermost first.
func around(f *inspector.Frozen, id tree.NodeID) (list []tree.NodeID) {
	for ; id > 0; id = f.Nodes[id].Parent {
		switch n := &f.Nodes[id]; {
		case n.Role.TopLevel():
			list = append(list, id)
		case n.Role == tree.RoleTabpanel, n.Role == tree.RoleForm, n.Role == tree.RoleRegion, n.Role == tree.RoleDocument, n.Role == tree.RoleGroup:
			list = append(list, id)
		}
	}
	slices.Reverse(list)
	return list
}

// beside returns the headings and pages in the window of an element.
func beside(f *inspector.Frozen, id tree.NodeID) (list []tree.NodeID) {
	top := f.Top(id)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if (n.Role == tree.RoleHeading || n.Role == tree.RoleTabpanel) && top != tree.None && f.Top(n.ID) == top {
			list = append(list, n.ID)
		}
	}
	return list
}

var digits = regexp.MustCompile(`[0-9]+`)

// expectable returns the locator by which an element can be expected again. Numbers in
// the title of a window may be others then.
func expectable(f *inspector.Frozen, id tree.NodeID) (inspector.Locator, bool) {
	if name, ok := f.Name(id); !ok || strings.TrimSpace(name) == "" || len(name) > longestExpected || f.Nodes[id].Secret {
		return inspector.Locator{}, false
	}
	t := f.Target(id)
	if !told(t) {
		return inspector.Locator{}, false
	}
	l := cloneLocator(t.Locator)
	for i := range l.Segments {
		seg := &l.Segments[i]
		for _, k := range seg.Keys {
			if k.Name == inspector.KeyNth || digits.MatchString(k.Value) {
				return inspector.Locator{}, false
			}
		}
		switch has := digits.MatchString(seg.Name); {
		case has && !seg.Role.TopLevel():
			return inspector.Locator{}, false
		case has:
			if seg.Name = digits.ReplaceAllString(seg.Name, "*"); !lettered(seg.Name) {
				return inspector.Locator{}, false
			}
		}
	}
	return l, l.Last().Named
}

// lettered reports whether enough is left of a title to name a window.
func lettered(title string) bool {
	return len(strings.Trim(title, "* .,:;/-#()[]")) >= 3
}

// shows reports whether something that a locator fits is shown; where that cannot be
// told, it says what doubt is.
func shows(f *inspector.Frozen, l inspector.Locator, doubt bool) bool {
	missing, _ := gone(f, f.Match(l))
	if missing == cannotTell {
		return doubt
	}
	return missing == doesNotHold
}
