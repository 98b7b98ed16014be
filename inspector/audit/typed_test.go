package audit_test

import (
	"testing"

	"github.com/samebutton/samebutton/inspector/audit"
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
