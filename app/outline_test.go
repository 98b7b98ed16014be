package app

import (
	"context"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// marker keeps what is outlined on the real screen.
type marker struct {
	mu   sync.Mutex
	area tree.Rect
	in   tree.Window
}

func (m *marker) show(area tree.Rect, in tree.Window) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.area, m.in = area, in
}

func (m *marker) outlined() tree.Rect {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.area
}

func TestTheOutlineOnTheScreenFollowsTheSelection(t *testing.T) {
	at := func(y int) func() *tree.Snapshot {
		return func() *tree.Snapshot { return snapshotOf(button("new", "New", 110, y)) }
	}
	b := &scripted{snapshot: at(110)}
	m := &marker{}
	path := make(chan string)
	d := openOrders(t, b, Services{OutlineOnScreen: m.show, Files: waits{path}, SaveSnapshot: func(string, *tree.Snapshot) error { return nil }})
	expect := func(what string, y int) {
		t.Helper()
		want := tree.Rect{}
		if y > 0 {
			want = tree.Rect{X: 110, Y: y, W: 60, H: 24}
		}
		d.until(what, func() bool { return d.Idle() && m.outlined() == want })
	}
	d.selectHandle("new")
	d.sel.chosen = time.Now().Add(time.Hour) // it stays for the whole test
	expect("the selection is outlined", 110)
	if m.in.XID != 7 {
		t.Errorf("outlined in window %d", m.in.XID)
	}
	b.set(func(b *scripted) { b.snapshot = at(140) })
	b.says(backends.Event{Kind: backends.EventProperty, Source: "new"})
	expect("the outline has followed", 140)
	d.run("about")
	expect("no outline lies over a dialog", 0)
	d.key(fyne.KeyEscape)
	expect("it is back after the dialog", 140)
	d.run("save")
	d.until("the file dialog is open", func() bool { return d.asking == 1 })
	d.until("no outline lies over a file dialog", func() bool { return m.outlined().Empty() })
	path <- "/tmp/x"
	expect("it is back after the file dialog", 140)
	b.set(func(b *scripted) {
		b.snapshot = func() *tree.Snapshot { return snapshotOf(button("other", "Other", 110, 110)) }
	})
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	expect("what vanished is not outlined", 0)
	b.set(func(b *scripted) { b.snapshot = at(170) })
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	expect("it is back with the element", 170)
	b.set(func(b *scripted) { b.err = backends.ErrGone })
	b.says(backends.Event{Kind: backends.EventChildren, Source: "window"})
	d.until("nothing of an application that has ended is outlined", func() bool { return m.outlined().Empty() })
}

// The outline is for finding the element; then it would be in the way.
func TestTheOutlineDoesNotStay(t *testing.T) {
	m := &marker{}
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{OutlineOnScreen: m.show, Store: newShelf(), Record: func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error) {
		o.OnReady()
		<-ctx.Done()
		return recorder.Recording{}, ctx.Err()
	}})
	outlined := func(what string, on bool) {
		t.Helper()
		d.until(what, func() bool { return d.Idle() && m.outlined().Empty() != on })
	}
	d.run("pause") // so that no observation has it drawn again
	d.selectHandle("new")
	outlined("the selection is outlined", true)
	d.sel.chosen = time.Now().Add(-outlineFor)
	outlined("the outline was taken away by itself", false)
	d.selectHandle("new")
	outlined("it is outlined when it is selected again", true)
	d.run("record")
	outlined("nothing is outlined while recording", false)
	d.selectHandle("new")
	d.until("the recording runs", func() bool { return d.recording.ready })
	outlined("nor when something is selected then", false)
	d.run("record")
	d.until("it has ended", func() bool { return d.recording.cancel == nil })
}

func TestTheOutlineEndsWithTheApplicationAndTheWindow(t *testing.T) {
	m := &marker{}
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{OutlineOnScreen: m.show})
	d.selectHandle("new")
	d.until("the selection is outlined", func() bool { return d.Idle() && !m.outlined().Empty() })
	d.observe(orders)
	d.until("another application is chosen", func() bool { return d.Idle() && d.seen != nil && m.outlined().Empty() })
	d.selectHandle("new")
	d.until("the selection is outlined again", func() bool { return d.Idle() && !m.outlined().Empty() })
	d.quit()
	d.until("the window has closed", func() bool { return m.outlined().Empty() })
}

// waits gives a file name when the test has one.
type waits struct{ path chan string }

func (w waits) Open(string, string, ...string) (string, error) { return <-w.path, nil }
func (w waits) Save(string, string, string) (string, error)    { return <-w.path, nil }

func TestEnterAgreesAndEscCancelsInDialogs(t *testing.T) {
	s := newShelf()
	s.put(saved())
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	rename := func(name string) {
		d.run("rename")
		d.window.Canvas().Focused().(*view.SearchEntry).SetText(name)
	}
	rename("Not this")
	d.key(fyne.KeyEscape)
	d.idle()
	if d.question != nil || d.recordings[0].Name != "Save an order" {
		t.Errorf("after Esc the recording is called %q", d.recordings[0].Name)
	}
	rename("This")
	d.key(fyne.KeyReturn)
	d.until("Enter renames", func() bool { return d.Idle() && d.recordings[0].Name == "This" })
	d.run("delete")
	d.key(fyne.KeyEscape)
	d.idle()
	d.run("delete")
	d.window.Canvas().FocusNext() // Cancel has the keyboard now
	d.key(fyne.KeyReturn)
	d.idle()
	if d.question != nil || len(d.recordings) != 1 {
		t.Error("Cancel deleted the recording")
	}
	d.run("delete")
	d.key(fyne.KeyReturn)
	d.until("Enter deletes", func() bool { return d.Idle() && len(d.recordings) == 0 })
	if d.has("dialog", "") {
		t.Error("a dialog is still open")
	}
}

func TestCommandsWaitUntilTheDialogIsAnswered(t *testing.T) {
	s := newShelf()
	s.put(saved())
	path := make(chan string)
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Files: waits{path}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("rename")
	for _, id := range []string{"export", "delete", "theme-light", "application"} {
		d.items[id].Action() // as its shortcut does
	}
	if d.asking != 0 || d.popup != nil || d.question.title != "Rename the recording" || d.prefs.mode() == view.ModeLight {
		t.Error("a shortcut acted on the window below a dialog")
	}
	d.key(fyne.KeyEscape)
	d.items["export"].Action()
	d.items["export"].Action()
	if d.asking != 1 {
		t.Errorf("%d file dialogs are open", d.asking)
	}
	path <- t.TempDir() + "/x"
	d.until("the file dialog is answered", func() bool { return d.Idle() && !d.asked() })
}
