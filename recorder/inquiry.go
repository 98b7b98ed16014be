package recorder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Times of conditions.
const (
	// assertWithin is how long an assertion may take to become true: what a step sets
	// off needs a moment to be seen.
	assertWithin = 2 * time.Second
	// quietMoment is how long nothing may change for a condition "quiet".
	quietMoment = 500 * time.Millisecond
)

// inquiry looks whether the condition of a step holds. It sends nothing, so it
// writes no intent.
type inquiry struct {
	transaction
	condition Condition
	// text is what name and text conditions look for; hidden says that it is the
	// value of a secret parameter, so that what is seen is not said either.
	text   string
	hidden bool
	// Of condition quiet: the last look and when anything changed.
	last  *inspector.Frozen
	moved time.Time
}

// finding is what one look said about a condition.
type finding struct {
	sight // of the target; verdict says whether the condition holds
	seen  string
}

// inquire performs a step that only looks.
func (p *Player) inquire(ctx context.Context, step Step, r StepResult) StepResult {
	q := inquiry{transaction: transaction{player: p, ctx: ctx, app: p.app, step: step}, condition: *step.Condition, text: step.Condition.Text}
	if step.Target != nil {
		q.act.target = *step.Target
	}
	if name := step.Condition.Parameter; name != "" {
		q.text = p.parameter(name)
		q.hidden = slices.Contains(p.secrets, q.text)
		if q.condition.Match == MatchPattern {
			q.condition.Match = MatchExact // the value is no pattern: its stars are stars
		}
	}
	if p.rehearsal != nil && q.condition.Kind == ConditionQuiet {
		r.Verdict, r.Seen = VerdictSkipped, "a dry run looks once and cannot tell"
		return r
	}
	if p.untold[q.condition.Parameter] {
		r.Verdict, r.Seen = VerdictSkipped, "a dry run without the value of the parameter cannot tell"
		return r
	}
	found := q.await()
	r.Verdict, r.Error, r.Hint, r.Resolution, r.Seen = found.verdict, found.reason, found.hint, found.resolution.Outcome, found.seen
	if found.frozen == nil {
		q.refuse(&r, found.sight)
		return r
	}
	if step.Target != nil {
		proof := found.frozen.ProofOf(found.resolution, tree.None)
		r.Proof = &proof
	}
	q.refuse(&r, found.sight)
	if r.Before == "" && r.Verdict != VerdictStopped {
		r.Before, r.BeforeAt = p.picture(ctx, found.frozen, found.resolution.Node())
	}
	return r
}

// within is how long the condition may take to become true.
func (q *inquiry) within() time.Duration {
	if q.step.Kind == StepAssert && q.step.Within == 0 {
		return min(assertWithin, q.player.o.Wait)
	}
	return q.player.waitOf(q.step)
}

// await looks until the condition holds or its time is over.
func (q *inquiry) await() finding {
	ctx, cancel := context.WithTimeout(q.ctx, q.within())
	defer cancel()
	var last finding
	var rest pace
	for {
		found := q.look(ctx)
		// An answer that the deadline cut off says less than the one before it.
		if last.verdict == "" || ctx.Err() == nil || found.verdict == VerdictPassed {
			last = found
		}
		if last.never || last.verdict == VerdictPassed || last.verdict == VerdictError || q.player.rehearsal != nil {
			return last
		}
		if rest.wait(ctx); ctx.Err() != nil {
			if q.ctx.Err() != nil {
				last.verdict, last.reason, last.hint = VerdictStopped, "stopped while it was looked for", ""
			}
			return last
		}
	}
}

// look looks once.
func (q *inquiry) look(ctx context.Context) finding {
	ctx, cancel := context.WithTimeout(ctx, observeLimit)
	defer cancel()
	f, err := q.player.observe(ctx, q.app)
	if err != nil {
		found := finding{sight: unobserved(err)}
		if found.verdict == VerdictUnknown {
			found.hint = "the application may be busy or stopped"
		}
		return found
	}
	found := finding{sight: sight{frozen: f}}
	holds := cannotTell
	switch q.condition.Kind {
	case ConditionQuiet:
		holds, found.seen = q.quiet(f, time.Now())
	case ConditionGone:
		found.resolution = f.MatchTarget(q.act.target)
		holds, found.seen = gone(f, found.resolution)
	case ConditionCount:
		found.resolution = f.MatchTarget(q.act.target)
		holds, found.seen = q.count(found.resolution)
	default:
		found.resolution = f.ResolveTarget(q.act.target)
		if v, hint := verdictOf(found.resolution); v != VerdictPassed {
			found.verdict, found.reason, found.hint = v, found.resolution.Reason, hint
			return found
		}
		holds, found.seen, err = q.holds(f, found.resolution.Node())
		if errors.Is(err, errSecret) {
			found.verdict, found.reason, found.never = VerdictRefused, err.Error(), true
			found.hint = "look for something else, such as what the application says after it was typed"
			return found
		}
	}
	if q.condition.Not && holds != cannotTell && q.condition.Kind.turns() {
		holds = holdingOf(holds == doesNotHold)
	}
	q.conclude(&found, holds)
	return found
}

// conclude turns what was seen into a verdict.
func (q *inquiry) conclude(found *finding, holds holding) {
	switch holds {
	case holdsTrue:
		found.verdict = VerdictPassed
	case doesNotHold:
		found.verdict = VerdictFailed
		found.reason = fmt.Sprintf("expected %s, and seen was %s", q.words(), found.seen)
		found.hint = "look at the picture of this step"
	default:
		found.verdict = VerdictUnknown
		found.reason = fmt.Sprintf("whether there is %s cannot be told: %s", q.words(), found.seen)
		if why := found.resolution.Reason; why != "" && why != found.seen {
			found.reason += " (" + why + ")"
		}
		found.hint = "not everything could be read; run again when the application answers"
	}
}

// words say what is expected, without secrets.
func (q *inquiry) words() string {
	if q.hidden {
		c := q.condition
		c.Text = ""
		return c.words()
	}
	c := q.condition
	c.Text = q.text
	if q.condition.Parameter != "" {
		c.Parameter = "" // its value says more
	}
	return c.words()
}

// turns reports whether Not is for a kind of condition.
func (k ConditionKind) turns() bool {
	switch k {
	case ConditionVisible, ConditionGone, ConditionQuiet:
		return false
	}
	return true
}

// known reports whether a recording of this program can have the kind.
func (k ConditionKind) known() bool {
	switch k {
	case ConditionVisible, ConditionGone, ConditionName, ConditionText, ConditionValue, ConditionState, ConditionFocus, ConditionCount, ConditionQuiet:
		return true
	}
	return false
}

// words say a condition for a person: `the text "Anna"`.
func (c Condition) words() string {
	not := ""
	if c.Not && c.Kind.turns() {
		not = "not "
	}
	text := fmt.Sprintf("%q", c.Text)
	if c.Parameter != "" {
		text = "of parameter " + c.Parameter
	}
	switch c.Match {
	case MatchContains:
		text = "with " + text + " in it"
	case MatchPattern:
		text = "that matches " + text
	}
	switch c.Kind {
	case ConditionVisible:
		return "that it is shown"
	case ConditionGone:
		return "that it is gone"
	case ConditionName:
		return not + "the name " + text
	case ConditionText:
		return not + "the text " + text
	case ConditionValue:
		return fmt.Sprintf("%sthe value %v", not, c.Number)
	case ConditionState:
		return not + "the state " + c.State
	case ConditionFocus:
		return not + "the keyboard"
	case ConditionCount:
		if c.Number == 1 {
			return not + "1 element"
		}
		return fmt.Sprintf("%s%v elements", not, c.Number)
	case ConditionQuiet:
		return "that nothing changes"
	}
	return string(c.Kind)
}

var errSecret = errors.New("the text of a password field is never read")

// holds answers what is asked of one element, and what was seen of it.
func (q *inquiry) holds(f *inspector.Frozen, id tree.NodeID) (holding, string, error) {
	n := &f.Nodes[id]
	c := q.condition
	const unread = "its states could not be read"
	switch c.Kind {
	case ConditionVisible:
		switch {
		case !n.StatesRead:
			return cannotTell, unread, nil
		case shown(n):
			return holdsTrue, "it is shown", nil
		}
		return doesNotHold, "it is there and not shown", nil
	case ConditionName:
		return q.compare("name", n.Name)
	case ConditionText:
		if n.Secret {
			return cannotTell, "", errSecret
		}
		return q.compare("text", textOf(f, id))
	case ConditionValue:
		if n.Range == nil {
			return cannotTell, "it has no number that could be read", nil
		}
		return holdingOf(equal(n.Range.Current, c.Number)), fmt.Sprintf("the value %v", n.Range.Current), nil
	case ConditionState:
		return hasState(n, c.State)
	case ConditionFocus:
		if !n.StatesRead {
			return cannotTell, unread, nil
		}
		if hasKeyboard(f, id) {
			return holdsTrue, "it has the keyboard", nil
		}
		return doesNotHold, holderOf(f), nil
	}
	return cannotTell, fmt.Sprintf("nobody knows what %q asks", c.Kind), nil
}

// compare compares a text of an element with the wanted one.
func (q *inquiry) compare(what string, now tree.Text) (holding, string, error) {
	if now.State == tree.Unreadable {
		return cannotTell, "its " + what + " could not be read", nil
	}
	have, want := inspector.Normalize(now.Value), inspector.Normalize(q.text)
	same := have == want
	switch q.condition.Match {
	case MatchContains:
		same = strings.Contains(have, want)
	case MatchPattern:
		same = inspector.FitsTitle(want, have)
	}
	seen := fmt.Sprintf("the %s %q", what, have)
	switch {
	case q.hidden:
		seen = "another " + what
		if same {
			seen = "that " + what
		}
	case now.State == tree.Absent:
		seen = "no " + what
	}
	return holdingOf(same), seen, nil
}

// textOf returns the text that an element shows: its value, what a combo box says is
// chosen, else its name.
func textOf(f *inspector.Frozen, id tree.NodeID) tree.Text {
	n := &f.Nodes[id]
	switch {
	case n.Value.State == tree.Unreadable:
		return n.Value
	case n.Role == tree.RoleCombobox:
		return tree.KnownText(comboText(f, id))
	case n.Value.State == tree.Known && (n.Value.Value != "" || n.Role.EditsText() || n.States.Has(tree.Editable)):
		return n.Value
	}
	return n.Name
}

// equal compares numbers as applications keep them: 0.1+0.2 is 0.3.
func equal(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

func shown(n *tree.Node) bool { return n.States.Has(tree.Showing) && n.States.Has(tree.Visible) }

// hasState answers whether an element has a state by its word.
func hasState(n *tree.Node, word string) (holding, string, error) {
	state, err := tree.ParseState(word)
	switch {
	case err != nil:
		return cannotTell, err.Error(), nil
	case !n.StatesRead:
		return cannotTell, "its states could not be read", nil
	}
	switch has, known := HasState(n, state); {
	case !known:
		return cannotTell, "it is neither checked nor unchecked", nil
	case has:
		return holdsTrue, "the state " + word, nil
	}
	return doesNotHold, "it is not " + word, nil
}

// HasState answers as a condition does whether an element has a state. known is false
// where that cannot be told.
func HasState(n *tree.Node, state tree.State) (has, known bool) {
	if !n.StatesRead {
		return false, false
	}
	switch has = n.States.Has(state); state {
	case tree.Checked, tree.Pressed:
		if n.States.Has(tree.Indeterminate) {
			return false, false
		}
		has = has || state == tree.Checked && isChecked(n)
	case tree.Enabled:
		has = n.States.Has(tree.Sensitive) // GTK4 never says enabled; all say sensitive
	}
	return has, true
}

// hasKeyboard reports whether an element has the keyboard within its application. A
// window that is not active keeps its own focus.
func hasKeyboard(f *inspector.Frozen, id tree.NodeID) bool {
	if !f.Nodes[id].States.Has(tree.Focused) {
		return false
	}
	own := f.Top(id)
	for _, top := range f.Nodes[0].Children {
		if top != own && f.Nodes[top].States.Has(tree.Active) {
			return false
		}
	}
	return true
}

// holderOf says which element has the keyboard.
func holderOf(f *inspector.Frozen) string {
	if id := deepestFocused(f); id != tree.None {
		return f.Short(id) + " has it"
	}
	return "no element that was read has it"
}

// gone answers whether nothing that a locator fits is shown. It needs a complete
// search, unless something is shown that fits.
func gone(f *inspector.Frozen, r inspector.Resolution) (holding, string) {
	unread := false
	for _, id := range r.Matches {
		n := &f.Nodes[id]
		switch {
		case !n.StatesRead:
			unread = true
		case shown(n):
			return doesNotHold, f.Short(id) + ", which is shown"
		}
	}
	switch {
	case unread:
		return cannotTell, "its states could not be read"
	case !r.Complete || len(r.Undecided) > 0:
		return cannotTell, "the search was not complete"
	case len(r.Matches) > 0:
		return holdsTrue, "it is there and not shown"
	}
	return holdsTrue, fmt.Sprintf("none of %d elements is it", r.Compared)
}

// count counts what the locator fits.
func (q *inquiry) count(r inspector.Resolution) (holding, string) {
	if !r.Complete || len(r.Undecided) > 0 {
		return cannotTell, fmt.Sprintf("%d were found, and the search was not complete", len(r.Matches))
	}
	seen := fmt.Sprintf("%d elements", len(r.Matches))
	if len(r.Matches) == 1 {
		seen = "1 element"
	}
	return holdingOf(float64(len(r.Matches)) == q.condition.Number), seen
}

// quiet answers whether nothing changed for a moment.
func (q *inquiry) quiet(f *inspector.Frozen, now time.Time) (holding, string) {
	for _, c := range f.Cuts {
		switch c.Reason {
		case tree.CutTime, tree.CutChanged, tree.CutEnded, tree.CutUnreadable, tree.CutCountMismatch:
			q.last = nil
			return cannotTell, fmt.Sprintf("not everything could be read: %s (%s)", c.Reason, c.Detail)
		}
	}
	if q.last == nil {
		q.last, q.moved = f, now
		return doesNotHold, "only one look so far"
	}
	changes := inspector.Diff(q.last, f)
	q.last = f
	if len(changes) > 0 {
		q.moved = now
		return doesNotHold, "a change: " + changes[0].Words
	}
	if still := now.Sub(q.moved); still < quietMoment {
		return doesNotHold, fmt.Sprintf("quiet for only %d ms", still.Milliseconds())
	}
	return holdsTrue, "nothing changed"
}
