package main

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/recorder/policy"
)

// What a walk sends is decided by the policy like every other act: keys and the focus
// request each by their own word, and what needs a person's word is not sent.
func TestPolicyOfAWalk(t *testing.T) {
	s := &audit.Subject{Frozen: inspector.Freeze(&tree.Snapshot{
		Application: tree.Application{Name: "Orders"},
		Nodes:       []tree.Node{{Parent: tree.None, Role: tree.RoleApplication}},
	})}
	window := &tree.Node{Role: tree.RoleWindow, Name: tree.KnownText("Payment")}
	n := &tree.Node{Role: tree.RoleTextbox, Name: tree.KnownText("Name")}
	for rule, want := range map[string]struct{ keys, focus string }{
		"":        {"", ""},
		"keys":    {"not typed here", ""},
		"focus":   {"", "not typed here"},
		"confirm": {"", "ask first"},
	} {
		text := "policy = \"samebutton/v1\"\n"
		switch rule {
		case "":
		case "confirm":
			text += "[[rule]]\nid = \"x\"\nacts = [\"focus\"]\neffect = \"confirm\"\nreason = \"ask first\"\n"
		default:
			text += "[[rule]]\nid = \"x\"\nacts = [\"" + rule + "\"]\neffect = \"deny\"\nreason = \"not typed here\"\n"
		}
		rules, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		says := func(err error, want string) bool {
			return err == nil && want == "" || err != nil && want != "" && strings.Contains(err.Error(), want)
		}
		if err := allowTab(rules, s, window, n, []string{"Tab"}); !says(err, want.keys) {
			t.Errorf("%q: keys: %v", rule, err)
		}
		if err := allowFocus(rules, s, window, n); !says(err, want.focus) {
			t.Errorf("%q: focus: %v", rule, err)
		}
	}
}

// The policy is asked in the words of a replay: a rule about the window holds also where
// nobody said what has the focus, or an element is new, and one about the program, or a
// guard of the system, whatever the application calls itself.
func TestPolicyKnowsWhereAWalkIs(t *testing.T) {
	window := &tree.Node{Role: tree.RoleWindow, Name: tree.KnownText("Payment ")}
	for name, c := range map[string]struct{ rule, executable string }{
		"window":  {"[[rule]]\nid = \"x\"\nwindow = \"Payment\"\neffect = \"deny\"\n", "/usr/bin/orders"},
		"program": {"[[rule]]\nid = \"x\"\nexecutable = \"*/orders\"\neffect = \"deny\"\n", "/usr/bin/orders"},
		"guard":   {"", "/usr/libexec/gcr-prompter"},
	} {
		rules, err := policy.Parse("policy = \"samebutton/v1\"\n" + c.rule)
		if err != nil {
			t.Fatal(err)
		}
		s := &audit.Subject{Frozen: inspector.Freeze(&tree.Snapshot{
			Application: tree.Application{Name: "Orders", Executable: c.executable},
			Nodes:       []tree.Node{{Parent: tree.None, Role: tree.RoleApplication}},
		})}
		for _, n := range []*tree.Node{nil, {Handle: "new", Role: tree.RoleTextbox, Name: tree.KnownText("Name")}} {
			if allowTab(rules, s, window, n, []string{"Tab"}) == nil || allowFocus(rules, s, window, n) == nil {
				t.Errorf("%s: %+v is allowed", name, n)
			}
		}
	}
}
