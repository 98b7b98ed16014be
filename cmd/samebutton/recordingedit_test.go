package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/lint"
)

// witnessed is flowBench with a witness for each step.
func witnessed(t *testing.T) *bench {
	b := flowBench(t)
	rec := flow(t, b)
	for i, id := range []string{`window "Orders" > textbox [id="customer"]`, `window "Orders" > button [id="save"]`} {
		l, err := inspector.ParseLocator(id)
		if err != nil {
			t.Fatal(err)
		}
		rec.Steps[i].Target.Witnesses = append(rec.Steps[i].Target.Witnesses, l)
	}
	b.keep(rec)
	return b
}

// edits runs 'recordings edit' and shows the recording after it.
func (b *bench) edits(words ...string) map[string]any {
	b.t.Helper()
	b.run(append([]string{"recordings", "edit"}, words...)...)
	b.want(0)
	b.run("recordings", "show", "new order", "--json")
	b.want(0)
	return b.answer()
}

// Every change of the window can be made by a script, and is stored.
func TestEditing(t *testing.T) {
	b := witnessed(t)
	const save = `window "Orders" > button "Save"`
	for _, c := range []struct {
		words []string
		path  string
		want  any
	}{
		{[]string{"disable", "new order", "1-2"}, "data.script.1.disabled", true},
		{[]string{"enable", "new order", "t1", "2"}, "data.script.0.disabled", nil},
		{[]string{"label", "new order", "2", "Keep it"}, "data.script.1.label", "Keep it"},
		{[]string{"comment", "new order", "t2", "twice\nas slow"}, "data.script.1.comment", "twice\nas slow"},
		{[]string{"group", "new order", "Order", "1", "2"}, "data.script.1.group", "Order"},
		{[]string{"ungroup", "new order", "2"}, "data.script.1.group", nil},
		{[]string{"breakpoint", "new order", "2"}, "data.script.1.breakpoint", true},
		{[]string{"breakpoint", "new order", "2", "--off"}, "data.script.1.breakpoint", nil},
		{[]string{"default", "new order", "customer", "Berta"}, "data.parameters.0.default", "Berta"},
		{[]string{"inline", "new order", "1"}, "data.parameters.#", 0.0},
		{[]string{"text", "new order", "1", "Carla"}, "data.script.0.title", `Type "Carla" into textbox "Customer" in window "Orders"`},
		{[]string{"parameter", "new order", "1", "who"}, "data.parameters.0.default", "Carla"},
		{[]string{"within", "new order", "2", "5s"}, "data.script.1.withinMs", 5000.0},
		{[]string{"locator", "new order", "2", `window "Orders" > button [id="save"]`, "--why", "the name changes"}, "data.script.1.reviews.0.why", "the name changes"},
		{[]string{"move", "new order", "2", "--before", "1"}, "data.script.0.stepId", "t2"},
		{[]string{"move", "new order", "1", "--last"}, "data.script.1.stepId", "t2"},
		{[]string{"insert-assert", "new order", "not state enabled", save, "--before", "2"}, "data.script.1.condition", "not state enabled"},
		{[]string{"insert-wait", "new order", `name contains "Saved"`, `window "Orders" > label`, "--within", "3s"}, "data.script.3.withinMs", 3000.0},
		{[]string{"insert-wait", "new order", "quiet"}, "data.script.4.title", "Wait for nothing to change for a moment"},
		{[]string{"secret", "new order", "1"}, "data.parameters.0.secret", true},
		{[]string{"delete", "new order", "2-5"}, "data.script.#", 1.0},
	} {
		if got := at(b.edits(c.words...), c.path); got != c.want {
			t.Errorf("after %v %s is %v, want %v", c.words, c.path, got, c.want)
		}
	}
	b.run("recordings", "edit", "insert-assert", "new order", "visible", save, "--before", "1", "--json")
	b.want(0)
	if id, _ := at(b.answer(), "data.stepId").(string); id == "" || at(b.answer(), "data.n") != 1.0 || at(b.answer(), "data.done") != "insert of step 1" {
		t.Error(b.out)
	}
}

// What cannot be done says why, and leaves the recording as it was.
func TestEditingRefuses(t *testing.T) {
	b := flowBench(t)
	before, err := os.ReadFile(b.store)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"delete", "new order", "3"}, "new order has no step 3: it has 2 steps"},
		{[]string{"delete", "new order", "2-1"}, "no step 2-1"},
		{[]string{"delete", "new order", "nobody"}, `there is no step with the ID "nobody"`},
		{[]string{"delete", "nothing", "1"}, `no recording is called "nothing"`},
		{[]string{"label", "new order", "1-2", "x"}, "1-2 is more than one step"},
		{[]string{"move", "new order", "1"}, "say where to"},
		{[]string{"group", "new order", " ", "1"}, "a group needs a name"},
		{[]string{"text", "new order", "2", "x"}, "step 2 types no text"},
		{[]string{"parameter", "new order", "1", "a=b"}, "NAME=VALUE"},
		{[]string{"default", "new order", "nobody", "x"}, `there is no parameter "nobody"`},
		{[]string{"within", "new order", "1", "5"}, "missing unit"},
		{[]string{"within", "new order", "1", "9h"}, "waits between 0 and 1h"},
		{[]string{"locator", "new order", "2", `window "Orders" > button "Delete"`}, "was not proved"},
		{[]string{"insert-assert", "new order", "pixel", `window "Orders"`}, "unknown kind of condition"},
		{[]string{"insert-assert", "new order", "visible"}, "without a target"},
		{[]string{"insert-assert", "new order", "state gone", `window "Orders"`}, "unknown word"},
		{[]string{"insert-assert", "new order", "visible", `window "Orders" > knob`}, "is not a role"},
	} {
		b.run(append([]string{"recordings", "edit"}, c.words...)...)
		b.want(2)
		if !strings.Contains(b.err, c.want) {
			t.Errorf("%v: %s", c.words, b.err)
		}
	}
	after, err := os.ReadFile(b.store)
	if err != nil || string(after) != string(before) {
		t.Errorf("the store was written (%v)", err)
	}
}

// The text form is edited by hand and put back in its place.
func TestTextThereAndBack(t *testing.T) {
	b := flowBench(t)
	file := filepath.Join(t.TempDir(), "order.txt")
	b.run("recordings", "export", "new order", "--output", file)
	b.want(0)
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "samebutton recording v1\n") {
		t.Fatalf("%v\n%s", err, text)
	}
	b.run("recordings", "export", "new order", "--format", "text")
	b.want(0)
	if b.out != string(text) {
		t.Errorf("stdout and file differ:\n%s", b.out)
	}
	b.run("recordings", "import", file, "--json")
	if b.want(0); at(b.answer(), "data.recording.id") != "cflow" {
		t.Errorf("the same recording became another: %s", b.out)
	}
	changed := strings.Replace(string(text), "default Anna", "default Berta", 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "import", file, "--replace", "--json")
	if b.want(0); at(b.answer(), "data.done") != "replaced" {
		t.Error(b.out)
	}
	b.run("recordings", "show", "new order", "--json")
	if b.want(0); at(b.answer(), "data.parameters.0.default") != "Berta" || at(b.answer(), "data.created") != "2026-01-02T03:04:05Z" {
		t.Error(b.out)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(changed, "step t2: activate", "step t2: smash", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run("recordings", "import", file)
	if b.want(2); !strings.Contains(b.err, "column 10: \"smash\" is nothing that a step does") {
		t.Error(b.err)
	}
	b.run("recordings", "export", "new order", "--format", "yaml")
	b.want(2)
	other := filepath.Join(filepath.Dir(file), "order.pdf")
	b.run("recordings", "export", "new order", other)
	if b.want(2); !strings.Contains(b.err, `as .json or as .txt, not as ".pdf"`) || !strings.Contains(b.err, "--format text") {
		t.Error(b.err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("it was written all the same")
	}
	b.run("recordings", "export", "new order", other, "--format", "text")
	b.want(0)
}

func TestLint(t *testing.T) {
	b := witnessed(t)
	b.run("recordings", "lint", "new order", "--json")
	b.want(0)
	if at(b.answer(), "data.errors") != 0.0 || at(b.answer(), "data.recordings.0.findings.0.rule") != "no-effect" || at(b.answer(), "data.recordings.0.findings.0.stepId") != "t2" {
		t.Error(b.out)
	}
	b.run("recordings", "edit", "disable", "new order", "1-2")
	b.want(0)
	b.run("recordings", "lint", "new order", "--json")
	b.want(1)
	if at(b.answer(), "error.details.errors") != 1.0 || at(b.answer(), "error.details.recordings.0.findings.0.rule") != "empty" {
		t.Error(b.out)
	}
	b.run("recordings", "lint", "new order")
	if b.want(1); !strings.Contains(b.out, string(lint.Error)+"     empty") || !strings.Contains(b.err, "1 error") {
		t.Error(b.out, b.err)
	}
}

// What persons added to a recording is shown to persons.
func TestShowTellsWhatWasAdded(t *testing.T) {
	b := witnessed(t)
	b.edits("group", "new order", "Order", "1", "2")
	b.edits("label", "new order", "2", "Keep it")
	b.edits("comment", "new order", "2", "slow")
	b.edits("breakpoint", "new order", "2")
	b.edits("disable", "new order", "1")
	b.edits("insert-wait", "new order", "gone", `window "Orders" > button "Save"`, "--within", "2s")
	b.edits("locator", "new order", "2", `window "Orders" > button [id="save"]`, "--why", "the name changes")
	b.run("recordings", "show", "new order")
	b.want(0)
	for _, words := range []string{
		"Order:", "  Keep it [breakpoint]", `  Type parameter customer into textbox "Customer" in window "Orders" [disabled]`,
		`step 2 is: Click button "Save" in window "Orders"`, "# step 2: slow", "step 3 looks for: gone, within 2s",
		`: window "Orders" > button [id="save"], before window "Orders" > button "Save": the name changes`,
	} {
		if !strings.Contains(b.out, words) {
			t.Errorf("%q is missing in\n%s", words, b.out)
		}
	}
}

// A text that is marked as secret is nowhere in the store any more, not even in what
// the file has free.
func TestASecretLeavesTheStore(t *testing.T) {
	const secret = "Zürich-s3cr3t"
	b := flowBench(t)
	b.edits("inline", "new order", "1")
	b.edits("text", "new order", "1", secret)
	b.run("replay", "new order")
	b.want(0)
	holds := func() bool {
		stored, err := os.ReadFile(b.store)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(stored), secret)
	}
	if !holds() {
		t.Fatal("the text is not in the store as it is, so this test would prove nothing")
	}
	b.edits("secret", "new order", "1")
	if holds() {
		t.Error("the secret is still in the file")
	}
	b.run("runs", "list", "--json")
	if id, _ := at(b.answer(), "data.runs.0.run").(string); id != "" {
		b.run("runs", "show", id, "--json")
		if strings.Contains(b.out, secret) {
			t.Errorf("the run still tells it:\n%s", b.out)
		}
	}
}
