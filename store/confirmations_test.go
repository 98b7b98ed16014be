package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/samebutton/samebutton/store"
)

func TestAConfirmationIsTakenOnceAndInTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.PutConfirmation("digest", `Click button "Delete"`, time.Minute)
	if err != nil || len(c.Code) != 8 {
		t.Fatalf("%+v %v", c, err)
	}
	late, err := s.PutConfirmation("other", "late", -time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(path, store.Options{}); err != nil { // another command takes it
		t.Fatal(err)
	}
	defer s.Close()
	if got, err := s.TakeConfirmation(c.Code); err != nil || got.Digest != "digest" || got.Title != c.Title {
		t.Errorf("%+v %v", got, err)
	}
	for _, code := range []string{c.Code, late.Code, "", "NOSUCHCO"} {
		if got, err := s.TakeConfirmation(code); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %+v %v", code, got, err)
		}
	}
}
