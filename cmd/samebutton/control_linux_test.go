package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// runUntilLost runs a command line whose control over the input is taken from it
// when lost says so. begin is called when it has control.
func (b *bench) runUntilLost(begin func(), lost func() bool, args ...string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 10*time.Minute)
	defer cancel()
	tools := b.tools()
	tools.lease = func(leased context.Context) (func(), error) {
		begin()
		lose := leased.Value(lossKey{}).(context.CancelCauseFunc)
		if lost() {
			lose(errLeaseLost)
			return func() {}, nil
		}
		go func() {
			for !lost() && ctx.Err() == nil {
				time.Sleep(2 * time.Millisecond)
			}
			lose(errLeaseLost)
		}()
		return func() {}, nil
	}
	var out, errs bytes.Buffer
	b.exit = run(ctx, append([]string{"--store", b.store}, args...), strings.NewReader(""), &out, &errs, tools)
	b.out, b.err = out.String(), errs.String()
}

// TestControlLost: a run that loses control over the input ends within one step,
// says why, and keeps what may have been sent.
func TestControlLost(t *testing.T) {
	nothing := func(*bench) {}
	hang := func(b *bench) { b.apps[0].Change((*fake.Model).Hang) }
	rename := func(b *bench) { b.apps[0].Change(func(m *fake.Model) { m.Rename("save", "Store") }) }
	loseAnswer := func(b *bench) { b.apps[0].NextActs(fake.LostAnswer) }
	now := func(*bench) bool { return true }
	acted := func(b *bench) bool { return len(b.apps[0].Done()) > 0 }
	press := []string{"act", "press", `button "Save"`}
	replay := []string{"replay", "new order"}
	for name, c := range map[string]struct {
		begin   func(*bench)
		lost    func(*bench) bool
		args    []string
		exit    int
		sent    string
		verdict recorder.Verdict
	}{
		"act at once":          {nothing, now, press, 1, "", recorder.VerdictStopped},
		"act while it hangs":   {hang, now, press, 1, "", recorder.VerdictStopped},
		"act after sending":    {loseAnswer, acted, press, 7, "press save", recorder.VerdictUncertain},
		"replay at once":       {nothing, now, replay, 1, "", recorder.VerdictStopped},
		"replay between steps": {rename, acted, replay, 1, `set-text customer "Anna"`, recorder.VerdictStopped},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := flowBench(t)
			began := time.Now()
			b.runUntilLost(func() { c.begin(b) }, func() bool { return c.lost(b) }, append(c.args, "--json", "--timeout", "10m")...)
			if took := time.Since(began); took > 5*time.Minute {
				t.Errorf("took %v", took)
			}
			b.want(c.exit)
			if sent := strings.Join(b.apps[0].Done(), ", "); sent != c.sent {
				t.Errorf("sent %q, want %q", sent, c.sent)
			}
			message, _ := at(b.answer(), "error.message").(string)
			if c.verdict == recorder.VerdictStopped && !strings.Contains(message, "control over the input of the display was lost") {
				t.Errorf("no reason\n%s", b.out)
			}
			s, err := store.Open(b.store, store.Options{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			runs, err := s.Runs()
			if err != nil || len(runs) != 1 || runs[0].Verdict != c.verdict {
				t.Errorf("stored runs %+v, %v; want one that is %s", runs, err, c.verdict)
			}
		})
	}
}

// TestControlEndsWithTheLease: on a real display, taking the lease by force ends
// what is sent under it, and giving it back is no loss.
func TestControlEndsWithTheLease(t *testing.T) {
	t.Setenv("DISPLAY", display(t))
	c := &cli{tools: realTools()}
	held, release, err := c.control(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	release()
	if cause := context.Cause(held); !errors.Is(cause, context.Canceled) {
		t.Errorf("after the release: %v", cause)
	}
	held, release, err = c.control(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	conn, err := xconn.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const selection = "_SAMEBUTTON_INPUT"
	name, err := xproto.InternAtom(conn, true, uint16(len(selection)), selection).Reply()
	if err != nil || name.Atom == xproto.AtomNone {
		t.Fatalf("no lease on the display: %v", err)
	}
	if held.Err() != nil {
		t.Fatalf("lost too early: %v", context.Cause(held))
	}
	if err := xproto.SetSelectionOwnerChecked(conn, xproto.WindowNone, name.Atom, xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-held.Done():
	case <-time.After(time.Minute):
		t.Fatal("the lease was taken and nothing ended")
	}
	if cause := context.Cause(held); !errors.Is(cause, errLeaseLost) {
		t.Errorf("ended by %v", cause)
	}
}
