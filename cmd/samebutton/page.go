package main

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/width"
)

// answer is what a command found out: an object for scripts that can also be
// read by people. Every command makes one; nothing else is printed to stdout.
type answer interface {
	// show writes the answer for people.
	show(p *page)
}

// page writes text for people: plain lines and aligned columns. Lower case, no
// colour, nothing that a pipe or a screen reader would stumble over.
type page struct{ w io.Writer }

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(p.w, format+"\n", args...)
}

// table writes rows in aligned columns under a heading (nil for none). Without
// rows it writes nothing.
func (p *page) table(heading []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	all := rows
	if heading != nil {
		all = append([][]string{heading}, rows...)
	}
	widths := make([]int, len(all[0]))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], columns(cell))
		}
	}
	for _, row := range all {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-columns(cell)+2))
			}
		}
		p.line("%s", strings.TrimRight(b.String(), " "))
	}
}

// columns returns how many columns of a terminal a text takes: East Asian wide
// characters take two.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

// quote prints a name on one line.
func quote(s string) string { return fmt.Sprintf("%q", s) }

// count prints a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
