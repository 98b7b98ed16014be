//go:build cgo

package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// commonShelf is the store as the window uses it: opened only while something in
// the window needs it, so that commands can write to it meanwhile, and shared by
// all that need it at the same time. It implements app.Store.
//
// Its methods may be called from any goroutine. Close it when all of them ended.
type commonShelf struct {
	path string

	mu      sync.Mutex
	free    sync.Cond // signalled when the last user left
	open    *store.Store
	users   int
	until   time.Time   // when the opening is closed, or as soon as it is unused after that
	closing *time.Timer // nil while nothing is open
	err     func(error) // hears what closing complains of

	// pictures are those that a step of the window may still name, by hash: it was put
	// for a step that is not stored yet, or an undo brings its step back.
	pictures sync.Map
}

// shelfLinger is how long an opening serves those who come after the first: a
// list of recordings is many readings in a row.
const shelfLinger = 200 * time.Millisecond

func newCommonShelf(path string, complain func(error)) *commonShelf {
	s := &commonShelf{path: path, err: complain}
	s.free.L = &s.mu
	return s
}

// take returns the open store, for writing if that is asked for, and opens it
// first where need be. It waits for readers in this process, and as long as
// store.Open for other ones. The caller gives it back.
func (s *commonShelf) take(write bool) (*store.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for write && s.open != nil && s.open.ReadOnly() {
		if s.users > 0 {
			s.free.Wait()
		} else {
			s.shut() // a reader of our own would keep us from writing
		}
	}
	if s.open == nil {
		opened, err := store.Open(s.path, store.Options{ReadOnly: !write, Keep: s.needs})
		if err != nil {
			return nil, inUse(err)
		}
		s.open, s.until = opened, time.Now().Add(shelfLinger)
		s.closing = time.AfterFunc(shelfLinger, s.expire)
	}
	s.users++
	return s.open, nil
}

// give is the end of what take began.
func (s *commonShelf) give() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users--; s.users > 0 {
		return
	}
	if !time.Now().Before(s.until) {
		s.shut()
	}
	s.free.Broadcast()
}

func (s *commonShelf) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users == 0 && !time.Now().Before(s.until) {
		s.shut()
	}
}

// shut closes what is open; the lock is held and nobody uses it.
func (s *commonShelf) shut() {
	if s.open == nil {
		return
	}
	s.closing.Stop()
	if err := s.open.Close(); err != nil {
		s.err(err)
	}
	s.open = nil
}

// close closes the store for good.
func (s *commonShelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut()
}

// inUse says what to do where another program has the store.
func inUse(err error) error {
	if errors.Is(err, store.ErrInUse) {
		return fmt.Errorf("%w; %s", err, inUseHint)
	}
	return err
}

// use performs work on the open store.
func use[T any](s *commonShelf, write bool, work func(*store.Store) (T, error)) (T, error) {
	opened, err := s.take(write)
	if err != nil {
		var none T
		return none, err
	}
	defer s.give()
	return work(opened)
}

// Recordings implements app.Store.
func (s *commonShelf) Recordings() ([]store.Summary, error) {
	return use(s, false, (*store.Store).Recordings)
}

// Recording implements app.Store.
func (s *commonShelf) Recording(idOrName string) (recorder.Recording, error) {
	return use(s, false, func(o *store.Store) (recorder.Recording, error) { return o.Recording(idOrName) })
}

// ImportRecording implements app.Store.
func (s *commonShelf) ImportRecording(rec recorder.Recording) (recorder.Recording, error) {
	return use(s, true, func(o *store.Store) (recorder.Recording, error) { return o.ImportRecording(rec) })
}

// ReplaceRecording implements app.Store.
func (s *commonShelf) ReplaceRecording(was, now recorder.Recording) error {
	if len(recorder.MadeSecret(was, now)) > 0 {
		s.pictures.Clear() // they may show it
	} else {
		for _, step := range was.Steps {
			if step.Picture != "" {
				s.pictures.Store(step.Picture, true)
			}
		}
	}
	_, err := use(s, true, func(o *store.Store) (struct{}, error) { return struct{}{}, o.ReplaceRecording(was, now) })
	return err
}

func (s *commonShelf) needs(hash string) bool {
	_, ok := s.pictures.Load(hash)
	return ok
}

// PutPicture implements app.Store.
func (s *commonShelf) PutPicture(png []byte) (string, error) {
	return use(s, true, func(o *store.Store) (string, error) {
		hash, err := o.PutPicture(png)
		if err == nil {
			s.pictures.Store(hash, true)
		}
		return hash, err
	})
}

// Picture implements app.Store.
func (s *commonShelf) Picture(hash string) ([]byte, error) {
	return use(s, false, func(o *store.Store) ([]byte, error) { return o.Picture(hash) })
}

// DeleteRecording implements app.Store.
func (s *commonShelf) DeleteRecording(idOrName string) error {
	s.pictures.Clear() // it cannot be brought back
	_, err := use(s, true, func(o *store.Store) (struct{}, error) { return struct{}{}, o.DeleteRecording(idOrName) })
	return err
}

// Runs implements app.Store.
func (s *commonShelf) Runs() ([]recorder.Run, error) {
	return use(s, false, (*store.Store).Runs)
}

// Run implements app.Store.
func (s *commonShelf) Run(id string) (recorder.Run, error) {
	return use(s, false, func(o *store.Store) (recorder.Run, error) { return o.Run(id) })
}
