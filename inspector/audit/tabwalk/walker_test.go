package tabwalk

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

const form = `
application "Orders"
  window "Orders" #main @0,0,400,300 [active]
    textbox "Name" #name @10,10,80,20 [focusable focused] {focus}
    textbox "Street" #street @10,40,80,20 [focusable]
    button "Save" #save @10,70,80,20 [focusable]
  window "Other" #other @500,0,400,300
    button "Elsewhere" #elsewhere @510,10,80,20 [focusable]
`

// bench is an application whose focus a script moves.
type bench struct {
	t     *testing.T
	app   *fake.App
	keys  *keys
	w     Walker
	s     *audit.Subject
	order []tree.Handle // where Tab leads, in turn
	at    tree.Handle   // what has the focus
}

// keys is a keyboard that is with one window.
type keys struct {
	*fake.Pointer
	xid uint32
	pid int
}

func (k *keys) Keyboard(ctx context.Context) (uint32, int, error) {
	if err := ctx.Err(); err != nil { // as the display does
		return 0, 0, err
	}
	return k.xid, k.pid, nil
}

func newBench(t *testing.T, outline string, order ...tree.Handle) *bench {
	b := &bench{t: t, app: fake.Tree(outline), order: order, at: "name"}
	backend := fake.New(b.app)
	t.Cleanup(func() { backend.Close() })
	id := b.app.Identity()
	b.keys = &keys{Pointer: fake.NewPointer(id.PID, b.pressed), pid: id.PID}
	read := func(ctx context.Context) (*inspector.Frozen, error) {
		snap, err := backend.Observe(ctx, backends.Scope{Application: id})
		if err != nil {
			return nil, err
		}
		return inspector.Freeze(snap), nil
	}
	f, err := read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.s = &audit.Subject{Frozen: f}
	b.keys.xid = b.window("main")
	b.w = Walker{Backend: backend, App: id, Keys: b.keys, Read: read, patience: 4 * readAgain}
	return b
}

func (b *bench) window(h tree.Handle) uint32 {
	for _, w := range b.s.Frozen.Windows {
		if b.s.Nodes[w.Node].Handle == h {
			return w.XID
		}
	}
	b.t.Fatalf("no window %s", h)
	return 0
}

// pressed moves the focus to the next in the order, or the one before.
func (b *bench) pressed(_ context.Context, did string, _ tree.Point) error {
	i := slices.Index(b.order, b.at)
	switch did {
	case "chord Tab":
		i++
	case "chord shift+Tab":
		i += len(b.order) - 1
	default:
		b.t.Errorf("it did %q", did)
	}
	b.focus(b.order[i%len(b.order)])
	return nil
}

func (b *bench) focus(h tree.Handle) {
	if h == b.at {
		return
	}
	b.app.Change(func(m *fake.Model) {
		m.SetStates(b.at, "-focused")
		m.SetStates(h, "focused")
	})
	b.at = h
}

func (b *bench) walk() *audit.TabWalk {
	b.t.Helper()
	out, err := b.w.Walk(b.t.Context(), b.s)
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

func (b *bench) names(stops []audit.TabStop) string {
	var all []string
	for _, s := range stops {
		if s.Node == tree.None {
			all = append(all, "?")
			continue
		}
		all = append(all, string(b.s.Nodes[s.Node].Handle))
	}
	return strings.Join(all, " ")
}

func (b *bench) want(out *audit.TabWalk, stops, back, ended string) {
	b.t.Helper()
	if got := b.names(out.Stops); got != stops {
		b.t.Errorf("stops %q, want %q", got, stops)
	}
	if got := b.names(out.Back); got != back {
		b.t.Errorf("back %q, want %q", got, back)
	}
	if out.Closed != (ended == "") || !strings.Contains(out.Ended, ended) || ended == "" && out.Ended != "" {
		b.t.Errorf("closed %v, ended %q, want %q", out.Closed, out.Ended, ended)
	}
}

func TestWalkComesRound(t *testing.T) {
	b := newBench(t, form, "name", "street", "save")
	out := b.walk()
	b.want(out, "name street save name", "save street name", "")
	if !out.Restored || out.NotRestored != "" || out.Stops[1].Bounds.Rect != (tree.Rect{X: 10, Y: 40, W: 80, H: 20}) {
		t.Errorf("%+v", out)
	}
	if acts := b.app.Done(); len(acts) > 0 {
		t.Errorf("it did %v", acts)
	}
}

// A walk that never comes to its start again ends when it repeats itself, and gives the
// focus back.
func TestWalkInATrap(t *testing.T) {
	b := newBench(t, form)
	b.keys.Pointer = fake.NewPointer(b.keys.pid, func(context.Context, string, tree.Point) error {
		if b.at == "street" {
			b.focus("save")
		} else {
			b.focus("street")
		}
		return nil
	})
	out := b.walk()
	if got := b.names(out.Stops); got != "name street save street save" && got != "name street save street" || out.Closed {
		t.Errorf("%s, %+v", got, out)
	}
	if !out.Restored || !slices.Equal(b.app.Done(), []string{"focus name"}) {
		t.Errorf("restored %v by %v", out.Restored, b.app.Done())
	}
}

// The request that gives the focus back is asked about like a key; where it is not
// allowed nothing is sent, and the walk says so.
func TestGivingTheFocusBackIsAskedAbout(t *testing.T) {
	b := newBench(t, strings.Replace(form, `#street @10,40,80,20 [focusable]`, `#street @10,40,80,20 [focusable multi-line]`, 1), "name", "street", "save")
	asked := ""
	b.w.AllowFocus = func(_, n *tree.Node) error {
		asked += string(n.Handle)
		return errors.New("no focus here")
	}
	out := b.walk()
	if asked != "name" || out.Restored || out.NotRestored != "no focus here" {
		t.Errorf("asked about %q: %+v", asked, out)
	}
	if acts := b.app.Done(); len(acts) > 0 {
		t.Errorf("it did %v", acts)
	}
}

func TestWalkThatStays(t *testing.T) {
	b := newBench(t, form, "name")
	b.want(b.walk(), "name name", "name", "stayed")
}

// Keys go to no text that may take them, unless that was allowed.
func TestTextsOfSeveralLines(t *testing.T) {
	notes := strings.Replace(form, `"Street" #street @10,40,80,20 [focusable]`, `"Street" #street @10,40,80,20 [focusable multi-line]`, 1)
	b := newBench(t, notes, "name", "street", "save")
	out := b.walk()
	b.want(out, "name street", "", "may take Tab as text")
	if done := b.keys.Done(); len(done) != 1 || !out.Restored {
		t.Errorf("keys %v, restored %v", done, out.Restored)
	}
	b = newBench(t, notes, "name", "street", "save")
	b.w.ThroughText = true
	b.want(b.walk(), "name street save name", "save street name", "")
}

// What did not say what it is may be a terminal.
func TestWhatMayTakeTabs(t *testing.T) {
	var multi, readOnly tree.States
	multi = multi.With(tree.MultiLine)
	readOnly = multi.With(tree.ReadOnly)
	for _, c := range []struct {
		node tree.Node
		want bool
	}{
		{tree.Node{Handle: "a", Role: tree.RoleTerminal, NativeRole: "terminal"}, true},
		{tree.Node{Handle: "a", Role: tree.RoleTextbox, NativeRole: "text", States: multi}, true},
		{tree.Node{Handle: "a", Role: tree.RoleTextbox, NativeRole: "text", States: readOnly}, false},
		{tree.Node{Handle: "a", Role: tree.RoleButton, NativeRole: "push button"}, false},
		{tree.Node{Handle: "a", Role: tree.RoleUnknown, NativeRole: "gauge"}, false},
		{tree.Node{Handle: "a", Role: tree.RoleUnknown}, true},
		{tree.Node{}, false}, // where nothing says that it has the focus
	} {
		if got := takesTabs(&c.node); got != c.want {
			t.Errorf("%+v: %t", c.node, got)
		}
	}
}

// After a key of which nobody said where it led no other is sent, neither on nor back: that
// place may be a text. It is the same where one of several that say they have the focus is one.
func TestNoKeyToWhatMayBeAText(t *testing.T) {
	b := newBench(t, form, "name", "street", "save")
	b.keys.Pointer = fake.NewPointer(b.keys.pid, func(context.Context, string, tree.Point) error {
		b.app.Change(func(m *fake.Model) { m.SetStates("name", "-focused") })
		return nil
	})
	out := b.walk()
	b.want(out, "name ?", "", "nobody said")
	if keys := b.keys.Done(); len(keys) != 1 || !out.Restored {
		t.Errorf("sent %v, %+v", keys, out)
	}
	b = newBench(t, strings.Replace(form, `[focusable]`, `[focusable focused multi-line]`, 1), "name", "street", "save")
	b.want(b.walk(), "", "", "may take Tab as text")
	if keys := b.keys.Done(); len(keys) > 0 {
		t.Errorf("sent %v", keys)
	}
}

// The walk ends at once, without a further key and without taking the focus, where
// another window gets the keyboard.
func TestWalkThatLeaves(t *testing.T) {
	b := newBench(t, form, "name", "street", "elsewhere")
	react := b.pressed
	b.keys.Pointer = fake.NewPointer(b.keys.pid, func(ctx context.Context, did string, at tree.Point) error {
		if b.at == "street" {
			b.keys.xid = b.window("other")
		}
		return react(ctx, did, at)
	})
	out := b.walk()
	b.want(out, "name street", "", "left the window")
	if !out.Left || out.Restored || out.NotRestored != "another window has the keyboard" || len(b.keys.Done()) != 2 || len(b.app.Done()) > 0 {
		t.Errorf("%+v, keys %v, acts %v", out, b.keys.Done(), b.app.Done())
	}
}

func TestWalkThatIsNotAllowed(t *testing.T) {
	b := newBench(t, form, "name", "street", "save")
	b.w.Allow = func(_, n *tree.Node, _ ...string) error {
		if n.Handle == "street" {
			return errors.New("no keys here")
		}
		return nil
	}
	b.want(b.walk(), "name street", "", "no keys here")
}

func TestKeyboardElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b *bench)
		want   error
	}{
		"another program":    {func(b *bench) { b.keys.pid++ }, ErrKeyboardElsewhere},
		"nobody knows":       {func(b *bench) { b.keys.xid, b.keys.pid = 0, 0 }, ErrKeyboardUnknown},
		"not audited":        {func(b *bench) { b.s.Windows = []tree.NodeID{b.s.ByHandle("other")} }, ErrKeyboardElsewhere},
		"a window not known": {func(b *bench) { b.keys.xid = 99999 }, ErrKeyboardElsewhere},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, form, "name", "street", "save")
			c.change(b)
			if _, err := b.w.Walk(t.Context(), b.s); !errors.Is(err, c.want) {
				t.Errorf("%v", err)
			}
			if done := b.keys.Done(); len(done) > 0 {
				t.Errorf("sent %v", done)
			}
		})
	}
}

// A walk that a person calls off says so, whatever was being done, and no key and no
// request is sent after that.
func TestWalkThatIsCalledOff(t *testing.T) {
	for name, c := range map[string]struct {
		moves bool  // the key leads on
		err   error // of sending it
	}{
		"while the key is sent": {err: context.Canceled}, "while the focus is waited for": {}, "when it has come": {moves: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, form, "name", "street", "save")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			react := b.pressed
			b.keys.Pointer = fake.NewPointer(b.keys.pid, func(ctx context.Context, did string, at tree.Point) error {
				if b.at == "street" {
					cancel()
					if !c.moves {
						return c.err
					}
				}
				return react(ctx, did, at)
			})
			out, err := b.w.Walk(ctx, b.s)
			if err != nil {
				t.Fatal(err)
			}
			if out.Ended != "it was called off" || out.Closed || out.Left || out.Restored || out.NotRestored != "the walk was called off" {
				t.Errorf("%+v", out)
			}
			if keys, acts := b.keys.Done(), b.app.Done(); len(keys) != 2 || len(acts) > 0 {
				t.Errorf("sent %v, did %v", keys, acts)
			}
		})
	}
}
