package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
)

// The command line records and replays while the window is open.
func TestTheListsFollowWhatOthersStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	touch := func(at time.Time) {
		t.Helper()
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	touch(time.Now().Add(-time.Hour))
	s := newShelf()
	d := open(t, Services{Store: s, StoreFile: path})
	d.idle()
	lists := func(recordings, runs string) func() bool {
		return func() bool { return d.Idle() && d.has("tab", recordings) && d.has("tab", runs) }
	}
	s.put(recorder.Recording{ID: "r1", Name: "One"})
	touch(time.Now().Add(-time.Minute))
	d.until("the changed file is read", lists("Recordings (1)", "Runs (0)"))
	s.put(recorder.Recording{ID: "r2", Name: "Two"})
	d.drawer.Tabs.Select(view.TabRecordings)
	d.until("the tab is read when it is chosen", lists("Recordings (2)", "Runs (0)"))

	s.mu.Lock()
	s.runs["u1"] = recorder.Run{ID: "u1"}
	s.runs["u2"] = recorder.Run{ID: "u2"}
	s.mu.Unlock()
	d.drawer.Tabs.Select(view.TabRuns)
	d.until("the runs are there", lists("Recordings (2)", "Runs (2)"))
	d.drawer.Runs.Set(d.runs, 1)
	chosen := d.runs[1].ID
	s.mu.Lock()
	s.runs["u3"] = recorder.Run{ID: "u3"}
	s.mu.Unlock()
	d.refreshLibrary()
	d.until("one more is there", lists("Recordings (2)", "Runs (3)"))
	if got := d.runs[d.drawer.Runs.Chosen()].ID; got != chosen {
		t.Errorf("run %s is chosen, not %s any more", got, chosen)
	}
}

func TestAStoreIsReadAgainWhenItIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &storeWatch{path: path}
	for _, c := range []struct {
		after time.Duration
		want  bool
	}{{storeSettled / 2, false}, {storeSettled, true}, {2 * storeSettled, false}} {
		if got := w.changed(info.ModTime().Add(c.after)); got != c.want {
			t.Errorf("%v after it was written: %v", c.after, got)
		}
	}
}
