package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

func press(name string) Request {
	return Request{Act: ActPress, Application: "mail", Window: "Inbox", Role: tree.RoleButton, Name: name}
}

func parse(t *testing.T, text string) *Policy {
	t.Helper()
	p, err := Parse("policy = \"samebutton/v1\"\n" + text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDefaultsAskBeforeWhatCannotBeTakenBack(t *testing.T) {
	var p Policy
	for name, want := range map[string]Effect{
		"Save": Allow, "Send": Confirm, "_Delete…": Confirm, "Delete 3 files": Confirm, "Undelete": Allow, "Sender": Allow,
		"Place Order": Confirm, "Orders": Allow, "Löschen": Confirm, "LÖSCHEN": Confirm, "ファイルを削除": Confirm, "삭제": Confirm, "发送邮件": Confirm, "": Allow,
	} {
		if d := p.Decide(press(name)); d.Effect != want || d.Layer != LayerDefault || want == Confirm && d.Reason == "" {
			t.Errorf("%q: %+v, want %s", name, d, want)
		}
	}
	for what, r := range map[string]Request{
		"a box to tick":      {Act: ActPress, Role: tree.RoleCheckbox, Name: "Delete after sending"},
		"text":               {Act: verb("set-text"), Role: tree.RoleTextbox, Name: "Send to"},
		"a menu on the way":  {Act: ActOpen, Role: tree.RoleMenuItem, Name: "Send"},
		"a key that moves":   {Act: ActKeys, Role: tree.RoleButton, Name: "Send", Keys: []string{"tab"}, Input: true},
		"an option of a box": {Act: ActClick, Role: tree.RoleOption, Name: "Delete", Input: true},
	} {
		if d := p.Decide(r); d.Effect != Allow {
			t.Errorf("%s: %+v", what, d)
		}
	}
	if d := p.Decide(Request{Act: ActKeys, Role: tree.RoleButton, Name: "Send", Keys: []string{"Return"}, Input: true}); d.Effect != Confirm {
		t.Errorf("Return on Send: %+v", d)
	}
	if d := p.With(Leave{Consequential: true}).Decide(press("Send")); d.Effect != Allow {
		t.Errorf("allowed by a person: %+v", d)
	}
	start := Request{Act: ActLaunch, Executable: "/usr/bin/orders"}
	if d := p.Decide(start); d.Effect != Confirm || d.Reason == "" {
		t.Errorf("a program is started: %+v", d)
	}
	if d := p.With(Leave{Consequential: true}).Decide(start); d.Effect != Confirm {
		t.Errorf("leave for something else: %+v", d)
	}
	if d := p.With(Leave{Launch: true}).Decide(start); d.Effect != Allow {
		t.Errorf("allowed by a person: %+v", d)
	}
}

func verb(word string) Act { return Act(word) }

func TestHardBlocksAreOpenedByNothing(t *testing.T) {
	all := parse(t, `ordinary = "allow"
consequential = "allow"
[[rule]]
id = "everything"
effect = "allow"`)
	for what, r := range map[string]Request{
		"leave the session": {Act: ActKeys, Keys: []string{"ctrl", "alt", "delete"}},
		"another order":     {Act: ActKeys, Keys: []string{"Alt", "shift", "Ctrl", "BackSpace"}},
		"a console":         {Act: ActKeys, Keys: []string{"ctrl", "alt", "f2"}},
		"the kernel":        {Act: ActKeys, Keys: []string{"alt", "print"}},
		"passwords":         {Act: verb("set-text"), Application: "polkit-gnome-authentication-agent-1", Role: tree.RolePassword},
		"by its program":    {Act: ActPress, Application: "x", Executable: "/usr/bin/pinentry-gtk-2", Role: tree.RoleButton, Name: "OK"},
	} {
		for _, p := range []*Policy{nil, {}, all, all.With(Leave{true, true})} {
			if d := p.Decide(r); d.Effect != Deny || d.Layer != LayerHardBlock || d.Rule == "" || d.Reason == "" {
				t.Errorf("%s: %+v", what, d)
			}
		}
	}
	for _, keys := range [][]string{{"ctrl", "delete"}, {"alt", "f4"}, {"ctrl", "alt", "s"}, {"f2"}} {
		if d := all.Decide(Request{Act: ActKeys, Keys: keys}); d.Effect != Allow {
			t.Errorf("%v: %+v", keys, d)
		}
	}
}

func TestRulesDecideInTheirOrder(t *testing.T) {
	p := parse(t, `
ordinary = "confirm"
consequential = "deny"
words = ["Freigeben"]

[[rule]]
id = "test-mail"
effect = "allow"
application = "mail"
window = "Test*"
name = "Send"

[[rule]]
id = "no-input"
effect = "deny"
input = true
reason = "nobody touches the pointer here"

[[rule]]
id = "quit"
effect = "deny"
keys = "ctrl+q"

[[rule]]
id = "editors"
effect = "allow"
application = "*pad"
acts = ["set-text", "press"]
`)
	for what, c := range map[string]struct {
		r    Request
		want Effect
		rule string
	}{
		"allowed in its window": {Request{Act: ActPress, Application: "mail", Window: "Test account", Role: tree.RoleButton, Name: "Send"}, Allow, "test-mail"},
		"not in another":        {press("Send"), Deny, ""},
		"own word":              {press("Jetzt freigeben"), Deny, ""},
		"the rest":              {press("Reply"), Confirm, ""},
		"input":                 {Request{Act: ActClick, Application: "mousepad", Role: tree.RoleButton, Name: "x", Input: true}, Deny, "no-input"},
		"the first one counts":  {Request{Act: ActKeys, Keys: []string{"Ctrl", "Q"}, Input: true}, Deny, "no-input"},
		"editors":               {Request{Act: ActPress, Application: "mousepad", Role: tree.RoleButton, Name: "Delete"}, Allow, "editors"},
		"another act":           {Request{Act: "toggle", Application: "mousepad", Role: tree.RoleCheckbox}, Confirm, ""},
	} {
		if d := p.Decide(c.r); d.Effect != c.want || d.Rule != c.rule || (c.rule != "") != (d.Layer == LayerFile) {
			t.Errorf("%s: %+v, want %s by %q", what, d, c.want, c.rule)
		}
	}
	if d := p.With(Leave{Consequential: true}).Decide(press("Send")); d.Effect != Deny {
		t.Errorf("a file that forbids stays: %+v", d)
	}
}

// A rule that lets a program start does not let a recording preload something into it.
func TestARuleForAProgramIsNotOneForItsEnvironment(t *testing.T) {
	p := parse(t, `
[[rule]]
id = "orders"
effect = "allow"
executable = "/usr/bin/orders"

[[rule]]
id = "in a language"
effect = "allow"
executable = "/usr/bin/mousepad"
environment = true
`)
	for what, c := range map[string]struct {
		r    Request
		want Effect
	}{
		"as it is":         {Request{Act: ActLaunch, Executable: "/usr/bin/orders"}, Allow},
		"with variables":   {Request{Act: ActLaunch, Executable: "/usr/bin/orders", Environment: true}, Confirm},
		"variables are ok": {Request{Act: ActLaunch, Executable: "/usr/bin/mousepad", Environment: true}, Allow},
	} {
		if d := p.Decide(c.r); d.Effect != c.want {
			t.Errorf("%s: %+v", what, d)
		}
	}
}

func TestWrongFilesAreRefusedAsAWhole(t *testing.T) {
	rule := func(text string) string { return "policy = \"samebutton/v1\"\n[[rule]]\n" + text }
	for text, want := range map[string]string{
		"":                                   "policy",
		"policy = \"samebutton/v9\"":         "knows",
		"policy = \"samebutton/v1\"\nx=":     "line 2",
		"policy = \"samebutton/v1\"\no=1":    `unknown key "o"`,
		rule("effect = \"allow\""):           "needs an id",
		rule("id = \"a\"\neffect = \"yes\""): "allow, confirm or deny",
		rule("id = \"a\"\neffect = \"deny\"\nrole = \"knob\""):                         "unknown role",
		rule("id = \"a\"\neffect = \"deny\"\nacts = [\"shell\"]"):                      "unknown act",
		rule("id = \"a\"\neffect = \"deny\"\naplication = \"mail\""):                   "unknown key",
		rule("id = \"a\"\neffect = \"deny\"\n[[rule]]\nid = \"a\"\neffect = \"deny\""): "two with the id",
		"policy = \"samebutton/v1\"\nordinary = \"never\"":                             "ordinary",
		"policy = \"samebutton/v1\"\nwords = [\"…\"]":                                  "words",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestLoadTrustsOnlyTheOwnersFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.toml")
	if _, err := Load(file); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrFile) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(file, []byte("policy = \"samebutton/v1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := Load(file); err != nil || p.File != file {
		t.Errorf("%+v %v", p, err)
	}
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); !errors.Is(err, ErrFile) {
		t.Errorf("a file that everybody can write: %v", err)
	}
	if _, err := Load(t.TempDir()); !errors.Is(err, ErrFile) {
		t.Errorf("a folder: %v", err)
	}
	if err := os.WriteFile(file, []byte(strings.Repeat("#", mostBytes+1)), 0o600); err != nil || os.Chmod(file, 0o600) != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); !errors.Is(err, ErrFile) {
		t.Errorf("too large: %v", err)
	}
}

func TestDigestTellsListsApart(t *testing.T) {
	seen := map[string]bool{}
	for _, parts := range [][]string{{}, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"a\x00", "b"}, {"a", "\x00b"}, {"a\x00\x00b"}, {"a\x00\x01", "b"}} {
		d := Digest(parts...)
		if seen[d] {
			t.Errorf("%q has the digest of another", parts)
		}
		seen[d] = true
	}
}

// Keys have several names and may be pressed in any order: none of that is a way around.
func TestKeysAreKnownByAllTheirNames(t *testing.T) {
	for _, keys := range [][]string{
		{"ctrl", "alt", "Delete"}, {"Control_L", "Alt_L", "Delete"}, {"control", "Alt_R", "KP_Delete"}, {"Delete", "ctrl", "alt"},
		{"ctrl", "alt", "F2"}, {"F2", "Control_R", "Meta_L"}, {"XF86Switch_VT_2"}, {"Terminate_Server"}, {"Sys_Req"}, {"alt", "Print"}, {"XF86PowerOff"}, {"XF86Sleep"},
	} {
		if d := (&Policy{}).Decide(Request{Act: ActKeys, Keys: keys, Input: true}); d.Layer != LayerHardBlock {
			t.Errorf("%q: %+v", keys, d)
		}
	}
	for _, key := range []string{"KP_Enter", "\n", " ", "ISO_Enter", "Enter", "space"} {
		if d := (&Policy{}).Decide(Request{Act: ActKeys, Role: tree.RoleButton, Name: "Delete", Keys: []string{key}, Input: true}); d.Effect != Confirm {
			t.Errorf("%q on Delete: %+v", key, d)
		}
	}
	for _, keys := range [][]string{{"ctrl", "s"}, {"alt", "F4"}, {"ctrl", "alt", "t"}, {"Delete"}, {"f"}, {"Print"}} {
		if d := (&Policy{}).Decide(Request{Act: ActKeys, Keys: keys, Input: true}); d.Effect != Allow {
			t.Errorf("%q: %+v", keys, d)
		}
	}
}

// Who lists what is allowed and forbids the rest has not allowed to delete, also not to
// who says yes to everything.
func TestAListOfWhatIsAllowedIsNoneOfWhatCannotBeTakenBack(t *testing.T) {
	p := parse(t, "ordinary = \"deny\"\n[[rule]]\nid = \"saving\"\neffect = \"allow\"\nname = \"Save\"\n")
	for _, q := range []*Policy{p, p.With(Leave{Consequential: true})} {
		for name, want := range map[string]Effect{"Save": Allow, "New": Deny, "Delete": Deny} {
			if d := q.Decide(press(name)); d.Effect != want {
				t.Errorf("%s: %+v, want %s", name, d, want)
			}
		}
	}
	p = parse(t, "ordinary = \"deny\"\nconsequential = \"confirm\"\n")
	if d := p.Decide(press("Delete")); d.Effect != Confirm {
		t.Errorf("said by the file: %+v", d)
	}
}

// Keys that press a button need what pressing it needs, and never less than they do
// themselves.
func TestKeysThatPressAButton(t *testing.T) {
	keys := Request{Act: ActKeys, Application: "mail", Window: "Inbox", Role: tree.RoleTextbox, Name: "To", Keys: []string{"Return"}, Input: true}
	for _, tc := range []struct {
		rules   string
		presses []string
		want    Effect
	}{
		{"", nil, Allow},
		{"", []string{"Save"}, Allow},
		{"", []string{"Save", "Delete all"}, Confirm},
		{"consequential = \"deny\"\n", []string{"Delete all"}, Deny},
		{"consequential = \"allow\"\n", []string{"Delete all"}, Allow},
		{"[[rule]]\nid = \"x\"\neffect = \"deny\"\nrole = \"button\"\nname = \"Save\"\n", []string{"Save"}, Deny},
		{"[[rule]]\nid = \"x\"\neffect = \"allow\"\nacts = [\"keys\"]\n", []string{"Delete all"}, Confirm},
		{"[[rule]]\nid = \"x\"\neffect = \"deny\"\nacts = [\"keys\"]\n", []string{"Save"}, Deny},
	} {
		keys.Presses = tc.presses
		d := parse(t, tc.rules).Decide(keys)
		if d.Effect != tc.want {
			t.Errorf("%q pressing %q: %+v, want %s", tc.rules, tc.presses, d, tc.want)
		}
	}
	keys.Presses = []string{"Delete all"}
	if d := (*Policy)(nil).Decide(keys); d.Effect != Allow {
		t.Errorf("without a policy: %+v", d)
	}
	if d := (&Policy{}).With(Leave{Consequential: true}).Decide(keys); d.Effect != Allow {
		t.Errorf("with leave: %+v", d)
	}
}
