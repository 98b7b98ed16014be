package view

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// luminance is the relative luminance of WCAG 2.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	lin := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.03928 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
}

// over lays a colour over an opaque one.
func over(top, ground color.Color) color.Color {
	r, g, b, a := top.RGBA()
	br, bg, bb, _ := ground.RGBA()
	mix := func(t, u uint32) uint16 { return uint16(t + u*(0xffff-a)/0xffff) }
	return color.RGBA64{mix(r, br), mix(g, bg), mix(b, bb), 0xffff}
}

func contrast(text, ground color.Color) float64 {
	x, y := luminance(over(text, ground)), luminance(ground)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

func TestTextHasContrastOnEveryGround(t *testing.T) {
	for _, mode := range []Mode{ModeLight, ModeDark} {
		th := Theme{mode}
		for _, text := range []fyne.ThemeColorName{theme.ColorNameForeground, ColorDim, ColorAccent, ColorGood, ColorCaution, ColorBad, ColorBlind} {
			for _, ground := range []fyne.ThemeColorName{ColorPane, ColorHeader, ColorChosen, ColorChosenKey} {
				if got := contrast(th.Color(text, 0), th.Color(ground, 0)); got < 4.5 {
					t.Errorf("%s theme: %s on %s has a contrast of %.2f, AA wants 4.5", mode, text, ground, got)
				}
			}
		}
		if got := contrast(th.Color(ColorTipText, 0), th.Color(ColorTip, 0)); got < 4.5 {
			t.Errorf("%s theme: tips have a contrast of %.2f", mode, got)
		}
	}
}

// TestShortcutsInMenusCanBeRead repeats what Fyne does to the colour of text to
// get that of shortcuts.
func TestShortcutsInMenusCanBeRead(t *testing.T) {
	for _, mode := range []Mode{ModeLight, ModeDark} {
		th := Theme{mode}
		r, g, b, a := th.Color(theme.ColorNameForeground, 0).RGBA()
		a = uint32(float32(a) * 0.95)
		shortcut := color.NRGBA{R: uint8(r), G: uint8(g), B: uint8(b), A: uint8(a)}
		if got := contrast(shortcut, th.Color(theme.ColorNameMenuBackground, 0)); got < 4.5 {
			t.Errorf("%s theme: shortcuts in menus have a contrast of %.2f", mode, got)
		}
	}
}

func TestThemeModes(t *testing.T) {
	if (Theme{ModeSystem}).Color(ColorPane, theme.VariantLight) != light[ColorPane] || (Theme{ModeSystem}).Color(ColorPane, theme.VariantDark) != dark[ColorPane] {
		t.Error("the system's mode does not follow the system")
	}
	if (Theme{ModeDark}).Color(ColorPane, theme.VariantLight) != dark[ColorPane] {
		t.Error("the dark mode follows the system")
	}
	for name := range light {
		if _, ok := dark[name]; !ok {
			t.Errorf("%s is missing in the dark palette", name)
		}
	}
}

func TestEverySymbolThatIsUsedExists(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	have := map[string]bool{}
	for _, s := range assets.Symbols() {
		have[s] = true
	}
	want := []Symbol{"right", "down", "ghost", "warning", "unknown"}
	for _, s := range roleSymbols {
		want = append(want, s)
	}
	for b := range inspector.BadgeUnproven + 1 {
		want = append(want, BadgeSign(b, 2).Icon)
	}
	for _, l := range []recorder.Light{recorder.LightUnique, recorder.LightContext, recorder.LightAmbiguous, recorder.LightNoElement} {
		want = append(want, LightSign(l).Icon)
	}
	for _, v := range []recorder.Verdict{recorder.VerdictPassed, recorder.VerdictFailed, recorder.VerdictStale, recorder.VerdictAmbiguous, recorder.VerdictUnknown,
		recorder.VerdictNotActionable, recorder.VerdictUncertain, recorder.VerdictRefused, recorder.VerdictError, recorder.VerdictStopped, recorder.VerdictSkipped, recorder.VerdictRunning} {
		want = append(want, VerdictSign(v).Icon)
	}
	for _, s := range want {
		if s != "" && !have[string(s)] {
			t.Errorf("symbol %q is used and does not exist", s)
		}
	}
	res := string(SymbolResource("check", ColorGood).Content())
	if strings.Contains(res, "currentColor") || !strings.Contains(res, "#") {
		t.Error("the symbol is not coloured")
	}
}

func TestEllipsis(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	for _, s := range []string{"short", strings.Repeat("名前を付けて保存", 9), strings.Repeat("word ", 4000), "two\nlines", "🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉"} {
		got := Ellipsis(s, 100, textSize, fyne.TextStyle{})
		if w := fyne.MeasureText(got, textSize, fyne.TextStyle{}).Width; w > 100 {
			t.Errorf("%.20q is %.0f wide after it was cut to 100", s, w)
		}
		if strings.ContainsRune(got, '\n') {
			t.Errorf("%q has a line break", got)
		}
	}
	if got := Ellipsis("short", 100, textSize, fyne.TextStyle{}); got != "short" {
		t.Errorf("a text that fits became %q", got)
	}
}

// small builds application > window > group > two buttons.
func small() *inspector.Frozen {
	b := tree.NewBuilder("test", tree.Application{Name: "a"})
	add := func(p tree.NodeID, h tree.Handle, r tree.Role, name string, at tree.Rect) tree.NodeID {
		n := tree.Node{Handle: h, Role: r, StatesRead: true, States: tree.MakeStates(tree.Showing), Name: tree.AbsentText(), Bounds: tree.Bounds{Rect: at, State: tree.Known, Confidence: tree.Exact}}
		if name != "" {
			n.Name = tree.KnownText(name)
		}
		return b.Add(p, n)
	}
	app := add(tree.None, "app", tree.RoleApplication, "a", tree.Rect{})
	w := add(app, "w", tree.RoleWindow, "W", tree.Rect{W: 100, H: 100})
	g := add(w, "g", tree.RoleGeneric, "", tree.Rect{W: 100, H: 50})
	add(g, "b1", tree.RoleButton, "One", tree.Rect{X: 10, Y: 10, W: 20, H: 10})
	add(g, "b2", tree.RoleButton, "Two", tree.Rect{X: 40, Y: 10, W: 20, H: 10})
	return inspector.Freeze(b.Snapshot())
}

func handles(r *Rows) string {
	var hs []string
	for i := range r.Len() {
		if r.Row(i).Ghost {
			hs = append(hs, "ghost")
			continue
		}
		hs = append(hs, string(r.Frozen.Nodes[r.Row(i).Node].Handle))
	}
	return strings.Join(hs, " ")
}

func TestRows(t *testing.T) {
	f := small()
	all := func(*tree.Node, int) bool { return true }
	tops := f.Nodes[0].Children
	for _, c := range []struct {
		name string
		o    RowOptions
		want string
	}{
		{"open", RowOptions{Tops: tops, Open: all}, "w g b1 b2"},
		{"closed", RowOptions{Tops: tops, Open: func(n *tree.Node, _ int) bool { return n.Handle != "g" }}, "w g"},
		{"boxes skipped", RowOptions{Tops: tops, Open: all, Skip: func(n *tree.Node) bool { return n.Role == tree.RoleGeneric }}, "w b1 b2"},
		{"ghost below what was above it", RowOptions{Tops: tops, Open: all, Ghost: &Ghost{Frozen: f, Node: 4, After: []tree.Handle{"gone", "b1", "g"}}}, "w g b1 ghost b2"},
		{"ghost on top where nothing is left", RowOptions{Tops: tops, Open: all, Ghost: &Ghost{Frozen: f, Node: 4}}, "ghost w g b1 b2"},
	} {
		r := MakeRows(f, c.o)
		if got := handles(r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for i := range r.Len() {
			if row := r.Row(i); !row.Ghost && r.Find(row.Node) != i {
				t.Errorf("%s: row %d is found at %d", c.name, i, r.Find(row.Node))
			}
		}
	}
	skipped := MakeRows(f, RowOptions{Tops: tops, Open: all, Skip: func(n *tree.Node) bool { return n.Role == tree.RoleGeneric }})
	if skipped.Row(1).Depth != 1 || skipped.Up(2) != 0 {
		t.Error("children of a skipped box do not stand in its place")
	}
}

func TestNothingToFoldWhereAllChildrenAreLeftOut(t *testing.T) {
	f := small()
	r := MakeRows(f, RowOptions{Tops: f.Nodes[0].Children, Open: func(*tree.Node, int) bool { return true }, Skip: func(n *tree.Node) bool { return n.Role == tree.RoleButton }})
	if r.Row(0).Fold != FoldOpen || r.Row(1).Fold != FoldNone {
		t.Errorf("folds %v, %v", r.Row(0).Fold, r.Row(1).Fold)
	}
}

func TestFieldsTellAbsentFromUnreadable(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	f := small()
	f.Nodes[3].Description = tree.UnreadableText()
	f.Nodes[3].AccessibleID = tree.AbsentText()
	f.Nodes[3].Value = tree.KnownText("")
	by := map[string]Line{}
	for _, fd := range Properties(f, 3) {
		by[fd.Key] = fd.line(80)
	}
	if by["Description"].Title != "could not be read" || by["Description"].Icon == "" {
		t.Errorf("unreadable is shown as %+v", by["Description"])
	}
	if by["Identifier"].Title != "none" || by["Identifier"].Icon != "" {
		t.Errorf("absent is shown as %+v", by["Identifier"])
	}
	if by["Value"].Title != `""` {
		t.Errorf("a known empty text is shown as %q", by["Value"].Title)
	}
	if by["Bounds"].Title != "10, 10  20 × 10" || by["Bounds"].Note != "screen, exact" {
		t.Errorf("bounds are shown as %+v", by["Bounds"])
	}
	f.Nodes[3].Secret, f.Nodes[3].Value = true, tree.KnownText("hunter2")
	for _, fd := range Properties(f, 3) {
		if strings.Contains(fd.Value, "hunter2") {
			t.Error("the text of a password field is shown")
		}
	}
}

func TestWrapKeepsEveryCharacter(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	long := strings.Repeat("enabled, focusable, ", 6)
	var got string
	for i, f := range wrapFields([]Field{known("States", long)}, 160) {
		if w := fyne.MeasureText(f.Value, textSize, fyne.TextStyle{}).Width; w > 160 {
			t.Errorf("line %d is %.0f wide", i, w)
		}
		if (i == 0) != (f.Key == "States") || f.text() != long && f.whole != "" {
			t.Errorf("line %d: key %q", i, f.Key)
		}
		got += f.Value
	}
	if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(long, " ", "") {
		t.Errorf("wrapped to %q", got)
	}
}

var testInks = inks{
	back: color.RGBA{A: 255}, outline: color.RGBA{0, 0, 255, 255}, derived: color.RGBA{0, 0, 255, 255},
	accent: color.RGBA{0, 255, 0, 255}, twin: color.RGBA{255, 0, 0, 255}, near: color.RGBA{255, 255, 0, 255}, frame: color.RGBA{9, 9, 9, 255},
}

func TestPainterDrawsOnlyWhatIsProven(t *testing.T) {
	f := small()
	f.Nodes[4].Bounds.Confidence = tree.Unproven
	shot := image.NewRGBA(image.Rect(0, 0, 200, 200))
	for i := range shot.Pix {
		shot.Pix[i] = 0xff
	}
	pic := &Picture{Frozen: f, Capture: &tree.Capture{Rect: tree.Rect{W: 200, H: 200}, Scale: 1, Image: shot}, Frames: []tree.Rect{{W: 100, H: 100}}}
	var p painter
	out := p.paint(300, 300, pic, camera{zoom: 2}, []Mark{{Kind: MarkSelected, Bounds: f.Nodes[4].Bounds}}, testInks)
	at := func(x, y int) color.RGBA { return out.RGBAAt(x, y) }
	if at(20, 20) != testInks.outline {
		t.Errorf("button One has no outline: %v", at(20, 20))
	}
	if at(80, 20) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("unproven bounds are outlined: %v", at(80, 20))
	}
	if at(210, 150) != testInks.back {
		t.Errorf("pixels outside the application's window are shown: %v", at(210, 150))
	}
	f.Nodes[4].Bounds.Confidence = tree.Exact
	out = p.paint(300, 300, pic, camera{zoom: 2}, []Mark{{Kind: MarkSelected, Bounds: f.Nodes[4].Bounds}}, testInks)
	if at(80, 19) != testInks.accent {
		t.Errorf("the selected element is not outlined: %v", at(80, 19))
	}
	solid := true
	for x := 80; x < 120; x++ {
		solid = solid && at(x, 19) == testInks.accent
	}
	if !solid {
		t.Error("the outline of the selection is dashed")
	}
	out = p.paint(300, 300, pic, camera{zoom: 2}, []Mark{{Kind: MarkTwin, Bounds: f.Nodes[4].Bounds}}, testInks)
	red := 0
	for x := 80; x < 120; x++ {
		if at(x, 19) == testInks.twin {
			red++
		}
	}
	if red == 0 || red >= 40 {
		t.Errorf("the outline of a twin has %d of 40 pixels, it should be dashed", red)
	}
}

// TestAPictureOfAScaledScreen: two pixels of the picture for each of the screen.
func TestAPictureOfAScaledScreen(t *testing.T) {
	red, blue := color.RGBA{R: 0xff, A: 0xff}, color.RGBA{B: 0xff, A: 0xff}
	shot := image.NewRGBA(image.Rect(0, 0, 400, 400))
	for y := range 400 {
		for x := range 400 {
			c := red
			if x >= 200 {
				c = blue
			}
			shot.SetRGBA(x, y, c)
		}
	}
	pic := &Picture{Frozen: small(), Capture: &tree.Capture{Rect: tree.Rect{W: 200, H: 200}, Scale: 2, Image: shot}, Frames: []tree.Rect{{W: 200, H: 200}}}
	for _, zoom := range []float64{0.5, 1, 2, 3} {
		var p painter
		out := p.paint(700, 700, pic, camera{zoom: zoom}, nil, testInks)
		edge, y := int(100*zoom), int(190*zoom)
		if l, r := out.RGBAAt(edge-2, y), out.RGBAAt(edge+2, y); l != red || r != blue {
			t.Errorf("at zoom %g beside the middle of the screen: %v and %v", zoom, l, r)
		}
	}
}

func TestCoveredElementsAreNotOutlined(t *testing.T) {
	f := small()
	pic := &Picture{Frozen: f, Frames: []tree.Rect{{W: 100, H: 100}}, Above: []tree.Window{{Node: 99, Frame: tree.Rect{X: 35, W: 60, H: 60}}}}
	var p painter
	out := p.paint(200, 200, pic, camera{zoom: 1}, nil, testInks)
	if out.RGBAAt(10, 10) != testInks.outline || out.RGBAAt(40, 10) == testInks.outline {
		t.Errorf("One in sight: %v, Two below a dialog: %v", out.RGBAAt(10, 10), out.RGBAAt(40, 10))
	}
	own := *pic // pictures do not change once they are shown
	own.Above = []tree.Window{pic.Above[0]}
	own.Above[0].Node = 1 // the window of the buttons itself
	if out = p.paint(200, 200, &own, camera{zoom: 1}, nil, testInks); out.RGBAAt(40, 10) != testInks.outline {
		t.Error("a window covers its own elements")
	}
}

func TestSmallPicturesOutlineOnlyWhatCanBeUsed(t *testing.T) {
	f := small()
	f.Nodes[3].Role, f.Nodes[3].Actions = tree.RoleLabel, nil
	pic := &Picture{Frozen: f, Frames: []tree.Rect{{W: 100, H: 100}}}
	var p painter
	label, button := f.Nodes[3].Bounds.Rect, f.Nodes[4].Bounds.Rect
	for zoom, want := range map[float64]bool{1: true, 0.5: false} {
		out := p.paint(200, 200, pic, camera{zoom: zoom}, nil, testInks)
		at := func(r tree.Rect) color.RGBA { return out.RGBAAt(int(float64(r.X)*zoom), int(float64(r.Y)*zoom)) }
		if got := at(label) != testInks.frame; got != want {
			t.Errorf("at %.1f the label is outlined: %v", zoom, got)
		}
		if at(button) == testInks.frame {
			t.Errorf("at %.1f the button has no outline", zoom)
		}
	}
}

func TestShrinkAverages(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			v := uint8(255 * ((x + y) % 2))
			src.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	got := shrink(src, 2, 2)
	for i := 0; i < len(got.Pix); i += 4 {
		if v := got.Pix[i]; v < 126 || v > 129 {
			t.Errorf("a chequered board shrinks to %d, want about 127", v)
		}
	}
}

func TestCameraGoesThereAndBack(t *testing.T) {
	c := camera{x: -37, y: 12, zoom: 0.73}
	for _, p := range []tree.Point{{X: 0, Y: 0}, {X: 100, Y: 200}, {X: -30, Y: 999}} {
		r := c.toDevice(tree.Rect{X: p.X, Y: p.Y, W: 3, H: 3})
		if got := c.toScreen(float64(r.Min.X+r.Dx()/2), float64(r.Min.Y+r.Dy()/2)); got.X < p.X || got.X > p.X+2 || got.Y < p.Y || got.Y > p.Y+2 {
			t.Errorf("%v comes back as %v", p, got)
		}
	}
}

func TestOnlyTwinsThatMatchAreNumberedOnTheStage(t *testing.T) {
	p := &inspector.Proof{Twins: []inspector.Twin{{Node: 1, Matches: true}, {Node: 2}, {Node: 3, Matches: true}}}
	marks := TwinMarks(p)
	if len(marks) != 2 || marks[0].Number != 1 || marks[1].Number != 3 {
		t.Errorf("marks %+v: an element that only comes near is no twin, and numbers are those of the card", marks)
	}
}

func TestOutlinesOfOtherWindowsAreNotDrawn(t *testing.T) {
	f := small()
	f.Nodes[4].Bounds.Rect = tree.Rect{X: 140, Y: 10, W: 20, H: 10}
	pic := &Picture{Frozen: f, Frames: []tree.Rect{{W: 100, H: 100}}}
	var p painter
	out := p.paint(200, 200, pic, camera{zoom: 1}, nil, testInks)
	if got := out.RGBAAt(140, 10); got != testInks.back {
		t.Errorf("an element outside of the windows that are shown is outlined: %v", got)
	}
}

// TestOutlinesEndWithTheirWindow: what is scrolled out of a page reaches beyond it.
func TestOutlinesEndWithTheirWindow(t *testing.T) {
	f := small()
	f.Nodes[3].Bounds.Rect = tree.Rect{X: 10, Y: 80, W: 20, H: 60}
	pic := &Picture{Frozen: inspector.Freeze(f.Snapshot), Frames: []tree.Rect{{W: 100, H: 100}}}
	var p painter
	out := p.paint(200, 200, pic, camera{zoom: 1}, nil, testInks)
	if got := out.RGBAAt(10, 90); got != testInks.outline {
		t.Errorf("inside of the window there is no outline: %v", got)
	}
	if got := out.RGBAAt(10, 110); got != testInks.back {
		t.Errorf("the outline goes on below the window: %v", got)
	}
}
