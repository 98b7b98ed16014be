package inspector

import (
	"slices"
	"testing"
)

// Of several matches each says what separates it from all others; what separates it
// from some only does not.
func TestTwinsSayWhatSeparatesThem(t *testing.T) {
	f := sketched(t, `
application "demo"
	window "One"
		group "Left"
			button "Save"
		group "Right"
			button "Save" id=a
			button "Save" id=b
	window "Two"
		button "Save" id=b
`)
	l, err := ParseLocator(`button "Save"`)
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, twin := range f.ProofOf(f.Match(l), -1).Twins {
		got = append(got, twin.Differs)
	}
	want := [][]string{{"id", "container"}, {"id"}, nil, {"window"}}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("the twins differ in %q, want %q", got, want)
	}
}
