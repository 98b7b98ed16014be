package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/fake"
)

// runUntil runs a command line and interrupts it when stop says so.
func (b *bench) runUntil(stop func() bool, args ...string) {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	defer cancel()
	go func() {
		for !stop() && ctx.Err() == nil {
			time.Sleep(2 * time.Millisecond)
		}
		cancel()
	}()
	b.runFor(ctx, args...)
}

func after(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return time.Now().After(end) }
}

// TestInterrupted: Ctrl-C has one answer, whatever was under way.
func TestInterrupted(t *testing.T) {
	hang := func(b *bench) { b.apps[0].Change((*fake.Model).Hang) }
	rename := func(b *bench) { b.apps[0].Change(func(m *fake.Model) { m.Rename("save", "Store") }) }
	for name, c := range map[string]struct {
		change func(*bench)
		args   []string
	}{
		"find hanging":    {hang, []string{"find", `button "Save"`}},
		"act hanging":     {hang, []string{"act", "press", `button "Save"`}},
		"replay hanging":  {hang, []string{"replay", "new order"}},
		"replay waiting":  {rename, []string{"replay", "new order"}},
		"dry run hanging": {hang, []string{"replay", "new order", "--dry-run"}},
		"doctor hanging":  {hang, []string{"doctor"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := flowBench(t)
			c.change(b)
			began := time.Now()
			b.runUntil(after(150*time.Millisecond), append(c.args, "--json", "--timeout", "10m")...)
			if took := time.Since(began); took > 5*time.Minute {
				t.Errorf("took %v", took)
			}
			b.want(1)
			v := b.answer()
			if at(v, "error.code") != "failed" || at(v, "error.message") != "interrupted" || strings.Contains(b.out, "may hang") {
				t.Error(b.out)
			}
			if verdict := at(v, "error.details.verdict"); verdict != nil && verdict != "stopped" {
				t.Errorf("verdict %v\n%s", verdict, b.out)
			}
		})
	}
}

// TestInterruptedAfterSending: what may have landed is not forgotten.
func TestInterruptedAfterSending(t *testing.T) {
	b := flowBench(t)
	b.apps[0].NextActs(fake.LostAnswer)
	b.runUntil(func() bool { return len(b.apps[0].Done()) > 0 }, "act", "press", `button "Save"`, "--json")
	b.want(7)
}

// TestApplicationEnds: a replay whose application ends in the middle of it.
func TestApplicationEnds(t *testing.T) {
	b := flowBench(t)
	b.apps[0].On("customer", (*fake.Model).Die)
	b.run("replay", "new order", "--timeout", "5s", "--json")
	b.want(9)
	if at(b.answer(), "error.code") != "environment" || !strings.Contains(b.out, "has ended") {
		t.Error(b.out)
	}
}

// TestReasonOnce: people read once why a step was refused.
func TestReasonOnce(t *testing.T) {
	b := flowBench(t)
	b.apps[0].Change(func(m *fake.Model) { m.SetStates("save", "-enabled -sensitive") })
	for _, args := range [][]string{{"replay", "new order"}, {"act", "press", `button "Save"`}} {
		b.run(append(args, "--timeout", "1s")...)
		b.want(6)
		if n := strings.Count(b.out+b.err, "it is disabled"); n != 1 {
			t.Errorf("said %d times\n%s%s", n, b.out, b.err)
		}
		if !strings.Contains(b.err, "not-actionable") || !strings.Contains(b.err, "hint: ") {
			t.Error(b.err)
		}
	}
}
