package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/fake"
)

func TestTableAlignsWideCharacters(t *testing.T) {
	var out bytes.Buffer
	(&page{&out}).table([]string{"NAME", "PID"}, [][]string{{"注文", "1"}, {"Orders", "22"}})
	if got, want := out.String(), "NAME    PID\n注文    1\nOrders  22\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatApplicationsSayCannotSteerTheTerminal(t *testing.T) {
	for said, want := range map[string]string{
		"Save \x1b[31mred":        `Save \x1b[31mred`,
		"\u202egnp.exe":           `\u202egnp.exe`,
		"two\nlines":              `two⏎lines`,
		"\xff":                    `\xff`,
		`"C:\dir" 注文 שלום é`:      `"C:\dir" 注文 שלום é`,
		"\a\"C:\\dir\"":           `\a"C:\dir"`,
		strings.Repeat("é", 9000): strings.Repeat("é", longest) + "…",
	} {
		var out bytes.Buffer
		(&page{&out}).line("%s", said)
		if got := strings.TrimSuffix(out.String(), "\n"); got != want {
			t.Errorf("%q is shown as %q", said, got)
		}
		out.Reset()
		(&page{&out}).table(nil, [][]string{{said, "x"}})
		if got := strings.TrimSuffix(out.String(), "\n"); got != want+"  x" {
			t.Errorf("%q in a table is shown as %q", said, got)
		}
	}
	if got := quote(strings.Repeat("a", 1000)); len(got) > 210 {
		t.Errorf("a name of 1,000 letters takes %d", len(got))
	}
}

// TestLongNamesDoNotPushOthersAway: a name of a megabyte in one row.
func TestLongNamesDoNotPushOthersAway(t *testing.T) {
	var out bytes.Buffer
	(&page{&out}).table([]string{"NAME", "PID"}, [][]string{{strings.Repeat("x", 1<<20), "1"}, {"Orders", "2"}})
	lines := strings.Split(out.String(), "\n")
	if lines[0] != "NAME    PID" || lines[2] != "Orders  2" || !strings.HasSuffix(lines[1], "x…  1") {
		t.Errorf("got %.100q, %.100q", lines[0], lines[2])
	}
}

// What a name holds reaches no terminal as it is: not a control sequence, not what
// turns the direction of text around, not megabytes. For scripts it is kept exactly.
func TestHostileNames(t *testing.T) {
	hostile := "a\u202eb\x1b[2J\u009b31m\U000e0041\n" + strings.Repeat("X", 10<<20)
	b := newBench(t, `application "Orders"
  window "Orders"
    button "Save"`)
	for i := range b.apps {
		b.apps[i].Change(func(m *fake.Model) { m.Rename("button:Save", hostile) })
	}
	for _, args := range [][]string{{"tree"}, {"inspect", "@s1:e1"}, {"find", "button"}, {"apps"}} {
		b.run(args...)
		if len(b.out)+len(b.err) > 64<<10 {
			t.Errorf("%s prints %d bytes", args, len(b.out))
		}
		if strings.ContainsAny(b.out+b.err, "\u202e\x1b\u009b\U000e0041") {
			t.Errorf("%s prints %.300q", args, b.out+b.err)
		}
	}
	b.run("tree", "--json")
	b.want(0)
	if strings.ContainsAny(b.out, "\u202e\x1b\u009b\U000e0041") {
		t.Error("JSON holds what a terminal obeys")
	}
	var o struct {
		Data struct {
			Root struct {
				Children []struct{ Children []struct{ Name string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(b.out), &o); err != nil {
		t.Fatal(err)
	}
	if got := o.Data.Root.Children[0].Children[0].Name; got != hostile {
		t.Errorf("the name of %d bytes came as %d: %.100q", len(hostile), len(got), got)
	}
}
