package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Times of a transaction.
const (
	observeLimit = 3 * time.Second        // of one observation
	leastLook    = 500 * time.Millisecond // for the second look, however short the wait
	sendLimit    = 3 * time.Second        // of the act itself
	settleLimit  = 2 * time.Second        // until the effect must be seen
	quietFor     = 250 * time.Millisecond // without a change: the application is done
	pollEvery    = 40 * time.Millisecond
	pollFirst    = 5 * time.Millisecond
)

// pace waits between two looks: little at first, since most effects are there at once,
// so that no more is waited in vain than the effect itself took; then [pollEvery].
type pace struct{ next time.Duration }

func (p *pace) wait(ctx context.Context) {
	p.next = min(max(2*p.next, pollFirst), pollEvery)
	select {
	case <-ctx.Done():
	case <-time.After(p.next):
	}
}

// transaction is the only code that acts on an application: observe, resolve,
// preflight, write the intent, resolve again, act once, observe, compare,
// verdict (guarantee 2).
type transaction struct {
	player *Player
	ctx    context.Context
	app    tree.Application
	run    string
	n      int
	part   int
	step   Step
	act    act
	before *photo // taken before the act; nil where there is none
}

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

func (t *transaction) perform(r StepResult) StepResult {
	first := t.await()
	if t.act.tidies && (first.verdict != VerdictPassed || first.already) {
		return r
	}
	t.report(&r, first)
	if r.Verdict != VerdictPassed {
		return r
	}
	if first.already {
		r.Effect = OutcomeVerified
		if !t.act.opens {
			r.Changes = append(r.Changes, alreadySo)
		}
		return r
	}
	// The picture before the second look: between that and the act nothing slow may
	// happen. And before anybody is asked: the password fields are painted over where
	// this look has them.
	t.before = t.player.photograph(t.ctx, first.frozen, first.resolution.Node())
	permission := t.permit(&r, first)
	if r.Verdict != VerdictPassed {
		return r
	}
	if t.player.rehearsal != nil {
		return t.rehearse(r)
	}
	proof := t.player.proofWithoutSecrets(*r.Proof)
	intent := Intent{
		Run: t.run, N: t.n, Part: t.part, StepID: t.step.ID, Title: t.step.Title, Label: t.step.Label,
		Action: t.act.words, Locator: t.act.target.Locator.String(), Proof: proof, At: time.Now(),
	}
	evidence, err := t.evidence(first)
	if err != nil {
		r.Error = err.Error()
		r.Verdict, r.Resolution, r.Hint = VerdictUnknown, inspector.Unknown, "nothing was sent; run again when the application answers"
		if errors.Is(err, backends.ErrGone) {
			r.Verdict, r.Resolution, r.Hint = VerdictStale, inspector.Stale, "nothing was sent; run again when the application has settled"
		}
		if t.ctx.Err() != nil {
			r.Verdict, r.Resolution, r.Error, r.Hint = VerdictStopped, first.resolution.Outcome, stoppedBefore, ""
		}
		return r
	}
	if err := t.player.o.Journal.PutIntent(intent); err != nil {
		r.Verdict, r.Error = VerdictError, fmt.Sprintf("store the intent: %v", err)
		r.Hint = "nothing was sent; free the store and run again"
		return r
	}
	second := t.lookAgain()
	if second.verdict == VerdictPassed {
		t.confirm(first, &second)
	}
	if t.ctx.Err() != nil { // what a cut off look says is not the application's
		r.Verdict, r.Error, r.Hint = VerdictStopped, stoppedBefore, ""
		return r
	}
	t.report(&r, second)
	if r.Verdict != VerdictPassed {
		return r
	}
	if second.already {
		r.Effect, r.Changes = OutcomeVerified, append(r.Changes, "it became so by itself; nothing was sent")
		return r
	}
	if t.permitAgain(&r, permission, second); r.Verdict != VerdictPassed {
		return r
	}
	err = t.send(second, evidence)
	r.Delivery = backends.DeliveryOf(err)
	if err != nil {
		t.failed(&r, err)
		if r.Delivery == backends.NotDelivered {
			t.refuse(&r, second)
		}
		return r
	}
	t.settle(&r, second)
	return r
}

// await looks until the target is unique and actionable, or the step's wait is over.
func (t *transaction) await() sight {
	ctx, cancel := context.WithTimeout(t.ctx, t.player.waitOf(t.step))
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
	snap, err := p.o.Backend.Observe(ctx, backends.Scope{Application: app})
	if err != nil {
		return nil, err
	}
	return inspector.Freeze(snap), nil
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

// look observes, resolves and checks once. It sends nothing.
func (t *transaction) look() sight {
	ctx, cancel := context.WithTimeout(t.ctx, observeLimit)
	defer cancel()
	f, err := t.player.observe(ctx, t.app)
	if err != nil {
		return unobserved(err)
	}
	s := sight{frozen: f, resolution: f.ResolveTarget(t.act.target)}
	if s.verdict, s.hint = verdictOf(s.resolution); s.verdict != VerdictPassed {
		s.reason = s.resolution.Reason
		return s
	}
	s.verdict, s.hint = "", ""
	node := s.resolution.Node()
	if t.act.holds != nil && t.act.holds(f, node) == holdsTrue {
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

// confirm makes sure that the second look found the same live element as the
// first, and that it has not moved if the act is by place.
func (t *transaction) confirm(first sight, second *sight) {
	if second.already {
		return
	}
	a, b := &first.frozen.Nodes[first.dispatch.node], &second.frozen.Nodes[second.dispatch.node]
	switch {
	case a.Handle != b.Handle && !sameTransient(first.frozen, first.dispatch.node, second.frozen, second.dispatch.node):
		second.verdict, second.resolution.Outcome = VerdictStale, inspector.Stale
		second.reason = "the element was replaced by another while the act was prepared"
		second.hint = "nothing was sent; run again when the application has settled"
	case !sameItems(first, *second):
		second.verdict, second.resolution.Outcome = VerdictStale, inspector.Stale
		second.reason = "the items were replaced by others while the act was prepared"
		second.hint = "nothing was sent; run again when the application has settled"
	case second.dispatch.gesture != nil && !first.dispatch.gesture.sameEnd(second.dispatch.gesture):
		second.verdict, second.reason, second.hint = VerdictNotActionable, "the end of the drag is moving", "nothing was sent; run again"
	case second.dispatch.byPlace() && a.Bounds != b.Bounds:
		second.verdict, second.reason, second.hint = VerdictNotActionable, "the element is moving", "nothing was sent; run again"
	}
}

// evidence reads what the elements by which the target is known say of themselves,
// before the second look confirms them: an act is not sent where one of them says
// something else by then. A handle may be used again for another element, as lists do
// with their rows, after any look.
func (t *transaction) evidence(s sight) ([]backends.Evidence, error) {
	reader, ok := t.player.o.Backend.(backends.EvidenceReader)
	if !ok || s.dispatch.click || s.dispatch.byKeys() {
		return nil, nil
	}
	f := s.frozen
	nodes := f.Evidence(s.dispatch.node)
	if resolved := s.resolution.Node(); resolved != s.dispatch.node { // an item of it
		nodes = append(f.Evidence(resolved), nodes...)
	}
	action := s.dispatch.action
	for _, h := range slices.Concat([]tree.Handle{action.Item}, action.Items, action.Others) {
		if item := f.ByHandle(h); item != tree.None {
			nodes = append(nodes, f.Evidence(item)...)
		}
	}
	var of []tree.Handle
	for _, id := range nodes {
		if h := f.Nodes[id].Handle; !slices.Contains(of, h) {
			of = append(of, h)
		}
	}
	ctx, cancel := context.WithTimeout(t.ctx, observeLimit)
	defer cancel()
	return reader.ReadEvidence(ctx, t.app, of)
}

// report writes what a look gave into the result.
func (t *transaction) report(r *StepResult, s sight) {
	r.Verdict, r.Error, r.Hint = s.verdict, s.reason, s.hint
	r.Resolution, r.Effect, r.Unverified = s.resolution.Outcome, "", "" // not that of an earlier act of the step
	if s.frozen != nil {
		proof := s.frozen.ProofOf(s.resolution, tree.None)
		r.Proof = &proof
		if s.verdict != VerdictPassed {
			t.refuse(r, s)
		}
	}
}

// send does the act, once.
func (t *transaction) send(s sight, evidence []backends.Evidence) error {
	d := s.dispatch
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), sendLimit+time.Duration(len(d.text))*typingTime)
	defer cancel()
	switch {
	case d.gesture != nil:
		return t.player.sendGesture(ctx, t.ctx, s.frozen, d)
	case d.click:
		return t.player.click(ctx, s.frozen, d)
	case d.byKeys():
		return t.sendKeys(ctx, d)
	}
	d.action.Evidence = evidence
	return t.player.o.Backend.Act(ctx, t.app, d.handle, d.action)
}

func (p *Player) click(ctx context.Context, f *inspector.Frozen, d dispatch) error {
	if err := p.pointed(ctx, f, d); err != nil {
		return err
	}
	if err := p.o.Pointer.Click(ctx, 1); err != nil {
		return &backends.DeliveryError{Delivery: backends.Uncertain, Err: err}
	}
	return nil
}

// failed writes an act that was not acknowledged into the result.
func (t *transaction) failed(r *StepResult, err error) {
	r.Error = err.Error()
	switch {
	case r.Delivery == backends.NotDelivered && (errors.Is(err, backends.ErrGone) || errors.Is(err, backends.ErrChanged)):
		r.Verdict, r.Resolution, r.Hint = VerdictStale, inspector.Stale, "nothing was sent"
	case r.Delivery == backends.NotDelivered:
		r.Verdict, r.Hint = VerdictNotActionable, "nothing was sent"
	default:
		r.Verdict, r.Hint = VerdictUncertain, "look at the application before you go on: the act may have landed, and is not sent again"
	}
}

// settle observes until the effect is seen, or the application has been quiet,
// or the limit is over, and writes the outcome.
func (t *transaction) settle(r *StepResult, before sight) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), settleLimit+time.Duration(len(before.dispatch.text))*typingTime)
	defer cancel()
	defer t.restoreLayout(ctx, before.dispatch)
	j := judge{act: t.act, expected: t.step.Effects, before: before.frozen, handle: before.frozen.Nodes[before.resolution.Node()].Handle, mustChange: t.mustChange()}
	if t.act.opens {
		j.expected = nil
	}
	d := before.dispatch
	j.toggles = t.act.holds == nil && !t.act.opens && toggles(&before.frozen.Nodes[d.node]) &&
		(d.click || d.action.Verb == tree.VerbPress || d.action.Verb == tree.VerbToggle)
	var rest pace
	for !j.done(time.Now()) {
		snap, err := t.player.o.Backend.Observe(ctx, backends.Scope{Application: t.app})
		switch {
		case errors.Is(err, backends.ErrGone):
			j.applicationEnded()
		// An answer that the deadline cut off says less than the one before it: what a
		// complete look saw not to hold would pass for what cannot be read.
		case err == nil && (ctx.Err() == nil || j.looks == 0):
			j.see(inspector.Freeze(snap), time.Now())
		}
		if ctx.Err() != nil || j.done(time.Now()) { // a step is not made to wait for nothing
			break
		}
		rest.wait(ctx)
	}
	r.Effect, r.Changes = j.outcome(), append(r.Changes, j.words()...)
	if r.Effect == OutcomeUnverified {
		r.Unverified = j.why()
	}
	if j.after != nil {
		r.After, r.AfterAt = t.player.picture(context.WithoutCancel(t.ctx), j.after, j.after.ByHandle(j.handle))
	}
	r.Verdict, r.Error, r.Hint = VerdictPassed, "", ""
	switch {
	case t.act.opens:
	case r.Effect == OutcomeContradicted && j.toggles && !j.flipped:
		r.Verdict, r.Error = VerdictFailed, "the act was delivered and changed something else: it is checked as it was"
		r.Hint = "look at the changes and pictures of this step"
	case r.Effect == OutcomeContradicted:
		r.Verdict, r.Error = VerdictFailed, "the act was delivered, but what is there now is not what was asked for"
		r.Hint = "look at the changes and pictures of this step"
	case r.Effect == OutcomeNoChange && t.mustChange():
		r.Verdict, r.Error = VerdictFailed, "the act was delivered, but nothing readable changed"
		r.Hint = "the application may have ignored it; look at it before you run again"
	}
}

// mustChange reports whether an act without any visible change is a failure: it
// is not where the recorded one had none either.
func (t *transaction) mustChange() bool {
	return t.act.holds != nil || len(t.step.Effects) > 0 || t.step.EffectsUnknown || t.step.Verb != ""
}
