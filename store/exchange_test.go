package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
	"github.com/samebutton/samebutton/store/storetest"
)

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
