//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/web"
)

// browser is a browser with the sample page and the backend that reads it.
type browser struct {
	t       *testing.T
	ctx     context.Context
	page    *web.App
	backend *atspi.Backend
	app     tree.Application

	mu   sync.Mutex
	sent map[string]int // methods by how often they were called
}

// eachBrowser runs a test in every browser at one and at two pixels for each CSS
// pixel.
func eachBrowser(t *testing.T, f func(t *testing.T, name web.Browser, scale float64), scales ...float64) {
	for _, name := range web.Browsers() {
		for _, scale := range scales {
			t.Run(fmt.Sprintf("%s at %g", name, scale), func(t *testing.T) { f(t, name, scale) })
		}
	}
}

// browse starts a browser and waits until the page can be read whole.
func browse(t *testing.T, name web.Browser, o web.Options) *browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	t.Cleanup(cancel)
	page, err := web.Start(ctx, screenDesktop, name, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := page.Close(); err != nil {
			t.Error(err)
		}
	})
	b := &browser{t: t, ctx: ctx, page: page, sent: map[string]int{}}
	b.backend, err = atspi.Open(ctx, atspi.Options{
		Call: 20 * time.Second, Observe: patience, // a browser that lays out a long page is busy
		OnCall: func(_, _, iface, member string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.sent[iface+"."+member]++
			if atspi.Mutating(iface, member) {
				t.Errorf("reading sent %s.%s", iface, member)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.backend.Close() })
	b.until("the page can be read", func() error {
		apps, err := b.backend.Applications(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(apps, func(a tree.Application) bool { return a.PID == page.PID() })
		if i < 0 {
			return fmt.Errorf("the browser is not on the accessibility bus: %v", apps)
		}
		b.app = apps[i]
		s, err := b.backend.Observe(ctx, backends.Scope{Application: b.app})
		switch {
		case err != nil:
			return err
		case !s.Complete():
			return fmt.Errorf("cuts: %v", s.Cuts)
		}
		for i := range s.Nodes {
			if n := &s.Nodes[i]; n.Role == tree.RoleContentInfo {
				return nil
			}
		}
		return fmt.Errorf("the end of the page is missing in %d elements", len(s.Nodes))
	})
	return b
}

// until polls until holds gives no error.
func (b *browser) until(what string, holds func() error) {
	b.t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if err = holds(); err == nil {
			return
		}
		select {
		case <-b.page.Ended():
			b.t.Fatalf("the browser ended while this was awaited: %s\n%s", what, b.page.Output())
		default:
		}
	}
	b.t.Fatalf("never came true: %s: %v", what, err)
}

// frozen observes the browser, once it can be read.
func (b *browser) frozen() *inspector.Frozen {
	b.t.Helper()
	var s *tree.Snapshot
	b.until("the browser can be read", func() (err error) {
		s, err = b.backend.Observe(b.ctx, backends.Scope{Application: b.app})
		if err == nil && !s.Complete() {
			err = fmt.Errorf("cuts: %v", s.Cuts)
		}
		return err
	})
	return inspector.Freeze(s)
}

// match returns the element that a locator names now.
func (b *browser) match(locator string) (*inspector.Frozen, *tree.Node, error) {
	b.t.Helper()
	l, err := inspector.ParseLocator(locator)
	if err != nil {
		b.t.Fatal(err)
	}
	f := b.frozen()
	res := f.Match(l)
	if res.Outcome != inspector.Unique {
		return f, nil, fmt.Errorf("%s is %s: %s; of that name: %v", locator, res.Outcome, res.Reason, b.named(f, l))
	}
	return f, &f.Nodes[res.Node()], nil
}

// find returns the element that a locator names once it fits.
func (b *browser) find(locator string, fit func(*tree.Node) error) (n *tree.Node) {
	b.t.Helper()
	b.until(locator, func() (err error) {
		if _, n, err = b.match(locator); err != nil {
			return err
		}
		return fit(n)
	})
	return n
}

// named lists what has the name that a locator ends with.
func (b *browser) named(f *inspector.Frozen, l inspector.Locator) (paths []string) {
	name := l.Last().Name
	for i := range f.Nodes {
		if f.Nodes[i].Name.Value == name {
			paths = append(paths, f.Path(tree.NodeID(i)))
		}
	}
	return paths
}

// script runs a script in the page and takes over what it returns.
func (b *browser) script(result any, script string) {
	b.t.Helper()
	raw, err := b.page.Script(b.ctx, script)
	if err != nil {
		b.t.Fatal(err)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(raw, result); err != nil {
		b.t.Fatalf("%s returned %s: %v", script, raw, err)
	}
}

// clicks returns what was clicked since, by the page's own log.
func (b *browser) clicks(event string, since int) (ids []string) {
	for _, e := range b.page.Log()[since:] {
		if e.Event == event {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// click presses the real mouse button at a point, by a program that is not ours.
func (b *browser) click(at tree.Point) {
	b.t.Helper()
	reached(b.t, b.ctx, at, of(b.app.PID))
	cmd := exec.CommandContext(b.ctx, "xdotool", "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("xdotool: %v %s", err, out)
	}
}

// shown requires that an element shows at a place.
func shown(n *tree.Node) error {
	if !n.States.Has(tree.Showing) || !n.Bounds.Usable() {
		return fmt.Errorf("%s %q is %v at %v", n.Role, n.Name.Value, n.States, n.Bounds)
	}
	return nil
}
