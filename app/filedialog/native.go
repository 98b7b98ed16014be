//go:build cgo || windows

package filedialog

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/sqweek/dialog"

	"github.com/samebutton/samebutton/app"
)

type native struct{}

// Native returns the system's dialogs.
func Native() app.Files { return native{} }

// Open asks for a file to read.
func (native) Open(title, kind string, extensions ...string) (string, error) {
	return ask(func() (string, error) {
		b := dialog.File().Title(title)
		if len(extensions) > 0 {
			b = b.Filter(kind, extensions...).Filter("All files", "*")
		}
		return b.Load()
	})
}

// Save asks for a file to write.
func (native) Save(title, _, name string) (string, error) {
	return ask(func() (string, error) { return dialog.File().Title(title).SetStartFile(name).Save() })
}

// thread runs all calls, one after the other, on one thread of the system: GTK
// is not made for more.
var thread = sync.OnceValue(func() chan<- func() {
	calls := make(chan func())
	go func() {
		runtime.LockOSThread()
		for call := range calls {
			call()
		}
	}()
	return calls
})

func ask(show func() (string, error)) (path string, err error) {
	done := make(chan struct{})
	thread() <- func() {
		defer close(done)
		defer func() { // the library panics where GTK could not be started
			if cause := recover(); cause != nil {
				err = fmt.Errorf("%w: %v", app.ErrNoDialogs, cause)
			}
		}()
		path, err = show()
	}
	<-done
	if errors.Is(err, dialog.ErrCancelled) {
		err = app.ErrCancelled
	}
	return path, err
}
