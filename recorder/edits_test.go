package recorder_test

import (
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/script"
)

// form is a recording that an edit of any kind has something to do with.
const form = script.Head + `
id: c1
name: New order
application: Orders
parameter pin: secret
parameter country: default Austria

step name: type "Anna Lind" into window "Orders" > textbox "Customer"
  element: unique, textbox "Customer" in window "Orders"
  witness: window "Orders" > textbox [id="customer"]
  witness: window "Orders" > group > textbox "Customer"
  witness: window "Orders" > textbox "Customer" [in=""]
  effect: value textbox "Customer" becomes "Anna Lind"
  effect: state button "Save" becomes "+sensitive"
step pin: type parameter pin into window "Orders" > password "PIN"
  element: unique, password "PIN" in window "Orders"
step country: type parameter country into window "Orders" > textbox "Country"
  element: unique, textbox "Country" in window "Orders"
step save: activate window "Orders" > button "Save"
  element: unique, button "Save" in window "Orders"
  effect: appeared row "Anna Lind"
step row: activate window "Orders" > row "Anna Lind"
  element: unique, row "Anna Lind" in window "Orders"
  witness: window "Orders" > row [id="r"]
  inside: table "Orders of Anna Lind"
step pick: choose "Anna Lind" in window "Orders" > combobox "To"
  element: unique, combobox "To" in window "Orders"
step again: type "for ANNA  LIND only" into window "Orders" > textbox "Note"
  element: unique, textbox "Note" in window "Orders"
  comment: Anna Lind is asked for
step check: expect text "Anna Lind" of window "Orders" > textbox "Customer"
  element: unique, textbox "Customer" in window "Orders"
step raw: raw-input
evidence name
  at: 2s
  picture: 1111111111111111111111111111111111111111111111111111111111111111
evidence row
  at: 4s
evidence pick
  at: 5s
evidence again
  at: 6s
evidence check
  at: 7s
evidence save
  at: 3s
  picture: 2222222222222222222222222222222222222222222222222222222222222222
evidence pin
  at: 1s
  picture: 3333333333333333333333333333333333333333333333333333333333333333
`

func formed(t *testing.T) recorder.Recording {
	t.Helper()
	rec, err := script.Parse([]byte(form))
	if err == nil {
		err = recorder.Valid(rec)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func step(t *testing.T, rec recorder.Recording, id string) recorder.Step {
	t.Helper()
	for _, s := range rec.Steps {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("there is no step %s", id)
	return recorder.Step{}
}

func do(t *testing.T, rec recorder.Recording, edits ...recorder.Edit) recorder.Recording {
	t.Helper()
	e := recorder.NewEditor(rec)
	for _, edit := range edits {
		if err := e.Do(edit); err != nil {
			t.Fatalf("%T: %v", edit, err)
		}
	}
	if err := recorder.Valid(e.Recording()); err != nil {
		t.Errorf("what comes of %T could not be stored: %v", edits[len(edits)-1], err)
	}
	return e.Recording()
}

func refused(t *testing.T, rec recorder.Recording, edit recorder.Edit, want string) {
	t.Helper()
	if err := recorder.NewEditor(rec).Do(edit); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%#v: got %v, want %q", edit, err, want)
	}
}

func effects(s recorder.Step) string {
	var all []string
	for _, e := range s.Effects {
		all = append(all, string(e.Kind)+" "+e.Name+" "+e.Detail)
	}
	return strings.Join(all, "; ")
}

// Another text does not have the effects of the old one, and must not be failed for
// that.
func TestSetText(t *testing.T) {
	rec := do(t, formed(t), recorder.SetText{Step: "name", Text: "Berta"})
	if s := step(t, rec, "name"); s.Title != `Type "Berta" into textbox "Customer" in window "Orders"` || effects(s) != "state Save +sensitive" {
		t.Errorf("%s: %s", s.Title, effects(s))
	}
	if s := step(t, rec, "save"); effects(s) != "" {
		t.Errorf("the row of the old name is still expected: %s", effects(s))
	}
	refused(t, formed(t), recorder.SetText{Step: "save", Text: "x"}, "step 4 types no text")
	refused(t, formed(t), recorder.SetText{Step: "country", Text: "x"}, `types the parameter "country"`)
	refused(t, formed(t), recorder.SetText{Step: "name", Text: "\xff"}, "UTF-8")
}

func TestParameters(t *testing.T) {
	rec := do(t, formed(t), recorder.Parametrize{Step: "name", Parameter: "customer"})
	if s := step(t, rec, "name"); s.Text != "" || s.Parameter != "customer" || s.Title != `Type parameter customer into textbox "Customer" in window "Orders"` {
		t.Errorf("%+v", s)
	}
	if p := rec.Parameters[2]; p != (recorder.Parameter{Name: "customer", Default: "Anna Lind"}) {
		t.Errorf("%+v", p)
	}
	// Two steps with the same text share it, one with another does not.
	rec = do(t, rec, recorder.Parametrize{Step: "check", Parameter: "customer"})
	if s := step(t, rec, "check"); s.Condition.Text != "" || s.Condition.Parameter != "customer" {
		t.Errorf("%+v", s.Condition)
	}
	refused(t, rec, recorder.Parametrize{Step: "again", Parameter: "customer"}, `the parameter "customer" is "Anna Lind" so far`)
	refused(t, rec, recorder.Parametrize{Step: "save", Parameter: "x"}, "no text")
	refused(t, rec, recorder.Parametrize{Step: "name", Parameter: "a=b"}, "NAME=VALUE")
	refused(t, rec, recorder.Parametrize{Step: "pin", Parameter: "country"}, "not secret")

	// Another name for a parameter: the old one goes with its last use.
	rec = do(t, rec, recorder.Parametrize{Step: "country", Parameter: "land"})
	if len(rec.Parameters) != 3 || rec.Parameters[2] != (recorder.Parameter{Name: "land", Default: "Austria"}) {
		t.Errorf("%+v", rec.Parameters)
	}
	rec = do(t, rec, recorder.SetDefault{Parameter: "customer", Default: "Berta"}, recorder.Inline{Step: "name"}, recorder.Inline{Step: "check"})
	if s := step(t, rec, "name"); s.Text != "Berta" || s.Parameter != "" || len(rec.Parameters) != 2 {
		t.Errorf("%+v, %+v", s, rec.Parameters)
	}
	refused(t, rec, recorder.Inline{Step: "pin"}, "secret")
	refused(t, rec, recorder.SetDefault{Parameter: "pin", Default: "1"}, "never stored")
	// A text that takes a secret parameter is taken out of everything.
	rec = do(t, formed(t), recorder.Parametrize{Step: "name", Parameter: "pin"})
	if strings.Contains(text(rec), "Anna Lind") {
		t.Errorf("the text is still there:\n%s", text(rec))
	}
}

// A parameter is no pattern: one without wildcards becomes the text that it fits, and
// one with is refused.
func TestAPatternIsNoParameter(t *testing.T) {
	const target = "window \"Orders\" > label [id=\"status\"]"
	rec := formed(t)
	for id, pattern := range map[string]string{"open": "Saved order *", "fixed": `5 \* 3`} {
		s, err := script.Step(`expect text matches "x" of ` + target)
		if err != nil {
			t.Fatal(err)
		}
		s.ID, s.Condition.Text = id, pattern
		rec = do(t, rec, recorder.Insert{At: len(rec.Steps), Step: s})
	}
	ids := map[string]string{}
	for _, s := range rec.Steps[len(rec.Steps)-2:] {
		ids[s.Condition.Text] = s.ID
	}
	refused(t, rec, recorder.Parametrize{Step: ids["Saved order *"], Parameter: "said"}, "stands only for itself")
	fixed := ids[`5 \* 3`]
	rec = do(t, rec, recorder.Parametrize{Step: fixed, Parameter: "said"})
	if c := step(t, rec, fixed).Condition; c.Match != recorder.MatchExact || c.Text != "" || rec.Parameters[len(rec.Parameters)-1].Default != "5 * 3" {
		t.Errorf("%+v, %+v", c, rec.Parameters)
	}
	// What compared with a value compares with the same as a text.
	rec = do(t, rec, recorder.SetCondition{Step: fixed, Condition: recorder.Condition{Kind: recorder.ConditionText, Match: recorder.MatchPattern, Parameter: "said"}})
	if s := step(t, rec, fixed); !strings.Contains(s.Title, "to have the text parameter said") {
		t.Errorf("it is called %q", s.Title)
	}
	rec = do(t, rec, recorder.Inline{Step: fixed})
	if c := step(t, rec, fixed).Condition; c.Match != recorder.MatchExact || c.Text != "5 * 3" {
		t.Errorf("%+v", c)
	}
}

// Everything that a secret is left in by hand, with what becomes of it.
func TestMarkSecret(t *testing.T) {
	rec := do(t, formed(t), recorder.MarkSecret{Step: "name"})
	if all := strings.ToLower(text(rec)); strings.Contains(strings.Join(strings.Fields(all), " "), "anna lind") {
		t.Errorf("the secret is still there:\n%s", text(rec))
	}
	if p := rec.Parameters[2]; !p.Secret || p.Name != "customer" {
		t.Errorf("%+v", rec.Parameters)
	}
	for id, parameter := range map[string]string{"name": "customer", "again": "customer-2"} {
		if s := step(t, rec, id); s.Parameter != parameter || s.Text != "" {
			t.Errorf("%s takes %q", id, s.Parameter)
		}
	}
	if s := step(t, rec, "check"); s.Condition.Parameter != "customer" {
		t.Errorf("%+v", s.Condition)
	}
	// What can be found without it still is, by what is left; what cannot is refused.
	s := step(t, rec, "row")
	if s.Target.Locator.String() != `window "Orders" > row [id="r"]` || s.Light != recorder.LightUnique || s.Obstacle != "" || s.Target.Within != nil {
		t.Errorf("row: %+v", s.Target)
	}
	if p := recorder.Check(rec, true); !strings.Contains(p[5].Reason, "what is chosen was a text that was made secret") || len(p) != 2 {
		t.Errorf("%+v", p)
	}
	if s := step(t, rec, "again"); s.Comment != "••• is asked for" {
		t.Errorf("%q", s.Comment)
	}
	for id, kept := range map[string]bool{"pin": true, "name": false, "save": false} {
		if s := step(t, rec, id); (s.Picture != "") != kept {
			t.Errorf("the picture of %s: %q", id, s.Picture)
		}
	}
	// Undone, all is as it was.
	e := recorder.NewEditor(formed(t))
	if err := e.Do(recorder.MarkSecret{Step: "name"}); err != nil {
		t.Fatal(err)
	}
	if title, ok := e.Undo(); !ok || title != "secret text of step 1" || text(e.Recording()) != text(formed(t)) {
		t.Error("undo does not bring it back")
	}
	refused(t, formed(t), recorder.MarkSecret{Step: "save"}, "no text")
}

// What is left of a step without its secret must not be done in its place: a program
// is not started with a mark for a password, and an element that cannot be named any
// more is not found gone.
func TestWhatIsLeftWithoutASecretIsRefused(t *testing.T) {
	rec := formed(t)
	for i, sentence := range []string{`launch "orders"`, `expect gone of window "Orders" > label "for Anna Lind"`, `expect count 0 of window "Orders" > label "Anna Lind"`} {
		s, err := script.Step(sentence)
		if err != nil {
			t.Fatal(err)
		}
		if s.Launch != nil {
			s.Launch.Arguments = []string{"--user=Anna Lind"}
		}
		rec = do(t, rec, recorder.Insert{At: i, Step: s})
	}
	if p := recorder.Check(rec, true); len(p) != 1 {
		t.Fatalf("%+v", p) // the raw input
	}
	rec = do(t, rec, recorder.MarkSecret{Step: "name"})
	problems := recorder.Check(rec, true)
	for i := range 3 {
		if p := problems[i]; p.Verdict != recorder.VerdictRefused || !strings.Contains(p.Reason, "a text that was made secret") {
			t.Errorf("%s: %+v", rec.Steps[i].Title, p)
		}
	}
}

// A short text is found as a word, and not within others.
func TestAShortSecretLeavesOtherWordsAlone(t *testing.T) {
	rec := do(t, formed(t), recorder.SetText{Step: "name", Text: "a1"}, recorder.Comment{Step: "save", Comment: "a1, ca1m, A1!"}, recorder.MarkSecret{Step: "name"})
	if s := step(t, rec, "save"); s.Comment != "•••, ca1m, •••!" || s.Target.Locator.String() != `window "Orders" > button "Save"` {
		t.Errorf("%q, %s", s.Comment, s.Target.Locator)
	}
}

func TestASecretIsNotTheNameOfTheApplication(t *testing.T) {
	rec := do(t, formed(t), recorder.SetText{Step: "name", Text: "orders"})
	refused(t, rec, recorder.MarkSecret{Step: "name"}, "name of the application")
}

func TestChooseLocator(t *testing.T) {
	review := recorder.Review{By: "anna", Why: "the label is translated"}
	rec := do(t, formed(t), recorder.ChooseLocator{Step: "name", Locator: `window "Orders" > textbox [id="customer"]`, Review: review})
	s := step(t, rec, "name")
	if s.Target.Locator.String() != `window "Orders" > textbox [id="customer"]` || s.Target.Witnesses[0].String() != `window "Orders" > textbox "Customer"` ||
		s.Target.Proof.Locator.String() != s.Target.Locator.String() || s.Light != recorder.LightUnique {
		t.Errorf("%+v", s.Target)
	}
	if r := s.Reviews[0]; r.By != "anna" || r.Why != review.Why || r.Was != `window "Orders" > textbox "Customer"` || r.Now != s.Target.Locator.String() || time.Since(r.At) > time.Hour {
		t.Errorf("%+v", r)
	}
	refused(t, rec, recorder.ChooseLocator{Step: "name", Locator: `window "Orders" > textbox "Note"`}, "was not proved")
	refused(t, rec, recorder.ChooseLocator{Step: "name", Locator: `window "Orders" > group > textbox "Customer"`}, "tells no twins apart")
	refused(t, rec, recorder.ChooseLocator{Step: "name", Locator: `window "Orders" > textbox "Customer" [in=""]`}, "tells no twins apart")
	refused(t, rec, recorder.ChooseLocator{Step: "raw", Locator: "x"}, "no element")
}

func TestRetarget(t *testing.T) {
	other := save("Keep")
	rec := do(t, formed(t), recorder.Retarget{Step: "save", Target: other, Review: recorder.Review{By: "anna"}})
	s := step(t, rec, "save")
	if s.Target.Name != "Keep" || s.Title != `Click button "Keep"` || s.Picture != "" || s.Reviews[0].Picture == "" || s.Reviews[0].Was != `window "Orders" > button "Save"` {
		t.Errorf("%+v", s)
	}
	// A secret that was on it leaves the review as well.
	if s = step(t, do(t, rec, recorder.MarkSecret{Step: "name"}), "save"); s.Reviews[0].Picture != "" {
		t.Error("the picture of the element before may show the secret")
	}
	other.Standing = inspector.StandingAmbiguous
	refused(t, rec, recorder.Retarget{Step: "save", Target: other}, "cannot be told from its twins")
	password := save("PIN")
	password.Role = "password"
	refused(t, rec, recorder.Retarget{Step: "name", Target: password}, "password field")
	refused(t, rec, recorder.Retarget{Step: "raw", Target: save("Keep")}, "not about an element")
}

func TestInsertAndConditions(t *testing.T) {
	ask := func(sentence string) recorder.Step {
		s, err := script.Step(sentence)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rec := do(t, formed(t),
		recorder.Insert{At: 0, Step: ask(`expect text parameter greeting of window "Orders" > label "Hello"`)},
		recorder.Insert{At: 10, Step: ask(`wait-for quiet`)})
	if s := rec.Steps[0]; s.ID == "" || s.Title != `Expect label "Hello" in window "Orders" to have the text parameter greeting` {
		t.Errorf("%+v", s)
	}
	if p := rec.Parameters[2]; p.Name != "greeting" || p.Secret {
		t.Errorf("%+v", rec.Parameters)
	}
	rec = do(t, rec, recorder.SetCondition{Step: rec.Steps[0].ID, Condition: recorder.Condition{Kind: recorder.ConditionVisible}})
	if s := rec.Steps[0]; s.Title != `Expect label "Hello" in window "Orders" to be shown` || len(rec.Parameters) != 2 {
		t.Errorf("%s, %+v", s.Title, rec.Parameters)
	}
	refused(t, rec, recorder.SetCondition{Step: "save", Condition: recorder.Condition{Kind: recorder.ConditionVisible}}, "no condition")
	refused(t, rec, recorder.SetCondition{Step: rec.Steps[0].ID, Condition: recorder.Condition{Kind: "pixel"}}, "unknown kind")
	refused(t, rec, recorder.Insert{At: 0, Step: ask(`type "4711" into window "Orders" > password "PIN"`)}, "password field")
	refused(t, rec, recorder.Insert{At: 99, Step: ask(`wait-for quiet`)}, "no place 99")
	again := ask(`wait-for quiet`)
	again.ID = "save"
	refused(t, rec, recorder.Insert{At: 0, Step: again}, "another step has the ID")
}

// Every kind of step and of condition has words of its own.
func TestTitles(t *testing.T) {
	for sentence, want := range map[string]string{
		`activate window "W" > button "Save"`:                              `Click button "Save" in window "W"`,
		`type-keys "x" into window "W" > textbox "A"`:                      `Type "x" as keys into textbox "A" in window "W"`,
		`type parameter p into window "W" > textbox "A"`:                   `Type parameter p into textbox "A" in window "W"`,
		`uncheck window "W" > checkbox "A"`:                                `Uncheck checkbox "A" in window "W"`,
		`expand window "W" > treeitem "A"`:                                 `Expand treeitem "A" in window "W"`,
		`collapse window "W" > treeitem "A"`:                               `Collapse treeitem "A" in window "W"`,
		`select "a", "b" in window "W" > list "A"`:                         `Select "a", "b" in list "A" in window "W"`,
		`double-click window "W" > row "A"`:                                `Double-click row "A" in window "W"`,
		`context-click window "W" > row "A"`:                               `Open the context menu of row "A" in window "W"`,
		`scroll-to window "W" > row "A"`:                                   `Scroll to row "A" in window "W"`,
		`launch "/usr/bin/orders"`:                                         `Launch "orders"`,
		`attach`:                                                           `Go on with the application`,
		`raw-input`:                                                        `Input without a matching element`,
		`wait-for quiet`:                                                   `Wait for nothing to change for a moment`,
		`wait-for gone of window "W" > dialog "A"`:                         `Wait for dialog "A" in window "W" to be gone`,
		`expect not state checked of window "W" > checkbox "A"`:            `Expect checkbox "A" in window "W" not to be checked`,
		`expect focus of window "W" > textbox "A"`:                         `Expect textbox "A" in window "W" to have the keyboard`,
		`expect count 3 of window "W" > row`:                               `Expect row in window "W" to be there 3 times`,
		`expect value 1.5 of window "W" > slider "A"`:                      `Expect slider "A" in window "W" to have the value 1.5`,
		`expect name "x" of window "W" > label`:                            `Expect label in window "W" to be called "x"`,
		`expect text contains "x" of window "W" > textbox "A"`:             `Expect the text of textbox "A" in window "W" to contain "x"`,
		`type "` + strings.Repeat("x", 99) + `" into window "W" > textbox`: `Type "` + strings.Repeat("x", 80) + `…" into textbox in window "W"`,
	} {
		s, err := script.Step(sentence)
		if err != nil {
			t.Fatal(err)
		}
		if got := recorder.TitleOf(s); got != want {
			t.Errorf("%s: %s, want %s", sentence, got, want)
		}
	}
}
