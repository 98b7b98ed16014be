package app

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// eitherFiles asks with the first, or with the second where the first cannot.
type eitherFiles struct{ first, second Files }

// Open asks for a file to read.
func (e eitherFiles) Open(title, kind string, extensions ...string) (string, error) {
	if e.first != nil {
		if path, err := e.first.Open(title, kind, extensions...); !errors.Is(err, ErrNoDialogs) {
			return path, err
		}
	}
	return e.second.Open(title, kind, extensions...)
}

// Save asks for a file to write.
func (e eitherFiles) Save(title, kind, name string) (string, error) {
	if e.first != nil {
		if path, err := e.first.Save(title, kind, name); !errors.Is(err, ErrNoDialogs) {
			return path, err
		}
	}
	return e.second.Save(title, kind, name)
}

// windowFiles asks for file names with dialogs inside the window, where the
// system's own are not to be had.
type windowFiles struct{ a *App }

// answer is what a dialog came to.
type answer struct {
	path string
	err  error
}

func (w windowFiles) ask(dialogFor func(reply func(string, error)) *dialog.FileDialog) (string, error) {
	answers := make(chan answer, 2) // closing with Esc and what Fyne makes of it
	w.a.post(func() {
		d := dialogFor(func(path string, err error) {
			if err == nil && path == "" {
				err = ErrCancelled
			}
			answers <- answer{path, err}
		})
		q := &question{title: "File", cancel: func() {
			d.Hide()
			answers <- answer{err: ErrCancelled}
		}}
		w.a.openDialog(d, q, fyne.NewSize(820, 560))
	})
	select {
	case got := <-answers:
		return got.path, got.err
	case <-w.a.ctx.Done():
		return "", ErrCancelled
	}
}

// Open asks for a file to read.
func (w windowFiles) Open(_, _ string, extensions ...string) (string, error) {
	return w.ask(func(reply func(string, error)) *dialog.FileDialog {
		d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
			if r == nil {
				reply("", err)
				return
			}
			path := r.URI().Path()
			_ = r.Close() // only its name was wanted
			reply(path, err)
		}, w.a.window)
		if len(extensions) > 0 {
			var dotted []string
			for _, e := range extensions {
				dotted = append(dotted, "."+e)
			}
			d.SetFilter(storage.NewExtensionFileFilter(dotted))
		}
		return d
	})
}

// Save asks for a file to write.
func (w windowFiles) Save(_, _, name string) (string, error) {
	return w.ask(func(reply func(string, error)) *dialog.FileDialog {
		d := dialog.NewFileSave(func(wr fyne.URIWriteCloser, err error) {
			if wr == nil {
				reply("", err)
				return
			}
			path := wr.URI().Path()
			_ = wr.Close()
			reply(path, err)
		}, w.a.window)
		d.SetFileName(name)
		return d
	})
}

func (a *App) beginAsking() {
	a.asking++
	a.updateOutline()
}

func (a *App) endAsking() {
	a.asking--
	a.updateOutline()
}

// openFile asks for a file, reads it on a worker, and then shows what it held.
func (a *App) openFile(title, kind string, extensions []string, read func(path string) error, then func()) {
	a.withFile(func() (string, error) { return a.s.Files.Open(title, kind, extensions...) }, read, func(string) { then() })
}

// saveAs asks for a file and writes it on a worker. without says what is missing in
// it, "" for nothing.
func (a *App) saveAs(title, kind, name, without string, write func(path string) error) {
	a.withFile(func() (string, error) { return a.s.Files.Save(title, kind, name) }, write, func(path string) {
		if without != "" {
			without = ", without " + without
		}
		a.say("wrote " + path + without)
	})
}

// withFile asks for a file and works on it, both on a goroutine of its own, and then
// shows what came of it.
func (a *App) withFile(ask func() (string, error), work func(path string) error, then func(path string)) {
	a.beginAsking()
	go func() {
		path, err := ask()
		a.later(a.endAsking)
		a.busy.Add(1)
		if err == nil {
			err = work(path)
		}
		a.finish(func() {
			switch {
			case errors.Is(err, ErrCancelled):
			case err != nil:
				a.warn(err)
			default:
				then(path)
			}
		})
	}()
}

// freeze makes a loaded snapshot ready to show. Any goroutine.
func (a *App) freeze(s *tree.Snapshot) *observation {
	// The ID in the file is of the store of whoever saved it.
	s.ID = a.snapshots.Next()
	f := inspector.Freeze(s)
	f.Survey() // computed here, so that the window does not wait for it
	f.Hits()
	o := &observation{frozen: f, capture: s.Capture, at: s.Taken}
	if s.Capture == nil || s.Capture.Image == nil {
		o.pictureProblem = "the file holds no picture"
	}
	return o
}
