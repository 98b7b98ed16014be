package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// stepsOf makes steps of groups: "a" is one in group a, "" one without.
func stepsOf(groups ...string) []StepItem {
	items := make([]StepItem, len(groups))
	for i, g := range groups {
		items[i].Step = &recorder.Step{ID: fmt.Sprint(i), Title: fmt.Sprintf("Step %d", i), Group: g, Target: &inspector.Target{}, Light: recorder.LightUnique}
	}
	return items
}

func stepsPane(t *testing.T) *StepsPane {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	p := NewStepsPane(NewTips(), NewNotice("record", "Nothing", nil))
	p.Edited(func(int) {})
	return p
}

func TestSeveralStepsAreChosen(t *testing.T) {
	p := stepsPane(t)
	p.Set(stepsOf("", "", "", "", ""), 1)
	check := func(what, want string) {
		t.Helper()
		if got := strings.Trim(fmt.Sprint(p.Chosen()), "[]"); got != want {
			t.Errorf("%s: %s are chosen, want %s", what, got, want)
		}
	}
	check("at first", "1")
	p.list.extend(3)
	check("Shift and the fourth", "1 2 3")
	p.list.extend(0)
	check("Shift and the first", "0 1")
	p.list.toggle(4)
	check("Ctrl and the last", "0 1 4")
	p.list.toggle(0)
	check("Ctrl and the first again", "1 4")
	if p.Current() != 4 {
		t.Errorf("the one that is told of: %d", p.Current())
	}
	p.list.choose(2)
	check("the third alone", "2")
	p.ChooseAll()
	check("all", "0 1 2 3 4")
	p.Set(stepsOf("", ""), -1)
	check("other steps", "")
}

func TestSectionsStandUnderTheirHeads(t *testing.T) {
	p := stepsPane(t)
	p.Set(stepsOf("", "a", "a", "b", "", "b"), 3)
	var lines []string
	for i := range p.rows {
		ln := p.line(i)
		lines = append(lines, strings.TrimSpace(ln.Lead+" "+ln.Title+" "+ln.Note))
	}
	want := "1 Step 0|a 2 steps|2 Step 1|3 Step 2|b 1 step|4 Step 3|5 Step 4|b 1 step|6 Step 5"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if p.Current() != 3 || fmt.Sprint(p.Chosen()) != "[3]" {
		t.Errorf("chosen %v", p.Chosen())
	}
	p.list.choose(1)
	if fmt.Sprint(p.Chosen()) != "[1 2]" {
		t.Errorf("the head of a section stands for %v", p.Chosen())
	}
}

func TestBreakpointsAreSetBesideAStep(t *testing.T) {
	p := stepsPane(t)
	var set []int
	p.Edited(func(i int) { set = append(set, i) })
	p.Set(stepsOf("a", "a"))
	row := newLineRow(p.list)
	row.Resize(fyne.NewSize(300, rowHeight))
	for i := range p.rows {
		row.set(i, p.line(i))
		row.Tapped(&fyne.PointEvent{Position: fyne.NewPos(6, 8)})
	}
	if fmt.Sprint(set) != "[0 1]" {
		t.Errorf("breakpoints at %v", set)
	}
	if len(p.Chosen()) > 0 {
		t.Errorf("setting a breakpoint has chosen %v", p.Chosen())
	}
}

func TestAnAmbiguousStepSaysWhatWouldHelp(t *testing.T) {
	step := &recorder.Step{Title: "Click", Light: recorder.LightAmbiguous, Target: &inspector.Target{
		Name: "Save", Standing: inspector.StandingAmbiguous,
		Proof: inspector.Proof{Matched: 2, Compared: 9, Twins: []inspector.Twin{{Path: "window / button", Matches: true}}},
	}}
	byKey := map[string]Field{}
	for _, f := range (StepItem{Step: step}).fields() {
		byKey[f.Key] = f
	}
	if f := byKey["Twin 1"]; f.Value != "window / button" || f.Note != "matches too" {
		t.Errorf("twins: %+v", f)
	}
	if f := byKey["To tell apart"]; !strings.Contains(f.Value, "accessible id") {
		t.Errorf("proposal: %+v", f)
	}
}

func TestARehearsedStepIsNotSaidToHavePassed(t *testing.T) {
	it := stepsOf("")[0]
	it.Result, it.Dry = &recorder.StepResult{Verdict: recorder.VerdictPassed}, true
	if got := it.line().Cells[0].Text; got != "would pass" {
		t.Errorf("the row says %q", got)
	}
	if f := it.fields()[0]; !strings.Contains(f.Value, "nothing was sent") {
		t.Errorf("the verdict says %q", f.Value)
	}
}

// TestNumbersAreDrawnAgainAfterAWhile: what Fyne drew with is thrown away while the stage
// is hidden, and made anew.
func TestNumbersAreDrawnAgainAfterAWhile(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	s := NewStage(NewTips())
	w := test.NewWindow(s)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 200))
	r := s.CreateRenderer()
	s.SetPicture(pictureOnly(&tree.Capture{Rect: tree.Rect{W: 300, H: 200}}))
	s.SetMarks([]Mark{{Kind: MarkNear, Number: 1, Bounds: tree.Bounds{Rect: tree.Rect{X: 100, Y: 100, W: 60, H: 20}, State: tree.Known, Confidence: tree.Exact}}})
	for _, o := range r.Objects() {
		if text, ok := o.(*canvas.Text); ok && text.Text == "1" && text.Visible() {
			return
		}
	}
	t.Error("the number of the mark is not among what is drawn")
}

// TestAPictureIsApproachedWhereItWouldBeTooSmall: what matters is in view then.
func TestAPictureIsApproachedWhereItWouldBeTooSmall(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{ModeDark})
	s := NewStage(NewTips())
	w := test.NewWindow(s)
	defer w.Close()
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 200))
	big := tree.Rect{X: 1000, Y: 500, W: 1600, H: 1200}
	s.SetPicture(pictureOnly(&tree.Capture{Rect: big}))
	target := tree.Bounds{Rect: tree.Rect{X: 2500, Y: 1650, W: 60, H: 20}, State: tree.Known, Confidence: tree.Exact}
	s.Approach(target)
	if s.Zoom() != readable {
		t.Errorf("zoom %.2f", s.Zoom())
	}
	at := s.PlaceOf(target.Center())
	if at.X < 0 || at.Y < 0 || at.X > 300 || at.Y > 200 {
		t.Errorf("the element is at %v of the stage", at)
	}
	s.Approach(tree.Bounds{})
	if s.Zoom() >= readable {
		t.Errorf("without an element: zoom %.2f", s.Zoom())
	}
}

// shownSteps puts the pane into a window, so that it can be dragged in.
func shownSteps(t *testing.T, groups ...string) (*StepsPane, fyne.Window) {
	p := stepsPane(t)
	p.Set(stepsOf(groups...), 0)
	w := test.NewTempWindow(t, p.Object)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(800, 300))
	return p, w
}

// row returns the middle of a row.
func (p *StepsPane) rowAt(row int) fyne.Position {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.list)
	return at.AddXY(120, float32(row)*rowHeight+rowHeight/2)
}

// drag drags a row as a pointer does, in two movements.
func (p *StepsPane) drag(w fyne.Window, row int, dx, dy float32) {
	for _, o := range test.LaidOutObjects(w.Content()) {
		r, ok := o.(*lineRow)
		if !ok || r.list != p.list || r.at != row || !r.Visible() {
			continue
		}
		in := fyne.NewPos(120, rowHeight/2)
		for range 2 {
			in = in.AddXY(dx/2, dy/2)
			r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(dx/2, dy/2), PointEvent: fyne.PointEvent{
				Position: in, AbsolutePosition: p.rowAt(row).AddXY(in.X-120, in.Y-rowHeight/2),
			}})
		}
		r.DragEnd()
		return
	}
}

func TestStepsAreDraggedToAnotherPlace(t *testing.T) {
	p, w := shownSteps(t, "", "G", "G", "", "")
	moved := ""
	p.OnMove = func(steps []int, to int) { moved = fmt.Sprint(steps, to) }
	drag := func(from int, rows float32, want string) {
		t.Helper()
		moved = ""
		p.drag(w, from, 0, rows*rowHeight)
		if moved != want {
			t.Errorf("row %d by %v rows: %q, want %q", from, rows, moved, want)
		}
		if p.list.marked {
			t.Error("the mark of where it goes is left")
		}
	}
	// The rows are 0, the head of G, 1, 2, 3, 4. A row comes to lie between two others.
	drag(5, -1.25, "[4] 3")
	drag(5, -4.25, "[4] 1")
	drag(0, 1.75, "[0] 1")
	drag(0, 6, "[0] 5")
	drag(1, 3.75, "[1 2] 4")
	p.Set(stepsOf("", "", "", ""), 0, 1)
	drag(1, 1.75, "[0 1] 3")
	drag(3, -2.25, "[3] 1")
	if got := fmt.Sprint(p.Chosen()); got != "[3]" {
		t.Errorf("%s is chosen, want the step that was dragged", got)
	}

	// A hand that slips in a click clicks.
	moved = ""
	p.drag(w, 2, 3, 2)
	if got := fmt.Sprint(p.Chosen()); moved != "" || got != "[2]" {
		t.Errorf("a click that slipped moved %q and chose %s", moved, got)
	}
}

func TestGroupsFold(t *testing.T) {
	p, w := shownSteps(t, "", "G", "G", "")
	p.Focus(w.Canvas())
	key := func(names ...fyne.KeyName) {
		for _, n := range names {
			p.list.TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	shown := func(what, want string, rows int) {
		t.Helper()
		if got := fmt.Sprint(p.Chosen()); got != want || len(p.rows) != rows {
			t.Errorf("%s: %s of %d rows are chosen, want %s of %d", what, got, len(p.rows), want, rows)
		}
	}
	p.Set(stepsOf("", "G", "G", ""), 2)
	key(fyne.KeyLeft)
	shown("Left on a step chooses its head", "[1 2]", 5)
	key(fyne.KeyLeft)
	shown("Left on a head folds it, and it stands for its steps", "[1 2]", 3)
	if h, _ := p.Describe().Find("heading", "G"); !h.Has("collapsed") || h.Value != "2 steps" {
		t.Errorf("the head says %+v", h)
	}
	p.Set(stepsOf("", "G", "G", ""), 1, 2)
	shown("it stays folded when all of it is chosen", "[1 2]", 3)
	key(fyne.KeyRight)
	shown("Right unfolds it", "[1 2]", 5)
	key(fyne.KeyReturn)
	shown("Enter folds it", "[1 2]", 3)
	key(fyne.KeyDown)
	shown("below it is the next step", "[3]", 3)
	p.Set(stepsOf("", "G", "G", ""), 2)
	shown("one of its steps, chosen by what goes on, unfolds it", "[2]", 5)
	test.TapCanvas(w.Canvas(), fyne.NewPos(gutterWidth+iconSize/2, p.rowAt(1).Y))
	shown("a click on the chevron folds it", "[1 2]", 3)

	items := stepsOf("", "G", "G", "")
	items[2].Step.Light = recorder.LightAmbiguous
	p.Set(items, 1, 2)
	if h, _ := p.Describe().Find("heading", "G"); !strings.Contains(h.Value, "1 needs a look") {
		t.Errorf("a folded head hides a step that cannot be replayed: %+v", h)
	}
}
