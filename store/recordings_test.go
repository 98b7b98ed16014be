package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecordings(t *testing.T) {
	s := storetest.OpenTemp(t)
	first, second := recording("id-1", "Save", 7), recording("id-2", "Save", 2)
	second.Created = epoch.Add(time.Hour)
	must(t, s.PutRecording(first))
	must(t, s.PutRecording(second))

	got, err := s.Recording("id-1")
	must(t, err)
	if d := cmp.Diff(first, got); d != "" {
		t.Error(d)
	}
	if _, err := s.Recording("Save"); !errors.Is(err, store.ErrAmbiguous) || !strings.Contains(err.Error(), "id-1, id-2") {
		t.Errorf("two of that name: %v", err)
	}
	must(t, s.RenameRecording("id-2", "Print"))
	if err := s.RenameRecording("id-2", "Save"); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("onto another's name: %v", err)
	}
	must(t, s.RenameRecording("id-2", "Print")) // its own
	if got, err := s.Recording("Save"); err != nil || got.ID != "id-1" {
		t.Errorf("by name: %q, %v", got.ID, err)
	}
	list, err := s.Recordings()
	must(t, err)
	want := []store.Summary{
		{ID: "id-2", Name: "Print", Application: "Orders", Created: second.Created, Steps: 2},
		{ID: "id-1", Name: "Save", Application: "Orders", Created: epoch, Steps: 7},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Error(d)
	}
	// An exact ID goes before a name that reads the same.
	must(t, s.RenameRecording("id-2", "id-1"))
	if got, err := s.Recording("id-1"); err != nil || got.Name != "Save" {
		t.Errorf("ID and name alike: %q, %v", got.Name, err)
	}
	must(t, s.DeleteRecording("id-1"))
	must(t, s.DeleteRecording("id-1")) // now the name of id-2
	for _, call := range []error{s.DeleteRecording("id-1"), s.RenameRecording("id-1", "x"), func() error { _, err := s.Recording(""); return err }()} {
		if !errors.Is(call, store.ErrNotFound) {
			t.Errorf("gone: %v", call)
		}
	}
	if list, err := s.Recordings(); err != nil || len(list) != 0 {
		t.Errorf("left: %v, %v", list, err)
	}
}

// TestAnEditNeverOverwritesAnother: two programs edit the same recording; the one
// that knows only what it was before is told so.
func TestAnEditNeverOverwritesAnother(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.PutRecording(recording("id", "Save", 3)))
	must(t, s.PutRecording(recording("other", "Taken", 1)))
	was, err := s.Recording("id")
	must(t, err)
	mine, theirs := was, was
	mine.Steps = slices.Clone(was.Steps)
	mine.Steps[0].Disabled = true
	must(t, s.ReplaceRecording(was, mine))
	theirs.Steps = was.Steps[:1]
	if err := s.ReplaceRecording(was, theirs); !errors.Is(err, store.ErrChanged) {
		t.Errorf("an edit of what it was before: %v", err)
	}
	named := mine
	named.Name = "Taken"
	if err := s.ReplaceRecording(mine, named); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("a name that another one has: %v", err)
	}
	if got, err := s.Recording("id"); err != nil || len(got.Steps) != 3 || !got.Steps[0].Disabled || got.Name != "Save" {
		t.Errorf("stored %+v, %v", got, err)
	}
	must(t, s.DeleteRecording("id"))
	if err := s.ReplaceRecording(mine, mine); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an edit of what was deleted: %v", err)
	}
}

func TestPutRecordingRefuses(t *testing.T) {
	s := storetest.OpenTemp(t)
	must(t, s.PutRecording(recording("id", "Save", 3)))
	for name, c := range map[string]struct {
		want  error
		forge func(r *recorder.Recording)
	}{
		"password": {store.ErrSecret, func(r *recorder.Recording) { r.Steps[1].Text = "hunter2" }},
		"effect": {store.ErrSecret, func(r *recorder.Recording) {
			r.Steps[0].Effects[0] = recorder.Effect{Kind: recorder.EffectValue, Role: "password", Detail: "hunter2"}
		}},
		"secret value": {store.ErrSecret, func(r *recorder.Recording) { r.Parameters[0].Default = "hunter2" }},
		"schema":       {store.ErrInvalid, func(r *recorder.Recording) { r.Schema = "samebutton/recording/v9" }},
		"no ID":        {store.ErrInvalid, func(r *recorder.Recording) { r.ID = "" }},
		"ID with path": {store.ErrInvalid, func(r *recorder.Recording) { r.ID = "../x" }},
		"not readable": {store.ErrInvalid, func(r *recorder.Recording) { r.Steps[0].Target.Locator.Segments[0].Role = "knob" }},
	} {
		rec := recording("id", "Other", 3)
		c.forge(&rec)
		err := s.PutRecording(rec)
		if !errors.Is(err, c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := s.Recording("id"); err != nil || got.Name != "Save" {
		t.Errorf("replaced by what was refused: %q, %v", got.Name, err)
	}
	raw, err := os.ReadFile(s.Path())
	must(t, err)
	if bytes.Contains(raw, []byte("hunter2")) {
		t.Error("the secret is in the file")
	}
}

func TestPictures(t *testing.T) {
	s := storetest.OpenTemp(t)
	png := picture(t, 1, 40)
	hash, err := s.PutPicture(png)
	must(t, err)
	again, err := s.PutPicture(png)
	if err != nil || again != hash {
		t.Errorf("second time: %s, %v", again, err)
	}
	got, err := s.Picture(hash)
	if err != nil || !bytes.Equal(got, png) {
		t.Errorf("other bytes, %v", err)
	}
	for _, bad := range [][]byte{nil, []byte("GIF89a"), append(bytes.Clone(png), make([]byte, store.MaxPicture)...)} {
		if _, err := s.PutPicture(bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
	for _, bad := range []string{"", "zz", hash[:10], strings.Repeat("0", 64)} {
		if _, err := s.Picture(bad); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestDeleteRecordingDropsItsPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	put := func(seed uint64) string {
		hash, err := s.PutPicture(picture(t, seed, 8))
		must(t, err)
		return hash
	}
	own, shared, inRun := put(1), put(2), put(3)
	gone, stays := recording("gone", "Gone", 4), recording("stays", "Stays", 1)
	gone.Steps[0].Picture, gone.Steps[1].Picture, gone.Steps[2].Picture = own, shared, inRun
	stays.Steps[0].Picture = shared
	must(t, s.PutRecording(stays))
	must(t, s.BeginRun(newRun("run")))
	result := passed(1)
	result.Before = inRun
	must(t, s.PutResult("run", result))
	must(t, s.Close())

	s = storetest.Open(t, path)
	late := put(4)
	gone.Steps[3].Picture = late
	must(t, s.PutRecording(gone))
	must(t, s.DeleteRecording("gone"))
	wantPictures(t, s, map[string]bool{own: false, shared: true, inRun: true, late: false})
}

// wantPictures checks which pictures, by hash, are stored.
func wantPictures(t *testing.T, s *store.Store, want map[string]bool) {
	t.Helper()
	for hash, kept := range want {
		if _, err := s.Picture(hash); (err == nil) != kept || (err != nil && !errors.Is(err, store.ErrNotFound)) {
			t.Errorf("picture %.8s: %v, want it kept: %v", hash, err, kept)
		}
	}
}

// TestPicturesOfUnstoredRecordings: what a recording under way has put is spared,
// and goes when the store is opened after it was given up.
func TestPicturesOfUnstoredRecordings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	put := func(seed uint64) string {
		hash, err := s.PutPicture(picture(t, seed, 8))
		must(t, err)
		return hash
	}
	both, named, before, after, never := put(1), put(2), put(3), put(4), put(5)
	gone, stays := recording("gone", "Gone", 1), recording("stays", "Stays", 1)
	gone.Steps[0].Picture, stays.Steps[0].Picture = both, named
	must(t, s.PutRecording(gone))
	must(t, s.PutRecording(stays))
	must(t, s.BeginRun(newRun("run")))
	result := passed(1)
	result.Before, result.After = before, after
	must(t, s.PutResult("run", result))
	put(1) // the recording under way sees the same
	put(2)
	must(t, s.DeleteRecording("gone"))
	wantPictures(t, s, map[string]bool{both: true, named: true, before: true, after: true, never: true})

	reader, err := store.Open(path, store.Options{ReadOnly: true})
	must(t, err)
	wantPictures(t, reader, map[string]bool{never: true})
	must(t, reader.Close())
	must(t, s.Close()) // writes the file anew, since a recording was deleted

	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{both: false, named: true, before: true, after: true, never: false})
	must(t, s.DeleteRecording("stays"))
	wantPictures(t, s, map[string]bool{named: false})
}

// TestPicturesOfReplacedRecording: the pictures that a recording named before it
// was put anew do not outlast it.
func TestPicturesOfReplacedRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	rec := recording("id", "Save", 2)
	var err error
	for i := range rec.Steps {
		rec.Steps[i].Picture, err = s.PutPicture(picture(t, uint64(i), 8))
		must(t, err)
	}
	must(t, s.PutRecording(rec))
	first, second := rec.Steps[0].Picture, rec.Steps[1].Picture
	rec.Steps = rec.Steps[:1]
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: true, second: false})

	// That of an element which a person replaced stays: the decision may be undone.
	rec.Steps[0].Picture, rec.Steps[0].Reviews = "", []recorder.Review{{Was: "a", Now: "b", Picture: first}}
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: true})
	rec.Steps[0].Reviews = nil
	must(t, s.PutRecording(rec))
	must(t, s.Close())
	s = storetest.Open(t, path)
	wantPictures(t, s, map[string]bool{first: false})
}

func TestSnapshots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storetest.Open(t, path)
	snap := orders()
	snap.ID = "mine"
	for n := 1; n <= store.SnapshotsKept+5; n++ {
		snap.Took = time.Duration(n)
		id, err := s.PutSnapshot(snap)
		must(t, err)
		if id != fmt.Sprint("s", n) {
			t.Fatalf("snapshot %d is named %s", n, id)
		}
	}
	if snap.ID != "mine" {
		t.Error("the argument was changed")
	}
	for n, want := range map[int]bool{1: false, 5: false, 6: true, store.SnapshotsKept + 5: true, store.SnapshotsKept + 6: false} {
		got, err := s.Snapshot(fmt.Sprint("s", n))
		if !want {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("s%d: %v", n, err)
			}
			continue
		}
		must(t, err)
		wanted := orders()
		wanted.ID, wanted.Took = fmt.Sprint("s", n), time.Duration(n)
		if d := cmp.Diff(wanted, got); d != "" {
			t.Error(d)
		}
	}
	for _, bad := range []string{"", "s", "s0", "s01", "s+7", "7", "mine", "s99999999999999999999"} {
		if _, err := s.Snapshot(bad); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	broken := orders()
	broken.Nodes[2].Parent = 4
	if _, err := s.PutSnapshot(broken); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("snapshot that contradicts itself: %v", err)
	}
	must(t, s.Close())
	s = storetest.Open(t, path)
	if id, err := s.PutSnapshot(snap); err != nil || id != fmt.Sprint("s", store.SnapshotsKept+6) {
		t.Errorf("after reopening %s, %v", id, err)
	}
}

func TestExchange(t *testing.T) {
	rec := recording("id", "Save", 5)
	var b bytes.Buffer
	must(t, store.EncodeRecording(&b, rec))
	got, err := store.DecodeRecording(bytes.NewReader(b.Bytes()))
	must(t, err)
	if d := cmp.Diff(rec, got); d != "" {
		t.Error(d)
	}
	if text := b.String(); !strings.HasPrefix(text, "{\n  \"schema\": \"samebutton/recording/v1\",\n  \"id\": \"id\",\n") ||
		!strings.HasSuffix(text, "\n}\n") || !strings.Contains(text, "<another> application &") {
		t.Errorf("not fit for git:\n%s", text)
	}
	secret := recording("id", "Save", 5)
	secret.Steps[1].Text = "hunter2"
	if err := store.EncodeRecording(&b, secret); !errors.Is(err, store.ErrSecret) {
		t.Errorf("exported a password: %v", err)
	}
}

func TestDecodeRecordingRefusesForged(t *testing.T) {
	var b bytes.Buffer
	must(t, store.EncodeRecording(&b, recording("id", "Save", 3)))
	sound := b.String()
	swap := func(old, new string) string {
		if !strings.Contains(sound, old) {
			t.Fatalf("%q is not in the sample", old)
		}
		return strings.Replace(sound, old, new, 1)
	}
	for name, c := range map[string]struct{ want, text string }{
		"empty":         {"unexpected end", ""},
		"not JSON":      {"line 1", "<xml/>"},
		"trailing":      {"after top-level value", sound + "{}"},
		"cut":           {"unexpected end", sound[:len(sound)/2]},
		"list":          {"cannot unmarshal array", "[]"},
		"other schema":  {"newer version", swap("recording/v1", "recording/v2")},
		"a run":         {"no recording", `{"schema":"samebutton/run/v1"}`},
		"not UTF-8":     {"UTF-8", swap("Save", "\xff")},
		"no ID":         {"an ID has", swap(`"id": "id"`, `"id": ""`)},
		"path as ID":    {"letters, digits", swap(`"id": "id"`, `"id": "../../x"`)},
		"no name":       {"a name is needed", swap(`"name": "Save"`, `"name": " "`)},
		"control":       {"cannot be shown", swap(`"name": "Save"`, `"name": "a\u001b[2J"`)},
		"kind":          {`step 1: unknown kind of step "shell"`, swap(`"kind": "activate"`, `"kind": "shell"`)},
		"type":          {"line ", swap(`"at": 0`, `"at": "x"`)},
		"locator":       {"is not a role", swap(`"locator": "`, `"locator": "knob `)},
		"role":          {"parse locator", swap(`"locator": "`, `"locator": "button \"`)},
		"two IDs":       {"another step", swap(`"id": "step-1"`, `"id": "step-0"`)},
		"parameter":     {"not declared", swap(`"parameter": "pin"`, `"parameter": "pun"`)},
		"declared":      {"declared twice", swap(`"name": "customer"`, `"name": "pin"`)},
		"secret":        {"secrets are never stored", swap(`"secret": true`, `"secret": true, "default": "hunter2"`)},
		"password text": {"secrets are never stored", swap(`"parameter": "pin"`, `"text": "hunter2"`)},
		"standing":      {"unknown standing", swap(`"standing": "unique"`, `"standing": "sure"`)},
		"light":         {"unknown light", swap(`"light": "unique"`, `"light": "green"`)},
		"effect":        {"unknown kind of effect", swap(`"kind": "window-opened"`, `"kind": "exploded"`)},
		"picture":       {"no hash of a picture", swap(`"at": 0`, `"at": 0, "picture": "../../x"`)},
		"past":          {"before the recording began", swap(`"at": 0`, `"at": -1`)},
		"waits":         {"waits between", swap(`"at": 0`, `"at": 0, "within": 3600000000001`)},
		"condition":     {"unknown kind of condition", swap(`"at": 0`, `"at": 0, "condition": {"kind": "pixel"}`)},
		"bare assert":   {"an assertion without a condition", swap(`"kind": "activate"`, `"kind": "assert"`)},
		"launch":        {"a launch without a program", swap(`"kind": "activate"`, `"kind": "launch"`)},
		"environment":   {"no variable", swap(`"at": 0`, `"at": 0, "launch": {"environment": ["x"]}`)},
		"group":         {"stand together", strings.NewReplacer(`"id": "step-0",`, `"id": "step-0", "group": "G",`, `"id": "step-2",`, `"id": "step-2", "group": "G",`).Replace(sound)},
		"no locator":    {"has no locator", swap(`"locator": "window`, `"locator": "", "x": "window`)},
		"endless":       {"without end", `{"steps":[{}` + strings.Repeat(",{}", 1<<20+1) + `]}`},
		"large":         {"larger than 16 MiB", `"` + strings.Repeat("x", 16<<20) + `"`},
		"deep":          {"depth", strings.Repeat(`{"x":`, 20_000)},
	} {
		_, err := store.DecodeRecording(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") ||
			!errors.Is(err, store.ErrInvalid) && !errors.Is(err, store.ErrSecret) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := store.DecodeRecording(strings.NewReader(swap(`"id": "id"`, `"later": {"x": [1]}, "id": "id"`))); err != nil {
		t.Errorf("unknown field: %v", err)
	}
}

func FuzzDecodeRecording(f *testing.F) {
	var b bytes.Buffer
	must(f, store.EncodeRecording(&b, recording("id", "Save", 3)))
	f.Add(b.Bytes())
	f.Add([]byte(`{"schema":"samebutton/recording/v1","id":"a","name":"b","steps":null}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		rec, err := store.DecodeRecording(bytes.NewReader(in))
		if err != nil {
			return
		}
		var out bytes.Buffer
		must(t, store.EncodeRecording(&out, rec))
		back, err := store.DecodeRecording(&out)
		must(t, err)
		if len(back.Steps) != len(rec.Steps) || back.Name != rec.Name {
			t.Error("came back as another recording")
		}
	})
}

func TestImport(t *testing.T) {
	s := storetest.OpenTemp(t)
	rec := recording("id", "Save", 3)
	for range 2 { // the second time it is there already
		got, err := s.ImportRecording(rec)
		if err != nil || got.ID != "id" {
			t.Fatalf("imported as %q, %v", got.ID, err)
		}
	}
	other := recording("id", "Other", 2)
	got, err := s.ImportRecording(other)
	if err != nil || got.ID == "id" {
		t.Fatalf("other content under the same ID: %q, %v", got.ID, err)
	}
	if kept, err := s.Recording("id"); err != nil || kept.Name != "Save" {
		t.Errorf("the old one is now %q, %v", kept.Name, err)
	}
	if list, err := s.Recordings(); err != nil || len(list) != 2 {
		t.Errorf("%d recordings, %v", len(list), err)
	}
	bad := recording("x", "Bad", 1)
	bad.Steps[0].Target = nil
	if _, err := s.ImportRecording(bad); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("step without target: %v", err)
	}
}

// TestImportUnderATakenName keeps names taken once: a name that two recordings have
// finds neither.
func TestImportUnderATakenName(t *testing.T) {
	s := storetest.OpenTemp(t)
	long := strings.Repeat("ä", recorder.MaxName/2)
	for i, name := range []string{"Save", "Save 3", "c-id", long} {
		must(t, s.PutRecording(recording(fmt.Sprint("c", i), name, 1)))
	}
	for _, c := range []struct{ id, name, want string }{
		{"c0", "Save", "Save 2"}, // other content under the same ID
		{"other", "Save", "Save 4"},
		{"another", "c-id", "c-id 2"},
		{"a-third", "another", "another 2"}, // an ID is as good as a name
		{"free", "Free", "Free"},
		{"long", long, long[:recorder.MaxName-2] + " 2"},
	} {
		got, err := s.ImportRecording(recording(c.id, c.name, 2))
		if err != nil || got.Name != c.want {
			t.Fatalf("%q was imported as %q, %v; want %q", c.name, got.Name, err, c.want)
		}
		if found, err := s.Recording(got.Name); err != nil || found.ID != got.ID {
			t.Errorf("%q finds %q, %v; want %q", got.Name, found.ID, err, got.ID)
		}
	}
}

func BenchmarkRecordings1000(b *testing.B) {
	s := storetest.OpenTemp(b)
	for i := range 1000 {
		must(b, s.PutRecording(recording(fmt.Sprint("id-", i), "Save", 20)))
	}
	for b.Loop() {
		if list, err := s.Recordings(); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkOpen1000(b *testing.B) {
	s := storetest.OpenTemp(b)
	for i := range 1000 {
		rec := recording(fmt.Sprint("id-", i), "Save", 20)
		if i < 50 {
			hash, err := s.PutPicture(picture(b, uint64(i), 512))
			must(b, err)
			rec.Steps[0].Picture = hash
		}
		must(b, s.PutRecording(rec))
	}
	must(b, s.Close())
	for b.Loop() {
		s, err := store.Open(s.Path(), store.Options{})
		must(b, err)
		must(b, s.Close())
	}
}

func BenchmarkPutIntent(b *testing.B) {
	s := storetest.OpenTemp(b)
	must(b, s.BeginRun(newRun("run")))
	n := 0
	for b.Loop() {
		n++
		must(b, s.PutIntent(intent("run", n)))
		must(b, s.PutResult("run", passed(n)))
	}
}
