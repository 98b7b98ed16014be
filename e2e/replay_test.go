//go:build linux && cgo

package e2e

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
)

// memory is a journal for tests that are not about the store.
type memory struct {
	mu      sync.Mutex
	intents []recorder.Intent
	full    bool
	log     []byte // of the last recording
}

var errFull = errors.New("disk full")

func (m *memory) PutRecording(recorder.Recording) error            { return nil }
func (m *memory) PutLog(_ string, packed []byte) error             { m.log = packed; return nil }
func (m *memory) PutPicture([]byte) (string, error)                { return "", nil }
func (m *memory) BeginRun(recorder.Run) error                      { return nil }
func (m *memory) PutResult(string, recorder.StepResult) error      { return nil }
func (m *memory) EndRun(string, time.Time, recorder.Verdict) error { return nil }
func (m *memory) PutIntent(i recorder.Intent) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full {
		return errFull
	}
	m.intents = append(m.intents, i)
	return nil
}

const saveButton = `window "Orders" > button "Save"`

func press(r *rig, wait time.Duration, locator string) recorder.StepResult {
	r.t.Helper()
	target := r.target(locator)
	return pressTarget(r, wait, &memory{}, target)
}

// refused presses what is to be refused. Whoever has too little time to read all of
// the application says that it does not know: then there is more of it.
func refused(r *rig, j recorder.Journal, target inspector.Target) recorder.StepResult {
	r.t.Helper()
	for wait := 700 * time.Millisecond; ; wait *= 5 {
		if res := pressTarget(r, wait, j, target); res.Verdict != recorder.VerdictUnknown || wait > patience/3 {
			return res
		}
	}
}

func pressTarget(r *rig, wait time.Duration, j recorder.Journal, target inspector.Target) recorder.StepResult {
	r.t.Helper()
	p := recorder.NewPlayer(recorder.PlayerOptions{Backend: r.backend, Journal: j, Wait: wait})
	run, err := p.Act(r.ctx, r.app, target, backends.Action{Verb: tree.VerbPress})
	if err != nil {
		r.t.Fatal(err)
	}
	return run.Steps[0]
}

func TestPressReachesTheButtonOnce(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		// As the window shows it, whatever the toolkit names it by.
		r.find(`window "Orders" > combobox "Country"`)
		res := press(r, patience, saveButton)
		if res.Verdict != recorder.VerdictPassed || res.Delivery != backends.Delivered {
			t.Fatalf("%+v", res)
		}
		r.until("Orders logged the press", func() bool { return len(r.events("clicked", "save")) == 1 })
		if n := r.pressed(); n != 1 {
			t.Errorf("%d presses in the log", n)
		}
	})
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name, meddle string
		want         recorder.Verdict
	}{
		{"second Save after", "second-save after", recorder.VerdictAmbiguous},
		{"second Save before", "second-save before", recorder.VerdictAmbiguous},
		{"Save removed", "without save", recorder.VerdictStale},
		{"Save renamed", "rename save=Store", recorder.VerdictStale},
		{"Save disabled", "disable save", recorder.VerdictNotActionable},
		{"window retitled", "retitle Invoices", recorder.VerdictStale},
	} {
		t.Run(tc.name, func(t *testing.T) {
			eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
				r := start(t, toolkit)
				m := &memory{}
				target := r.target(saveButton)
				r.control(tc.meddle)
				res := refused(r, m, target)
				if res.Verdict != tc.want {
					t.Errorf("verdict %s (%s), want %s", res.Verdict, res.Error, tc.want)
				}
				if res.Delivery != backends.NotDelivered || len(m.intents) != 0 {
					t.Errorf("delivery %s with %d intents", res.Delivery, len(m.intents))
				}
				r.control("state") // everything sent before is in the log by now
				if n := r.pressed(); n != 0 {
					t.Errorf("%d presses in the log", n)
				}
			})
		})
	}
}

func TestStoppedApplicationIsUnknownWithinTheTimeOut(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		target := r.target(saveButton)
		if err := r.orders.Stop(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		res := pressTarget(r, 2*time.Second, &memory{}, target)
		took := time.Since(began)
		if err := r.orders.Cont(); err != nil {
			t.Fatal(err)
		}
		if res.Verdict != recorder.VerdictUnknown || res.Delivery != backends.NotDelivered {
			t.Errorf("%s, %s: %s", res.Verdict, res.Delivery, res.Error)
		}
		t.Logf("took %v with a time-out of 2 s", took)
		if took > patience {
			t.Error("that is no time-out")
		}
		r.control("state")
		if n := r.pressed(); n != 0 {
			t.Errorf("%d presses in the log", n)
		}
	})
}

func TestNothingIsSentWithoutAnIntentInTheStore(t *testing.T) {
	r := start(t, orders.GTK3)
	res := pressTarget(r, patience, &memory{full: true}, r.target(saveButton))
	if res.Verdict != recorder.VerdictError || res.Delivery != backends.NotDelivered {
		t.Errorf("%s, %s: %s", res.Verdict, res.Delivery, res.Error)
	}
	r.control("state")
	if n := r.pressed(); n != 0 {
		t.Errorf("%d presses in the log", n)
	}
}

// A modal dialog keeps input from the window behind it, whatever the toolkit says
// of itself: Qt 5 tells only the window manager.
func TestNothingIsPressedBehindAModalDialog(t *testing.T) {
	eachToolkit(t, func(t *testing.T, toolkit orders.Toolkit) {
		r := start(t, toolkit)
		m := &memory{}
		target := r.target(saveButton)
		if res := press(r, patience, `button "Details…"`); res.Verdict != recorder.VerdictPassed {
			t.Fatalf("%+v", res)
		}
		r.until("the dialog is open", func() bool { return len(r.events("dialog-opened", "")) == 1 })
		res := refused(r, m, target)
		if res.Verdict != recorder.VerdictNotActionable || len(m.intents) != 0 {
			t.Errorf("verdict %s (%s) with %d intents", res.Verdict, res.Error, len(m.intents))
		}
		if n := len(r.events("clicked", "save")); n != 0 {
			t.Errorf("Save was pressed %d times", n)
		}
		// What Return in its text box would press, where the toolkit tells.
		defaults := 0
		for _, n := range r.frozen().Nodes {
			if n.Role == tree.RoleButton && n.States.Has(tree.Default) {
				defaults++
			}
		}
		if want := map[bool]int{true: 0, false: 1}[toolkit == orders.GTK4]; defaults != want {
			t.Errorf("%d buttons say that they are the default one, want %d", defaults, want)
		}
	})
}
