package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
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

func TestAPageIsADocumentWithSomethingInIt(t *testing.T) {
	for _, c := range []struct {
		roles []tree.Role // each inside the one before
		page  bool
	}{
		{[]tree.Role{tree.RoleApplication, tree.RoleWindow, tree.RoleToolbar, tree.RoleButton}, false},
		{[]tree.Role{tree.RoleApplication, tree.RoleWindow, tree.RoleDocument}, false},
		{[]tree.Role{tree.RoleApplication, tree.RoleWindow, tree.RoleDocument, tree.RoleHeading}, true},
	} {
		b := tree.NewBuilder("s1", tree.Application{Name: "browser"})
		parent := tree.None
		for _, role := range c.roles {
			parent = b.Add(parent, tree.Node{Role: role})
		}
		if got := hasPage(inspector.Freeze(b.Snapshot())); got != c.page {
			t.Errorf("%v: a page: %v", c.roles, got)
		}
	}
}
