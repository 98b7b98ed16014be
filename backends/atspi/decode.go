package atspi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/godbus/dbus/v5"
)

// errForm says that a message does not follow the form of D-Bus.
var errForm = errors.New("a message that is not in the form of D-Bus")

// Limits of the protocol.
const (
	longestArray = 1 << 26
	deepest      = 64
)

// decoder reads the values of one message. It makes of them what godbus makes of
// the types that AT-SPI has, without reflection, which was half of the time of a
// reading. The first value in a wrong form makes it bad, and all that follow nil.
type decoder struct {
	b     []byte // from the start of the message or of its body
	at    int
	order binary.ByteOrder
	texts *pool
	bad   bool
}

// pool gives equal texts that come again and again one place in memory: names of
// interfaces, of properties and of the bus. It belongs to one goroutine.
type pool struct{ known map[string]string }

// manyNames and longName bound what an application can make us keep.
const (
	manyNames = 1024
	longName  = 64
)

func (p *pool) of(b []byte) string {
	if s, ok := p.known[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(b) <= longName && len(p.known) < manyNames {
		if p.known == nil {
			p.known = map[string]string{}
		}
		p.known[s] = s
	}
	return s
}

// head is what the header of a message says.
type head struct {
	serial    uint32 // of the call that is answered, 0 for none
	signature string
	errorName string
}

// decodeHead reads the fields of a header, which begin at byte 12.
func decodeHead(message []byte, order binary.ByteOrder, texts *pool) (h head, body int, ok bool) {
	d := decoder{b: message, at: 12, order: order, texts: texts}
	end := headLength + int(d.u32())
	for d.at < end && !d.bad {
		d.align(8)
		code := d.byte()
		switch kind := d.signature(); {
		case code == fieldReplySerial && kind == "u":
			h.serial = d.u32()
		case code == fieldSignature && kind == "g":
			h.signature = d.signature()
		case code == fieldErrorName && kind == "s":
			h.errorName = string(d.text())
		case kind == "s" || kind == "o":
			d.text()
		case typeLength(kind, 0) == len(kind):
			d.value(kind, 0)
		default:
			d.bad = true
		}
	}
	body = headLength + (end-headLength+7)&^7
	return h, body, !d.bad && d.at == end && body <= len(message)
}

// decode reads the body of a whole message; types that AT-SPI does not use are left
// to godbus.
func decode(message []byte, h head, body int, order binary.ByteOrder, texts *pool) ([]any, error) {
	values, err := decodeBody(message[body:], h.signature, order, texts)
	if err == nil {
		return values, nil
	}
	m, err := dbus.DecodeMessage(bytes.NewReader(message))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errForm, err)
	}
	return m.Body, nil
}

// decodeBody reads all values of a body.
func decodeBody(body []byte, signature string, order binary.ByteOrder, texts *pool) ([]any, error) {
	d := decoder{b: body, order: order, texts: texts}
	var values []any
	for rest := signature; rest != ""; {
		n := typeLength(rest, 0)
		if n == 0 {
			return nil, errForm
		}
		values = append(values, d.value(rest[:n], 0))
		rest = rest[n:]
	}
	if d.bad {
		return nil, errForm
	}
	return values, nil
}

// typeLength returns the length of the first complete type of a signature, 0
// where it is none.
func typeLength(s string, depth int) int {
	if s == "" || depth > deepest {
		return 0
	}
	switch s[0] {
	case 'a':
		n := typeLength(s[1:], depth+1)
		if n == 0 {
			return 0
		}
		return n + 1
	case '(', '{':
		closing := byte(')')
		if s[0] == '{' {
			closing = '}'
		}
		at := 1
		for at < len(s) && s[at] != closing {
			n := typeLength(s[at:], depth+1)
			if n == 0 {
				return 0
			}
			at += n
		}
		if at >= len(s) || at == 1 {
			return 0
		}
		return at + 1
	case 'y', 'b', 'n', 'q', 'i', 'u', 'x', 't', 'd', 'h', 's', 'o', 'g', 'v':
		return 1
	}
	return 0
}

// value reads one value of the type.
func (d *decoder) value(kind string, depth int) any {
	if d.bad || kind == "" || depth > deepest {
		d.bad = true
		return nil
	}
	switch kind[0] {
	case 'y':
		return d.byte()
	case 'b':
		return d.u32() != 0
	case 'n':
		return int16(d.u16())
	case 'q':
		return d.u16()
	case 'i':
		return int32(d.u32())
	case 'u':
		return d.u32()
	case 'x':
		return int64(d.u64())
	case 't':
		return d.u64()
	case 'd':
		return math.Float64frombits(d.u64())
	case 's':
		return string(d.text())
	case 'o':
		return dbus.ObjectPath(d.text())
	case 'v':
		kind := d.signature()
		if typeLength(kind, depth) != len(kind) {
			d.bad = true
			return nil
		}
		s, err := dbus.ParseSignature(kind)
		if err != nil {
			d.bad = true
			return nil
		}
		return dbus.MakeVariantWithSignature(d.value(kind, depth+1), s)
	case '(':
		return d.structure(kind, depth)
	case 'a':
		return d.array(kind[1:], depth)
	}
	d.bad = true // left to godbus
	return nil
}

// structure reads the fields of a struct.
func (d *decoder) structure(kind string, depth int) []any {
	d.align(8)
	if kind == "(so)" { // by far the most: no look at the types
		return []any{d.texts.of(d.text()), dbus.ObjectPath(d.text())}
	}
	fields := make([]any, 0, 4)
	for rest := kind[1 : len(kind)-1]; rest != "" && !d.bad; {
		n := typeLength(rest, depth)
		if n == 0 {
			d.bad = true
			return nil
		}
		fields = append(fields, d.value(rest[:n], depth+1))
		rest = rest[n:]
	}
	return fields
}

// array reads an array of the element type, as the type that godbus gives it.
func (d *decoder) array(kind string, depth int) any {
	length := int(d.u32())
	if length > longestArray || kind == "" {
		d.bad = true
		return nil
	}
	switch kind[0] {
	case '(', '{', 'x', 't', 'd':
		d.align(8)
	}
	end := d.at + length
	if d.bad || end > len(d.b) {
		d.bad = true
		return nil
	}
	list := d.elements(kind, end, depth)
	if d.at != end {
		d.bad = true
	}
	return list
}

// elements reads the elements of an array up to end.
func (d *decoder) elements(kind string, end, depth int) any {
	switch kind {
	case "s":
		return collect(d, end, func() string { return d.texts.of(d.text()) })
	case "o":
		return collect(d, end, func() dbus.ObjectPath { return dbus.ObjectPath(d.text()) })
	case "u":
		return collect(d, end, d.u32)
	case "i":
		return collect(d, end, func() int32 { return int32(d.u32()) })
	case "y":
		return collect(d, end, d.byte)
	case "v":
		return collect(d, end, func() dbus.Variant {
			v, _ := d.value("v", depth+1).(dbus.Variant)
			return v
		})
	case "{ss}":
		m := map[string]string{}
		for d.at < end && !d.bad {
			d.align(8)
			k := d.texts.of(d.text())
			m[k] = string(d.text())
		}
		return m
	case "{sv}":
		m := map[string]dbus.Variant{}
		for d.at < end && !d.bad {
			d.align(8)
			k := d.texts.of(d.text())
			m[k], _ = d.value("v", depth+1).(dbus.Variant)
		}
		return m
	}
	if kind[0] == '(' {
		return collect(d, end, func() []any { return d.structure(kind, depth+1) })
	}
	d.bad = true // left to godbus
	return nil
}

// collect reads the elements of an array that ends at end.
func collect[T any](d *decoder, end int, next func() T) []T {
	list := []T{}
	for d.at < end && !d.bad {
		list = append(list, next())
	}
	return list
}

func (d *decoder) align(n int) {
	if over := d.at % n; over != 0 {
		d.at += n - over
	}
}

// take returns the next n bytes, aligned.
func (d *decoder) take(n, alignment int) []byte {
	d.align(alignment)
	if d.bad || n < 0 || d.at+n > len(d.b) {
		d.bad = true
		return nil
	}
	b := d.b[d.at : d.at+n]
	d.at += n
	return b
}

func (d *decoder) byte() byte {
	if b := d.take(1, 1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) u16() uint16 {
	if b := d.take(2, 2); b != nil {
		return d.order.Uint16(b)
	}
	return 0
}

func (d *decoder) u32() uint32 {
	if b := d.take(4, 4); b != nil {
		return d.order.Uint32(b)
	}
	return 0
}

func (d *decoder) u64() uint64 {
	if b := d.take(8, 8); b != nil {
		return d.order.Uint64(b)
	}
	return 0
}

// text reads a string or a path, with the NUL at its end.
func (d *decoder) text() []byte {
	n := int(d.u32())
	b := d.take(n+1, 1)
	if b == nil || b[n] != 0 {
		d.bad = true
		return nil
	}
	return b[:n]
}

func (d *decoder) signature() string {
	n := int(d.byte())
	b := d.take(n+1, 1)
	if b == nil || b[n] != 0 {
		d.bad = true
		return ""
	}
	return d.texts.of(b[:n])
}

// failure is the error of an error message.
func failure(name string, body []any) error {
	if name == "" {
		return fmt.Errorf("an error without a name: %w", errForm)
	}
	return dbus.Error{Name: name, Body: body}
}
