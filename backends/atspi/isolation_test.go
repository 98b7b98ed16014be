package atspi

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/freeze"
	"github.com/samebutton/samebutton/samples/provider"
)

// launch runs a provider in a process of its own and registers it as name.
func launch(t testing.TB, name string, commands ...provider.Command) *provider.Process {
	t.Helper()
	needDesktop(t)
	first := provider.Command{Do: "application", Application: &provider.Application{Name: name, Toolkit: "made", Socket: "on"}}
	p, err := provider.Start(private, append(append([]provider.Command{first}, commands...), provider.Command{Do: "register"})...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func tell(t testing.TB, p *provider.Process, commands ...provider.Command) {
	t.Helper()
	if _, err := p.Do(commands...); err != nil {
		t.Fatal(err)
	}
}

// listed returns the application of a process.
func listed(t testing.TB, b *Backend, pid int) tree.Application {
	t.Helper()
	apps, err := b.Applications(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range apps {
		if a.PID == pid {
			return a
		}
	}
	t.Fatalf("process %d is not among %v", pid, apps)
	return tree.Application{}
}

// An application that is stopped, that hangs, or that does not read what it is sent
// costs only itself: listing and reading others takes as long as before, over the
// same connection.
func TestTroubleCostsOnlyItself(t *testing.T) {
	b := open(t, Options{})
	bad := launch(t, "bad", mixed(200))
	good := launch(t, "good", mixed(200))
	badApp, goodApp := listed(t, b, bad.PID()), listed(t, b, good.PID())
	const rounds = 5
	// quickest is the best of some rounds of listing, and of reading the good one: if
	// they waited for the bad one, all would, whereas a busy machine delays some.
	quickest := func(trouble string) (list, read time.Duration) {
		list, read = patience, patience
		for range rounds {
			began := time.Now()
			if _, err := b.Applications(deadline(t)); err != nil {
				t.Fatal(err)
			}
			list = min(list, time.Since(began))
			began = time.Now()
			if s := observe(t, b, goodApp); !s.Complete() || len(s.Nodes) != 201 {
				t.Fatalf("%s: %d elements, cuts %q", trouble, len(s.Nodes), cutsOf(s))
			}
			read = min(read, time.Since(began))
		}
		return list, read
	}
	listBefore, readBefore := quickest("none")
	for _, c := range []struct {
		name      string
		begin     func()
		end       func()
		unnoticed bool // an application that hangs is found out once
	}{
		{"stopped", func() { bad.Stop() }, func() { bad.Continue() }, false},
		{"frozen", func() { tell(t, bad, provider.Command{Do: "freeze"}) }, func() { tell(t, bad, provider.Command{Do: "thaw"}) }, true},
		{"hangs", func() { tell(t, bad, trouble("hang", "", "")) }, func() { tell(t, bad, provider.Command{Do: "clear"}) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.begin()
			defer c.end()
			// Readings of it go on all the time, and fill its sockets.
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				for ctx.Err() == nil {
					for range 20 {
						limited, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
						b.Observe(limited, scopeOf(badApp, ""))
						cancel()
					}
				}
			}()
			if c.unnoticed {
				if problem := listed(t, b, bad.PID()).Problem; problem != problemSilent {
					t.Errorf("its problem is %q", problem)
				}
			}
			list, read := quickest(c.name)
			stop()
			<-ended
			// Half of what a single call to it would be waited for, and some for a busy
			// machine.
			if most := defaultCall/2 + 3*listBefore; list > most {
				t.Errorf("listing took %v, before %v", list, listBefore)
			}
			if most := defaultCall/2 + 3*readBefore; read > most {
				t.Errorf("reading another took %v, before %v", read, readBefore)
			}
		})
		await(t, "it to answer again", func() bool {
			s, err := b.Observe(deadline(t), scopeOf(badApp, ""))
			return err == nil && s.Complete() && listed(t, b, bad.PID()).Problem == ""
		})
	}
}

func mixed(n int) provider.Command {
	return provider.Command{Do: "generate", Generate: &provider.Generate{Kind: "mixed", Nodes: n}}
}

// An application that takes 50 ms for each call is read as far as the deadline
// allows, and what is missing is said.
func TestSlowApplicationIsCutByTheDeadline(t *testing.T) {
	b := open(t, Options{})
	p := launch(t, "slow", mixed(400), provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "delay", MS: 50}})
	app := listed(t, b, p.PID())
	const limit = 1500 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	s, err := b.Observe(ctx, scopeOf(app, ""))
	took := time.Since(began)
	if err != nil {
		t.Fatal(err)
	}
	if took > limit+late {
		t.Errorf("took %v with a deadline of %v", took, limit)
	}
	if s.Complete() || len(s.Nodes) < 2 || !strings.Contains(cutsOf(s), "time") {
		t.Errorf("%d elements, cuts %.200q", len(s.Nodes), cutsOf(s))
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	// Nothing is taken for read that was not.
	for _, n := range s.Nodes {
		if n.Name.State == tree.Absent && n.RoleUnread() {
			t.Errorf("element %d has no name for sure, and nobody knows what it is", n.ID)
		}
	}
}

// A registry that hangs is waited for once, not by each observation.
func TestHungRegistryIsWaitedForOnce(t *testing.T) {
	freshSession(t, true)
	b := open(t, Options{Call: slowCall})
	if _, err := b.Applications(deadline(t)); err != nil { // starts it
		t.Fatal(err)
	}
	body, err := b.call(deadline(t), ref{busName, busPath}, callGetPID, registryName)
	if err != nil {
		t.Fatal(err)
	}
	registry, _ := intOf(first(body))
	p := host(t, chain...)
	if err := freeze.Stop(int(registry)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(registry, syscall.SIGCONT) })
	for i := range 4 {
		began := time.Now()
		s := p.observe(t, b, 0)
		took := time.Since(began)
		if !s.Complete() || len(s.Nodes) != 3 {
			t.Errorf("%d elements, cuts %q", len(s.Nodes), cutsOf(s))
		}
		if most := slowCall / 2; i > 0 && took > most {
			t.Errorf("observation %d took %v", i, took)
		} else if i == 0 && took > 2*slowCall {
			t.Errorf("the first observation took %v", took)
		}
	}
	// When it runs on, changes are noticed again.
	if err := syscall.Kill(registry, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	await(t, "the registration", func() bool {
		p.observe(t, b, 0)
		b.bus.mu.Lock()
		defer b.bus.mu.Unlock()
		return b.bus.subscription.made
	})
}

// What an application was read of before it ended is kept, and that it ended is said.
func TestApplicationEndsWhileItIsRead(t *testing.T) {
	const elements = 401
	for _, c := range []struct {
		name  string
		bus   bool   // it has no private socket
		key   string // whose role it is asked for when it ends, "" for anybody's
		after int    // roles that it tells before
		kept  int    // elements, at least
	}{
		{"over its socket", false, "", 150, 100},
		{"over the bus", true, "", 150, 100},
		// Everything was read, and the last question is whether anything changed
		// meanwhile: the bus says of that one that there was no reply, not that the
		// application ended.
		{"at the last question beside its socket", false, "root", 1, elements},
		{"at the last question over the bus", true, "root", 1, elements},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, Options{})
			p := launch(t, "ending", mixed(elements-1))
			if c.bus {
				tell(t, p, provider.Command{Do: "application", Application: &provider.Application{Name: "ending", Toolkit: "made"}})
			}
			app := listed(t, b, p.PID())
			tell(t, p, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "crash", Key: c.key, Member: "GetRole", After: c.after}})
			began := time.Now()
			s, err := b.Observe(deadline(t), scopeOf(app, ""))
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > endless {
				t.Errorf("took %v", took)
			}
			if got := cutsOf(s); got != "ending ended -1" {
				t.Errorf("cuts are %.200q", got)
			}
			if len(s.Nodes) < c.kept {
				t.Errorf("%d elements were kept", len(s.Nodes))
			}
			if err := s.Validate(); err != nil {
				t.Error(err)
			}
			if _, err := b.Observe(deadline(t), scopeOf(app, "")); !errors.Is(err, backends.ErrGone) {
				t.Errorf("after its end: %v", err)
			}
		})
	}
}

// A program that was started again is another one, whatever it is called and
// wherever its objects are.
func TestStartedAgainIsAnother(t *testing.T) {
	b := open(t, Options{})
	commands := with(leaves, clickable("a"))
	before := launch(t, "again", commands...)
	app := listed(t, b, before.PID())
	s := observe(t, b, app)
	save := s.Nodes[1].Handle
	if err := before.Kill(); err != nil {
		t.Fatal(err)
	}
	await(t, "its end", func() bool {
		_, err := b.Observe(deadline(t), scopeOf(app, ""))
		return errors.Is(err, backends.ErrGone)
	})
	after := launch(t, "again", commands...)
	for what, do := range map[string]func() error{
		"observe":   func() error { _, err := b.Observe(deadline(t), scopeOf(app, "")); return err },
		"read node": func() error { _, err := b.ReadNode(deadline(t), app, save); return err },
		"hit test":  func() error { _, err := b.HitTest(deadline(t), app, tree.Point{}); return err },
		"act": func() error {
			return b.Act(deadline(t), app, save, backends.Action{Verb: tree.VerbPress})
		},
		"act on the new one by the old handle": func() error {
			return b.Act(deadline(t), listed(t, b, after.PID()), save, backends.Action{Verb: tree.VerbPress})
		},
	} {
		if err := do(); !errors.Is(err, backends.ErrGone) {
			t.Errorf("%s: %v", what, err)
		} else if what[:3] == "act" && backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s is %s", what, backends.DeliveryOf(err))
		}
	}
	if got, err := after.Journal(); err != nil || len(got) > 0 {
		t.Errorf("the new one was asked to do %v, %v", got, err)
	}
}
