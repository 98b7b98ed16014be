package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is a line that go test -json tells (see "go doc test2json").
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string // of a build
}

// result is what came of one package.
type result struct {
	events []event           // in their order, until they are printed
	tests  map[string]string // action that ended a test or subtest; "run" while it runs
	action string            // action that ended the package
	whole  bool              // the tests were run to the end: testing itself said PASS or FAIL
}

// results is what came of one run of go test, by package.
type results struct {
	packages map[string]*result
}

// failure is a test that failed, with those of its parts that did.
type failure struct {
	pkg, test string
	parts     []string
}

// read reads what go test -json tells until its end and writes to out what go test
// without -json would have written.
func read(stream io.Reader, out io.Writer) (*results, error) {
	r := &results{packages: map[string]*result{}}
	lines := bufio.NewReader(stream)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				fmt.Fprint(out, line) // not from a test: go's own words
			} else {
				r.add(e, out)
			}
		}
		if err == io.EOF {
			return r, nil
		} else if err != nil {
			return nil, err
		}
	}
}

func (r *results) add(e event, out io.Writer) {
	if e.Package == "" {
		fmt.Fprint(out, e.Output) // of a build
		return
	}
	p := r.packages[e.Package]
	if p == nil {
		p = &result{tests: map[string]string{}}
		r.packages[e.Package] = p
	}
	switch e.Action {
	case "output":
		p.events = append(p.events, e)
		if e.Test == "" && (e.Output == "FAIL\n" || e.Output == "PASS\n") {
			p.whole = true
		}
	case "run", "pass", "fail", "skip":
		if e.Test != "" {
			p.tests[e.Test] = e.Action
			return
		}
		p.action = e.Action
		p.print(e.Package, out)
		p.events = nil
	}
}

// print writes the output of a package as go test does: of one that passed the last
// line only, of one that failed all but what belongs to tests that passed.
func (p *result) print(name string, out io.Writer) {
	for _, e := range p.events {
		said := strings.HasPrefix(e.Output, "ok  \t"+name) || strings.HasPrefix(e.Output, "?   \t"+name)
		if p.action == "fail" {
			ended := p.tests[e.Test]
			said = !framing(e.Output) && (e.Test == "" || ended != "pass" && ended != "skip")
		}
		if said {
			fmt.Fprint(out, e.Output)
		}
	}
}

// framing reports whether a line of output only tells which test speaks.
func framing(line string) bool {
	for _, f := range []string{"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME "} {
		if strings.HasPrefix(line, f) {
			return true
		}
	}
	return false
}

// passed reports whether no package failed.
func (r *results) passed() bool {
	for _, p := range r.packages {
		if p.action != "pass" && p.action != "skip" {
			return false
		}
	}
	return true
}

// ran reports whether a test was run and passed; one that is skipped the second
// time has not passed.
func (r *results) ran(pkg, test string) bool {
	p := r.packages[pkg]
	return p != nil && p.tests[test] == "pass"
}

// final says why the failures of a run stand without a second one, or nothing.
func (r *results) final() string {
	failed := 0
	for _, name := range slices.Sorted(maps.Keys(r.packages)) {
		p := r.packages[name]
		if p.action == "pass" || p.action == "skip" {
			continue
		}
		for test, action := range p.tests {
			if action == "run" {
				return fmt.Sprintf("%s ended within %s: what follows it never ran", name, test)
			}
		}
		parts := p.failed()
		if len(parts) == 0 || !p.whole {
			return name + " failed, and not in a test"
		}
		failed += len(parts)
	}
	if failed > mostFailures {
		return fmt.Sprintf("%d tests failed, more than %d", failed, mostFailures)
	}
	return ""
}

// failed returns the tests of a package that failed, without those that only failed
// because a part of them did.
func (p *result) failed() []string {
	var all []string
	for test, action := range p.tests {
		if action == "fail" {
			all = append(all, test)
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Clone(all), func(test string) bool {
		return slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, test+"/") })
	})
}

// failures returns the tests that failed, in order. A test is run again as a whole:
// its parts may build on each other.
func (r *results) failures() []failure {
	var fs []failure
	for _, name := range slices.Sorted(maps.Keys(r.packages)) {
		for _, part := range r.packages[name].failed() {
			test, _, _ := strings.Cut(part, "/")
			if n := len(fs); n > 0 && fs[n-1].pkg == name && fs[n-1].test == test {
				fs[n-1].parts = append(fs[n-1].parts, part)
				continue
			}
			fs = append(fs, failure{name, test, []string{part}})
		}
	}
	return fs
}
