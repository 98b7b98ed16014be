package inspector

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

const orders = `
application "orders"
  window "Orders – *draft"
    toolbar
      button "New"
      button "  Save "
    group "Shipping"
      textbox "Street"
      button "Apply"
    group "Billing"
      textbox "Street"
      button "Apply"
    list "Items"
      listitem
        label "Apple"
        button "Delete"
      listitem
        label "Pear"
        button "Delete"
      listitem "Plum"
        label "17"
        button "Delete"
  dialog "Edit"
    button "Save" id=save-edit
    button "Cancel" desc=throws-away
`

func TestMatch(t *testing.T) {
	f := sketched(t, orders)
	for _, tc := range []struct {
		locator string
		outcome Outcome
		matched int
	}{
		{`window "Orders*" > button "Save"`, Unique, 1},
		{`button "Save"`, Ambiguous, 2},
		{`dialog "Edit" > button "Save"`, Unique, 1},
		{`button "save"`, Stale, 0},
		{`button "Sav*"`, Stale, 0},
		{`window "*draft" > button "New"`, Unique, 1},
		{`window "Orders" > button "New"`, Stale, 0},
		{`window "O*s*ft" > toolbar > button "New"`, Unique, 1},
		{`group "Billing" > textbox "Street"`, Unique, 1},
		{`textbox "Street" [in="Shipping"]`, Unique, 1},
		{`textbox "Street"`, Ambiguous, 2},
		{`button "Cancel" [in=""]`, Unique, 1},
		{`button "New" [in=""]`, Stale, 0},
		{`button "Delete" [row="Pear"]`, Unique, 1},
		{`button "Delete" [row="Plum"]`, Unique, 1},
		{`button "Delete" [row="17"]`, Stale, 0},
		{`button "Delete" [nth="2/3"]`, Unique, 1},
		{`button "Delete" [nth="2/4"]`, Ambiguous, 3},
		{`button [id="save-edit"]`, Unique, 1},
		{`button "Cancel" [description="throws-away"]`, Unique, 1},
		{`dialog "Edit"`, Unique, 1},
		{`dialog > window`, Stale, 0},
	} {
		r := f.Match(mustParse(t, tc.locator))
		if r.Outcome != tc.outcome || len(r.Matches) != tc.matched {
			t.Errorf("%s: %s with %d matches (%s), want %s with %d", tc.locator, r.Outcome, len(r.Matches), r.Reason, tc.outcome, tc.matched)
		}
		if r.Compared != len(f.Nodes) {
			t.Errorf("%s: compared %d of %d", tc.locator, r.Compared, len(f.Nodes))
		}
	}
}

func TestNothingIsProvenFromPartOfATree(t *testing.T) {
	s := sketchSnapshot(t, orders)
	s.Cuts = []tree.Cut{{Node: 1, Reason: tree.CutTime, Missing: -1}}
	f := Freeze(s)
	for locator, want := range map[string]Outcome{
		`button "New"`:    Unknown,
		`button "Gone"`:   Unknown,
		`button "Delete"`: Ambiguous, // two are two, however many were not seen
	} {
		if r := f.Match(mustParse(t, locator)); r.Outcome != want {
			t.Errorf("%s: %s, want %s", locator, r.Outcome, want)
		}
	}
	if b := f.Survey().Badges; b[f.Match(mustParse(t, `button "New"`)).Matches[0]] != BadgeUnproven {
		t.Error("an element of an incomplete tree has a badge of its own")
	}
}

func TestUnreadableIsNotAbsent(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "W"
    button "Save"
    button unreadable-name
    checkbox "On"
`)
	if r := f.Match(mustParse(t, `button "Save"`)); r.Outcome != Unknown || len(r.Undecided) != 1 {
		t.Errorf("a button whose name could not be read may be the twin: got %s, %v", r.Outcome, r.Undecided)
	}
	if r := f.Match(mustParse(t, `button "Gone"`)); r.Outcome != Unknown {
		t.Errorf("missing, beside an unreadable one: got %s", r.Outcome)
	}
	if r := f.Match(mustParse(t, `checkbox "On"`)); r.Outcome != Unique {
		t.Errorf("another role is not in doubt: got %s (%s)", r.Outcome, r.Reason)
	}
}

func TestTargetChoosesReadableLocators(t *testing.T) {
	f := sketched(t, orders)
	for _, tc := range []struct {
		find, want string
		standing   Standing
	}{
		{`window > toolbar > button "Save"`, `window "Orders – \*draft" > button "Save"`, StandingUnique},
		{`dialog > button "Save"`, `dialog "Edit" > button "Save"`, StandingUnique},
		{`group "Billing" > button "Apply"`, `window "Orders – \*draft" > group "Billing" > button "Apply"`, StandingContext},
		{`button "Delete" [row="Apple"]`, `window "Orders – \*draft" > button "Delete" [row="Apple"]`, StandingContext},
	} {
		id := f.Match(mustParse(t, tc.find)).Node()
		target := f.Target(id)
		if target.Locator.String() != tc.want || target.Standing != tc.standing {
			t.Errorf("%s: chose %s (%s), want %s (%s)", tc.find, target.Locator, target.Standing, tc.want, tc.standing)
		}
		if r := f.ResolveTarget(target); r.Node() != id {
			t.Errorf("%s does not resolve to the element it was made for: %s %s", tc.want, r.Outcome, r.Reason)
		}
	}
}

func TestIdenticalTwinsHaveNoTarget(t *testing.T) {
	f := sketched(t, `
application "demo"
  window "W"
    generic
      button "Save"
    generic
      button "Save"
`)
	target := f.Target(3)
	if target.Standing != StandingAmbiguous || len(target.Proof.Twins) != 1 || !target.Proof.Twins[0].Matches {
		t.Fatalf("got %s with twins %v", target.Standing, target.Proof.Twins)
	}
	if r := f.ResolveTarget(target); r.Outcome != Ambiguous {
		t.Errorf("resolved as %s", r.Outcome)
	}
	s := f.Survey()
	if s.Badges[3] != BadgeAmbiguous || s.Twins[3] != 2 || s.Ambiguous != 2 {
		t.Errorf("survey: badge %d, twins %d, ambiguous %d", s.Badges[3], s.Twins[3], s.Ambiguous)
	}
}

// A button of the same name in another place is not the recorded one, though
// role and name match exactly once.
func TestWitnessesRefuseAnImpostor(t *testing.T) {
	before := sketched(t, `
application "demo"
  window "W"
    group "Order"
      button "Save"
    group "Settings"
      button "Reset"
`)
	target := before.Target(before.Match(mustParse(t, `button "Save"`)).Node())
	after := sketched(t, `
application "demo"
  window "W"
    group "Order"
    group "Settings"
      button "Reset"
      button "Save"
`)
	if r := after.ResolveTarget(target); r.Outcome != Stale {
		t.Errorf("the impostor resolved as %s (%s)", r.Outcome, r.Reason)
	}
}

func TestWitnessesThatDisagreeAreAmbiguous(t *testing.T) {
	before := sketched(t, `
application "demo"
  window "W"
    button "Save" id=save
    button "Close" id=close
`)
	target := before.Target(2)
	after := sketched(t, `
application "demo"
  window "W"
    button "Save" id=close
    button "Close" id=save
`)
	r := after.ResolveTarget(target)
	if r.Outcome != Ambiguous || len(r.Matches) != 2 {
		t.Errorf("swapped labels resolved as %s with %d matches", r.Outcome, len(r.Matches))
	}
}

func TestRefsNameOneSnapshotOnly(t *testing.T) {
	f := sketched(t, orders)
	id := f.Match(mustParse(t, `dialog > button "Save"`)).Node()
	ref := f.Ref(id)
	back, err := ParseRef(ref.String())
	if err != nil || f.ByRef(back) != id {
		t.Fatalf("%s: %v, %v", ref, back, err)
	}
	other := sketchSnapshot(t, orders)
	other.ID = "s2"
	if got := Freeze(other).ByRef(ref); got != tree.None {
		t.Errorf("a ref of s1 named node %d of s2", got)
	}
	if f.Ref(0) != (Ref{}) {
		t.Error("the application has a ref")
	}
}

// GTK3 gives the chosen item as the name of a combo box: it must not identify it.
func TestTheChosenItemDoesNotNameAComboBox(t *testing.T) {
	outline := `
application "demo"
  window "W"
    group "Recipient"
      combobox "Germany"
        menu
          menuitem "Germany"
          menuitem "Japan"
    group "Sender"
      combobox "Japan"
        menu
          menuitem "Japan"
`
	f := sketched(t, outline)
	target := f.Target(3)
	if got := target.Locator.String(); got != `window "W" > group "Recipient" > combobox` {
		t.Fatalf("named by %s", got)
	}
	after := sketched(t, strings.Replace(outline, `combobox "Germany"`, `combobox "Japan"`, 1))
	if r := after.ResolveTarget(target); r.Outcome != Unique || r.Node() != 3 {
		t.Errorf("with another item chosen: %s (%s)", r.Outcome, r.Reason)
	}
}
