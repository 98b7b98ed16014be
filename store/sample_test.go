package store_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

var epoch = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// orders is a window in which "Delete" is told apart by its row only.
func orders() *tree.Snapshot {
	b := tree.NewBuilder("test", tree.Application{Handle: "app", Name: "Orders", PID: 7, Started: 9})
	app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication, Name: tree.KnownText("Orders")})
	win := b.Add(app, tree.Node{Handle: "win", Role: tree.RoleWindow, Name: tree.KnownText("Orders – \"日本\" <1>")})
	b.Window(tree.Window{Node: win, Title: "Orders", XID: 4})
	for i, name := range []string{"Save", "Save as", "New"} {
		b.Add(win, tree.Node{
			Handle: tree.Handle(fmt.Sprint("button", i)), Role: tree.RoleButton, NativeRole: "push button",
			Name: tree.KnownText(name), NameFrom: tree.NameOwn, Description: tree.AbsentText(),
			States: tree.MakeStates(tree.Enabled, tree.Showing, tree.Visible), StatesRead: true,
			Actions: []tree.Action{{Verb: tree.VerbPress, Native: "click"}},
			Bounds:  tree.Bounds{Rect: tree.Rect{X: 10 * i, W: 9, H: 9}, State: tree.Known, Confidence: tree.Exact},
		})
	}
	b.Add(win, tree.Node{Handle: "secret", Role: tree.RolePassword, Name: tree.KnownText("PIN"), Secret: true})
	s := b.Snapshot()
	s.ID, s.Taken = "s1", epoch
	return s
}

// recording returns a recording with one step of each sort that has a target,
// repeated up to steps.
func recording(id, name string, steps int) recorder.Recording {
	f := inspector.Freeze(orders())
	save, pin := f.Target(2), f.Target(5)
	rec := recorder.Recording{
		Schema: recorder.RecordingSchema, ID: id, Name: name, Created: epoch,
		Application: recorder.ApplicationIdentity{Name: "Orders", Toolkit: "gtk"},
		Environment: recorder.Environment{System: "linux", Session: "x11", Version: "test"},
		Parameters:  []recorder.Parameter{{Name: "pin", Secret: true}, {Name: "customer", Default: "Anna"}},
		Trouble:     []string{"one click went to <another> application & was left alone"},
	}
	for i := range steps {
		step := recorder.Step{ID: fmt.Sprint("step-", i), At: time.Duration(i) * time.Second, Light: recorder.LightUnique}
		switch i % 3 {
		case 0:
			step.Kind, step.Title, step.Target = recorder.StepActivate, `Click button "Save"`, &save
			step.Effects = []recorder.Effect{{Kind: recorder.EffectWindowOpened, Role: "dialog", Name: "Saved"}}
		case 1:
			step.Kind, step.Title, step.Target, step.Parameter = recorder.StepSetText, "Type the PIN", &pin, "pin"
		case 2:
			step.Kind, step.Title, step.Target, step.Keys = recorder.StepKeyChord, "Press Ctrl+S", &save, []string{"ctrl", "s"}
			step.Path = []inspector.Target{save}
		}
		rec.Steps = append(rec.Steps, step)
	}
	return rec
}

func newRun(id string) recorder.Run {
	return recorder.Run{
		Schema: recorder.RunSchema, ID: id, Recording: "rec", Name: "Save an order", Application: "Orders",
		PID: 7, Started: epoch, Verdict: recorder.VerdictRunning,
	}
}

func intent(run string, n int) recorder.Intent {
	f := inspector.Freeze(orders())
	l := f.Target(2).Locator
	return recorder.Intent{
		Run: run, N: n, Part: 1, StepID: fmt.Sprint("step-", n), Title: `Click button "Save"`, Action: "press",
		Locator: l.String(), Proof: f.Prove(l, tree.None), At: epoch,
	}
}

func passed(n int) recorder.StepResult {
	f := inspector.Freeze(orders())
	proof := f.Prove(f.Target(2).Locator, tree.None)
	return recorder.StepResult{
		N: n, StepID: fmt.Sprint("step-", n), Title: `Click button "Save"`, Resolution: inspector.Unique,
		Delivery: backends.Delivered, Effect: recorder.OutcomeVerified, Verdict: recorder.VerdictPassed,
		DurationMs: 12, Proof: &proof, Changes: []string{"dialog opened"},
	}
}

// picture returns a PNG that hardly compresses, another for each seed.
func picture(t testing.TB, seed uint64, side int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		img.Pix[i] = byte(r.Uint32())
	}
	img.Set(0, 0, color.White)
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.NoCompression}
	if err := enc.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
