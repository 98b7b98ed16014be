package inspector

import "testing"

// What the window shows as combobox "Country" can be written so.
func TestACombboxIsCalledByItsLabel(t *testing.T) {
	const outline = `
application "demo"
  window "W"
    label "Country" key=l1
    combobox "Germany" labelled-by=l1 key=country
      option "Germany"
      option "Japan"
    label "Language" key=l2
    combobox "Country" labelled-by=l2 key=language
      option "Country"
    label "Name" key=l3
    textbox "Anna" labelled-by=l3 value="Anna" key=name
    label "Save it" key=l4
    button "Save" labelled-by=l4 key=save
`
	f := sketched(t, outline)
	for written, want := range map[string]struct {
		outcome Outcome
		short   string
		locator string
	}{
		`combobox "Language"`:                    {Unique, `combobox "Language"`, `combobox [labelled-by="Language"]`},
		`window "W" > textbox "Name"`:            {Unique, `textbox "Name"`, `window "W" > textbox [labelled-by="Name"]`},
		`combobox "Germany"`:                     {Unique, `combobox "Country"`, `combobox "Germany"`},
		`combobox "Language" > option "Country"`: {Unique, "", `combobox [labelled-by="Language"] > option "Country"`},
		`combobox "Country"`:                     {Ambiguous, "", ""}, // named so, and labelled so
		`combobox "Nowhere"`:                     {Stale, "", ""},
		`button "Save it"`:                       {Stale, "", ""}, // it has a name of its own
	} {
		r := f.Written(mustParse(t, written))
		if r.Outcome != want.outcome {
			t.Errorf("%s: %s (%s)", written, r.Outcome, r.Reason)
			continue
		}
		if want.outcome != Unique {
			continue
		}
		if h := f.Short(r.Node()); want.short != "" && h != want.short || r.Locator.String() != want.locator {
			t.Errorf("%s is %s, %s", written, h, r.Locator)
		}
		if again := f.Match(r.Locator); again.Outcome != Unique || again.Node() != r.Node() {
			t.Errorf("%s does not find it again: %s", r.Locator, again.Reason)
		}
	}
	if ids := f.Query(`combobox "Language"`); len(ids) != 1 {
		t.Errorf("searching finds %d", len(ids))
	}
	// A recorded target is never widened; a written one is.
	target := Target{Locator: mustParse(t, `window "W" > combobox "Language"`), Standing: StandingUnique}
	if r := f.ResolveTarget(target); r.Outcome != Unique {
		t.Errorf("written in a step: %s", r.Reason)
	}
	target.Proof.Locator = target.Locator
	if r := f.ResolveTarget(target); r.Outcome != Stale {
		t.Errorf("recorded: %s", r.Outcome)
	}
}

// What could not be read may be what is meant: it is not as if it were not there.
func TestALabelDoesNotHideWhatIsUnread(t *testing.T) {
	for name, tt := range map[string]struct {
		more string
		want Outcome
	}{
		"all was read":         {`    combobox "Japan"`, Unique},
		"a name was not":       {`    combobox unreadable-name`, Unknown},
		"another is named so":  {`    combobox "Country"`, Ambiguous},
		"another kind was not": {`    button unreadable-name`, Unique},
	} {
		f := sketched(t, `
application "demo"
  window "W"
    label "Country" key=l1
    combobox "Germany" labelled-by=l1
      option "Germany"
`+tt.more)
		if r := f.Written(mustParse(t, `combobox "Country"`)); r.Outcome != tt.want {
			t.Errorf("%s: %s, want %s (%s)", name, r.Outcome, tt.want, r.Reason)
		}
	}
}
