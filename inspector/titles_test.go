package inspector

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTitleTemplate(t *testing.T) {
	for _, c := range []struct {
		titles []string
		want   string // "" for none
	}{
		{[]string{"Untitled 1 - Mousepad", "*Untitled 1 - Mousepad"}, "*Untitled 1 - Mousepad"},
		{[]string{"Untitled 1 - Mousepad", "*Untitled 1 - Mousepad", "a.txt - Mousepad"}, "* - Mousepad"},
		{[]string{"Unbenannt 1 - Mousepad", "~/notes/2026.txt - Mousepad"}, "* - Mousepad"},
		{[]string{"Inbox (3) - Mail", "Inbox (14) - Mail"}, "Inbox (*) - Mail"},
		{[]string{"Inbox (13) - Mail", "Inbox (14) - Mail"}, "Inbox (*) - Mail"},
		{[]string{"Inbox - Mail", "Inbox (4) - Mail"}, "Inbox *- Mail"},
		{[]string{"Editor: *a.txt", "Editor: b.txt"}, "Editor: *"},
		{[]string{"5*3 (15) Calculator", "5*3 (16) Calculator"}, `5\*3 (*) Calculator`},
		{[]string{"● notes.md — Éditeur", "notes.md — Éditeur"}, "*notes.md — Éditeur"},

		{[]string{"Orders"}, ""},
		{[]string{"Orders", "Orders"}, ""},
		{[]string{"Shop - Customers", "Shop - Orders"}, ""},
		{[]string{"Untitled - Editor", "Settings - Editor"}, ""},
		{[]string{"Untitled", "a.txt"}, ""},
		{[]string{"1", "2"}, ""},
		{[]string{"Order 12", "Order 13"}, ""},
		{[]string{"Step 1 of 3 - Setup", "Step 2 of 3 - Setup"}, ""},
		{[]string{"Save", "Saved"}, ""},
		{[]string{"é", "è"}, ""},
	} {
		got, ok := TitleTemplate(c.titles)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q: got %q, %v, want %q", c.titles, got, ok, c.want)
		}
		for _, title := range c.titles {
			if ok && !FitsTitle(got, title) {
				t.Errorf("%q does not fit %q", title, got)
			}
		}
	}
}

// A template fits the titles that it was made of, and is written and read as it is.
func TestTitleTemplateFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.Custom(func(t *rapid.T) string {
			prefix := rapid.SampledFrom([]string{"", "Mail: ", "*", "Ümläut "}).Draw(t, "prefix")
			part := rapid.SampledFrom([]string{"", "1", "12", "a.txt", "*b.txt", "(3) ", "x", "ü.md"}).Draw(t, "part")
			return Normalize(prefix + part + rapid.SampledFrom([]string{" - Editor", "", "é", " [App]"}).Draw(t, "suffix"))
		})
		titles := rapid.SliceOfN(title, 1, 4).Draw(t, "titles")
		template, ok := TitleTemplate(titles)
		if !ok {
			return
		}
		for _, title := range titles {
			if !FitsTitle(template, title) {
				t.Fatalf("%q does not fit %q of %q", title, template, titles)
			}
		}
		l := Locator{Segments: []Segment{{Role: "window", Named: true, Name: template}}}
		if back, err := ParseLocator(l.String()); err != nil || back.String() != l.String() || back.Segments[0].Name != template {
			t.Fatalf("%q is read as %q (%v)", template, back.Segments[0].Name, err)
		}
	})
}
