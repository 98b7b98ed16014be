package view

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func TestWhatHasNoLookIsEscaped(t *testing.T) {
	for s, want := range map[string]string{
		"Save":                           "Save",
		"保存 저장 حفظ שמור":                 "保存 저장 حفظ שמור",
		"Sa\u202eve":                     `Sa\u202eve`,
		"\u2066Save\u2069":               `\u2066Save\u2069`,
		"Save\u200b":                     `Save\u200b`,
		"Save\u00a0as":                   `Save\u00a0as`,
		"a\x1b[31mb\u0085":               `a\x1b[31mb\u0085`,
		"tab\there\nand here":            `tab\there⏎and here`,
		"broken \xff byte":               `broken \xff byte`,
		"icon \ue800":                    `icon \ue800`,
		"می\u200cخواهم":                  "می\u200cخواهم", // a joiner of Persian
		"S\u200cave":                     `S\u200cave`,
		"\U0001f468\u200d\U0001f469 Two": "\U0001f468\u200d\U0001f469 Two",
		"":                               "",
	} {
		if got, all := visible(s, longest); got != want || !all {
			t.Errorf("%q is shown as %q (all %t), want %q", s, got, all, want)
		}
	}
	if got, all := visible("Speichern", 4); got != "Spei" || all {
		t.Errorf("cut to 4: %q, all %t", got, all)
	}
}

// TestATextOf10MB: drawing any part of such a text costs what a short one does.
func TestATextOf10MB(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	huge := strings.Repeat("名前 \u202e", 1_000_000)
	b := tree.NewBuilder("test", tree.Application{Name: "a"})
	root := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication, Name: tree.KnownText("a")})
	id := b.Add(root, tree.Node{Handle: "b", Role: tree.RoleButton, Name: tree.KnownText(huge), Value: tree.KnownText(huge), StatesRead: true})
	f := inspector.Freeze(b.Snapshot())
	f.Survey()
	pane := NewTreePane(NewTips())
	pane.SetRows(MakeRows(f, RowOptions{Tops: []tree.NodeID{root}, Open: func(*tree.Node, int) bool { return true }}), -1, false)
	began := time.Now()
	for range 20 {
		Ellipsis(huge, 200, textSize, fyne.TextStyle{})
		l := newLabel(textSize)
		l.set(huge, 200, ColorDim, fyne.TextStyle{})
		l.cut()
		l.set(huge, 0, ColorDim, fyne.TextStyle{})
		wrapFields(Properties(f, id), 200)
		RawLines(f, id)
		f.Short(id)
		pane.line(1)
	}
	// One scan of the text takes about 10 ms on a slow machine; escaping or measuring
	// it once would take a second.
	if took := time.Since(began) / 20; took > 150*time.Millisecond {
		t.Errorf("showing it once takes %v", took)
	}
	for _, fd := range wrapFields(Properties(f, id), 200) {
		if utf8.RuneCountInString(fd.Value) > 10*fieldRunes { // an escape is at most so long
			t.Errorf("%s holds %d runes for one line", fd.Key, utf8.RuneCountInString(fd.Value))
		}
		if fd.Key == "Name" && fd.text() != huge {
			t.Error("copying the name does not copy all of it")
		}
	}
}
