package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// prepare makes sure that there is a regular file to open.
func (s *Store) prepare(readOnly bool) error {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, os.ErrNotExist) && readOnly:
		return fmt.Errorf("%w: there is no store yet; record something first", ErrNotFound)
	case errors.Is(err, os.ErrNotExist):
		return create(s.path)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%w: it is a directory", ErrCorrupt)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: it is not a regular file", ErrCorrupt)
	case info.Size() == 0 && readOnly:
		return fmt.Errorf("%w: the store is empty; record something first", ErrNotFound)
	}
	return nil
}

// create makes a store under another name and then gives it its own, so that a
// file of that name is always whole. Where another process was faster, its file
// stays.
func create(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".samebutton-new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := f.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(f.Name(), fileMode, nil)
	if err != nil {
		return err
	}
	if err := errors.Join(Migrate(db), db.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil {
		// Another process was faster, or the file system has no links and bbolt
		// begins the file in place: both show when the file is opened.
		return nil
	}
	return syncDir(dir)
}

// syncDir makes a new name durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// tighten takes the rights of others off an existing file.
func tighten(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&^fileMode == 0 {
		return err
	}
	return os.Chmod(path, fileMode)
}
