package file

import (
	"archive/zip"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Extension is the usual end of the name of a saved snapshot.
const Extension = ".samebutton-snapshot"

const (
	jsonEntry    = "snapshot.json"
	pictureEntry = "picture.png"
)

// Save writes the snapshot to a file with mode 0600, replacing what was there.
// The new file is complete on the disk before it takes the name, so that a
// crash or a full disk leaves the old one. Pictures must be opaque, as captures are.
func Save(path string, s *tree.Snapshot) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("save snapshot to %s: %w", path, err)
		}
	}()
	doc, err := Encode(s)
	if err != nil {
		return err
	}
	if s.Capture != nil && s.Capture.Image != nil {
		if !s.Capture.Image.Opaque() {
			return errors.New("its picture is not opaque")
		}
		if err := checkPicture(s.Capture.Image.Bounds().Size()); err != nil {
			return err
		}
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".samebutton-*"+Extension) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		f.Close() // an error after Sync has nothing left to lose
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := write(f, s, doc); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

func write(w io.Writer, s *tree.Snapshot, doc []byte) error {
	z := zip.NewWriter(w)
	entry := func(name string, method uint16) (io.Writer, error) {
		return z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: s.Taken.UTC().Truncate(time.Second)})
	}
	e, err := entry(jsonEntry, zip.Deflate)
	if err != nil {
		return err
	}
	if _, err := e.Write(doc); err != nil {
		return err
	}
	if s.Capture != nil && s.Capture.Image != nil {
		e, err := entry(pictureEntry, zip.Store) // PNG is compressed already
		if err != nil {
			return err
		}
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		if err := enc.Encode(e, s.Capture.Image); err != nil {
			return err
		}
	}
	return z.Close()
}

// syncDir makes a rename durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
