package schema

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/recordingtest"
	"github.com/samebutton/samebutton/recorder/script"
)

var update = flag.Bool("update", false, "write the schemas into docs/schema")

const root = "../.."

// published are the schemas by the names of their files.
var published = []struct {
	file, title, version string
	of                   reflect.Type
}{
	{"recording.v1.json", "A recording of Samebutton", recorder.RecordingSchema, reflect.TypeFor[recorder.Recording]()},
	{"run.v1.json", "A run of Samebutton: what came of one replay", recorder.RunSchema, reflect.TypeFor[recorder.Run]()},
	{"audit.v1.json", "An audit of Samebutton: what an application does not expose", report.Schema, reflect.TypeFor[report.Document]()},
}

// What is published is what the types are: a field or a word that changes must change
// there too (go test ./internal/schema -update). Explanations are taken from comments
// then, and may lag behind: rewording one is no change of the format.
func TestPublishedSchemasAreThoseOfTheTypes(t *testing.T) {
	for _, p := range published {
		want, err := document(root, p.file, p.title, p.version, p.of)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, "docs", "schema", p.file)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil || bare(t, got) != bare(t, want) {
			t.Errorf("docs/schema/%s is not what the types are (%v): run go test ./internal/schema -update", p.file, err)
		}
	}
}

// bare returns a schema without its explanations.
func bare(t *testing.T, schema []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(schema, &v); err != nil {
		t.Fatal(err)
	}
	var strip func(v any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			// A property may be called so as well.
			if _, is := v["description"].(string); is {
				delete(v, "description")
			}
			for _, w := range v {
				strip(w)
			}
		case []any:
			for _, w := range v {
				strip(w)
			}
		}
	}
	strip(v)
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "docs", "schema", file))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whatever recorder and editor can leave behind fits the schema.
func TestAnyRecordingFits(t *testing.T) {
	schema := read(t, "recording.v1.json")
	rapid.Check(t, func(t *rapid.T) {
		b, err := json.Marshal(recordingtest.Recording().Draw(t, "recording"))
		if err != nil {
			t.Fatal(err)
		}
		if err := hold(schema, b); err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
	})
}

// Values with every field in use fit, so that no property is only thought of.
func TestEveryFieldFits(t *testing.T) {
	for _, p := range published {
		v := reflect.New(p.of)
		fill(v.Elem())
		v.Elem().FieldByName("Schema").SetString(p.version)
		b, err := json.Marshal(v.Interface())
		if err != nil {
			t.Fatal(err)
		}
		if err := hold(read(t, p.file), b); err != nil {
			t.Errorf("%s: %v", p.file, err)
		}
	}
}

// vocabulary knows the words of all types; reading the source takes a while.
var vocabulary = sync.OnceValues(func() (*generator, error) { return newGenerator(root) })

// fill gives every field a value that is not zero and, where it is a word, a known one.
func fill(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *inspector.Ref:
		*x = inspector.Ref{Snapshot: "s1", N: 3}
		return
	case *inspector.Locator:
		l, err := inspector.ParseLocator(`window "W"`)
		if err != nil {
			panic(err)
		}
		*x = l
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("x")
		if v.Type().PkgPath() != "" {
			g, err := vocabulary()
			if err != nil {
				panic(err)
			}
			words := g.words[v.Type().String()]
			v.SetString(words[len(words)-1])
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	}
}

// The examples that are kept in the repository fit as well.
func TestExamplesFit(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "recorder/script/testdata/*.samebutton.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := script.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := hold(read(t, "recording.v1.json"), b); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// The check itself refuses: what does not fit, and what the schema does not name.
func TestWhatDoesNotFitIsRefused(t *testing.T) {
	rec, err := script.Parse([]byte(script.Head + "\nid: a\nname: b\nstep t1: attach\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	schema := read(t, "recording.v1.json")
	if err := hold(schema, b); err != nil {
		t.Fatal(err)
	}
	for was, is := range map[string]string{
		`recording/v1"`:                    `recording/v2"`,
		`"kind":"attach"`:                  `"kind":"explode"`,
		`"id":"a"`:                         `"id":1`,
		`"id":"t1",`:                       ``,
		`"at":0`:                           `"at":-1`,
		`"at":0}`:                          `"at":0,"colour":"red"}`,
		`"steps":[`:                        `"steps":7,"trouble":[`,
		`"created":"0001-01-01T00:00:00Z"`: `"created":"yesterday"`,
		`"environment":{"system":"","session":"",`: `"environment":{"session":"",`,
	} {
		text := strings.Replace(string(b), was, is, 1)
		if text == string(b) {
			if was, is = strings.TrimSuffix(was, "}"), strings.TrimSuffix(is, "}"); !strings.Contains(text, was) {
				t.Fatalf("%s is not in %s", was, text)
			}
			text = strings.Replace(text, was, is, 1)
		}
		if err := hold(schema, []byte(text)); err == nil {
			t.Errorf("%s passes", is)
		}
	}
}
