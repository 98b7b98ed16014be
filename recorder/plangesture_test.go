package recorder

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const workbench = `
application "Bench"
  window "Bench" @0,0,600,400
    tree "Folders" @0,0,200,100 {}
      treeitem "Fruit" #fruit @40,0,160,20 {} [expandable selectable]
      treeitem "Nuts" #nuts @40,20,160,20 {expand, collapse} [expandable selectable]
    list "Basket" #basket @0,100,200,100 {select}
      listitem "Red" #red @0,100,200,20 {} [selectable]
      listitem "Green" #green @0,120,200,20 {} [selectable selected]
      listitem "Blue" #blue @0,140,200,20 {} [selectable]
    list "Bag" #bag @0,200,200,100 {}
      listitem "Cup" #cup @0,200,200,20 {toggle} [selectable selected]
      listitem "Pen" #pen @0,220,200,20 {toggle} [selectable]
    label "Package" #package @300,0,100,40
    label "Shelf" #shelf @300,100,100,40
    label "Bin" #bin @300,200,100,40
    button "Parcel" #parcel @300,300,100,40
`

// hands gives the stage a pointer.
func (s *stage) hands(react func(ctx context.Context, did string, at tree.Point) error) *fake.Pointer {
	p := fake.NewPointer(s.app.Identity().PID, react)
	s.options.Pointer = p
	return p
}

func (s *stage) dragStep(to string) Step {
	step := s.step(StepDrag, `label "Package"`)
	end := s.target(to)
	step.To = &end
	return step
}

func TestGesturesGoToTheElementAndNowhereElse(t *testing.T) {
	for _, tc := range []struct {
		name string
		step func(s *stage) Step
		want []string
	}{
		{"double click", func(s *stage) Step { return s.step(StepDoubleClick, `listitem "Red"`) }, []string{"move 100,110", "double-click"}},
		{"context click", func(s *stage) Step { return s.step(StepContextClick, `button "Parcel"`) }, []string{"move 350,320", "click 3"}},
		{"arrow", func(s *stage) Step {
			step := s.step(StepSetExpanded, `treeitem "Fruit"`)
			step.Expanded = true
			return step
		}, []string{"move 30,10", "click 1"}},
		{"drag", func(s *stage) Step { return s.dragStep(`label "Shelf"`) }, []string{"move 350,20", "drag 350,120", "drop 350,120"}},
	} {
		t.Run(tc.name, synced(func(t *testing.T) {
			s := newStage(t, workbench)
			p := s.hands(func(_ context.Context, did string, _ tree.Point) error {
				if did == "click 1" {
					s.app.Change(func(m *fake.Model) { m.SetStates("fruit", "expanded") })
				}
				return nil
			})
			run := s.replay(context.Background(), tc.step(s))
			if d := cmp.Diff(tc.want, p.Done()); d != "" || run.Verdict != VerdictPassed {
				t.Errorf("%s: %s\nsent (-want +got):\n%s", run.Verdict, run.Steps[0].Error, d)
			}

			// Without leave for real input nothing is sent.
			s.options.Pointer = nil
			if run := s.replay(context.Background(), tc.step(s)); run.Verdict != VerdictRefused && tc.name != "arrow" {
				t.Errorf("without leave: %s", run.Verdict)
			}

			// Nor with the window of another program above.
			over := s.hands(nil)
			over.Cover(s.app.Identity().PID + 1)
			step := tc.step(s)
			step.Expanded = false
			if run := s.replay(context.Background(), step); run.Verdict != VerdictNotActionable || len(over.Done()) > 0 {
				t.Errorf("under another window: %s, sent %q", run.Verdict, over.Done())
			}

			// Nor where something comes up between, with the movement of the pointer.
			late := s.hands(func(_ context.Context, did string, _ tree.Point) error {
				if strings.HasPrefix(did, "move") {
					s.app.Change(func(m *fake.Model) { m.Insert("window:Bench", 7, `group "Cover" @0,0,600,400`) })
				}
				return nil
			})
			r := s.replay(context.Background(), step).Steps[0]
			if d := late.Done(); len(d) != 1 || r.Delivery != backends.NotDelivered || r.Verdict == VerdictPassed {
				t.Errorf("under a late cover: %s %s, sent %q", r.Verdict, r.Delivery, d)
			}
		}))
	}
}

// What becomes of the end of a drag while the thing hangs above it.
func TestDragIsCalledOff(t *testing.T) {
	for name, edit := range map[string]fake.Edit{
		"moved":   func(m *fake.Model) { m.Move("shelf", tree.Rect{X: 300, Y: 150, W: 100, H: 40}) },
		"renamed": func(m *fake.Model) { m.Rename("shelf", "Shredder") },
		"gone":    func(m *fake.Model) { m.Remove("shelf") },
	} {
		t.Run(name, synced(func(t *testing.T) {
			s := newStage(t, workbench)
			p := s.hands(func(_ context.Context, did string, _ tree.Point) error {
				if strings.HasPrefix(did, "drag") {
					s.app.Change(edit)
				}
				return nil
			})
			r := s.replay(context.Background(), s.dragStep(`label "Shelf"`)).Steps[0]
			if d := p.Done(); d[len(d)-1] != "call off" || r.Verdict != VerdictUncertain || r.Delivery != backends.Uncertain {
				t.Errorf("%s %s, sent %q", r.Verdict, r.Delivery, d)
			}
		}))
	}
	t.Run("stopped", synced(func(t *testing.T) {
		s := newStage(t, workbench)
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		var ended error
		p := s.hands(func(ctx context.Context, did string, _ tree.Point) error {
			if strings.HasPrefix(did, "drag") {
				stop()
				<-ctx.Done()
				ended = ctx.Err()
			}
			return nil
		})
		run := s.replay(ctx, s.dragStep(`label "Shelf"`), s.step(StepActivate, `button "Parcel"`))
		if !errors.Is(ended, context.Canceled) || run.Verdict != VerdictUncertain {
			t.Errorf("the drag went on: %v; %s", ended, run.Verdict)
		}
		if d := p.Done(); d[len(d)-1] != "call off" {
			t.Errorf("sent %q", d)
		}
		s.done()
	}))
}

func TestSelectionIsExactAndReadBack(t *testing.T) {
	items := func(s *stage, container string, names ...string) Step {
		step := s.step(StepSelectItems, container)
		step.Items = names
		return step
	}
	for _, tc := range []struct {
		name    string
		step    func(s *stage) Step
		want    Verdict
		acts    []string
		faulted fake.Fault
	}{
		{"two of three", func(s *stage) Step { return items(s, `list "Basket"`, "Red", "Blue") }, VerdictPassed, []string{"select basket red blue"}, ""},
		{"one item drops the others", func(s *stage) Step { return s.step(StepSelectItem, `listitem "Blue"`) }, VerdictPassed, []string{"select basket blue"}, ""},
		{"already so", func(s *stage) Step { return s.step(StepSelectItem, `listitem "Green"`) }, VerdictPassed, nil, ""},
		{"no such item", func(s *stage) Step { return items(s, `list "Basket"`, "Red", "Pink") }, VerdictNotActionable, nil, ""},
		{"an answer that lies", func(s *stage) Step { return s.step(StepSelectItem, `listitem "Red"`) }, VerdictFailed, nil, fake.Lie},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, workbench)
				if tc.faulted != "" {
					s.app.NextActs(tc.faulted)
				}
				r := s.replay(context.Background(), tc.step(s)).Steps[0]
				if r.Verdict != tc.want {
					t.Errorf("%s: %s", r.Verdict, r.Error)
				}
				s.done(tc.acts...)
			})
		})
	}
	t.Run("items that name themselves twice", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t, workbench)
			step := items(s, `list "Basket"`, "Red", "Blue")
			s.app.Change(func(m *fake.Model) { m.Twin("red", false) })
			if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictNotActionable {
				t.Errorf("%s: %s", r.Verdict, r.Error)
			}
			s.done()
		})
	})
}

func TestExpandByMeaning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, workbench)
		step := s.step(StepSetExpanded, `treeitem "Nuts"`)
		step.Expanded = true
		for range 2 { // the second time it is so already
			if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictPassed || r.Effect != OutcomeVerified {
				t.Errorf("%s %s: %s", r.Verdict, r.Effect, r.Error)
			}
		}
		s.done("expand nuts")
	})
}

// Scrolling moves the bar beside until the element shows, and no more than that.
func TestScrollUntilItShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Bench"
  window "Bench" @0,0,600,400
    generic "Notes" @0,0,300,200
      button "Far" #far [-showing] absent="bounds"
      scrollbar "" #bar @280,0,20,200 {set-value} range="0,0,1000,1"
`)
		s.app.On("bar", func(m *fake.Model) {
			if m.Node("bar").Range.Current >= 300 {
				m.SetStates("far", "showing")
				m.Move("far", tree.Rect{X: 10, Y: 50, W: 100, H: 20})
			}
		})
		l := s.step(StepScroll, `button "Far"`)
		r := s.replay(context.Background(), l).Steps[0]
		if r.Verdict != VerdictPassed || r.Effect != OutcomeVerified {
			t.Errorf("%s %s: %s", r.Verdict, r.Effect, r.Error)
		}
		s.done("set-value bar 150", "set-value bar 300")
	})
}

// Qt's toggle of a tree item selects another one: it is never called.
func TestTheToggleOfATreeItemIsNotBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Bench"
  window "Bench" @0,0,600,400
    tree "Folders" @0,0,200,100 {}
      cell "Fruit" #fruit @40,0,160,20 {toggle} [expanded selectable]
      cell "Nuts" #nuts @40,20,160,20 {toggle} [expandable selectable]
`)
		for _, kind := range []StepKind{StepSelectItem, StepActivate} {
			if r := s.replay(context.Background(), s.step(kind, `cell "Nuts"`)).Steps[0]; r.Verdict != VerdictRefused {
				t.Errorf("%s: %s %s", kind, r.Verdict, r.Error)
			}
		}
		s.done()
		p := s.hands(func(_ context.Context, did string, _ tree.Point) error {
			if did == "click 1" {
				s.app.Change(func(m *fake.Model) { m.SetStates("nuts", "selected") })
			}
			return nil
		})
		if r := s.replay(context.Background(), s.step(StepSelectItem, `cell "Nuts"`)).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("%s %s", r.Verdict, r.Error)
		}
		s.done()
		if d := cmp.Diff([]string{"move 120,30", "click 1"}, p.Done()); d != "" {
			t.Error(d)
		}
	})
}
