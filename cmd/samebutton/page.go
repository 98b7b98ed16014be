package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"github.com/samebutton/samebutton/inspector"
)

// answer is what a command found out: an object for scripts that can also be
// read by people. Every command makes one; nothing else is printed to stdout.
type answer interface {
	// show writes the answer for people.
	show(p *page)
}

// page writes text for people: plain lines and aligned columns. Lower case, no
// colour, nothing that a pipe or a screen reader would stumble over: what
// applications say is shown by safe.
type page struct{ w io.Writer }

// line writes one line.
func (p *page) line(format string, args ...any) {
	fmt.Fprintln(p.w, safe(fmt.Sprintf(format, args...)))
}

// longest is the number of runes of which a line for people has at most: a locator
// of some length, not a document that is somebody's name.
const longest = 8192

// safe returns a text as it can be printed on one line of a terminal. What has no
// look of its own is escaped as Go does (\u202e): a control would steer the
// terminal, or turn around what stands beside it. Scripts get it exactly ([safejson.Escape]).
func safe(s string) string {
	s, all := inspector.Visible(s, longest)
	if !all {
		s += "…"
	}
	return s
}

// beginning returns at most so many runes of a text, and whether that is all of it.
func beginning(s string, most int) (string, bool) {
	n := 0
	for i := range s {
		if n == most {
			return s[:i], false
		}
		n++
	}
	return s, true
}

// widest is the most columns of a terminal to which the cells of a table are
// aligned: one long name does not push away what stands in all other rows.
const widest = 120

// table writes rows in aligned columns under a heading (nil for none). Without
// rows it writes nothing.
func (p *page) table(heading []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	all := make([][]string, 0, len(rows)+1)
	if heading != nil {
		all = append(all, heading)
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = safe(cell) // before its width is taken
		}
		all = append(all, cells)
	}
	widths := make([]int, len(all[0]))
	for _, row := range all {
		for i, cell := range row {
			if n := columns(cell); n <= widest {
				widths[i] = max(widths[i], n)
			}
		}
	}
	for _, row := range all {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", max(0, widths[i]-columns(cell))+2))
			}
		}
		fmt.Fprintln(p.w, strings.TrimRight(b.String(), " "))
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

// quote prints a name on one line: what a person can take in of it.
func quote(s string) string {
	const most = 200
	s, all := beginning(s, most)
	if !all {
		s += "…"
	}
	return strconv.Quote(s)
}

// count prints a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
