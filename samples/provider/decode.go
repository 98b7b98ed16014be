package provider

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// errMessage says that a message is not in the wire format.
var errMessage = errors.New("message is not in the wire format of D-Bus")

// maxMessage is the longest message that D-Bus allows.
const maxMessage = 1 << 27

// readMessage reads one little-endian message.
func readMessage(r io.Reader) (*message, error) {
	var head [16]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	body := binary.LittleEndian.Uint32(head[4:])
	fields := binary.LittleEndian.Uint32(head[12:])
	if head[0] != 'l' || fields > maxMessage || body > maxMessage {
		return nil, errMessage
	}
	padded := (fields + 7) &^ 7
	rest := make([]byte, 16+padded+body) // with room for the head, so that alignment counts from there
	copy(rest, head[:])
	if _, err := io.ReadFull(r, rest[16:]); err != nil {
		return nil, err
	}
	m := &message{kind: head[1], flags: head[2], serial: binary.LittleEndian.Uint32(head[8:])}
	d := decoder{b: rest[:16+fields], at: 16}
	for d.at < len(d.b) && d.err == nil {
		d.pad(8)
		m.field(d.byte(), d.variant())
	}
	if d.err != nil {
		return nil, d.err
	}
	d = decoder{b: rest[16+padded:]}
	for s := m.signature; s != "" && d.err == nil; {
		var v any
		v, s = d.value(s)
		m.args = append(m.args, v)
	}
	return m, d.err
}

// field takes over one header field; those of the wrong type are left out.
func (m *message) field(code byte, value any) {
	s, _ := value.(string)
	switch code {
	case 1:
		m.path = s
	case 2:
		m.iface = s
	case 3:
		m.member = s
	case 4:
		m.errorName = s
	case 5:
		m.replyTo, _ = value.(uint32)
	case 6:
		m.destination = s
	case 7:
		m.sender = s
	case 8:
		m.signature = s
	}
}

// decoder reads values. After an error every further one is zero.
type decoder struct {
	b   []byte
	at  int
	err error
}

func (d *decoder) pad(n int) { d.at = (d.at + n - 1) / n * n }

// take returns the next n bytes.
func (d *decoder) take(n int) []byte {
	if d.err != nil || n < 0 || d.at+n > len(d.b) {
		d.err = errMessage
		return make([]byte, min(max(n, 0), 8))
	}
	d.at += n
	return d.b[d.at-n : d.at]
}

func (d *decoder) byte() byte { return d.take(1)[0] }

func (d *decoder) uint32() uint32 {
	d.pad(4)
	return binary.LittleEndian.Uint32(d.take(4))
}

func (d *decoder) uint64() uint64 {
	d.pad(8)
	return binary.LittleEndian.Uint64(d.take(8))
}

func (d *decoder) string(length int) string {
	s := string(d.take(length))
	d.take(1)
	return s
}

func (d *decoder) variant() any {
	v, _ := d.value(d.string(int(d.byte())))
	return v
}

// value reads the first type of a signature and returns the rest of that. Calls
// that reach an application have few types; structures become []any.
func (d *decoder) value(signature string) (any, string) {
	if signature == "" || d.err != nil {
		d.err = errMessage
		return nil, ""
	}
	rest := signature[1:]
	switch signature[0] {
	case 'y':
		return d.byte(), rest
	case 'b':
		return d.uint32() != 0, rest
	case 'i':
		return int32(d.uint32()), rest
	case 'u':
		return d.uint32(), rest
	case 'x':
		return int64(d.uint64()), rest
	case 't':
		return d.uint64(), rest
	case 'd':
		return math.Float64frombits(d.uint64()), rest
	case 's', 'o':
		return d.string(int(d.uint32())), rest
	case 'g':
		return d.string(int(d.byte())), rest
	case 'v':
		return d.variant(), rest
	case '(':
		d.pad(8)
		var list []any
		for len(rest) > 0 && rest[0] != ')' && d.err == nil {
			var v any
			v, rest = d.value(rest)
			list = append(list, v)
		}
		if rest == "" {
			d.err = errMessage
			return nil, ""
		}
		return list, rest[1:]
	}
	d.err = fmt.Errorf("%w: type %q in a call", errMessage, signature[0])
	return nil, ""
}
