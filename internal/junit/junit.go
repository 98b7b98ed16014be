// Package junit writes JUnit XML in the form that CI servers read.
//
// There is no standard: the elements are those that Jenkins, GitLab and the reporters
// of GitHub Actions have in common.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"
)

// Suites is a document.
type Suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     string   `xml:"time,attr"`
	Suites   []Suite  `xml:"testsuite"`
}

// Suite is a group of test cases.
type Suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Timestamp  string     `xml:"timestamp,attr"`
	Properties []Property `xml:"properties>property"`
	Cases      []Case     `xml:"testcase"`
}

// Property is a named value of the surroundings.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Case is one test: passed where Failure, Error and Skipped are nil.
type Case struct {
	Name      string   `xml:"name,attr"`
	ClassName string   `xml:"classname,attr"`
	Time      string   `xml:"time,attr"`
	Failure   *Trouble `xml:"failure,omitempty"`
	Error     *Trouble `xml:"error,omitempty"`
	Skipped   *Skip    `xml:"skipped,omitempty"`
	Output    string   `xml:"system-out,omitempty"`
}

// Trouble is why a test did not pass.
type Trouble struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Skip is why a test was not run.
type Skip struct {
	Message string `xml:"message,attr,omitempty"`
}

// Seconds is a duration as the attribute time has it.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// Timestamp is a time as the attribute timestamp has it.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// Write counts the cases of a suite and writes it as a document of its own.
func Write(w io.Writer, s Suite) error {
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	all := Suites{Name: "samebutton", Tests: s.Tests, Failures: s.Failures, Errors: s.Errors, Skipped: s.Skipped, Time: s.Time, Suites: []Suite{s}}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
