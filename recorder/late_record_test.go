package recorder

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

// On a busy machine a press is judged when the application was read again already,
// with what the press did: that is not what was pressed, and not how it was before.
func TestPressIsJudgedByWhatWasBeforeIt(t *testing.T) {
	const check, replaced = `Check checkbox "Express" in window "Orders"`, "Input without a matching element"
	for name, c := range map[string]struct {
		does fake.Edit
		at   tree.Handle
		want string
	}{
		"toggled":  {func(m *fake.Model) { m.SetStates("checkbox:Express", "checked") }, "checkbox:Express", check},
		"renamed":  {func(m *fake.Model) { m.Rename("button:Save", "Saved") }, "button:Save", `Click button "Save" in window "Orders"`},
		"replaced": {func(m *fake.Model) { m.Remove("button:Save"); m.Insert("toolbar:Main", -1, `button "Undo" #undo`) }, "button:Save", replaced},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, form)
				d.wait()
				var place tree.Rect
				d.app.Look(func(m *fake.Model) { place = m.Node(c.at).Bounds.Rect })
				pressed := time.Now()
				time.Sleep(time.Millisecond)
				d.app.Change(c.does)
				if c.want == replaced {
					d.app.Change(func(m *fake.Model) { m.Move("undo", place) })
				}
				time.Sleep(time.Second) // it is read again
				if err := d.listener.Push(d.ctx, backends.Input{Kind: backends.InputPress, Button: 1, Point: place.Center(), PID: d.app.Identity().PID, At: pressed}); err != nil {
					t.Fatal(err)
				}
				d.wait()
				rec := d.finish()
				if diff := cmp.Diff([]string{c.want}, stepTitles(rec)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A busy application handles several clicks before it tells the first, and is read as
// it was before all of them: each step says all the same what it did.
func TestTogglesOfABusyApplication(t *testing.T) {
	const box, on, off = tree.Handle("checkbox:Express"), `Check checkbox "Express" in window "Orders"`, `Uncheck checkbox "Express" in window "Orders"`
	for name, c := range map[string]struct {
		deaf  bool          // nothing is told
		after time.Duration // the first click the application handles them
	}{
		"at once": {false, 0}, "at once, nothing told": {true, 0},
		"late": {false, 250 * time.Millisecond}, "late, nothing told": {true, 250 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDeskWith(t, form, func(s *stage, so *SessionOptions) {
					so.Backend = &deaf{s.backend, func(backends.Event) bool { return !c.deaf }}
				})
				d.wait()
				did := make(chan string, 8)
				go func() {
					words := "checked"
					for range 3 {
						<-did
						time.Sleep(c.after)
						d.app.Change(func(m *fake.Model) { m.SetStates(box, words) })
						words = map[string]string{"checked": "-checked", "-checked": "checked"}[words]
					}
				}()
				for range 3 {
					d.click(box)
					did <- ""
					time.Sleep(100 * time.Millisecond)
				}
				d.click("button:Save")
				time.Sleep(2 * time.Second)
				rec := d.finish()
				if diff := cmp.Diff([]string{on, off, on, `Click button "Save" in window "Orders"`}, stepTitles(rec)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}
