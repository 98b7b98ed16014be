package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/recorder/recordingtest"
	"github.com/samebutton/samebutton/store"
)

// What a name ends in says the format, or that there is none for it.
func TestTheFormatOfAName(t *testing.T) {
	for name, want := range map[string]store.Format{
		"": store.FormatJSON, "order": store.FormatJSON, "a.b/order": store.FormatJSON, "order.json": store.FormatJSON, "ORDER.JSON": store.FormatJSON,
		"order" + store.Extension: store.FormatJSON, "order" + store.TextExtension: store.FormatText, "ORDER.TXT": store.FormatText,
		"order.pdf": "", "order.txt.gz": "", "order.": "",
	} {
		got, err := store.FormatOf(name)
		if got != want || (err == nil) == (want == "") || err != nil && !(strings.Contains(err.Error(), ".json") && strings.Contains(err.Error(), ".txt")) {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
}

// Both formats are read by what is in them, not by the name of the file.
func TestExportedFilesComeBack(t *testing.T) {
	rec := recording("id", "Save", 5)
	for _, name := range []string{"a" + store.Extension, "a" + store.TextExtension} {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, []byte("what was there"), 0o644))
		as, err := store.FormatOf(path)
		must(t, err)
		must(t, store.ExportRecording(path, rec, as))
		text, err := os.ReadFile(path)
		must(t, err)
		if begins := map[bool]string{true: "samebutton recording v1\n", false: "{\n"}[strings.HasSuffix(name, ".txt")]; !strings.HasPrefix(string(text), begins) {
			t.Errorf("%s begins with %.40q", name, text)
		}
		got, err := store.DecodeRecording(bytes.NewReader(text))
		must(t, err)
		if d := cmp.Diff(rec, got); d != "" {
			t.Error(d)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
		if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
			t.Errorf("left behind: %v, %v", entries, err)
		}
	}
}

// An export that fails leaves the file that was there, whole, and nothing beside it.
func TestExportThatFailsLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.samebutton.json")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	secret := recording("id", "Save", 5)
	secret.Steps[1].Text = "hunter2"
	if err := store.ExportRecording(path, secret, store.FormatJSON); !errors.Is(err, store.ErrSecret) {
		t.Errorf("exported a password: %v", err)
	}
	if err := store.ExportRecording(path, recording("id", "Save", 1), "yaml"); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("an unknown format: %v", err)
	}
	if err := store.ExportRecording(dir, recording("id", "Save", 1), store.FormatText); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("onto a folder: %v", err)
	}
	if err := store.ExportRecording(filepath.Join(dir, "no", "a.json"), recording("id", "Save", 1), store.FormatText); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("into no folder: %v", err)
	}
	if os.Geteuid() != 0 { // root may write everywhere
		must(t, os.Chmod(dir, 0o500))
		defer os.Chmod(dir, 0o700)
		if err := store.ExportRecording(path, recording("id", "Save", 1), store.FormatText); !errors.Is(err, os.ErrPermission) {
			t.Errorf("into a folder that cannot be written: %v", err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the old file is now %q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// A link keeps leading to the file that is replaced.
func TestExportThroughALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "real.txt"), filepath.Join(dir, "link.txt")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	must(t, os.Symlink(path, link))
	must(t, store.ExportRecording(link, recording("id", "Save", 1), store.FormatText))
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "samebutton recording") {
		t.Errorf("the file behind the link is %.40q, %v", text, err)
	}
}

// What any editor and recorder leave behind is stored, exported and read.
func TestAnyRecordingIsExchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recordingtest.Recording().Draw(t, "recording")
		for _, format := range []store.Format{store.FormatJSON, store.FormatText} {
			var b bytes.Buffer
			if err := store.EncodeRecordingAs(&b, rec, format); err != nil {
				if errors.Is(err, store.ErrSecret) {
					return // nothing of it was marked as secret
				}
				t.Fatal(err)
			}
			got, err := store.DecodeRecording(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			if d := cmp.Diff(rec, got); d != "" {
				t.Fatal(d)
			}
		}
	})
}

func TestForgedScriptsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"samebutton recording v2\n":                    "newer version",
		"samebutton recording v1\nid: ../x\nname: a\n": "letters, digits",
		"samebutton recording v1\nid: a\nname: b\nstep: type \"x\" into window \"W\" > password \"PIN\"": "secrets are never stored",
		"samebutton recording v1\nid: a\nname: b\nstep: type parameter x into window \"W\"":              "not declared",
		"samebutton recording v1\nid: a\nname: b\nparameter x: secret default y":                         "secrets are never stored",
		"samebutton recording v1\nid: a\nname: b\nstep: expect pixel of window \"W\"":                    "unknown kind of condition",
	} {
		if _, err := store.DecodeRecording(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) ||
			!errors.Is(err, store.ErrInvalid) && !errors.Is(err, store.ErrSecret) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
