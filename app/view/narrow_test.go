package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/recorder"
)

func TestTheTextInABarGetsTheRoomOfWhatCanYield(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	tips := NewTips()
	name := NewChooserButton(tips, "a rather long name of an application", "", 300, nil)
	text := NewStatusText(tips, 0)
	text.Set("warning", ColorCaution, "does not answer · seen 10 s ago · complete", "")
	find := newBackdrop(ColorPane)
	wide := container.New(arranged{func(s fyne.Size) { find.Resize(s) }, fyne.NewSize(230, 26)}, find)
	b := NewBar(BarHeight, []fyne.CanvasObject{name}, text, []fyne.CanvasObject{wide})
	b.Yield(wide, 130)
	b.Yield(name, 60)
	for _, c := range []struct {
		width      float32
		find, name bool // whether they have what they want
	}{{900, true, true}, {name.MinSize().Width + text.MinSize().Width + 180, false, true}, {text.MinSize().Width + 240, false, false}} {
		b.Object.Resize(fyne.NewSize(c.width, BarHeight))
		b.Arrange()
		if got := text.Size().Width; got < text.MinSize().Width {
			t.Errorf("in a bar of %.0f the text has %.0f of %.0f", c.width, got, text.MinSize().Width)
		}
		if (wide.Size().Width == 230) != c.find || (name.Size().Width == name.MinSize().Width) != c.name {
			t.Errorf("in a bar of %.0f the field is %.0f wide, the button %.0f", c.width, wide.Size().Width, name.Size().Width)
		}
		if wide.Size().Width < 130 || name.Size().Width < 60 {
			t.Errorf("in a bar of %.0f something is narrower than it may be", c.width)
		}
	}
}

func TestAButtonShowsItsTextOrItsSignAlone(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	for _, text := range []string{"Pick", "Record a lot"} {
		b := NewToolButton(NewTips(), "pick", text, "", nil)
		w := test.NewTempWindow(t, container.NewWithoutLayout(b))
		w.Resize(fyne.NewSize(300, 60))
		for _, c := range []struct {
			width float32
			text  bool
		}{{b.MinSize().Width, true}, {IconOnly, false}, {IconOnly + 12, false}} {
			b.Resize(fyne.NewSize(c.width, 26))
			if got := b.text.Visible(); got != c.text {
				t.Errorf("%q at a width of %.0f: text shown %t", text, c.width, got)
			}
		}
	}
}

func TestTitlesOfStepsHaveMostOfTheRoom(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	tips := NewTips()
	tips.Layer.Resize(fyne.NewSize(1000, 700))
	p := NewStepsPane(tips, NewNotice("record", "", nil))
	const title = `Type "Rosa Luxemburg" into textbox "Customer" in group "Recipient" in window "Orders"`
	p.Set([]StepItem{{Step: &recorder.Step{Title: title, Light: recorder.LightUnique}, Result: &recorder.StepResult{N: 1, Verdict: recorder.VerdictPassed, Effect: recorder.OutcomeVerified, DurationMs: 12}}}, 0)
	w := test.NewTempWindow(t, p.Object)
	w.SetPadded(false)
	for i, width := range []float32{1600, 1000, 800, 400} {
		cells := 3 - i
		w.Resize(fyne.NewSize(width, 200))
		ln := p.list.line(0)
		taken := float32(0)
		for _, c := range ln.Cells {
			taken += c.Width
		}
		if len(ln.Cells) != cells || taken > 0.31*p.list.Size().Width {
			t.Errorf("at %.0f the list of %.0f has %d cells that take %.0f, want %d", width, p.list.Size().Width, len(ln.Cells), taken, cells)
		}
	}
	row := firstRow(t, w)
	row.MouseIn(&desktop.MouseEvent{})
	if got := tips.Text(); len(got) == 0 || strings.Join(got, "") != title+"passed" {
		t.Errorf("beside the pointer: %q", got)
	}
}

func firstRow(t *testing.T, w fyne.Window) *lineRow {
	t.Helper()
	for _, o := range test.LaidOutObjects(w.Content()) {
		if r, ok := o.(*lineRow); ok && r.line.Title != "" {
			return r
		}
	}
	t.Fatal("no row is shown")
	return nil
}

func TestLongHintsAreWrapped(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	tips := NewTips()
	tips.Layer.Resize(fyne.NewSize(400, 300))
	long := strings.Repeat("one two three ", 12)
	tips.Show(fyne.NewPos(10, 10), long, "short")
	got := tips.Text()
	if len(got) < 3 || got[len(got)-1] != "short" || strings.Join(got[:len(got)-1], "") != long {
		t.Errorf("shown as %q", got)
	}
}

func TestComboBoxWithoutALabelKeepsItsName(t *testing.T) {
	f := small()
	for id := range f.Nodes {
		name, named := ShownName(f, f.Nodes[id].ID)
		raw, known := f.Name(f.Nodes[id].ID)
		if name != raw || named != known {
			t.Errorf("%s is shown as %q", f.Short(f.Nodes[id].ID), name)
		}
	}
}

// What counts in the status bar gives way to a message as a whole, one after the other.
func TestCountsGiveWayAsAWhole(t *testing.T) {
	test.NewTempApp(t)
	tips := NewTips()
	counts := []*StatusText{NewStatusText(tips, 0), NewStatusText(tips, 0)}
	for _, c := range counts {
		c.Set("", "", "34 unnamed", "")
	}
	message := NewStatusText(tips, 0)
	message.Set("", "", "a message that needs some room to be read", "")
	b := NewBar(StatusHeight, []fyne.CanvasObject{counts[0], counts[1]}, message, nil)
	for _, c := range counts {
		b.YieldWhole(c, 20)
	}
	all := 2*counts[0].MinSize().Width + message.MinSize().Width + 40
	for lack, want := range map[float32][2]float32{0: {counts[0].MinSize().Width, counts[1].MinSize().Width}, 30: {20, counts[1].MinSize().Width}, 100: {20, 20}} {
		b.place(fyne.NewSize(all-lack, StatusHeight))
		if got := [2]float32{counts[0].Size().Width, counts[1].Size().Width}; got != want {
			t.Errorf("%v pixels short: %v, want %v", lack, got, want)
		}
	}
}
