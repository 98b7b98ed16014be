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
	"github.com/samebutton/samebutton/recorder/policy"
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
	begun  bool   // something was sent by an earlier part of the step
	before *photo // taken before the act; nil where there is none
	// until is when the step's wait is over.
	until time.Time
	// intended says that the intent is in the store.
	intended bool
	// found is what an earlier attempt found and did not act on, because it was not the
	// same any more at the second look. Nothing was sent then.
	found *sight
}

// perform does the act, once. Where the element turned out to be another, or in another
// state, while the act was prepared, nothing was sent: then all of it is done again, with
// the whole proof, until the step's wait is over. Applications make elements anew while
// they fill a list or come to rest.
func (t *transaction) perform(r StepResult) StepResult {
	t.until = time.Now().Add(t.player.waitOf(t.step))
	for {
		done, again := t.attempt(r)
		if !again || t.ctx.Err() != nil || time.Now().After(t.until) {
			return done
		}
		t.before.kept() // nothing is stored when the run is over
		pause := pace{pollFirst}
		pause.wait(t.ctx)
	}
}

// attempt goes through the transaction once. again says that nothing was sent, and that
// another attempt may find the element at rest.
func (t *transaction) attempt(r StepResult) (done StepResult, again bool) {
	first := t.await()
	if t.act.tidies && (first.verdict != VerdictPassed || first.already) {
		return r, false
	}
	first = t.usurped(first)
	t.report(&r, first)
	if r.Verdict != VerdictPassed {
		if r.Verdict == VerdictFailed && first.frozen != nil { // no refusal shows the application
			t.before = t.player.photograph(t.ctx, first.frozen, first.resolution.Node())
		}
		return r, false
	}
	if first.already {
		r.Effect = OutcomeVerified
		if !t.act.opens {
			r.Changes = append(r.Changes, alreadySo)
		}
		return r, false
	}
	// The picture before the second look: between that and the act nothing slow may
	// happen. And before anybody is asked: the password fields are painted over where
	// this look has them.
	t.before = t.player.photograph(t.ctx, first.frozen, first.resolution.Node())
	permission := t.permit(&r, first)
	if r.Verdict != VerdictPassed {
		return r, false
	}
	if t.player.rehearsal != nil {
		return t.rehearse(r), false
	}
	// A person's yes is for the element that they were asked about, and used once.
	free := permission.decision.Effect != policy.Confirm
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
		t.found = &first
		return r, free
	}
	if err := t.intend(r); err != nil {
		r.Verdict, r.Error = VerdictError, fmt.Sprintf("store the intent: %v", err)
		r.Hint = "nothing was sent; free the store and run again"
		return r, false
	}
	second := t.lookAgain()
	if second.verdict == VerdictPassed {
		t.confirm(first, &second)
	}
	if t.ctx.Err() != nil { // what a cut off look says is not the application's
		r.Verdict, r.Error, r.Hint = VerdictStopped, stoppedBefore, ""
		return r, false
	}
	if free && second.mayChange() && time.Now().Before(t.until) {
		t.found = &first
		return r, true
	}
	t.report(&r, second)
	if r.Verdict != VerdictPassed {
		return r, false
	}
	if second.already {
		r.Effect, r.Changes = OutcomeVerified, append(r.Changes, "it became so by itself; nothing was sent")
		return r, false
	}
	if t.permitAgain(&r, permission, second); r.Verdict != VerdictPassed {
		return r, false
	}
	err = t.send(second, evidence)
	r.Delivery = backends.DeliveryOf(err)
	if err != nil {
		t.failed(&r, err)
		if r.Delivery != backends.NotDelivered {
			return r, false
		}
		unsettled := errors.Is(err, backends.ErrGone) || errors.Is(err, backends.ErrChanged) || errors.Is(err, backends.ErrTimeout)
		if free && unsettled && !second.dispatch.input() && time.Now().Before(t.until) {
			t.found = &second
			return r, true
		}
		t.refuse(&r, second)
		return r, false
	}
	t.settle(&r, second)
	return r, false
}

// intend writes the intent into the store, before anything is sent: once, however often
// the element is looked for again until then.
func (t *transaction) intend(r StepResult) error {
	if t.intended {
		return nil
	}
	intent := Intent{
		Run: t.run, N: t.n, Part: t.part, StepID: t.step.ID, Title: t.step.Title, Label: t.step.Label,
		Action: t.act.words, Locator: t.act.target.Locator.String(), Proof: t.player.proofWithoutSecrets(*r.Proof), At: time.Now(),
	}
	if err := t.player.o.Journal.PutIntent(intent); err != nil {
		return err
	}
	t.intended = true
	return nil
}

// usurped refuses what an attempt found where the element of the attempt before is still
// there and reads otherwise now: labels were exchanged, or another got its name, while
// the act was prepared. One that is gone was made anew, as far as anybody can tell.
func (t *transaction) usurped(now sight) sight {
	if t.found == nil || now.verdict != VerdictPassed || now.frozen == nil {
		return now
	}
	was := t.found
	for _, of := range [][2]tree.NodeID{{was.resolution.Node(), now.resolution.Node()}, {was.dispatch.node, now.dispatch.node}} {
		if of[0] == tree.None || now.already && of[1] != now.resolution.Node() {
			continue
		}
		there := now.frozen.ByHandle(was.frozen.Nodes[of[0]].Handle)
		if there == tree.None || there == of[1] || sameTransient(was.frozen, of[0], now.frozen, of[1]) {
			continue
		}
		now.verdict, now.resolution.Outcome, now.never = VerdictStale, inspector.Stale, true
		now.reason = "another element took its place while the act was prepared: " + now.frozen.Short(there) + " was it before"
		now.hint = "nothing was sent; run again when the application has settled"
		break
	}
	return now
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
		snap, err := t.player.look(ctx, t.app)
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
		r.Hint = "the application may have ignored it, or showed before the step already what the step brings about; look at it before you run again"
	}
}

// mustChange reports whether an act without any visible change is a failure: it
// is not where the recorded one had none either.
func (t *transaction) mustChange() bool {
	return t.act.holds != nil || len(t.step.Effects) > 0 || t.step.EffectsUnknown || t.step.Verb != ""
}
