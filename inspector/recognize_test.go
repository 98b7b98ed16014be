package inspector

import (
	"strings"
	"testing"
)

// What stands in the place of a recorded element, or in another place, is not it where
// anything readable says so.
func TestLookalikesAreNotRecognized(t *testing.T) {
	const form = `
application "demo"
  window "W"
    toolbar "Main"
      button "Save"
    group "Order"
      button "Send" id=send
      list "Items"
        listitem
          label "Apple"
          button "Delete Apple"
    button "Close"
`
	before := sketched(t, form)
	for _, tc := range []struct {
		name, button, was, is string
		outcome               Outcome
	}{
		{"nothing changed", "Close", "", "", Unique},
		{"in a group, once in none", "Close", "    button \"Close\"", "    group \"Other\"\n      button \"Close\"", Stale},
		{"further inside", "Send", "      button \"Send\" id=send", "      group \"Advanced\"\n        button \"Send\" id=send", Stale},
		{"in a bar without a name", "Close", "    button \"Close\"", "    toolbar\n      button \"Close\"", Stale},
		{"in a box without a name", "Close", "    button \"Close\"", "    group\n      button \"Close\"", Unique},
		{"beside one in a container, once in none", "Close", "    group \"Order\"", "    group \"Order\"\n      button \"Close\"", Unique},
		{"with another id", "Send", "id=send", "id=other", Stale},
		{"without an id", "Send", " id=send", "", Stale},
		{"in a row with another heading", "Delete Apple", `label "Apple"`, `label "Pear"`, Stale},
		{"beside one in another container", "Save", "    group \"Order\"", "    group \"Order\"\n      button \"Save\"", Unique},
		{"beside one in its own container", "Save", "      button \"Save\"", "      button \"Save\"\n      button \"Save\"", Ambiguous},
		{"beside one of an unread name", "Save", "    group \"Order\"", "    group \"Order\"\n      button \"Save\"\n      button unreadable-name", Ambiguous},
		{"two in other containers", "Save", "      button \"Save\"\n    group \"Order\"", "    group \"Order\"\n      button \"Save\"\n      group \"More\"\n        button \"Save\"", Ambiguous},
	} {
		t.Run(tc.name, func(t *testing.T) {
			target := before.Target(before.Match(mustParse(t, `button "`+tc.button+`"`)).Node())
			after := strings.Replace(form, tc.was, tc.is, 1)
			if tc.was != "" && after == form {
				t.Fatal("the form is not another")
			}
			r := sketched(t, after).ResolveTarget(target)
			if r.Outcome != tc.outcome {
				t.Errorf("%s, want %s (%s)", r.Outcome, tc.outcome, r.Reason)
			}
			if r.Outcome == Unique && len(r.Matches) != 1 {
				t.Errorf("unique with the matches %v", r.Matches)
			}
		})
	}
}

// An id that a program counts up may change and prove nothing.
func TestACountedIdIsNotDecisive(t *testing.T) {
	const form = `
application "demo"
  window "W"
    toolbar "Main"
      button "Save" id=button-7
`
	target := sketched(t, form).Target(3)
	if r := sketched(t, strings.Replace(form, "button-7", "button-8", 1)).ResolveTarget(target); r.Outcome != Unique {
		t.Errorf("%s (%s)", r.Outcome, r.Reason)
	}
}

// Recordings from before the containers were kept are still replayed.
func TestTargetsWithoutContainers(t *testing.T) {
	f := sketched(t, "\napplication \"demo\"\n  window \"W\"\n    button \"Save\"\n")
	target := f.Target(2)
	target.Within = nil
	if r := f.ResolveTarget(target); r.Outcome != Unique {
		t.Errorf("%s (%s)", r.Outcome, r.Reason)
	}
}

func TestEvidenceIsWhatAnElementIsKnownBy(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "W"
    group
      list "Items"
        listitem
          label "Apple"
          button "Delete"
`)
	var words []string
	for _, id := range f.Evidence(f.Match(mustParse(t, `button "Delete"`)).Node()) {
		words = append(words, f.Short(id))
	}
	if got := strings.Join(words, ", "); got != `window "W", list "Items", [listitem], label "Apple", button "Delete"` {
		t.Error(got)
	}
}
