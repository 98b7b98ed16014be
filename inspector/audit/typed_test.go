package audit_test

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

func TestTargetShowsNoSecrets(t *testing.T) {
	for uri, want := range map[string]string{
		"https://example.org/shop/pears":              "https://example.org/shop/pears",
		"https://me:pw@example.org/a?token=1#b":       "https://example.org/a …",
		"https://example.org/reset/a8f3e77c01d94b2e0": "https://example.org/reset/a8f3e77c…",
		"/orders?id=4":                      "/orders …",
		"javascript:alert('x')":             "javascript:…",
		"data:text/plain,secret":            "data:…",
		"mailto:jane@example.org":           "mailto:…",
		"file:///home/jane/orders.txt":      "/home/jane/orders.txt",
		"https://example.org:99999999/%zz":  "an address that cannot be read",
		"https://example.org/accessibility": "https://example.org/accessibility",
	} {
		if got := audit.Target(uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
}

// What was typed is in nothing that is kept of a finding, also where the toolkit calls the
// element so: its words, its path, its locator, its values.
func TestFindingsDoNotCallElementsByWhatWasTyped(t *testing.T) {
	const typed = "hunter two"
	for _, c := range []struct {
		outline string
		holds   tree.NodeID
	}{
		{"\t\ttextbox \"hunter two\" focusable editable\n", 2},
		{"\t\tcombobox \"hunter two\" focusable\n\t\t\ttextbox focusable editable\n", 3},
	} {
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n"+c.outline)
		s.Nodes[c.holds].Value = tree.KnownText(typed)
		r := audit.Run(s, audit.Options{Rules: rules.All()})
		for _, f := range r.Findings {
			words := []string{f.Element, f.Path, f.Locator, f.Why}
			for _, v := range f.Values {
				words = append(words, v.Value)
			}
			if all := strings.Join(words, " | "); strings.Contains(all, typed) {
				t.Errorf("%s says %s", f.Rule, all)
			}
		}
		if len(r.Findings) == 0 {
			t.Error("nothing was found")
		}
	}
}
