package rules

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit"
)

var update = flag.Bool("update", false, "write the rules into docs/audit.md")

// page is the documentation; all behind the mark is made from the rules.
const (
	page = "../../../docs/audit.md"
	mark = "<!-- Made from the rules: go test ./inspector/audit/rules -update -->\n"
)

// What is documented is what the rules are.
func TestPageIsMadeFromTheRules(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	own, made, ok := strings.Cut(string(text), mark)
	if !ok {
		t.Fatalf("docs/audit.md has no mark")
	}
	want := chapters()
	if *update {
		if err := os.WriteFile(page, []byte(own+mark+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != want {
		t.Error("docs/audit.md is not what the rules are: run go test ./inspector/audit/rules -update")
	}
}

var chapterTitles = map[audit.Group]string{
	audit.Naming: "Name, role, value", audit.Keyboard: "Actions and keyboard", audit.Structure: "Structure, relations and tables",
	audit.Geometry: "Places, sizes and pixels", audit.Testability: "Testability",
}

func chapters() string {
	var b strings.Builder
	all := All()
	fmt.Fprintf(&b, "\n%d rules. The severity is that of the default profile; in the profile strict every warning is an error.\n", len(all))
	var group audit.Group
	for _, r := range all {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&b, "\n### %s\n", chapterTitles[group])
		}
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n#### %s\n`%s` · %s", r.ID, r.Title, r.ID, r.Severity)
		if r.InTestability != audit.Off && r.InTestability != r.Severity {
			fmt.Fprintf(&b, " (%s in the profile testability)", r.InTestability)
		}
		if len(r.Criteria) > 0 {
			fmt.Fprintf(&b, " · WCAG 2.2 %s", strings.Join(r.Criteria, ", "))
		}
		if r.Needs != 0 {
			fmt.Fprintf(&b, " · needs %s", r.Needs)
		}
		fmt.Fprintf(&b, "\n\n%s\n\n*To do:* %s", r.Explanation, r.Remedy.Any)
		for _, by := range []struct{ name, text string }{{"GTK 3", r.Remedy.GTK3}, {"GTK 4", r.Remedy.GTK4}, {"Qt", r.Remedy.Qt}, {"Web", r.Remedy.Web}} {
			if by.text != "" {
				fmt.Fprintf(&b, "\n- %s: %s", by.name, by.text)
			}
		}
		fmt.Fprintf(&b, "\n\n*Says nothing about:* %s\n", r.Quiet)
	}
	return b.String()
}
