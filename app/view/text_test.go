package view

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
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
		if got, all := inspector.Visible(s, longest); got != want || !all {
			t.Errorf("%q is shown as %q (all %t), want %q", s, got, all, want)
		}
	}
	if got, all := inspector.Visible("Speichern", 4); got != "Spei" || all {
		t.Errorf("cut to 4: %q, all %t", got, all)
	}
}

// TestATextOf10MB: drawing any part of such a text costs little more than a short
// one does, besides counting its runes.
func TestATextOf10MB(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	piece := "名前 \u202e"
	huge, short := strings.Repeat(piece, 1_000_000), strings.Repeat(piece, fieldRunes/4+1)
	b := tree.NewBuilder("test", tree.Application{Name: "a"})
	root := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication, Name: tree.KnownText("a")})
	add := func(name string) tree.NodeID {
		return b.Add(root, tree.Node{Handle: tree.Handle(name[:1]), Role: tree.RoleButton, Name: tree.KnownText(name), Value: tree.KnownText(name), StatesRead: true})
	}
	hugeID, shortID := add(huge), add(short)
	f := inspector.Freeze(b.Snapshot())
	f.Survey()
	pane := NewTreePane(NewTips())
	pane.SetRows(MakeRows(f, RowOptions{Tops: []tree.NodeID{root}, Open: func(*tree.Node, int) bool { return true }}), -1, false)
	show := func(text string, id tree.NodeID) time.Duration {
		best := time.Hour // of some: the machine has other things to do as well
		for range 5 {
			began := time.Now()
			Ellipsis(text, 200, textSize, fyne.TextStyle{})
			l := newLabel(textSize)
			l.set(text, 200, ColorDim, fyne.TextStyle{})
			l.cut()
			l.set(text, 0, ColorDim, fyne.TextStyle{})
			wrapFields(Properties(f, id), 200)
			RawLines(f, id)
			f.Short(id)
			pane.line(int(id))
			best = min(best, time.Since(began))
		}
		return best
	}
	count := time.Hour
	for range 5 {
		began := time.Now()
		if n := utf8.RuneCountInString(huge); n < 1_000_000 {
			t.Fatal(n)
		}
		count = min(count, time.Since(began))
	}
	if few, many := show(short, shortID), show(huge, hugeID); many > 3*few+30*count {
		t.Errorf("10 MB take %v, a short text %v, counting the runes %v", many, few, count)
	}
	for _, fd := range wrapFields(Properties(f, hugeID), 200) {
		if utf8.RuneCountInString(fd.Value) > 10*fieldRunes { // an escape is at most so long
			t.Errorf("%s holds %d runes for one line", fd.Key, utf8.RuneCountInString(fd.Value))
		}
		if fd.Key == "Name" && fd.text() != huge {
			t.Error("copying the name does not copy all of it")
		}
	}
}

// TestAHintExpires: Fyne does not tell when the pointer leaves the window.
func TestAHintExpires(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	tips := NewTips()
	tips.Layer.Resize(fyne.NewSize(600, 400))
	var timers []func()
	tips.After = func(_ time.Duration, f func()) { timers = append(timers, f) }
	tips.Show(fyne.NewPos(10, 10), "one")
	tips.Show(fyne.NewPos(10, 10), "two")
	if len(timers) != 1 {
		t.Fatalf("%d timers for two hints", len(timers))
	}
	timers[0]() // the time of the second is not over yet
	if got := tips.Text(); len(got) != 1 || got[0] != "two" || len(timers) != 2 {
		t.Errorf("too early: %q, %d timers", got, len(timers))
	}
	tips.goneAt = time.Now()
	timers[1]()
	if got := tips.Text(); len(got) != 0 {
		t.Errorf("still there: %q", got)
	}
}

// TestTextsOfAllScriptsStandOnOneLine draws what begins in another font, and looks
// where its lowest pixel is.
func TestTextsOfAllScriptsStandOnOneLine(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	foot := func(s string, style fyne.TextStyle) int {
		l := newLabel(textSize)
		l.set(s, 0, "foreground", style)
		c := software.NewCanvas()
		c.SetPadded(false)
		c.SetContent(l.Text)
		c.Resize(l.MinSize())
		img, low := c.Capture(), -1
		for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
			for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
				if r, _, _, _ := img.At(x, y).RGBA(); r > 0x9000 {
					low = y
				}
			}
		}
		return low
	}
	for _, style := range []fyne.TextStyle{{}, mono} {
		want := foot("in the middle 名前", style)
		for _, s := range []string{"名前 in the middle", "이름 in the middle"} {
			if got := foot(s, style); got > want+1 {
				t.Errorf("%q reaches down to %d, others to %d", s, got, want)
			}
		}
	}
}
