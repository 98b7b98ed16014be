package assets

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"testing"
)

func TestSymbolsAreSmallDrawingsInOneColour(t *testing.T) {
	names := Symbols()
	if len(names) == 0 {
		t.Fatal("no symbols")
	}
	for _, name := range names {
		b, ok := Symbol(name)
		if !ok {
			t.Fatalf("%s is listed and missing", name)
		}
		if !bytes.Contains(b, []byte(`viewBox="0 0 16 16"`)) || !bytes.Contains(b, []byte("currentColor")) || bytes.Contains(b, []byte("#")) {
			t.Errorf("%s is not a 16 by 16 drawing in the colour of whoever draws it", name)
		}
		for d := xml.NewDecoder(bytes.NewReader(b)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	}
	if _, ok := Symbol("../icon"); ok {
		t.Error("a name leads out of the folder")
	}
}

func TestIconHasTheSizeOfPackages(t *testing.T) {
	c, err := png.DecodeConfig(bytes.NewReader(IconPNG))
	if err != nil {
		t.Fatal(err)
	}
	if c.Width != 512 || c.Height != 512 {
		t.Errorf("icon of %d by %d", c.Width, c.Height)
	}
}
