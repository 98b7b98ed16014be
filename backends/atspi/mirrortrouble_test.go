package atspi

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

// A stopped application costs the deadline, and is right again when it goes on.
func TestMirrorOfStoppedApplication(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			app := startOrders(t, toolkit)
			x := mirrorOf(t, app.PID())
			if err := app.Stop(); err != nil {
				t.Fatal(err)
			}
			defer app.Cont()
			n := find(t, x.image.Snapshot, tree.RoleCheckbox, "Express delivery")
			at, _ := parseHandle(n.Handle)
			x.m.mu.Lock()
			x.m.marks.add(at, markSelf) // as if it had said something just before
			x.m.mu.Unlock()
			const limit = 500 * time.Millisecond
			for range 2 { // of what is marked, then of everything
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				began := time.Now()
				image, err := x.m.Refresh(ctx)
				cancel()
				if took := time.Since(began); took > limit+late {
					t.Errorf("took %v with a deadline of %v", took, limit)
				}
				if !errors.Is(err, backends.ErrTimeout) {
					t.Errorf("refresh of a stopped application: %v, complete %v", err, image.Snapshot != nil && image.Snapshot.Complete())
				}
			}
			if err := app.Cont(); err != nil {
				t.Fatal(err)
			}
			if err := app.Control(deadline(t), "disable express"); err != nil {
				t.Fatal(err)
			}
			x.refresh()
			x.current("after it went on")
			if n := find(t, x.image.Snapshot, tree.RoleCheckbox, "Express delivery"); n.States.Has(tree.Sensitive) {
				t.Error("what changed is not in the mirror")
			}
		})
	}
}

// A mirror of a program that ended is never one of the program that was started
// after it, whatever that is called.
func TestMirrorOfRestartedApplication(t *testing.T) {
	var ended atomic.Bool
	b := open(t, Options{})
	cmd := start(t, "gtk3-widget-factory")
	app := application(t, b, cmd.Process.Pid)
	m := b.Mirror(app, func(e backends.Event) {
		if e.Kind == backends.EventApplication {
			ended.Store(true)
		}
	})
	defer m.Close()
	if _, err := m.Refresh(deadline(t)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil { // a crash: it says nothing any more
		t.Fatal(err)
	}
	await(t, "the end to be told", ended.Load)
	application(t, b, start(t, "gtk3-widget-factory").Process.Pid)
	for range 3 {
		if image, err := m.Refresh(deadline(t)); !errors.Is(err, backends.ErrGone) {
			t.Fatalf("refresh after the end: %v, %d elements", err, len(image.Snapshot.Nodes))
		}
	}
	if image, err := m.Reconcile(deadline(t)); !errors.Is(err, backends.ErrGone) {
		t.Errorf("reconcile after the end: %v, %d elements", err, len(image.Snapshot.Nodes))
	}
	// The same process number and another start are another process.
	other := app
	other.Started++
	wrong := b.Mirror(other, nil)
	defer wrong.Close()
	if _, err := wrong.Refresh(deadline(t)); !errors.Is(err, backends.ErrGone) {
		t.Errorf("mirror of another process: %v", err)
	}
}

// There is no image of an application that ends while what is marked is read, at
// whatever question: what it does not answer any more did not go away.
func TestMirrorOfEndingApplication(t *testing.T) {
	for _, c := range []struct{ member, key string }{{"GetState", "a"}, {"GetChildren", "root"}, {"GetRole", "root"}} {
		for _, socket := range []string{"on", ""} {
			t.Run(fmt.Sprintf("%s of %s, socket %q", c.member, c.key, socket), func(t *testing.T) {
				p := launch(t, "ending", append([]provider.Command{{Do: "application", Application: &provider.Application{Name: "ending", Toolkit: "made", Socket: socket}}}, leaves...)...)
				b := open(t, Options{})
				m := b.Mirror(listed(t, b, p.PID()), nil).(*mirror)
				defer m.Close()
				i, err := m.Refresh(deadline(t))
				if err != nil || !i.Snapshot.Complete() {
					t.Fatal(err)
				}
				tell(t, p, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "crash", Key: c.key, Member: c.member}})
				a, _ := parseHandle(i.Snapshot.Nodes[1].Handle)
				root, _ := parseHandle(i.Snapshot.Nodes[0].Handle)
				m.mu.Lock()
				m.marks.add(a, markSelf) // as if it had said something just before
				if c.member == "GetChildren" {
					m.marks.add(root, markChildren)
				}
				m.mu.Unlock()
				if i, err := m.Refresh(deadline(t)); !errors.Is(err, backends.ErrGone) {
					t.Errorf("%v, cuts %q", err, cutsOf(i.Snapshot))
				}
			})
		}
	}
}

// What happens while nothing is heard is found when the application is heard again.
func TestMirrorThatLostEvents(t *testing.T) {
	app := startOrders(t, orders.GTK3)
	x := mirrorOf(t, app.PID())
	x.m.mu.Lock()
	s := x.m.stream
	x.m.mu.Unlock()
	s.conn.Close()
	if err := app.Control(deadline(t), "rename save=Store"); err != nil {
		t.Fatal(err)
	}
	await(t, "another stream", func() bool {
		x.m.mu.Lock()
		defer x.m.mu.Unlock()
		return x.m.stream != nil && x.m.stream != s
	})
	x.current("renamed while nothing was heard")
	find(t, x.image.Snapshot, tree.RoleButton, "Store")
	if err := app.Control(deadline(t), "rename save=Keep"); err != nil {
		t.Fatal(err)
	}
	x.current("renamed when it was heard again")
}

// Thousands of events a second fall together: the work is bounded, and nothing that
// they tell is lost.
func TestMirrorOfFlood(t *testing.T) {
	const events = 20_000
	var sent atomic.Int64
	b := open(t, Options{OnCall: func(string, string, string, string) { sent.Add(1) }})
	p := host(t, shape(map[string][]string{"root": {"a"}, "a": {"b", "c"}, "b": nil, "c": nil})...)
	m := b.Mirror(p.application(), nil)
	defer m.Close()
	if _, err := m.Refresh(deadline(t)); err != nil {
		t.Fatal(err)
	}
	sent.Store(0)
	last := "the last word"
	go func() {
		flood := func(name string) provider.Command {
			return provider.Command{Do: "repeat", Count: events / 2, Rate: events, Then: []provider.Command{
				{Do: "emit", Key: "b", Event: &provider.Event{Name: name, Count: true}},
			}}
		}
		p.Do(flood("object:state-changed:checked"), flood("object:bounds-changed"),
			provider.Command{Do: "repeated"}, set("c", provider.Node{Name: &last}))
	}()
	refreshes, name := 0, ""
	for end := time.Now().Add(patience); name != last; {
		select {
		case <-m.Due():
		case <-time.After(time.Until(end)):
			t.Fatalf("the last event was lost; after %d refreshes c is %q", refreshes, name)
		}
		began := time.Now()
		image, err := m.Refresh(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		refreshes++
		name = image.Snapshot.Nodes[3].Name.Value
		time.Sleep(max(20*time.Millisecond, time.Since(began))) // as the window does
	}
	t.Logf("%d events: %d refreshes, %d calls", events, refreshes, sent.Load())
	if int(sent.Load()) > events/8 {
		t.Errorf("%d events made %d calls in %d refreshes", events, sent.Load(), refreshes)
	}
}

// Trees that cannot be true, dead references and false counts are in the mirror what
// they are in a whole reading, also after a change.
func TestMirrorOfHostileTree(t *testing.T) {
	p := host(t, with(shape(map[string][]string{"root": {"a", "d"}, "a": {"b"}, "b": {"c"}, "c": nil, "d": {"", "gone"}}),
		extents("a", 10, 10, 400, 300), extents("b", 20, 20, 300, 200), extents("c", 30, 30, 100, 20),
		provider.Command{Do: "link", Key: "c", Child: "a"},
		provider.Command{Do: "link", Key: "c", Child: "c"},
		claims("b", 7))...)
	x := mirrorOfApplication(t, p.application())
	x.restless = true // what does not come to rest is asked again and again
	word := "other"
	for _, c := range []provider.Command{
		set("c", provider.Node{Name: &word}),
		set("b", provider.Node{On: []string{"checked"}}),
		extents("a", 50, 60, 410, 310),
		add("d", "e"),
		{Do: "unlink", Key: "c", Child: "a"},
		{Do: "link", Key: "b", Child: "d"},
		{Do: "remove", Key: "d"},
	} {
		p.do(t, c)
		if x.current(c.Do + " " + c.Key); x.image.Snapshot.Complete() {
			t.Errorf("after %s %s it is said to be complete", c.Do, c.Key)
		}
	}
}

// Whatever changes and is told, in whatever order, the mirror says in the end what a
// whole reading says.
func TestMirrorFollowsRandomChanges(t *testing.T) {
	const rounds, most = 25, 12
	for _, toolkit := range []string{"gtk", "provider"} { // by events alone, and with sweeps
		t.Run(toolkit, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 11))
			p := host(t, provider.Command{Do: "set", Key: "root", Node: &provider.Node{}})
			app := p.application()
			app.Toolkit, app.ToolkitVersion = toolkit, "3.24"
			g := &gardener{random: random, parents: map[string]string{}}
			p.do(t, g.window(), g.plant(), g.plant(), g.plant())
			x := mirrorOfApplication(t, app)
			for round := range rounds {
				var list []provider.Command
				for range 1 + random.IntN(most) {
					list = append(list, g.change())
				}
				p.do(t, list...)
				if x.current(fmt.Sprint("round ", round)); t.Failed() {
					t.Fatalf("after %+v", list)
				}
			}
			if n := len(x.image.Snapshot.Nodes); n < 10 {
				t.Errorf("only %d elements are left", n)
			}
			x.reconcile()
			if x.image.Missed > 0 {
				t.Errorf("%d changes were missed", x.image.Missed)
			}
		})
	}
}

// gardener makes random changes of a tree below one window, and knows its shape.
type gardener struct {
	random  *rand.Rand
	parents map[string]string
	next    int
}

func (g *gardener) window() provider.Command {
	g.parents["window"] = "root"
	name := "Window"
	return provider.Command{Do: "add", Key: "root", Node: &provider.Node{Key: "window", Role: "frame", Name: &name, Extents: &[4]int32{0, 0, 800, 600}}}
}

func (g *gardener) any() string {
	return slices.Sorted(maps.Keys(g.parents))[g.random.IntN(len(g.parents))]
}

// leafward returns an element that is not the window, "" where there is none.
func (g *gardener) leafward() string {
	for range 20 {
		if key := g.any(); key != "window" {
			return key
		}
	}
	return ""
}

func (g *gardener) below(key, top string) bool {
	for ; key != "root"; key = g.parents[key] {
		if key == top {
			return true
		}
	}
	return false
}

func (g *gardener) plant() provider.Command {
	key := fmt.Sprint("n", g.next)
	g.next++
	parent := g.any()
	g.parents[key] = parent
	name, text := "name "+key, "text"
	node := provider.Node{Key: key, Name: &name, Role: []string{"push button", "check box", "entry", "panel", "label"}[g.random.IntN(5)],
		Extents: &[4]int32{g.random.Int32N(700), g.random.Int32N(500), 50, 20}}
	if node.Role == "entry" {
		node.Text = &text
	}
	return provider.Command{Do: "add", Key: parent, Node: &node}
}

func (g *gardener) change() provider.Command {
	key := g.leafward()
	if key == "" {
		return g.plant()
	}
	word := fmt.Sprint("word ", g.random.IntN(1000))
	switch g.random.IntN(10) {
	case 0:
		for k := range g.parents {
			if k != key && g.below(k, key) {
				return g.plant() // only what holds nothing is taken away, so that it grows
			}
		}
		delete(g.parents, key)
		return provider.Command{Do: "remove", Key: key}
	case 1:
		to := g.any()
		if g.below(to, key) {
			return g.plant()
		}
		g.parents[key] = to
		at := 0
		return provider.Command{Do: "move", Key: key, Parent: to, At: &at}
	case 2:
		return set(key, provider.Node{Name: &word})
	case 3:
		return set(key, provider.Node{Description: &word})
	case 4:
		return set(key, provider.Node{On: []string{"checked", "focused"}, Off: []string{"sensitive"}})
	case 5:
		return set(key, provider.Node{Off: []string{"checked", "focused", "showing"}, On: []string{"sensitive"}})
	case 6:
		return set(key, provider.Node{On: []string{"showing"}})
	case 7:
		return set(key, provider.Node{Extents: &[4]int32{g.random.Int32N(700), g.random.Int32N(500), 40, 30}})
	}
	return g.plant()
}

// What goes wrong once while what is marked is read is right again without another
// event: a call that fails, a private socket that breaks.
func TestMirrorRecovers(t *testing.T) {
	for _, c := range []struct{ kind, member string }{
		{"torn", "GetRole"}, {"torn", "GetChildren"},
		{"error", "Name"}, {"error", "GetState"}, {"error", "GetInterfaces"}, {"error", "GetChildren"},
		{"error", "GetExtents"}, {"error", "GetName"}, {"error", "GetText"},
		{"wrong", "GetState"}, {"unknown-object", "GetRole"},
	} {
		t.Run(c.kind+" "+c.member, func(t *testing.T) {
			text := "some text"
			p := host(t, append([]provider.Command{{Do: "application", Application: &provider.Application{Socket: "on"}}},
				with(shape(map[string][]string{"root": {"a"}, "a": {"b", "c"}, "b": nil, "c": nil}),
					extents("a", 10, 10, 400, 300), extents("b", 20, 20, 300, 200), extents("c", 30, 30, 100, 20),
					set("c", provider.Node{Role: "text", Actions: []string{"click"}, Text: &text, On: []string{"editable"}}))...)...)
			app := p.application()
			app.Toolkit, app.ToolkitVersion = "gtk", "3.24" // no sweeps
			x := mirrorOfApplication(t, app)
			for _, key := range []string{"a", "c"} {
				p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: c.kind, Member: c.member, Key: key, Socket: true, Times: 1}})
			}
			p.do(t, rename("c", "other"), add("a", "d"))
			x.current("after the trouble")
			if n := x.image.Snapshot.Node(x.image.Snapshot.Find(p.ref("c").handle())); n == nil || n.Name.Value != "other" || !x.image.Snapshot.Complete() {
				t.Errorf("the element is %+v, cuts %q", n, cutsOf(x.image.Snapshot))
			}
		})
	}
}

// A private socket that breaks at the first call is not the end of the application.
func TestBrokenSocketIsNoEnd(t *testing.T) {
	for _, kind := range []string{"torn", "bytes"} {
		p := host(t, append([]provider.Command{{Do: "application", Application: &provider.Application{Socket: "on"}},
			{Do: "trouble", Trouble: &provider.Trouble{Kind: kind, Key: "root", Socket: true, Body: []byte("no message, and longer than a header")}}}, leaves...)...)
		if s := p.observe(t, open(t, Options{}), 0); keys(s) != "root a b" || !s.Complete() {
			t.Errorf("%s: read %q, cuts %q", kind, keys(s), cutsOf(s))
		}
		x := open(t, Options{}).Mirror(p.application(), nil)
		defer x.Close()
		if i, err := x.Refresh(deadline(t)); err != nil || !i.Snapshot.Complete() {
			t.Errorf("%s: the mirror: %v", kind, err)
		}
	}
}
