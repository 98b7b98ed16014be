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
		"apps", "tree", "find", "inspect", "act", "record", "replay", "recordings", "runs", "doctor", "backends", "demo",
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
