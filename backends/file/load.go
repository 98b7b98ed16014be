package file

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os"

	"github.com/samebutton/samebutton/backends/tree"
)

// Bounds on what a reader accepts, before it decodes anything.
const (
	maxFile    = 256 << 20
	maxEntries = 16
	// A list of millions of entries fits into a file, and takes gigabytes in memory.
	maxDirectory = 1 << 20
	maxPNG       = 64 << 20
	maxSide      = 1 << 15
	maxPixels    = 64 << 20 // 256 MiB as RGBA
)

// Load reads a saved snapshot with its picture. A file that is damaged, forged
// or of another kind gives an error that wraps [ErrNotSnapshot] and says what is
// wrong; nothing of it is handed out.
func Load(path string) (*tree.Snapshot, error) {
	s, err := load(path)
	if err != nil {
		return nil, fmt.Errorf("load snapshot from %s: %w", path, err)
	}
	return s, nil
}

func load(path string) (*tree.Snapshot, error) {
	// Asked before opening: opening a pipe would wait for its writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrNotSnapshot)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, info.Size())
}

// thrifty reads so many bytes and no more.
type thrifty struct {
	io.ReaderAt
	left int64
}

var errDirectory = errors.New("its list of entries is too long")

// ReadAt implements [io.ReaderAt].
func (t *thrifty) ReadAt(p []byte, at int64) (int, error) {
	if int64(len(p)) > t.left {
		return 0, errDirectory
	}
	t.left -= int64(len(p))
	return t.ReaderAt.ReadAt(p, at)
}

func read(r io.ReaderAt, size int64) (*tree.Snapshot, error) {
	if size > maxFile {
		return nil, fmt.Errorf("%w: larger than %d MiB", ErrNotSnapshot, maxFile>>20)
	}
	thrifty := &thrifty{r, maxDirectory}
	z, err := zip.NewReader(thrifty, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotSnapshot, err)
	}
	thrifty.left = math.MaxInt64 // the entries have bounds of their own
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("%w: %d entries", ErrNotSnapshot, len(z.File))
	}
	doc, err := entry(z, jsonEntry, maxJSON)
	if err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, fmt.Errorf("%w: no %s in it", ErrNotSnapshot, jsonEntry)
	}
	s, err := Decode(doc)
	if err != nil {
		return nil, err
	}
	picture, err := entry(z, pictureEntry, maxPNG)
	if err != nil || picture == nil {
		return s, err
	}
	if s.Capture == nil {
		return nil, fmt.Errorf("%w: a picture of nothing", ErrNotSnapshot)
	}
	if s.Capture.Image, err = decodePicture(picture); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNotSnapshot, pictureEntry, err)
	}
	if err := s.Validate(); err != nil { // now that the pixels are there
		return nil, fmt.Errorf("%w: %w", ErrNotSnapshot, err)
	}
	return s, nil
}

// entry unpacks the one entry with a name, nil where there is none. The limit
// is on the bytes that come out, whatever the zip says of itself.
func entry(z *zip.Reader, name string, limit int64) ([]byte, error) {
	var found *zip.File
	for _, f := range z.File {
		if f.Name != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%w: two entries %s", ErrNotSnapshot, name)
		}
		found = f
	}
	if found == nil {
		return nil, nil
	}
	r, err := found.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNotSnapshot, name, err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNotSnapshot, name, err)
	}
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: %s is larger than %d MiB", ErrNotSnapshot, name, limit>>20)
	}
	return b, nil
}

func decodePicture(b []byte) (*image.RGBA, error) {
	conf, err := png.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if err := checkPicture(image.Pt(conf.Width, conf.Height)); err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if rgba, ok := img.(*image.RGBA); ok {
		return rgba, nil
	}
	rgba := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	return rgba, nil
}

func checkPicture(size image.Point) error {
	if size.X <= 0 || size.Y <= 0 {
		return errors.New("a picture without pixels")
	}
	if size.X > maxSide || size.Y > maxSide || size.X*size.Y > maxPixels {
		return fmt.Errorf("a picture of %dx%d pixels is too large", size.X, size.Y)
	}
	return nil
}
