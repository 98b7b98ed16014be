package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// Write returns a recording as a script. It fails where the script would not give
// the same recording again, which no recording does that [recorder.Valid] accepts and
// this version knows whole.
func Write(rec recorder.Recording) ([]byte, error) {
	var w writer
	w.header(rec)
	for _, s := range rec.Steps {
		w.step(s)
	}
	w.evidence(rec.Steps)
	back, err := Parse(w.b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("write script: it could not be read again: %w", err)
	}
	if a, b := mustJSON(rec), mustJSON(back); !bytes.Equal(a, b) {
		return nil, fmt.Errorf("write script: the recording holds something that a script cannot: %s", apart(a, b))
	}
	return w.b.Bytes(), nil
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

// apart returns what stands where two texts begin to differ.
func apart(a, b []byte) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	around := func(s []byte) []byte { return s[max(0, n-40):min(len(s), n+40)] }
	return fmt.Sprintf("%q became %q", around(a), around(b))
}

type writer struct{ b bytes.Buffer }

// put writes a line; without a value only its key.
func (w *writer) put(indent int, key string, value ...string) {
	w.b.WriteString(strings.Repeat("  ", indent) + key)
	for _, v := range value {
		w.b.WriteString(": " + v)
	}
	w.b.WriteByte('\n')
}

// text writes a text, in lines of its own where it has several.
func (w *writer) text(indent int, key, s string) {
	if !inLines(s) {
		w.put(indent, key, plain(s))
		return
	}
	w.b.WriteString(strings.Repeat("  ", indent) + key + ":\n")
	for l := range strings.SplitSeq(s, "\n") {
		w.b.WriteString(strings.TrimRight(strings.Repeat("  ", indent)+"| "+l, " ") + "\n")
	}
}

// inLines reports whether a text has lines that can be shown as they are.
func inLines(s string) bool {
	if !strings.Contains(s, "\n") {
		return false
	}
	for l := range strings.SplitSeq(s, "\n") {
		if !printable(l) || strings.HasSuffix(l, " ") {
			return false
		}
	}
	return true
}

func (w *writer) header(rec recorder.Recording) {
	w.put(0, Head)
	for _, f := range headFields {
		w.fields(0, f.key, f.write(&rec))
	}
	for _, p := range rec.Parameters {
		w.put(0, "parameter "+word(p.Name), parameterWords(p)...)
	}
	w.b.WriteByte('\n')
}

func parameterWords(p recorder.Parameter) []string {
	var words []string
	if p.Secret {
		words = append(words, "secret")
	}
	if p.Default != "" {
		words = append(words, "default "+plain(p.Default))
	}
	if words == nil {
		return nil
	}
	return []string{strings.Join(words, " ")}
}

// fields writes the values of a key. One that is a text as it is comes as asIs.
func (w *writer) fields(indent int, key string, values []any) {
	for _, v := range values {
		switch v := v.(type) {
		case asIs:
			w.put(indent, key, string(v))
		case string:
			w.text(indent, key, v)
		}
	}
}

// asIs is a value that is not a text of its own.
type asIs string

func (w *writer) step(s recorder.Step) {
	sentence, rest := say(s)
	w.put(0, "step "+word(s.ID), sentence)
	if s.Title != recorder.TitleOf(s) {
		w.text(1, "title", s.Title)
	}
	if s.Target != nil {
		w.target(1, *s.Target, &s.Light)
	} else if s.Light != lightWithout(s.Kind) {
		w.put(1, "light", lightWord(s.Light))
	}
	for _, t := range s.Path {
		w.put(1, "path", locator(t.Locator))
		w.target(2, t, nil)
	}
	if s.Focus != nil {
		w.put(1, "focus", locator(s.Focus.Locator))
		w.target(2, *s.Focus, nil)
	}
	if s.To != nil {
		w.put(1, "to", locator(s.To.Locator))
		w.target(2, *s.To, nil)
	}
	for _, f := range stepFields {
		w.fields(1, f.key, f.write(&rest))
	}
	if s.Expect != nil {
		w.put(1, "expects", expectationWords(*s.Expect))
	}
	for _, e := range s.Effects {
		w.put(1, "effect", effectWords(e))
	}
	for _, r := range s.Reviews {
		w.review(r)
	}
	w.b.WriteByte('\n')
}

// expectationWords say what an earlier step brought up: `t7 brought dialog "Edit"`.
func expectationWords(e recorder.Expectation) string {
	return word(e.By) + " brought " + locator(e.Locator)
}

func readExpectation(v *value) (*recorder.Expectation, error) {
	by, err := v.wordOrQuoted()
	if err == nil {
		err = v.expect("brought")
	}
	if err != nil {
		return nil, err
	}
	l, err := v.locator()
	return &recorder.Expectation{Locator: l, By: by}, err
}

func effectWords(e recorder.Effect) string {
	words := word(string(e.Kind)) + " " + word(e.Role)
	if e.Name != "" {
		words += " " + quote(e.Name)
	}
	if e.Detail != "" {
		words += " becomes " + quote(e.Detail)
	}
	return words
}

func (w *writer) review(r recorder.Review) {
	w.put(1, "review", r.At.Format(time.RFC3339Nano))
	for _, f := range reviewFields {
		w.fields(2, f.key, f.write(&r))
	}
}
