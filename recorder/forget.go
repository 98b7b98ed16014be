package recorder

import (
	"encoding/json"
	"slices"
)

// BecameSecret is a step whose text an edit turned into the value of a secret parameter.
type BecameSecret struct {
	Step string // its ID
	// Text is what it was, as far as the recording knew: it is in what came of it, too.
	Text string
	// Asked says that each replay could give another one, which nobody knows any more.
	Asked bool
}

// MadeSecret returns the steps whose texts an edit made secret.
func MadeSecret(was, now Recording) (list []BecameSecret) {
	find := func(rec Recording, name string) *Parameter {
		if i := slices.IndexFunc(rec.Parameters, func(p Parameter) bool { return p.Name == name }); i >= 0 {
			return &rec.Parameters[i]
		}
		return nil
	}
	for i := range now.Steps {
		w := wordsOf(&now.Steps[i])
		if w.parameter == nil || *w.parameter == "" {
			continue
		}
		if p := find(now, *w.parameter); p == nil || !p.Secret {
			continue
		}
		k := slices.IndexFunc(was.Steps, func(s Step) bool { return s.ID == now.Steps[i].ID })
		if k < 0 {
			continue
		}
		before := wordsOf(&was.Steps[k])
		if before.text == nil {
			continue
		}
		s := BecameSecret{Step: now.Steps[i].ID, Text: *before.text}
		if p := find(was, *before.parameter); p != nil {
			if p.Secret {
				continue
			}
			s.Text, s.Asked = p.Default, true
		}
		list = append(list, s)
	}
	return list
}

// identities are the fields by which things are found, which no text is in that a
// person typed.
var identities = []string{"schema", "id", "run", "recording", "stepId", "before", "after", "picture", "kind", "role", "verdict", "delivery", "effect", "outcome"}

// ForgetText returns a value that is stored as JSON with a mark in place of a text,
// wherever it repeats it, and reports whether it did.
func ForgetText[T any](value T, text string) (clean T, held bool, err error) {
	p := phraseOf(text)
	b, err := json.Marshal(value)
	if err != nil {
		return value, false, err
	}
	var tree any
	if err := json.Unmarshal(b, &tree); err != nil {
		return value, false, err
	}
	tree = forgotten(tree, "", p, &held)
	if !held {
		return value, false, nil
	}
	if b, err = json.Marshal(tree); err == nil {
		err = json.Unmarshal(b, &clean)
	}
	return clean, true, err
}

func forgotten(v any, key string, p phrase, held *bool) any {
	switch x := v.(type) {
	case string:
		if p.holds(x) && !slices.Contains(identities, key) {
			*held = true
			return p.without(x)
		}
	case []any:
		for i := range x {
			x[i] = forgotten(x[i], key, p, held)
		}
	case map[string]any:
		for k := range x {
			x[k] = forgotten(x[k], k, p, held)
		}
	}
	return v
}
