package atspi

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// The windows below hold text boxes that hide their text in every way that the
// toolkit has, boxes that do not, and what could be taken for one that does.
// What is hidden says "hunter".
type hidingForm struct {
	program        string
	hidden, hollow []string // hollow: hides, and is empty at first
	shown          map[string]string
	// once tells whether a box that hides its text is known only while it holds some.
	once bool
}

var hiding = map[string]hidingForm{
	"gtk4": {
		program: `
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk
def named(widget, name, text):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    if isinstance(widget, Gtk.TextView): widget.get_buffer().set_text(text)
    else: widget.set_text(text)
    return widget
def hide(widget, **how):
    widget.set_visibility(False)
    for key, value in how.items(): widget.set_property(key, value)
    return widget
def activate(app):
    window, box = Gtk.ApplicationWindow(application=app, title="Secrets"), Gtk.Box(orientation=1)
    for widget in (
        named(hide(Gtk.Entry()), "entry", "hunter"), named(hide(Gtk.Entry(), input_purpose=Gtk.InputPurpose.PASSWORD), "purpose", "hunter"),
        named(hide(Gtk.Entry(), invisible_char=ord("*")), "star", "hunter"), named(hide(Gtk.Entry(), invisible_char=0), "nothing", "hunter"),
        named(Gtk.PasswordEntry(), "password", "hunter"), named(hide(Gtk.Entry()), "hollow", ""),
        named(Gtk.Entry(), "plain", "plain"), named(Gtk.Entry(), "blank", " é"), named(Gtk.Entry(), "pattern", "*.txt"), named(Gtk.Entry(), "empty", ""),
        named(Gtk.TextView(), "lines", "\n●"), named(Gtk.TextView(), "list", "* item")):
        box.append(widget)
    window.set_child(box)
    window.present()
app = Gtk.Application(application_id="com.github.samebutton.Secrets")
app.connect("activate", activate)
app.run()
`,
		hidden: []string{"entry", "purpose", "star", "nothing", "password"}, hollow: []string{"hollow"}, once: true,
		shown: map[string]string{"plain": "plain", "blank": " é", "pattern": "*.txt", "empty": "", "lines": "\n●", "list": "* item"},
	},
	"gtk3": {
		program: `
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window, box = Gtk.Window(title="Secrets"), Gtk.Box(orientation=1)
for name, text in (("entry", "hunter"), ("hollow", ""), ("plain", "*plain"), ("empty", "")):
    entry = Gtk.Entry(text=text, visibility=name in ("plain", "empty"))
    entry.get_accessible().set_name(name)
    box.add(entry)
window.add(box)
window.show_all()
Gtk.main()
`,
		hidden: []string{"entry"}, hollow: []string{"hollow"}, shown: map[string]string{"plain": "*plain", "empty": ""},
	},
	"qt":  hidingQt("PyQt5"),
	"qt6": hidingQt("PyQt6"),
}

// hidingQt is the window in a binding of Qt.
func hidingQt(binding string) hidingForm {
	return hidingForm{
		program: `
import sys
from ` + binding + `.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
app, window, modes = QApplication(sys.argv), QWidget(), QLineEdit.EchoMode
window.setWindowTitle("Secrets")
layout = QVBoxLayout(window)
for name, text, mode in (("entry", "hunter", modes.Password), ("nothing", "hunter", modes.NoEcho),
    ("while typing", "hunter", modes.PasswordEchoOnEdit), ("hollow", "", modes.Password),
    ("plain", "*plain", modes.Normal), ("empty", "", modes.Normal)):
    entry = QLineEdit(text)
    entry.setEchoMode(mode)
    entry.setAccessibleName(name)
    layout.addWidget(entry)
window.show()
sys.exit(app.exec())
`,
		hidden: []string{"entry", "nothing", "while typing"}, hollow: []string{"hollow"}, shown: map[string]string{"plain": "*plain", "empty": ""},
	}
}

// hidingWindow starts one of the windows and returns its application.
func hidingWindow(t *testing.T, b *Backend, program string) tree.Application {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secrets.py")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	return application(t, b, start(t, "/usr/bin/python3", file).Process.Pid)
}

// textBox returns the text box of a name; a toolkit may give a label the same name.
func textBox(t *testing.T, s *tree.Snapshot, name string) *tree.Node {
	t.Helper()
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Name.Value == name && (n.Role == tree.RoleTextbox || n.Role == tree.RolePassword) {
			return n
		}
	}
	t.Fatalf("there is no text box %q", name)
	return nil
}

// The text of a box that hides it is never asked for, whatever the role is, and
// is in no snapshot.
func TestHiddenText(t *testing.T) {
	for toolkit, window := range hiding {
		t.Run(toolkit, func(t *testing.T) {
			var sent calls
			b := open(t, Options{OnCall: sent.record})
			app := hidingWindow(t, b, window.program)
			s := observe(t, b, app)
			for _, name := range window.hidden {
				n := textBox(t, s, name)
				if !n.Secret || n.Value.State != tree.Unreadable {
					t.Errorf("%s: secret %v, value %v", name, n.Secret, n.Value)
				}
				if live, err := b.ReadNode(deadline(t), app, n.Handle); err != nil || !live.Secret || live.Value.State != tree.Unreadable {
					t.Errorf("%s alone: secret %v, value %v, %v", name, live.Secret, live.Value, err)
				}
				at, _ := parseHandle(n.Handle)
				for _, call := range sent.since(0) {
					if call == callGetText.name()+" "+string(at.path) {
						t.Errorf("%s was asked for its text", name)
					}
				}
			}
			for name, want := range window.shown {
				if n := textBox(t, s, name); n.Secret || n.Value != tree.KnownText(want) {
					t.Errorf("%s: secret %v, value %v, want %q", name, n.Secret, n.Value, want)
				}
			}
			for _, n := range s.Nodes {
				if strings.Contains(n.Name.Value+n.Description.Value+n.Value.Value, "hunter") {
					t.Errorf("%s %q has the hidden text", n.Role, n.Name.Value)
				}
			}
		})
	}
}

// No event carries the text of a box that hides it, not even the first one of a
// box that was empty, nor that of its being emptied; others carry theirs.
func TestHiddenTextEvents(t *testing.T) {
	for toolkit, window := range hiding {
		t.Run(toolkit, func(t *testing.T) {
			var sent calls
			b := open(t, Options{OnCall: sent.record})
			app := hidingWindow(t, b, window.program)
			s := observe(t, b, app)
			ctx, cancel := context.WithCancel(deadline(t))
			defer cancel()
			events, err := b.Events(ctx, scopeOf(app, ""))
			if err != nil {
				t.Fatal(err)
			}
			// change sets a text and returns the event that tells of it.
			change := func(name, text, detail string) backends.Event {
				t.Helper()
				h := textBox(t, s, name).Handle
				if err := b.Act(deadline(t), app, h, setText(text)); err != nil {
					t.Fatal(err)
				}
				for {
					select {
					case e := <-events:
						if strings.Contains(e.Text, "hunter") {
							t.Errorf("the hidden text came with %+v", e)
						}
						if e.Kind == backends.EventText && e.Source == h && e.Detail == detail {
							return e
						}
					case <-time.After(patience):
						t.Fatalf("no event %s of %s", detail, name)
					}
				}
			}
			for _, name := range append(window.hollow, window.hidden...) {
				e := change(name, "hunter2", "insert")
				if e.Text != "" || e.Length == 0 {
					t.Errorf("%s: typed %+v", name, e)
				}
				if n := textBox(t, observe(t, b, app), name); !n.Secret || n.Value.State != tree.Unreadable {
					t.Errorf("%s: secret %v, value %v", name, n.Secret, n.Value)
				}
				change(name, "", "delete")
				if n := textBox(t, observe(t, b, app), name); n.Value.Value != "" || n.Secret == window.once && n.Role != tree.RolePassword {
					t.Errorf("%s, empty: secret %v, value %v", name, n.Secret, n.Value)
				}
				if e := change(name, "hunter3", "insert"); e.Text != "" {
					t.Errorf("%s: typed again %+v", name, e)
				}
			}
			for _, name := range []string{"empty", "plain"} {
				if e := change(name, "seen", "insert"); e.Text != "seen" {
					t.Errorf("%s: typed %+v", name, e)
				}
				if e := change(name, "", "delete"); e.Text != "seen" {
					t.Errorf("%s: deleted %+v", name, e)
				}
			}
		})
	}
}

// What a box displays is taken for text as soon as it cannot be an echo, and for a
// proven echo only where nobody types the like.
func TestDisguise(t *testing.T) {
	for _, c := range []struct {
		displayed string
		n         int
		want      disguise
	}{
		{"", 1, doubtful}, {"x", 0, doubtful}, {"x", 2, doubtful},
		{"x", 1, bare}, {"xy", 2, bare}, {"aa", 2, bare}, {"11111", 5, bare}, {"x●", 3, doubtful},
		{"-", 1, doubtful}, {"-5", 2, bare}, {"+49", 3, bare}, {"--", 2, doubtful}, {"--5", 3, bare}, {"----", 4, veiled}, {"----5", 5, bare},
		{"•", 1, doubtful}, {"• item", 6, bare}, {"●", 1, doubtful}, {"●●", 2, veiled}, {"●●x", 3, doubtful}, {"x●●", 3, doubtful}, {"●●xy", 4, bare},
		{"*", 1, doubtful}, {"***", 3, doubtful}, {"****", 4, veiled}, {"*.txt", 5, bare}, {"    ", 4, veiled}, {" é", 2, bare},
		{"´", 1, doubtful}, {"●●●´", 3, veiled}, {"o●●●●", 4, veiled}, {"●x●´", 3, doubtful}, {"-5x´", 3, bare}, {"にほ●", 1, doubtful},
	} {
		if got := disguiseOf([]rune(c.displayed), c.n); got != c.want {
			t.Errorf("%q of %d: %d, want %d", c.displayed, c.n, got, c.want)
		}
	}
}

// What is typed sign by sign into a real entry is a secret only while what it displays
// may be an echo; one that hides its text is never asked for it.
func TestTextThatLooksLikeAnEcho(t *testing.T) {
	window := hiding["gtk4"]
	var sent calls
	b := open(t, Options{OnCall: sent.record})
	app := hidingWindow(t, b, window.program)
	s := observe(t, b, app)
	ctx, cancel := context.WithCancel(deadline(t))
	defer cancel()
	events, err := b.Events(ctx, scopeOf(app, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"-5", "+49", "--x", "xy", "aa", "***bold***", "•• an item", "     blank"} {
		for _, name := range []string{"empty", "entry", "star"} {
			h := textBox(t, s, name).Handle
			at, _ := parseHandle(h)
			from := len(sent.since(0))
			for n := range []rune(text) {
				part := string([]rune(text)[:n+1])
				if err := b.Act(deadline(t), app, h, setText(part)); err != nil {
					t.Fatal(err)
				}
				now := textBox(t, observe(t, b, app), name)
				switch {
				case now.Secret && now.Value.State != tree.Unreadable, now.SecretUnproven && !now.Secret:
					t.Errorf("%s with %q: secret %v, unproven %v, value %v", name, part, now.Secret, now.SecretUnproven, now.Value)
				case name == "empty" && !now.Secret && now.Value != tree.KnownText(part):
					t.Errorf("%s with %q says %v", name, part, now.Value)
				case name == "empty" && now.Secret && (part == text || strings.Trim(part, part[:1]) != "" && !strings.HasPrefix(part, "*") && !strings.HasPrefix(part, "•")):
					t.Errorf("%s with %q is a secret", name, part)
				case name != "empty" && (!now.Secret || n > 3 && now.SecretUnproven):
					t.Errorf("%s with %q: secret %v, unproven %v", name, part, now.Secret, now.SecretUnproven)
				}
			}
			for _, call := range sent.since(from) {
				if name != "empty" && call == callGetText.name()+" "+string(at.path) {
					t.Errorf("%s was asked for its text", name)
				}
			}
			// The stream follows: the last text is told of a plain box alone, and of one
			// that held what nobody types unless that is seen beside other text.
			mark := map[bool]string{true: "end"}[name == "empty"]
			if err := b.Act(deadline(t), app, h, setText("end")); err != nil {
				t.Fatal(err)
			}
			for told := false; !told; {
				select {
				case e := <-events:
					if e.Kind != backends.EventText || e.Source != h {
						continue
					}
					if name != "empty" && e.Text != "" {
						t.Errorf("%s told %q", name, e.Text)
					}
					told = e.Detail == "insert" && e.Length == 3 && (e.Text == mark || tree.HoldsEcho(text))
				case <-time.After(patience):
					t.Fatalf("%s did not tell %q after %q", name, mark, text)
				}
			}
		}
	}
}
