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

// auditFormats are the words of --format, and auditEnds what names of files decide.
var (
	auditFormats = []string{"text", "json", "sarif", "junit", "html"}
	auditEnds    = map[string]string{
		"": "text", ".txt": "text", ".json": "json", ".sarif": "sarif", ".xml": "junit", ".html": "html", ".htm": "html",
	}
)

// formatOf decides the format by the flag, else by the name of the file.
func (o *auditing) formatOf(asJSON bool) (string, error) {
	format := o.format
	if format == "" {
		end := strings.ToLower(filepath.Ext(o.output))
		known := false
		if format, known = auditEnds[end]; !known {
			return "", fail(usage, "say --format, one of "+strings.Join(auditFormats, ", "), "no report is known for files that end in %q", end)
		}
	}
	switch {
	case !slices.Contains(auditFormats, format):
		return "", fail(usage, "use one of "+strings.Join(auditFormats, ", "), "unknown format %q", format)
	case o.source != "" && format != "sarif":
		return "", fail(usage, "leave it out, or add --format sarif", "--source is for sarif")
	case asJSON && o.output == "" && format != "text" && format != "json":
		return "", fail(usage, "add --output FILE, or leave --json out", "the JSON answer cannot hold a report in %s", format)
	}
	return format, nil
}

// gate is the severity of --fail-on; Off lets all pass.
func (o *auditing) gate() (audit.Severity, error) {
	if o.failOn == "none" {
		return audit.Off, nil
	}
	return audit.ParseSeverity(o.failOn)
}

// writtenAudit is an audit whose report was written to a file.
type writtenAudit struct {
	auditData
	file string
}

func (w writtenAudit) show(p *page) {
	p.line("%s (%s): %s", w.Application, orElse(w.Toolkit, "toolkit not known"), w.writeFindings())
	p.line("wrote %s", w.file)
	if w.Baseline != "" {
		p.line("wrote the baseline %s", w.Baseline)
	}
}

// writeAudit makes the answer in the format that was asked for, and writes the file
// of --output.
func (c *cli) writeAudit(o auditing, format string, r *audit.Report, d auditData, gate audit.Severity) (answer, error) {
	if o.output == "" && (format == "text" || format == "json") {
		c.json = c.json || format == "json"
		return d, nil
	}
	var b bytes.Buffer
	by := report.Source{Version: version, Made: time.Now()}
	var err error
	switch format {
	case "json":
		var text []byte
		if text, err = d.MarshalJSON(); err == nil {
			b.Write(safeJSON(text))
			b.WriteByte('\n')
		}
	case "sarif":
		var all []*audit.Rule
		for _, res := range r.Rules {
			all = append(all, res.Rule)
		}
		err = report.SARIF(&b, d.Document, all, o.source, by)
	case "junit":
		err = report.JUnit(&b, d.Document, gate, by)
	case "html":
		err = report.HTML(&b, r, by)
	default:
		d.show(&page{&b})
	}
	if err != nil {
		return nil, err
	}
	if o.output == "" {
		return rawAnswer(b.Bytes()), nil
	}
	if err := store.ReplaceFile(o.output, b.Bytes()); err != nil {
		return nil, fail(environment, "check the folder, its permissions and the free space", "write the report: %v", err)
	}
	return writtenAudit{d, o.output}, nil
}
