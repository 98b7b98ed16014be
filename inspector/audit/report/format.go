package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/internal/safejson"
)

// Format is a kind of file that holds an audit.
type Format string

// Formats.
const (
	FormatJSON  Format = "json"
	FormatSARIF Format = "sarif"
	FormatJUnit Format = "junit"
	FormatHTML  Format = "html"
)

// Formats are all of them.
var Formats = []Format{FormatJSON, FormatSARIF, FormatJUnit, FormatHTML}

// FormatOf is the format that the end of a file's name means, in any case; "" where it
// means none.
func FormatOf(path string) Format {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return FormatJSON
	case ".sarif":
		return FormatSARIF
	case ".xml":
		return FormatJUnit
	case ".html", ".htm":
		return FormatHTML
	}
	return ""
}

// Writing is what a file says besides the audit.
type Writing struct {
	Source
	// Gate is the severity at which a case of JUnit fails; [audit.Off]: none does.
	Gate audit.Severity
	// File is the file of the project that results of SARIF stand in, "" for none.
	File string
}

// Write writes an audit in a format; document is [Make] of it.
func Write(w io.Writer, f Format, r *audit.Report, document *Document, o Writing) error {
	switch f {
	case FormatJSON:
		return writeJSON(w, document)
	case FormatSARIF:
		var all []*audit.Rule
		for _, res := range r.Rules {
			all = append(all, res.Rule)
		}
		return SARIF(w, document, all, o.File, o.Source)
	case FormatJUnit:
		return JUnit(w, document, o.Gate, o.Source)
	case FormatHTML:
		return HTML(w, r, o.Source)
	}
	return fmt.Errorf("no report is known by %q", string(f))
}

// writeJSON writes the document as one line: [ParseEarlier] reads it.
func writeJSON(w io.Writer, d *Document) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = w.Write(append(safejson.Escape(text), '\n'))
	return err
}
