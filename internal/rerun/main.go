// Command rerun runs go test, and runs each test that failed once more, alone.
//
//	go run ./internal/rerun FLAGS -- PACKAGES
//
// It is for the packages that are tested on real desktops: X servers, window
// managers and toolkits that are not ours have rare bad moments of their own, and
// one of some thousand real clicks that went astray shall not hide what the others
// proved. Both outcomes stand in the output, and each test that needed the second
// run is named in a line that begins with "flaky:": it has a defect, which wants to
// be filed and mended.
//
// Promise: the run passes only if every test was run to its end and passed, at the
// latest alone. More than three failed tests, a second failure, and whatever ended a
// package before its end (a panic, a signal, os.Exit, a timeout, TestMain, a build
// that failed) fail it: behind those are tests that never ran.
//
// One goroutine; it owns the go command that it starts, and no files.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// mostFailures is how many failed tests, subtests counted each, may be run once
// more: more than that is no bad moment.
const mostFailures = 3

func main() {
	cut := slices.Index(os.Args, "--")
	if cut < 0 || cut == len(os.Args)-1 {
		fmt.Fprintln(os.Stderr, "usage: rerun [FLAGS OF GO TEST] -- PACKAGES")
		os.Exit(2)
	}
	if !passes(goTest(os.Args[1:cut]), os.Args[cut+1:], os.Stdout) {
		os.Exit(1)
	}
}

// runTests runs the tests of packages whose names fit a pattern, all if it is empty,
// writes what go test would, and returns what came of it. An error says that go test
// itself did not do its work.
type runTests func(pattern string, packages []string, out io.Writer) (*results, error)

// goTest runs go test with flags, in the folder and surroundings of this process.
func goTest(flags []string) runTests {
	return func(pattern string, packages []string, out io.Writer) (*results, error) {
		args := append([]string{"test", "-json"}, flags...)
		if pattern != "" {
			// Not from the cache: what passed alone some other day proves nothing now.
			args = append(args, "-count=1", "-run", pattern)
		}
		cmd := exec.Command("go", append(args, packages...)...)
		cmd.Stderr = os.Stderr
		stream, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, fmt.Errorf("start go test: %w", err)
		}
		r, err := read(stream, out)
		if err != nil {
			_ = cmd.Process.Kill() // go test ends its tests itself, once nobody listens
			_ = cmd.Wait()
			return nil, fmt.Errorf("read what go test tells: %w", err)
		}
		if err := cmd.Wait(); err != nil && r.passed() {
			return nil, fmt.Errorf("go test failed, but none of its packages did: %w", err)
		}
		return r, nil
	}
}

// passes runs the tests of packages, failed ones a second time, and reports whether
// the run passed.
func passes(run runTests, packages []string, out io.Writer) bool {
	first, err := run("", packages, out)
	if err != nil {
		fmt.Fprintln(out, "rerun:", err)
		return false
	}
	if first.passed() {
		return true
	}
	if why := first.final(); why != "" {
		fmt.Fprintf(out, "rerun: nothing is run again: %s\nFAIL\n", why)
		return false
	}
	passed := true
	var flaky []string
	for _, f := range first.failures() {
		fmt.Fprintf(out, "rerun: %s %s failed and is run again, alone\n", f.pkg, f.test)
		again, err := run("^"+regexp.QuoteMeta(f.test)+"$", []string{f.pkg}, out)
		switch {
		case err != nil:
			fmt.Fprintln(out, "rerun:", err)
			passed = false
		case again.passed() && again.ran(f.pkg, f.test):
			flaky = append(flaky, fmt.Sprintf("flaky: %s %s failed, then passed alone", f.pkg, strings.Join(f.parts, ", ")))
		default:
			fmt.Fprintf(out, "rerun: %s %s did not pass alone either\n", f.pkg, f.test)
			passed = false
		}
	}
	for _, line := range flaky {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out, map[bool]string{true: "PASS", false: "FAIL"}[passed])
	return passed
}
