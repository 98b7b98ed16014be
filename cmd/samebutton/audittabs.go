package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/tabwalk"
	"github.com/samebutton/samebutton/recorder/policy"
)

// tabbing is leave to press Tab in the audited window.
type tabbing struct {
	walk        bool
	throughText bool
}

// check refuses what a walk with Tab cannot be made for.
func (t tabbing) check(c *cli, o *auditing) error {
	switch {
	case t.throughText && !t.walk:
		return fail(usage, "add --tab-order, or leave it out", "--tab-through-text is for a walk with Tab")
	case t.walk && o.after != "":
		return fail(usage, "audit the Tab order of one state, without --after", "a replay has the keyboard")
	case t.walk:
		return c.live(usage, "Tab cannot be pressed in a saved snapshot")
	}
	return nil
}

// tabKeys is leave to press Tab: this process controls the input of the display under
// held until done.
type tabKeys struct {
	rules *policy.Policy
	keys  tabwalk.Keys
	held  context.Context
	done  func()
}

// stopped is why a walk may not go on, nil where it may: it was called off, or another
// program controls the input now.
func (k *tabKeys) stopped() error {
	switch cause := context.Cause(k.held); {
	case errors.Is(cause, errLeaseLost):
		return fail(failed, "see who controls it with 'samebutton doctor', then run again", "stopped: %v", errLeaseLost)
	default:
		return cause
	}
}

// tabKeys takes control of the input for a walk.
func (c *cli) tabKeys(ctx context.Context) (*tabKeys, error) {
	rules, err := c.loadPolicy()
	if err != nil {
		return nil, err
	}
	held, release, err := c.control(ctx)
	if err != nil {
		return nil, err
	}
	pointer, drop, err := c.pointer(held)
	if err != nil {
		release()
		return nil, fail(environment, "run without --tab-order, or see 'samebutton doctor'", "open the keyboard: %v", err)
	}
	k := &tabKeys{rules: rules, held: held, done: func() { drop(); release() }}
	var ok bool
	if k.keys, ok = pointer.(tabwalk.Keys); !ok {
		k.done()
		return nil, fail(environment, "run without --tab-order", "%v", tabwalk.ErrKeyboardUnknown)
	}
	return k, nil
}

// walkTabs presses Tab in the audited window. This process controls the input of the
// display meanwhile, and the policy allows each key and the request at the end.
func (s *session) walkTabs(ctx context.Context, subject *audit.Subject, t tabbing) (*audit.TabWalk, error) {
	k, err := s.cli.tabKeys(ctx)
	if err != nil {
		return nil, err
	}
	defer k.done()
	return s.walkWith(k, subject, t)
}

// walkWith is walkTabs with the control that was taken.
func (s *session) walkWith(k *tabKeys, subject *audit.Subject, t tabbing) (*audit.TabWalk, error) {
	w := tabwalk.Walker{
		Backend: s.backend, App: s.app, Keys: k.keys, ThroughText: t.throughText, Read: s.unkept,
		Allow:      func(window, n *tree.Node, keys ...string) error { return allowTab(k.rules, subject, window, n, keys) },
		AllowFocus: func(window, n *tree.Node) error { return allowFocus(k.rules, subject, window, n) },
	}
	walk, err := w.Walk(k.held, subject)
	switch why := k.stopped(); {
	case why != nil && (err != nil || errors.Is(context.Cause(k.held), errLeaseLost)):
		return nil, why // whatever else failed then says nothing about the keyboard
	case errors.Is(err, tabwalk.ErrKeyboardElsewhere):
		return nil, fail(notActionable, "click into the window that is to be audited (from another terminal start with 'sleep 5;'), or name it with --window; nothing was pressed", "Tab was not pressed: %v", err)
	case errors.Is(err, tabwalk.ErrKeyboardUnknown):
		return nil, fail(environment, "see 'samebutton doctor'; nothing was pressed", "Tab was not pressed: %v", err)
	case err != nil:
		return nil, err
	}
	return walk, nil
}

// unkept reads the application without keeping the reading.
func (s *session) unkept(ctx context.Context) (*inspector.Frozen, error) {
	snap, err := s.observe(ctx)
	if err != nil {
		return nil, err
	}
	return inspector.Freeze(snap), nil
}

// allowTab asks the policy about a key in a window; n is nil where nobody said what has
// the focus.
func allowTab(rules *policy.Policy, s *audit.Subject, window, n *tree.Node, keys []string) error {
	return allowOf(rules, s, window, n, policy.Request{Act: policy.ActKeys, Keys: keys, Input: true})
}

// allowFocus asks the policy about the request that gives the focus back.
func allowFocus(rules *policy.Policy, s *audit.Subject, window, n *tree.Node) error {
	return allowOf(rules, s, window, n, policy.Request{Act: policy.Act(tree.VerbFocus)})
}

// allowOf asks the policy about an act of a walk on an element, in the words in which it
// is asked about a step of a replay. Nobody can be asked about each of them: what needs a
// person's word is not sent. The window is told also of an element that was not there when
// the application was read: a rule about it must not depend on that.
func allowOf(rules *policy.Policy, s *audit.Subject, window, n *tree.Node, r policy.Request) error {
	r.Application, r.Executable = s.Application.Name, s.Application.Executable
	r.Window = inspector.Normalize(window.Name.Value)
	if n != nil {
		r.Role, r.Name = n.Role, inspector.Normalize(n.Name.Value)
	}
	if d := rules.Decide(r); d.Effect != policy.Allow {
		return fmt.Errorf("the policy does not let it be sent: %s", orElse(d.Reason, string(d.Effect)))
	}
	return nil
}
