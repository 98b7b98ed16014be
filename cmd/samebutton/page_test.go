package main

import (
	"bytes"
	"testing"
)

func TestTableAlignsWideCharacters(t *testing.T) {
	var out bytes.Buffer
	(&page{&out}).table([]string{"NAME", "PID"}, [][]string{{"注文", "1"}, {"Orders", "22"}})
	if got, want := out.String(), "NAME    PID\n注文    1\nOrders  22\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
