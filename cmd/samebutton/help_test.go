package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp: every command says in one line what it does, without a capital or a
// full stop, and has a usage line.
func TestHelp(t *testing.T) {
	b := newBench(t)
	var visit func(path []string, c *cobra.Command)
	visit = func(path []string, c *cobra.Command) {
		b.run(append(path, "--help")...)
		b.want(0)
		if !strings.Contains(b.out, "Usage:\n  samebutton") {
			t.Errorf("%v: no usage in\n%s", path, b.out)
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.ToLower(c.Short[:1]) != c.Short[:1] {
			t.Errorf("%v: %q", path, c.Short)
		}
		for _, sub := range c.Commands() {
			visit(append(path[:len(path):len(path)], sub.Name()), sub)
		}
	}
	root := (&cli{tools: b.tools()}).root()
	visit(nil, root)
	b.run("--help")
	for _, name := range []string{
		"apps", "tree", "find", "inspect", "watch", "act", "record", "replay", "recordings", "runs", "doctor", "backends", "demo",
		"--app", "--window", "--backend", "--store", "--timeout", "--json", "--log-level",
	} {
		if !strings.Contains(b.out, name) {
			t.Errorf("%s is missing in\n%s", name, b.out)
		}
	}
	if strings.Contains(b.out, "describe-to") {
		t.Error("the hook of the demo is shown to people")
	}
}

// TestPage: docs/command-line.md has every command that --help shows, with every
// flag, and no other.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/command-line.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	flag := regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`)
	b := newBench(t)
	root := (&cli{tools: b.tools()}).root()
	var visit func(path []string, c *cobra.Command)
	visit = func(path []string, c *cobra.Command) {
		b.run(append(path, "--help")...)
		for _, m := range flag.FindAllStringSubmatch(b.out, -1) {
			if m[1] != "--help" && m[1] != "--version" && !strings.Contains(page, m[1]) {
				t.Errorf("samebutton %s takes %s, which is not told", strings.Join(path, " "), m[1])
			}
		}
		whole, last := strings.Join(path, " "), c.Name()
		if !strings.Contains(page, "`"+whole) && !(len(path) > 1 && regexp.MustCompile("`"+last+"[` ]").MatchString(page)) {
			t.Errorf("samebutton %s is not told", whole)
		}
		for _, sub := range c.Commands() {
			visit(append(path[:len(path):len(path)], sub.Name()), sub)
		}
	}
	visit(nil, root)
	commands, _, _ := strings.Cut(page, "Flags that all commands take")
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)").FindAllStringSubmatch(commands, -1) {
		if found, _, err := root.Find(m[1:]); err != nil || found == root {
			t.Errorf("%q is told, which is no command", m[1])
		}
	}
}

// TestPageHasEveryField: docs/command-line.md names every field that --json prints.
// Those of bench and of the window's own description are told elsewhere.
func TestPageHasEveryField(t *testing.T) {
	page, err := os.ReadFile("../../docs/command-line.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	field, seen := regexp.MustCompile(`json:"(\w+)`), 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "bench") || file == "windowdata.go" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range field.FindAllStringSubmatch(string(text), -1) {
			seen++
			if !regexp.MustCompile("[`\"]" + m[1] + "(\\[\\])?[`\"]").Match(page) {
				t.Errorf("the field %s of %s is not told", m[1], file)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d fields were looked at", seen)
	}
}

func TestVersion(t *testing.T) {
	b := newBench(t)
	b.run("--version")
	b.want(0)
	if strings.TrimSpace(b.out) != "samebutton version "+version {
		t.Error(b.out)
	}
}

// TestPackagerAgrees: FyneApp.toml repeats what version.go says.
func TestPackagerAgrees(t *testing.T) {
	text, err := os.ReadFile("../../FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"Name": programName, "ID": programID, "Version": version, "Build": strconv.Itoa(build), "Icon": "assets/icon.png",
	} {
		m := regexp.MustCompile(`(?m)^` + key + ` = "?([^"\n]*)"?$`).FindStringSubmatch(string(text))
		if m == nil || m[1] != want {
			t.Errorf("%s is %v, want %q", key, m, want)
		}
	}
	if _, err := os.Stat("../../assets/icon.png"); err != nil {
		t.Error(err)
	}
}

// TestExitCodesAreDistinct: scripts tell endings apart by both.
func TestExitCodesAreDistinct(t *testing.T) {
	all := []ending{failed, usage, stale, ambiguous, unknown, notActionable, uncertain, refused, environment, storeFailed}
	seen := map[string]bool{}
	for i, e := range all {
		if e.exit != i+1 || seen[e.code] || e.code == "" {
			t.Errorf("ending %d is %+v", i+1, e)
		}
		seen[e.code] = true
	}
}

// TestDemoRefusesBeforeItMakesAFolder: a misspelt toolkit leaves nothing behind.
func TestDemoRefusesBeforeItMakesAFolder(t *testing.T) {
	b := newBench(t)
	out := filepath.Join(t.TempDir(), "demo")
	b.run("demo", "--toolkit", "foo", "--out", out)
	b.want(2)
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}
