package recorder

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

const shop = `
application "Orders"
  window "Orders" [active]
    textbox "Customer" = "Anna  Berg"
    password "PIN" = "sesame"
    checkbox "Express" [checked]
    togglebutton "Bold" [pressed]
    checkbox "Mixed" [indeterminate]
    spinbutton "Count" range="3,0,10,1"
    button "Save" [focused]
    button "Later" [-showing]
    list "Open orders"
      listitem "Order 1"
      listitem "Order 2"
    label "Ready" #status
  window "Help" [-active]
    button "Close" [focused]
`

// Each condition is true, false, or unknown, and unknown never passes.
func TestConditions(t *testing.T) {
	c := func(kind ConditionKind, edit ...func(*Condition)) Condition {
		c := Condition{Kind: kind}
		for _, e := range edit {
			e(&c)
		}
		return c
	}
	text := func(s string) func(*Condition) { return func(c *Condition) { c.Text = s } }
	state := func(s string) func(*Condition) { return func(c *Condition) { c.State = s } }
	number := func(n float64) func(*Condition) { return func(c *Condition) { c.Number = n } }
	part := func(c *Condition) { c.Match = MatchContains }
	pattern := func(c *Condition) { c.Match = MatchPattern }
	not := func(c *Condition) { c.Not = true }
	hide := func(h tree.Handle, property string) fake.Edit { return func(m *fake.Model) { m.Withhold(h, property) } }
	for name, tc := range map[string]struct {
		on        string
		condition Condition
		change    fake.Edit
		verdict   Verdict
		seen      string
	}{
		"shown":                     {`button "Save"`, c(ConditionVisible), nil, VerdictPassed, "it is shown"},
		"not shown":                 {`button "Later"`, c(ConditionVisible), nil, VerdictFailed, "not shown"},
		"shown, unread":             {`button "Save"`, c(ConditionVisible), hide("button:Save", "states"), VerdictUnknown, "could not be read"},
		"shown, removed":            {`button "Save"`, c(ConditionVisible), func(m *fake.Model) { m.Remove("button:Save") }, VerdictStale, ""},
		"shown, twins":              {`button "Save"`, c(ConditionVisible), func(m *fake.Model) { m.Twin("button:Save", true) }, VerdictAmbiguous, ""},
		"gone":                      {`button "Save"`, c(ConditionGone), func(m *fake.Model) { m.Remove("button:Save") }, VerdictPassed, "none of"},
		"gone, hidden":              {`button "Later"`, c(ConditionGone), nil, VerdictPassed, "not shown"},
		"gone, there":               {`button "Save"`, c(ConditionGone), nil, VerdictFailed, `button "Save", which is shown`},
		"gone, cut":                 {`button "Save"`, c(ConditionGone), func(m *fake.Model) { m.Remove("button:Save"); m.Cut("window:Orders", tree.CutTime) }, VerdictUnknown, "not complete"},
		"gone, another unread":      {`button "Save"`, c(ConditionGone), func(m *fake.Model) { m.Remove("button:Save"); m.Withhold("button:Later", "name") }, VerdictUnknown, "not complete"},
		"gone, twins":               {`button "Save"`, c(ConditionGone), func(m *fake.Model) { m.Twin("button:Save", true) }, VerdictFailed, "shown"},
		"gone, states unread":       {`button "Save"`, c(ConditionGone), hide("button:Save", "states"), VerdictUnknown, "could not be read"},
		"name":                      {`window "Orders" > button "Save"`, c(ConditionName, text("Save")), nil, VerdictPassed, `the name "Save"`},
		"name, another":             {`window "Orders" > button "Save"`, c(ConditionName, text("Load")), nil, VerdictFailed, `the name "Save"`},
		"name, not another":         {`window "Orders" > button "Save"`, c(ConditionName, text("Load"), not), nil, VerdictPassed, `the name "Save"`},
		"text":                      {`textbox "Customer"`, c(ConditionText, text("Anna Berg")), nil, VerdictPassed, `the text "Anna Berg"`},
		"text, part":                {`textbox "Customer"`, c(ConditionText, text("Berg"), part), nil, VerdictPassed, ""},
		"text, part of a word":      {`textbox "Customer"`, c(ConditionText, text("Berlin"), part), nil, VerdictFailed, `"Anna Berg"`},
		"text, a pattern":           {`textbox "Customer"`, c(ConditionText, text("Anna *"), pattern), nil, VerdictPassed, `the text "Anna Berg"`},
		"text, another pattern":     {`textbox "Customer"`, c(ConditionText, text("Anna"), pattern), nil, VerdictFailed, `"Anna Berg"`},
		"text, another":             {`textbox "Customer"`, c(ConditionText, text("Anna")), nil, VerdictFailed, `"Anna Berg"`},
		"text, not":                 {`textbox "Customer"`, c(ConditionText, text("Anna Berg"), not), nil, VerdictFailed, ""},
		"text, unread":              {`textbox "Customer"`, c(ConditionText, text("Anna Berg")), hide("textbox:Customer", "value"), VerdictUnknown, "could not be read"},
		"text, not, unread":         {`textbox "Customer"`, c(ConditionText, text("Anna"), not), hide("textbox:Customer", "value"), VerdictUnknown, "could not be read"},
		"text of a password field":  {`password "PIN"`, c(ConditionText, text("sesame")), nil, VerdictRefused, ""},
		"text of a label":           {`label "Ready"`, c(ConditionText, text("Ready")), nil, VerdictPassed, ""},
		"value":                     {`spinbutton "Count"`, c(ConditionValue, number(3)), nil, VerdictPassed, "the value 3"},
		"value, another":            {`spinbutton "Count"`, c(ConditionValue, number(4)), nil, VerdictFailed, "the value 3"},
		"value of a button":         {`window "Orders" > button "Save"`, c(ConditionValue, number(4)), nil, VerdictUnknown, "no number"},
		"checked":                   {`checkbox "Express"`, c(ConditionState, state("checked")), nil, VerdictPassed, ""},
		"checked, a toggle button":  {`togglebutton "Bold"`, c(ConditionState, state("checked")), nil, VerdictPassed, ""},
		"checked, mixed":            {`checkbox "Mixed"`, c(ConditionState, state("checked")), nil, VerdictUnknown, "neither"},
		"not checked, mixed":        {`checkbox "Mixed"`, c(ConditionState, state("checked"), not), nil, VerdictUnknown, "neither"},
		"not checked":               {`checkbox "Express"`, c(ConditionState, state("checked"), not), nil, VerdictFailed, ""},
		"enabled":                   {`window "Orders" > button "Save"`, c(ConditionState, state("enabled")), func(m *fake.Model) { m.SetStates("button:Save", "-enabled") }, VerdictPassed, ""},
		"disabled":                  {`window "Orders" > button "Save"`, c(ConditionState, state("enabled")), func(m *fake.Model) { m.SetStates("button:Save", "-sensitive") }, VerdictFailed, "not enabled"},
		"focus":                     {`window "Orders" > button "Save"`, c(ConditionFocus), nil, VerdictPassed, ""},
		"focus of another window":   {`window "Help" > button "Close"`, c(ConditionFocus), nil, VerdictFailed, "has it"},
		"no focus":                  {`textbox "Customer"`, c(ConditionFocus), nil, VerdictFailed, "has it"},
		"count":                     {`list "Open orders" > listitem "Order 1"`, c(ConditionCount, number(1)), nil, VerdictPassed, "1 element"},
		"count, more":               {`list "Open orders" > listitem "Order 1"`, c(ConditionCount, number(1)), func(m *fake.Model) { m.Twin("listitem:Order 1", false) }, VerdictFailed, "2 elements"},
		"count, none":               {`list "Open orders" > listitem "Order 1"`, c(ConditionCount), func(m *fake.Model) { m.Remove("listitem:Order 1") }, VerdictPassed, "0 elements"},
		"count, not read":           {`list "Open orders" > listitem "Order 1"`, c(ConditionCount, number(1)), func(m *fake.Model) { m.Cut("list:Open orders", tree.CutTime) }, VerdictUnknown, "not complete"},
		"quiet":                     {"", c(ConditionQuiet), nil, VerdictPassed, "nothing changed"},
		"the application has ended": {`button "Save"`, c(ConditionVisible), func(m *fake.Model) { m.Die() }, VerdictError, ""},
		"the application hangs":     {`button "Save"`, c(ConditionVisible), func(m *fake.Model) { m.Hang() }, VerdictUnknown, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, shop)
				s.options.Wait = 0
				step := Step{ID: "t1", Kind: StepAssert, Condition: &tc.condition, Title: "step"}
				if tc.on != "" {
					target := s.target(tc.on)
					step.Target = &target
				}
				if tc.change != nil {
					s.app.Change(tc.change)
				}
				r := s.replay(context.Background(), step).Steps[0]
				if r.Verdict != tc.verdict || !strings.Contains(r.Seen, tc.seen) {
					t.Errorf("%s, seen %q: %s; want %s, seen …%s…", r.Verdict, r.Seen, r.Error, tc.verdict, tc.seen)
				}
				if r.Delivery != backends.NotDelivered || len(s.ledger.intents) > 0 || len(s.backend.Called("Act")) > 0 {
					t.Errorf("%s, intents %v", r.Delivery, s.ledger.intents)
				}
				if tc.verdict != VerdictPassed && (r.Error == "" || r.Hint == "") {
					t.Errorf("error %q, hint %q", r.Error, r.Hint)
				}
				if all, err := json.Marshal(r); err != nil || strings.Contains(string(all), "sesame") {
					t.Errorf("%v: %s", err, all)
				}
				if want := r.Verdict == VerdictStale || r.Verdict == VerdictAmbiguous || r.Verdict == VerdictUnknown; want != (r.Refusal != nil) && tc.condition.Kind != ConditionQuiet {
					t.Errorf("%s with refusal %+v", r.Verdict, r.Refusal)
				}
			})
		})
	}
}

// What comes within the time of an assertion, or of a wait, is waited for.
func TestConditionsAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		s.options.Wait = 10 * time.Second
		target := s.target(`button "Save"`)
		step := Step{ID: "t1", Kind: StepAssert, Target: &target, Condition: &Condition{Kind: ConditionState, State: "enabled"}}
		off := func() { s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "-sensitive") }) }
		on := func(after time.Duration) {
			time.AfterFunc(after, func() { s.app.Change(func(m *fake.Model) { m.SetStates("button:Save", "sensitive") }) })
		}
		for _, tc := range []struct {
			kind    StepKind
			within  time.Duration
			after   time.Duration
			verdict Verdict
		}{
			{StepAssert, 0, time.Second, VerdictPassed},
			{StepAssert, 0, 3 * time.Second, VerdictFailed},
			{StepAssert, 5 * time.Second, 3 * time.Second, VerdictPassed},
			{StepWait, 0, 8 * time.Second, VerdictPassed},
			{StepWait, 0, 12 * time.Second, VerdictFailed},
			{StepWait, time.Minute, 50 * time.Second, VerdictPassed},
		} {
			off()
			step.Kind, step.Within = tc.kind, tc.within
			on(tc.after)
			if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != tc.verdict {
				t.Errorf("%s within %v of what comes after %v: %s: %s", tc.kind, tc.within, tc.after, r.Verdict, r.Error)
			}
			time.Sleep(tc.after)
		}
	})
}

func TestQuietIsNotSaidOfWhatChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		n := 0
		var tick func()
		tick = func() {
			if ctx.Err() == nil {
				n++
				s.app.Change(func(m *fake.Model) { m.Rename("status", strings.Repeat("x", n%7+1)) })
				time.AfterFunc(200*time.Millisecond, tick)
			}
		}
		tick()
		step := Step{ID: "t1", Kind: StepWait, Condition: &Condition{Kind: ConditionQuiet}, Within: 3 * time.Second}
		if r := s.replay(ctx, step).Steps[0]; r.Verdict != VerdictFailed {
			t.Errorf("while it changed: %s, %s", r.Verdict, r.Seen)
		}
		time.AfterFunc(time.Second, stop)
		if r := s.replay(context.Background(), step).Steps[0]; r.Verdict != VerdictPassed {
			t.Errorf("after it had changed: %s: %s", r.Verdict, r.Error)
		}
	})
}

// A condition may compare with the value of a parameter; that of a secret one is not
// said, nor what stands in its place.
func TestConditionsOnParameters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, strings.Replace(form, `textbox "Customer"`, `textbox "Customer" = "token-4712"`, 1))
		target := s.target(`textbox "Customer"`)
		step := Step{ID: "t1", Kind: StepAssert, Target: &target, Condition: &Condition{Kind: ConditionText, Parameter: "token"}, Title: "step"}
		rec := Recording{Schema: RecordingSchema, ID: "c1", Steps: []Step{step}, Parameters: []Parameter{{Name: "token", Secret: true}}}
		for value, want := range map[string]Verdict{"token-4711": VerdictFailed, "token-4712": VerdictPassed} {
			s.options.Parameters = map[string]string{"token": value}
			run, err := NewPlayer(s.options).Replay(context.Background(), rec, s.app.Identity())
			if err != nil {
				t.Fatal(err)
			}
			if run.Verdict != want {
				t.Errorf("%s: %s: %s", value, run.Verdict, run.Steps[0].Error)
			}
			run.Steps[0].Proof, run.Steps[0].Refusal = nil, nil
			if all, err := json.Marshal(run); err != nil || strings.Contains(string(all), "token-471") {
				t.Errorf("%v: %s", err, all)
			}
		}
	})
}

func TestImpossibleConditionsAreRefusedBeforeAnything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, form)
		save := s.step(StepActivate, `button "Save"`)
		for _, c := range []*Condition{nil, {Kind: "colour"}, {Kind: ConditionState, State: "blue"}} {
			run := s.replay(context.Background(), save, Step{ID: "t2", Kind: StepAssert, Target: save.Target, Condition: c})
			if run.Verdict != VerdictRefused || run.Steps[0].Verdict != VerdictSkipped {
				t.Errorf("%+v: %s", c, run.Verdict)
			}
		}
		run := s.replay(context.Background(), save, Step{ID: "t2", Kind: StepWait, Condition: &Condition{Kind: ConditionVisible}})
		if run.Verdict != VerdictRefused {
			t.Errorf("without an element: %s", run.Verdict)
		}
		s.done()
	})
}

// What a person calls by its label is not gone, nor none, because its name is what is
// chosen in it.
func TestWhatIsCalledByItsLabelIsNotGone(t *testing.T) {
	for kind, number := range map[ConditionKind]float64{ConditionGone: 0, ConditionCount: 0} {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t, `
application "Orders"
  window "Orders"
    label "Country" #l
    combobox "Germany" labelled-by=#l
      option "Germany"
`)
			step := Step{ID: "t1", Kind: StepAssert, Title: "step", Condition: &Condition{Kind: kind, Number: number},
				Target: &inspector.Target{Locator: locatorOf(t, `combobox "Country"`), Standing: inspector.StandingUnique, Role: tree.RoleCombobox}}
			if r := s.replay(t.Context(), step).Steps[0]; r.Verdict != VerdictFailed {
				t.Errorf("%s: %s (%s)", kind, r.Verdict, r.Seen)
			}
		})
	}
}

// The value of a parameter is no pattern, given or by default.
func TestAStarOfAParameterIsAStar(t *testing.T) {
	for name, c := range map[string]struct {
		holds  string // the text of the field
		value  string
		given  bool
		passes bool
	}{
		"given, another text":   {"Anna Berg", "Anna *", true, false},
		"given, the same":       {"Anna *", "Anna *", true, true},
		"given, escaped":        {"Anna *", `Anna \*`, true, false},
		"by default":            {"Anna Berg", "Anna *", false, false},
		"by default, the same":  {"Anna *", "Anna *", false, true},
		"given, without a star": {"Anna Berg", "Anna Berg", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, shop)
				step := s.step(StepAssert, `textbox "Customer"`)
				step.Condition = &Condition{Kind: ConditionText, Match: MatchPattern, Parameter: "who"}
				s.app.Change(func(m *fake.Model) { m.SetValue("textbox:Customer", c.holds) })
				rec := Recording{Steps: []Step{step}, Parameters: []Parameter{{Name: "who", Default: c.value}}}
				if c.given {
					rec.Parameters[0].Default, s.options.Parameters = "", map[string]string{"who": c.value}
				}
				run, err := NewPlayer(s.options).Replay(t.Context(), rec, s.app.Identity())
				if err != nil || (run.Verdict == VerdictPassed) != c.passes {
					t.Errorf("%v, %+v", err, run.Steps)
				}
			})
		})
	}
}
