package recorder

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/policy"
)

// permission is leave to send one act, bound to what it was given for.
type permission struct {
	request policy.Request
	digest  string
	// decision is what the policy said by itself, before a person was asked.
	decision policy.Decision
}

// permit asks the policy, and where that wants it a person, about what a look has
// found, and writes the decision into the result. Its verdict is passed only with
// leave.
func (t *transaction) permit(r *StepResult, s sight) permission {
	p := permission{request: t.request(s), digest: t.digest(s)}
	p.decision = t.player.o.Policy.Decide(p.request)
	t.player.decide(t.ctx, r, policy.Question{
		Request: p.request, Digest: p.digest, Title: t.step.Shown(), Target: t.act.target.Describe,
	})
	return p
}

// permitLaunch asks whether a program may be started. A confirmation is for this
// program with these arguments and this environment.
func (p *Player) permitLaunch(ctx context.Context, r *StepResult, step Step) {
	l := *step.Launch
	p.decide(ctx, r, policy.Question{
		Request: policy.Request{Act: policy.ActLaunch, Application: l.Application, Executable: l.Executable, Environment: len(l.Environment) > 0},
		Digest:  policy.Digest(slices.Concat([]string{l.Executable}, l.Arguments, []string{"", ""}, l.Environment)...),
		Title:   step.Shown(), Target: l.words(),
	})
}

// decide asks the policy, and where that wants it a person, and writes the decision
// into the result. A dry run asks nobody: it says that somebody would be asked.
func (p *Player) decide(ctx context.Context, r *StepResult, q policy.Question) {
	d := p.o.Policy.Decide(q.Request)
	hint := "see what the policy says ('samebutton policy')"
	switch {
	case d.Layer == policy.LayerHardBlock:
		hint = "do this step yourself: no rule can allow it"
	case d.Effect == policy.Confirm && p.rehearsal != nil && p.o.Ask != nil:
		r.Decisions = append(r.Decisions, d)
		r.Hint = "a replay asks a person before it"
		return
	case d.Effect == policy.Confirm:
		q.Decision, q.Title, q.Target = d, p.hide(q.Title), p.hide(q.Target)
		hint = p.ask(ctx, &d, q)
	}
	r.Decisions = append(r.Decisions, d)
	if d.Effect == policy.Allow {
		return
	}
	r.Verdict, r.Error, r.Hint = VerdictRefused, refusedBecause(d), hint
	if ctx.Err() != nil {
		r.Verdict, r.Error, r.Hint = VerdictStopped, stoppedBefore, ""
	}
}

// permitAgain makes sure that what is about to be sent is what leave was given for.
// A name can change between two looks at the same element, and for keys that go to a
// window the focus in it, and the button that Return presses. The title of the window may go on as long as the policy says
// the same of it.
func (t *transaction) permitAgain(r *StepResult, p permission, s sight) {
	now := t.request(s)
	d := t.player.o.Policy.Decide(now)
	same := t.digest(s) == p.digest && now.Role == p.request.Role && now.Name == p.request.Name && slices.Equal(now.Presses, p.request.Presses) && d == p.decision
	if same || d.Effect == policy.Allow {
		return
	}
	r.Decisions = append(r.Decisions, d)
	r.Verdict, r.Error = VerdictRefused, "what was permitted is not what is there now"
	r.Hint = "nothing was sent; run again when the application has settled"
}

// ask asks a person and returns what to do where the answer is no.
func (p *Player) ask(ctx context.Context, d *policy.Decision, q policy.Question) (hint string) {
	if p.o.Ask == nil {
		return "a person must confirm this step: replay it where one is asked, or allow it (" + leaveFor(q.Request) + ", or a rule of the policy file)"
	}
	answer, err := p.o.Ask(ctx, q)
	switch {
	case err != nil:
		d.Reason += fmt.Sprintf(" (asking failed: %v)", err)
	case answer.Yes:
		d.Effect, d.Confirmed = policy.Allow, answer.How
	case answer.Hint != "":
		return answer.Hint
	default:
		d.Effect, d.Confirmed = policy.Deny, saidNo
	}
	return "nothing was sent"
}

// saidNo is how a person confirmed what they did not.
const saidNo = "a person said no"

// leaveFor is the flag that allows an act without asking.
func leaveFor(r policy.Request) string {
	if r.Act == policy.ActLaunch {
		return "--allow-launch"
	}
	return "--allow-consequential"
}

func refusedBecause(d policy.Decision) string {
	why := "the policy wants a person to confirm this"
	switch {
	case d.Layer == policy.LayerHardBlock:
		why = "this is never sent"
	case d.Confirmed == saidNo:
		why = "a person was asked and said no"
	case d.Effect == policy.Deny:
		why = "the policy forbids this"
	}
	if d.Rule != "" && d.Layer == policy.LayerFile {
		why += fmt.Sprintf(" (rule %q)", d.Rule)
	}
	if d.Reason != "" {
		why += ": " + d.Reason
	}
	return why
}

// request says what a look would send.
func (t *transaction) request(s sight) policy.Request {
	f, d := s.frozen, s.dispatch
	r := policy.Request{Application: t.app.Name, Executable: t.app.Executable, Keys: d.keys, Input: d.input()}
	id := d.node
	switch {
	case (t.act.opens || t.act.tidies) && leadsOn(f, id):
		r.Act = policy.ActOpen
	case len(d.keys) > 0:
		r.Act = policy.ActKeys
		if focus := deepestFocused(f); focus != tree.None && f.Inside(focus, id) {
			id = focus
		}
		r.Presses = defaults(f, id, d.keys)
	case d.gesture != nil:
		r.Act = d.gesture.act()
	case d.click:
		r.Act = policy.ActClick
	case d.byKeys():
		r.Act = policy.ActType
	default:
		r.Act = policy.Act(d.action.Verb)
		item := d.action.Item
		if item == "" && len(d.action.Items) == 1 {
			item = d.action.Items[0]
		}
		if item != "" {
			if item := f.ByHandle(item); item != tree.None {
				id = item
			}
		}
	}
	r.Role = f.Nodes[id].Role
	r.Name, _ = f.Name(id)
	if top := f.Top(id); top != tree.None {
		r.Window, _ = f.Name(top)
	}
	return r
}

// leadsOn reports whether an element is there to show others: pressing it does nothing
// else. What a recording only says to be on the way to another is what it is.
func leadsOn(f *inspector.Frozen, id tree.NodeID) bool {
	return isMenu(f.Nodes[id].Role) && opensMenu(f, id) || comboOf(f, id) != tree.None
}

// digest stands for the live element and everything that is sent to it, but for
// the values of secrets.
func (t *transaction) digest(s sight) string {
	d := s.dispatch
	n := &s.frozen.Nodes[d.node]
	name, _ := s.frozen.Name(d.node)
	parts := []string{
		strconv.Itoa(t.app.PID), strconv.FormatUint(t.app.Started, 10), string(d.handle), string(n.Role), name,
		t.act.target.Locator.String(), t.act.words, string(d.action.Verb), string(d.action.Item),
		strconv.FormatFloat(d.action.Number, 'g', -1, 64), strconv.FormatBool(d.click), inspector.Normalize(t.player.hide(d.action.Text)), inspector.Normalize(t.player.hide(d.text)), strconv.FormatBool(d.clears),
	}
	for _, h := range slices.Concat(d.action.Items, d.action.Others) {
		parts = append(parts, string(h))
	}
	return policy.Digest(slices.Concat(parts, d.keys, d.gestureWords())...)
}

// input reports whether real pointer or keyboard input is sent.
func (d dispatch) input() bool { return d.byPlace() || d.byKeys() }

// act is the word of the policy for a gesture.
func (g *gesture) act() policy.Act {
	switch g.kind {
	case gestureDouble:
		return policy.ActDoubleClick
	case gestureContext:
		return policy.ActContextClick
	case gestureDrag:
		return policy.ActDrag
	case gestureWheel:
		return policy.ActScroll
	}
	return policy.ActClick
}
