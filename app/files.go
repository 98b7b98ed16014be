package app

import (
	"errors"
	"fmt"
	"path/filepath"

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
	answers := make(chan answer, 1)
	w.a.post(func() {
		d := dialogFor(func(path string, err error) {
			if err == nil && path == "" {
				err = ErrCancelled
			}
			answers <- answer{path, err}
		})
		size := w.a.window.Canvas().Size()
		d.Resize(fyne.NewSize(min(820, size.Width-40), min(560, size.Height-40)))
		d.Show()
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

// openFile asks for a file, reads it on a worker, and then shows what it held.
func (a *App) openFile(title, kind string, extensions []string, read func(path string) error, then func()) {
	go func() {
		path, err := a.s.Files.Open(title, kind, extensions...)
		a.busy.Add(1)
		if err == nil {
			err = read(path)
		}
		a.finish(func() {
			switch {
			case errors.Is(err, ErrCancelled):
			case err != nil:
				a.warn(err)
			default:
				then()
			}
		})
	}()
}

// saveAs asks for a file and writes it on a worker.
func (a *App) saveAs(title, kind, name string, write func(path string) error) {
	go func() {
		path, err := a.s.Files.Save(title, kind, name)
		a.busy.Add(1)
		if err == nil {
			err = write(path)
		}
		a.finish(func() {
			switch {
			case errors.Is(err, ErrCancelled):
			case err != nil:
				a.warn(err)
			default:
				a.say(fmt.Sprintf("wrote %s", filepath.Base(path)))
			}
		})
	}()
}

// freeze makes a loaded snapshot ready to show. Any goroutine.
func (a *App) freeze(s *tree.Snapshot) *observation {
	if s.ID == "" {
		s.ID = fmt.Sprintf("s%d", a.snapshots.Add(1))
	}
	f := inspector.Freeze(s)
	f.Survey()
	o := &observation{frozen: f, capture: s.Capture, at: s.Taken}
	if s.Capture == nil || s.Capture.Image == nil {
		o.pictureProblem = "the file holds no picture"
	}
	return o
}

// openDialog shows a dialog at a width that suits the window; Esc closes it.
func (a *App) openDialog(d dialog.Dialog, size fyne.Size) {
	if !size.IsZero() {
		room := a.window.Canvas().Size()
		d.Resize(fyne.NewSize(min(size.Width, room.Width-40), max(d.MinSize().Height, min(size.Height, room.Height-60))))
	}
	d.SetOnClosed(func() { a.dialog = nil })
	a.dialog = d
	d.Show()
}
