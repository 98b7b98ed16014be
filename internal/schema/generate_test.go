package schema

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", m.key)
		v, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(v)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// sources are the folders of the packages whose types are in a schema.
var sources = []string{"recorder", "recorder/policy", "inspector", "inspector/audit", "inspector/audit/report", "backends", "backends/tree"}

// generator makes a schema of Go types: structure by reflection, words and
// explanations from the source.
type generator struct {
	docs  map[string]string   // "recorder.Step" and "recorder.Step.Title" → comment
	words map[string][]string // "recorder.StepKind" → all its constants
	defs  object
	names map[string]reflect.Type
}

func newGenerator(root string) (*generator, error) {
	g := &generator{docs: map[string]string{}, words: map[string][]string{}, names: map[string]reflect.Type{}}
	for _, folder := range sources {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					g.learn(f.Name.Name, d)
				}
			}
		}
	}
	return g, nil
}

// learn takes comments and constants from a declaration.
func (g *generator) learn(pkg string, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			name := pkg + "." + spec.Name.Name
			g.docs[name] = text(spec.Doc, d.Doc)
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, id := range f.Names {
						g.docs[name+"."+id.Name] = text(f.Doc, f.Comment)
					}
				}
			}
		case *ast.ValueSpec:
			kind, ok := spec.Type.(*ast.Ident)
			if !ok || d.Tok != token.CONST || len(spec.Values) != 1 {
				continue
			}
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				w, err := strconv.Unquote(lit.Value)
				if err == nil {
					name := pkg + "." + kind.Name
					g.words[name] = append(g.words[name], w)
				}
			}
		}
	}
}

func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g != nil {
			words := strings.Join(strings.Fields(g.Text()), " ")
			return strings.NewReplacer("[", "", "]", "").Replace(words)
		}
	}
	return ""
}

// open are types of words that may also be empty where nobody looked.
var open = []reflect.Type{reflect.TypeFor[recorder.Light](), reflect.TypeFor[inspector.Outcome]()}

// of returns the schema of a type.
func (g *generator) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{{"type", "string"}, {"format", "date-time"}}
	case reflect.TypeFor[time.Duration]():
		return object{{"type", "integer"}, {"minimum", 0}, {"$comment", "nanoseconds"}}
	case reflect.TypeFor[inspector.Locator]():
		return object{{"type", "string"}, {"$comment", "a locator: docs/locators.md"}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return g.of(t.Elem())
	case reflect.Slice:
		return object{{"type", "array"}, {"items", g.of(t.Elem())}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Float64:
		return object{{"type", "number"}}
	}
	if t.PkgPath() != "" {
		return object{{"$ref", "#/$defs/" + g.define(t)}}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return object{{"type", "integer"}}
	case reflect.String:
		return object{{"type", "string"}}
	}
	panic("no schema for " + t.String())
}

// define puts a type of ours into the definitions and returns its name there.
func (g *generator) define(t reflect.Type) string {
	name := t.Name()
	if had, ok := g.names[name]; ok && had != t {
		pkg, _, _ := strings.Cut(t.String(), ".")
		name = pkg + name
	}
	if _, ok := g.names[name]; ok {
		return name
	}
	g.names[name] = t
	i := len(g.defs)
	g.defs = append(g.defs, member{name, nil}) // its place, before what it leads to
	def := g.named(t)
	if doc := g.docs[t.String()]; doc != "" {
		def = append(object{{"description", doc}}, def...)
	}
	g.defs[i].value = def
	return name
}

func (g *generator) named(t reflect.Type) object {
	switch {
	case t.Kind() == reflect.Struct && !t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		properties, required := g.properties(t)
		return object{{"type", "object"}, {"properties", properties}, {"required", required}}
	case t.Kind() == reflect.String:
		words := g.words[t.String()]
		if len(words) == 0 {
			panic("no words for " + t.String())
		}
		if slices.Contains(open, t) {
			words = append(words, "")
		}
		return object{{"enum", words}}
	case t.Kind() == reflect.Uint8:
		return object{{"enum", spelt(t)}}
	case t.Kind() == reflect.Int32, t.Kind() == reflect.Int:
		return object{{"type", "integer"}}
	}
	return object{{"type", "string"}} // it says itself in text
}

// spelt returns the words of a type whose values are numbers.
func spelt(t reflect.Type) (words []string) {
	for i := range 256 {
		v := reflect.New(t).Elem()
		v.SetUint(uint64(i))
		w := v.Interface().(fmt.Stringer).String()
		if strings.HasPrefix(w, "invalid(") {
			break
		}
		words = append(words, w)
	}
	return words
}

// properties returns the fields of a struct, and which are always there.
func (g *generator) properties(t reflect.Type) (properties object, required []string) {
	required = []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		key, options, _ := strings.Cut(tag, ",")
		if f.Anonymous && tag == "" {
			p, r := g.properties(f.Type)
			properties, required = append(properties, p...), append(required, r...)
			continue
		}
		if key == "" || key == "-" {
			panic(fmt.Sprintf("%s.%s has no name in JSON", t, f.Name))
		}
		p := g.of(f.Type)
		if doc := g.docs[t.String()+"."+f.Name]; doc != "" {
			p = append(p, member{"description", doc})
		}
		if strings.Contains(options, "omit") {
			properties = append(properties, member{key, p})
			continue
		}
		if f.Type.Kind() == reflect.Slice {
			p[0].value = []string{"array", "null"} // Go writes a list without entries so
		}
		properties, required = append(properties, member{key, p}), append(required, key)
	}
	return properties, required
}

// document returns the whole schema of a type.
func document(root, name, title, version string, t reflect.Type) ([]byte, error) {
	g, err := newGenerator(root)
	if err != nil {
		return nil, err
	}
	top := g.define(t)
	whole := g.defs[0].value.(object)
	for i, m := range whole {
		if m.key == "properties" {
			whole[i].value = versioned(m.value.(object), version)
		}
	}
	doc := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", "https://github.com/samebutton/samebutton/docs/schema/" + name},
		{"title", title},
		{"$ref", "#/$defs/" + top},
		{"$defs", g.defs},
	}
	compact, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, compact, "", "  ")
	b.WriteByte('\n')
	return bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte(`\u003e`), []byte(">")), []byte(`\u003c`), []byte("<")), err
}

// versioned fixes the version word.
func versioned(properties object, version string) object {
	properties = slices.Clone(properties)
	for i, p := range properties {
		if p.key == "schema" {
			properties[i].value = object{{"const", version}}
		}
	}
	return properties
}
