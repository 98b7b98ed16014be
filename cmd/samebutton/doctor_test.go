package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestFindingsAreCountedInWords(t *testing.T) {
	for n, want := range map[int]string{0: "everything works", 1: "inspecting works; 1 finding (", 2: "inspecting works; 2 findings ("} {
		var out bytes.Buffer
		diagnosis{Backend: backendData{OK: true}, Degraded: n}.show(&page{&out})
		if !strings.Contains(out.String(), want) {
			t.Errorf("%d: %s", n, out.String())
		}
	}
}
