package sketch

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// Sketch is a snapshot with what the outline said beside it.
type Sketch struct {
	*tree.Snapshot
	// Marked are the nodes with a leading "!", in document order.
	Marked []tree.NodeID
}

// relations are the words that name other nodes by their key.
var relations = []string{
	"labelled-by", "label-for", "described-by", "description-for", "member-of", "popup-for", "controlled-by",
	"controller-for", "flows-to", "flows-from", "details", "details-for", "error-message", "error-for",
	"node-child-of", "node-parent-of", "embeds", "embedded-by",
}

// drawing is a sketch in the making.
type drawing struct {
	t       testing.TB
	b       *tree.Builder
	keys    map[string]tree.NodeID // by key=
	pending []pending
	marked  []tree.NodeID
}

// pending is a relation to a node that may come later in the outline.
type pending struct {
	from tree.NodeID
	kind tree.RelationKind
	keys string
}

// Draw reads an outline. What it does not understand ends the test.
func Draw(t testing.TB, outline string) Sketch {
	t.Helper()
	d := drawing{t: t, b: tree.NewBuilder("sketch", tree.Application{Name: "demo", PID: 1}), keys: map[string]tree.NodeID{}}
	type open struct {
		indent int
		id     tree.NodeID
	}
	var stack []open
	for _, line := range strings.Split(strings.Trim(outline, "\n"), "\n") {
		body := strings.TrimLeft(line, "\t ")
		if body == "" {
			continue
		}
		indent := len(line) - len(body)
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		parent := tree.None
		if len(stack) > 0 {
			parent = stack[len(stack)-1].id
		}
		stack = append(stack, open{indent, d.add(parent, body)})
	}
	d.relate()
	s := d.b.Snapshot()
	s.ID = "s1"
	for _, top := range s.Nodes[0].Children {
		n := &s.Nodes[top]
		s.Windows = append(s.Windows, tree.Window{
			Node: top, Title: n.Name.Value, Frame: n.Bounds.Rect,
			Active: n.States.Has(tree.Active), Modal: n.States.Has(tree.Modal),
		})
	}
	return Sketch{s, d.marked}
}

func (d *drawing) add(parent tree.NodeID, body string) tree.NodeID {
	d.t.Helper()
	body, marked := strings.CutPrefix(body, "!")
	role, rest, _ := strings.Cut(strings.TrimSpace(body), " ")
	n := tree.Node{
		Role: tree.Role(role), NativeRole: role, Handle: tree.Handle(fmt.Sprintf("h%d", d.b.Len())),
		Name: tree.AbsentText(), Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		Bounds:     tree.Bounds{State: tree.Absent},
		StatesRead: true, ActionsRead: true, RelationsRead: true, States: tree.MakeStates(tree.Showing, tree.Visible, tree.Enabled, tree.Sensitive),
	}
	if !n.Role.Known() {
		d.t.Fatalf("sketch: role %q", role)
	}
	words, err := split(rest)
	if err != nil {
		d.t.Fatalf("sketch: %q: %v", body, err)
	}
	id := tree.NodeID(d.b.Len())
	for _, w := range words {
		if !d.word(id, &n, w) {
			d.t.Fatalf("sketch: word %q in %q", w, body)
		}
	}
	if marked {
		d.marked = append(d.marked, id)
	}
	return d.b.Add(parent, n)
}

// split cuts at spaces outside of quotes.
func split(s string) ([]string, error) {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := 0
		for end < len(s) && s[end] != ' ' {
			if s[end] != '"' {
				end++
				continue
			}
			q, err := strconv.QuotedPrefix(s[end:])
			if err != nil {
				return nil, err
			}
			end += len(q)
		}
		words, s = append(words, s[:end]), s[end:]
	}
	return words, nil
}

// word applies one word of a line; false says that it means nothing.
func (d *drawing) word(id tree.NodeID, n *tree.Node, w string) bool {
	if strings.HasPrefix(w, `"`) {
		n.Name, n.NameFrom = tree.KnownText(unquote(w)), tree.NameOwn
		return true
	}
	if off, ok := strings.CutPrefix(w, "-"); ok {
		s, err := tree.ParseState(off)
		n.States &^= tree.MakeStates(s)
		return err == nil
	}
	k, v, valued := strings.Cut(w, "=")
	if !valued {
		return d.plain(n, w)
	}
	if slices.Contains(relations, k) {
		d.pending = append(d.pending, pending{id, tree.RelationKind(k), v})
		return true
	}
	v = unquote(v)
	switch k {
	case "key":
		d.keys[v] = id
	case "id":
		n.AccessibleID = tree.KnownText(v)
	case "desc":
		n.Description = tree.KnownText(v)
	case "value":
		n.Value = tree.KnownText(v)
	case "handle":
		n.Handle = tree.Handle(v)
	case "native":
		n.NativeRole = v
	case "actions":
		for _, a := range strings.Split(v, ",") {
			verb, native, ok := strings.Cut(a, ":")
			if !ok {
				native = verb
			}
			n.Actions = append(n.Actions, tree.Action{Verb: tree.Verb(verb), Native: native})
		}
	case "keys": // of the last action
		if len(n.Actions) == 0 {
			return false
		}
		n.Actions[len(n.Actions)-1].Keys = v
	case "interfaces":
		n.Interfaces = strings.Split(v, ",")
	case "attr": // key:value
		key, value, _ := strings.Cut(v, ":")
		n.Attributes = append(n.Attributes, tree.Attribute{Key: key, Value: value})
	case "outside": // relation:number of targets that are not in the snapshot
		kind, count, _ := strings.Cut(v, ":")
		f := numbers(count)
		if len(f) != 1 {
			return false
		}
		n.Relations = append(n.Relations, tree.Relation{Kind: tree.RelationKind(kind), Outside: int(f[0])})
	case "bounds":
		f := numbers(v)
		if len(f) != 4 {
			return false
		}
		n.Bounds = tree.Bounds{
			Rect: tree.Rect{X: int(f[0]), Y: int(f[1]), W: int(f[2]), H: int(f[3])}, State: tree.Known, Confidence: tree.Exact,
		}
	case "range": // current,minimum,maximum[,step]
		f := numbers(v)
		if len(f) < 3 {
			return false
		}
		n.Range = &tree.Range{Current: f[0], Minimum: f[1], Maximum: f[2]}
		if len(f) > 3 {
			n.Range.Step = f[3]
		}
	case "cell": // row,column
		f := numbers(v)
		if len(f) != 2 {
			return false
		}
		n.Cell = &tree.Cell{Row: int(f[0]), Column: int(f[1]), RowHeader: tree.AbsentText(), ColumnHeader: tree.AbsentText()}
	default:
		return false
	}
	return true
}

// plain applies a word without a value: a state, or what was not read.
func (d *drawing) plain(n *tree.Node, w string) bool {
	switch w {
	case "unreadable-name":
		n.Name, n.NameFrom = tree.UnreadableText(), tree.NameNone
	case "unreadable-description":
		n.Description = tree.UnreadableText()
	case "unreadable-role":
		n.Role, n.NativeRole = tree.RoleUnknown, ""
	case "unreadable-actions":
		n.ActionsRead = false
	case "unreadable-relations":
		n.RelationsRead = false
	case "unreadable-value":
		n.Value = tree.UnreadableText()
	case "unreadable-bounds":
		n.Bounds = tree.Bounds{}
	case "unreadable-states":
		n.States, n.StatesRead = 0, false
	case "secret":
		n.Secret = true
	default:
		s, err := tree.ParseState(w)
		n.States = n.States.With(s)
		return err == nil
	}
	return true
}

// relate fills in the relations once all keys are known.
func (d *drawing) relate() {
	d.t.Helper()
	for _, p := range d.pending {
		r := tree.Relation{Kind: p.kind}
		for _, k := range strings.Split(p.keys, ",") {
			to, ok := d.keys[k]
			if !ok {
				d.t.Fatalf("sketch: no node with key=%s", k)
			}
			r.Targets = append(r.Targets, to)
		}
		n := d.b.Node(p.from)
		n.Relations = append(n.Relations, r)
		if p.kind == tree.LabelledBy && n.NameFrom == tree.NameNone && n.Name.State == tree.Absent {
			// As the backends do where an element has no name of its own.
			n.Name, n.NameFrom = d.b.Node(r.Targets[0]).Name, tree.NameLabelledBy
		}
	}
}

func unquote(s string) string {
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}

// numbers returns nil where one is none.
func numbers(s string) []float64 {
	var fs []float64
	for _, p := range strings.Split(s, ",") {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil && !math.IsInf(f, 0) {
			return nil
		}
		fs = append(fs, f)
	}
	return fs
}
