package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// planted is a module whose packages fail in each way that there is; what fails once
// has a file for a memory.
var planted = map[string]string{
	"fine":   `func TestFine(t *testing.T) { t.Log("unsaid") }`,
	"always": `func TestAlways(t *testing.T) { t.Error("always") }`,
	"once": `func TestOnce(t *testing.T) { if first("a") { t.Error("once") } }
		func TestParts(t *testing.T) {
			if t.Run("a b/c", func(t *testing.T) { if first("b") { t.Error("in a part") } }); first("parts") { return }
			t.Run("next", func(t *testing.T) { t.Log("unsaid") })
		}`,
	"four": `func TestFour(t *testing.T) {
			for i := range 4 { t.Run(fmt.Sprint(i), func(t *testing.T) { if first(fmt.Sprint(i)) { t.Error("once") } }) }
		}`,
	"exits":     `func TestExits(t *testing.T) { if first("a") { os.Exit(1) } }; func TestHidden(t *testing.T) { t.Error("hidden") }`,
	"panics":    `func TestPanics(t *testing.T) { if first("a") { panic("once") } }; func TestHidden(t *testing.T) { t.Error("hidden") }`,
	"main":      `func TestMain(m *testing.M) { m.Run(); if first("a") { os.Exit(3) } }; func TestFine(t *testing.T) {}`,
	"late":      `func TestLate(t *testing.T) { if first("a") { select {} } }; func TestHidden(t *testing.T) { t.Error("hidden") }`,
	"broken":    `func TestBroken(t *testing.T) { nothing() }`,
	"elsewhere": `func TestElsewhere(t *testing.T) { if syscall.Access("away", 4) != nil { t.Error("not there") } }`,
	"skipped":   `func TestSkipped(t *testing.T) { if first("a") { t.Error("once") } else { t.Skip("not again") } }`,
}

func plant(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module planted\n\ngo 1.26\n")
	for name, tests := range planted {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		write(filepath.Join(name, "planted_test.go"), fmt.Sprintf(`package planted

import ("fmt"; "os"; "syscall"; "testing")

var _, _ = fmt.Sprint, syscall.Access

func first(name string) bool {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil { f.Close() }
	return err == nil
}

%s
`, tests))
	}
	t.Setenv("CGO_ENABLED", "0")
	t.Setenv("GOWORK", "off")
}

func TestPlantedFailures(t *testing.T) {
	plant(t)
	for _, c := range []struct {
		packages string
		passes   bool
		says     []string // in this order
	}{
		{"fine", true, []string{"ok  \tplanted/fine\t"}},
		{"fine always", false, []string{"ok  \tplanted/fine\t", "always", "--- FAIL: TestAlways", "FAIL\tplanted/always\t",
			"rerun: planted/always TestAlways failed and is run again, alone\n", "FAIL\tplanted/always\t",
			"rerun: planted/always TestAlways did not pass alone either\n", "FAIL\n"}},
		{"fine once", true, []string{"--- FAIL: TestOnce ", "--- FAIL: TestParts/a_b/c ", "FAIL\tplanted/once\t",
			"ok  \tplanted/once\t", "ok  \tplanted/once\t",
			"flaky: planted/once TestOnce failed, then passed alone\nflaky: planted/once TestParts/a_b/c failed, then passed alone\nPASS\n"}},
		{"four", false, []string{"FAIL\tplanted/four\t", "rerun: nothing is run again: 4 tests failed, more than 3\nFAIL\n"}},
		{"exits", false, []string{"FAIL\tplanted/exits\t", "planted/exits ended within TestExits: what follows it never ran\nFAIL\n"}},
		{"panics", false, []string{"panic: once", "FAIL\tplanted/panics\t", "rerun: nothing is run again: planted/panics failed, and not in a test\nFAIL\n"}},
		{"main", false, []string{"FAIL\tplanted/main\t", "rerun: nothing is run again: planted/main failed, and not in a test\nFAIL\n"}},
		{"late", false, []string{"panic: test timed out", "planted/late ended within TestLate: what follows it never ran\nFAIL\n"}},
		{"broken", false, []string{"undefined: nothing", "FAIL\tplanted/broken [build failed]\n", "rerun: nothing is run again", "FAIL\n"}},
		{"skipped", false, []string{"--- FAIL: TestSkipped ", "rerun: planted/skipped TestSkipped did not pass alone either\nFAIL\n"}},
		{"fine missing", false, []string{"FAIL\n"}},
	} {
		t.Run(c.packages, func(t *testing.T) {
			timeout := "-timeout=5m"
			if c.packages == "late" {
				timeout = "-timeout=2s"
			}
			var packages []string
			for p := range strings.FieldsSeq(c.packages) {
				packages = append(packages, "./"+p)
			}
			var out bytes.Buffer
			if got := passes(goTest([]string{"-count=1", "-p=1", timeout}), packages, &out); got != c.passes {
				t.Errorf("passes: %v", got)
			}
			rest := out.String()
			for _, s := range c.says {
				_, after, ok := strings.Cut(rest, s)
				if !ok {
					t.Errorf("%q is not said, or not there", s)
				}
				rest = after
			}
			if end := c.says[len(c.says)-1]; strings.HasSuffix(end, "\n") && rest != "" {
				t.Errorf("more is said: %q", rest)
			}
			if strings.Contains(out.String(), "unsaid") || strings.Contains(out.String(), "=== RUN") {
				t.Error("more is said than go test says")
			}
			if t.Failed() {
				t.Log(out.String())
			}
		})
	}
}

// TestTheSecondRunIsNotFromTheCache: a test that passed alone once, and fails since
// something changed that go does not see, fails the second time, too.
func TestTheSecondRunIsNotFromTheCache(t *testing.T) {
	plant(t)
	if err := os.WriteFile(filepath.Join("elsewhere", "away"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	alone, err := goTest(nil)("^TestElsewhere$", []string{"./elsewhere"}, &out)
	if err != nil || !alone.passed() {
		t.Fatalf("%v: %s", err, out.String())
	}
	if err := os.Remove(filepath.Join("elsewhere", "away")); err != nil {
		t.Fatal(err)
	}
	if passes(goTest(nil), []string{"./elsewhere"}, &out) {
		t.Errorf("passed: %s", out.String())
	}
}
