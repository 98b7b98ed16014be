//go:build linux && cgo

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// at returns the middle of an element once it rests on the screen, and the display
// shows its window there.
func (p *person) at(locator string) tree.Point {
	p.t.Helper()
	var at tree.Bounds
	p.findThat(locator, func(f *inspector.Frozen, id tree.NodeID) bool {
		was := at
		at = f.Nodes[id].Bounds
		if !at.Usable() || !f.Nodes[id].States.Has(tree.Showing) || at != was {
			return false
		}
		there, err := input.At(p.ctx, at.Center())
		if err == nil && meant(f, id, p.app.PID)(there) {
			return true
		}
		p.note(fmt.Sprintf("the display shows %+v there, %v; the windows are %+v", there, err, f.Windows))
		return false
	})
	return at.Center()
}

// over moves the pointer to a place of the application, at a person's pace.
func (p *person) over(at tree.Point) {
	p.t.Helper()
	time.Sleep(p.pace)
	reached(p.t, p.ctx, at, of(p.app.PID))
	p.must(p.pointer.Move(p.ctx, at))
	p.clicked = p.app.PID // what follows is a gesture there
}

func (p *person) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// spots are what the elements of Workshop are called in a toolkit.
type spots struct{ folder, item, list, screws, bold, network string }

func spotsOf(toolkit orders.Toolkit) spots {
	switch toolkit {
	case orders.GTK3:
		return spots{`cell "Fruit"`, `option`, `listbox`, `cell "Screws"`, `togglebutton "Bold"`, `togglebutton "Network"`}
	case orders.GTK4:
		return spots{`group "Fruit"`, `listitem`, `list`, `label "Screws"`, `button "Bold"`, `checkbox "Network"`}
	}
	return spots{`cell "Fruit"`, `listitem`, `list`, `cell "Screws"`, `checkbox "Bold"`, `checkbox "Network"`}
}

// arrowOf is where the arrow of the first folder is drawn: GTK 3 says of a cell that it
// begins 15 pixels after its text does.
func (p *person) arrowOf(toolkit orders.Toolkit, folder string) tree.Point {
	f, id := p.find(folder)
	b := f.Nodes[id].Bounds
	at := tree.Point{X: b.X - 10, Y: b.Center().Y}
	switch toolkit {
	case orders.GTK3:
		at.X = b.X - 27
	case orders.GTK4:
		at.X = b.X + 8
	}
	return at
}

func is(value string) func(orders.Entry) bool {
	return func(e orders.Entry) bool { return string(e.Value) == value }
}

// One of each gesture, recorded and replayed on a fresh application, which then holds
// the same and was told of each thing once.
func TestRecordAndReplayGestures(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		p := newPerson(workshop(t, toolkit))
		s := spotsOf(toolkit)
		menus := !toolkit.IsQt() // whose popup menus are not in the tree
		rec := p.record(&memory{}, func() {
			p.clickAt(p.arrowOf(toolkit, s.folder))
			p.logged("expanded", "Fruit", nil)
			p.over(p.at(s.item + ` "Black"`))
			p.must(p.pointer.DoubleClick(p.ctx))
			p.logged("activated", "Black", nil)
			p.click(s.item + ` "Red"`)
			p.logged("selected", "basket", is(`["Red"]`))
			for _, item := range []string{"Blue", "White"} {
				p.over(p.at(s.item + ` "` + item + `"`))
				p.must(p.pointer.Click(p.ctx, 1, "ctrl"))
			}
			p.logged("selected", "basket", is(`["Red", "Blue", "White"]`))
			p.click(s.screws)
			p.logged("selected", "stock", is(`"Screws"`))
			p.into(`spinbutton "Copies"`)
			for range 3 {
				p.keys("Up")
			}
			p.logged("value", "copies", is("3"))
			p.click(`tab "Right"`)
			p.logged("selected", "tabs", nil)
			p.click(s.bold)
			p.logged("toggled", "bold", nil)
			p.click(s.network)
			p.logged("toggled", "network", nil)
			if menus {
				p.over(p.at(`button "Parcel"`))
				p.must(p.pointer.Click(p.ctx, 3))
				p.choose(`menuitem "Wrap"`)
				p.logged("menu", "Wrap", nil)
				p.choose(`button "More"`, `togglebutton "More"`)
				p.choose(`menuitem "Print"`)
				p.logged("menu", "Print", nil)
			}
			p.over(p.at(`label "Package"`))
			p.must(p.pointer.Drag(p.ctx, p.at(`label "Shelf"`), nil))
			p.logged("dropped", "Shelf", nil)
			p.find(`label "Package is on Shelf"`)
			p.over(p.at(`button "Note 5"`))
			p.must(p.pointer.Scroll(p.ctx, 0, 40))
			p.click(`button "Note 38"`)
			p.logged("clicked", "Note 38", nil)
			p.click(`slider "Volume"`)
			p.logged("value", "volume", nil)
			// A text is marked, a window is moved: neither is a step.
			p.over(p.at(`textbox "Memo"`))
			p.must(p.pointer.Drag(p.ctx, tree.Point{X: p.at(`textbox "Memo"`).X - 60, Y: p.at(`textbox "Memo"`).Y}, nil))
			p.over(p.at(`button "Parcel"`))
			p.must(p.pointer.Click(p.ctx, 2))
			p.logged("middle", "Parcel", nil)
		})
		held := p.bench()
		var want []string
		for _, title := range []string{
			"Expand " + s.folder,
			"Double-click " + s.item + ` "Black"`,
			"Select " + s.item + ` "Red"`,
			`Select "Red", "Blue", "White" in ` + s.list + ` "Basket"`,
			"Select " + s.screws,
			`Set spinbutton "Copies" in window "Workshop" to 3`,
			`Click tab "Right"`,
			"Check " + s.bold,
			"Check " + s.network,
			`Open the context menu of button "Parcel"`,
			"Choose menu Wrap",
			map[orders.Toolkit]string{orders.GTK3: `Click togglebutton "More"`, orders.GTK4: `Click button "More"`}[toolkit],
			"Choose menu Print",
			`Drag label "Package" in window "Workshop" to label "Shelf"`,
			`Scroll to button "Note 38"`,
			`Click button "Note 38"`,
			`Set slider "Volume" in window "Workshop" to `,
			"Input without a matching element",
		} {
			onlyMenus := strings.HasPrefix(title, "Open ") || strings.HasPrefix(title, "Choose ") || strings.HasSuffix(title, `"More"`) || title == ""
			if onlyMenus && !menus {
				continue
			}
			if !strings.Contains(title, " to ") && !strings.HasPrefix(title, "Choose ") && !strings.HasPrefix(title, "Input") || strings.HasPrefix(title, "Drag") || strings.HasPrefix(title, "Scroll") {
				title += ` in window "Workshop"`
			}
			want = append(want, title)
		}
		got := titles(rec)
		for i, title := range got {
			if strings.HasPrefix(title, "Set slider") { // where the click lands depends on the theme
				got[i] = title[:strings.LastIndex(title, " ")+1]
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("steps (-want +got):\n%s\nlog of Workshop: %q", d, p.happened())
		}
		// The middle button has no meaning that could be replayed, and says so.
		last := len(rec.Steps) - 1
		if problem := recorder.Check(rec, true)[last]; problem.Verdict != recorder.VerdictRefused || !strings.Contains(problem.Reason, `middle button on button "Parcel"`) {
			t.Errorf("the middle button: %+v", problem)
		}
		rec.Steps = rec.Steps[:last]
		happened := p.outcome()
		p.close()

		again := newPerson(workshop(t, toolkit))
		again.at(s.folder) // its window has come to rest
		again.replayed(rec.Steps...)
		if d := cmp.Diff(held, again.bench()); d != "" {
			t.Errorf("what the widgets hold (-recorded +replayed):\n%s", d)
		}
		if d := cmp.Diff(happened, again.outcome()); d != "" {
			t.Errorf("what happened, selections aside (-recorded +replayed):\n%s", d)
		}
	})
}

// outcome is what happened but for what was selected and set on the way, and for what
// the middle button did.
func (p *person) outcome() []string {
	return slices.DeleteFunc(p.happened(), func(line string) bool {
		return strings.HasPrefix(line, "selected basket") || strings.HasPrefix(line, "value ") || strings.HasPrefix(line, "middle ")
	})
}
