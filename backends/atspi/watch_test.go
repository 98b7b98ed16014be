package atspi

import (
	"context"
	"testing"
)

// An observation that is given up leaves the next one able to notice changes.
func TestCancelledObservationLeavesWatching(t *testing.T) {
	b := open(t, Options{})
	nodes := things(map[string][]string{"root": {"a"}, "a": {"b"}, "b": nil, "c": nil})
	p := newProvider(t, nodes)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Observe(ctx, scopeOf(p.application(), "")); err == nil {
		t.Error("a cancelled observation has no error")
	}
	b.watchTree(ctx) // cancelled at the worst moment
	replaced := false
	nodes["a"].onChildren = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !replaced {
			replaced = true
			nodes["a"].children = []string{"c"}
			p.touch("a")
		}
	}
	if s := p.observe(t, b, 0); keys(s) != "root a c" || !s.Complete() {
		t.Errorf("after a child was replaced %q was read, complete %v", keys(s), s.Complete())
	}
}
