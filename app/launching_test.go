package app

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// launchDialog opens the dialog that launches a program, for Orders that was started so.
func launchDialog(t *testing.T, program string, arguments ...string) (*desk, *shelf, []*view.SearchEntry) {
	t.Helper()
	s := newShelf()
	rec := saved()
	rec.Application.Executable = "/usr/bin/python3.11"
	s.put(rec)
	d := openOrders(t, &scripted{snapshot: withStatus}, Services{Store: s, Started: func(pid int) (string, []string, error) {
		if pid != orders.PID || program == "" {
			return "", nil, errors.New("no such process")
		}
		return program, arguments, nil
	}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("launch")
	d.until("the dialog is open", func() bool { return d.question != nil })
	var entries []*view.SearchEntry
	for _, o := range test.LaidOutObjects(d.window.Canvas().Overlays().Top()) {
		if e, ok := o.(*view.SearchEntry); ok {
			entries = append(entries, e)
		}
	}
	return d, s, entries
}

// A launch is proposed with all that the application was started with: an interpreter
// without its script starts nothing.
func TestALaunchIsProposedWithItsScript(t *testing.T) {
	d, s, entries := launchDialog(t, "/usr/bin/python3.11", "/opt/my orders/orders.py", "--lang", "de")
	if entries[0].Text != "/usr/bin/python3.11" || entries[1].Text != `"/opt/my orders/orders.py" --lang de` || d.question.reason.Text != "" {
		t.Errorf("proposed: %q %q, %q", entries[0].Text, entries[1].Text, d.question.reason.Text)
	}
	d.key(fyne.KeyReturn)
	d.idle()
	rec, _ := s.Recording("c1")
	got := rec.Steps[d.chosenAt()[0]]
	if got.Kind != recorder.StepLaunch || got.Launch.Executable != "/usr/bin/python3.11" || !slices.Equal(got.Launch.Arguments, []string{"/opt/my orders/orders.py", "--lang", "de"}) {
		t.Errorf("stored %+v", got.Launch)
	}
}

// What looks like a secret is left out of a proposal, and that is said.
func TestALaunchIsProposedWithoutSecrets(t *testing.T) {
	d, _, entries := launchDialog(t, "/usr/bin/orders", "--password", "hunter2", "--lang=de")
	if entries[1].Text != "--lang=de" || !strings.Contains(d.question.reason.Text, "--password") || strings.Contains(d.question.reason.Text, "hunter2") {
		t.Errorf("proposed: %q, %q", entries[1].Text, d.question.reason.Text)
	}
	entries[1].SetText("--token=abc")
	if said := d.question.reason.Text; !strings.Contains(said, "would be stored: --token") || strings.Contains(said, "abc") {
		t.Errorf("it says %q", said)
	}
}

// Where nobody knows how it was started, an interpreter alone is not passed off as enough.
func TestAnInterpreterNeedsItsScript(t *testing.T) {
	d, _, entries := launchDialog(t, "")
	if entries[0].Text != "/usr/bin/python3.11" || entries[1].Text != "" || !strings.Contains(d.question.reason.Text, "runs a script") {
		t.Errorf("proposed: %q %q, %q", entries[0].Text, entries[1].Text, d.question.reason.Text)
	}
	if entries[1].SetText("orders.py"); d.question.reason.Text != "" {
		t.Errorf("it says %q", d.question.reason.Text)
	}
}

func TestArgumentsAreSplitAndJoined(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{{`a "b c" d`, "a|b c|d"}, {`""`, ""}, {` --x="1 2" `, "--x=1 2"}, {"", ""}, {`a\"b "c \"d"`, `a"b|c "d`}, {`C:\a\b`, `C:\a\b`}} {
		if got, lacks := splitWords(c.text); strings.Join(got, "|") != c.want || lacks != "" {
			t.Errorf("%q: %q %s", c.text, got, lacks)
		}
	}
	if _, lacks := splitWords(`a "b`); lacks == "" {
		t.Error("an open quote")
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune{'a', ' ', '"', '\\', '\t', 'é', '='}))).Draw(t, "words")
		got, lacks := splitWords(joinWords(words))
		if lacks != "" || !slices.Equal(got, words) {
			t.Fatalf("%q became %q %s by %s", words, got, lacks, joinWords(words))
		}
	})
}
