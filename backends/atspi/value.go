package atspi

import (
	"strings"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
)

// ref is a live accessible object: the unique name of the connection that holds
// it and its path there.
type ref struct {
	name string
	path dbus.ObjectPath
}

func (r ref) null() bool { return r.name == "" || r.path == nullPath || r.path == "" }

// handle returns the key of the object in the model.
func (r ref) handle() tree.Handle { return tree.Handle(r.name + string(r.path)) }

// parseHandle is the inverse of [ref.handle].
func parseHandle(h tree.Handle) (ref, bool) {
	i := strings.IndexByte(string(h), '/')
	if i <= 0 {
		return ref{}, false
	}
	r := ref{name: string(h[:i]), path: dbus.ObjectPath(h[i:])}
	return r, r.valid()
}

// valid reports whether a message can be sent there. A bus ends the connection of
// who sends one to anything else, and an application may name what it likes.
func (r ref) valid() bool { return validName(r.name) && validPath(string(r.path)) }

// validName reports whether s is the name of a connection.
func validName(s string) bool {
	const longest = 255
	unique := strings.HasPrefix(s, ":")
	if len(s) > longest || unique && len(s) == 1 {
		return false
	}
	if unique {
		s = s[1:]
	}
	dots, start := 0, true // of an element
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '.' && !start:
			dots, start = dots+1, true
		case c == '_', c == '-', 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9' && (unique || !start):
			start = false
		default:
			return false
		}
	}
	return dots > 0 && !start
}

// validPath is [dbus.ObjectPath.IsValid], of which a reading has one for each
// element, in less time.
func validPath(s string) bool {
	if s == "" || s[0] != '/' || len(s) > longestPath {
		return false
	}
	start := true // of an element
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '/' && !start:
			start = true
		case c == '_', 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
			start = false
		default:
			return false
		}
	}
	return !start || len(s) == 1
}

// longestPath is far above what toolkits use, and keeps a header in its limits.
const longestPath = 1 << 16

// The functions below take a reply apart without reflection. A reply of another
// shape than the one expected gives ok == false: the application broke the
// protocol and the property is unreadable.

// refOf reads (so): a null reference or one that a message can be sent to.
func refOf(v any) (ref, bool) {
	s, ok := v.([]any)
	if !ok || len(s) < 2 {
		return ref{}, false
	}
	name, ok1 := s[0].(string)
	path, ok2 := s[1].(dbus.ObjectPath)
	r := ref{name, path}
	if !ok1 || !ok2 || !r.null() && !r.valid() {
		return ref{}, false
	}
	return r, true
}

func refsOf(v any) ([]ref, bool) {
	list, ok := v.([][]any)
	if !ok {
		return nil, false
	}
	refs := make([]ref, 0, len(list))
	for _, e := range list {
		r, ok := refOf(e)
		if !ok {
			return nil, false
		}
		refs = append(refs, r)
	}
	return refs, true
}

func at(body []any, i int) any {
	if i < len(body) {
		return body[i]
	}
	return nil
}

func first(body []any) any { return at(body, 0) }

func variantAt(body []any, i int) any {
	if v, ok := at(body, i).(dbus.Variant); ok {
		return v.Value()
	}
	return nil
}

func propertiesOf(body []any) (map[string]dbus.Variant, bool) {
	m, ok := first(body).(map[string]dbus.Variant)
	return m, ok
}

// stringOf cleans invalid UTF-8, which some applications send, to the
// replacement character.
func stringOf(v any) (string, bool) {
	s, ok := v.(string)
	return clean(s), ok
}

func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func intOf(v any) (int, bool) {
	switch n := v.(type) {
	case int32:
		return int(n), true
	case uint32:
		return int(n), true
	case int64:
		return int(n), true
	case uint64:
		return int(n), true
	}
	return 0, false
}

// rectOf reads (iiii); numbers sent as unsigned (GTK3's property) come out signed.
func rectOf(v any) (tree.Rect, bool) {
	s, ok := v.([]any)
	if !ok || len(s) != 4 {
		return tree.Rect{}, false
	}
	var n [4]int
	for i := range s {
		k, ok := s[i].(int32)
		if !ok {
			return tree.Rect{}, false
		}
		n[i] = int(k)
	}
	return tree.Rect{X: n[0], Y: n[1], W: n[2], H: n[3]}, true
}

// bitsOf joins the two words of a state set.
func bitsOf(v any) (uint64, bool) {
	w, ok := v.([]uint32)
	if !ok {
		return 0, false
	}
	var bits uint64
	for i, x := range w {
		if i < 2 {
			bits |= uint64(x) << (32 * i)
		}
	}
	return bits, true
}
