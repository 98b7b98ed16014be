package app

import (
	"os"
	"time"
)

// storeSettled is how long the store's file must have been left alone before the
// lists are read again: a command that records writes at each step, and each reading
// copies the store then.
const storeSettled = 900 * time.Millisecond

// storeWatch notices that another process has written to the store. Only [App.tick]
// uses it.
type storeWatch struct {
	path string
	read time.Time // modification time of the file when the lists were read last
}

func (a *App) newStoreWatch() *storeWatch {
	w := &storeWatch{path: a.s.StoreFile}
	w.changed(time.Now().Add(storeSettled)) // New reads the lists
	return w
}

// changed reports whether the file was written to since it last said so. It costs
// one look at the file's times.
func (w *storeWatch) changed(now time.Time) bool {
	if w.path == "" {
		return false
	}
	info, err := os.Stat(w.path)
	if err != nil || info.ModTime().Equal(w.read) || now.Sub(info.ModTime()) < storeSettled {
		return false
	}
	w.read = info.ModTime()
	return true
}
