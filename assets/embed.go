// Package assets embeds the icon of the program and the symbols of its window.
//
// Promise: every symbol is a 16 by 16 SVG in one colour, written as
// "currentColor", so that whoever draws it chooses the colour. The bytes are
// shared and must not be changed. The package imports the standard library only.
package assets

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// IconSVG is the icon of the program.
//
//go:embed icon.svg
var IconSVG []byte

// IconPNG is the icon at 512 by 512 pixels.
//
//go:embed icon.png
var IconPNG []byte

// ReportHTML is the template of the page that reports a run (recorder/report).
//
//go:embed report.html
var ReportHTML string

// AuditHTML is the template of the page that reports an audit (inspector/audit/report).
//
//go:embed audit.html
var AuditHTML string

// AuditJS is the script of that page: it finds text and shows how much is shown.
//
//go:embed audit.js
var AuditJS string

// ReportCSS is the style of both pages.
//
//go:embed report.css
var ReportCSS string

//go:embed symbols/*.svg
var symbols embed.FS

// Symbol returns the SVG of the symbol with the given name ("button"), and
// whether there is one.
func Symbol(name string) ([]byte, bool) {
	b, err := symbols.ReadFile(path.Join("symbols", name+".svg"))
	return b, err == nil
}

// Symbols returns the names of all symbols in alphabetical order.
func Symbols() []string {
	entries, err := fs.ReadDir(symbols, "symbols")
	if err != nil { // the folder is compiled in
		panic(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".svg")
	}
	return names
}
