package file

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// sample returns a window with rows of three buttons, with a picture.
func sample(rows int) *tree.Snapshot {
	b := tree.NewBuilder("atspi", tree.Application{Handle: ":1.5/root", Name: "Orders", PID: 42, Started: 99, Toolkit: "gtk"})
	app := b.Add(tree.None, tree.Node{Handle: "root", Role: tree.RoleApplication, Name: tree.KnownText("Orders")})
	win := b.Add(app, tree.Node{
		Handle: "win", Role: tree.RoleWindow, NativeRole: "frame", Name: tree.KnownText("Orders \"日本\" <&>"),
		Bounds: tree.Bounds{Rect: tree.Rect{X: 10, Y: 20, W: 300, H: 200}, State: tree.Known, Confidence: tree.Exact},
	})
	b.Window(tree.Window{Node: win, Title: "Orders", XID: 0x200001, Frame: tree.Rect{X: 10, Y: 20, W: 300, H: 200}, Active: true})
	for r := range rows {
		row := b.Add(win, tree.Node{Handle: tree.Handle(fmt.Sprint("row", r)), Role: tree.RoleRow, Name: tree.AbsentText()})
		for c := range 3 {
			b.Add(row, tree.Node{
				Handle: tree.Handle(fmt.Sprintf("button%d.%d", r, c)), Role: tree.RoleButton, NativeRole: "push button",
				Name: tree.KnownText("Save"), NameFrom: tree.NameOwn, Description: tree.UnreadableText(),
				States: tree.MakeStates(tree.Enabled, tree.Showing), StatesRead: true,
				Actions:    []tree.Action{{Verb: tree.VerbPress, Native: "click"}},
				Attributes: []tree.Attribute{{Key: "toolkit", Value: "gtk"}}, Interfaces: []string{"Accessible", "Action"},
				Relations: []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{win}}},
			})
		}
	}
	b.Cut(tree.Cut{Node: win, Reason: tree.CutVirtualChildren, Missing: -1})
	s := b.Snapshot()
	s.ID, s.Taken, s.Took = "s3", time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), 7*time.Millisecond
	img := image.NewRGBA(image.Rect(0, 0, 30, 20))
	for i := range img.Pix {
		img.Pix[i] = byte(i*31) | 0xff*byte(i%4/3)
	}
	s.Capture = &tree.Capture{Rect: tree.Rect{X: 10, Y: 20, W: 30, H: 20}, Scale: 1, Taken: s.Taken, Image: img, Hash: tree.PixelHash(img)}
	return s
}

func TestSaveLoad(t *testing.T) {
	for _, picture := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "orders"+Extension)
		want := sample(4)
		if !picture {
			want.Capture.Image = nil
		}
		if err := Save(path, want); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
}

// What an application says is kept exactly, as deep as a snapshot may be.
func TestSaveLoadKeepsHostileNames(t *testing.T) {
	names := []string{"\x00\x1b[2J\a\r\n\t\x7f\u009b\u2028", "\u202eevas\u2066\U000e0041", strings.Repeat("é", 5<<20), "\\u202e\"</script>", " \u00a0 "}
	b := tree.NewBuilder("x", tree.Application{Handle: "h", Name: names[1]})
	at := tree.None
	for i := range tree.MaxDepth + 1 {
		n := tree.Node{Handle: tree.Handle(fmt.Sprint(i)), Name: tree.AbsentText(), Description: tree.AbsentText()}
		if i < len(names) {
			n.Name, n.Value = tree.KnownText(names[i]), tree.KnownText(names[i])
		}
		at = b.Add(at, n)
	}
	want := b.Snapshot()
	path := filepath.Join(t.TempDir(), "hostile"+Extension)
	if err := Save(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if got.Nodes[i].Name.Value != name || got.Nodes[i].Value.Value != name {
			t.Errorf("%.40q came back as %.40q", name, got.Nodes[i].Name.Value)
		}
	}
	if len(got.Nodes) != len(want.Nodes) || got.Application.Name != names[1] {
		t.Errorf("%d nodes of %q", len(got.Nodes), got.Application.Name)
	}
}

func TestSaveKeepsOldFileOnFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := Save(path, sample(1)); err != nil {
		t.Fatal(err)
	}
	bad := sample(2)
	bad.Nodes[3].ID = 77
	if err := Save(path, bad); err == nil {
		t.Fatal("saved a snapshot that contradicts itself")
	}
	glass := sample(2)
	glass.Capture.Image.Set(0, 0, color.RGBA{A: 10})
	glass.Capture.Hash = tree.PixelHash(glass.Capture.Image)
	if err := Save(path, glass); err == nil {
		t.Fatal("saved a picture that would come back with other pixels")
	}
	if got, err := Load(path); err != nil || len(got.Nodes) != len(sample(1).Nodes) {
		t.Errorf("old file: %v", err)
	}
	if err := Save(filepath.Join(dir, "no", "such"), sample(1)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// forge builds a zip from entries.
func forge(t testing.TB, entries ...any) []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.Create(entries[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		switch c := entries[i+1].(type) {
		case string:
			io.WriteString(w, c)
		case []byte:
			w.Write(c)
		case int: // that many spaces
			chunk := bytes.Repeat([]byte{' '}, 1<<20)
			for ; c > 0; c -= len(chunk) {
				w.Write(chunk)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func encoded(t testing.TB, s *tree.Snapshot) string {
	b, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func pictureOf(t testing.TB, w, h int) []byte {
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestLoadRefusesForged(t *testing.T) {
	sound := encoded(t, sample(1))
	blind := sample(1)
	blind.Capture = nil
	huge := bytes.Clone(pictureOf(t, 30, 20))
	copy(huge[16:], []byte{0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff}) // its width and height
	whole := forge(t, jsonEntry, sound)
	many := []any{jsonEntry, sound}
	for i := range maxEntries {
		many = append(many, fmt.Sprint(i), "x")
	}
	nulls := `{"schema":"` + Schema + `","snapshot":{"nodes":[null` + strings.Repeat(",null", tree.MaxNodes+1) + `]}}`
	for name, c := range map[string]struct {
		want string
		b    []byte
	}{
		"empty":           {"zip", nil},
		"text":            {"zip", []byte("hello")},
		"truncated":       {"zip", whole[:len(whole)/2]},
		"no document":     {"no snapshot.json", forge(t, "other", "x")},
		"two documents":   {"two entries", forge(t, jsonEntry, sound, jsonEntry, sound)},
		"many entries":    {"17 entries", forge(t, many...)},
		"not JSON":        {"invalid character", forge(t, jsonEntry, "<xml/>")},
		"null":            {"schema", forge(t, jsonEntry, "null")},
		"newer":           {"newer version", forge(t, jsonEntry, strings.Replace(sound, "/v1", "/v2", 1))},
		"newer form":      {"newer version", forge(t, jsonEntry, `{"schema":"samebutton/snapshot/v12","snapshot":{"nodes":{"tree":[]}}}`)},
		"other":           {"its schema is", forge(t, jsonEntry, strings.Replace(sound, "/v1", "/vx", 1))},
		"long list":       {"list of entries", longList(t)},
		"deep":            {"deeper than", forge(t, jsonEntry, deepJSON(t))},
		"nested":          {"exceeded max depth", forge(t, jsonEntry, `{"schema":"`+Schema+`","snapshot":{"nodes":`+strings.Repeat("[", 50_000)+`]}}`)},
		"nothing":         {"no snapshot in it", forge(t, jsonEntry, `{"schema":"`+Schema+`"}`)},
		"no nodes":        {"no nodes", forge(t, jsonEntry, `{"schema":"`+Schema+`","snapshot":{}}`)},
		"cycle":           {"parent", forge(t, jsonEntry, strings.Replace(sound, `"parent":1`, `"parent":2`, 1))},
		"overflowing id":  {"json", forge(t, jsonEntry, strings.Replace(sound, `"parent":1`, `"parent":4294967297`, 1))},
		"endless":         {"without end", forge(t, jsonEntry, nulls)},
		"bomb":            {"larger than", forge(t, jsonEntry, maxJSON+1)},
		"picture bomb":    {"larger than", forge(t, jsonEntry, sound, pictureEntry, maxPNG+1)},
		"picture huge":    {"picture.png", forge(t, jsonEntry, sound, pictureEntry, huge)},
		"picture many px": {"too large", forge(t, jsonEntry, sound, pictureEntry, pictureOf(t, maxSide+1, 1))},
		"picture size":    {"does not show", forge(t, jsonEntry, sound, pictureEntry, pictureOf(t, 90, 90))},
		"picture pixels":  {"hash", forge(t, jsonEntry, sound, pictureEntry, pictureOf(t, 30, 20))},
		"picture text":    {"png", forge(t, jsonEntry, sound, pictureEntry, "no")},
		"picture alone":   {"of nothing", forge(t, jsonEntry, encoded(t, blind), pictureEntry, pictureOf(t, 30, 20))},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "forged")
			if err := os.WriteFile(path, c.b, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Load(path)
			if !errors.Is(err, ErrNotSnapshot) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Load(t.TempDir()); !errors.Is(err, ErrNotSnapshot) {
		t.Errorf("directory: %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// longList is a small file whose list of entries says that it has one, and has many.
func longList(t *testing.T) []byte {
	var many []any
	for i := range 30_000 {
		many = append(many, fmt.Sprint(i), "")
	}
	b := forge(t, many...)
	end := len(b) - 22 // of the record at the end
	copy(b[end+8:], []byte{1, 0, 1, 0})
	return b
}

// deepJSON is a chain of nodes that is one too long.
func deepJSON(t *testing.T) string {
	b := tree.NewBuilder("x", tree.Application{Handle: "h"})
	at := tree.None
	for i := range tree.MaxDepth + 1 {
		at = b.Add(at, tree.Node{Handle: tree.Handle(fmt.Sprint(i))})
	}
	doc := encoded(t, b.Snapshot())
	last := fmt.Sprintf(`"id":%d,"parent":%d,`, tree.MaxDepth, tree.MaxDepth-1)
	if !strings.Contains(doc, last) {
		t.Fatalf("no %s in %.300s", last, doc[len(doc)-300:])
	}
	more := fmt.Sprintf(`{"id":%d,"parent":%d,"handle":"more"}`, tree.MaxDepth+1, tree.MaxDepth)
	doc = strings.Replace(doc, last, last+fmt.Sprintf(`"children":[%d],`, tree.MaxDepth+1), 1)
	return strings.Replace(doc, `]}}`, `,`+more+`]}}`, 1)
}

func TestLoadIgnoresUnknown(t *testing.T) {
	doc := strings.Replace(encoded(t, sample(1)), `"nodes":`, `"mood":{"x":[1,2]},"nodes":`, 1)
	b := forge(t, jsonEntry, doc, "notes.txt", "later version")
	if _, err := read(bytes.NewReader(b), int64(len(b))); err != nil {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(forge(f, jsonEntry, encoded(f, sample(1))))
	f.Add(forge(f, jsonEntry, encoded(f, sample(1)), pictureEntry, pictureOf(f, 30, 20)))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := read(bytes.NewReader(b), int64(len(b)))
		if err == nil && s.Validate() != nil {
			t.Error("handed out what does not validate")
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(encoded(f, sample(1))))
	f.Add([]byte(`{"schema":"` + Schema + `","snapshot":{"nodes":[{"id":0,"parent":-1}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(b)
		if err != nil {
			if !errors.Is(err, ErrNotSnapshot) {
				t.Errorf("error of another kind: %v", err)
			}
			return
		}
		again, err := Encode(s)
		if err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		for id := range s.Nodes { // walks that do not look for cycles
			s.Ancestors(tree.NodeID(id))
			s.Window(tree.NodeID(id))
		}
		if back, err := Decode(again); err != nil || len(back.Nodes) != len(s.Nodes) {
			t.Errorf("cannot read what was written: %v", err)
		}
	})
}

func TestBackend(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	path := filepath.Join(t.TempDir(), "x")
	saved := sample(2)
	if err := Save(path, saved); err != nil {
		t.Fatal(err)
	}
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	apps, err := b.Applications(ctx)
	if err != nil || len(apps) != 1 || apps[0] != saved.Application {
		t.Fatalf("applications %v, %v", apps, err)
	}
	s, err := b.Observe(ctx, backends.Scope{Application: apps[0]})
	if err != nil || s.ID != "" || s.Validate() != nil {
		t.Fatalf("observed %q: %v, %v", s.ID, err, s.Validate())
	}
	saved.ID = ""
	if d := cmp.Diff(saved, s); d != "" {
		t.Error(d)
	}
	if _, err := b.Observe(ctx, backends.Scope{Application: tree.Application{Handle: "other"}}); !errors.Is(err, backends.ErrGone) {
		t.Errorf("another application: %v", err)
	}
	err = b.Act(ctx, apps[0], "button0.0", backends.Action{Verb: tree.VerbPress})
	if !errors.Is(err, backends.ErrUnsupported) || backends.DeliveryOf(err) != backends.NotDelivered || !strings.Contains(err.Error(), "this is a saved snapshot") {
		t.Errorf("act: %v", err)
	}
	events, err := b.Events(ctx, backends.Scope{Application: apps[0]})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, more := <-events; more {
		t.Error("an event of a file")
	}
	if _, err := b.Observe(ctx, backends.Scope{Application: apps[0]}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestObserveRegion(t *testing.T) {
	saved := sample(2)
	b := &Backend{snapshot: saved}
	observe := func(root tree.Handle, limit int) *tree.Snapshot {
		t.Helper()
		s, err := b.Observe(t.Context(), backends.Scope{Application: saved.Application, Root: root, MaxNodes: limit})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		return s
	}
	row := observe("row1", 0)
	if len(row.Nodes) != 4 || row.Nodes[0].Handle != "row1" || !row.Complete() || len(row.Windows) != 0 {
		t.Errorf("row: %d nodes, cuts %v", len(row.Nodes), row.Cuts)
	}
	if r := row.Nodes[1].Relations[0]; r.Outside != 1 || len(r.Targets) != 0 {
		t.Errorf("relation to the window outside: %+v", r)
	}
	few := observe("", 3)
	if len(few.Nodes) != 3 || few.Complete() || few.Cuts[0].Reason != tree.CutCount {
		t.Errorf("limited: %d nodes, cuts %v", len(few.Nodes), few.Cuts)
	}
	if d := cmp.Diff(sample(2), saved); d != "" {
		t.Errorf("the saved snapshot was changed: %s", d)
	}
	if _, err := b.Observe(t.Context(), backends.Scope{Application: saved.Application, Root: "nowhere"}); !errors.Is(err, backends.ErrGone) {
		t.Errorf("unknown root: %v", err)
	}
}
