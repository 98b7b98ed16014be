package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/backends/tree"
)

func TestSnapshotFileIsShownOffline(t *testing.T) {
	d := open(t, Services{OpenSnapshot: func(string) (*tree.Snapshot, error) { return twoSaves(), nil }, Files: answers{path: "/tmp/bug.samebutton-snapshot"}})
	d.run("open")
	d.until("it is shown", func() bool { return d.seen != nil && d.Idle() })
	taken := d.seen.at.Format("2006-01-02 15:04:05")
	if got := d.health.Text(); got != "saved · "+taken+" · complete" {
		t.Errorf("status %q", got)
	}
	d.find("status", "Not live: snapshot bug.samebutton-snapshot of "+taken)
	if got := d.window.Title(); got != "Samebutton — bug.samebutton-snapshot (saved)" {
		t.Errorf("title %q", got)
	}
	d.selectHandle("save1") // all but acting works
	d.idle()
	if got := d.find("list", "Proof").Children[0].Label; got != "matched 2 of 6 compared" {
		t.Errorf("proof %q", got)
	}
	if d.command("record").why() == "" {
		t.Error("a file can be recorded")
	}
}

func TestSavedSnapshotHidesSecretsAndOpensAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "orders.samebutton-snapshot")
	pin := el{handle: "pin", role: tree.RolePassword, name: "PIN", at: tree.Rect{X: 110, Y: 150, W: 60, H: 24}, secret: true}
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot { return snapshotOf(button("new", "New", 110, 110), pin) }},
		Services{SaveSnapshot: file.Save, OpenSnapshot: file.Load, Files: answers{path: path}})
	d.run("save")
	d.until("it is written", func() bool { return d.Idle() && d.message.Text() != "" })
	if got := d.message.Text(); got != "wrote "+path {
		t.Fatalf("message %q", got)
	}
	d.run("open")
	d.until("it is shown", func() bool { return d.Idle() && d.offline == "orders.samebutton-snapshot" })
	img := d.seen.capture.Image
	if got := img.RGBAAt(140-100, 162-100); got.R == 0xff {
		t.Errorf("the password field shows %v in the saved picture", got)
	}
	if got := img.RGBAAt(140-100, 122-100); got.R != 0xff {
		t.Errorf("the button beside it is painted over: %v", got)
	}
	if !d.has("treeitem", "PIN") {
		t.Error("the opened snapshot has no PIN")
	}
}

// What was not read may be a password field: its picture is not for a file that is
// handed on.
func TestSavedSnapshotOfAPartialReadingHasNoPicture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "orders"+file.Extension)
	d := openOrders(t, &scripted{snapshot: func() *tree.Snapshot {
		s := snapshotOf(button("new", "New", 110, 110))
		s.Cuts = append(s.Cuts, tree.Cut{Node: 1, Reason: tree.CutUnreadable, Missing: 1})
		return s
	}}, Services{SaveSnapshot: file.Save, Files: answers{path: path}})
	d.run("save")
	d.until("it is written", func() bool { return d.Idle() && d.message.Text() != "" })
	if got := d.message.Text(); got != "wrote "+path+", without a picture: what was not read may be a password field" {
		t.Errorf("message %q", got)
	}
	if s, err := file.Load(path); err != nil || s.Capture != nil || d.seen.capture == nil {
		t.Errorf("saved with %+v, shown with %+v, %v", s.Capture, d.seen.capture, err)
	}
}

func TestFilesFallBackToTheWindowsOwn(t *testing.T) {
	both := eitherFiles{answers{err: ErrNoDialogs}, answers{path: "own"}}
	if got, err := both.Open("", ""); got != "own" || err != nil {
		t.Errorf("open: %q, %v", got, err)
	}
	both.first = answers{err: ErrCancelled}
	if got, err := both.Save("", "", ""); got != "" || !errors.Is(err, ErrCancelled) {
		t.Errorf("a cancelled dialog is asked again: %q, %v", got, err)
	}
}

// answers gives the same file name to every question.
type answers struct {
	path string
	err  error
}

func (a answers) Open(string, string, ...string) (string, error) { return a.path, a.err }
func (a answers) Save(string, string, string) (string, error)    { return a.path, a.err }

// A recording is no PDF, whatever its file shall be called.
func TestARecordingIsExportedOnlyAsWhatItCanBe(t *testing.T) {
	s := newShelf()
	s.put(saved())
	path := filepath.Join(t.TempDir(), "order.pdf")
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{Store: s, Files: answers{path: path}})
	d.idle()
	d.chooseRecording(0, true)
	d.idle()
	d.run("export")
	d.until("it is told", func() bool { return d.Idle() && strings.Contains(d.message.Text(), "pdf") })
	if _, err := os.Stat(path); err == nil || !strings.Contains(d.message.Text(), "as .json or as .txt") {
		t.Errorf("message %q, file %v", d.message.Text(), err)
	}
}
