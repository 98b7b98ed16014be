package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
	"github.com/samebutton/samebutton/internal/junit"
)

// hostile are names with which an application may try to be more than text in a report.
var hostile = []string{
	`"><script>alert(1)</script>`, `</title></style></script><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`,
	"\u202egnp.exe\u2066", "\x1b]0;title\x07\x1b[2J", "a\x00b", "\xff\xfe broken", "]]>", "&lt;b&gt;", "{{.}} ${x} %s %!d(MISSING)",
	"[press](javascript:alert(1))", "\u2028\u2029\ufeff\u200b", "line\r\nbreak\ttab", strings.Repeat("long ", 40<<10),
}

// attacked is an audit by all rules of a window in which every name, and what else an
// application says in words, is one of hostile.
func attacked(t *testing.T, name string) *audit.Report {
	t.Helper()
	var b strings.Builder
	b.WriteString("application \"demo\"\n\twindow \"w\" bounds=0,0,400,300\n")
	for i := range 20 {
		fmt.Fprintf(&b, "\t\tbutton \"n%d\" actions=press:click bounds=10,%d,40,10\n\t\ttextbox focusable bounds=60,%d,40,10\n", i%3, 12*i, 12*i)
	}
	s := sketch.Draw(t, b.String())
	s.Application.Name, s.Application.Toolkit = name, name
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if len(name) > 1<<16 && i > 2 { // application, window and one button: it takes time in proportion
			break
		}
		if n.Role != tree.RoleTextbox {
			n.Name = tree.KnownText(name)
		}
		n.Description, n.NativeRole = tree.KnownText(name), name
	}
	for i := range s.Windows {
		s.Windows[i].Title = name
	}
	subject := &audit.Subject{Frozen: inspector.Freeze(s.Snapshot), Pictures: []audit.Picture{
		{Window: 1, Rect: tree.Rect{W: 400, H: 300}, Image: image.NewRGBA(image.Rect(0, 0, 400, 300))},
	}}
	one := audit.Run(subject, audit.Options{Rules: rules.All(), Profile: audit.ProfileStrict, Suppressions: []audit.Suppression{{Rule: "id-missing", Reason: name}}})
	r := audit.Combine([]audit.State{{Title: "first", Report: one}, {Title: "after step 1, " + name, Report: one}})
	r.Replay = &audit.Replay{Recording: name, Steps: 2, Stopped: &audit.Stop{Step: 2, Title: name, Error: name}}
	return r
}

// What an application says is text in every report, however it is made, and no report is
// as big as it.
func TestHostileNames(t *testing.T) {
	const most = 4 << 20
	for i, name := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r := attacked(t, name)
			if len(r.Findings) < 20 {
				t.Fatalf("%d findings", len(r.Findings))
			}
			d := Make(r)
			files := map[string][]byte{}
			var b bytes.Buffer
			for format, write := range map[string]func() error{
				"html":  func() error { return HTML(&b, r, by) },
				"sarif": func() error { return SARIF(&b, d, rules.All(), "main.py", by) },
				"junit": func() error { return JUnit(&b, d, audit.Error, by) },
				"json":  func() error { return json.NewEncoder(&b).Encode(d) },
			} {
				b.Reset()
				if err := write(); err != nil {
					t.Fatalf("%s: %v", format, err)
				}
				files[format] = bytes.Clone(b.Bytes())
				if b.Len() > most {
					t.Errorf("%s has %d bytes", format, b.Len())
				}
			}
			for format, text := range files {
				if !utf8.Valid(text) {
					t.Errorf("%s is not UTF-8", format)
				}
				if format == "json" { // it is exact, and escapes what it must
					continue
				}
				for _, c := range string(text) {
					if c != '\n' && c != '\t' && !unicode.IsPrint(c) {
						t.Errorf("%s has %U", format, c)
						break
					}
				}
			}
			page := strings.ToLower(string(files["html"]))
			for what, n := range map[string]int{"<script": 1, "<img": 0, "zgotmplz": 0, " onerror=": strings.Count(strings.ToLower(name), " onerror="), "</style": 1, "</title": 0} {
				if got := strings.Count(page, what); what == "</title" && got < 1 || n > 0 && what[0] == '<' && got != n || n == 0 && what != "</title" && got != 0 {
					t.Errorf("the page has %q %d times", what, got)
				}
			}
			var suites junit.Suites
			if err := xml.Unmarshal(files["junit"], &suites); err != nil {
				t.Errorf("junit: %v", err)
			}
			got, err := sarif.FromBytes(files["sarif"])
			if err != nil {
				t.Fatal(err)
			}
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
			for _, result := range got.Runs[0].Results {
				if strings.Contains(*result.Message.Text, "[press](") {
					t.Error("a link of the application's")
				}
			}
		})
	}
}
