package recorder

import (
	"slices"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// veil keeps secret what was a password field once: a person may have the application
// show it ("Show password"), and then it says what it holds like any other text box.
// It may be used from any goroutine.
type veil struct {
	mu sync.Mutex
	// fields are the names of the fields that hid their text.
	fields map[tree.Handle]tree.Text
}

// cover takes note of the password fields of a reading, and returns it without the
// texts of those that are shown now. The reading itself is not changed.
func (v *veil) cover(s *tree.Snapshot) *tree.Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	var covered *tree.Snapshot
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if n.Secret {
			if v.fields == nil {
				v.fields = map[tree.Handle]tree.Text{}
			}
			v.fields[n.Handle] = n.Name
			continue
		}
		// Some toolkits give the handle of what is gone to something else.
		name, was := v.fields[n.Handle]
		if !was || !n.Role.EditsText() || name.State == tree.Known && n.Name.State == tree.Known && n.Name != name {
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

// hush returns an event without the text that it tells of a password field.
func (v *veil) hush(e backends.Event) backends.Event {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, was := v.fields[e.Source]; was {
		e.Text = ""
	}
	return e
}
