package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/script"
)

const (
	maxExport = 16 << 20
	// maxCommas bounds the elements of lists in memory, which can be a hundred
	// times as large as in the file. A step has about a hundred.
	maxCommas = 1 << 20
)

// EncodeRecording writes a recording as indented JSON with fields in a fixed
// order, one a line, so that two versions differ where the recordings do.
// Pictures are named by hash, not included.
func EncodeRecording(w io.Writer, rec recorder.Recording) error {
	fail := func(err error) error { return fmt.Errorf("export recording %q: %w", rec.Name, err) }
	if err := Validate(rec); err != nil {
		return fail(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(rec); err != nil {
		return fail(fmt.Errorf("%w: %w", ErrInvalid, err))
	}
	if b.Len() > maxExport {
		return fail(fmt.Errorf("%w: %d MiB are more than the %d of an exported file", ErrInvalid, b.Len()>>20, maxExport>>20))
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fail(classify(err))
	}
	return nil
}

// DecodeRecording reads what [EncodeRecordingAs] wrote, in whichever format, and
// validates it. Fields of JSON that it does not know are ignored; a script is read
// by people, so there a key that is not known is refused. The error says what is wrong
// and in which line, and wraps ErrInvalid or ErrSecret, or what the reader returned.
func DecodeRecording(r io.Reader) (recorder.Recording, error) {
	rec, err := decodeRecording(r)
	if err != nil {
		return recorder.Recording{}, fmt.Errorf("read exported recording: %w", err)
	}
	return rec, nil
}

func decodeRecording(r io.Reader) (rec recorder.Recording, err error) {
	invalid := func(format string, args ...any) error {
		return fmt.Errorf("%w: %w", ErrInvalid, fmt.Errorf(format, args...))
	}
	b, err := io.ReadAll(io.LimitReader(r, maxExport+1))
	switch {
	case err != nil:
		return rec, err
	case len(b) > maxExport:
		return rec, invalid("larger than %d MiB", maxExport>>20)
	case !utf8.Valid(b):
		return rec, invalid("not UTF-8 text")
	case bytes.HasPrefix(bytes.TrimPrefix(b, []byte("\uFEFF")), []byte(scriptHead)):
		rec, err := script.Parse(b)
		if err != nil {
			return rec, invalid("%w", err)
		}
		return rec, Validate(rec)
	case bytes.Count(b, []byte{','}) > maxCommas:
		return rec, invalid("lists without end")
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return rec, invalid("%s%w", line(b, err), err)
	}
	if head.Schema != recorder.RecordingSchema {
		return rec, invalid("schema %q, expected %q; it is no recording or comes from a newer version", head.Schema, recorder.RecordingSchema)
	}
	if err := json.Unmarshal(b, &rec); err != nil {
		return rec, invalid("%s%w", line(b, err), err)
	}
	return rec, Validate(rec)
}

// scriptHead begins every script, of whatever version.
var scriptHead = strings.TrimSuffix(script.Head, "v1")

// line says in which line an error of encoding/json lies, where it tells.
func line(b []byte, err error) string {
	var at int64
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	default:
		return ""
	}
	return fmt.Sprintf("line %d: ", 1+bytes.Count(b[:min(at, int64(len(b)))], []byte{'\n'}))
}
