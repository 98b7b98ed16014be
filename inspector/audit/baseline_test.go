package audit_test

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules"
)

// known says how one finding of a baseline stands in an outline.
func known(t *testing.T, base, now string) string {
	t.Helper()
	return stands(run(t, now, audit.Options{Baseline: audit.NewBaseline(run(t, base, audit.Options{}))}))
}

func stands(r *audit.Report) string {
	n, new := 0, 0
	for _, f := range r.Findings {
		if f.Status == audit.StatusUnchanged {
			n++
		} else {
			new++
		}
	}
	return fmt.Sprintf("%d known, %d new, %d fixed, %d unseen", n, new, len(r.Fixed), len(r.Unseen))
}

// "Fixed" is what was looked for where it was, and is gone: not what was out of sight.
func TestFixedIsWhatWasLookedFor(t *testing.T) {
	const (
		unnamed = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox focusable\n"
		named   = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox \"Name\" focusable\n"
		without = "application \"demo\"\n\twindow \"Main\"\n\t\tlabel \"Name\"\n"
		hidden  = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox focusable -showing\n"
		titled  = "application \"demo\"\n\twindow \"Other - Main\"\n\t\ttextbox focusable\n"
		retitle = "application \"demo\"\n\twindow \"Other - Main\"\n\t\ttextbox \"Name\" focusable\n"
		unread  = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox unreadable-name focusable\n"

		dialog = "application \"demo\"\n\twindow \"Main\"\n\tdialog \"Edit\"\n\t\ttextbox focusable\n"
		mended = "application \"demo\"\n\twindow \"Main\"\n\tdialog \"Edit\"\n\t\ttextbox \"Name\" focusable\n"
		closed = "application \"demo\"\n\twindow \"Main\"\n"
		second = "application \"demo\"\n\twindow \"Main\"\n\tdialog \"Print\"\n\t\ttextbox \"Copies\" focusable\n"

		page1 = "application \"demo\"\n\twindow \"Main\"\n\t\ttablist\n\t\t\ttab \"One\" selected\n\t\t\ttab \"Two\"\n\t\ttextbox focusable\n"
		page2 = "application \"demo\"\n\twindow \"Main\"\n\t\ttablist\n\t\t\ttab \"One\"\n\t\t\ttab \"Two\" selected\n\t\tlabel \"Nothing\"\n"
		site1 = "application \"demo\"\n\twindow \"Browser\"\n\t\tdocument \"One\"\n\t\t\ttextbox focusable\n"
		site2 = "application \"demo\"\n\twindow \"Browser\"\n\t\tdocument \"Two\"\n\t\t\tlabel \"Nothing\"\n"
	)
	for _, c := range []struct{ what, base, now, want string }{
		{"still there", unnamed, unnamed, "1 known, 0 new, 0 fixed, 0 unseen"},
		{"named", unnamed, named, "0 known, 0 new, 1 fixed, 0 unseen"},
		{"taken out", unnamed, without, "0 known, 0 new, 1 fixed, 0 unseen"},
		{"hidden", unnamed, hidden, "0 known, 0 new, 0 fixed, 1 unseen"},
		{"not to be read", unnamed, unread, "0 known, 0 new, 0 fixed, 1 unseen"},
		{"another title", unnamed, titled, "1 known, 0 new, 0 fixed, 0 unseen"},
		{"another title, named", unnamed, retitle, "0 known, 0 new, 1 fixed, 0 unseen"},
		{"the dialog is closed", dialog, closed, "0 known, 0 new, 0 fixed, 1 unseen"},
		{"another dialog", dialog, second, "0 known, 0 new, 0 fixed, 1 unseen"},
		{"named in the dialog", dialog, mended, "0 known, 0 new, 1 fixed, 0 unseen"},
		{"another tab", page1, page2, "0 known, 0 new, 0 fixed, 1 unseen"},
		{"another page", site1, site2, "0 known, 0 new, 0 fixed, 1 unseen"},
	} {
		if got := known(t, c.base, c.now); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// What is said of all elements of a kind in all windows is fixed where the page is shown
// again on which they were: not where another one is.
func TestFindingForAllOnAnotherPageIsNotFixed(t *testing.T) {
	page := func(selected, states string) *audit.Subject {
		boxes := map[string]string{"Order": "\t\t\tcheckbox \"Express\" focusable\n", "Items": "\t\t\tbutton \"Add\" focusable\n"}
		other := map[string]string{"Order": "Items", "Items": "Order"}[selected]
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\ttab \""+selected+"\" selected\n"+boxes[selected]+"\t\ttab \""+other+"\"\n")
		s.Application.Toolkit = "gtk"
		for i := range s.Nodes {
			if n := &s.Nodes[i]; n.Role == tree.RoleCheckbox && states == "" {
				n.States = n.States.Without(tree.Checkable)
			} else if n.Role == tree.RoleCheckbox {
				n.States = n.States.With(tree.Checkable)
			}
		}
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{rules.Find("role-vs-state")}}
	first := audit.Run(page("Order", ""), o)
	o.Baseline = audit.NewBaseline(first)
	if got := stands(audit.Run(page("Items", ""), o)); len(first.Findings) != 1 || got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("%d findings at first, and on another page %s", len(first.Findings), got)
	}
	if got := stands(audit.Run(page("Order", "checkable"), o)); got != "0 known, 0 new, 1 fixed, 0 unseen" {
		t.Errorf("mended: %s", got)
	}
	one := page("Order", "checkable")
	one.Windows = []tree.NodeID{1}
	if got := stands(audit.Run(one, o)); got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("one window of all: %s", got)
	}
}

// An element that cannot be recognised, because its name could not be read, is not fixed.
func TestUnreadNameIsNotFixed(t *testing.T) {
	repeats := []*audit.Rule{rules.Find("name-repeats-role")}
	base := audit.Run(subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tbutton \"Save button\" focusable\n"), audit.Options{Rules: repeats})
	now := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tbutton unreadable-name focusable\n")
	r := audit.Run(now, audit.Options{Rules: repeats, Baseline: audit.NewBaseline(base)})
	if got := stands(r); got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Error(got)
	}
}

// A baseline that is made anew keeps what was not looked for.
func TestNewBaselineKeepsTheUnseen(t *testing.T) {
	const open = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox focusable\n\tdialog \"Edit\"\n\t\ttextbox focusable\n\t\ttextbox focusable\n"
	const closed = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox focusable\n"
	first := audit.NewBaseline(run(t, open, audit.Options{}))
	second := audit.NewBaseline(run(t, closed, audit.Options{Baseline: first}))
	if got := stands(run(t, open, audit.Options{Baseline: second})); got != "3 known, 0 new, 0 fixed, 0 unseen" {
		t.Errorf("%s, of %+v", got, second.Known)
	}
	r := audit.Combine([]audit.State{
		{Title: "closed", Report: run(t, closed, audit.Options{Baseline: first})},
		{Title: "again", Report: run(t, closed, audit.Options{Baseline: first})},
	})
	if got := stands(r); got != "1 known, 0 new, 0 fixed, 1 unseen" || r.Unseen[0].Count != 2 {
		t.Errorf("of two states: %s, %+v", got, r.Unseen)
	}
}

// In several states a finding is fixed where one of them looked for it and none has it.
func TestFixedInOneOfSeveralStates(t *testing.T) {
	const (
		dialog = "application \"demo\"\n\twindow \"Main\"\n\tdialog \"Edit\"\n\t\ttextbox focusable\n"
		mended = "application \"demo\"\n\twindow \"Main\"\n\tdialog \"Edit\"\n\t\ttextbox \"Name\" focusable\n"
		closed = "application \"demo\"\n\twindow \"Main\"\n"
	)
	o := audit.Options{Baseline: audit.NewBaseline(run(t, dialog, audit.Options{}))}
	for _, c := range []struct{ a, b, want string }{
		{closed, mended, "0 known, 0 new, 1 fixed, 0 unseen"},
		{mended, closed, "0 known, 0 new, 1 fixed, 0 unseen"},
		{closed, dialog, "1 known, 0 new, 0 fixed, 0 unseen"},
	} {
		r := audit.Combine([]audit.State{{Title: "a", Report: run(t, c.a, o)}, {Title: "b", Report: run(t, c.b, o)}})
		if got := stands(r); got != c.want {
			t.Errorf("%s\n%s%s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// One finding that speaks for many stays the same when the element that stands for them goes.
func TestFindingForAllOutlivesItsElement(t *testing.T) {
	boxes := func(names ...string) *audit.Subject {
		outline := "application \"demo\"\n\twindow \"Main\"\n"
		for _, n := range names {
			outline += fmt.Sprintf("\t\tcheckbox %q focusable\n", n)
		}
		s := subject(t, outline)
		s.Application.Toolkit = "gtk"
		for i := range s.Nodes {
			s.Nodes[i].States = s.Nodes[i].States.Without(tree.Checkable)
		}
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{rules.Find("role-vs-state")}}
	first := audit.Run(boxes("A", "B", "C"), o)
	o.Baseline = audit.NewBaseline(first)
	if got := stands(audit.Run(boxes("B", "C"), o)); len(first.Findings) != 1 || got != "1 known, 0 new, 0 fixed, 0 unseen" {
		t.Errorf("%d findings at first, then %s", len(first.Findings), got)
	}
}

// A finding whose evidence was gathered in part, or not, was not looked for, and is not fixed.
func TestLackingEvidenceFixesNothing(t *testing.T) {
	hits := rules.Find("hit-test-mismatch")
	make := func(covered bool, lacks string, gathered bool) *audit.Subject {
		s := subject(t, "application \"demo\"\n\twindow \"Main\" bounds=0,0,400,300\n\t\tbutton \"Save\" bounds=10,10,80,30\n\t\tbutton \"Cover\" bounds=10,10,80,30\n")
		if gathered {
			s.Hits = map[tree.NodeID]audit.Hit{}
		}
		if covered {
			s.Hits[2] = audit.Hit{Node: 3}
		}
		if lacks != "" {
			s.Lack(audit.NeedHits, lacks)
		}
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{hits}}
	base := audit.NewBaseline(audit.Run(make(true, "", true), o))
	if len(base.Known) != 1 {
		t.Fatalf("%+v", base.Known)
	}
	o.Baseline = base
	r := audit.Run(make(false, "", true), o)
	if len(r.Fixed) != 1 || len(r.Undecided()) != 0 {
		t.Errorf("all asked: %s, %v", stands(r), r.Undecided())
	}
	r = audit.Run(make(false, "no time", true), o)
	if len(r.Fixed) != 0 || len(r.Unseen) != 1 || r.Undecided()["no time"] != 1 {
		t.Errorf("some asked: %s, %v", stands(r), r.Undecided())
	}
	r = audit.Run(make(false, "no time", false), o)
	if len(r.Fixed) != 0 || len(r.Unseen) != 1 || r.Rules[0].NotRun != "needs hit tests: no time" {
		t.Errorf("none asked: %s, %q", stands(r), r.Rules[0].NotRun)
	}
}

// A finding that speaks for more than its element is not fixed where one of those others
// could not be judged.
func TestFindingForAllIsNotFixedInDoubt(t *testing.T) {
	twins := func(change func(box *tree.Node)) *audit.Subject {
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tbutton \"A\" id=save\n\t\tgroup \"Box\"\n\t\t\tbutton \"B\" id=save\n")
		change(&s.Nodes[3])
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{rules.Find("id-duplicate")}}
	first := audit.Run(twins(func(*tree.Node) {}), o)
	o.Baseline = audit.NewBaseline(first)
	got := stands(audit.Run(twins(func(box *tree.Node) { box.Role, box.NativeRole = tree.RoleUnknown, "" }), o))
	if len(first.Findings) != 1 || got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("%d findings at first, then %s", len(first.Findings), got)
	}
}

// It is the same where the states of one of them could not be read.
func TestFindingForAllIsNotFixedUnread(t *testing.T) {
	box := func(read bool) *audit.Subject {
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tcheckbox \"A\" focusable\n")
		s.Application.Toolkit = "gtk"
		n := &s.Nodes[2]
		if n.States = n.States.Without(tree.Checkable); !read {
			n.States, n.StatesRead = 0, false
		}
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{rules.Find("role-vs-state")}}
	first := audit.Run(box(true), o)
	o.Baseline = audit.NewBaseline(first)
	if got := stands(audit.Run(box(false), o)); len(first.Findings) != 1 || got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("%d findings at first, then %s", len(first.Findings), got)
	}
}

// Two links of one name are not mended where the target of one is not known.
func TestTwinThatIsNotKnownFixesNothing(t *testing.T) {
	links := func(second string) *audit.Subject {
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tgroup \"One\"\n\t\t\tlink \"More\" focusable\n\t\tgroup \"Two\"\n\t\t\tlink \"More\" focusable\n")
		s.URIs = map[tree.NodeID]string{3: "https://a.test/1"}
		if second != "" {
			s.URIs[5] = second
		}
		return s
	}
	o := audit.Options{Rules: []*audit.Rule{rules.Find("link-same-name")}}
	first := audit.Run(links("https://a.test/2"), o)
	o.Baseline = audit.NewBaseline(first)
	if got := stands(audit.Run(links(""), o)); len(first.Findings) != 1 || got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("%d findings at first, then %s", len(first.Findings), got)
	}
	if got := stands(audit.Run(links("https://a.test/1"), o)); got != "0 known, 0 new, 1 fixed, 0 unseen" {
		t.Errorf("mended: %s", got)
	}
}

// Nor are neighbours of one name where the description of one could not be read.
func TestNeighbourInDoubtFixesNothing(t *testing.T) {
	o := audit.Options{Rules: []*audit.Rule{rules.Find("sibling-duplicate")}}
	neighbours := func() *audit.Subject {
		return subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\tbutton \"Delete\" focusable bounds=0,0,50,20\n\t\tbutton \"Delete\" focusable bounds=0,50,50,20\n")
	}
	first := audit.Run(neighbours(), o)
	o.Baseline = audit.NewBaseline(first)
	now := neighbours()
	now.Nodes[3].Description = tree.UnreadableText()
	if got := stands(audit.Run(now, o)); len(first.Findings) != 1 || got != "0 known, 0 new, 0 fixed, 1 unseen" {
		t.Errorf("%d findings at first, then %s", len(first.Findings), got)
	}
}

// What is known of one application is not fixed in another, and a baseline that both are
// compared with keeps the findings of both.
func TestNothingIsFixedInAnotherApplication(t *testing.T) {
	of := func(name, field string, base *audit.Baseline) *audit.Report {
		s := subject(t, "application \"demo\"\n\twindow \"Main\"\n\t\t"+field+" focusable\n")
		s.Application.Name = name
		return audit.Run(s, audit.Options{Rules: []*audit.Rule{rules.Find("name-missing-interactive")}, Baseline: base})
	}
	r := of("two", "button", audit.NewBaseline(of("one", "textbox", nil)))
	if got := stands(r); got != "0 known, 1 new, 0 fixed, 1 unseen" {
		t.Error(got)
	}
	both := audit.NewBaseline(r)
	for name, field := range map[string]string{"one": "textbox", "two": "button"} {
		if got := stands(of(name, field, both)); got != "1 known, 0 new, 0 fixed, 1 unseen" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
