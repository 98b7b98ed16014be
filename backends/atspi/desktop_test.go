package atspi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

// patience is the deadline of everything that a test waits for. Two slow cores with cold
// caches took half a minute for what takes two seconds here.
const patience = 90 * time.Second

const (
	// endless is what nothing takes that does not hang.
	endless = 10 * time.Second
	// late is how late a busy machine may be with a deadline.
	late = 5 * time.Second
	// brief is the limit of a call where something hangs. What does not hang answers
	// within it on a busy machine too.
	brief = 1500 * time.Millisecond
)

// private is the desktop of this test process.
var private *desktop.Desktop

func TestMain(m *testing.M) {
	provider.Child()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
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

func needDesktop(t testing.TB) {
	t.Helper()
	if private == nil {
		t.Skip("no virtual desktop on this machine")
	}
}

func deadline(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// calls records what a backend sends.
type calls struct {
	mu   sync.Mutex
	list []string // "interface.member path"
}

func (c *calls) record(_, path, iface, member string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, iface+"."+member+" "+path)
}

func (c *calls) since(n int) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.list[n:]...)
}

func open(t testing.TB, options Options) *Backend {
	t.Helper()
	needDesktop(t)
	b, err := Open(deadline(t), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// start runs a program on the desktop until the test ends.
func start(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	needDesktop(t)
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := private.Command(ctx, name, args...)
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); cmd.Wait() })
	return cmd
}

// startOrders runs the sample application until the test ends.
func startOrders(t testing.TB, toolkit orders.Toolkit, flags ...string) *orders.App {
	t.Helper()
	needDesktop(t)
	app, err := orders.Start(deadline(t), private, toolkit, flags...)
	var missing *orders.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// await polls until ok, or fails the test.
func await(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// application waits until the process is registered with a window, and everything in it
// stays where it is.
func application(t testing.TB, b *Backend, pid int) tree.Application {
	t.Helper()
	var app tree.Application
	var last *tree.Snapshot
	read := func() bool {
		apps, err := b.Applications(deadline(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range apps {
			if a.PID != pid || a.Problem != "" {
				continue
			}
			s, err := b.Observe(deadline(t), backends.Scope{Application: a})
			app, last = a, s
			return err == nil && len(s.Windows) > 0 && s.Windows[0].XID != 0 && s.Complete()
		}
		return false
	}
	await(t, "the application", read)
	// A window that is on the bus may still grow: featherpad animates a pane for 0.2 s.
	began := time.Now()
	for quiet := began; time.Since(quiet) < atRest && time.Since(began) < starting; time.Sleep(20 * time.Millisecond) {
		before := last
		await(t, "the application", read)
		if !samePlaces(before, last) {
			quiet = time.Now()
		}
	}
	return app
}

// atRest is how long nothing has moved in an application that has started. In some
// programs something moves all the time: starting is how long they are waited for.
const (
	atRest   = 150 * time.Millisecond
	starting = time.Second
)

// samePlaces reports whether two readings hold the same elements in the same places.
func samePlaces(a, b *tree.Snapshot) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, func(x, y tree.Node) bool { return x.Handle == y.Handle && x.Bounds == y.Bounds })
}

func observe(t testing.TB, b *Backend, app tree.Application) *tree.Snapshot {
	t.Helper()
	s, err := b.Observe(deadline(t), backends.Scope{Application: app})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// find returns the one node of the role and name.
func find(t testing.TB, s *tree.Snapshot, role tree.Role, name string) *tree.Node {
	t.Helper()
	var found []*tree.Node
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Role == role && n.Name.Value == name {
			found = append(found, n)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d nodes are %s %q, want 1", len(found), role, name)
	}
	return found[0]
}
