//go:build linux && cgo

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/lint"
	"github.com/samebutton/samebutton/recorder/script"
	"github.com/samebutton/samebutton/samples/programs"
)

// openMousepad opens Mousepad for a person; home is where its files are.
func openMousepad(t *testing.T) (p *person, home string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	t.Cleanup(cancel)
	app := startReal(t, ctx, screenDesktop, programs.Mousepad())
	r := &rig{t: t, ctx: ctx}
	r.observe("Mousepad", app.PID())
	return newPerson(r), app.Home()
}

// window returns the name of the editor's window now.
func (p *person) window() string {
	f := p.frozen()
	for _, id := range f.Nodes[0].Children {
		if name, ok := f.Name(id); ok && f.Nodes[id].Role == tree.RoleWindow {
			return name
		}
	}
	return ""
}

// typesInto reports whether a text box inside an element has the keyboard.
func typesInto(f *inspector.Frozen, id tree.NodeID) bool {
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Role.EditsText() && n.States.Has(tree.Focused) && f.Top(n.ID) == id {
			return true
		}
	}
	return false
}

// A text that is typed into a document and saved under a name goes into any other
// document, because the recording saw the title of its window vary with it. The judge
// is what Mousepad wrote into its files.
func TestATitleThatTellsTheDocumentIsRecordedAsATemplate(t *testing.T) {
	p, home := openMousepad(t)
	journal := &memory{}
	rec := p.record(journal, func() {
		p.enter(`window "*" > textbox`, "Anna")
		p.until("the title tells that it is not saved", func() bool { return strings.HasPrefix(p.window(), "*") })
		p.keys("ctrl", "s")
		p.until("a dialog asks for the name", func() bool {
			f := p.frozen()
			for _, id := range f.Nodes[0].Children {
				if f.Nodes[id].Role == tree.RoleDialog {
					return f.Nodes[id].States.Has(tree.Active) && typesInto(f, id)
				}
			}
			return false
		})
		p.types(filepath.Join(home, "a.txt"))
		// The names that fit the typed one come and go; a press among that is of no element.
		was, since := "", time.Now()
		p.until("the dialog is at rest", func() bool {
			if now := fmt.Sprint(len(p.frozen().Nodes)); now != was {
				was, since = now, time.Now()
			}
			return time.Since(since) > 700*time.Millisecond
		})
		p.click(`dialog "Save As" > button "Save"`) // Return goes to the completion of the name
		p.until("the title tells the file", func() bool { return strings.Contains(p.window(), "a.txt") && !strings.HasPrefix(p.window(), "*") })
	})
	if len(rec.Steps) < 2 {
		t.Fatalf("recorded %q", titles(rec))
	}
	for _, i := range []int{0, 1} {
		if l := rec.Steps[i].Target.Locator.String(); !strings.HasPrefix(l, `window "*`) || !strings.Contains(l, `- Mousepad"`) || strings.Contains(l, "Untitled") {
			t.Errorf("step %d (%s) names %s", i+1, rec.Steps[i].Title, l)
		}
	}
	if text, err := os.ReadFile(filepath.Join(home, "a.txt")); err != nil || strings.TrimSpace(string(text)) != "Anna" {
		t.Errorf("Mousepad wrote %q, %v", text, err)
	}
	for _, f := range lint.Check(rec) {
		if f.Severity == lint.Error || f.Rule == "fixed-title" {
			t.Errorf("step %d: %s: %s", f.N, f.Rule, f.Message)
		}
	}
	// It travels as text, and does the same.
	text, err := script.Write(rec)
	if err == nil {
		rec, err = script.Parse(text)
	}
	if err == nil {
		err = recorder.Valid(rec)
	}
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("SAMEBUTTON_TEST_VERBOSE") != "" {
		t.Logf("%s", text)
	}
	// The document has another name now than any that was seen before the typing.
	rec.Steps = rec.Steps[:1]
	run, err := recorder.NewPlayer(recorder.PlayerOptions{Backend: p.backend, Journal: journal, Wait: patience}).Replay(p.ctx, rec, p.app)
	if err != nil || run.Verdict != recorder.VerdictPassed {
		t.Errorf("%v, %+v", err, run)
	}
}
