package report

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/internal/junit"
	"github.com/samebutton/samebutton/recorder"
)

func locator(t *testing.T, s string) inspector.Locator {
	t.Helper()
	l, err := inspector.ParseLocator(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func at(x, y, w, h int) tree.Bounds {
	return tree.Bounds{Rect: tree.Rect{X: x, Y: y, W: w, H: h}, State: tree.Known, Confidence: tree.Exact}
}

// png is no picture, but the same bytes can be looked for.
var png = []byte("\x89PNG picture")

// source is a run with a step of each sort.
func source(t *testing.T) Source {
	save := locator(t, `window "Orders" > button "Save"`)
	target := inspector.Target{Locator: save, Witnesses: []inspector.Locator{locator(t, `toolbar "Main" > button "Save"`)}, Standing: inspector.StandingUnique, Role: tree.RoleButton, Name: "Save", Describe: `button "Save" in window "Orders"`}
	heir := target
	heir.Locator, heir.Name, heir.Describe = locator(t, `window "Orders" > button "Store"`), "Store", `button "Store" in window "Orders"`
	vague := target
	vague.Standing, vague.Describe = inspector.StandingAmbiguous, `button "Keep" in window "Orders"`
	proof := inspector.Proof{Locator: save, Outcome: inspector.Stale, Compared: 312, Complete: true}
	area := tree.Rect{X: 100, Y: 50, W: 400, H: 300}
	run := recorder.Run{
		ID: "r1", Recording: "c1", Name: `<script>alert("x")</script>`, Application: "Orders", PID: 7,
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Ended: time.Date(2026, 1, 2, 3, 4, 7, 500e6, time.UTC), Verdict: recorder.VerdictStale,
		Steps: []recorder.StepResult{
			{N: 1, StepID: "t1", Title: "Type \"Anna\u202e\"", Verdict: recorder.VerdictPassed, Resolution: inspector.Unique, Delivery: backends.Delivered, Effect: recorder.OutcomeUnverified, Unverified: "what it is now cannot be read",
				DurationMs: 120, Changes: []string{`textbox "Customer": value "" is now "Anna"`}, Before: "h1", After: "gone",
				BeforeAt: &recorder.Place{Area: area, Target: at(110, 60, 80, 20)}, AfterAt: &recorder.Place{Area: area}},
			{N: 2, StepID: "t2", Title: "Expect", Verdict: recorder.VerdictPassed, Delivery: backends.NotDelivered, Seen: `the text "Anna"`},
			{N: 3, StepID: "t3", Title: `Click button "Save"`, Verdict: recorder.VerdictStale, Resolution: inspector.Stale, Delivery: backends.NotDelivered, Error: "none of 312 elements matches", Hint: "record the step again",
				Proof: &proof, Before: "h1", BeforeAt: &recorder.Place{Area: area},
				Refusal: &recorder.Refusal{Recorded: target, Changed: []string{`no button is called "Save" any more`}, Picture: "h1", Area: area, Candidates: []recorder.Candidate{
					{Target: heir, Path: `window "Orders" / button "Store"`, Agrees: []string{"role button"}, Differs: []string{`name "Store" instead of "Save"`}, Bounds: at(150, 70, 90, 30)},
					{Target: vague, Path: `window "Orders" / button "Keep"`, Bounds: tree.Bounds{}},
				}}},
			{N: 4, StepID: "t4", Title: "Press", Verdict: recorder.VerdictSkipped},
		},
	}
	rec := recorder.Recording{ID: "c1", Created: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Environment: recorder.Environment{Locale: "de_DE.UTF-8"},
		Steps: []recorder.Step{{ID: "t3", Picture: "h2", Area: area, Bounds: at(120, 80, 60, 25)}}}
	return Source{Run: run, Recording: &rec, Version: "9.9", Made: time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), Picture: func(hash string) ([]byte, error) {
		if hash == "gone" {
			return nil, errors.New("not there")
		}
		return append(png, hash...), nil
	}}
}

func TestAPageHoldsAllOfARunAndLoadsNothing(t *testing.T) {
	var b bytes.Buffer
	if err := HTML(&b, source(t)); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"✗ stale", "✓ passed", "– skipped", "unverified: what it is now cannot be read", `Anna\u202e`, "the text &#34;Anna&#34;",
		"no button is called &#34;Save&#34; any more", "button &#34;Store&#34; in window &#34;Orders&#34;", "name &#34;Store&#34; instead of &#34;Save&#34;",
		"toolbar &#34;Main&#34; &gt; button &#34;Save&#34;", "de_DE.UTF-8", "Samebutton 9.9", "matched 0 of 312 compared", "None of them was chosen",
		`<rect class="target" x="10" y="10" width="80" height="20"/>`,    // of the step
		`<rect class="target" x="20" y="30" width="60" height="25"/>`,    // when it was recorded
		`<rect class="candidate" x="50" y="20" width="90" height="30"/>`, // now
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	// The ambiguous one has no locator to copy.
	if n := strings.Count(page, "button &#34;Store&#34;</code>"); n != 1 || strings.Count(page, `class="candidate"`) != 1 {
		t.Errorf("%d locators of candidates", n)
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "\u202e") {
		t.Error("a name is not escaped")
	}
	// A picture stands in the page once, however often it is shown.
	for hash, n := range map[string]int{"h1": 1, "h2": 1} {
		if got := strings.Count(page, base64.StdEncoding.EncodeToString(append(png, hash...))); got != n {
			t.Errorf("picture %s is in it %d times", hash, got)
		}
	}
	loads := regexp.MustCompile(`(?i)(src|href|url)\s*[=(]\s*["']?([^"'\s>)]*)`)
	for _, m := range loads.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[2], "data:") && !strings.HasPrefix(m[2], "#") {
			t.Errorf("the page loads %q", m[2])
		}
	}
	if !strings.Contains(page, "default-src 'none'") {
		t.Error("the page does not forbid to load anything")
	}
}

// A run alone, without recording and pictures, makes a page, too.
func TestAPageOfARunThatDidNotEnd(t *testing.T) {
	s := source(t)
	s.Recording, s.Picture, s.Run.Ended, s.Run.Verdict = nil, nil, time.Time{}, recorder.VerdictUncertain
	var b bytes.Buffer
	if err := HTML(&b, s); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); !strings.Contains(page, "it did not end") || !strings.Contains(page, "? uncertain") || strings.Count(page, "There is no picture of it") != 2 {
		t.Error(page)
	}
}

// parse reads JUnit XML as a CI system would.
func parse(t *testing.T, b []byte) junit.Suites {
	t.Helper()
	var all junit.Suites
	if err := xml.Unmarshal(b, &all); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return all
}

func TestJUnit(t *testing.T) {
	s := source(t)
	s.Run.Steps[0].Title += "\x00\x1b" // no XML has these
	var b bytes.Buffer
	if err := JUnit(&b, s, false); err != nil {
		t.Fatal(err)
	}
	all := parse(t, b.Bytes())
	suite := all.Suites[0]
	if all.Tests != 1 || all.Errors != 1 || all.Failures != 0 || suite.Time != "2.500" || suite.Timestamp != "2026-01-02T03:04:05" || suite.Name != s.Run.Name {
		t.Errorf("%+v", all)
	}
	c := suite.Cases[0]
	if c.Error == nil || c.Error.Type != "target.stale" || !strings.Contains(c.Error.Message, "step 3") || !strings.Contains(c.Error.Text, "nearest now: window \"Orders\" / button \"Store\"") || !strings.Contains(c.Output, "4 Press: skipped") {
		t.Errorf("%+v %+v", c, c.Error)
	}
	if len(suite.Properties) < 5 {
		t.Errorf("%+v", suite.Properties)
	}

	b.Reset()
	if err := JUnit(&b, s, true); err != nil {
		t.Fatal(err)
	}
	if all := parse(t, b.Bytes()); all.Tests != 4 || all.Errors != 1 || all.Skipped != 1 || all.Suites[0].Cases[1].Output != `passed, not-delivered, seen: the text "Anna"` {
		t.Errorf("%+v", all)
	}
}

func TestJUnitTellsFailuresFromErrors(t *testing.T) {
	for verdict, want := range map[recorder.Verdict]string{
		recorder.VerdictPassed: "", recorder.VerdictSkipped: "skipped", recorder.VerdictFailed: "failure effect.no-change",
		recorder.VerdictAmbiguous: "error target.ambiguous", recorder.VerdictUnknown: "error target.unknown", recorder.VerdictNotActionable: "error target.not-actionable",
		recorder.VerdictUncertain: "error delivery.uncertain", recorder.VerdictRefused: "error policy.refused", recorder.VerdictError: "error environment", recorder.VerdictStopped: "error run.stopped",
	} {
		r := recorder.StepResult{N: 1, Title: "x", Verdict: verdict, Delivery: backends.Delivered, Effect: recorder.OutcomeNoChange}
		var b bytes.Buffer
		if err := JUnit(&b, Source{Run: recorder.Run{Verdict: verdict, Steps: []recorder.StepResult{r}}}, false); err != nil {
			t.Fatal(err)
		}
		c, got := parse(t, b.Bytes()).Suites[0].Cases[0], ""
		switch {
		case c.Failure != nil:
			got = "failure " + c.Failure.Type
		case c.Error != nil:
			got = "error " + c.Error.Type
		case c.Skipped != nil:
			got = "skipped"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", verdict, got, want)
		}
	}
	r := recorder.StepResult{Verdict: recorder.VerdictFailed, Delivery: backends.NotDelivered}
	if kindOf(r) != "assertion.failed" {
		t.Errorf("an assertion is %s", kindOf(r))
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestAFullDiskIsAnError(t *testing.T) {
	if HTML(full{}, source(t)) == nil || JUnit(full{}, source(t), false) == nil {
		t.Error("nothing was written, and nobody was told")
	}
}
