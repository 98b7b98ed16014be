package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// loadLibrary reads the lists of recordings and runs again; chosen is the ID of
// the recording to choose, "" for the one that was.
func (a *App) loadLibrary(chosen string) { a.readAgain(chosen, a.warn) }

// refreshLibrary reads the lists again in case another process has changed them.
// Where that fails the lists stay: nobody asked for it, and the next thing that a
// person does with the store says what is wrong.
func (a *App) refreshLibrary() {
	if a.recording.cancel == nil && a.replay.cancel == nil {
		a.readAgain("", func(error) {})
	}
}

// readAgain reads the lists on a worker and shows what has changed.
func (a *App) readAgain(chosen string, complain func(error)) {
	if a.s.Store == nil {
		return
	}
	if chosen == "" {
		chosen = a.chosenID
	}
	var items []view.RecordingItem
	var runs []recorder.Run
	var open *recorder.Recording // the one that is shown, as it is stored
	var err error
	shown, notice := a.recording.rec.ID, a.noticeChange()
	a.do(storeLimit, func(context.Context) {
		items, open, err = a.readLibrary(shown)
		if err == nil {
			runs, err = a.s.Store.Runs()
		}
	}, func() {
		if err != nil {
			complain(err)
			return
		}
		notice(open)
		first := a.recordings == nil
		if first || !reflect.DeepEqual(runs, a.runs) {
			a.showRuns(runs)
		}
		if !first && chosen == a.chosenID && reflect.DeepEqual(items, a.recordings) {
			return // what a person has scrolled to stays
		}
		a.recordings, a.chosenID = items, ""
		at := -1
		for i := range items {
			if items[i].ID == chosen {
				at, a.chosenID = i, chosen
			}
		}
		a.drawer.Recordings.Set(items, at)
		a.drawer.Tabs.Rename(view.TabRecordings, fmt.Sprintf("Recordings (%d)", len(items)))
		a.updateCommands()
	})
}

// showRuns lists the runs; the one that was chosen stays so.
func (a *App) showRuns(runs []recorder.Run) {
	at := -1
	if was := a.drawer.Runs.Chosen(); was >= 0 && was < len(a.runs) {
		at = slices.IndexFunc(runs, func(r recorder.Run) bool { return r.ID == a.runs[was].ID })
	}
	a.runs = runs
	a.drawer.Runs.Set(runs, at)
	a.drawer.Tabs.Rename(view.TabRuns, fmt.Sprintf("Runs (%d)", len(runs)))
}

// readLibrary lists the recordings with which of their steps cannot be replayed, and
// returns the one with the ID shown, nil where it is not there.
func (a *App) readLibrary(shown string) ([]view.RecordingItem, *recorder.Recording, error) {
	sums, err := a.s.Store.Recordings()
	if err != nil {
		return nil, nil, err
	}
	var open *recorder.Recording
	items := make([]view.RecordingItem, 0, len(sums))
	for _, s := range sums {
		it := view.RecordingItem{ID: s.ID, Name: s.Name, Application: s.Application, Steps: s.Steps, Created: s.Created}
		if rec, err := a.s.Store.Recording(s.ID); err == nil {
			if s.ID == shown {
				open = &rec
			}
			never := recorder.Check(rec, true)
			for at := range rec.Steps {
				if _, blocked := never[at]; blocked {
					it.Blocked = append(it.Blocked, at+1)
				}
			}
			it.NeedsInput = len(recorder.Check(rec, false)) > len(never)
		}
		items = append(items, it)
	}
	return items, open, nil
}

// chooseRecording opens the recording at a place of the list.
func (a *App) chooseRecording(i int, show bool) {
	if a.recording.cancel != nil || a.replay.cancel != nil {
		return
	}
	a.chosenID = a.recordings[i].ID
	a.withRecording(a.chosenID, func(rec recorder.Recording) {
		a.openRecording(rec)
		if show {
			a.showDrawer(view.TabRecording)
		}
	})
}

// withRecording reads a recording on a worker.
func (a *App) withRecording(id string, then func(recorder.Recording)) {
	var rec recorder.Recording
	var err error
	a.do(storeLimit, func(context.Context) { rec, err = a.s.Store.Recording(id) }, func() {
		if err != nil {
			a.warn(err)
			return
		}
		then(rec)
	})
}

// write changes the store on a worker and reads the lists again.
func (a *App) write(what, chosen string, change func() error) {
	var err error
	a.do(storeLimit, func(context.Context) { err = change() }, func() {
		if err != nil {
			a.warn(err)
		} else {
			a.say(what)
		}
		a.loadLibrary(chosen)
	})
}

// askRename asks for another name of the recording that is shown.
func (a *App) askRename() {
	entry := a.dialogEntry(false)
	entry.SetText(a.recording.rec.Name)
	form := widget.NewForm(widget.NewFormItem("Name", entry))
	a.ask("Rename the recording", form, "Rename", widget.HighImportance, fyne.NewSize(420, 0), entry, func() {
		a.nameEntry.SetText(entry.Text)
		a.nameEntered(entry.Text)
	})
}

// askDelete asks before a recording is deleted for good.
func (a *App) askDelete() {
	rec := a.recording.rec
	text := fmt.Sprintf("Delete the recording %q with its %s?\nIt cannot be brought back.", rec.Name, count(len(rec.Steps), "step"))
	a.ask("Delete a recording", widget.NewLabel(text), "Delete", widget.DangerImportance, fyne.Size{}, nil, func() {
		a.recording, a.editing = recording{}, nil
		a.nameEntry.SetText("")
		a.showSteps()
		a.updateCommands()
		a.write("deleted "+rec.Name, "", func() error { return a.s.Store.DeleteRecording(rec.ID) })
	})
}

// exportRecording writes the recording that is shown into a file.
func (a *App) exportRecording() {
	rec := a.recording.rec
	a.saveAs("Export the recording", "Samebutton recording", fileName(rec.Name)+store.Extension, "", func(path string) error {
		as, err := store.FormatOf(path)
		if err != nil {
			return err
		}
		return store.ExportRecording(path, rec, as)
	})
}

// importRecording reads a recording from a file into the store.
func (a *App) importRecording() {
	var rec recorder.Recording
	var asked string
	a.openFile("Import a recording", "Samebutton recording", []string{"json", "txt"}, func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("import recording: %w", err)
		}
		defer f.Close()
		if rec, err = store.DecodeRecording(f); err != nil {
			return err
		}
		asked = rec.Name
		rec, err = a.s.Store.ImportRecording(rec)
		return err
	}, func() {
		said := "imported " + rec.Name
		if rec.Name != asked {
			said += ": another recording is called " + asked
		}
		a.say(said)
		a.openRecording(rec)
		a.loadLibrary(rec.ID)
		a.showDrawer(view.TabRecording)
	})
}

// fileName makes a name fit for a file.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimSpace(name))
	if clean == "" || clean == "." || clean == ".." {
		return "recording"
	}
	return clean
}

// openSnapshot shows a snapshot from a file instead of a live application.
func (a *App) openSnapshot() {
	var o *observation
	name := ""
	a.openFile("Open a snapshot", "Samebutton snapshot", []string{strings.TrimPrefix(file.Extension, ".")}, func(path string) error {
		s, err := a.s.OpenSnapshot(path)
		if err != nil {
			return err
		}
		if len(s.Nodes) == 0 {
			return errors.New("open snapshot: it holds no elements")
		}
		o = a.freeze(s)
		name = filepath.Base(path)
		return nil
	}, func() {
		if a.hasTarget {
			a.before = a.target
		}
		a.leave()
		a.target, a.offline = o.frozen.Application, name
		a.drawer.Events.SetEmpty("A saved snapshot", "It was read once and says no events.", "Back to Live shows those of a running application.")
		a.show(o)
		a.showDoubt()
	})
}

// backToLive shows again the application that was observed before a snapshot was
// opened, or lets a person choose one where there was none.
func (a *App) backToLive() {
	if a.before.Name == "" {
		a.chooseApplication()
		return
	}
	a.observe(a.before)
	a.focusTree()
}

// saveSnapshot writes what is shown, secrets in the picture painted over. Where a
// password field may be in what was not read, the picture is left out: a file is kept
// and handed on.
func (a *App) saveSnapshot() {
	s := *a.seen.frozen.Snapshot
	without := ""
	if s.Capture = a.seen.capture; s.Capture != nil && !recorder.Maskable(a.seen.frozen) {
		s.Capture, without = nil, "a picture: what was not read may be a password field"
	}
	name := fmt.Sprintf("%s-%s%s", fileName(s.Application.Name), s.Taken.Format("20060102-150405"), file.Extension)
	a.saveAs("Save the snapshot", "Samebutton snapshot", name, without, func(path string) error { return a.s.SaveSnapshot(path, &s) })
}
