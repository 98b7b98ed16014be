package view

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Field is one property as it is shown.
type Field struct {
	Key   string
	Value string
	// State tells known, absent and unreadable apart; never the text alone.
	State tree.Presence
	Note  string
	Mono  bool
	// Node is the element that the field leads to, tree.None for none.
	Node tree.NodeID
	Sign Sign

	whole  string // the value before it was wrapped
	indent bool   // continues a value that has a sign
}

// text returns the whole value, for the clipboard.
func (fd Field) text() string {
	if fd.whole != "" {
		return fd.whole
	}
	return fd.Value
}

func known(key, value string) Field {
	return Field{Key: key, Value: value, State: tree.Known, Node: tree.None}
}

func textField(key string, t tree.Text, note string) Field {
	f := Field{Key: key, State: t.State, Note: note, Node: tree.None}
	if t.State == tree.Known {
		f.Value, f.whole = t.Value, t.Value
		if strings.TrimSpace(t.Value) != t.Value || t.Value == "" {
			f.Value = `"` + t.Value + `"` // spaces at the ends are a fault that must be seen
		}
	}
	return f
}

func (fd Field) line(keyWidth float32) Line {
	ln := Line{Lead: fd.Key, LeadWidth: keyWidth, Title: fd.Value, Note: fd.Note}
	if fd.Mono {
		ln.Style = mono
	}
	switch {
	case fd.State == tree.Absent:
		ln.Title, ln.Color, ln.Style = "none", ColorDim, fyne.TextStyle{Italic: true}
	case fd.State == tree.Unreadable:
		ln.Title, ln.Color, ln.Icon, ln.IconColor = "could not be read", ColorCaution, "warning", ColorCaution
	case fd.Sign.Icon != "":
		ln.Icon, ln.IconColor = fd.Sign.Icon, fd.Sign.Color
	}
	if fd.indent {
		ln.LeadWidth += iconSize + gap
	}
	if fd.Node != tree.None {
		ln.Color = ColorAccent
	}
	return ln
}

// wrapFields breaks values that are too long for the width over further fields
// without a key, at most maxWrap of them.
func wrapFields(fields []Field, width float32) []Field {
	const maxWrap = 8
	var out []Field
	for _, f := range fields {
		style := fyne.TextStyle{}
		if f.Mono {
			style = mono
		}
		room := width
		if f.Sign.Icon != "" {
			room -= iconSize + gap
		}
		if f.whole == "" {
			f.whole = f.Value
		}
		runes := 0
		text, all := inspector.Visible(f.Value, fieldRunes)
		if !all {
			runes = utf8.RuneCountInString(f.Value)
		}
		f.Value = text
		if room < 60 || f.State != tree.Known || fyne.MeasureText(f.Value, sizeOf(style), style).Width <= room {
			out = append(out, f)
			continue
		}
		rest, part := f.Value, f
		for i := 0; rest != "" && i < maxWrap; i++ {
			part.Value, rest = breakText(rest, room, style)
			if i == maxWrap-1 {
				part.Value, rest = part.Value+" "+rest, "" // the row cuts it
			}
			part.whole = f.whole
			out = append(out, part)
			part = Field{State: tree.Known, Node: f.Node, Mono: f.Mono}
			if f.Sign.Icon != "" {
				part.indent = true
			}
		}
		if runes > 0 {
			out = append(out, Field{State: tree.Known, Node: tree.None, Note: fmt.Sprintf("%d characters in all: copy it to have them", runes), whole: f.whole})
		}
	}
	return out
}

// fieldRunes is of how many runes of a value the element pane shows a part.
const fieldRunes = 2000

// breakText takes from s, which is visible, what fits a width, up to a space where
// there is one.
func breakText(s string, width float32, style fyne.TextStyle) (head, rest string) {
	return breakLine(s, width, sizeOf(style), style)
}

func breakLine(s string, width, size float32, style fyne.TextStyle) (head, rest string) {
	rs := []rune(s)
	n := sort.Search(min(len(rs), longest), func(n int) bool {
		return fyne.MeasureText(string(rs[:n+1]), size, style).Width > width
	})
	if n >= len(rs) {
		return s, ""
	}
	n = max(1, n)
	if at := strings.LastIndexAny(string(rs[:n]), " /"); at > len(string(rs[:n]))/2 {
		return s[:at+1], strings.TrimLeft(s[at+1:], " ")
	}
	return string(rs[:n]), string(rs[n:])
}

// Properties lists what is known of a node, in the order in which it is read.
func Properties(f *inspector.Frozen, id tree.NodeID) []Field {
	n := &f.Nodes[id]
	role := known("Role", string(n.Role))
	role.Note = n.NativeRole
	fields := []Field{role, textField("Name", n.Name, nameSource(n)), textField("Description", n.Description, "")}
	if n.Secret {
		fields = append(fields, Field{Key: "Value", Value: "not read: password field", State: tree.Known, Sign: Sign{Icon: "password", Color: ColorDim}, Node: tree.None})
	} else {
		fields = append(fields, textField("Value", n.Value, ""))
	}
	if r := n.Range; r != nil {
		fields = append(fields, known("Range", fmt.Sprintf("%g of %g … %g", r.Current, r.Minimum, r.Maximum)))
	}
	fields = append(fields, stateField(n))
	fields = append(fields, boundsFields(f, id)...)
	fields = append(fields, textField("Identifier", n.AccessibleID, ""), known("Path", f.Path(id)))
	ref := known("Ref", f.Ref(id).String())
	ref.Mono = true
	if ref.Value == "" {
		ref.State, ref.Note = tree.Absent, "not interactive"
	}
	handle := known("Handle", string(n.Handle))
	handle.Mono = true
	fields = append(fields, ref, handle)
	if len(n.Interfaces) > 0 {
		fields = append(fields, known("Interfaces", strings.Join(n.Interfaces, ", ")))
	}
	for _, a := range n.Attributes {
		fields = append(fields, known(a.Key, a.Value))
	}
	return fields
}

func nameSource(n *tree.Node) string {
	switch n.NameFrom {
	case tree.NameLabelledBy:
		return "from its label"
	case tree.NameOwn:
		return "its own"
	}
	return ""
}

func stateField(n *tree.Node) Field {
	if !n.StatesRead {
		return Field{Key: "States", State: tree.Unreadable, Node: tree.None}
	}
	words := n.States.Words()
	if len(words) == 0 {
		return Field{Key: "States", State: tree.Absent, Node: tree.None}
	}
	return known("States", strings.Join(words, ", "))
}

// boundsFields say where an element is, on the screen and in its window, and how
// far that can be trusted.
func boundsFields(f *inspector.Frozen, id tree.NodeID) []Field {
	b := f.Nodes[id].Bounds
	if b.State != tree.Known {
		return []Field{{Key: "Bounds", State: b.State, Node: tree.None}}
	}
	print := func(x, y int) string { return fmt.Sprintf("%d, %d  %d × %d", x, y, b.W, b.H) }
	on := known("Bounds", print(b.X, b.Y))
	on.Note = "screen, " + b.Confidence.String()
	if b.Space == tree.Elsewhere {
		on.Note = "not proven on the screen"
	}
	if b.Confidence == tree.Unproven {
		on.Sign = Sign{Icon: "warning", Color: ColorCaution}
		return []Field{on}
	}
	for _, w := range f.Windows {
		if w.Node == f.Top(id) && !w.Frame.Empty() && w.Node != id {
			in := known("", print(b.X-w.Frame.X, b.Y-w.Frame.Y))
			in.Note = "in its window"
			return []Field{on, in}
		}
	}
	return []Field{on}
}

// ActionFields lists what the application offers to do with a node.
func ActionFields(f *inspector.Frozen, id tree.NodeID) []Field {
	var fields []Field
	for _, a := range f.Nodes[id].Actions {
		fd := known(a.Native, string(a.Verb))
		if a.Verb == "" {
			fd.State, fd.Note = tree.Absent, "meaning not known"
		}
		fields = append(fields, fd)
	}
	return fields
}

// RelationFields lists relations, the parent, and what leads back.
func RelationFields(f *inspector.Frozen, id tree.NodeID) []Field {
	n := &f.Nodes[id]
	var fields []Field
	link := func(key string, to tree.NodeID) {
		fields = append(fields, Field{Key: key, Value: f.Short(to), State: tree.Known, Node: to})
	}
	for _, r := range n.Relations {
		for _, t := range r.Targets {
			link(string(r.Kind), t)
		}
		if r.Outside > 0 {
			fields = append(fields, Field{Key: string(r.Kind), Value: fmt.Sprintf("%d outside this snapshot", r.Outside), State: tree.Known, Node: tree.None})
		}
	}
	if n.Parent != tree.None {
		link("parent", n.Parent)
	}
	if top := f.Top(id); top != tree.None && top != id && top != n.Parent {
		link("window", top)
	}
	const most = 50
	for i, c := range n.Children {
		if i == most {
			fields = append(fields, known("child", fmt.Sprintf("and %d more", len(n.Children)-most)))
			break
		}
		link("child", c)
	}
	return fields
}

// RawLines is the node as JSON, one line each, with long texts cut.
func RawLines(f *inspector.Frozen, id tree.NodeID) []string {
	n := f.Nodes[id]
	for _, t := range []*tree.Text{&n.Name, &n.Description, &n.Value} {
		if text, all := inspector.Visible(t.Value, fieldRunes); !all {
			t.Value = text + "…"
		}
	}
	b, err := json.MarshalIndent(&n, "", "  ")
	if err != nil {
		return []string{"encode node: " + err.Error()}
	}
	return strings.Split(string(b), "\n")
}
