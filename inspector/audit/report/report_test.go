package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
	"github.com/samebutton/samebutton/internal/junit"
)

const outline = `
application "demo"
	window "Main <script>" bounds=0,0,200,100
		button actions=press:click bounds=10,10,40,20
		button actions=press:click bounds=60,10,40,20
		textbox focusable bounds=10,50,100,20
		button "Save" actions=press:click bounds=110,10,40,20
`

var by = Source{Version: "1.2.3", Made: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}

// audited is an audit by one rule, with one of three findings suppressed.
func audited(t *testing.T) *audit.Report {
	t.Helper()
	s := sketch.Draw(t, outline)
	s.Application.Name = "demo <b>\x00"
	subject := &audit.Subject{Frozen: inspector.Freeze(s.Snapshot), Pictures: []audit.Picture{
		{Window: 1, Rect: tree.Rect{W: 200, H: 100}, Image: image.NewRGBA(image.Rect(0, 0, 200, 100))},
	}}
	return audit.Run(subject, audit.Options{
		Rules:        []*audit.Rule{rules.Find("name-missing-interactive")},
		Suppressions: []audit.Suppression{{Rule: "name-missing-interactive", Locator: "textbox", Reason: "by design"}},
	})
}

func TestDocument(t *testing.T) {
	d := Make(audited(t))
	if d.Counts.Error != 2 || len(d.Causes) != 2 || len(d.Causes[0].Findings) != 2 || d.Causes[1].Findings[0].Suppressed != "by design" {
		t.Errorf("%+v", d)
	}
	if b := d.Causes[0].Findings[0].Bounds; b == nil || *b != (tree.Rect{X: 10, Y: 10, W: 40, H: 20}) {
		t.Errorf("bounds %v", b)
	}
}

// What is written is held against the schema that OASIS publishes, as the library
// carries it.
func TestSARIFIsValid(t *testing.T) {
	for _, source := range []string{"", "ci/audit.sh"} {
		var b bytes.Buffer
		if err := SARIF(&b, Make(audited(t)), rules.All(), source, by); err != nil {
			t.Fatal(err)
		}
		got, err := sarif.FromBytes(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		// What is held against the schema is all that was written.
		var again bytes.Buffer
		var written, read any
		if err := got.PrettyWrite(&again); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(json.Unmarshal(b.Bytes(), &written), json.Unmarshal(again.Bytes(), &read)); err != nil || !reflect.DeepEqual(written, read) {
			t.Errorf("reading it loses something: %v", err)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("%v\n%s", err, b.Bytes())
		}
		results := got.Runs[0].Results
		if len(results) != 3 || len(results[2].Suppressions) != 1 || results[0].PartialFingerprints[fingerprintKey] == "" {
			t.Fatalf("%s", b.Bytes())
		}
		if r := results[0]; got.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID == nil || *got.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID != "name-missing-interactive" {
			t.Error("the index of the rule leads elsewhere")
		}
		if file := results[0].Locations[0].PhysicalLocation; (file != nil) != (source != "") {
			t.Errorf("source %q gives %+v", source, file)
		}
	}
}

// The schema is held against what is written: what it does not allow is found.
func TestSARIFThatIsNotValid(t *testing.T) {
	for what, spoil := range map[string]func(*sarif.Result){
		"a level that there is not":  func(r *sarif.Result) { r.Level = "loud" },
		"a line before the first":    func(r *sarif.Result) { *r.Locations[0].PhysicalLocation.Region.StartLine = 0 },
		"an address that is none":    func(r *sarif.Result) { *r.Locations[0].PhysicalLocation.ArtifactLocation.URI = "%zz" },
		"a state of no baseline":     func(r *sarif.Result) { r.WithBaselineState("old") },
		"an index before the first":  func(r *sarif.Result) { r.RuleIndex = -2 },
		"a suppression without kind": func(r *sarif.Result) { r.Suppressions = []*sarif.Suppression{{}} },
		"a result that says nothing": func(r *sarif.Result) { r.Message = nil },
	} {
		var b bytes.Buffer
		if err := SARIF(&b, Make(audited(t)), rules.All(), "main.py", by); err != nil {
			t.Fatal(err)
		}
		got, err := sarif.FromBytes(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if spoil(got.Runs[0].Results[0]); got.Validate() == nil {
			t.Errorf("%s is valid", what)
		}
	}
}

// GitHub refuses or mixes up what is valid and not within its bounds: texts of rules, tags,
// and two results of a rule with one fingerprint, which become one alert.
func TestSARIFFitsCodeHosts(t *testing.T) {
	s := sketch.Draw(t, outline+strings.Repeat("\t\tbutton \"Twin\" actions=press:click bounds=10,10,40,20\n", 3))
	r := audit.Run(&audit.Subject{Frozen: inspector.Freeze(s.Snapshot)}, audit.Options{Rules: rules.All()})
	d := Make(r)
	var b bytes.Buffer
	if err := SARIF(&b, d, rules.All(), "src/my main.py", by); err != nil {
		t.Fatal(err)
	}
	got, err := sarif.FromBytes(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	run := got.Runs[0]
	for _, rule := range run.Tool.Driver.Rules {
		for what, text := range map[string]*string{"short": rule.ShortDescription.Text, "full": rule.FullDescription.Text, "help": rule.Help.Text} {
			if text == nil || *text == "" || what != "help" && len([]rune(*text)) > 1024 {
				t.Errorf("%s: the %s description has no text, or more than 1024 characters", *rule.ID, what)
			}
		}
		if tags := rule.Properties.Tags; len(tags) == 0 || len(tags) > 10 {
			t.Errorf("%s has the tags %v", *rule.ID, tags)
		}
		if rule.HelpURI == nil || !strings.HasPrefix(*rule.HelpURI, "https://") {
			t.Errorf("%s has no page", *rule.ID)
		}
	}
	seen := map[string]bool{}
	for _, x := range run.Results {
		key := *x.RuleID + " " + x.PartialFingerprints["primaryLocationLineHash"]
		if seen[key] || strings.HasSuffix(key, " ") {
			t.Errorf("the same alert twice: %s", key)
		}
		seen[key] = true
		place := x.Locations[0].PhysicalLocation
		if *place.ArtifactLocation.URI != "src/my%20main.py" || *place.Region.StartLine != 1 {
			t.Errorf("%s at %s", *x.RuleID, *place.ArtifactLocation.URI)
		}
	}
	if len(seen) < 5 {
		t.Errorf("%d results", len(seen))
	}

	many := &d.Causes[0]
	for len(many.Findings) < mostResults+5 {
		many.Findings = append(many.Findings, many.Findings[0])
	}
	b.Reset()
	if err := SARIF(&b, d, rules.All(), "main.py", by); err != nil {
		t.Fatal(err)
	}
	if got, err = sarif.FromBytes(b.Bytes()); err != nil || len(got.Runs[0].Results) != mostResults || !strings.Contains(b.String(), "are left out") {
		t.Errorf("%v, %d results", err, len(got.Runs[0].Results))
	}
}

func TestJUnit(t *testing.T) {
	for gate, failures := range map[audit.Severity]int{audit.Error: 1, audit.Warning: 1, audit.Off: 0} {
		var b bytes.Buffer
		if err := JUnit(&b, Make(audited(t)), gate, by); err != nil {
			t.Fatal(err)
		}
		var all junit.Suites
		if err := xml.Unmarshal(b.Bytes(), &all); err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		if all.Tests != 1 || all.Failures != failures {
			t.Errorf("%v: %d tests, %d failures", gate, all.Tests, all.Failures)
		}
		if c := all.Suites[0].Cases[0]; failures == 1 && (c.Failure == nil || strings.Count(c.Failure.Text, "\n") != 1 || !strings.Contains(c.Output, "textbox")) {
			t.Errorf("%+v", c)
		}
	}
}

func TestHTMLLoadsNothing(t *testing.T) {
	var b bytes.Buffer
	r := audited(t)
	if err := HTML(&b, r, by); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Count(page, "<script") != 1 || strings.Count(page, assets.AuditJS) != 1 {
		t.Error("not exactly the page's own script")
	}
	for _, never := range []string{"http://", "https://", "@import", "<b>\x00", "ZgotmplZ"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
	if n := strings.Count(page, `<a href="#finding-`); n != 3 || n != strings.Count(page, `href="#mark-`) {
		t.Errorf("%d outlines", n)
	}
	for _, want := range []string{`id="finding-3"`, "by design", "data:image/png;base64,", `id="f-error"`, `id="f-suppressed"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// painted is an audit of a window in which something is drawn that no element stands
// for, and which was walked through with Tab.
func painted(t *testing.T, w audit.TabWalk) *audit.Report {
	t.Helper()
	r := audited(t)
	s := r.Subject
	img := s.Pictures[0].Image
	for y := 60; y < 90; y += 2 {
		for x := 140; x < 180; x++ {
			img.Set(x, y, color.RGBA{uint8(x * 37), uint8(y * 91), 200, 255})
		}
	}
	w.Window = 1
	for i := range w.Stops {
		w.Stops[i].Bounds = s.Nodes[w.Stops[i].Node].Bounds
	}
	s.Tabs = &w
	return r
}

// Where the picture cannot be compared with the elements, that is told in place of blind spots.
func TestBlindSpotsThatWereNotLookedFor(t *testing.T) {
	for _, restless := range []bool{true, false} {
		r := painted(t, audit.TabWalk{Stops: []audit.TabStop{{Node: 2}}})
		if restless {
			r.Subject.Pictures[0].Restless = "elements moved"
		} else {
			r.Subject.Pictures, r.Subject.Unpictured = nil, map[tree.NodeID]string{1: "elements moved"}
		}
		d := Make(r)
		if len(d.BlindSpots) != 0 || len(d.BlindUnseen) != 1 || d.BlindUnseen[0].Window != "Main <script>" || d.BlindUnseen[0].Why != "elements moved" {
			t.Errorf("%+v %+v", d.BlindSpots, d.BlindUnseen)
		}
		var b bytes.Buffer
		if err := HTML(&b, r, by); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "not looked for, as elements moved") {
			t.Error("not on the page")
		}
	}
}

func TestBlindSpotsAndTabOrder(t *testing.T) {
	r := painted(t, audit.TabWalk{Closed: true, Restored: true, Stops: []audit.TabStop{{Node: 2}, {Node: 4}, {Node: 2}}})
	d := Make(r)
	if len(d.BlindSpots) != 1 || d.BlindSpots[0].Window != "Main <script>" || d.BlindSpots[0].Share < 0.9 || len(d.BlindSpots[0].Spots) == 0 {
		t.Fatalf("%+v", d.BlindSpots)
	}
	if spot := d.BlindSpots[0].Spots[0]; !spot.Rect.Contains(tree.Point{X: 160, Y: 75}) || !strings.Contains(spot.Around, "window") {
		t.Errorf("%+v", spot)
	}
	if d.Tabs == nil || len(d.Tabs.Stops) != 3 || len(d.Tabs.Numbered()) != 2 || d.Tabs.Stops[1].Element != "[textbox]" && !strings.Contains(d.Tabs.Stops[1].Element, "textbox") {
		t.Fatalf("%+v", d.Tabs)
	}
	var b bytes.Buffer
	if err := HTML(&b, r, by); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		`id="f-blind"`, `id="f-tabs" checked`, `<g class="is-blind"><rect class="spot"`, `#f-blind:not(:checked)`, `#f-tabs:not(:checked)`,
		`transform="translate(10 20)"`, `<line class="way" x1="10" y1="20" x2="10" y2="60"/>`, "went round 2 stops",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, never := range []string{"ZgotmplZ", "could not", "Main <script>"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
}

// A walk that did not come round says why, and a stop of which nobody spoke is shown
// as such.
func TestWalkThatDidNotComeRound(t *testing.T) {
	r := audited(t)
	r.Subject.Tabs = &audit.TabWalk{Window: 1, Ended: "<nobody> said it", Stops: []audit.TabStop{{Node: 2}, {Node: tree.None}}}
	var b bytes.Buffer
	if err := HTML(&b, r, by); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"did not come round: &lt;nobody&gt; said it", "nobody said which element", "not given back"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// A name that an application made is no link in a message.
func TestSARIFHasNoLinksOfOthers(t *testing.T) {
	d := Make(audited(t))
	d.Causes[0].Findings[0].Element = "button \"[Mend](http://127.0.0.1/)\""
	var b bytes.Buffer
	if err := SARIF(&b, d, rules.All(), "", by); err != nil {
		t.Fatal(err)
	}
	got, err := sarif.FromBytes(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if text := *got.Runs[0].Results[0].Message.Text; strings.Contains(text, "[Mend](") || !strings.Contains(text, `[Mend\](`) {
		t.Error(text)
	}
}
