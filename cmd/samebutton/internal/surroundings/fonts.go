package surroundings

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Fonts are the file names of the scalable fonts that are installed.
type Fonts []string

// FindFonts looks in the usual folders. What cannot be read is passed over.
func FindFonts() Fonts {
	home, _ := os.UserHomeDir()
	var found Fonts
	for _, dir := range []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts")} {
		_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // not readable is not there
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc":
				found = append(found, entry.Name())
			}
			return nil
		})
	}
	return found
}

// Has reports whether one's file name holds one of the words.
func (f Fonts) Has(words ...string) bool {
	for _, name := range f {
		for _, w := range words {
			if strings.Contains(name, w) {
				return true
			}
		}
	}
	return false
}
