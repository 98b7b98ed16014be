package audittest

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// What stands in for all that a person typed, and for what a link may hold.
const (
	typed  = "Correct horse battery staple 4711"
	secret = "tok3n-of-a-session"
	target = "https://user:" + secret + "@example.org/account/" + secret + "-" + secret + "-0123456789/page?key=" + secret + "#" + secret
)

// written fails where a finding says what a person typed, or what of a link may be secret:
// each element that can be edited holds a text that is looked for in all findings, and so
// does what lies in it, where browsers publish the text once more.
func (f *Fixture) written(t *testing.T, r *audit.Rule) {
	fill := func(s *tree.Snapshot) {
		held := make([]bool, len(s.Nodes))
		for i := range s.Nodes {
			n := &s.Nodes[i]
			own := n.Role.EditsText() || n.States.Has(tree.Editable) || n.Secret
			switch {
			case own && n.Value.IsKnown() && n.Value == n.Name:
				n.Value, n.Name = tree.KnownText(typed), tree.KnownText(typed)
			case own && n.Value.IsKnown():
				n.Value = tree.KnownText(typed)
			case n.Parent >= 0 && held[n.Parent] && n.Name.IsKnown():
				n.Name = tree.KnownText(typed)
			}
			held[i] = own || n.Parent >= 0 && held[n.Parent]
		}
	}
	s := f.subject(t, f.Outline, fill, nil)
	if s.URIs != nil {
		uris := map[tree.NodeID]string{}
		for id, to := range s.URIs {
			uris[id] = target + to
		}
		s.URIs = uris
	}
	const most = 6 // characters that may be told of it
	for _, x := range found(s, r) {
		words := []string{x.Why}
		for _, v := range x.Values {
			words = append(words, v.Value)
		}
		for _, w := range words {
			if strings.Contains(w, typed[:most+1]) || strings.Contains(w, secret) {
				t.Errorf("it says %q", w)
			}
		}
	}
}
