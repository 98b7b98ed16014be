package recorder_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// timed is a backend that counts the time which it takes: that of the application.
type timed struct {
	*fake.Backend
	mu    sync.Mutex
	spent time.Duration
}

func (b *timed) count(began time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += time.Since(began)
}

func (b *timed) take() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	spent := b.spent
	b.spent = 0
	return spent
}

func (b *timed) Observe(ctx context.Context, scope backends.Scope) (*tree.Snapshot, error) {
	defer b.count(time.Now())
	return b.Backend.Observe(ctx, scope)
}

func (b *timed) Act(ctx context.Context, app tree.Application, h tree.Handle, a backends.Action) error {
	defer b.count(time.Now())
	return b.Backend.Act(ctx, app, h, a)
}

// BenchmarkReplayCost measures what a step of a replay costs beyond the application:
// resolving, the intent and the result in a real store, pictures, and waiting. The
// application answers at once and shows what an act did after a while.
func BenchmarkReplayCost(b *testing.B) {
	for _, size := range []int{100, 2000} {
		for _, pictures := range []bool{false, true} {
			b.Run(fmt.Sprintf("elements=%d/pictures=%v", size, pictures), func(b *testing.B) { replayCost(b, size, pictures) })
		}
	}
}

func replayCost(b *testing.B, size int, pictures bool) {
	var outline strings.Builder
	outline.WriteString("application \"Orders\"\n  window \"Orders\" @0,0,800,600\n    button \"Save\" #save @10,10,80,30\n    checkbox \"Express\" #express @10,50,80,30\n    textbox \"Customer\" #customer @10,90,80,30\n    label \"0\" #status @10,130,80,30\n    group \"Rest\" @0,200,800,400\n")
	for i := range size {
		fmt.Fprintf(&outline, "      button \"Other %d\" @%d,%d,20,20\n", i, i%40*20, 200+i/40%20*20)
	}
	app := fake.Tree(outline.String())
	back := &timed{Backend: fake.New(app)}
	defer back.Close()
	n := 0
	app.On("save", func(m *fake.Model) { n++; m.Rename("status", fmt.Sprintf("Saved %d", n)) })
	snap, err := back.Observe(b.Context(), backends.Scope{Application: app.Identity()})
	if err != nil {
		b.Fatal(err)
	}
	f := inspector.Freeze(snap)
	target := func(text string) *inspector.Target {
		l, err := inspector.ParseLocator(text)
		if err != nil {
			b.Fatal(err)
		}
		t := f.Target(f.Match(l).Node())
		return &t
	}
	journal, err := store.Open(filepath.Join(b.TempDir(), "store.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer journal.Close()
	var own []time.Duration
	o := recorder.PlayerOptions{Backend: back, Journal: journal, OnStep: func(r recorder.StepResult) {
		if r.Verdict != recorder.VerdictPassed && r.Verdict != recorder.VerdictRunning {
			b.Errorf("%s: %s %s", r.Title, r.Verdict, r.Error)
		}
	}}
	if pictures {
		o.Screen = fake.NewScreen(800, 600)
	}
	var began time.Time
	o.Gate = func(context.Context, int, recorder.Step) recorder.Decision {
		if !began.IsZero() {
			own = append(own, time.Since(began)-back.take())
		}
		began = time.Now()
		back.take()
		return recorder.Proceed
	}
	save := recorder.Step{Kind: recorder.StepActivate, Title: "save", Target: target(`button "Save"`), Effects: []recorder.Effect{{Kind: recorder.EffectName, Role: "label", Detail: "Saved #"}}}
	for b.Loop() {
		var steps []recorder.Step
		for i := range 4 {
			text := recorder.Step{Kind: recorder.StepSetText, Title: "text", Target: target(`textbox "Customer"`), Text: fmt.Sprintf("Anna %d", n+i)}
			box := recorder.Step{Kind: recorder.StepSetChecked, Title: "box", Target: target(`checkbox "Express"`), Checked: i%2 == 0}
			steps = append(steps, text, box, save)
		}
		began = time.Time{}
		rec := recorder.Recording{Schema: recorder.RecordingSchema, ID: "c1", Name: "cost", Steps: steps}
		if run, err := recorder.NewPlayer(o).Replay(b.Context(), rec, app.Identity()); err != nil || run.Verdict != recorder.VerdictPassed {
			b.Fatalf("%v: %s", err, run.Verdict)
		}
	}
	slices.Sort(own)
	b.ReportMetric(float64(own[len(own)/2].Microseconds())/1000, "p50-ms/step")
	b.ReportMetric(float64(own[len(own)*95/100].Microseconds())/1000, "p95-ms/step")
	b.ReportMetric(0, "ns/op")
}
