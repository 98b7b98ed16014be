package inspector

import (
	"slices"
	"strings"
	"testing"
)

func TestTheNearestSayWhatTheyShare(t *testing.T) {
	then := sketched(t, `
application "demo"
	window "Orders"
		toolbar "Main"
			button "New"
			button "Save" id=save
		group "Recipient"
			textbox "Name"
`)
	l, err := ParseLocator(`button "Save"`)
	if err != nil {
		t.Fatal(err)
	}
	target := then.Target(then.Match(l).Node())
	now := sketched(t, `
application "demo"
	window "Invoices"
		toolbar "Main"
			button "New"
			button "Store" id=save
		group "Recipient"
			button "Saved"
			menuitem "Save"
			label "Save"
`)
	var names []string
	for _, a := range now.Alike(target, nil, 5) {
		names = append(names, now.Short(a.Node))
	}
	// By its id, by a similar name, by its name; not the label, nor what is only a button.
	if want := []string{`button "Store"`, `button "Saved"`, `menuitem "Save"`}; !slices.Equal(names, want) {
		t.Errorf("nearest are %q, want %q", names, want)
	}
	first := now.Alike(target, nil, 1)[0]
	if !slices.Contains(first.Agrees, `id "save"`) || !slices.Contains(first.Differs, `name "Store" instead of "Save"`) || !slices.Contains(first.Differs, `in window "Invoices" instead of window "Orders"`) {
		t.Errorf("agrees %q, differs %q", first.Agrees, first.Differs)
	}
	lost := strings.Join(now.Lost(target), "; ")
	if !strings.Contains(lost, `there is no window "Orders" any more`) || !strings.Contains(lost, `no button is called "Save" any more`) || strings.Contains(lost, "toolbar") {
		t.Errorf("lost %q", lost)
	}
	if lost := then.Lost(target); len(lost) > 0 {
		t.Errorf("lost %q where nothing is", lost)
	}
	// What was asked for comes first, however little it shares.
	l, err = ParseLocator(`label "Save"`)
	if err != nil {
		t.Fatal(err)
	}
	label := now.Match(l).Node()
	if got := now.Alike(target, now.Match(l).Matches, 2); len(got) != 2 || got[0].Node != label {
		t.Errorf("first is %v", got)
	}
}
