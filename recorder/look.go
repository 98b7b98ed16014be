package recorder

import (
	"context"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// sight is one look at the application and what it gave.
type sight struct {
	frozen     *inspector.Frozen
	resolution inspector.Resolution
	dispatch   dispatch
	// verdict is VerdictPassed when the target is unique and actionable.
	verdict Verdict
	reason  string
	hint    string
	// never says that waiting cannot help: the element can be acted on, and does
	// not offer what is asked for.
	never bool
	// already says that what the act is for holds before anything is sent.
	already bool
}

// mayChange reports whether another look may find what this one did not.
func (s sight) mayChange() bool {
	switch s.verdict {
	case VerdictStale, VerdictAmbiguous, VerdictUnknown, VerdictNotActionable, VerdictFailed:
		return !s.never
	}
	return false
}

// await looks until the target is unique and actionable, or the step's wait is over.
func (t *transaction) await() sight {
	ctx, cancel := context.WithDeadline(t.ctx, t.until)
	defer cancel()
	w := *t
	w.ctx = ctx
	var last, passed sight
	var rest pace
	for {
		s := w.look()
		if s.verdict == VerdictPassed && !s.already && s.dispatch.byPlace() && t.player.rehearsal == nil {
			// What is acted on by its place must have come to rest there.
			if was := passed; !was.rests(s) {
				passed, rest = s, pace{pollEvery} // more than two frames of what moves
				s.verdict, s.reason, s.hint = VerdictNotActionable, "the element is moving", "nothing was sent; run again when it has come to rest"
				if was.frozen == nil {
					s.reason = "there was time for one look only: whether the element has come to rest is not known"
				}
			}
		}
		// An answer that the deadline cut off says less than the one before it.
		if last.verdict == "" || ctx.Err() == nil || s.verdict == VerdictPassed {
			last = s
		}
		// Leave for real input, an ended process, or what an element does not offer
		// does not come by waiting.
		if last.never || last.verdict == VerdictPassed || last.verdict == VerdictRefused || last.verdict == VerdictError || t.act.tidies || t.player.rehearsal != nil {
			return last
		}
		if rest.wait(ctx); ctx.Err() != nil {
			if t.ctx.Err() != nil {
				last.verdict, last.reason, last.hint = VerdictStopped, stoppedBefore, ""
			}
			return last
		}
	}
}

// rests reports whether two looks, one after the other, found the same element in the
// same place and state.
func (s sight) rests(next sight) bool {
	if s.frozen == nil {
		return false
	}
	a, b := &s.frozen.Nodes[s.dispatch.node], &next.frozen.Nodes[next.dispatch.node]
	same := a.Handle == b.Handle || sameTransient(s.frozen, s.dispatch.node, next.frozen, next.dispatch.node)
	return same && a.Bounds == b.Bounds && a.States == b.States
}

// lookAgain is the second look. An application that is too busy to be read is
// looked at until the wait is over: nothing has been sent. Any other answer than
// the first look's counts at once: something changed.
func (t *transaction) lookAgain() sight {
	ctx, cancel := context.WithTimeout(t.ctx, max(t.player.waitOf(t.step), leastLook))
	defer cancel()
	w := *t
	w.ctx = ctx
	var last sight
	var rest pace
	for {
		s := w.look()
		// An answer that the deadline cut off says less than the one before it.
		if last.verdict == "" || ctx.Err() == nil || s.verdict != VerdictUnknown {
			last = s
		}
		if last.verdict != VerdictUnknown || ctx.Err() != nil {
			return last
		}
		rest.wait(ctx)
	}
}

// observe reads the application; in a dry run it is the one reading of it.
func (p *Player) observe(ctx context.Context, app tree.Application) (*inspector.Frozen, error) {
	if p.rehearsal != nil {
		return p.rehearsal.frozen, p.rehearsal.unread
	}
	snap, err := p.look(ctx, app)
	if err != nil {
		return nil, err
	}
	return inspector.Freeze(snap), nil
}

// look reads the application anew, without the texts of fields that hid them once.
func (p *Player) look(ctx context.Context, app tree.Application) (*tree.Snapshot, error) {
	snap, err := p.o.Backend.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return nil, err
	}
	return p.veil.cover(snap), nil
}

// verdictOf returns the verdict of a search, and what to do where it did not find
// exactly one element.
func verdictOf(r inspector.Resolution) (v Verdict, hint string) {
	switch r.Outcome {
	case inspector.Unique:
		return VerdictPassed, ""
	case inspector.Stale:
		return VerdictStale, "the element is not there any more, or is called otherwise; see what is there now (candidates), use one instead in the window, or record the step again"
	case inspector.Ambiguous:
		return VerdictAmbiguous, "label what tells them apart (a named group, a row heading), or record the step again"
	}
	return VerdictUnknown, "not everything could be read; run again when the application answers"
}

// look observes, resolves and checks once, also what the step expects to be there
// besides its target, until something of the step was sent. It sends nothing.
func (t *transaction) look() sight {
	s := t.lookForTarget()
	if s.frozen == nil || t.begun {
		return s
	}
	return t.expected(s)
}

func (t *transaction) lookForTarget() sight {
	ctx, cancel := context.WithTimeout(t.ctx, observeLimit)
	defer cancel()
	f, err := t.player.observe(ctx, t.app)
	if err != nil {
		return unobserved(err)
	}
	s := sight{frozen: f, resolution: f.ResolveToAct(t.act.target)}
	if s.verdict, s.hint = verdictOf(s.resolution); s.verdict != VerdictPassed {
		s.reason = s.resolution.Reason
		return s
	}
	s.verdict, s.hint = "", ""
	node := s.resolution.Node()
	if t.act.isSo(f, node) {
		s.verdict, s.already = VerdictPassed, true
		return s
	}
	s.dispatch, err = t.act.choose(f, node)
	if err != nil {
		// Toolkits offer less, or nothing, of what is disabled or hidden (Qt): then
		// that is the reason, and it may change.
		if v, reason, hint := t.player.preflight(ctx, f, dispatch{node: node}); v != VerdictPassed {
			s.verdict, s.reason, s.hint = v, reason, hint
			return s
		}
	}
	switch {
	case errors.Is(err, errNotOffered):
		s.verdict, s.reason, s.hint, s.never = VerdictNotActionable, err.Error(), "nothing was sent; see what it offers with 'samebutton inspect'", true
		if t.step.Kind == StepSetText {
			s.hint = "nothing was sent; type it yourself, or use a program that lets its texts be set"
		}
	case errors.Is(err, errNeedsInput):
		s.verdict, s.reason, s.hint = VerdictRefused, err.Error(), "allow raw input for this run (--allow-input)"
	case err != nil:
		s.verdict, s.reason, s.hint = VerdictNotActionable, err.Error(), "nothing was sent"
	default:
		s.verdict, s.reason, s.hint = t.player.preflight(ctx, f, s.dispatch)
	}
	return s
}

const alreadySo = "it was already so; nothing was sent"

const stoppedBefore = "stopped before anything was sent"

// errNotOffered means that an element has no such action, text or value at all.
var errNotOffered = errors.New("not offered")

var errNeedsInput = errors.New("this step needs real keyboard or pointer input")

func unobserved(err error) sight {
	s := sight{verdict: VerdictUnknown, reason: err.Error(), hint: "nothing was sent; the application may be busy or stopped"}
	s.resolution.Outcome = inspector.Unknown
	if errors.Is(err, backends.ErrGone) {
		s.verdict, s.reason, s.hint = VerdictError, fmt.Sprintf("the application has ended: %v", err), "start it and run again"
	}
	if errors.Is(err, backends.ErrNoBus) {
		s.verdict, s.hint = VerdictError, "run inside a desktop session with an accessibility bus"
	}
	return s
}
