package inspector

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends/tree"
)

func TestParseLocatorReadsWhatPeopleWrite(t *testing.T) {
	for _, tc := range []struct{ in, out string }{
		{`button "Save"`, `button "Save"`},
		{`  window "Orders*">dialog "Save As"  >  button "Save"  `, `window "Orders*" > dialog "Save As" > button "Save"`},
		{`button "Delete" [ row = "Pear" ][id="x"]`, `button "Delete" [id="x"] [row="Pear"]`},
		{`button "Say \"hi\" \\ \u{a}"`, `button "Say \"hi\" \\ \u{a}"`},
		{`button "保存 > \"[x]\""`, `button "保存 > \"[x]\""`},
		{`textbox`, `textbox`},
		{`button "Delete" [nth="2/3"]`, `button "Delete" [nth="2/3"]`},
		{`button ""`, `button ""`},
	} {
		l, err := ParseLocator(tc.in)
		if err != nil {
			t.Errorf("%s: %v", tc.in, err)
		} else if l.String() != tc.out {
			t.Errorf("%s: printed as %s, want %s", tc.in, l, tc.out)
		}
	}
}

func TestParseLocatorRefuses(t *testing.T) {
	for in, problem := range map[string]string{
		"":                                   "expected a role",
		`push "Save"`:                        "not a role",
		`button "Save`:                       `closing "`,
		`button Save`:                        "expected",
		`button "a" [colour="red"]`:          "keys are",
		`button "a" [id="1"] [id="2"]`:       "twice",
		`button "a" [nth="2"]`:               "place/count",
		`button "a" [nth="4/3"]`:             "place/count",
		`row [nth="1/2"] > button "a"`:       "last segment",
		`button "a" >`:                       "expected a role",
		`button "\n"`:                        `after \ only`,
		`button "\u{110000}"`:                `\u{hex}`,
		"button \"\xff\"":                    "UTF-8",
		strings.Repeat(`group > `, 70) + "x": "64 segments",
		strings.Repeat("x", 20<<10):          "16 KiB",
	} {
		_, err := ParseLocator(in)
		var le *LocatorError
		if !errors.As(err, &le) || !strings.Contains(le.Problem, problem) {
			t.Errorf("%.40q: got %v, want a problem with %q", in, err, problem)
		}
	}
}

func genLocator(t *rapid.T) Locator {
	roles := []tree.Role{tree.RoleWindow, tree.RoleDialog, tree.RoleGroup, tree.RoleButton, tree.RoleTextbox, tree.RoleMenuItemCheckbox}
	var l Locator
	for range rapid.IntRange(1, 4).Draw(t, "segments") {
		s := Segment{Role: rapid.SampledFrom(roles).Draw(t, "role")}
		if s.Named = rapid.Bool().Draw(t, "named"); s.Named {
			s.Name = rapid.String().Draw(t, "name")
		}
		for _, k := range keyOrder[:len(keyOrder)-1] {
			if rapid.IntRange(0, 4).Draw(t, "key") == 0 {
				s.Keys = append(s.Keys, Key{k, rapid.String().Draw(t, "value")})
			}
		}
		l.Segments = append(l.Segments, s)
	}
	return l
}

func TestLocatorPrintsAndParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genLocator(t)
		got, err := ParseLocator(l.String())
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		if d := cmp.Diff(l, got); d != "" {
			t.Fatalf("%s: %s", l, d)
		}
	})
}

func FuzzParseLocator(f *testing.F) {
	f.Add(`window "Orders*" > button "Delete" [row="Pear"] [nth="2/3"]`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLocator(text)
		if err != nil {
			return
		}
		again, err := ParseLocator(l.String())
		if err != nil || !cmp.Equal(l, again) {
			t.Fatalf("%q printed as %s, which parses as %s, %v", text, l, again, err)
		}
	})
}
