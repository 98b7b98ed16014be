package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/store"
)

// demoCustomer is what the person types and what Orders must have saved.
const demoCustomer = "Anna Lind"

// story records, replays and is refused, on one stage.
type story struct {
	stage   *stage
	summary *demoSummary
	runs    int // replays so far
}

// tell goes through the stages. An error means that the story could not go on;
// an expectation that did not hold is in the summary.
func (s *story) tell(ctx context.Context) error {
	for i, part := range []struct {
		name, title string
		work        func(ctx context.Context, d *demoStage) error
	}{
		{"inspect", "inspect Orders", s.inspect},
		{"record", "record a flow performed with real input", s.record},
		{"replay", "replay it on a fresh Orders", s.replay},
		{"ambiguous", "replay it on an Orders with a second \"Save\": refused", s.ambiguous},
		{"stale", "replay it on an Orders without \"Save\": refused", s.stale},
		{"unknown", "replay it on an Orders that does not answer: refused", s.unknown},
	} {
		d := demoStage{Title: part.title, Expectations: []demoExpectation{}, Log: []string{}}
		err := part.work(ctx, &d)
		if err == nil {
			d.Picture, err = s.stage.picture(ctx, fmt.Sprintf("%d-%s", i+1, part.name))
		}
		if s.stage.orders != nil {
			if entries, logErr := s.stage.orders.Log(); logErr == nil {
				d.Log = logWords(entries)
			}
		}
		s.summary.Stages = append(s.summary.Stages, d)
		if err != nil {
			return fmt.Errorf("%s: %w", part.title, err)
		}
	}
	return nil
}

// expect notes whether something is so.
func (d *demoStage) expect(held bool, what, seen string, args ...any) {
	e := demoExpectation{Held: held, What: what}
	if !held {
		e.Seen = fmt.Sprintf(seen, args...)
	}
	d.Expectations = append(d.Expectations, e)
}

func (s *story) inspect(ctx context.Context, d *demoStage) error {
	if err := s.stage.serve(ctx); err != nil {
		return err
	}
	snap, err := s.stage.session.observe(ctx)
	if err != nil {
		return err
	}
	f := inspector.Freeze(snap)
	l, err := inspector.ParseLocator(`button "Save"`)
	if err != nil {
		return err
	}
	r := f.Match(l)
	d.expect(f.Complete(), fmt.Sprintf("all of Orders can be read (%d elements)", len(f.Nodes)), "%v", f.Cuts)
	d.expect(r.Outcome == inspector.Unique, `there is exactly one button "Save"`, "%s: %s", r.Outcome, r.Reason)
	alive := s.stage.window.alive()
	d.expect(alive == nil, "the window of Samebutton shows it", "%v", alive)
	return nil
}

// record performs the flow with real input while the window records it: its own
// buttons Record and Stop are pressed.
func (s *story) record(ctx context.Context, d *demoStage) error {
	release, err := s.stage.cli.lease(ctx) // real input is sent: one program at a time
	if err != nil {
		return err
	}
	defer release()
	window := s.stage.window
	if err := window.pressButton(ctx, "Record"); err != nil {
		return err
	}
	if err := window.says(ctx, "use it now"); err != nil {
		return err
	}
	if err := s.perform(ctx); err != nil {
		return err
	}
	if err := window.pressButton(ctx, "Stop"); err != nil {
		return err
	}
	if err := window.says(ctx, "recorded"); err != nil {
		return err
	}
	rec, err := s.stored()
	if err != nil {
		return err
	}
	data := recordingOf(rec)
	d.Recording = &data
	s.judgeSaved(d)
	kinds := []string{}
	for _, step := range data.Script {
		kinds = append(kinds, step.Kind)
	}
	want := "set-text set-checked activate"
	d.expect(strings.Join(kinds, " ") == want, "three steps were recorded: type, tick, press", "%v", kinds)
	for _, step := range data.Script {
		d.expect(step.Light == string(recorder.LightUnique) || step.Light == string(recorder.LightContext),
			fmt.Sprintf("step %d has a target that is proven unique", step.N), "%s (%s)", step.Light, step.Title)
	}
	return nil
}

// stored returns the one recording that the window stored.
func (s *story) stored() (rec recorder.Recording, err error) {
	err = s.read(func(shelf *store.Store) error {
		all, err := shelf.Recordings()
		if err != nil {
			return err
		}
		if len(all) != 1 {
			return fmt.Errorf("the window stored %s", count(len(all), "recording"))
		}
		rec, err = shelf.Recording(all[0].ID)
		return err
	})
	return rec, err
}

// read opens the store of the window as it is now.
func (s *story) read(work func(*store.Store) error) error {
	shelf, err := store.Open(s.stage.cli.storePath, store.Options{ReadOnly: true})
	if err != nil {
		return storeFailure(err)
	}
	return errors.Join(work(shelf), shelf.Close())
}

// perform is the person: pointer and keys on the display, nothing else. Each
// thing is awaited in the log of Orders, as a person awaits it on the screen.
func (s *story) perform(ctx context.Context) error {
	const customer, express = `textbox "Customer"`, `checkbox "Express delivery"`
	if err := s.stage.click(ctx, customer); err != nil {
		return err
	}
	if _, err := s.stage.await(ctx, customer, func(n *tree.Node) bool { return n.States.Has(tree.Focused) }); err != nil {
		return err
	}
	if err := s.stage.pointer.Type(ctx, demoCustomer); err != nil {
		return err
	}
	typed := func(e orders.Entry) bool { return e.Event == "text" && e.ID == "customer" && e.Text() == demoCustomer }
	if err := s.stage.logged(ctx, typed); err != nil {
		return err
	}
	if err := pause(ctx, personsPace); err != nil {
		return err
	}
	if err := s.stage.click(ctx, express); err != nil {
		return err
	}
	if err := s.stage.logged(ctx, func(e orders.Entry) bool { return e.Event == "toggled" && e.ID == "express" }); err != nil {
		return err
	}
	if err := pause(ctx, personsPace); err != nil {
		return err
	}
	if err := s.stage.click(ctx, `button "Save"`); err != nil {
		return err
	}
	if err := s.stage.logged(ctx, func(e orders.Entry) bool { return e.Event == "saved" }); err != nil {
		return err
	}
	// Wait until the last click has had its effect on the screen.
	_, err := s.stage.await(ctx, `label "Saved order 1042"`, func(*tree.Node) bool { return true })
	return err
}

// personsPace is the pause of somebody who looks before the next click. Faster
// than twice a second the recorder cannot tell what each click did.
const personsPace = 700 * time.Millisecond

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (s *story) replay(ctx context.Context, d *demoStage) error {
	run, err := s.play(ctx, d)
	if err != nil {
		return err
	}
	d.expect(run.Verdict == recorder.VerdictPassed, "the replay passed", "%s", run.Verdict)
	s.judgeSaved(d)
	return nil
}

func (s *story) ambiguous(ctx context.Context, d *demoStage) error {
	run, err := s.play(ctx, d, "--second-save", "after")
	if err != nil {
		return err
	}
	last := s.judgeRefused(d, run, recorder.VerdictAmbiguous)
	d.expect(last.Proof != nil && last.Proof.Matched == 2, "the refusal shows both", "%v", last.Proof)
	return nil
}

func (s *story) stale(ctx context.Context, d *demoStage) error {
	run, err := s.play(ctx, d, "--without", "save")
	if err != nil {
		return err
	}
	last := s.judgeRefused(d, run, recorder.VerdictStale)
	d.expect(last.Proof != nil && last.Proof.Complete, "all of Orders was searched", "%v", last.Proof)
	return nil
}

// unknown stops the process of Orders, as a hang would, for the time of a replay.
func (s *story) unknown(ctx context.Context, d *demoStage) error {
	if err := s.stage.serve(ctx); err != nil {
		return err
	}
	if err := s.stage.orders.Stop(); err != nil {
		return err
	}
	run, err := s.press(ctx, d)
	if err := errors.Join(err, s.stage.orders.Cont()); err != nil {
		return err
	}
	s.judgeRefused(d, run, recorder.VerdictUnknown)
	entries, err := s.stage.orders.Log()
	d.expect(err == nil && len(entries) == 1, "the log of Orders says that nothing happened in it", "%v", logWords(entries))
	return nil
}

// judgeRefused expects a refusal in which no button was pressed, and returns the
// step that was refused.
func (s *story) judgeRefused(d *demoStage, run recorder.Run, verdict recorder.Verdict) recorder.StepResult {
	d.expect(run.Verdict == verdict, fmt.Sprintf("the replay was refused as %s", verdict), "%s", run.Verdict)
	var refused recorder.StepResult
	for _, step := range run.Steps {
		if step.Verdict != recorder.VerdictPassed && step.Verdict != recorder.VerdictSkipped {
			refused = step
		}
	}
	d.expect(refused.Delivery == "not-delivered", "nothing was sent for the refused step", "%s", refused.Delivery)
	entries, err := s.stage.orders.Log()
	if err != nil {
		d.expect(false, "the log of Orders can be read", "%v", err)
		return refused
	}
	pressed := []string{}
	for _, e := range entries {
		if e.Event == "clicked" || e.Event == "saved" {
			pressed = append(pressed, e.Event+" "+e.ID)
		}
	}
	d.expect(len(pressed) == 0, "the log of Orders says that no button was pressed and nothing was saved", "%v", pressed)
	return refused
}

// play has the window replay the recording on a fresh Orders, and returns what
// it stored.
func (s *story) play(ctx context.Context, d *demoStage, flags ...string) (run recorder.Run, err error) {
	if err := s.stage.serve(ctx, flags...); err != nil {
		return run, err
	}
	return s.press(ctx, d)
}

// press has the window replay the recording on the Orders that is there.
func (s *story) press(ctx context.Context, d *demoStage) (run recorder.Run, err error) {
	s.runs++
	if err := s.stage.window.pressButton(ctx, "Replay"); err != nil {
		return run, err
	}
	err = poll(ctx, "wait for the end of the replay", func() (ended bool, err error) {
		err = s.read(func(shelf *store.Store) error {
			runs, err := shelf.Runs()
			if err != nil || len(runs) != s.runs || runs[0].Ended.IsZero() {
				return err
			}
			ended = true
			run, err = shelf.Run(runs[0].ID)
			return err
		})
		return ended, err
	})
	if err != nil {
		return run, err
	}
	data := runOf(run)
	d.Run = &data
	return run, s.stage.window.rests(ctx)
}

// judgeSaved asks the log of Orders what was saved.
func (s *story) judgeSaved(d *demoStage) {
	entries, err := s.stage.orders.Log()
	if err != nil {
		d.expect(false, "the log of Orders can be read", "%v", err)
		return
	}
	var saved []orders.Entry
	for _, e := range entries {
		if e.Event == "saved" {
			saved = append(saved, e)
		}
	}
	d.expect(len(saved) == 1, "the log of Orders says that one order was saved", "%d", len(saved))
	if len(saved) == 1 {
		form, err := saved[0].Form()
		d.expect(err == nil && form.Customer == demoCustomer && form.Express,
			fmt.Sprintf("it is an express order of %q", demoCustomer), "%+v (%v)", form, err)
	}
}

// logWords are the entries in one line each.
func logWords(entries []orders.Entry) []string {
	var lines []string
	for _, e := range entries {
		value, err := json.Marshal(e.Value)
		if err != nil {
			value = []byte("?")
		}
		lines = append(lines, fmt.Sprintf("%d %s %s %q %s", e.Seq, e.Event, e.ID, e.Label, value))
	}
	return lines
}
