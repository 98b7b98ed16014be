package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/store"
)

// textFormat is the format of what is printed for people.
const textFormat = "text"

// auditFormats are the words of --format.
var auditFormats = func() []string {
	words := []string{textFormat}
	for _, f := range report.Formats {
		words = append(words, string(f))
	}
	return words
}()

// formatOf is the format that the end of a file's name means, "" where it means none.
func formatOf(path string) string {
	if end := strings.ToLower(filepath.Ext(path)); end == "" || end == ".txt" {
		return textFormat
	}
	return string(report.FormatOf(path))
}

// auditFile is a report that is to be written.
type auditFile struct{ format, path string }

// reports decides what is written: the files of --output, each in the format of
// --format, where there is one file, or of the end of its name; and what goes to
// stdout where there is none. All of it is known before anything is read.
func (o *auditing) reports(asJSON bool) (printed string, files []auditFile, err error) {
	switch {
	case o.format != "" && !slices.Contains(auditFormats, o.format):
		return "", nil, fail(usage, "use one of "+strings.Join(auditFormats, ", "), "unknown format %q", o.format)
	case o.format != "" && len(o.outputs) > 1:
		return "", nil, fail(usage, "leave --format out: the end of each name decides (.txt, .json, .sarif, .xml, .html)", "--format is for one --output, and %d were given", len(o.outputs))
	case o.source != "" && !localSource(o.source):
		return "", nil, fail(usage, "name it as it is called from the folder of the project, such as src/main.py", "--source %s is no file of the project", o.source)
	}
	taken := map[string]string{}
	for what, path := range map[string]string{"--baseline": o.baseline, "--suppressions": o.suppressions} {
		if path != "" {
			taken[filepath.Clean(path)] = what
		}
	}
	for _, path := range o.outputs {
		f := auditFile{o.format, path}
		if path == "" {
			return "", nil, fail(usage, "name a file, such as audit.html", "--output has no name")
		}
		if f.format == "" {
			if f.format = formatOf(path); f.format == "" {
				return "", nil, fail(usage, "say --format, one of "+strings.Join(auditFormats, ", "), "no report is known for files that end in %q", strings.ToLower(filepath.Ext(path)))
			}
		}
		if what := taken[filepath.Clean(path)]; what != "" {
			return "", nil, fail(usage, "give each its own file; nothing was written", "%s is the file of %s, too", path, what)
		}
		taken[filepath.Clean(path)] = "another --output"
		files = append(files, f)
	}
	printed = orElse(o.format, textFormat)
	switch {
	case o.source != "" && printed != "sarif" && !slices.ContainsFunc(files, func(f auditFile) bool { return f.format == "sarif" }):
		return "", nil, fail(usage, "leave it out, or add --output FILE.sarif", "--source is for sarif")
	case asJSON && len(files) == 0 && printed != textFormat && printed != string(report.FormatJSON):
		return "", nil, fail(usage, "add --output FILE, or leave --json out", "the JSON answer cannot hold a report in %s", printed)
	}
	return printed, files, nil
}

// localSource reports whether a name can be one of a file of the project: code hosts
// refuse what lies elsewhere.
func localSource(name string) bool { return filepath.IsLocal(filepath.FromSlash(name)) }

// writable refuses files that cannot be written, before an application is read or a
// recording replayed for them.
func writable(files []auditFile) error {
	for _, f := range files {
		if err := store.CanReplace(f.path); err != nil {
			return fail(environment, "check the folder and its permissions; nothing was read or sent", "%s cannot be written: %v", f.path, err)
		}
	}
	return nil
}

// gate is the severity of --fail-on; Off lets all pass.
func (o *auditing) gate() (audit.Severity, error) {
	if o.failOn == "none" {
		return audit.Off, nil
	}
	return audit.ParseSeverity(o.failOn)
}

// writtenAudit is an audit whose reports were written to files.
type writtenAudit struct {
	auditData
	files []auditFile
}

func (w writtenAudit) show(p *page) {
	p.line("%s (%s): %s", w.Application, orElse(w.Toolkit, "toolkit not known"), w.writeFindings())
	w.showStop(p)
	showKnown(p, "fixed since the baseline", w.Fixed, mostShown)
	for _, f := range w.files {
		p.line("wrote %s", f.path)
	}
	if w.Baseline != "" {
		p.line("wrote the baseline %s", w.Baseline)
	}
}

// writeAudit makes the answer, and writes the files of --output: all are made before the
// first is written, and each is there as a whole or as it was.
func (c *cli) writeAudit(o auditing, r *audit.Report, d auditData, gate audit.Severity) (answer, error) {
	printed, files, err := o.reports(c.json)
	if err != nil {
		return nil, err
	}
	by := report.Source{Version: version, Made: time.Now()}
	if len(files) == 0 {
		if printed == textFormat || printed == string(report.FormatJSON) {
			c.json = c.json || printed != textFormat
			return d, nil
		}
		text, err := o.made(printed, r, d, gate, by)
		return rawAnswer(text), err
	}
	texts := make([][]byte, len(files))
	for i, f := range files {
		if texts[i], err = o.made(f.format, r, d, gate, by); err != nil {
			return nil, err
		}
	}
	for i, f := range files {
		if err := store.ReplaceFile(f.path, texts[i]); err != nil {
			hint := "check the folder, its permissions and the free space"
			if i > 0 {
				hint += "; written were " + strings.Join(paths(files[:i]), ", ")
			}
			return nil, fail(environment, hint, "%s was not written, and is as it was: %v", f.path, err).with(d)
		}
	}
	return writtenAudit{d, files}, nil
}

func paths(files []auditFile) (all []string) {
	for _, f := range files {
		all = append(all, f.path)
	}
	return all
}

// made is a report in one format.
func (o *auditing) made(format string, r *audit.Report, d auditData, gate audit.Severity, by report.Source) ([]byte, error) {
	var b bytes.Buffer
	if format == textFormat {
		d.show(&page{&b})
		return b.Bytes(), nil
	}
	err := report.Write(&b, report.Format(format), r, d.Document, report.Writing{Source: by, Gate: gate, File: o.source})
	if err != nil {
		return nil, fail(environment, "", "make the report in %s: %v", format, err)
	}
	return b.Bytes(), nil
}
