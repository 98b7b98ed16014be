package audit

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Group is the chapter that a rule belongs to.
type Group string

// Groups.
const (
	Naming      Group = "naming"      // name, role, value
	Keyboard    Group = "keyboard"    // actions and keyboard
	Structure   Group = "structure"   // structure, relations and tables
	Geometry    Group = "geometry"    // places, sizes and pixels
	Testability Group = "testability" // what a test needs; no WCAG
)

// Needs is evidence beside the snapshot without which a rule is not run.
type Needs uint16

// Evidence that a rule may need.
const (
	NeedPicture    Needs = 1 << iota // [Subject.Pictures]
	NeedEarlier                      // [Subject.Earlier]
	NeedEvents                       // [Subject.Heard]
	NeedTabs                         // [Subject.Tabs]
	NeedHits                         // [Subject.Hits]
	NeedDesktop                      // [Subject.Desktop]
	NeedTiming                       // [Subject.Timing]
	NeedLinks                        // [Subject.Links]
	NeedTables                       // [Subject.Tables]
	NeedURIs                         // [Subject.URIs]
	NeedSelections                   // [Subject.Selections]
)

var needNames = []string{
	"a picture", "an earlier reading", "events of a while", "a walk with Tab", "hit tests", "the windows of the display",
	"response times", "the application's own answers about parents and places", "the answers of tables about their cells",
	"the targets of links", "the answers of containers about their selection",
}

// String lists what is needed in words.
func (n Needs) String() string {
	var words []string
	for i, w := range needNames {
		if n&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, ", ")
}

// Rule is one thing that can be wrong with an application. It is a value without
// state: the same rule may run in several goroutines.
type Rule struct {
	// ID is stable: baselines and suppressions name it ("name-missing-interactive").
	ID    string
	Group Group
	// Title is the fault in a few words, as a heading: "Interactive element without a name".
	Title    string
	Severity Severity
	// InTestability is the severity in the profile of that name; 0 for the same.
	InTestability Severity
	// Criteria are the success criteria of WCAG 2.2 that a finding touches ("4.1.2").
	Criteria []string
	// Explanation says what is looked at and whom the fault harms.
	Explanation string
	// Remedy is what to do, with the toolkit's own API named. Any is used where the
	// toolkit has no text of its own.
	Remedy Remedy
	// Quiet says where the rule deliberately says nothing, and what may still be a
	// false alarm.
	Quiet string
	Needs Needs
	// AnyRole says that the role tells nothing about the cause: findings of all roles
	// are told together.
	AnyRole bool

	// Everywhere also hands over elements that are not shown.
	Everywhere bool
	// Applies chooses the elements that Check is called for, which are counted as
	// checked; nil for all.
	Applies func(*Pass, *tree.Node) bool
	// Check looks at one element.
	Check func(*Pass, *tree.Node)
	// Whole looks at the application at once, after all Checks; either may be nil.
	Whole func(*Pass)
}

// Remedy is what a developer does about a finding, by toolkit.
type Remedy struct {
	Any, GTK3, GTK4, Qt, Web string
}

// For returns the text for a toolkit.
func (r Remedy) For(t Toolkit) string {
	text := ""
	switch t {
	case GTK3:
		text = r.GTK3
	case GTK4:
		text = r.GTK4
	case Qt:
		text = r.Qt
	case Web:
		text = r.Web
	}
	if text == "" {
		return r.Any
	}
	return text
}

// SeverityIn is the severity of the rule in a profile.
func (r *Rule) SeverityIn(p Profile) Severity {
	switch {
	case p == ProfileTestability && r.InTestability != Off:
		return r.InTestability
	case p == ProfileStrict && r.Severity == Warning:
		return Error
	}
	return r.Severity
}
