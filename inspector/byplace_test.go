package inspector

import (
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// TestAStatusLineIsNamedByItsPlace: whatever it says by then, and nothing else in its
// place once there are two of them.
func TestAStatusLineIsNamedByItsPlace(t *testing.T) {
	const form = `
application "demo"
  window "W"
    group "Order"
      label "Customer"
      label "Total"
    toolbar
      label "Ready"
    list "Items"
      listitem
        label "Apple"
        label "3 pieces" id=amount
    label "Saved order 1041"
`
	before := sketched(t, form)
	for _, tc := range []struct {
		name, element, locator string
		was, is                string
		outcome                Outcome
	}{
		{"in no container", "Saved order 1041", `window "W" > label [in=""]`, "order 1041", "order 1042", Unique},
		{"in no container, and another one", "Saved order 1041", "", "    label \"Saved order 1041\"", "    label \"Saved order 1042\"\n    label \"Warning\"", Ambiguous},
		{"gone", "Saved order 1041", "", "    label \"Saved order 1041\"\n", "", Stale},
		{"moved", "Saved order 1041", "", "    label \"Saved order 1041\"", "    group \"Status\"\n      label \"Saved order 1042\"", Stale},
		{"by the roles around it", "Ready", `window "W" > toolbar > label`, "Ready", "Busy", Unique},
		{"two in the bar", "Ready", "", "      label \"Ready\"", "      label \"Busy\"\n      label \"42 %\"", Ambiguous},
		{"by its id", "3 pieces", `window "W" > label [id="amount"]`, "3 pieces", "4 pieces", Unique},
	} {
		t.Run(tc.name, func(t *testing.T) {
			target := before.TargetByPlace(before.Match(mustParse(t, `label "`+tc.element+`"`)).Node())
			if target.Standing != StandingUnique && target.Standing != StandingContext || tc.locator != "" && target.Locator.String() != tc.locator {
				t.Fatalf("%s %s", target.Standing, target.Locator)
			}
			if strings.Contains(target.Locator.String()+target.Describe+target.Name, tc.element) {
				t.Errorf("it is named by what changes: %+v", target)
			}
			after := strings.Replace(form, tc.was, tc.is, 1)
			if after == form {
				t.Fatal("the form is not another")
			}
			if r := sketched(t, after).ResolveTarget(target); r.Outcome != tc.outcome {
				t.Errorf("%s, want %s (%s)", r.Outcome, tc.outcome, r.Reason)
			}
		})
	}
}

// TestOneOfManyHasNoPlace: nothing but the text tells one label of a group from another.
func TestOneOfManyHasNoPlace(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "W"
    group "Order"
      label "Customer"
      label "Total"
    status
      label "Online"
`)
	online := f.TargetByPlace(f.Match(mustParse(t, `label "Online"`)).Node())
	if got := online.Locator.String(); got != `window "W" > status > label` || online.Standing != StandingContext {
		t.Errorf("the line of a status bar: %s %s", online.Standing, got)
	}
	if got := f.TargetByPlace(f.Match(mustParse(t, `label "Total"`)).Node()); got.Standing != StandingAmbiguous || got.Proof.Matched != 3 {
		t.Errorf("%s: %s", got.Standing, got.Proof.String())
	}
}

// TestAPlaceIsNoProofOfWhatIsActedOn: whatever is called something must be known by more
// than where it is, before something is sent to it.
func TestAPlaceIsNoProofOfWhatIsActedOn(t *testing.T) {
	const form = `
application "demo"
  window "W"
    toolbar "Main"
      button "Save" id=save
    group "Address"
      textbox
    label "Land" key=l1
    combobox "Germany" labelled-by=l1
      option "Germany"
`
	f := sketched(t, form)
	for written, want := range map[string]Outcome{
		`toolbar "Main" > button`:        Ambiguous,
		`window "W" > button`:            Ambiguous,
		`button [in=""]`:                 Stale,
		`button "Save"`:                  Unique,
		`button [id="save"]`:             Unique,
		`button [nth="1/1"]`:             Unique, // a person asked for it
		`group "Address" > textbox`:      Unique, // it has no name
		`combobox`:                       Unique, // its name is what is chosen
		`combobox [labelled-by="Land"]`:  Unique,
		`window "W"`:                     Unique,
		`toolbar "Main" > button "Quit"`: Stale,
	} {
		target := Target{Locator: mustParse(t, written), Standing: StandingContext}
		if r := f.ResolveToAct(target); r.Outcome != want || (r.Node() != tree.None) != (want == Unique) {
			t.Errorf("%s: %s, want %s (%s)", written, r.Outcome, want, r.Reason)
		}
	}
	save := f.Match(mustParse(t, `button "Save"`)).Node()
	place := f.TargetByPlace(save)
	place.Witnesses = slices.DeleteFunc(place.Witnesses, Locator.tells)
	place.Locator = mustParse(t, `window "W" > toolbar "Main" > button`)
	if r := f.ResolveTarget(place); r.Outcome != Unique {
		t.Errorf("to look at: %s (%s)", r.Outcome, r.Reason)
	}
	if r := f.ResolveToAct(place); r.Outcome != Ambiguous {
		t.Errorf("to act on: %s (%s)", r.Outcome, r.Reason)
	}
	if r := f.ResolveToAct(f.Target(save)); r.Outcome != Unique {
		t.Errorf("as it is recorded: %s (%s)", r.Outcome, r.Reason)
	}
}
