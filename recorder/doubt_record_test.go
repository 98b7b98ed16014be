package recorder

import (
	"context"
	"encoding/json"
	"image/color"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// wait is the pause of a person: long enough that the recorder has caught up, so
// that what follows is judged by how things are and not by how fast they came.
func (d *desk) wait() { time.Sleep(120 * time.Millisecond) }

func TestAComboBoxThatWasClosedTakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, `
application "Orders"
  window "Orders" [active]
    combobox "Country" #country [focused]
    tablist "Pages"
      tab "Details" #details [selectable]
`)
		d.click("country")
		d.wait()
		esc := backends.Input{Kind: backends.InputKeyDown, Key: "Escape", PID: d.app.Identity().PID}
		d.listener.Push(d.ctx, esc)
		d.wait()
		d.click("details")
		d.wait()
		rec := d.finish()
		for _, s := range rec.Steps {
			if s.Kind == StepSelectItem {
				t.Errorf("a click on the tab was recorded as %q (all %q)", s.Title, stepTitles(rec))
			}
		}
	})
}

func TestCharactersWithoutABoxAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, focused := range []string{"", "button:Save"} {
			d := newDesk(t, strings.Replace(form, `window "Orders"`, `window "Orders" [active]`, 1))
			if focused != "" {
				d.app.Change(func(m *fake.Model) { m.SetStates(tree.Handle(focused), "focused") })
				d.wait()
			}
			// the person types into the PIN; the toolkit does not tell (or has not told yet) that it has the focus
			d.listener.Type(d.ctx, d.app.Identity(), 1, "geheim")
			d.wait()
			rec := d.finish()
			var got string
			for _, s := range rec.Steps {
				if s.Kind == StepKeyChord {
					got += strings.Join(s.Keys, "+")
				}
			}
			if got == "geheim" {
				b, _ := json.Marshal(stepTitles(rec))
				t.Errorf("focus told as %q: the secret is in the recording: %s", focused, b)
			}
		}
	})
}

func TestKeysForAWindowOfNoProcessAreNotOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, strings.Replace(form, `window "Orders"`, `window "Orders" [active]`, 1))
		d.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "focused") })
		d.wait()
		var xid uint32 = 0x999 // a window that is not the application's, without _NET_WM_PID
		for _, r := range "sesam" {
			d.listener.Push(d.ctx, backends.Input{Kind: backends.InputKeyDown, Key: string(r), Text: string(r), Window: xid})
		}
		d.wait()
		rec := d.finish()
		if len(rec.Steps) > 0 {
			t.Errorf("typed in another application: recorded %q", stepTitles(rec))
		}
	})
}

const fruit = `
application "Orders"
  window "Orders"
    table "Items"
      row
        label "Pear" #l1
        button "Delete" #d1
      row
        label "Apple" #l2
        button "Delete" #d2
`

type slyJournal struct {
	*ledger
	once atomic.Bool
	do   func()
}

func (j *slyJournal) PutRecording(r Recording) error {
	if !j.once.Swap(true) {
		j.do()
	}
	return j.ledger.PutRecording(r)
}

func newDeskWith(t *testing.T, outline string, o func(s *stage, so *SessionOptions)) *desk {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	d := &desk{stage: newStage(t, outline), ctx: ctx, listener: fake.NewListener(), result: make(chan recorded, 1)}
	session, stop := context.WithCancel(ctx)
	d.stop = stop
	ready := make(chan struct{})
	so := SessionOptions{Backend: d.backend, Listener: d.listener, Journal: d.ledger, Application: d.app.Identity(), Name: "test", OnReady: func() { close(ready) }}
	o(d.stage, &so)
	go func() {
		rec, err := Record(session, so)
		d.result <- recorded{rec, err}
	}()
	<-ready
	return d
}

func TestWhatChangesAtTheStartIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeskWith(t, fruit, func(s *stage, so *SessionOptions) {
			so.Journal = &slyJournal{ledger: s.ledger, do: func() {
				time.Sleep(time.Millisecond) // no two things are of the same time
				s.app.Change(func(m *fake.Model) { m.Rename("l1", "Plum") })
			}}
		})
		time.Sleep(400 * time.Millisecond)
		d.click("d1")
		rec := d.finish()
		if l := rec.Steps[0].Target.Locator.String(); strings.Contains(l, "Pear") {
			t.Errorf("0.4 s after the row became Plum the click is recorded as %s", l)
		}
	})
}

func TestAListUnderAnotherWindowIsNotPressed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, `
application "Orders"
  window "Orders" #a @0,0,400,300
    listbox "Items" @0,0,400,200
      option "Delete all" #opt @100,100,50,20
  window "Confirm" #b @50,50,300,200
    button "Cancel" #cancel @80,80,200,100
`)
		d.wait()
		// the press could not be held
		in := backends.Input{Kind: backends.InputPress, Button: 1, Point: tree.Point{X: 110, Y: 110}, PID: d.app.Identity().PID}
		snap, _ := d.backend.Observe(d.ctx, backends.Scope{Application: d.app.Identity()})
		for _, w := range snap.Windows {
			if w.Title == "Confirm" {
				in.Window = w.XID
			}
		}
		d.listener.Push(d.ctx, in)
		d.wait()
		rec := d.finish()
		if len(rec.Steps) == 1 && strings.Contains(rec.Steps[0].Title, "Delete all") {
			t.Errorf("a press in window Confirm (%d) was recorded as %q, light %s", in.Window, rec.Steps[0].Title, rec.Steps[0].Light)
		}
	})
}

func TestWhatChangedBeforeAPressIsNotItsEffect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 20 {
			d := newDesk(t, form)
			d.wait()
			d.app.Change(func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") })
			d.click("button:New")
			d.wait()
			if rec := d.finish(); len(rec.Steps) != 1 || len(rec.Steps[0].Effects) > 0 {
				t.Errorf("what had changed before the press is recorded as its effect: %q %+v", stepTitles(rec), rec.Steps)
			}
		}
	})
}

type slowJournal struct {
	*ledger
	delay time.Duration
}

func (j *slowJournal) PutRecording(r Recording) error {
	time.Sleep(j.delay) // as a disk's fsync
	return j.ledger.PutRecording(r)
}

func TestTypingKeepsItsPlaceBeforeTheClickAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDeskWith(t, form, func(s *stage, so *SessionOptions) { so.Journal = &slowJournal{s.ledger, 30 * time.Millisecond} })
		d.app.Change(func(m *fake.Model) { m.SetStates("textbox:Customer", "focused") })
		d.wait()
		d.listener.Type(d.ctx, d.app.Identity(), 1, "5")
		d.click("button:Save")
		time.Sleep(15 * time.Millisecond) // text events trail their keys by 20 ms
		d.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", "5") })
		d.wait()
		if ts := stepTitles(d.finish()); len(ts) != 2 || strings.HasPrefix(ts[0], "Click") {
			t.Errorf("steps: %q", ts)
		}
	})
}

func TestEventsBeforeAPressCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrong, n := 0, 30
		for range n {
			d := newDeskWith(t, fruit, func(s *stage, so *SessionOptions) { so.Journal = &slowJournal{s.ledger, 30 * time.Millisecond} })
			d.wait()
			d.click("d2") // storing this step takes 30 ms
			time.Sleep(5 * time.Millisecond)
			d.app.Change(func(m *fake.Model) { m.Rename("l1", "Plum") })
			time.Sleep(2 * time.Millisecond)
			d.click("d1")
			if rec := d.finish(); len(rec.Steps) != 2 || strings.Contains(rec.Steps[1].Target.Locator.String(), "Pear") {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%d of %d clicks on the row that had become Plum 2 ms before were lost, or recorded for row Pear", wrong, n)
		}
	})
}

func TestLostInputIsCounted(t *testing.T) {
	s := &session{input: make(chan backends.Input, 1)}
	s.hear(backends.Input{})
	s.hear(backends.Input{})
	if s.lost.Load() != 1 {
		t.Error("an input was dropped and not counted")
	}
}

func TestNoPictureAfterThePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var let atomic.Bool
		var after atomic.Int32
		d := newDeskWith(t, form, func(s *stage, so *SessionOptions) {
			so.Screen = &slyScreen{fake.NewScreen(800, 600), 0, func(int) {
				if let.Load() {
					after.Add(1)
				}
			}}
		})
		d.wait()
		var at tree.Point
		d.app.Look(func(m *fake.Model) { at = m.Node("button:Save").Bounds.Center() })
		d.app.Change((*fake.Model).Hang)
		in := backends.Input{Kind: backends.InputPress, Button: 1, Point: at, PID: d.app.Identity().PID, Held: true,
			Release: func() { let.Store(true) }, Waiting: func() bool { return !let.Load() }}
		time.AfterFunc(30*time.Millisecond, func() { let.Store(true) }) // the button went up: the listener let it go
		d.listener.Push(d.ctx, in)
		time.Sleep(300 * time.Millisecond)
		d.app.Change((*fake.Model).Resume)
		rec := d.finish()
		if after.Load() > 0 {
			t.Errorf("the picture of the step was taken after the press had reached the application; Held=%v (it was held 30ms)", rec.Steps[0].Held)
		}
	})
}

type slowBackend struct {
	*fake.Backend
	delay atomic.Int64
}

func (b *slowBackend) Observe(ctx context.Context, s backends.Scope) (*tree.Snapshot, error) {
	if d := b.delay.Load(); d > 0 {
		select {
		case <-time.After(time.Duration(d)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return b.Backend.Observe(ctx, s)
}

func TestNoNameFromAfterThePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b *slowBackend
		d := newDeskWith(t, form, func(s *stage, so *SessionOptions) {
			b = &slowBackend{Backend: s.backend}
			so.Backend = b
		})
		d.wait()
		b.delay.Store(int64(60 * time.Millisecond))
		var at tree.Point
		d.app.Change(func(m *fake.Model) { m.Insert("toolbar:Main", -1, `button "Play" #play`) })
		d.app.Look(func(m *fake.Model) { at = m.Node("play").Bounds.Center() })
		var once atomic.Bool
		in := backends.Input{Kind: backends.InputPress, Button: 1, Point: at, PID: d.app.Identity().PID, Held: true,
			Release: func() {
				if !once.Swap(true) {
					d.app.Change(func(m *fake.Model) { m.Rename("play", "Pause") })
				}
			}, Waiting: func() bool { return !once.Load() }}
		d.listener.Push(d.ctx, in)
		time.Sleep(400 * time.Millisecond)
		rec := d.finish()
		if len(rec.Steps) > 0 && strings.Contains(rec.Steps[0].Title, "Pause") {
			t.Errorf("the pressed button was called Play; recorded %q", stepTitles(rec))
		}
	})
}

func TestSecretsAreMaskedWhereTheyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j *pngs
		screen := fake.NewScreen(800, 600)
		d := newDeskWith(t, `
application "Orders"
  window "Orders" @0,0,700,500
    password "PIN" @20,20,100,20
    button "Save" @20,100,100,20
`, func(s *stage, so *SessionOptions) {
			j = &pngs{ledger: s.ledger}
			so.Screen, so.Journal = screen, j
		})
		time.Sleep(250 * time.Millisecond)
		to := tree.Rect{X: 300, Y: 300, W: 100, H: 20}
		screen.Fill(to, color.RGBA{255, 0, 0, 255})
		d.app.Change(func(m *fake.Model) { m.Move("password:PIN", to) })
		d.click("button:Save")
		d.finish()
		for _, b := range j.got {
			if showsRed(t, b) {
				t.Error("the stored picture shows the password field at its new place")
			}
		}
	})
}

func TestCatchingUpNeverBlocks(t *testing.T) {
	snap := func(at time.Time) *inspector.Frozen {
		b := tree.NewBuilder("x", tree.Application{})
		b.Add(tree.None, tree.Node{Role: tree.RoleApplication})
		s := b.Snapshot()
		s.Taken = at
		return inspector.Freeze(s)
	}
	press := time.Now()
	old, late := snap(press.Add(-time.Second)), snap(press.Add(time.Second))
	for round := range 200_000 {
		s := &session{fresh: make(chan *inspector.Frozen, 1), model: old, structure: []time.Time{press.Add(-time.Millisecond)}, reducer: newReducer(press, func(int, Step) {})}
		go func() { // two publications of the observer without the 20 ms between them
			for range 2 {
				select {
				case <-s.fresh:
				default:
				}
				s.fresh <- late
			}
		}()
		done := make(chan struct{})
		go func() { s.catchUp(press); close(done) }()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("round %d: catchUp hangs for ever in s.fresh <- f", round)
		}
	}
}

func TestCheckedIsWhatIsSeenAfterThePress(t *testing.T) {
	var steps []Step
	r := newReducer(time.Now(), func(i int, s Step) { steps = append(steps[:i], s) })
	mk := func(read bool, at time.Time) *inspector.Frozen {
		b := tree.NewBuilder("x", tree.Application{})
		a := b.Add(tree.None, tree.Node{Role: tree.RoleApplication, Handle: "a"})
		w := b.Add(a, tree.Node{Role: tree.RoleWindow, Handle: "w", Name: tree.KnownText("W"), StatesRead: true, States: tree.MakeStates(tree.Showing)})
		b.Add(w, tree.Node{Role: tree.RoleCheckbox, Handle: "c", Name: tree.KnownText("Express"), StatesRead: read})
		s := b.Snapshot()
		s.Taken = at
		return inspector.Freeze(s)
	}
	now := time.Now()
	r.press(mk(false, now), pressing{in: backends.Input{Kind: backends.InputPress, Button: 1, At: now}, id: 2, number: 1})
	r.look(mk(true, now.Add(time.Second))) // now it is read: not checked
	if steps[0].Checked {
		t.Errorf("recorded %q, although the box is seen unchecked after the press", steps[0].Title)
	}
}

// A press does not wait for an application that tells changes without end.
func TestAFloodOfEventsHoldsNoPress(t *testing.T) {
	events, done := make(chan backends.Event), make(chan struct{})
	s := &session{events: events, want: make(chan struct{}, 1), reducer: newReducer(time.Now(), func(int, Step) {})}
	flood := func(at func() time.Time) {
		for {
			select {
			case events <- backends.Event{Kind: backends.EventProperty, Detail: "accessible-value", Source: "x", At: at()}:
			case <-done:
				return
			}
		}
	}
	defer close(done)
	long := time.Now()
	go flood(func() time.Time { return long })
	for range 3 {
		ended := make(chan struct{})
		go func() { s.drain(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatal("it is taken in for ever")
		}
	}
}

// renamer is a backend whose application answers the question what an element is only
// when the press has passed, as another one.
type renamer struct {
	*fake.Backend
	passed atomic.Bool
	asked  atomic.Bool
}

func (b *renamer) ReadNode(ctx context.Context, app tree.Application, h tree.Handle) (tree.Node, error) {
	n, err := b.Backend.ReadNode(ctx, app, h)
	if b.asked.Load() && err == nil {
		b.passed.Store(true)
		n.Name = tree.KnownText("Other")
	}
	return n, err
}

// What another element is said to be after the press is no proof that the press was for
// the one that was there before: only what reacts is.
func TestAnAnswerFromAfterThePressProvesNothing(t *testing.T) {
	for name, reacts := range map[string]bool{"it reacts": true, "nothing does": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b *renamer
				d := newDeskWith(t, form, func(s *stage, so *SessionOptions) {
					b = &renamer{Backend: s.backend}
					so.Backend = b
				})
				d.wait()
				var at tree.Point
				d.app.Look(func(m *fake.Model) { at = m.Node("button:Save").Bounds.Center() })
				b.asked.Store(true)
				in := backends.Input{Kind: backends.InputPress, Button: 1, Point: at, PID: d.app.Identity().PID, Held: true,
					Release: func() {}, Waiting: func() bool { return !b.passed.Load() }}
				if err := d.listener.Push(d.ctx, in); err != nil {
					t.Fatal(err)
				}
				time.Sleep(50 * time.Millisecond)
				b.asked.Store(false)
				if reacts {
					d.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "focused") })
				}
				time.Sleep(5 * time.Second)
				rec := d.finish()
				if claims := len(rec.Steps) == 1 && rec.Steps[0].Kind == StepActivate; claims != reacts {
					t.Errorf("recorded %q", stepTitles(rec))
				}
			})
		})
	}
}
