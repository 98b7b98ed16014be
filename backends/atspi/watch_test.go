package atspi

import (
	"context"
	"testing"

	"github.com/samebutton/samebutton/samples/provider"
)

// An observation that is given up leaves the next one able to notice changes.
func TestCancelledObservationLeavesWatching(t *testing.T) {
	b := open(t, Options{})
	p := host(t, chain...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Observe(ctx, scopeOf(p.application(), "")); err == nil {
		t.Error("a cancelled observation has no error")
	}
	b.watchTree(ctx) // cancelled at the worst moment
	// The child is replaced after the list with it was sent, so that the count stays.
	p.do(t, when("b", "", 1, provider.Command{Do: "remove", Key: "b"}, add("a", "c")))
	if s := p.observe(t, b, 0); keys(s) != "root a c" || !s.Complete() {
		t.Errorf("after a child was replaced %q was read, complete %v", keys(s), s.Complete())
	}
}
