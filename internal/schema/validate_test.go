package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// validator holds values against a schema, more strictly than the standard: a
// property that the schema does not name is an error, and so is a keyword that is not
// known here. It knows what our schemas use and no more.
type validator struct{ defs map[string]any }

func (v validator) check(path string, schema map[string]any, x any) error {
	for key, want := range schema {
		var err error
		switch key {
		case "$schema", "$id", "$defs", "title", "description", "$comment":
		case "$ref":
			name, ok := strings.CutPrefix(want.(string), "#/$defs/")
			def, found := v.defs[name].(map[string]any)
			if !ok || !found {
				return fmt.Errorf("%s: the schema leads nowhere: %v", path, want)
			}
			err = v.check(path, def, x)
		case "type":
			err = ofType(path, want, x)
		case "enum":
			if !slices.Contains(want.([]any), x) {
				err = fmt.Errorf("%s: %v is none of %v", path, x, want)
			}
		case "const":
			if x != want {
				err = fmt.Errorf("%s: %v is not %v", path, x, want)
			}
		case "minimum":
			if n, ok := x.(float64); ok && n < want.(float64) {
				err = fmt.Errorf("%s: %v is less than %v", path, n, want)
			}
		case "format":
			if want != "date-time" {
				return fmt.Errorf("unknown format %v", want)
			}
			_, err = time.Parse(time.RFC3339, fmt.Sprint(x))
		case "items":
			for i, e := range list(x) {
				if err == nil {
					err = v.check(fmt.Sprintf("%s[%d]", path, i), want.(map[string]any), e)
				}
			}
		case "required":
			for _, name := range want.([]any) {
				if _, ok := x.(map[string]any)[name.(string)]; !ok && err == nil {
					err = fmt.Errorf("%s: %v is missing", path, name)
				}
			}
		case "properties":
			err = v.properties(path, want.(map[string]any), x)
		default:
			err = fmt.Errorf("unknown keyword %q", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func list(x any) []any { l, _ := x.([]any); return l }

func (v validator) properties(path string, named map[string]any, x any) error {
	o, ok := x.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: no object", path)
	}
	for key, value := range o {
		p, ok := named[key].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: the schema does not know %q", path, key)
		}
		if err := v.check(path+"."+key, p, value); err != nil {
			return err
		}
	}
	return nil
}

func ofType(path string, want, x any) error {
	types, ok := want.([]any)
	if !ok {
		types = []any{want}
	}
	is := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Slice: "array", reflect.Map: "object", reflect.Invalid: "null", reflect.Float64: "number"}[reflect.ValueOf(x).Kind()]
	if n, ok := x.(float64); ok && n == math.Trunc(n) && slices.Contains(types, any("integer")) {
		is = "integer"
	}
	if !slices.Contains(types, any(is)) {
		return fmt.Errorf("%s: %v is a %s, not a %v", path, x, is, want)
	}
	return nil
}

// hold validates a document against a schema.
func hold(schema []byte, document []byte) error {
	var s map[string]any
	var x any
	if err := json.Unmarshal(schema, &s); err != nil {
		return fmt.Errorf("the schema: %w", err)
	}
	if err := json.Unmarshal(document, &x); err != nil {
		return err
	}
	return validator{s["$defs"].(map[string]any)}.check("", s, x)
}
