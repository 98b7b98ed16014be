package inspector

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/samebutton/samebutton/backends/tree"
)

// Ref names a node of one snapshot: "@s12:e5". It denotes an identity, never a
// position, and is never reused: another snapshot has another ID, and within one
// that is partly read anew numbers go to elements, not to places (see [Graft]).
type Ref struct {
	Snapshot string
	N        int32
}

// String prints the ref; the zero ref prints as "".
func (r Ref) String() string {
	if r.N == 0 {
		return ""
	}
	return fmt.Sprintf("@%s:e%d", r.Snapshot, r.N)
}

// MarshalText encodes the printed form.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText decodes the printed form; empty text gives the zero ref.
func (r *Ref) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*r = Ref{}
		return nil
	}
	p, err := ParseRef(string(b))
	if err != nil {
		return err
	}
	*r = p
	return nil
}

// unstored begins the IDs of snapshots that no store keeps; stores never give one.
const unstored = "live-"

// Stored reports whether the snapshot of the ref may be in a store. Where it is not,
// the ref is good in the process only that shows it.
func (r Ref) Stored() bool { return !strings.HasPrefix(r.Snapshot, unstored) }

// Unstored gives IDs to the snapshots that a process shows and does not store. They
// differ from those of every store and, by chance, from those of other processes: a
// ref that is taken elsewhere is unknown there, not that of another element. Next may
// be called from any goroutine.
type Unstored struct {
	process string
	last    atomic.Int64
}

// NewUnstored returns the IDs of a process.
func NewUnstored() *Unstored {
	return &Unstored{process: strings.ToLower(rand.Text()[:8])}
}

// Next returns an ID that was not given yet, such as "live-k3f7aq2m-12".
func (u *Unstored) Next() string {
	return fmt.Sprintf("%s%s-%d", unstored, u.process, u.last.Add(1))
}

var refForm = regexp.MustCompile(`^@([A-Za-z0-9_-]{1,64}):e([1-9][0-9]{0,8})$`)

// ParseRef reads the printed form.
func ParseRef(text string) (Ref, error) {
	m := refForm.FindStringSubmatch(text)
	if m == nil {
		return Ref{}, fmt.Errorf("parse ref %q: expected @snapshot:eN, such as @s12:e5", text)
	}
	n, err := strconv.ParseInt(m[2], 10, 32)
	if err != nil {
		return Ref{}, fmt.Errorf("parse ref %q: %w", text, err)
	}
	return Ref{Snapshot: m[1], N: int32(n)}, nil
}

// number gives the nodes their refs: those that the snapshot brings, or, in one
// that was read in one go, counted through the elements that get one.
func (f *Frozen) number() {
	f.lastRef = f.LastRef
	for i := range f.Nodes {
		n := &f.Nodes[i]
		switch {
		case f.LastRef > 0:
			f.refs[i] = n.Ref
		case n.Interactive():
			f.lastRef++
			f.refs[i] = f.lastRef
		}
		if f.refs[i] != 0 {
			f.byRef[f.refs[i]] = n.ID
		}
	}
}

// Gave reports whether the snapshot ever gave a ref, also one of an element that
// is not in it any more.
func (f *Frozen) Gave(r Ref) bool { return r.Snapshot == f.ID && r.N > 0 && r.N <= f.lastRef }

// Ref returns the ref of a node; the zero Ref where the node gets none.
func (f *Frozen) Ref(id tree.NodeID) Ref { return Ref{f.ID, f.refs[id]}.orZero() }

func (r Ref) orZero() Ref {
	if r.N == 0 || r.Snapshot == "" {
		return Ref{}
	}
	return r
}

// ByRef returns the node that a ref of this snapshot names, or None.
func (f *Frozen) ByRef(r Ref) tree.NodeID {
	if id, ok := f.byRef[r.N]; ok && r.Snapshot == f.ID {
		return id
	}
	return tree.None
}
