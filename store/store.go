package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/samebutton/samebutton/recorder"
)

var _ recorder.Journal = (*Store)(nil)

// DefaultTimeout is how long Open waits for another process.
const DefaultTimeout = 2 * time.Second

// Options says how to open a store.
type Options struct {
	// ReadOnly opens the file as it is now, also while another process writes.
	ReadOnly bool
	// Timeout is how long to wait for another process; 0 means DefaultTimeout.
	Timeout time.Duration
	// Keep says which pictures stay though nothing names them: those that the caller
	// put, or can bring back by an undo. nil is none.
	Keep func(hash string) bool
}

// Store is an open store file.
type Store struct {
	db   *bolt.DB
	path string
	keep func(hash string) bool // Options.Keep
	// live says that another process holds the write lock: runs without an end
	// may still be going on.
	live bool

	// writing is held by each writer, and by Close: what is acknowledged while the file
	// is written anew would be in the old one alone.
	writing sync.RWMutex
	closed  bool // guarded by writing

	mu sync.Mutex
	// broken is why nothing is done any more: after a failed sync or a fault
	// nobody knows what memory and file have in common. Opening anew finds out.
	broken error
	// proven are buckets all of whose values were found whole.
	proven map[string]bool
}

// DefaultPath returns $XDG_DATA_HOME/samebutton/samebutton.db, by default
// ~/.local/share/samebutton/samebutton.db; a relative file name where there is
// no home.
func DefaultPath() string {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) { // the XDG specification: relative ones are ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "samebutton.db"
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "samebutton", "samebutton.db")
}

// Open opens the store at path. For writing it creates file and folder where
// they are missing, migrates an older schema, settles the runs that a dead
// process left open and removes the pictures that it left. For reading nothing
// is changed, and a missing store is ErrNotFound.
func Open(path string, opts Options) (*Store, error) {
	if opts.Timeout <= 0 {
		opts.Timeout = DefaultTimeout
	}
	s := &Store{path: path, keep: opts.Keep, proven: map[string]bool{}}
	if err := guarded(func() error { return s.open(opts) }); err != nil {
		s.Close()
		return nil, fmt.Errorf("open store %s: %w", path, classify(err))
	}
	return s, nil
}

func (s *Store) open(opts Options) error {
	if err := s.prepare(opts.ReadOnly); err != nil {
		return err
	}
	db, err := bolt.Open(s.path, fileMode, &bolt.Options{
		Timeout:      opts.Timeout,
		ReadOnly:     opts.ReadOnly,
		FreelistType: bolt.FreelistMapType,
		OpenFile: func(path string, flag int, mode os.FileMode) (*os.File, error) {
			return s.openFile(path, flag, mode, opts)
		},
	})
	if err != nil {
		return err
	}
	s.db = db
	if err := db.View(func(tx *bolt.Tx) error { return checkSchema(tx, opts.ReadOnly) }); err != nil {
		return err
	}
	if opts.ReadOnly {
		return nil
	}
	if err := errors.Join(tighten(s.path), s.dropUnfinished()); err != nil {
		return err
	}
	if err := Migrate(db); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	return s.sweep()
}

// openFile locks and checks the file before bbolt maps it. The lock belongs to
// the open file, so that bbolt's own lock on it succeeds at once.
func (s *Store) openFile(path string, flag int, mode os.FileMode, opts Options) (*os.File, error) {
	for deadline := time.Now().Add(opts.Timeout); ; {
		f, err := s.lockedFile(path, flag, mode, opts)
		if err != nil || s.live {
			return f, err
		}
		// A process that compacted the store while this one waited for the lock has put
		// another file in its place: this one is nobody's any more.
		if same, err := stillAt(path, f); same || err != nil || time.Now().After(deadline) {
			if err == nil && !same {
				err = ErrInUse
			}
			if err != nil {
				f.Close()
				return nil, err
			}
			return f, nil
		}
		f.Close()
	}
}

// stillAt reports whether the path still names the open file.
func stillAt(path string, f *os.File) (bool, error) {
	ours, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(ours, there), err
}

func (s *Store) lockedFile(path string, flag int, mode os.FileMode, opts Options) (_ *os.File, err error) {
	f, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	wait := opts.Timeout
	if opts.ReadOnly {
		wait = min(wait, lockPoll)
	}
	switch err := lock(f, !opts.ReadOnly, wait); {
	case errors.Is(err, errLocked) && opts.ReadOnly:
		s.live = true
		defer f.Close()
		return copyLive(f, time.Now().Add(opts.Timeout))
	case errors.Is(err, errLocked):
		if who := holder(path); who != "" {
			return nil, fmt.Errorf("%w: %s", ErrInUse, who)
		}
		return nil, ErrInUse
	case err != nil:
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 && !opts.ReadOnly {
		return f, nil // bbolt begins it
	}
	if err := checkPages(f, info.Size()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return f, nil
}

// Path returns the path with which the store was opened.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether the store was opened for reading.
func (s *Store) ReadOnly() bool { return s.db.IsReadOnly() }

// Close releases the file. A nil Store and a second call are allowed. Calls that
// are under way end first.
func (s *Store) Close() error {
	if s == nil || s.db == nil {
		return nil
	}
	if s.failure() != nil {
		// A transaction that faulted may hold bbolt's locks for good.
		go func() { _ = guarded(s.db.Close) }()
		return nil
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	s.closed = true
	var compacted error
	if !s.ReadOnly() {
		compacted = guarded(s.compactIfDue)
	}
	if err := guarded(s.db.Close); err != nil {
		return fmt.Errorf("close store: %w", classify(err))
	}
	if compacted != nil && !isFull(compacted) && !errors.Is(classify(compacted), ErrClosed) {
		return fmt.Errorf("write the store anew, without what was deleted (all of it is still there): %w", classify(compacted))
	}
	return nil
}

// CheckConsistency runs bbolt's own check over the whole file; for tests and
// the doctor.
func (s *Store) CheckConsistency() error {
	return s.view("check store", func(tx *bolt.Tx) error {
		var found []error
		for err := range tx.Check() {
			found = append(found, err)
		}
		if len(found) > 0 {
			return fmt.Errorf("%w: %w", ErrCorrupt, errors.Join(found...))
		}
		return nil
	})
}

// view reads in one transaction. what is verb and object for errors.
func (s *Store) view(what string, fn func(tx *bolt.Tx) error) error {
	return s.transact(what, s.db.View, fn)
}

// update writes in one transaction that is synced before it returns nil.
func (s *Store) update(what string, fn func(tx *bolt.Tx) error) error {
	if s.ReadOnly() {
		return fmt.Errorf("%s: %w", what, ErrReadOnly)
	}
	s.writing.RLock()
	defer s.writing.RUnlock()
	if s.closed {
		return fmt.Errorf("%s: %w", what, ErrClosed)
	}
	return s.transact(what, s.db.Update, fn)
}

func (s *Store) transact(what string, begin func(func(*bolt.Tx) error) error, fn func(tx *bolt.Tx) error) error {
	if err := s.failure(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	var refused error
	done := false
	err := guarded(func() error {
		err := begin(func(tx *bolt.Tx) error {
			refused = fn(tx)
			return refused
		})
		done = true
		return err
	})
	if err == nil {
		return nil
	}
	err = classify(err)
	if !done || (refused == nil && !errors.Is(err, ErrFull) && !errors.Is(err, ErrClosed)) {
		s.fail(err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

func (s *Store) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken
}

func (s *Store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = fmt.Errorf("store failed before and must be opened anew: %w", err)
}

// guarded runs what touches the mapped file. bbolt panics on pages that make no
// sense, and a file that is cut short under it faults; both become ErrCorrupt.
func guarded(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	return fn()
}
