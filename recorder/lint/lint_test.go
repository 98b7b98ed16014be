package lint_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/lint"
	"github.com/samebutton/samebutton/recorder/recordingtest"
	"github.com/samebutton/samebutton/recorder/script"
)

const head = script.Head + "\nid: c1\nname: New order\napplication: orders\n"

// sound is a recording without a finding.
const sound = `
step a: type "Anna" into window "Orders" > textbox "Customer"
  element: unique, textbox "Customer" in window "Orders"
  witness: window "Orders" > textbox [id="customer"]
step b: activate window "Orders" > button "Save"
  element: unique, button "Save" in window "Orders"
  witness: window "Orders" > toolbar > button "Save"
  effect: window-opened dialog "Saved"
`

func read(t *testing.T, text string) recorder.Recording {
	t.Helper()
	rec, err := script.Parse([]byte(head + text))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

const seen = "\n  element: unique, it\n  witness: window \"W\" > group > button \"x\"\n"

// Each rule finds what it is for, at its step, and not what only looks like it.
func TestRules(t *testing.T) {
	cases := map[string]struct{ bad, good []string }{
		"invalid":     {bad: []string{"step x: type parameter y into window \"W\""}},
		"empty":       {bad: []string{"", "step a: attach\n  disabled: yes"}},
		"raw-input":   {bad: []string{sound + "step x: raw-input"}, good: []string{sound + "step x: raw-input\n  disabled: yes"}},
		"obstacle":    {bad: []string{sound + "step x: attach\n  obstacle: no way"}},
		"twins":       {bad: []string{"step x: activate window \"W\" > button \"a\"\n  element: ambiguous, a", "step x: drag window \"W\" > button \"a\"\n  element: unique, a\n  to: window \"W\" > button \"b\"\n    element: ambiguous, b"}},
		"ordinal":     {bad: []string{"step x: activate window \"W\" > button \"a\" [nth=\"2/3\"]" + seen}},
		"fixed-delay": {bad: []string{sound + "step x: wait-for quiet"}, good: []string{sound + "step x: wait-for visible of window \"W\"\n  element: unique, W"}},
		"disabled":    {bad: []string{sound + "step x: attach\n  disabled: yes"}},
		"unproven":    {bad: []string{"step x: check window \"W\" > checkbox \"a\""}},
		"idle-expectation": {
			bad: []string{
				sound + "step x: activate window \"W\" > button \"x\"" + seen + "  expects: gone brought dialog \"D\"",
				strings.Replace(sound, "  effect: window", "  disabled: yes\n  effect: window", 1) + "step x: activate window \"W\" > button \"x\"" + seen + "  expects: b brought dialog \"D\"",
			},
			good: []string{sound + "step x: activate window \"W\" > button \"x\"" + seen + "  expects: b brought dialog \"D\""},
		},
		"single-witness": {
			bad:  []string{"step x: check window \"W\" > checkbox \"a\"\n  element: unique, a"},
			good: []string{"step x: wait-for visible of window \"W\"\n  element: unique, W"},
		},
		"unreadable-condition": {
			bad:  []string{"step x: expect text \"\" of window \"W\" > password \"PIN\""},
			good: []string{"step x: expect state enabled of window \"W\" > password \"PIN\""},
		},
		"secret-default": {bad: []string{"parameter p: secret default x\nstep x: type parameter p into window \"W\" > textbox \"a\""}},
		"secret-literal": {
			bad: []string{
				"step x: type \"hunter2\" into window \"W\" > textbox \"API key\"",
				"step x: type \"ghp_abcdefghijklmnopqrstuvwxyz012345\" into window \"W\" > textbox \"Note\"\n  disabled: yes",
				"step x: launch \"a\"\n  environment: DB_PASSWORD=x",
				"step x: launch \"a\"\n  argument: --password=x1y2", "step x: launch \"a\"\n  argument: --db-token\n  argument: x1y2",
				"step x: launch \"a\"\n  argument: postgres://anna:x1y2@host/db",
			},
			good: []string{"step x: type \"Anna\" into window \"W\" > textbox \"Pinboard\"", "step x: launch \"a\"\n  environment: LANG=C",
				"step x: launch \"a\"\n  argument: --password-store=basic\n  argument: --pin\n  argument: --author=x"},
		},
		"name-with-number": {
			bad: []string{
				"step x: activate window \"W\" > button \"Order 12\"" + seen, "step x: activate window \"W\" > button \"Mail anna@example.org\"" + seen,
				"step x: activate window \"W\" > button \"Delete\" [row=\"2026-11-30\"]" + seen,
			},
			good: []string{"step x: activate window \"W\" > button \"Page 1\"" + seen, "step x: activate window \"W\" > button [id=\"b12\"]" + seen, "step x: activate window \"W 2026\" > button \"a\"" + seen},
		},
		"fixed-title": {
			bad:  []string{"step x: activate window \"a.txt - Mousepad\" > button \"x\"" + seen, "step x: activate window \"\\*untitled\" > button \"x\"" + seen, "step x: activate window \"Inbox (3)\" > button \"x\"" + seen},
			good: []string{"step x: activate window \"* - Mousepad\" > button \"x\"" + seen, "step x: activate window \"Orders\" > button \"x\"" + seen},
		},
		"named-by-parameter": {
			bad:  []string{"parameter c: default Anna Lind\nstep w: type parameter c into window \"W\" > textbox \"a\"\nstep x: activate window \"W\" > row \"Anna Lind\"" + seen},
			good: []string{"parameter c: default Anna Lind\nstep w: type parameter c into window \"W\" > textbox \"a\"\nstep x: activate window \"W\" > row \"Anna\"" + seen},
		},
		"pattern-parameter": {
			bad: []string{"parameter p: default Order *\nstep x: expect text matches parameter p of window \"W\""},
			good: []string{
				"parameter p: default Order *\nstep x: expect text contains parameter p of window \"W\"", "parameter p: default Order\nstep x: expect text matches parameter p of window \"W\"",
				"step x: expect text matches \"Order *\" of window \"W\"",
			},
		},
		"no-effect": {
			bad: []string{
				"step x: activate window \"W\" > button \"x\"" + seen, "step x: press ctrl+s in window \"W\"\n  effects-unknown: yes",
				"step x: activate window \"W\" > button \"x\"" + seen + "step y: wait-for quiet\n  disabled: yes",
			},
			good: []string{"step x: activate window \"W\" > button \"x\"" + seen + "step y: wait-for quiet"},
		},
		"launch-unproven":  {bad: []string{"step x: launch \"a\""}, good: []string{"step x: launch \"a\"\nstep y: wait-for quiet"}},
		"unused-parameter": {bad: []string{sound + "parameter p"}, good: []string{sound + "parameter p\nstep x: expect text parameter p of window \"W\""}},
	}
	for _, r := range lint.Rules {
		c, ok := cases[r.ID]
		if !ok || len(c.bad) == 0 {
			t.Errorf("no case for the rule %s", r.ID)
		}
		has := func(text string) *lint.Finding {
			all := lint.Check(read(t, text))
			if i := slices.IndexFunc(all, func(f lint.Finding) bool { return f.Rule == r.ID }); i >= 0 {
				return &all[i]
			}
			return nil
		}
		for _, text := range c.bad {
			switch f := has(text); {
			case f == nil:
				t.Errorf("%s does not find\n%s", r.ID, text)
			case f.Severity != r.Severity || f.Message == "" || f.Hint == "":
				t.Errorf("%s: %+v", r.ID, f)
			case strings.Contains(text, "step x") && f.N != 0 && f.Step != "x":
				t.Errorf("%s is found at step %q in\n%s", r.ID, f.Step, text)
			}
		}
		for _, text := range append(c.good, sound) {
			if f := has(text); f != nil {
				t.Errorf("%s finds %+v in\n%s", r.ID, f, text)
			}
		}
	}
	if all := lint.Check(read(t, sound)); len(all) != 0 {
		t.Errorf("a sound recording has %+v", all)
	}
}

// A finding never repeats the text that it warns of.
func TestSecretsAreNotRepeated(t *testing.T) {
	for _, f := range lint.Check(read(t, "step x: type \"hunter2\" into window \"W\" > textbox \"API key\"")) {
		if strings.Contains(f.Message+f.Hint, "hunter2") {
			t.Errorf("%+v", f)
		}
	}
}

func TestAnyRecordingCanBeChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		for _, f := range lint.Check(rec) {
			if f.N < 0 || f.N > len(rec.Steps) || f.N > 0 && rec.Steps[f.N-1].ID != f.Step {
				t.Fatalf("%+v", f)
			}
		}
	})
}

// The page names every rule.
func TestPageHasEveryRule(t *testing.T) {
	page, err := os.ReadFile("../../docs/recordings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range lint.Rules {
		if !strings.Contains(string(page), "| `"+r.ID+"` | "+string(r.Severity)+" |") {
			t.Errorf("%s (%s) is not told", r.ID, r.Severity)
		}
	}
}

// What looks like a secret is told apart, and called without its value.
func TestSecretArguments(t *testing.T) {
	for _, c := range []struct{ args, kept, left string }{
		{"orders.py --lang de", "orders.py --lang de", ""},
		{"orders.py --password hunter2 --lang de", "orders.py --lang de", "--password"},
		{"orders.py --api-key=abc x", "orders.py x", "--api-key"},
		{"--db.password=x -Dspring.datasource.password=y -Dpassword=z -Dlang=de", "-Dlang=de", "--db.password -Dspring.datasource.password -Dpassword"},
		{"--token --verbose", "--token --verbose", ""},
		{"x DB_PASSWORD=y", "x", "DB_PASSWORD"},
		{"a ghp_abcdefghijklmnopqrstuvwxyz012345", "a", "argument 2"},
		{"--password-store=basic", "--password-store=basic", ""},
	} {
		kept, left := lint.SecretArguments(strings.Fields(c.args))
		if strings.Join(kept, " ") != c.kept || strings.Join(left, " ") != c.left {
			t.Errorf("%s: kept %q, left out %q", c.args, kept, left)
		}
	}
}
