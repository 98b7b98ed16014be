package fake_test

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const demo = `
application "Demo"
  # the main window
  window "Orders" [active]
    label "Customer" #label
    textbox "Customer" = "Anna" #customer labelled-by=#label id="entry-1"
    checkbox "Urgent" [checked]
    togglebutton "Bold"
    group "Size" [-showing]
      radio "Small" [checked]
      radio "Large"
    slider "Volume" range=3,0,10,1
    combobox "City"
      option "Berlin" [selected]
      option "Paris"
    button "Save" {press=click} description="Writes \"it\""
    button "Save"
    button "Off" [-enabled]
    button {} unreadable=name,bounds
    password "PIN"
    img @300,10,40,30
`

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, b *fake.Backend, a *fake.App) *tree.Snapshot {
	t.Helper()
	s, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity()})
	must(t, err)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	return s
}

func node(t *testing.T, s *tree.Snapshot, h tree.Handle) tree.Node {
	t.Helper()
	id := s.Find(h)
	if id == tree.None {
		t.Fatalf("no element %q", h)
	}
	return s.Nodes[id]
}

func act(t *testing.T, b *fake.Backend, a *fake.App, h tree.Handle, verb tree.Verb) error {
	t.Helper()
	return b.Act(t.Context(), a.Identity(), h, backends.Action{Verb: verb})
}

func TestTree(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	s := look(t, b, a)
	if !s.Complete() || len(s.Nodes) != 19 || len(s.Windows) != 1 || !s.Windows[0].Active || s.Windows[0].Title != "Orders" {
		t.Errorf("%d nodes, windows %+v, cuts %v", len(s.Nodes), s.Windows, s.Cuts)
	}
	box := node(t, s, "customer")
	if box.Value != tree.KnownText("Anna") || box.AccessibleID.Value != "entry-1" || !box.Has(tree.VerbSetText) ||
		len(box.Relations) != 1 || s.Nodes[box.Relations[0].Targets[0]].Handle != "label" {
		t.Errorf("%+v", box)
	}
	save := node(t, s, "button:Save")
	if save.Actions[0] != (tree.Action{Verb: tree.VerbPress, Native: "click"}) || save.Description.Value != `Writes "it"` || node(t, s, "button:Save~2").Name != save.Name {
		t.Errorf("%+v", save)
	}
	if n := node(t, s, "button:"); n.Name.State != tree.Unreadable || n.Bounds.State != tree.Unreadable || len(n.Actions) != 0 {
		t.Errorf("%+v", n)
	}
	if n := node(t, s, "password:PIN"); !n.Secret || n.Value.IsKnown() {
		t.Errorf("%+v", n)
	}
	if g := node(t, s, "slider:Volume").Range; g == nil || *g != (tree.Range{Current: 3, Maximum: 10, Step: 1}) {
		t.Errorf("range %+v", g)
	}
	if n := node(t, s, "img:"); n.Bounds.Rect != (tree.Rect{X: 300, Y: 10, W: 40, H: 30}) {
		t.Errorf("bounds %+v", n.Bounds)
	}
	for i := range s.Nodes { // what lies below the other does not overlap
		for j := range s.Nodes {
			x, y := s.Nodes[i], s.Nodes[j]
			if i < j && len(x.Children)+len(y.Children) == 0 && x.Bounds.Intersects(y.Bounds.Rect) {
				t.Errorf("%s lies over %s", x.Handle, y.Handle)
			}
		}
	}
}

func TestTreeRefuses(t *testing.T) {
	for outline, want := range map[string]string{
		"":                                   "empty",
		`window "x"`:                         "one application",
		"application\napplication":           "one application",
		"application\n knob":                 `line 2 (knob): unknown role`,
		"application\n button \"x":           "quoted",
		"application\n button [glowing]":     "glowing",
		"application\n button {press":        "} is missing",
		"application\n button mood=good":     "unknown key",
		"application\n button unreadable=it": "unknown property",
		"application\n button sure":          "what is",
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), want) {
					t.Errorf("%q: got %v, want %q", outline, r, want)
				}
			}()
			fake.Tree(outline)
		}()
	}
}

func TestActs(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	a.On("button:Save", func(m *fake.Model) { m.Insert("application:Demo", -1, `dialog "Saved"`) })
	app := a.Identity()
	for _, c := range []struct {
		h      tree.Handle
		action backends.Action
	}{
		{"button:Save", backends.Action{Verb: tree.VerbPress}},
		{"checkbox:Urgent", backends.Action{Verb: tree.VerbToggle}},
		{"togglebutton:Bold", backends.Action{Verb: tree.VerbToggle}},
		{"radio:Large", backends.Action{Verb: tree.VerbPress}},
		{"customer", backends.Action{Verb: tree.VerbSetText, Text: "Bert"}},
		{"password:PIN", backends.Action{Verb: tree.VerbSetText, Text: "1234"}},
		{"slider:Volume", backends.Action{Verb: tree.VerbSetValue, Number: 7}},
		{"combobox:City", backends.Action{Verb: tree.VerbSelect, Item: "option:Paris"}},
	} {
		must(t, b.Act(t.Context(), app, c.h, c.action))
	}
	s := look(t, b, a)
	has := func(h tree.Handle, st tree.State) bool { n := node(t, s, h); return n.States.Has(st) }
	if len(s.Windows) != 2 || has("checkbox:Urgent", tree.Checked) || !has("togglebutton:Bold", tree.Pressed) ||
		has("radio:Small", tree.Checked) || !has("radio:Large", tree.Checked) ||
		has("option:Berlin", tree.Selected) || !has("option:Paris", tree.Selected) {
		t.Error("states are not what was done")
	}
	if node(t, s, "customer").Value.Value != "Bert" || node(t, s, "combobox:City").Value.Value != "Paris" || node(t, s, "slider:Volume").Range.Current != 7 {
		t.Error("values are not what was done")
	}
	want := []string{
		"press button:Save", "toggle checkbox:Urgent", "toggle togglebutton:Bold", "press radio:Large",
		`set-text customer "Bert"`, `set-text password:PIN "(4 characters)"`, "set-value slider:Volume 7", "select combobox:City option:Paris",
	}
	if d := cmp.Diff(want, a.Done()); d != "" {
		t.Error(d)
	}
	for h, action := range map[tree.Handle]backends.Action{
		"label":         {Verb: tree.VerbPress},
		"slider:Volume": {Verb: tree.VerbSetValue, Number: 99},
		"button:None":   {Verb: tree.VerbPress},
	} {
		if err := b.Act(t.Context(), app, h, action); backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s: %v", h, err)
		}
	}
	must(t, act(t, b, a, "button:Off", tree.VerbPress)) // disabled: success and nothing
	if len(a.Done()) != len(want) {
		t.Errorf("done %v", a.Done())
	}
	if calls := b.Called("Act"); len(calls) != len(want)+4 || calls[0] != "Act press button:Save" {
		t.Errorf("called %v", calls)
	}
}

func TestFaults(t *testing.T) {
	for fault, c := range map[fake.Fault]struct {
		delivery backends.Delivery
		landed   bool
		is       error
	}{
		fake.None:        {backends.Delivered, true, nil},
		fake.Lie:         {backends.Delivered, false, nil},
		fake.LostAnswer:  {backends.Uncertain, true, backends.ErrTimeout},
		fake.LostRequest: {backends.Uncertain, false, backends.ErrTimeout},
		fake.Stall:       {backends.Uncertain, true, context.DeadlineExceeded},
		fake.Refuse:      {backends.NotDelivered, false, backends.ErrUnsupported},
		fake.Vanish:      {backends.NotDelivered, false, backends.ErrGone},
		fake.Crash:       {backends.NotDelivered, false, backends.ErrGone},
	} {
		a := fake.Tree(demo)
		b := fake.New(a)
		a.NextActs(fault)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := b.Act(ctx, a.Identity(), "button:Save", backends.Action{Verb: tree.VerbPress})
		cancel()
		if backends.DeliveryOf(err) != c.delivery || !errors.Is(err, c.is) || (len(a.Done()) == 1) != c.landed {
			t.Errorf("%s: %v, done %v", fault, err, a.Done())
		}
		if fault != fake.Vanish && fault != fake.Crash {
			must(t, act(t, b, a, "button:Save", tree.VerbPress)) // only the one act
		}
	}
}

func TestScript(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	a.Before(2, func(m *fake.Model) { m.Twin("button:Save", true) })
	a.Before(3, func(m *fake.Model) { m.Cut("group:Size", tree.CutTime) })
	a.Before(4, func(m *fake.Model) { m.Mend("group:Size"); m.Reissue("customer") })
	a.Before(5, (*fake.Model).Die)
	count := func(s *tree.Snapshot, name string) (n int) {
		for _, x := range s.Nodes {
			if x.Role == tree.RoleButton && x.Name.Value == name {
				n++
			}
		}
		return n
	}
	first := look(t, b, a)
	second := look(t, b, a)
	if count(first, "Save") != 2 || count(second, "Save") != 3 {
		t.Errorf("%d, then %d buttons", count(first, "Save"), count(second, "Save"))
	}
	third := look(t, b, a)
	if third.Complete() || third.Cuts[0].Reason != tree.CutTime || third.Find("radio:Small") != tree.None {
		t.Errorf("cuts %v", third.Cuts)
	}
	fourth := look(t, b, a)
	if !fourth.Complete() || fourth.Find("customer") != tree.None || node(t, fourth, "customer~2").Value.Value != "Anna" {
		t.Error("the text box was not built anew")
	}
	if _, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity()}); !errors.Is(err, backends.ErrGone) {
		t.Errorf("dead: %v", err)
	}
	if apps, err := b.Applications(t.Context()); err != nil || len(apps) != 0 {
		t.Errorf("dead: %v, %v", apps, err)
	}
	if err := act(t, b, a, "button:Save", tree.VerbPress); backends.DeliveryOf(err) != backends.NotDelivered {
		t.Errorf("dead: %v", err)
	}
	if first.Find("customer") == tree.None || count(first, "Save") != 2 {
		t.Error("an old snapshot changed")
	}
}

func TestHang(t *testing.T) {
	a, other := fake.Tree(demo), fake.Tree(`application "Other"`)
	b := fake.New(a, other)
	a.Change((*fake.Model).Hang)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := b.Observe(ctx, backends.Scope{Application: a.Identity()}); !errors.Is(err, backends.ErrTimeout) || ctx.Err() == nil {
		t.Errorf("observe: %v", err)
	}
	late, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := b.Act(late, a.Identity(), "button:Save", backends.Action{Verb: tree.VerbPress}); backends.DeliveryOf(err) != backends.Uncertain || len(a.Done()) != 0 {
		t.Errorf("act: %v", err)
	}
	look(t, b, other) // one that hangs delays no other
	apps, err := b.Applications(t.Context())
	if err != nil || len(apps) != 2 || apps[0].Problem == "" || apps[1].Problem != "" || apps[0].PID == apps[1].PID {
		t.Errorf("%+v, %v", apps, err)
	}
	a.Change((*fake.Model).Resume)
	look(t, b, a)
}

func TestRestartIsAnotherProcess(t *testing.T) {
	old := fake.Tree(demo)
	b := fake.New(old)
	was := old.Identity()
	old.Change((*fake.Model).Die)
	b.Start(fake.Tree(demo).As(was.PID+1, 2))
	if _, err := b.Observe(t.Context(), backends.Scope{Application: was}); !errors.Is(err, backends.ErrGone) {
		t.Errorf("the old process: %v", err)
	}
	apps, err := b.Applications(t.Context())
	if err != nil || len(apps) != 1 || apps[0].SameProcess(was) {
		t.Errorf("%+v, %v", apps, err)
	}
}

func TestScopes(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	group, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity(), Root: "group:Size"})
	if err != nil || len(group.Nodes) != 3 || group.Validate() != nil {
		t.Errorf("group: %v, %v", group, err)
	}
	box, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity(), Root: "customer"})
	if err != nil || box.Nodes[0].Relations[0].Outside != 1 {
		t.Errorf("label outside: %v, %v", box, err)
	}
	few, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity(), MaxNodes: 5})
	if err != nil || len(few.Nodes) != 5 || few.Complete() || few.Validate() != nil {
		t.Errorf("limited: %v, %v", few, err)
	}
}

func TestHitTestAndReadNode(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	s := look(t, b, a)
	chain, err := b.HitTest(t.Context(), a.Identity(), node(t, s, "customer").Bounds.Center())
	if want := []tree.Handle{"window:Orders", "customer"}; err != nil || !slices.Equal(chain, want) {
		t.Errorf("hit %v, %v", chain, err)
	}
	a.Change(func(m *fake.Model) { m.Insert("application:Demo", -1, `dialog "Over" @0,0,2000,2000 [modal]`) })
	if chain, err = b.HitTest(t.Context(), a.Identity(), node(t, s, "customer").Bounds.Center()); err != nil || !slices.Equal(chain, []tree.Handle{"dialog:Over"}) {
		t.Errorf("covered: hit %v, %v", chain, err)
	}
	n, err := b.ReadNode(t.Context(), a.Identity(), "customer")
	if err != nil || n.Value.Value != "Anna" {
		t.Errorf("%+v, %v", n, err)
	}
	if _, err := b.ReadNode(t.Context(), a.Identity(), "none"); !errors.Is(err, backends.ErrGone) {
		t.Errorf("no such element: %v", err)
	}
}

// next waits for an event.
func next(t *testing.T, events <-chan backends.Event) backends.Event {
	t.Helper()
	select {
	case e := <-events:
		return e
	case <-time.After(5 * time.Second):
		t.Fatal("no event comes")
		return backends.Event{}
	}
}

func TestEvents(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	ctx, cancel := context.WithCancel(t.Context())
	events, err := b.Events(ctx, backends.Scope{Application: a.Identity()})
	must(t, err)
	must(t, act(t, b, a, "checkbox:Urgent", tree.VerbToggle))
	if e := next(t, events); e.Kind != backends.EventState || e.Source != "checkbox:Urgent" || e.Detail != "checked" || e.On || e.At.IsZero() {
		t.Errorf("%+v", e)
	}
	must(t, b.Act(ctx, a.Identity(), "password:PIN", backends.Action{Verb: tree.VerbSetText, Text: "1234"}))
	if e := next(t, events); e.Kind != backends.EventText || e.Text != "" || e.Length != 0 {
		t.Errorf("tells of a secret: %+v", e)
	}
	for i := range 200 { // nobody receives
		a.Change(func(m *fake.Model) { m.Rename("button:Off", fmt.Sprint(i)) })
	}
	for range cap(events) {
		next(t, events)
	}
	a.Change(func(m *fake.Model) { m.Rename("button:Off", "last") })
	if e := next(t, events); e.Kind != backends.EventLost {
		t.Errorf("after missing some: %+v", e)
	}
	if e := next(t, events); e.Text != "last" {
		t.Errorf("after that: %+v", e)
	}
	cancel()
	if e, more := <-events; more {
		t.Errorf("after the end: %+v", e)
	}
	second, err := b.Events(t.Context(), backends.Scope{Application: a.Identity()})
	must(t, err)
	must(t, b.Close())
	if _, more := <-second; more {
		t.Error("after closing")
	}
	if _, err := b.Observe(t.Context(), backends.Scope{Application: a.Identity()}); !errors.Is(err, backends.ErrNoBus) {
		t.Errorf("closed: %v", err)
	}
}

func TestListener(t *testing.T) {
	l := fake.NewListener()
	ctx, cancel := context.WithCancel(t.Context())
	short, stop := context.WithTimeout(ctx, 5*time.Millisecond)
	if err := l.Push(short, backends.Input{}); err == nil {
		t.Error("pushed to nobody")
	}
	stop()
	var got []string
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- l.Listen(ctx, func() { close(ready) }, func(in backends.Input) {
			got = append(got, fmt.Sprintf("%s %s %d %v", in.Kind, in.Text, in.Point.X, in.Held))
			if in.Held {
				in.Release()
				in.Release()
			}
		})
	}()
	<-ready
	app := tree.Application{PID: 7}
	must(t, l.Click(ctx, app, 1, tree.Point{X: 5}))
	must(t, l.Type(ctx, app, 1, "ö"))
	want := []string{"press  5 true", "release  5 false", "key-down ö 0 false", "key-up ö 0 false"}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if !slices.Equal(got, want) || l.Released() != 1 {
		t.Errorf("heard %q, released %d", got, l.Released())
	}
	broken := errors.New("no display")
	l.FailWith(broken)
	if err := l.Listen(t.Context(), nil, nil); err != broken {
		t.Error(err)
	}
}

func TestScreen(t *testing.T) {
	s := fake.NewScreen(100, 50)
	s.Fill(tree.Rect{X: 90, Y: 40, W: 50, H: 50}, color.RGBA{R: 255, A: 255})
	c, err := s.Capture(t.Context(), tree.Rect{X: 80, Y: 30, W: 500, H: 500})
	must(t, err)
	if c.Rect != (tree.Rect{X: 80, Y: 30, W: 20, H: 20}) || c.Image.RGBAAt(0, 0) != (color.RGBA{128, 128, 128, 255}) ||
		c.Image.RGBAAt(19, 19) != (color.RGBA{255, 0, 0, 255}) || c.Hash != tree.PixelHash(c.Image) {
		t.Errorf("%+v", c.Rect)
	}
	if _, err := s.Capture(t.Context(), tree.Rect{X: 200, W: 5, H: 5}); !errors.Is(err, fake.ErrOutside) {
		t.Error(err)
	}
	s.Cover(tree.Rect{X: 80, Y: 30, W: 5, H: 5}, color.White)
	over, err := s.Capture(t.Context(), c.Rect)
	must(t, err)
	below, err := s.CaptureWindows(t.Context(), c.Rect, []tree.Window{{XID: 1}})
	must(t, err)
	if over.Image.RGBAAt(0, 0) != (color.RGBA{255, 255, 255, 255}) || below.Hash != c.Hash {
		t.Errorf("covered %v, without the cover %v", over.Image.RGBAAt(0, 0), below.Image.RGBAAt(0, 0))
	}
	if _, err := s.CaptureWindows(t.Context(), c.Rect, []tree.Window{{}}); !errors.Is(err, fake.ErrUnidentified) {
		t.Error(err)
	}
	broken := errors.New("no display")
	s.FailWith(broken)
	if _, err := s.Capture(t.Context(), tree.Rect{W: 5, H: 5}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if len(s.Taken()) != 3 {
		t.Errorf("taken %v", s.Taken())
	}
}

func TestManyGoroutines(t *testing.T) {
	a := fake.Tree(demo)
	b := fake.New(a)
	events, err := b.Events(t.Context(), backends.Scope{Application: a.Identity()})
	must(t, err)
	go func() {
		for range events {
		}
	}()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				_, lookErr := b.Observe(t.Context(), backends.Scope{Application: a.Identity()})
				_, hitErr := b.HitTest(t.Context(), a.Identity(), tree.Point{X: g})
				_, listErr := b.Applications(t.Context())
				actErr := b.Act(t.Context(), a.Identity(), "checkbox:Urgent", backends.Action{Verb: tree.VerbToggle})
				if err := errors.Join(lookErr, hitErr, listErr, actErr); err != nil {
					t.Error(err)
				}
				a.Change(func(m *fake.Model) { m.Move("img:", tree.Rect{X: g, W: 1, H: 1}) })
			}
		}()
	}
	wg.Wait()
	if n := len(a.Done()); n != 400 {
		t.Errorf("%d acts were done", n)
	}
}
