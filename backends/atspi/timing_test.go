package atspi

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/samples/provider"
)

// A single answer takes what the application takes for it, one that does not come costs
// the time of its question, and all that is sent only asks.
func TestTimeAnswer(t *testing.T) {
	p := host(t, shape(map[string][]string{"root": {"a"}, "a": nil})...)
	var sent calls
	b := open(t, Options{OnCall: sent.record})
	ask := func(children bool, within time.Duration) (time.Duration, error) {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		return b.TimeAnswer(ctx, p.application(), p.ref("a").handle(), children)
	}
	if d, err := ask(true, patience); err != nil || d <= 0 {
		t.Errorf("%v %v", d, err)
	}
	const slow = 300 * time.Millisecond
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "late", Key: "a", Member: "GetChildren", MS: int(slow / time.Millisecond), Times: 1}})
	if d, err := ask(true, patience); err != nil || d < slow {
		t.Errorf("late: %v %v", d, err)
	}
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "hang", Key: "a", Member: "GetRole", Times: 1}})
	if _, err := ask(false, 100*time.Millisecond); !errors.Is(err, backends.ErrTimeout) {
		t.Errorf("no answer: %v", err)
	}
	if _, err := ask(false, patience); err != nil {
		t.Errorf("after it: %v", err)
	}
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "unknown-method", Key: "a", Member: "GetChildren", Times: 1}})
	if _, err := ask(true, patience); err != nil {
		t.Errorf("that it has none is an answer: %v", err)
	}
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "unknown-object", Key: "a", Times: 1}})
	if _, err := ask(true, patience); !errors.Is(err, backends.ErrGone) {
		t.Errorf("gone: %v", err)
	}
	if d, err := b.TimeReference(deadline(t)); err != nil || d <= 0 {
		t.Errorf("reference: %v %v", d, err)
	}
	for _, call := range sent.since(0) {
		name, _, _ := cutSpace(call)
		for _, m := range mutating {
			if name == m.name() {
				t.Errorf("sent %s", call)
			}
		}
	}
}

// An element of which some questions were not answered says so.
func TestExamineSaysWhatIsLate(t *testing.T) {
	p := host(t, shape(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil})...)
	b := open(t, Options{Call: 300 * time.Millisecond})
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "hang", Key: "a", Member: "GetIndexInParent"}})
	answers, err := b.Examine(deadline(t), p.application(), []backends.Question{
		{Element: p.ref("a").handle(), Place: true}, {Element: p.ref("b").handle(), Place: true},
	})
	if err != nil || len(answers) != 2 || !answers[0].Late || answers[1].Late || answers[1].Index < 0 {
		t.Errorf("%+v %v", answers, err)
	}
}
