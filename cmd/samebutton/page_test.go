package main

import (
	"bytes"
	"strings"
	"testing"
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
		"two\nlines":              `two\nlines`,
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
