package atspi

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/provider"
)

// rich is a window with one of everything that is asked of elements, and a button
// beside it that is always sound.
func rich() []provider.Command {
	word := func(s string) *string { return &s }
	return []provider.Command{
		{Do: "add", Node: &provider.Node{Key: "win", Role: "frame", Name: word("win"), Extents: &[4]int32{0, 0, 400, 300}, Children: []provider.Node{
			{Key: "label", Role: "label", Name: word("label")},
			{
				Key: "a", Role: "entry", Name: word("a"), Description: word("d"), ID: word("id"), Text: word("text"),
				On: []string{"editable"}, Extents: &[4]int32{1, 2, 30, 20}, Actions: []string{"activate"},
				Value: &provider.Value{Current: 1, Maximum: 9}, Attributes: map[string]string{"k": "v"},
				Relations: map[string][]string{"labelled-by": {"label"}}, Children: []provider.Node{{Key: "c", Name: word("c")}},
			},
			{Key: "b", Role: "push button", Name: word("b"), Actions: []string{"click"}, Extents: &[4]int32{50, 2, 30, 20}},
		}}},
	}
}

// Whatever one method of one element answers, the reading ends in time, holds the
// sound element beside it, and takes nothing for known that was not said.
func TestHostileAnswers(t *testing.T) {
	b := open(t, Options{Call: brief})
	whole := host(t, rich()...).observe(t, b, 0)
	if !whole.Complete() || len(whole.Nodes) != 6 {
		t.Fatalf("%d elements, cuts %q", len(whole.Nodes), cutsOf(whole))
	}
	kinds := []provider.Trouble{
		{Kind: "wrong"}, {Kind: "empty"}, {Kind: "unknown-method"}, {Kind: "unknown-object"}, {Kind: "error"},
		{Kind: "raw", Signature: "a(so)", Body: []byte{0, 0, 0, 0, 0, 0, 0, 0}},
		{Kind: "raw", Signature: "v", Body: []byte{1, 'u', 0, 0, 7, 0, 0, 0}},
		{Kind: "raw", Signature: "a{sv}", Body: make([]byte, 8)},
		{Kind: "raw", Signature: "x", Body: []byte{255, 255, 255, 255, 255, 255, 255, 127}},
	}
	for _, member := range []string{
		"GetChildren", "GetRole", "GetState", "GetInterfaces", "GetRelationSet", "GetExtents", "GetActions", "GetName", "GetText",
		"GetAll", "Get", "CharacterCount", "CurrentValue", "ChildCount", "Name",
	} {
		for _, socket := range []string{"", "on"} {
			commands := []provider.Command{{Do: "application", Application: &provider.Application{Socket: socket}}}
			p := host(t, append(commands, rich()...)...)
			for _, kind := range kinds {
				name := fmt.Sprintf("%s %s %s socket %q", member, kind.Kind, kind.Signature, socket)
				kind.Key, kind.Member = "a", member
				p.do(t, provider.Command{Do: "clear"}, provider.Command{Do: "trouble", Trouble: &kind})
				began := time.Now()
				s := p.observe(t, b, 0)
				if took := time.Since(began); took > endless {
					t.Errorf("%s: took %v", name, took)
				}
				checkSound(t, name, p, whole, s)
			}
		}
	}
}

// What was asked for and answered says so; a refused answer leaves actions and relations
// not read, so that nobody takes their absence for a fact.
func TestActionsAndRelationsRead(t *testing.T) {
	b := open(t, Options{Call: brief})
	p := host(t, rich()...)
	for member, want := range map[string][2]bool{"": {true, true}, "GetActions": {false, true}, "GetName": {false, true}, "GetRelationSet": {true, false}} {
		p.do(t, provider.Command{Do: "clear"})
		if member != "" {
			p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "error", Key: "a", Member: member}})
		}
		s := p.observe(t, b, 0)
		a, sound := s.Node(s.Find(p.ref("a").handle())), s.Node(s.Find(p.ref("b").handle()))
		if a == nil || sound == nil {
			t.Fatalf("%s: elements are missing", member)
		}
		if got := [2]bool{a.ActionsRead, a.RelationsRead}; got != want || !sound.ActionsRead || !sound.RelationsRead {
			t.Errorf("%q refused: actions and relations read: %v, want %v; of the other element %v %v", member, got, want, sound.ActionsRead, sound.RelationsRead)
		}
	}
}

// checkSound compares what was read with what there is: the element "a" is itself
// or not known, and all else is as it is.
func checkSound(t *testing.T, name string, p hosted, whole, s *tree.Snapshot) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	sound := s.Node(s.Find(p.ref("b").handle()))
	if sound == nil || sound.Name.Value != "b" || !sound.Has(tree.VerbPress) {
		t.Errorf("%s: the sound element is %+v", name, sound)
	}
	a, is := s.Node(s.Find(p.ref("a").handle())), &whole.Nodes[3]
	if a == nil {
		if s.Complete() {
			t.Errorf("%s: the element is not there, and nothing is missing", name)
		}
		return
	}
	for what, texts := range map[string][2]tree.Text{"name": {a.Name, is.Name}, "description": {a.Description, is.Description}, "value": {a.Value, is.Value}} {
		if got, want := texts[0], texts[1]; got != want && got.State == tree.Known && a.Role == is.Role {
			t.Errorf("%s: the %s is %+v, not %+v", name, what, got, want)
		}
	}
	if s.Find(p.ref("c").handle()) == tree.None && s.Complete() {
		t.Errorf("%s: a child is not there, and nothing is missing", name)
	}
	if len(a.Interfaces) == 0 && !strings.Contains(name, " empty ") && s.Complete() {
		t.Errorf("%s: no interfaces were read, and nothing is missing", name)
	}
}

// Bytes that are no message, half of one, and texts that are no UTF-8 come over a
// private socket, since no bus lets them through. The application can be read all
// the same: over the bus, from the next reading on at the latest.
func TestHostileBytes(t *testing.T) {
	for name, c := range map[string]provider.Command{
		"half a message":        {Do: "trouble", Trouble: &provider.Trouble{Kind: "torn", Key: "a", Member: "GetRole", Socket: true}},
		"no message":            junk("l\x07\x00\x01 and so on, for longer than a header is"),
		"4 GB to come":          junk("l\x02\x01\x01\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00"),
		"fields of 2 GB":        junk("l\x02\x01\x01\x00\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\x7f"),
		"a signal that is none": junk(brokenSignal(t)),
		"no byte order":         junk("x\x02\x01\x01\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"),
		"100 MB that not come":  junk("l\x02\x01\x01\x00\x00\x40\x06\x01\x00\x00\x00\x00\x00\x00\x00"),
		"text beyond its end":   raw("GetName", "s", []byte{255, 255, 255, 255, 'x', 0}),
		"array beyond its end":  raw("GetRelationSet", "a(ua(so))", []byte{0, 0, 0, 4, 0, 0, 0, 0}),
		"text without its zero": raw("GetText", "s", []byte{1, 0, 0, 0, 'x', 'y'}),
		"no such type":          raw("GetState", "a?", []byte{0, 0, 0, 0}),
		"unclosed struct":       raw("GetExtents", "(iiii", make([]byte, 16)),
		"types without end":     raw("GetRole", strings.Repeat("a", 200), make([]byte, 4)),
		"nested without end":    raw("GetRole", strings.Repeat("(", 100)+"u"+strings.Repeat(")", 100), make([]byte, 4)),
		"variant of variants":   raw("GetRole", "v", []byte(strings.Repeat("\x01v\x00", 300))),
		"more than was said":    raw("GetInterfaces", "as", append([]byte{0, 0, 0, 0}, make([]byte, 4096)...)),
		"less than was said":    raw("GetInterfaces", "as", []byte{64, 0, 0, 0}),
		"booleans of seven":     raw("GetState", "ab", []byte{4, 0, 0, 0, 7, 0, 0, 0}),
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, Options{Call: brief})
			whole := host(t, rich()...).observe(t, b, 0)
			p := host(t, append([]provider.Command{{Do: "application", Application: &provider.Application{Socket: "on"}}}, append(rich(), c)...)...)
			scope := scopeOf(p.application(), "")
			began := time.Now()
			s, err := b.Observe(deadline(t), scope)
			if took := time.Since(began); took > endless {
				t.Errorf("took %v", took)
			}
			if err == nil {
				if err := s.Validate(); err != nil {
					t.Error(err)
				}
				if strings.Contains(cutsOf(s), "ended") {
					t.Errorf("it did not end: %q", cutsOf(s))
				}
			}
			if s != nil && s.Complete() { // it was understood
				return
			}
			if name == "100 MB that not come" { // it may be stopped, so its socket is tried again
				p.do(t, provider.Command{Do: "clear"})
			}
			// Where the connection broke the bus is used; else what cannot be read stays so.
			s = p.observe(t, b, 0)
			checkSound(t, "the next reading", p, whole, s)
			if broken := c.Trouble.Kind != "raw"; broken && !s.Complete() {
				t.Errorf("over the bus: cuts %q", cutsOf(s))
			}
		})
	}
}

func junk(bytes string) provider.Command {
	return provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "bytes", Key: "a", Member: "GetRole", Socket: true, Body: []byte(bytes)}}
}

// brokenSignal is a message in the form of D-Bus but for its body, of a kind that is
// not for readings.
func brokenSignal(t *testing.T) string {
	t.Helper()
	m := dbus.Message{Type: dbus.TypeSignal, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldPath: dbus.MakeVariant(dbus.ObjectPath("/a")), dbus.FieldInterface: dbus.MakeVariant("a.b"),
		dbus.FieldMember: dbus.MakeVariant("C"), dbus.FieldSignature: dbus.MakeVariant(dbus.SignatureOf("")),
	}, Body: []any{"text"}}
	var b bytes.Buffer
	if err := m.EncodeTo(&b, binary.LittleEndian); err != nil {
		t.Fatal(err)
	}
	message := b.Bytes()
	message[8] = 9                                                  // a serial number
	binary.LittleEndian.PutUint32(message[len(message)-9:], 0xFFFF) // the length of the text
	return string(message)
}

func raw(member, signature string, body []byte) provider.Command {
	return provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "raw", Key: "a", Member: member, Socket: true, Signature: signature, Body: body}}
}

// A name is kept as it is, whatever is in it; where it is no text, what is none is
// replaced by the sign for that.
func TestHostileNames(t *testing.T) {
	b := open(t, Options{})
	for name, c := range map[string]struct {
		node provider.Node
		want string
	}{
		"controls":      {named("a\x1b[2J\a\r\n\tb\x7f\u009b"), "a\x1b[2J\a\r\n\tb\x7f\u009b"},
		"bidirectional": {named("\u202eevas\u2066\u2069\u200f"), "\u202eevas\u2066\u2069\u200f"},
		"10 MB":         {named(strings.Repeat("é", 5<<20)), strings.Repeat("é", 5<<20)},
		"no UTF-8":      {provider.Node{NameBytes: []byte("a\xff\xc3(\xe2\x82b")}, "a\ufffd\ufffd(\ufffdb"},
		"surrogates":    {provider.Node{NameBytes: []byte("\xed\xa0\x80x")}, "\ufffdx"},
	} {
		t.Run(name, func(t *testing.T) {
			socket := provider.Command{Do: "application", Application: &provider.Application{Socket: "on"}}
			p := host(t, with(append([]provider.Command{socket}, leaves...), provider.Command{Do: "set", Key: "a", Node: &c.node})...)
			s := p.observe(t, b, 0)
			got := s.Nodes[s.Find(p.ref("a").handle())].Name
			if !got.IsKnown() || !sameButReplaced(got.Value, c.want) || !s.Complete() {
				t.Errorf("the name of %d bytes is %d: %.60q; cuts %q", len(c.want), len(got.Value), got.Value, cutsOf(s))
			}
		})
	}
}

// sameButReplaced compares two texts, each run of replaced bytes as one.
func sameButReplaced(a, b string) bool {
	one := func(s string) string {
		for strings.Contains(s, "\ufffd\ufffd") {
			s = strings.ReplaceAll(s, "\ufffd\ufffd", "\ufffd")
		}
		return s
	}
	return one(a) == one(b)
}

func named(s string) provider.Node { return provider.Node{Name: &s} }

// Extreme places and numbers neither overflow nor become something that they are not.
func TestHostileNumbers(t *testing.T) {
	b := open(t, Options{})
	extremes := []int32{math.MinInt32, -1, 0, 1, math.MaxInt32}
	commands := shape(map[string][]string{"root": {"win"}, "win": nil})
	for i, x := range extremes {
		for j, w := range extremes {
			commands = append(commands, provider.Command{Do: "add", Key: "win", Node: &provider.Node{
				Key: fmt.Sprintf("e%d_%d", i, j), Role: "push button", Extents: &[4]int32{x, w, w, x},
			}})
		}
	}
	for i, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.Copysign(0, -1)} {
		n := provider.Number(v)
		commands = append(commands, provider.Command{Do: "add", Key: "win", Node: &provider.Node{
			Key: fmt.Sprintf("v%d", i), Role: "slider", Value: &provider.Value{Current: n, Minimum: 0, Maximum: n, Step: n},
		}})
	}
	for _, toolkit := range []provider.Application{{}, {Toolkit: "GTK", Version: "4.8", WindowRelative: true, Cache: "gtk4"}} {
		p := host(t, append([]provider.Command{{Do: "application", Application: &toolkit}}, commands...)...)
		app := p.application()
		if toolkit.Toolkit != "" {
			app.Toolkit, app.ToolkitVersion = toolkit.Toolkit, toolkit.Version
		}
		s, err := b.Observe(deadline(t), scopeOf(app, ""))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		if len(s.Nodes) != 2+len(extremes)*len(extremes)+5 {
			t.Errorf("%d elements, cuts %q", len(s.Nodes), cutsOf(s))
		}
		for _, point := range []tree.Point{{}, {X: math.MaxInt32, Y: math.MaxInt32}, {X: math.MinInt32, Y: math.MinInt32}} {
			app.PID = 0
			if _, err := b.HitTest(deadline(t), app, point); err != nil && strings.Contains(err.Error(), "panic") {
				t.Error(err)
			}
		}
	}
}

// A flood of events neither delays readings nor is it taken in without bound: what
// was lost is said.
func TestFloodOfEvents(t *testing.T) {
	b := open(t, Options{})
	p := launch(t, "flood", shape(map[string][]string{"root": {"a", "b"}, "a": nil, "b": nil})...)
	app := listed(t, b, p.PID())
	quiet := time.Now()
	observe(t, b, app)
	before := time.Since(quiet)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	events, err := b.Events(ctx, backends.Scope{Application: app})
	if err != nil {
		t.Fatal(err)
	}
	const count = 30_000
	tell(t, p, provider.Command{Do: "repeat", Count: count, Rate: 10_000, Then: []provider.Command{
		{Do: "emit", Key: "a", Event: &provider.Event{Name: "object:text-changed:insert", Count: true, Text: "x"}},
	}})
	// If readings waited for the flood all would, whereas a busy machine delays some.
	quickest := patience
	for range 5 {
		began := time.Now()
		if s := observe(t, b, app); len(s.Nodes) != 3 {
			t.Errorf("%d elements were read", len(s.Nodes))
		}
		quickest = min(quickest, time.Since(began))
	}
	if quickest > 2*time.Second+3*before {
		t.Errorf("the quickest of five readings took %v, before %v", quickest, before)
	}
	// Nobody took events meanwhile. From now on they come in order, up to the last.
	last, lost, came := -1, false, 0
	end := time.After(patience)
	for last < count-1 {
		select {
		case e, open := <-events:
			switch {
			case !open:
				t.Fatalf("the events ended after number %d", last)
			case e.Kind == backends.EventLost:
				lost = true
			case e.Kind == backends.EventText:
				if e.Position <= last {
					t.Fatalf("event %d came after %d", e.Position, last)
				}
				last = e.Position
				came++
			}
		case <-end:
			t.Fatalf("event %d was the last of %d, lost %v", last, count, lost)
		}
	}
	if came < count && !lost {
		t.Errorf("%d of %d events came, and nobody says that some were lost", came, count)
	}
}

// The last round trip of a reading proves that nothing changed meanwhile: without it
// the reading is not complete.
func TestWithoutTheLastAnswerNothingIsComplete(t *testing.T) {
	b := open(t, Options{Call: brief})
	p := host(t, rich()...)
	p.do(t, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "hang", Key: "root", Member: "GetRole", After: 1}})
	if s := p.observe(t, b, 0); s.Complete() || len(s.Nodes) != 6 {
		t.Errorf("%d elements, cuts %q", len(s.Nodes), cutsOf(s))
	}
	p.do(t, provider.Command{Do: "clear"})
	if s := p.observe(t, b, 0); !s.Complete() {
		t.Errorf("cuts %q", cutsOf(s))
	}
}
