package recorder

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const editor = `
application "Editor"
  window "Untitled 1 - Editor" #main @0,0,400,300
    textbox "Text" #text @10,10,200,30
    button "Save" #save @10,50,80,30
    button "Close" #close @10,90,80,30
`

// retitled records typing and two presses while the title goes through titles.
func retitled(t *testing.T, outline string, titles ...string) (*desk, Recording) {
	d := newDesk(t, outline)
	title := func(i int) { d.app.Change(func(m *fake.Model) { m.Rename("main", titles[i]) }) }
	d.click("text")
	d.types("text", "Anna")
	title(0)
	d.seen(`Type "Anna"`)
	d.click("save")
	title(1)
	d.click("close")
	rec := d.finish()
	if len(rec.Steps) != 3 {
		t.Fatalf("%q", stepTitles(rec))
	}
	return d, rec
}

func locators(rec Recording) string {
	var all []string
	for _, s := range rec.Steps {
		for _, target := range s.Targets() {
			all = append(all, target.Locator.String(), target.Proof.Locator.String())
			for _, w := range target.Witnesses {
				all = append(all, w.String())
			}
		}
	}
	return strings.Join(all, "\n")
}

// A title that told the document while it was recorded is recorded as a template, and
// the recording then works on another document.
func TestATitleThatVariedBecomesATemplate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, rec := retitled(t, editor, "*Untitled 1 - Editor", "a.txt - Editor")
		for l := range strings.SplitSeq(locators(rec), "\n") {
			if !strings.HasPrefix(l, `window "* - Editor" > `) {
				t.Errorf("recorded %s", l)
			}
		}
		if last := d.ledger.recordings[len(d.ledger.recordings)-1]; locators(last) != locators(rec) {
			t.Error("the journal does not hold what was returned")
		}
		d.app.Change(func(m *fake.Model) { m.Rename("main", "b.md - Editor") })
		run, err := NewPlayer(d.options).Replay(context.Background(), rec, d.app.Identity())
		if err != nil || run.Steps[0].Verdict != VerdictPassed {
			t.Errorf("%v, %+v", err, run)
		}
	})
}

// What may be the name of a place, or fits another window too, is kept as it was.
func TestTitlesThatMeanSomethingStay(t *testing.T) {
	for name, c := range map[string]struct {
		outline string
		titles  []string
	}{
		"places":           {editor, []string{"Customers - Editor", "Orders - Editor"}},
		"the same":         {editor, []string{"Untitled 1 - Editor", "Untitled 1 - Editor"}},
		"nothing common":   {editor, []string{"a.txt", "b.txt"}},
		"another document": {editor + "  window \"b.txt - Editor\" #other @500,0,400,300\n    button \"Undo\" #undo @510,10,80,30\n", []string{"*Untitled 1 - Editor", "a.txt - Editor"}},
	} {
		t.Run(name, synced(func(t *testing.T) {
			_, rec := retitled(t, c.outline, c.titles...)
			if all := locators(rec); strings.Contains(strings.ReplaceAll(all, `\*`, ""), "*") {
				t.Errorf("recorded\n%s", all)
			}
		}))
	}
}

// A window that came with the handle of one that was closed is not the same.
func TestAHandleThatCameAgainIsAnotherWindow(t *testing.T) {
	var all titles
	for _, title := range []string{"a.txt - Editor", "", "b.txt - Editor"} {
		s := fake.Tree(strings.Replace(editor, "Untitled 1 - Editor", title, 1))
		if title == "" {
			s = fake.Tree("application \"Editor\"\n  dialog \"Open\" #open @0,0,9,9\n")
		}
		snap, err := fake.New(s).Observe(t.Context(), backends.Scope{Application: s.Identity()})
		if err != nil {
			t.Fatal(err)
		}
		all.note(inspector.Freeze(snap))
	}
	if template, ok := all.template(tree.RoleWindow, "a.txt - Editor"); ok {
		t.Errorf("two windows have the template %q", template)
	}
}
