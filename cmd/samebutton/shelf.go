package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/samebutton/samebutton/store"
)

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

// shelve returns the open store, or opens it.
func (c *cli) shelve(o store.Options) (*store.Store, error) {
	if c.shelf != nil && (o.ReadOnly || !c.shelf.ReadOnly()) {
		return c.shelf, nil
	}
	path := c.storePath
	if path == "" {
		path = store.DefaultPath()
	}
	c.close() // a reader of our own would keep us from writing
	s, err := store.Open(path, o)
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
	failure := fail(storeFailed, "check the file, its folder and the free space, or choose another with --store", "%v", err)
	failure.cause = err
	return failure
}

// nameFailure is a name that the store does not take, or a failure of the store.
func nameFailure(err error) *failure {
	if errors.Is(err, store.ErrInvalid) {
		return fail(usage, "give it another name", "%v", err)
	}
	return storeFailure(err)
}
