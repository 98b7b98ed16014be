package recorder

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

func TestTheTwinThatIsLeftIsNotActedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, `
application "Orders"
  window "Orders"
    button "Delete" #mine
    button "Delete" #other
`)
		d.click("mine")
		rec := d.finish()
		d.app.Change(func(m *fake.Model) { m.Remove("mine") })
		if r := d.replay(context.Background(), rec.Steps...).Steps[0]; r.Verdict != VerdictAmbiguous {
			t.Errorf("verdict %s", r.Verdict)
		}
		if len(d.app.Done()) > 0 {
			t.Errorf("the twin was pressed: %q", d.app.Done())
		}
	})
}

type slyScreen struct {
	*fake.Screen
	n  int
	do func(n int)
}

func (s *slyScreen) CaptureWindows(ctx context.Context, a tree.Rect, w []tree.Window) (*tree.Capture, error) {
	s.n++
	s.do(s.n)
	return s.Screen.CaptureWindows(ctx, a, w)
}

func (s *slyScreen) Expose(ctx context.Context, a tree.Rect, w []tree.Window) (func(context.Context) (*tree.Capture, error), error) {
	c, err := s.CaptureWindows(ctx, a, w)
	return func(context.Context) (*tree.Capture, error) { return c, err }, err
}

func (s *slyScreen) Capture(ctx context.Context, a tree.Rect) (*tree.Capture, error) {
	s.n++
	s.do(s.n)
	return s.Screen.Capture(ctx, a)
}

func TestNothingSlowLiesBetweenTheSecondLookAndTheAct(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.options.Screen = &slyScreen{fake.NewScreen(800, 600), 0, func(n int) {
			if n == 1 {
				s.app.Change(func(m *fake.Model) { m.Rename("button:Save", "Delete all") })
			}
		}}
		run := s.replay(context.Background(), step)
		if len(s.app.Done()) > 0 {
			t.Errorf("acted on an element renamed to \"Delete all\" during the picture: %q verdict %s changes %q", s.app.Done(), run.Steps[0].Verdict, run.Steps[0].Changes)
		}
	})
}

func TestTheEffectOfAnOpenerIsNotThatOfTheStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders"
    menubar
      menuitem "File" #file
        menuitem "Quit" #quit [-showing]
      menuitem "Edit"
`)
		opener := s.target(`menuitem "File"`)
		item := s.target(`menuitem "Quit"`)
		s.app.On("file", func(m *fake.Model) { m.SetStates("quit", "showing"); m.Rename("quit", "Close") })
		step := Step{ID: "t", Kind: StepMenuPath, Target: &item, Path: []inspector.Target{opener}, Title: "menu"}
		r := s.replay(context.Background(), step).Steps[0]
		if r.Verdict != VerdictPassed && r.Effect == OutcomeVerified {
			t.Errorf("verdict %s with effect %s", r.Verdict, r.Effect)
		}
	})
}

func TestTheTopmostOfTwoModalDialogsCanBeUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders"
  dialog "Save As" [modal]
    button "Save"
  dialog "Overwrite?" [modal active]
    button "Replace"
    label "x" #status
`)
		r := s.replay(context.Background(), s.step(StepActivate, `button "Replace"`)).Steps[0]
		if r.Verdict != VerdictPassed {
			t.Errorf("the topmost modal dialog cannot be used: %s: %s", r.Verdict, r.Error)
		}
	})
}

func TestADialogOfUnreadStatesBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.app.Change(func(m *fake.Model) {
			m.Insert("application:Orders", 1, "dialog \"Sure?\" #sure [modal]\n  button \"OK\"")
			m.Withhold("sure", "states")
		})
		s.replay(context.Background(), step)
		if len(s.app.Done()) > 0 {
			t.Errorf("acted under a dialog whose states could not be read: %q", s.app.Done())
		}
	})
}

func TestAClickMustNotLandOnAnElementInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders" @0,0,400,300
    list "Items" @0,0,400,200
      listitem "Pear" #pear @0,0,400,40 {}
        button "Delete" #del @150,0,100,40
      listitem "Apple" @0,40,400,40 {}
`)
		var hits []tree.Handle
		s.options.Pointer = fake.NewPointer(s.app.Identity().PID, func(ctx context.Context, did string, at tree.Point) error {
			if did == "click 1" {
				chain, _ := s.backend.HitTest(ctx, s.app.Identity(), at)
				hits = append(hits, chain[len(chain)-1])
			}
			return nil
		})
		if r := s.replay(context.Background(), s.step(StepActivate, `listitem "Pear"`)).Steps[0]; r.Verdict != VerdictNotActionable {
			t.Errorf("verdict %s: %s", r.Verdict, r.Error)
		}
		if len(hits) > 0 && hits[0] != "pear" {
			t.Errorf("the click for listitem Pear landed on %s", hits[0])
		}
	})
}

func TestKeysDoNotGoToAnotherFocus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, `
application "Orders"
  window "Orders" [active]
    textbox "Customer" [focused] #customer
    button "Delete all" #del
`)
		ret := backends.Input{Kind: backends.InputKeyDown, Key: "Return", Text: "\r", PID: d.app.Identity().PID}
		if err := d.listener.Push(d.ctx, ret); err != nil {
			t.Fatal(err)
		}
		rec := d.finish()
		d.app.Change(func(m *fake.Model) { m.SetStates("customer", "-focused"); m.SetStates("del", "focused") })
		hands := fake.NewPointer(d.app.Identity().PID, nil)
		d.options.Pointer = hands
		run := d.replay(context.Background(), rec.Steps...)
		if len(hands.Done()) > 0 {
			t.Errorf("sent %q while button \"Delete all\" had the focus: delivery %s", hands.Done(), run.Steps[0].Delivery)
		}
	})
}

func TestTheDefaultOfAParameterIsTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepSetText, `textbox "Customer"`)
		step.Text, step.Parameter = "Anna", "customer"
		rec := Recording{Schema: RecordingSchema, ID: "c1", Name: "x", Steps: []Step{step}, Parameters: []Parameter{{Name: "customer", Default: "Berta"}}}
		if _, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity()); err != nil {
			t.Fatal(err)
		}
		if got := s.app.Done(); len(got) != 1 || !strings.Contains(got[0], "Berta") {
			t.Errorf("typed %q, the default is Berta", got)
		}
	})
}

func TestFocusIsAnEffectOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, strings.Replace(form, `textbox "Customer"`, `textbox "Customer" {set-text, focus}`, 1))
		run, err := NewPlayer(s.options).Act(context.Background(), s.app.Identity(), s.target(`textbox "Customer"`), backends.Action{Verb: tree.VerbFocus})
		if err != nil {
			t.Fatal(err)
		}
		r := run.Steps[0]
		if r.Verdict != VerdictPassed {
			t.Errorf("focus was given (%q), verdict %s effect %s: %s", s.app.Done(), r.Verdict, r.Effect, r.Error)
		}
	})
}

func TestAnItemThatCouldNotBeReadMayBeTheOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, `
application "Orders"
  window "Orders"
    combobox "Colour"
      option "Red" #red
      option "Red" #red2
`)
		step := s.step(StepSelectItem, `combobox "Colour"`)
		step.Item = "Red"
		s.app.Change(func(m *fake.Model) { m.Withhold("red2", "name") })
		r := s.replay(context.Background(), step).Steps[0]
		if len(s.app.Done()) > 0 {
			t.Errorf("selected although another item's name is unreadable: %q %s", s.app.Done(), r.Verdict)
		}
	})
}

type pngs struct {
	*ledger
	mu  sync.Mutex
	got [][]byte
}

func (p *pngs) PutPicture(b []byte) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, b)
	return "h", nil
}

func TestNoPictureOfWhatWasNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		var pin tree.Rect
		s.app.Look(func(m *fake.Model) { pin = m.Node("password:PIN").Bounds.Rect })
		screen := fake.NewScreen(800, 600)
		red := color.RGBA{255, 0, 0, 255}
		screen.Fill(pin, red)
		s.app.Change(func(m *fake.Model) { m.Cut("group:Recipient", tree.CutTime) })
		j := &pngs{ledger: s.ledger}
		s.options.Screen, s.options.Journal = screen, j
		rec := Recording{Steps: []Step{step}}
		if _, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity()); err != nil {
			t.Fatal(err)
		}
		for _, b := range j.got {
			if showsRed(t, b) {
				t.Error("a stored picture shows the password field of a part that was not read")
				break
			}
		}
	})
}

func TestNumbersInNamesContradictNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, `
application "Orders"
  window "Orders"
    button "New" #new
    list "Orders" #list
      listitem "Order 1"
`)
		n := 1
		add := func(m *fake.Model) { n++; m.Insert("list", -1, fmt.Sprintf(`listitem "Order %d"`, n)) }
		d.app.On("new", add)
		d.click("new")
		d.app.Change(add)
		time.Sleep(700 * time.Millisecond)
		rec := d.finish()
		r := d.replay(context.Background(), rec.Steps...).Steps[0]
		if r.Verdict != VerdictPassed {
			t.Errorf("%s %s: %s changes %q", r.Verdict, r.Effect, r.Error, r.Changes)
		}
	})
}

func TestInsensitiveElementsAreNotActedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		step := s.step(StepActivate, `button "Save"`)
		s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "-sensitive") })
		r := s.replay(context.Background(), step).Steps[0]
		if r.Verdict != VerdictNotActionable || len(s.backend.Called("Act")) > 0 {
			t.Errorf("%s; acts sent: %q", r.Verdict, s.backend.Called("Act"))
		}
	})
}

// showsRed reports whether a PNG has a red pixel.
func showsRed(t *testing.T, b []byte) bool {
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	r := img.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if cr, g, bl, _ := img.At(x, y).RGBA(); cr > 60000 && g < 100 && bl < 100 {
				return true
			}
		}
	}
	return false
}
