package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// ordersOutline has one of everything that the shapes can say.
const ordersOutline = `
application "Orders"
  window "Orders"
    toolbar "Main"
      button "Save" #save @10,40,80,30 description="Saves the order" id="save"
      button "Save as" @100,40,80,30
      button
    textbox "Customer" = "Anna" #customer @10,80,200,30
    password "PIN" @10,120,200,30
    checkbox "Express" [checked]
    label "Ready" #status unreadable="bounds"
    button "Odd" unreadable="name, states"
`

// varying is what differs between runs: times, places of the store, IDs.
var varying = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`("(?:tookMs|durationMs)": )\d+`), `${1}0`},
	{regexp.MustCompile(`"(r)[A-Z2-7]{12}"`), `"$1…"`},
}

// golden compares what the last command printed with a file.
func (b *bench) golden(name string) {
	b.t.Helper()
	b.answer()
	got := b.out
	for _, v := range varying {
		got = v.pattern.ReplaceAllString(got, v.instead)
	}
	file := filepath.Join("testdata", "golden", name+".json")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			b.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	if got != string(want) {
		b.t.Errorf("the shape of %s has changed: scripts depend on it (go test -update to accept)\n%s", name, got)
	}
}

// TestShapes pins the objects that --json prints.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name string
		exit int
		args []string
	}{
		{"apps", 0, []string{"apps"}},
		{"tree", 0, []string{"tree"}},
		{"find", 5, []string{"find", `button "Save"`}}, // "Odd" may be another
		{"find-unique", 0, []string{"find", `textbox "Customer"`}},
		{"find-stale", 3, []string{"find", `textbox "Custmer"`}},
		{"inspect", 0, []string{"inspect", `textbox "Customer"`}},
		{"act", 0, []string{"act", "set-text", `textbox "Customer"`, "Berta"}},
		{"backends", 0, []string{"backends"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, ordersOutline)
			b.run(append(c.args, "--json")...)
			b.want(c.exit)
			b.golden(c.name)
		})
	}
}

// flow is a recording of two steps, made without a listener.
func flow(t *testing.T, b *bench) recorder.Recording {
	t.Helper()
	snap, err := fake.New(b.apps...).Observe(t.Context(), scopeOf(b.apps[0]))
	if err != nil {
		t.Fatal(err)
	}
	f := inspector.Freeze(snap)
	customer := `textbox "Customer"`
	if f.Match(inspector.Locator{Segments: []inspector.Segment{{Role: tree.RolePassword}}}).Node() != tree.None {
		customer = `password "Customer"`
	}
	target := func(text string) *inspector.Target {
		l, err := inspector.ParseLocator(text)
		if err != nil {
			t.Fatal(err)
		}
		node := f.Match(l).Node()
		if node == tree.None {
			t.Fatalf("%s is not unique", text)
		}
		target := f.Target(node)
		return &target
	}
	return recorder.Recording{
		Schema: recorder.RecordingSchema, ID: "cflow", Name: "new order", Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Application: recorder.ApplicationIdentity{Name: "Orders"},
		Parameters:  []recorder.Parameter{{Name: "customer", Default: "Anna"}},
		Steps: []recorder.Step{
			{ID: "t1", Kind: recorder.StepSetText, Title: "Type the customer", Light: recorder.LightUnique, Target: target(customer), Text: "Anna", Parameter: "customer"},
			{ID: "t2", Kind: recorder.StepActivate, Title: `Press button "Save"`, Light: recorder.LightUnique, Target: target(`button "Save"`)},
		},
	}
}

const flowOutline = `
application "Orders"
  window "Orders"
    button "Save" #save @10,40,80,30
    textbox "Customer" #customer @10,80,200,30
    label "Ready" #status
`

// keep puts a recording into the store of the bench.
func (b *bench) keep(rec recorder.Recording) {
	b.t.Helper()
	s, err := store.Open(b.store, store.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := s.PutRecording(rec); err != nil {
		b.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.t.Fatal(err)
	}
}

func flowBench(t *testing.T) *bench {
	b := newBench(t, flowOutline)
	b.apps[0].On("save", func(m *fake.Model) { m.Rename("status", "Saved") })
	b.keep(flow(t, b))
	return b
}

func TestReplayShape(t *testing.T) {
	b := flowBench(t)
	b.run("replay", "new order", "--param", "customer=Berta", "--json")
	b.want(0)
	b.golden("replay")
	done := b.apps[0].Done()
	if len(done) != 2 || done[0] != `set-text customer "Berta"` || done[1] != "press save" {
		t.Errorf("the application did %q", done)
	}
}

func TestReplayRefusesTwin(t *testing.T) {
	b := flowBench(t)
	b.apps[0].Change(func(m *fake.Model) { m.Twin("save", true) })
	b.run("replay", "new order", "--timeout", "1s", "--json")
	b.want(4)
	b.golden("replay-ambiguous")
	for _, line := range b.apps[0].Done() {
		if line != `set-text customer "Anna"` {
			t.Errorf("the application did %q", line)
		}
	}
}

func TestDryRunSendsNothing(t *testing.T) {
	b := flowBench(t)
	b.run("replay", "new order", "--dry-run", "--json")
	b.want(0)
	b.golden("replay-dry-run")
	b.apps[0].Change(func(m *fake.Model) { m.Rename("save", "Store") })
	b.run("replay", "new order", "--dry-run")
	b.want(3)
	b.run("replay", "new order", "--dry-run", "--only", "2")
	b.want(3)
	if !strings.Contains(b.err, "see what is there now (candidates)") {
		t.Error(b.err)
	}
	if done := b.apps[0].Done(); len(done) != 0 {
		t.Errorf("the application did %q", done)
	}
	b.run("runs", "list", "--json")
	if n := at(b.answer(), "data.runs.#"); n != 0.0 {
		t.Errorf("%v runs were stored", n)
	}
}

func TestReplayStopsWhenAsked(t *testing.T) {
	b := flowBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.runFor(ctx, "replay", "new order", "--json")
	if b.exit == 0 {
		t.Errorf("exit 0 after a stop\n%s", b.out)
	}
	if done := b.apps[0].Done(); len(done) != 0 {
		t.Errorf("the application did %q", done)
	}
}
