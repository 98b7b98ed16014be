package provider

import (
	"encoding/binary"
	"math"
)

// encoder appends values in the wire format of D-Bus, little-endian. It checks
// nothing: what is sent is what a script wants. Alignment counts from its start.
type encoder struct{ b []byte }

// pad appends zeros up to a multiple of n.
func (e *encoder) pad(n int) {
	for len(e.b)%n != 0 {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) byte(v byte) { e.b = append(e.b, v) }

func (e *encoder) uint32(v uint32) {
	e.pad(4)
	e.b = binary.LittleEndian.AppendUint32(e.b, v)
}

func (e *encoder) int32(v int32) { e.uint32(uint32(v)) }

func (e *encoder) bool(v bool) {
	if v {
		e.uint32(1)
		return
	}
	e.uint32(0)
}

func (e *encoder) int64(v int64) {
	e.pad(8)
	e.b = binary.LittleEndian.AppendUint64(e.b, uint64(v))
}

func (e *encoder) double(v float64) { e.int64(int64(math.Float64bits(v))) }

// string appends a string or an object path.
func (e *encoder) string(v string) {
	e.uint32(uint32(len(v)))
	e.b = append(e.b, v...)
	e.b = append(e.b, 0)
}

func (e *encoder) signature(v string) {
	e.b = append(e.b, byte(len(v)))
	e.b = append(e.b, v...)
	e.b = append(e.b, 0)
}

// array appends an array whose elements have the alignment.
func (e *encoder) array(align int, elements func()) {
	e.uint32(0)
	length := len(e.b) - 4
	e.pad(align)
	start := len(e.b)
	elements()
	binary.LittleEndian.PutUint32(e.b[length:], uint32(len(e.b)-start))
}

func (e *encoder) strings(list []string) {
	e.array(4, func() {
		for _, s := range list {
			e.string(s)
		}
	})
}

// ref appends a reference "(so)".
func (e *encoder) ref(r ref) {
	e.pad(8)
	e.string(r.name)
	e.string(r.path)
}

// The variants that AT-SPI has.

func (e *encoder) variantString(v string) { e.signature("s"); e.string(v) }
func (e *encoder) variantInt(v int32)     { e.signature("i"); e.int32(v) }
func (e *encoder) variantUint(v uint32)   { e.signature("u"); e.uint32(v) }
func (e *encoder) variantDouble(v float64) {
	e.signature("d")
	e.double(v)
}
func (e *encoder) variantRef(r ref) { e.signature("(so)"); e.ref(r) }

// ref names an object of some application.
type ref struct{ name, path string }

// Types of messages.
const (
	typeCall byte = iota + 1
	typeReply
	typeError
	typeSignal
)

// message is one message, to be sent or received. args are those of a received
// one; body is written as it is.
type message struct {
	kind                           byte
	flags                          byte
	serial, replyTo                uint32
	path, iface, member, errorName string
	sender, destination            string
	signature                      string
	body                           []byte
	args                           []any
}

// encode returns the bytes of a message.
func (m *message) encode() []byte {
	e := encoder{b: make([]byte, 0, 128+len(m.body))}
	e.byte('l')
	e.byte(m.kind)
	e.byte(m.flags)
	e.byte(1)
	e.uint32(uint32(len(m.body)))
	e.uint32(m.serial)
	e.array(8, func() {
		field := func(code byte, signature, value string) {
			if value == "" {
				return
			}
			e.pad(8)
			e.byte(code)
			e.signature(signature)
			if signature == "g" {
				e.signature(value)
				return
			}
			e.string(value)
		}
		field(1, "o", m.path)
		field(2, "s", m.iface)
		field(3, "s", m.member)
		field(4, "s", m.errorName)
		if m.replyTo != 0 {
			e.pad(8)
			e.byte(5)
			e.signature("u")
			e.uint32(m.replyTo)
		}
		field(6, "s", m.destination)
		field(8, "g", m.signature)
	})
	e.pad(8)
	return append(e.b, m.body...)
}
