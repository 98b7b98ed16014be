package atspi

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/godbus/dbus/v5"
)

// answers are bodies as AT-SPI sends them, and two that it does not.
func answers() map[string][]any {
	at := func(path string) []any { return []any{":1.7", dbus.ObjectPath(path)} }
	return map[string][]any{
		"nothing":    nil,
		"role":       {uint32(25)},
		"states":     {[]uint32{1 << 30, 7}},
		"no states":  {[]uint32{}},
		"interfaces": {[]string{ifaceAccessible, ifaceComponent, ""}},
		"no strings": {[]string{}},
		"extents":    {struct{ X, Y, W, H int32 }{-1, 2, 3, -2147483648}},
		"children": {[]struct {
			Name string
			Path dbus.ObjectPath
		}{{":1.7", "/a"}, {":1.7", "/b"}}},
		"property": {dbus.MakeVariant("a name, \u00e4")},
		"number":   {dbus.MakeVariant(3.25)},
		"parent":   {dbus.MakeVariant(at("/p"))},
		"all": {map[string]dbus.Variant{
			"Name": dbus.MakeVariant("x"), "ChildCount": dbus.MakeVariant(int32(-1)),
			"Attributes": dbus.MakeVariant(map[string]string{"a": "b", "": ""}), "Ready": dbus.MakeVariant(true),
		}},
		"relations": {[]struct {
			Kind    uint32
			Targets []struct {
				Name string
				Path dbus.ObjectPath
			}
		}{{2, []struct {
			Name string
			Path dbus.ObjectPath
		}{{":1.7", "/a"}}}, {1, nil}}},
		"actions": {[]struct{ Name, Description, Key string }{{"click", "", "<Alt>x"}}},
		"odd":     {byte(1), int16(-2), uint16(3), int64(-4), uint64(5), []byte{1, 2}, dbus.MakeVariant(dbus.MakeVariant(int32(1)))},
		"foreign": {map[string]uint32{"a": 1}, [][]string{{"x"}, {}}},
	}
}

func encode(t *testing.T, kind dbus.Type, body []any, order binary.ByteOrder) []byte {
	t.Helper()
	m := dbus.Message{Type: kind, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldReplySerial: dbus.MakeVariant(uint32(firstSerial + 3)), dbus.FieldSender: dbus.MakeVariant(":1.7"),
	}, Body: body}
	if len(body) > 0 {
		m.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(body...))
	}
	if kind == dbus.TypeError {
		m.Headers[dbus.FieldErrorName] = dbus.MakeVariant("org.example.Wrong")
	}
	var b bytes.Buffer
	if err := m.EncodeTo(&b, order); err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint32(b.Bytes()[8:], 9) // a message has a serial number
	return b.Bytes()
}

// Replies are decoded to what godbus makes of them, in both byte orders.
func TestDecodeAgreesWithGodbus(t *testing.T) {
	for name, body := range answers() {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			message := encode(t, dbus.TypeMethodReply, body, order)
			want, err := dbus.DecodeMessage(bytes.NewReader(message))
			if err != nil {
				t.Fatal(name, err)
			}
			h, at, ok := decodeHead(message, orderOf(message), &pool{})
			if !ok || h.serial != firstSerial+3 {
				t.Fatalf("%s: head %+v, %v", name, h, ok)
			}
			got, err := decode(message, h, at, orderOf(message), &pool{})
			if err != nil || len(got) != len(want.Body) || len(got) > 0 && !reflect.DeepEqual(got, want.Body) {
				t.Errorf("%s, %v: %#v, %v; want %#v", name, order, got, err, want.Body)
			}
		}
	}
}

// Messages that were damaged give an error or other values, never a panic.
func TestDecodeOfDamagedMessages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, body := range answers() {
		message := encode(t, dbus.TypeMethodReply, body, binary.LittleEndian)
		for range 3000 {
			bad := bytes.Clone(message)
			for range 1 + random.IntN(4) {
				bad[headLength+random.IntN(len(bad)-headLength)] = byte(random.Uint32())
			}
			bad = bad[:headLength+random.IntN(len(bad)-headLength+1)]
			h, at, ok := decodeHead(bad, binary.LittleEndian, &pool{})
			if !ok || at > len(bad) {
				continue
			}
			_, _ = decodeBody(bad[at:], h.signature, binary.LittleEndian, &pool{})
		}
	}
}

// Of a damaged message that both read, both read the same (none of 168,844 was another
// in a longer run).
func TestDecodeOfDamageAgreesWithGodbus(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	read := 0
	for name, body := range answers() {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			message := encode(t, dbus.TypeMethodReply, body, order)
			for range 400 {
				bad := bytes.Clone(message)
				for range 1 + random.IntN(3) {
					bad[headLength+random.IntN(len(bad)-headLength)] ^= 1 << random.IntN(8)
				}
				h, at, ok := decodeHead(bad, order, &pool{})
				if !ok {
					continue
				}
				got, err := decodeBody(bad[at:], h.signature, order, &pool{})
				m, failed := dbus.DecodeMessage(bytes.NewReader(bad))
				if err != nil || failed != nil {
					continue
				}
				// As text: a number that is none does not equal itself.
				if read++; fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", m.Body) {
					t.Errorf("%s: %q of % x is read as %#v, not %#v", name, h.signature, bad[at:], got, m.Body)
				}
			}
		}
	}
	if read < 1000 {
		t.Errorf("only %d messages could be read", read)
	}
}

// A call is encoded to what godbus reads as the same.
func TestEncodeCall(t *testing.T) {
	r := request{to: ref{":1.7", "/a/b"}, m: callGet, args: []any{ifaceAccessible, "Name", int32(-5), uint32(7)}}
	b, err := encodeCall([]byte("before"), 77, &r)
	if err != nil {
		t.Fatal(err)
	}
	m, err := dbus.DecodeMessage(bytes.NewReader(b[len("before"):]))
	if err != nil {
		t.Fatal(err)
	}
	if m.Serial() != 77 || m.Flags != dbus.FlagNoAutoStart || !reflect.DeepEqual(m.Body, r.args) ||
		m.Headers[dbus.FieldPath].Value() != r.to.path || m.Headers[dbus.FieldDestination].Value() != r.to.name ||
		m.Headers[dbus.FieldInterface].Value() != ifaceProperties || m.Headers[dbus.FieldMember].Value() != "Get" || m.IsValid() != nil {
		t.Errorf("%+v", m)
	}
}

// Calls beside those of godbus are answered over the same connection, errors as
// errors, and what was given up is not delivered.
func TestAsk(t *testing.T) {
	b := open(t, Options{})
	c, err := b.onBus(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	bus := ref{busName, busPath}
	unknown := &method{iface: ifaceBus, member: "NoSuchMethod"}
	done := make(chan reply, 3)
	c.ask([]request{{to: bus, m: callGetPID, args: []any{busName}}, {to: bus, m: unknown}, {to: bus, m: callGetPID, args: []any{1.5}}}, 40, done)
	got := map[uint32]reply{}
	for range 3 {
		r := <-done
		got[r.token] = r
	}
	if _, ok := first(got[40].body).(uint32); !ok || got[40].err != nil {
		t.Errorf("the bus said %+v", got[40])
	}
	if got[41].err == nil || got[42].err == nil {
		t.Errorf("wrong calls were answered with %v and %v", got[41].err, got[42].err)
	}
	c.ask([]request{{to: bus, m: callGetPID, args: []any{busName}}}, 50, done)
	c.forget(done)
	c.Close()
	c.ask([]request{{to: bus, m: callGetPID, args: []any{busName}}}, 60, done)
	for r := range done { // the reply to 50 may have been on its way
		if r.token == 60 && r.err != nil {
			break
		}
	}
}
