package hostile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
)

var private *desktop.Desktop

func TestMain(m *testing.M) {
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	d, err := desktop.Start(ctx, desktop.Options{})
	cancel()
	var missing *desktop.MissingError
	switch {
	case errors.As(err, &missing):
		fmt.Println("tests that need a desktop are skipped:", err)
		os.Exit(m.Run())
	case err != nil:
		fmt.Println(err)
		os.Exit(1)
	}
	private = d
	if err := d.Setenv(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	code := m.Run()
	if err := d.Close(); err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

func openStage(t *testing.T, seed uint64) *Stage {
	t.Helper()
	if private == nil {
		t.Skip("no virtual desktop on this machine")
	}
	s, err := Open(context.Background(), seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Nothing but the recorded element is acted on, once, and nothing is claimed that the
// application's log does not hold. The naive peer is wrong in some of the same cases,
// so that the log does tell.
func TestHostileReplays(t *testing.T) {
	const cases = 150
	s := openStage(t, 1)
	counts := map[Actor]map[Outcome]int{Samebutton: {}, Naive: {}}
	err := s.Run(context.Background(), 0, cases, 4, func(f Finding) {
		counts[f.Actor][f.Outcome]++
		if f.Actor == Samebutton && (f.Outcome == Wrong || f.Outcome == Double || f.Outcome == Claim) {
			t.Errorf("%s: %s (%s) acted on %q: %s", f.Outcome, f.Verdict, f.Error, f.Acted, f.Plan)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	ours := counts[Samebutton]
	t.Logf("of %d: %v", cases, ours)
	// How many are refused needlessly depends on the machine: docs/safety.md has the
	// figure of a quiet one.
	if ours[Right] < cases/10 || ours[Refused] < cases/10 {
		t.Errorf("of %d: %v", cases, ours)
	}
	if counts[Naive][Wrong] == 0 {
		t.Errorf("the naive peer is never wrong: %v", counts[Naive])
	}
}

// A case is what its seed and its number make it, and nothing else.
func TestCasesComeAgain(t *testing.T) {
	list := flows()
	different := false
	for n := range 50 {
		a, b := planOf(7, n, list), planOf(7, n, list)
		if a.String() != b.String() || !reflect.DeepEqual(a.make1, b.make1) || !reflect.DeepEqual(a.make2, b.make2) {
			t.Fatalf("case %d is %s and then %s", n, a, b)
		}
		different = different || planOf(8, n, list).String() != a.String()
	}
	if !different {
		t.Error("another seed makes the same cases")
	}
}

// Every change can be made with some flow, and changes the application or what it does.
func TestEveryChangeIsMade(t *testing.T) {
	list := flows()
	made := map[string]bool{}
	for n := range 3000 {
		p := planOf(3, n, list)
		for _, name := range append(p.early, p.later...) {
			made[name] = true
		}
	}
	for _, c := range changes {
		if !made[c.name] {
			t.Errorf("%q is never made", c.name)
		}
	}
}

// A real application turns one button into another right before the act; only who looks
// once more than at what it has found sees that.
func TestOrdersUsesAHandleForAnother(t *testing.T) {
	if private == nil {
		t.Skip("no virtual desktop on this machine")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	s, err := OpenShop(ctx, 1, orders.GTK3, private)
	var missing *orders.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	i := slices.IndexFunc(deeds, func(d deed) bool { return d.name == "handle used for another" })
	for _, tc := range []struct {
		by   Actor
		deed *deed
		want Outcome
	}{{Samebutton, &deeds[0], Right}, {Samebutton, &deeds[i], Refused}, {Naive, &deeds[i], Wrong}} {
		f, err := s.try(ctx, &job{errand: &errands[0], deed: tc.deed, when: brink}, tc.by)
		if err != nil {
			t.Fatal(err)
		}
		if f.Outcome != tc.want {
			t.Errorf("%s, %s: %s, want %s: %s (%s), acted on %q", tc.by, tc.deed.name, f.Outcome, tc.want, f.Verdict, f.Error, f.Acted)
		}
	}
}
