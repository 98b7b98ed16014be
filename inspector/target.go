package inspector

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Standing is how well an element can be named.
type Standing string

// Standings.
const (
	StandingUnique    Standing = "unique"     // by role and name inside its window
	StandingContext   Standing = "by-context" // only together with labelled context
	StandingAmbiguous Standing = "ambiguous"  // nothing labelled separates it from its twins
	StandingUnproven  Standing = "unproven"   // what was not read may be a twin
)

// Target is an element as a recording keeps it: the locator that a person reads,
// witnesses that must agree with it, and the proof of the moment.
type Target struct {
	Locator Locator `json:"locator"`
	// Witnesses are further locators with other evidence, each of which matched
	// exactly this element when the target was made.
	Witnesses []Locator `json:"witnesses,omitempty"`
	// Within is the containers around the element in its window, from the outside to
	// the inside ([Frozen.Within]); nil where they could not be read, and in recordings
	// from before they were kept.
	Within   *Locator  `json:"within,omitempty"`
	Standing Standing  `json:"standing"`
	Role     tree.Role `json:"role"`
	Name     string    `json:"name,omitempty"`
	// Describe is the target in words: button "Save" in window "Orders".
	Describe string `json:"describe"`
	Proof    Proof  `json:"proof"`
}

// secretMark is the end of what is said of an element that hides its text.
const secretMark = " (secret)"

// Secret reports whether the element hides its text: what is typed there is no word
// for a title or a journal.
func (t Target) Secret() bool {
	return t.Role == tree.RolePassword || strings.HasSuffix(t.Describe, secretMark)
}

// Unveiled returns the target as that of an element which was taken for one that hides
// its text and is seen not to.
func (t Target) Unveiled() Target {
	t.Describe = strings.TrimSuffix(t.Describe, secretMark)
	return t
}

// Target chooses the locator and witnesses of a node on this frozen observation:
// candidates from the simplest on, each compared with every node; the first that
// matches exactly this node is the locator, the others that do are witnesses.
// Where none does, the standing is ambiguous (or unproven) and the locator is
// the nearest description, for showing, not for acting.
func (f *Frozen) Target(id tree.NodeID) Target {
	n := &f.Nodes[id]
	t := f.locate(id)
	t.Role, t.Describe = n.Role, f.describe(id, t.Locator)
	t.Name, _ = f.Name(id)
	if around, ok := f.Within(id); ok {
		t.Within = &around
	}
	if n.Secret {
		t.Describe += secretMark
	}
	t.Proof = f.Prove(t.Locator, id)
	return t
}

// Caller tells of many elements how they are called: the locator, standing and words
// that their [Target] has, without witnesses and proof. Twins share most of what is
// tried for them, so that naming 10,000 costs little more than the last few. It is
// for one goroutine.
type Caller struct{ choose chooser }

// Caller returns one for this observation.
func (f *Frozen) Caller() *Caller {
	return &Caller{chooser{f: f, known: map[string]Resolution{}, left: math.MaxInt}}
}

// Called returns how an element is called.
func (c *Caller) Called(id tree.NodeID) (l Locator, standing Standing, describe string) {
	f := c.choose.f
	l, standing = c.choose.locator(id)
	describe = f.describe(id, l)
	if f.Nodes[id].Secret {
		describe += secretMark
	}
	return l, standing, describe
}

// locate chooses locator, witnesses and standing.
func (f *Frozen) locate(id tree.NodeID) Target { return f.locateBy(id, f.candidates(id)) }

// locateBy chooses them among candidates.
func (f *Frozen) locateBy(id tree.NodeID, candidates iter.Seq[candidate]) Target {
	var t Target
	var closest *Locator
	missed, any := false, false
	for c := range candidates {
		any = true
		r := f.Match(c.locator)
		if r.Outcome != Unique || r.Node() != id {
			missed = missed || r.Outcome == Unknown && !r.Complete
			if closest == nil || c.own {
				closest = &c.locator
			}
			continue
		}
		switch {
		case t.Locator.IsZero() && !c.witnessOnly:
			t.Locator, t.Standing = c.locator, c.standing
		case sameLocator(c.locator, t.Locator) || slices.ContainsFunc(t.Witnesses, func(w Locator) bool { return sameLocator(w, c.locator) }):
			// The same evidence twice is one witness.
		default:
			t.Witnesses = append(t.Witnesses, c.locator)
		}
	}
	if t.Locator.IsZero() {
		t.Standing, t.Witnesses = StandingAmbiguous, nil
		if closest != nil {
			t.Locator = *closest
		}
		if missed || !any && !f.Complete() {
			t.Standing = StandingUnproven
		}
	}
	return t
}

func sameLocator(a, b Locator) bool { return a.String() == b.String() }

// describe names a node for a person, with the context by which its locator
// tells it from its twins.
func (f *Frozen) describe(id tree.NodeID, l Locator) string {
	s := f.Short(id)
	if len(l.Segments) > 0 {
		for _, k := range l.Last().Keys {
			if k.Name == KeyRow || k.Name == KeyColumn {
				s += fmt.Sprintf(" in %s %q", k.Name, k.Value)
			}
		}
		for i := len(l.Segments) - 2; i > 0; i-- {
			s += " in " + l.Segments[i].words()
		}
	}
	if top := f.Top(id); top != tree.None && top != id {
		s += " in " + f.Short(top)
	}
	return s
}

func (s Segment) words() string {
	if s.Named {
		return fmt.Sprintf("%s %q", s.Role, s.Name)
	}
	return string(s.Role)
}

// Short returns role and name: button "Save", or [button] where there is no
// name. A combo box is called by its label, where its name is only what is chosen.
func (f *Frozen) Short(id tree.NodeID) string {
	n := &f.Nodes[id]
	if f.valueAsName(n) {
		if l := f.labelled(id); l.state == tree.Known {
			return fmt.Sprintf("%s %q", n.Role, brief(l.text))
		}
	}
	if nm, ok := f.Name(id); ok {
		return fmt.Sprintf("%s %q", n.Role, brief(nm))
	}
	return fmt.Sprintf("[%s]", n.Role)
}

// brief cuts a name that is too long to be read: some are whole documents, and one
// of 10 MB takes 60 ms to quote.
func brief(name string) string {
	const most = 200
	n := 0
	for i := range name {
		if n == most {
			return name[:i] + "…"
		}
		n++
	}
	return name
}
