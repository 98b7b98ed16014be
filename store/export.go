package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/script"
)

// Format is a way to write a recording into a file.
type Format string

// Formats. Both are read by [DecodeRecording], which tells them apart by content.
const (
	FormatJSON Format = "json"
	FormatText Format = "text" // package script: for people and for git
)

// Ends of the names of exported recordings.
const (
	Extension     = ".samebutton.json"
	TextExtension = ".samebutton.txt"
)

// FormatOf tells by the end of the name of a file how a recording is written into it:
// .txt or .json, in any case; JSON without an end. The error says which ends there are.
func FormatOf(path string) (Format, error) {
	switch end := filepath.Ext(path); strings.ToLower(end) {
	case ".txt":
		return FormatText, nil
	case "", ".json":
		return FormatJSON, nil
	default:
		return "", fmt.Errorf("a recording is written as .json or as .txt, not as %q", end)
	}
}

// EncodeRecordingAs writes a recording in a format; see [EncodeRecording].
func EncodeRecordingAs(w io.Writer, rec recorder.Recording, format Format) error {
	switch format {
	case FormatJSON:
		return EncodeRecording(w, rec)
	case FormatText:
	default:
		return fmt.Errorf("export recording %q: %w: unknown format %q; json and text are known", rec.Name, ErrInvalid, format)
	}
	fail := func(err error) error { return fmt.Errorf("export recording %q: %w", rec.Name, err) }
	if err := Validate(rec); err != nil {
		return fail(err)
	}
	text, err := script.Write(rec)
	if err != nil {
		return fail(fmt.Errorf("%w: %w", ErrInvalid, err))
	}
	if len(text) > maxExport {
		return fail(fmt.Errorf("%w: %d MiB are more than the %d of an exported file", ErrInvalid, len(text)>>20, maxExport>>20))
	}
	if _, err := w.Write(text); err != nil {
		return fail(classify(err))
	}
	return nil
}

// ExportRecording writes a recording into a file with mode 0600, replacing what was
// there. The new file is whole on the disk before it takes the name, so that a crash
// or a full disk leaves the old one.
func ExportRecording(path string, rec recorder.Recording, format Format) error {
	var b bytes.Buffer
	if err := EncodeRecordingAs(&b, rec, format); err != nil {
		return err
	}
	if err := ReplaceFile(path, b.Bytes()); err != nil {
		return fmt.Errorf("export recording %q to %s: %w", rec.Name, path, classify(err))
	}
	return nil
}

// CanReplace says why [ReplaceFile] could not write a file, as far as that can be known
// before: the folder takes files now.
func CanReplace(path string) error {
	path, special, err := placeOf(path)
	if err != nil || special {
		return err
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".samebutton-*")
	if err != nil {
		return fmt.Errorf("the folder %s: %w", dir, bareError(err))
	}
	f.Close() // nothing is in it
	return os.Remove(f.Name())
}

// placeOf is where a file is replaced. A special one (a pipe, a terminal) is written to.
func placeOf(path string) (real string, special bool, err error) {
	// A name that leads to another file keeps leading there.
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return path, false, errors.New("it is a folder")
	case err == nil:
		return path, !info.Mode().IsRegular(), nil
	case errors.Is(err, os.ErrNotExist):
		return path, false, nil
	}
	return path, false, err
}

// bareError is an error without the name of the new file, which nobody knows.
func bareError(err error) error {
	if named := (*fs.PathError)(nil); errors.As(err, &named) {
		return named.Err
	}
	return err
}

// ReplaceFile writes a file with mode 0600 in the way of [ExportRecording].
func ReplaceFile(path string, content []byte) (err error) {
	path, special, err := placeOf(path)
	switch {
	case err != nil:
		return err
	case special:
		return os.WriteFile(path, content, fileMode)
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".samebutton-*") // mode 0600
	if err != nil {
		return fmt.Errorf("the folder %s: %w", dir, bareError(err))
	}
	defer func() {
		f.Close() // an error after Sync has nothing left to lose
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(content); err != nil {
		return bareError(err)
	}
	if err := f.Sync(); err != nil {
		return bareError(err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}
