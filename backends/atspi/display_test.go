package atspi

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
)

// Qt 5 says only to the window manager that a dialog is modal.
const modalDialog = `
import sys
from PyQt5.QtWidgets import *
a = QApplication(sys.argv)
w = QMainWindow()
w.setWindowTitle("Main")
w.setCentralWidget(QPushButton("Save"))
w.show()
d = QDialog(w)
d.setWindowTitle("Sure?")
d.setModal(True)
QVBoxLayout(d).addWidget(QPushButton("Yes"))
d.show()
sys.exit(a.exec_())
`

// What only the display knows is never silently missing.
func TestDisplayThatDoesNotAnswerIsSaid(t *testing.T) {
	needDesktop(t)
	script := filepath.Join(t.TempDir(), "dialog.py")
	if err := os.WriteFile(script, []byte(modalDialog), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := private.Command(deadline(t), "/usr/bin/python3", "-c", "import PyQt5.QtWidgets").CombinedOutput(); err != nil {
		t.Skipf("PyQt5 is not installed: %s", out)
	}
	process := start(t, "/usr/bin/python3", script)
	b := open(t, Options{})
	var app tree.Application
	var dialog tree.Handle
	modal := func() (there bool, s *tree.Snapshot) {
		t.Helper()
		s = observe(t, b, app)
		for _, n := range s.Nodes {
			if n.States.Has(tree.Modal) {
				there, dialog = true, n.Handle
			}
		}
		return there, s
	}
	await(t, "the dialog", func() bool {
		apps, _ := b.Applications(deadline(t))
		for _, a := range apps {
			if a.PID == process.Process.Pid && a.Problem == "" {
				app = a
				there, s := modal()
				return there && s.Complete()
			}
		}
		return false
	})

	// A connection that ended is made again.
	b.display.server.conn.Close()
	if there, s := modal(); !there || !s.Complete() {
		t.Errorf("after the connection ended: modal %v, complete %v", there, s.Complete())
	}

	// There is no display any more.
	at := b.display.name
	b.display.name = ":no display"
	b.display.server.conn.Close()
	_, s := modal()
	if s.Complete() || len(s.Cuts) != 1 || s.Cuts[0].Node != 0 || s.Cuts[0].Reason != tree.CutUnreadable || s.Cuts[0].Detail != errNoAnswer.Error() {
		t.Errorf("without the display the cuts are %+v", s.Cuts)
	}
	if _, err := b.ReadNode(deadline(t), app, dialog); !errors.Is(err, errNoAnswer) || !errors.Is(err, backends.ErrTimeout) {
		t.Errorf("read the dialog without the display: %v", err)
	}

	b.display.name = at
	if there, s := modal(); !there || !s.Complete() {
		t.Errorf("with the display again: modal %v, complete %v", there, s.Complete())
	}
	if n, err := b.ReadNode(deadline(t), app, dialog); err != nil || !n.States.Has(tree.Modal) {
		t.Errorf("read the dialog: %v, states %v", err, n.States.Words())
	}
}

// A display tells every client of every change of the keyboard; more of them
// than a queue holds leave the windows known.
func TestDisplayOutlivesKeyboardChanges(t *testing.T) {
	// Of its own: a window manager would be busy with the changes for minutes.
	display := ":" + serve(t, "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24")
	b := open(t, Options{Display: display})
	conn, err := xconn.Open(deadline(t), display)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	xconn.Drain(conn)
	mapping, err := xproto.GetKeyboardMapping(conn, 8, 1).Reply()
	if err != nil {
		t.Fatal(err)
	}
	for range 5100 { // xgb queues 5,000 events
		if err := xproto.ChangeKeyboardMappingChecked(conn, 1, 200, mapping.KeysymsPerKeycode, mapping.Keysyms).Check(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.display.all(deadline(t)); err != nil {
		t.Error(err)
	}
}
