package recorder

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// desk is a fake application that a scripted person uses while it is recorded.
type desk struct {
	*stage
	ctx      context.Context
	listener *fake.Listener
	result   chan recorded
	stop     context.CancelFunc
}

type recorded struct {
	rec Recording
	err error
}

func newDesk(t *testing.T, outline string) *desk {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	d := &desk{stage: newStage(t, outline), ctx: ctx, listener: fake.NewListener(), result: make(chan recorded, 1)}
	session, stop := context.WithCancel(ctx)
	d.stop = stop
	ready := make(chan struct{})
	go func() {
		rec, err := Record(session, SessionOptions{
			Backend: d.backend, Listener: d.listener, Journal: d.ledger, Application: d.app.Identity(), Name: "test",
			OnReady: func() { close(ready) },
		})
		d.result <- recorded{rec, err}
	}()
	select {
	case <-ready:
	case r := <-d.result:
		t.Fatalf("recording ended at once: %v", r.err)
	}
	return d
}

func (d *desk) click(h tree.Handle) {
	d.t.Helper()
	var at tree.Point
	d.app.Look(func(m *fake.Model) { at = m.Node(h).Bounds.Center() })
	was := d.listener.Released()
	if err := d.listener.Click(d.ctx, d.app.Identity(), 0, at); err != nil {
		d.t.Fatal(err)
	}
	// The application sees the press, and changes, only when it was let go.
	for deadline := time.Now().Add(5 * time.Second); d.listener.Released() == was; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatal("the press was held for ever")
		}
	}
}

// types presses the keys and lets the application take the text over, as its
// toolkit would.
func (d *desk) types(h tree.Handle, text string) {
	d.t.Helper()
	d.app.Change(func(m *fake.Model) {
		m.SetStates(h, "focused")
	})
	if err := d.listener.Type(d.ctx, d.app.Identity(), 1, text); err != nil {
		d.t.Fatal(err)
	}
	d.app.Change(func(m *fake.Model) { m.SetValue(h, text) })
}

// seen waits until the recording in the journal holds a step with the title.
func (d *desk) seen(title string) {
	d.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		d.ledger.mu.Lock()
		var got []string
		if n := len(d.ledger.recordings); n > 0 {
			for _, s := range d.ledger.recordings[n-1].Steps {
				got = append(got, s.Title)
			}
		}
		d.ledger.mu.Unlock()
		if strings.Contains(strings.Join(got, "\n"), title) {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("no step %q among %q", title, got)
		}
	}
}

func (d *desk) finish() Recording {
	d.t.Helper()
	d.stop()
	r := <-d.result
	if r.err != nil {
		d.t.Fatal(r.err)
	}
	d.reduced(r.rec)
	return r.rec
}

// reduced makes sure that the log of a recording gives its steps again.
func (d *desk) reduced(rec Recording) {
	d.t.Helper()
	l, err := ReadLog(d.ledger.log)
	if err != nil {
		d.t.Fatal(err)
	}
	again, err := Reduce(l)
	if err != nil {
		d.t.Fatal(err)
	}
	if diff := cmp.Diff(rec.Steps, again, cmpopts.EquateEmpty()); diff != "" {
		d.t.Errorf("its log gives other steps (-recorded +reduced):\n%s", diff)
	}
}

func stepTitles(rec Recording) []string {
	var ts []string
	for _, s := range rec.Steps {
		ts = append(ts, s.Title)
	}
	return ts
}

// A text box of a web page may offer no way to set its text: it is typed again with
// real keys, which a person must allow before anything is sent.
func TestWhatCannotBeSetIsTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, strings.Replace(form, `textbox "Customer"`, `textbox "Customer" {}`, 1))
		d.click("textbox:Customer")
		d.types("textbox:Customer", "Anna")
		d.seen(`Type "Anna"`)
		d.click("button:Save")
		d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
		rec := d.finish()
		if len(rec.Steps) != 2 || rec.Steps[0].Kind != StepTypeKeys || rec.Steps[0].Obstacle != "" {
			t.Fatalf("%+v", rec.Steps)
		}
		run, err := NewPlayer(d.options).Replay(context.Background(), rec, d.app.Identity())
		if err != nil || run.Verdict != VerdictRefused || !strings.Contains(run.Steps[0].Hint, "--allow-input") || run.Steps[1].Verdict != VerdictSkipped {
			t.Errorf("%v, %+v", err, run)
		}
	})
}

func TestRecordTurnsInputIntoSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		d.click("textbox:Customer")
		d.types("textbox:Customer", "Anna")
		d.seen(`Type "Anna"`)
		d.click("checkbox:Express")
		d.app.Change(func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") })
		d.click("button:Save")
		d.app.Change(func(m *fake.Model) { m.Rename("status", "Saved") })
		rec := d.finish()
		want := []string{
			`Type "Anna" into textbox "Customer" in window "Orders"`,
			`Check checkbox "Express" in window "Orders"`,
			`Click button "Save" in window "Orders"`,
		}
		if diff := cmp.Diff(want, stepTitles(rec)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		for _, s := range rec.Steps {
			if s.Light != LightUnique || s.Target.Proof.Matched != 1 || !s.Target.Proof.Complete {
				t.Errorf("%s: %s, %+v", s.Title, s.Light, s.Target.Proof)
			}
		}
		if n := d.listener.Released(); n != 3 {
			t.Errorf("%d of 3 held presses were let through", n)
		}
		if last := d.ledger.recordings[len(d.ledger.recordings)-1]; !cmp.Equal(last.Steps, rec.Steps) {
			t.Error("the journal does not hold the recording that was returned")
		}
	})
}

func TestRecordNeverReadsSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		d.click("password:PIN")
		d.types("password:PIN", "geheim")
		d.seen("Type parameter pin into")
		d.click("button:Save")
		rec := d.finish()
		all, err := json.Marshal([]any{rec, d.ledger.recordings})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(all), "geheim") {
			t.Errorf("the secret is in the recording: %s", all)
		}
		if diff := cmp.Diff([]Parameter{{Name: "pin", Secret: true}}, rec.Parameters); diff != "" {
			t.Error(diff)
		}
		if rec.Steps[0].Parameter != "pin" || rec.Steps[0].Text != "" {
			t.Errorf("%+v", rec.Steps[0])
		}
	})
}

func TestRecordShowsTwinsAndWhatHasNoElement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, strings.Replace(form, `button "New"`, `button "Save" #twin`, 1))
		d.click("button:Save")
		d.click("status")
		rec := d.finish()
		if len(rec.Steps) != 2 || rec.Steps[0].Light != LightAmbiguous || rec.Steps[1].Light != LightNoElement {
			t.Fatalf("%+v", rec.Steps)
		}
		if twins := rec.Steps[0].Target.Proof.Twins; len(twins) != 1 || !twins[0].Matches {
			t.Errorf("twins: %+v", twins)
		}
	})
}

func TestRecordLeavesOtherApplicationsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		var at tree.Point
		d.app.Look(func(m *fake.Model) { at = m.Node("button:Save").Bounds.Center() })
		other := d.app.Identity()
		other.PID++
		if err := d.listener.Click(d.ctx, other, 2, at); err != nil {
			t.Fatal(err)
		}
		if rec := d.finish(); len(rec.Steps) != 0 {
			t.Errorf("recorded %q", stepTitles(rec))
		}
		if n := d.listener.Released(); n != 1 {
			t.Errorf("%d of 1 held presses were let through", n)
		}
	})
}

func TestRecordEndsWhenTheJournalFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		d.ledger.mu.Lock()
		d.ledger.failOn = "recording 1"
		d.ledger.mu.Unlock()
		d.click("button:Save")
		r := <-d.result
		if r.err == nil || !strings.Contains(r.err.Error(), "disk full") {
			t.Errorf("got %v", r.err)
		}
		if n := d.listener.Released(); n != 1 {
			t.Errorf("%d of 1 held presses were let through", n)
		}
	})
}

func TestRecordRefusesWhatItCannotRead(t *testing.T) {
	app := fake.Tree(form)
	app.Change(func(m *fake.Model) { m.Die() })
	b := fake.New(app)
	defer b.Close()
	_, err := Record(context.Background(), SessionOptions{Backend: b, Listener: fake.NewListener(), Journal: &ledger{}, Application: app.Identity()})
	if err == nil {
		t.Error("recorded an application that is gone")
	}
	if calls := b.Called("Act"); len(calls) != 0 {
		t.Errorf("acted: %q", calls)
	}
}

// A recording ends with its application: there is nothing more to record, and the
// store is wanted by others.
func TestARecordingEndsWithItsApplication(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, form)
		d.click("button:Save")
		d.seen(`Click button "Save"`)
		d.app.Change(func(m *fake.Model) { m.Die() })
		select {
		case r := <-d.result:
			if r.err != nil || len(r.rec.Steps) != 1 || !strings.Contains(strings.Join(r.rec.Trouble, "\n"), "the application ended") {
				t.Errorf("%v, %d steps, %q", r.err, len(r.rec.Steps), r.rec.Trouble)
			}
		case <-time.After(10 * time.Second):
			t.Error("it goes on recording nothing")
		}
	})
}
