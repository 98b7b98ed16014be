package programs

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestASheetIsReadAsItWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.fods")
	rows := [][]string{{"Name", "Amount"}, {"A & <B>", "12"}, nil, {"", "7.5"}}
	if err := WriteSheet(path, rows); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSheet(path)
	if err != nil || !slices.EqualFunc(got, rows, slices.Equal[[]string]) {
		t.Errorf("got %q, %v", got, err)
	}
}
