package atspi

import (
	"encoding/binary"
	"fmt"
)

// Numbers of the D-Bus protocol.
const (
	littleEndian     = 'l'
	bigEndian        = 'B'
	protocol         = 1 // its version
	messageCall      = 1
	messageReply     = 2
	messageError     = 3
	flagNoAutoStart  = 2
	fieldPath        = 1
	fieldInterface   = 2
	fieldMember      = 3
	fieldErrorName   = 4
	fieldReplySerial = 5
	fieldDestination = 6
	fieldSignature   = 8

	headLength    = 16 // of the part of a header that has a fixed place
	longestFields = 1 << 26
	longestBody   = 1 << 27
)

// encoder appends to a message in the byte order of the little end. Places are
// counted from where the message begins.
type encoder struct {
	b     []byte
	start int
}

// encodeCall appends a method call to b. Arguments may be strings and numbers of
// 32 bits, which is all that a reading sends.
func encodeCall(b []byte, serial uint32, r *request) ([]byte, error) {
	e := encoder{b, len(b)}
	signature := make([]byte, 0, 4)
	for _, a := range r.args {
		switch a.(type) {
		case string:
			signature = append(signature, 's')
		case int32:
			signature = append(signature, 'i')
		case uint32:
			signature = append(signature, 'u')
		default:
			return b, fmt.Errorf("call %s: an argument is a %T", r.m.member, a)
		}
	}
	e.b = append(e.b, littleEndian, messageCall, flagNoAutoStart, 1)
	e.u32(0) // the length of the body, below
	e.u32(serial)
	e.u32(0) // the length of the fields, below
	fields := len(e.b)
	e.field(fieldPath, 'o', string(r.to.path))
	e.field(fieldInterface, 's', r.m.iface)
	e.field(fieldMember, 's', r.m.member)
	e.field(fieldDestination, 's', r.to.name)
	if len(signature) > 0 {
		e.align(8)
		e.b = append(e.b, fieldSignature, 1, 'g', 0, byte(len(signature)))
		e.b = append(e.b, signature...)
		e.b = append(e.b, 0)
	}
	binary.LittleEndian.PutUint32(e.b[e.start+12:], uint32(len(e.b)-fields))
	e.align(8)
	body := len(e.b)
	for _, a := range r.args {
		switch v := a.(type) {
		case string:
			e.text(v)
		case int32:
			e.align(4)
			e.u32(uint32(v))
		case uint32:
			e.align(4)
			e.u32(v)
		}
	}
	binary.LittleEndian.PutUint32(e.b[e.start+4:], uint32(len(e.b)-body))
	return e.b, nil
}

func (e *encoder) u32(v uint32) { e.b = binary.LittleEndian.AppendUint32(e.b, v) }

func (e *encoder) align(n int) {
	for (len(e.b)-e.start)%n != 0 {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) text(s string) {
	e.align(4)
	e.u32(uint32(len(s)))
	e.b = append(e.b, s...)
	e.b = append(e.b, 0)
}

// field appends one field of the header.
func (e *encoder) field(code byte, kind byte, s string) {
	e.align(8)
	e.b = append(e.b, code, 1, kind, 0)
	e.text(s)
}
