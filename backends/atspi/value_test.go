package atspi

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/samples/provider"
)

// Names and paths are taken as D-Bus takes them.
func TestValidReferences(t *testing.T) {
	for name, want := range map[string]bool{
		":1.7": true, ":1.7-a_B": true, "org.a11y.atspi.Registry": true, ":1.2.3": true,
		"": false, ":": false, ":1": false, "one": false, ":1.": false, ":.1": false, "a..b": false, "a.1": false,
		"not a name": false, "a.b\x00": false, "a.\u00e4": false, ":1/7": false,
	} {
		if validName(name) != want {
			t.Errorf("the name %q is valid: %v", name, !want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.OneOf(rapid.StringMatching(`(/[A-Za-z0-9_]{0,3}){0,3}/?`), rapid.String()).Draw(t, "path")
		if got, want := validPath(path), dbus.ObjectPath(path).IsValid(); got != want {
			t.Errorf("the path %q is valid: %v", path, got)
		}
	})
}

// answered makes a method of an object answer what a test says.
func answered(t *testing.T, key, member string, body ...any) provider.Command {
	t.Helper()
	message := encode(t, dbus.TypeMethodReply, body, binary.LittleEndian)
	h, at, ok := decodeHead(message, binary.LittleEndian, &pool{})
	if !ok {
		t.Fatal("the reply has no head")
	}
	return provider.Command{Do: "trouble", Trouble: &provider.Trouble{
		Kind: "raw", Key: key, Member: member, Signature: h.signature, Body: message[at:],
	}}
}

// What no message can be sent to costs the element that names it, and not the
// connection that all readings share: a bus ends that of who tries.
func TestReferencesThatAreNone(t *testing.T) {
	type named struct {
		Name string
		Path dbus.ObjectPath
	}
	b := open(t, Options{Call: brief})
	before, err := b.onBus(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"not a name", "1.7", "one", ":1." + strings.Repeat("1", 300)} {
		p := host(t, with(leaves, claims("a", 1), answered(t, "a", "GetChildren", []named{{name, "/a"}}))...)
		s := p.observe(t, b, 0)
		if got, want := keys(s)+", "+cutsOf(s), "root a b, a unreadable 1"; got != want {
			t.Errorf("of a child at %.20q were read %q, want %q", name, got, want)
		}
		if after, err := b.onBus(deadline(t)); after != before {
			t.Fatalf("a child at %.20q cost the connection to the bus (%v)", name, err)
		}
	}
}
