package recorder

import (
	"slices"
	"strings"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// veil keeps secret what was a password field once: a person or a recording may have the
// application show it ("Show password"), and then it says what it holds like any other
// text box, or is made anew as one. What only may be one, and what is seen to be text
// after all, it does not keep. It may be used from any goroutine.
type veil struct {
	mu sync.Mutex
	// fields are those that hid their text.
	fields map[tree.Handle]veiled
	// boxes are the text boxes of the last reading, nil while no field hid anything.
	boxes map[tree.Handle]bool
}

// veiled is how a field is known again.
type veiled struct {
	name tree.Text
	path string // what it lies in
}

// cover takes note of the password fields of a reading, and returns it without the
// texts of those that are shown now. The reading itself is not changed.
func (v *veil) cover(s *tree.Snapshot) *tree.Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Secret && !n.SecretUnproven {
			if v.fields == nil {
				v.fields = map[tree.Handle]veiled{}
			}
			v.fields[n.Handle] = veiled{n.Name, pathOf(s, n)}
		}
	}
	if v.fields == nil {
		return s
	}
	here := map[tree.Handle]bool{}
	v.boxes = map[tree.Handle]bool{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if _, was := v.fields[n.Handle]; was {
			here[n.Handle] = true
		}
		if n.Role.EditsText() {
			v.boxes[n.Handle] = true
		}
	}
	var covered *tree.Snapshot
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if n.Secret || !n.Role.EditsText() || !v.hid(s, n, here) {
			continue
		}
		if n.Value.State == tree.Known && tree.HoldsEcho(n.Value.Value) {
			// What was taken for an echo is there beside other text: it was typed.
			delete(v.fields, n.Handle)
			continue
		}
		if covered == nil {
			c := *s
			c.Nodes = slices.Clone(s.Nodes)
			covered = &c
		}
		m := &covered.Nodes[i]
		m.Secret, m.Value, m.Range = true, tree.UnreadableText(), nil
	}
	if covered == nil {
		return s
	}
	return covered
}

// hid reports whether a text box is one that hid its text: by its handle, or by its name
// and place where the one with the handle is gone.
func (v *veil) hid(s *tree.Snapshot, n *tree.Node, here map[tree.Handle]bool) bool {
	if was, ok := v.fields[n.Handle]; ok {
		// Some toolkits give the handle of what is gone to something else.
		return was.name.State != tree.Known || n.Name.State != tree.Known || n.Name == was.name
	}
	path := ""
	for h, was := range v.fields {
		if here[h] || was.name != n.Name {
			continue
		}
		if path == "" {
			path = pathOf(s, n)
		}
		if path == was.path {
			v.fields[n.Handle] = was
			return true
		}
	}
	return false
}

// pathOf says what a node lies in, up to its window, whose title may change.
func pathOf(s *tree.Snapshot, n *tree.Node) string {
	var b strings.Builder
	for up := n.Parent; up > 0; up = s.Nodes[up].Parent {
		b.WriteString(string(s.Nodes[up].Role))
		if s.Nodes[up].Parent > 0 {
			b.WriteString(" " + s.Nodes[up].Name.Value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// hush returns an event without the text that it tells of a password field, or of what
// was not read yet and may be one.
func (v *veil) hush(e backends.Event) backends.Event {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, was := v.fields[e.Source]; was || v.boxes != nil && !v.boxes[e.Source] {
		e.Text = ""
	}
	return e
}
