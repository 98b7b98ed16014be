package main

import (
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

func scopeOf(a *fake.App) backends.Scope { return backends.Scope{Application: a.Identity()} }

// TestRecordStoresOnStop records a click until the command is asked to stop, as
// by Ctrl-C, and finds all of it in the store then.
func TestRecordStoresOnStop(t *testing.T) {
	b := newBench(t, flowOutline)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	clicked := make(chan error, 1)
	go func() {
		limit, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		clicked <- b.listener.Click(limit, b.apps[0].Identity(), 0, tree.Point{X: 50, Y: 55})
		stop()
	}()
	b.runFor(ctx, "record", "press it", "--json")
	b.want(0)
	if err := <-clicked; err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "show", "press it", "--json")
	b.want(0)
	v := b.answer()
	if at(v, "data.script.#") != 1.0 || at(v, "data.script.0.locator") != `window "Orders" > button "Save"` {
		t.Errorf("stored:\n%s", b.out)
	}
}

// TestRecordThatCannotBegin leaves nothing behind, and its name free.
func TestRecordThatCannotBegin(t *testing.T) {
	b := newBench(t, flowOutline)
	b.listener.FailWith(fmt.Errorf("open display :77: %w", xconn.ErrNoDisplay))
	b.run("record", "order", "--for", "5m")
	b.want(9)
	b.run("recordings", "list", "--json")
	if at(b.answer(), "data.recordings.#") != 0.0 {
		t.Error(b.out)
	}
	b.listener.FailWith(nil)
	b.run("record", "order", "--for", "100ms")
	b.want(0)
}

func TestRecordEndsByItself(t *testing.T) {
	b := newBench(t, flowOutline)
	b.run("record", "nothing", "--for", "100ms", "--json")
	b.want(0)
	if !strings.Contains(b.err, "no step was recorded") || !strings.Contains(b.err, "cannot be replayed") {
		t.Error(b.err)
	}
	b.run("recordings", "show", "nothing")
	if !strings.Contains(b.out, "no steps: it cannot be replayed") {
		t.Error(b.out)
	}
	for _, more := range [][]string{nil, {"--dry-run"}} {
		b.run(append([]string{"replay", "nothing"}, more...)...)
		b.want(2)
		if !strings.Contains(b.err, "would prove nothing") || strings.Contains(b.out, "run ") {
			t.Error(b.out, b.err)
		}
	}
}

// TestWhatIsMissingIsReadyToCopy: no run line where there is no run, and what is
// hopeless is said before anything is asked for.
func TestWhatIsMissingIsReadyToCopy(t *testing.T) {
	b := newBench(t, flowOutline)
	rec := flow(t, b)
	rec.Parameters = []recorder.Parameter{{Name: "pin", Secret: true}, {Name: "who"}}
	looks := rec.Steps[0]
	rec.Steps[0].Text, rec.Steps[0].Parameter = "", "pin"
	looks.ID, looks.Kind, looks.Text, looks.Parameter = "t3", recorder.StepAssert, "", ""
	looks.Condition = &recorder.Condition{Kind: recorder.ConditionText, Parameter: "who"}
	rec.Steps = append(rec.Steps, looks)
	b.keep(rec)
	b.run("replay", rec.Name)
	b.want(2)
	if !strings.Contains(b.err, "hint: add --secret-env pin=VARIABLE --param who=VALUE") || b.out != "" {
		t.Error(b.out, b.err)
	}
	rec.ID, rec.Name = rec.ID+"x", "hopeless"
	rec.Steps = append(rec.Steps, recorder.Step{ID: "raw", Kind: recorder.StepRawInput, Title: "raw"})
	b.keep(rec)
	for _, more := range [][]string{{"--dry-run"}, nil} {
		b.run(append([]string{"replay", rec.Name}, more...)...)
		b.want(8)
		if !strings.Contains(b.err, "disable or delete the step") || strings.Contains(b.err, "pin") {
			t.Error(b.out, b.err)
		}
	}
	if done := b.apps[0].Done(); len(done) != 0 {
		t.Errorf("the application did %q", done)
	}
}

// TestWhatNeedsKeysIsTold: a text that cannot be set is typed with real keys, which is
// said once while it is recorded, when the next step begins and not by letters, and
// refused where nobody allowed it.
func TestWhatNeedsKeysIsTold(t *testing.T) {
	const asKeys = `Type "Anna" as keys into textbox "Customer"`
	b := newBench(t, strings.Replace(flowOutline, `textbox "Customer"`, `textbox "Customer" {}`, 1))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	typed := make(chan error, 1)
	go func() {
		limit, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		app := b.apps[0]
		err := b.listener.Click(limit, app.Identity(), 0, tree.Point{X: 50, Y: 95})
		app.Change(func(m *fake.Model) { m.SetStates("customer", "focused") })
		if err == nil {
			err = b.listener.Type(limit, app.Identity(), 0, "Anna")
		}
		app.Change(func(m *fake.Model) { m.SetValue("customer", "Anna") })
		if err == nil {
			err = b.listener.Click(limit, app.Identity(), 0, tree.Point{X: 50, Y: 55})
		}
		typed <- err
		stop()
	}()
	b.runFor(ctx, "record", "web", "--for", "5m")
	b.want(0)
	if err := <-typed; err != nil || strings.Count(b.err, asKeys) != 1 || strings.Count(b.err, "Type ") != 1 || strings.Count(b.err, "Click ") > 1 || !strings.Contains(b.out, asKeys) {
		t.Errorf("%v\n%s%s", err, b.out, b.err)
	}
	b.run("replay", "web")
	b.want(8)
	if !strings.Contains(b.out, "needs real keyboard") || !strings.Contains(b.err, "--allow-input") {
		t.Error(b.out, b.err)
	}
}

// TestNamesAreFree: two recordings of one name could not be told apart.
func TestNamesAreFree(t *testing.T) {
	b := flowBench(t)
	b.run("record", "new order", "--for", "100ms")
	b.want(2)
	if !strings.Contains(b.err, `there is a recording "new order" already`) || !strings.Contains(b.err, nameTakenHint) || strings.Contains(b.err, "stop with Ctrl-C") {
		t.Error(b.err)
	}
	b.run("record", "another", "--for", "100ms")
	b.want(0)
	b.run("recordings", "rename", "another", "new order")
	b.want(2)
	if !strings.Contains(b.err, nameTakenHint) {
		t.Error(b.err)
	}
	b.run("recordings", "rename", "another", "another")
	b.want(0)
	b.run("recordings", "list", "--json")
	if at(b.answer(), "data.recordings.0.name") != "another" || at(b.answer(), "data.recordings.1.name") != "new order" {
		t.Error(b.out)
	}
}

func TestRecordingsTravel(t *testing.T) {
	b := flowBench(t)
	b.run("recordings", "list")
	b.want(0)
	if !strings.Contains(b.out, "new order") {
		t.Fatal(b.out)
	}
	b.run("recordings", "rename", "new order", "order")
	b.want(0)
	file := filepath.Join(t.TempDir(), "order.json")
	b.run("recordings", "export", "order", file)
	b.want(0)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("exported with %v, %v", info, err)
	}
	b.run("recordings", "export", "order")
	b.want(0)
	written, err := os.ReadFile(file)
	if err != nil || strings.TrimSpace(b.out) != strings.TrimSpace(string(written)) {
		t.Errorf("stdout and file differ (%v):\n%s", err, b.out)
	}
	b.run("recordings", "delete", "order")
	b.want(0)
	b.run("recordings", "show", "order")
	b.want(2)
	b.run("recordings", "import", file)
	b.want(0)
	b.run("recordings", "show", "order")
	b.want(0)
	b.run("replay", "order")
	b.want(0)
	if done := b.apps[0].Done(); len(done) != 2 {
		t.Errorf("the application did %q", done)
	}
}

func TestImportUnderATakenName(t *testing.T) {
	b := flowBench(t)
	file := filepath.Join(t.TempDir(), "order.txt")
	b.run("recordings", "export", "new order", file)
	b.want(0)
	b.run("recordings", "edit", "comment", "new order", "1", "the customer")
	b.want(0)
	b.run("recordings", "import", file, "--json")
	b.want(0)
	answer := b.answer()
	if at(answer, "data.recording.name") != "new order 2" || at(answer, "data.nameTaken") != "new order" {
		t.Error(b.out)
	}
	b.run("recordings", "import", file)
	b.want(0)
	if !strings.Contains(b.out, `imported "new order 3"`) || !strings.Contains(b.out, `another recording is called "new order"`) {
		t.Error(b.out)
	}
	b.run("recordings", "show", "new order")
	b.want(0)
	b.run("replay", "new order 2")
	b.want(0)
}

func TestImportRefusesForgery(t *testing.T) {
	b := newBench(t)
	file := filepath.Join(t.TempDir(), "forged.json")
	if err := os.WriteFile(file, []byte(`{"schema":"something else"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "import", file, "--json")
	b.want(2)
	if at(b.answer(), "error.code") != "usage" {
		t.Error(b.out)
	}
}

func TestRunsShow(t *testing.T) {
	b := flowBench(t)
	b.run("replay", "new order", "--json")
	b.want(0)
	id, _ := at(b.answer(), "data.run").(string)
	b.run("runs", "show", "last", "--json")
	b.want(0)
	if at(b.answer(), "data.run") != id {
		t.Error(b.out)
	}
	b.run("runs", "show", id)
	b.want(0)
	for _, words := range []string{"new order: passed", "✓ 1", "✓ 2"} {
		if !strings.Contains(b.out, words) {
			t.Errorf("%q is missing in\n%s", words, b.out)
		}
	}
}

// TestRunsShowLabels shows what a person called a step, and what it does.
func TestRunsShowLabels(t *testing.T) {
	b := flowBench(t)
	b.run("recordings", "edit", "label", "new order", "2", "Keep the order")
	b.want(0)
	b.run("replay", "new order")
	b.want(0)
	if !strings.Contains(b.err, "2  Keep the order") {
		t.Error(b.err)
	}
	b.run("runs", "show", "last", "--json")
	if step := at(b.answer(), "data.steps.1"); at(step, "label") != "Keep the order" || at(step, "title") != `Click button "Save" in window "Orders"` {
		t.Error(b.out)
	}
	for _, c := range [][]string{
		{"show", "last"}, {"report", "last"}, {"report", "last", "--format", "junit"}, {"report", "last", "--format", "html"},
	} {
		b.run(append([]string{"runs"}, c...)...)
		b.want(0)
		if !strings.Contains(b.out, "Keep the order") || !strings.Contains(html.UnescapeString(b.out), `Click button "Save" in window "Orders"`) {
			t.Errorf("%q says\n%s", c, b.out)
		}
	}
}

// TestSecretFromEnvironment types a secret that is neither shown nor stored.
func TestSecretFromEnvironment(t *testing.T) {
	const secret = "s3cr3t-Zürich"
	b := newBench(t, strings.Replace(flowOutline, `textbox "Customer"`, `password "Customer"`, 1))
	rec := flow(t, b)
	rec.Parameters[0].Secret, rec.Parameters[0].Default = true, ""
	rec.Steps[0].Text = ""
	b.keep(rec)
	b.run("replay", "new order")
	b.want(2)
	b.env["PASSWORD"] = secret
	b.run("replay", "new order", "--secret-env", "customer=PASSWORD", "--json")
	if done := b.apps[0].Done(); len(done) == 0 || done[0] != fmt.Sprintf(`set-text customer "(%d characters)"`, utf8.RuneCountInString(secret)) {
		t.Errorf("the application did %q\n%s", done, b.out)
	}
	if _, kept := b.env["PASSWORD"]; kept {
		t.Error("programs that are started get the secret in their environment")
	}
	stored, err := os.ReadFile(b.store)
	if err != nil {
		t.Fatal(err)
	}
	for place, text := range map[string]string{"stdout": b.out, "stderr": b.err, "store": string(stored)} {
		if strings.Contains(text, secret) {
			t.Errorf("the secret is in %s", place)
		}
	}
}
