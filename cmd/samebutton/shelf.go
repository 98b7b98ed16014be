package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/samebutton/samebutton/store"
)

// inUseHint says what to do where another program has the store.
const inUseHint = "wait until its recording or replay has ended, or close that program"

// openShelf opens the store of --store for writing, once.
func (c *cli) openShelf() (*store.Store, error) {
	return c.shelve(store.Options{})
}

// readShelf opens the store of --store for reading, once: that works while
// another process writes. It is nil where there is no store yet, and a failure
// where the folder that --store names is missing: that is a slip, not a store
// without anything in it.
func (c *cli) readShelf() (*store.Store, error) {
	if c.storePath != "" {
		if _, err := os.Stat(filepath.Dir(c.storePath)); err != nil {
			return nil, storeFailure(fmt.Errorf("open store %s: %w", c.storePath, err))
		}
	}
	s, err := c.shelve(store.Options{ReadOnly: true})
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return s, err
}

// shelfPath is where the store is.
func (c *cli) shelfPath() string {
	if c.storePath != "" {
		return c.storePath
	}
	return store.DefaultPath()
}

// shelve returns the open store, or opens it.
func (c *cli) shelve(o store.Options) (*store.Store, error) {
	if c.shelf != nil && (o.ReadOnly || !c.shelf.ReadOnly()) {
		return c.shelf, nil
	}
	c.close() // a reader of our own would keep us from writing
	s, err := store.Open(c.shelfPath(), o)
	if err != nil {
		return nil, storeFailure(err)
	}
	c.shelf = s
	return s, nil
}

// storeFailure is a failure of the store.
func storeFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	hint := "check the file, its folder and the free space, or choose another with --store"
	if errors.Is(err, store.ErrInUse) {
		hint = inUseHint
	}
	failure := fail(storeFailed, hint, "%v", err)
	failure.cause = err
	return failure
}

// nameFailure is a name that the store does not take, or a failure of the store.
func nameFailure(err error) *failure {
	switch {
	case errors.Is(err, store.ErrInvalid):
		return fail(usage, "give it another name", "%v", err)
	case errors.Is(err, store.ErrNameTaken):
		return fail(usage, nameTakenHint, "%v", err)
	}
	return storeFailure(err)
}

const nameTakenHint = "choose another name, or rename or delete that one with 'samebutton recordings'"

// checkFree refuses a name that a recording has, as name or ID: it could not be
// told from that one when it is replayed.
func checkFree(shelf *store.Store, name string) error {
	_, err := shelf.Recording(name)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err == nil, errors.Is(err, store.ErrAmbiguous):
		return fail(usage, nameTakenHint, "there is a recording %q already", name)
	}
	return storeFailure(err)
}
