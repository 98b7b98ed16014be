package inspector

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

const sheet = `
application "calc"
  window "a.fods - Calc"
    toolbar "Standard"
      button "Save"
      textbox "Name Box"
    toolbar "Formatting"
      button "Bold"
    table "Sheet1" handle=sheet
      cell "A1"
      cell "B1"
      cell "A2"
      cell "B2"
    toolbar "Find"
      button "Close"
  window "Help"
    button "Close"
    textbox "Search"
`

// withCut returns an outline frozen with a cut at the node of the handle, whose
// children the element makes on demand if the reason is virtual-children. Cells
// below it have their places, two in a row.
func withCut(t *testing.T, outline string, at tree.Handle, reason tree.CutReason) *Frozen {
	t.Helper()
	s := sketchSnapshot(t, outline)
	id := s.Find(at)
	if reason == tree.CutVirtualChildren {
		s.Nodes[id].States = s.Nodes[id].States.With(tree.ManagesDescendants)
	}
	for i, c := range s.Nodes[id].Children {
		if s.Nodes[c].Role == tree.RoleCell {
			s.Nodes[c].Cell = &tree.Cell{Row: i / 2, Column: i % 2, RowHeader: tree.AbsentText(), ColumnHeader: tree.AbsentText()}
		}
	}
	s.Cuts = []tree.Cut{{Node: id, Reason: reason, Missing: -1}}
	return Freeze(s)
}

func outcomes(t *testing.T, f *Frozen, want map[string]Outcome) {
	t.Helper()
	for locator, w := range want {
		if r := f.Match(mustParse(t, locator)); r.Outcome != w {
			t.Errorf("%s: %s (%s), want %s", locator, r.Outcome, r.Reason, w)
		}
	}
}

func TestItemsMadeOnDemandLeaveTheRestProven(t *testing.T) {
	outcomes(t, withCut(t, sheet, "sheet", tree.CutVirtualChildren), map[string]Outcome{
		`button "Save"`:                     Unique,
		`button "Gone"`:                     Stale,
		`button "Close"`:                    Ambiguous,
		`window "Help" > button "Close"`:    Unique,
		`window "a*" > button "Save"`:       Unique,
		`menuitem "Cut"`:                    Stale,
		`dialog "Save As"`:                  Stale,
		`window "a.fods - Calc"`:            Unique,
		`table "Sheet1"`:                    Unknown, // a table inside an item
		`toolbar "Standard" > textbox`:      Unique,
		`window "Help" > textbox "Search"`:  Unique,
		`textbox "Search"`:                  Unknown, // the editor of a cell
		`cell "A1"`:                         Unique,  // no other cell has its address
		`table "Sheet1" > cell "B2"`:        Unique,
		`cell "B2" > button "Save"`:         Stale,
		`cell "C7"`:                         Unknown,
		`cell "C7" > textbox`:               Unknown,
		`window "Help" > cell "C7"`:         Stale,
		`cell "Total"`:                      Unknown,
		`row "3"`:                           Unknown,
		`columnheader "B"`:                  Unknown,
		`checkbox "Done"`:                   Unknown,
		`table "Sheet2" > cell "C7"`:        Unknown, // inside an item, as far as anyone knows
		`window "Help" > table > cell "C7"`: Stale,
		`toolbar "Standard" > cell "C7"`:    Stale,
		`cell [row="3"]`:                    Unknown,
	})
}

// What is not named by its address may have its like anywhere.
func TestCellsWithOtherNamesAreInDoubt(t *testing.T) {
	renamed := strings.Replace(sheet, `cell "B2"`, `cell "Total"`, 1)
	outcomes(t, withCut(t, renamed, "sheet", tree.CutVirtualChildren), map[string]Outcome{
		`cell "A1"`:     Unknown,
		`cell "Total"`:  Unknown,
		`button "Save"`: Unique,
	})
}

func TestAButtonAmongTheItemsSpeaksAgainstItems(t *testing.T) {
	odd := strings.Replace(sheet, `      cell "B2"`, "      cell \"B2\"\n        button \"Delete\"", 1)
	outcomes(t, withCut(t, odd, "sheet", tree.CutVirtualChildren), map[string]Outcome{
		`button "Save"`:                      Unknown,
		`toolbar "Standard" > button "Save"`: Unknown, // a toolbar among them as well
		`window "Help" > button "Close"`:     Unique,
	})
}

func TestAnElementThatDoesNotManageItsChildrenMayHideAll(t *testing.T) {
	s := sketchSnapshot(t, sheet)
	s.Cuts = []tree.Cut{{Node: s.Find("sheet"), Reason: tree.CutVirtualChildren, Missing: -1}}
	outcomes(t, Freeze(s), map[string]Outcome{`button "Save"`: Unknown})

	f := withCut(t, sheet, "sheet", tree.CutTime)
	outcomes(t, f, map[string]Outcome{
		`button "Save"`:                    Unknown,
		`cell "A1"`:                        Unknown,
		`window "Help" > button "Close"`:   Unique,
		`window "Help" > button "Gone"`:    Stale,
		`window "a*" > button "Save"`:      Unknown,
		`window "Help"`:                    Unique,
		`window "Other"`:                   Stale,
		`dialog "Save As"`:                 Unknown,
		`dialog "Save As" > button "Save"`: Unknown,
	})
}

func TestAWindowThatWasNotReadDoesNotConcernTheOthers(t *testing.T) {
	outline := `
application "demo"
  window "Orders"
    button "Save"
  window "Log" handle=log
`
	outcomes(t, withCut(t, outline, "log", tree.CutTime), map[string]Outcome{
		`window "Orders" > button "Save"`:  Unique,
		`window "Orders" > button "Gone"`:  Stale,
		`window "O*" > button "Save"`:      Unique,
		`window "*o*" > button "Save"`:     Unknown, // fits "Log" too
		`window "Log" > button "Save"`:     Unknown,
		`button "Save"`:                    Unknown,
		`dialog "Orders" > button "Save"`:  Unknown,
		`window "Log"`:                     Unique,
		`window "Orders" > window "Inner"`: Stale,
		`window "Log" > window "Inner"`:    Unknown,
	})
	untitled := strings.Replace(outline, `window "Log"`, `window unreadable-name`, 1)
	outcomes(t, withCut(t, untitled, "log", tree.CutTime), map[string]Outcome{`window "Orders" > button "Save"`: Unknown})

	s := sketchSnapshot(t, outline)
	s.Cuts = []tree.Cut{{Node: 0, Reason: tree.CutTime, Missing: -1}} // windows are missing
	outcomes(t, Freeze(s), map[string]Outcome{`window "Orders" > button "Save"`: Unknown, `window "Gone"`: Unknown})

	s.Cuts = []tree.Cut{{Node: s.Find("log"), Reason: tree.CutTime, Missing: -1}}
	s.Nodes[3].Role, s.Nodes[3].NativeRole = "", "" // it may be a window, and hold a button
	outcomes(t, Freeze(s), map[string]Outcome{`window "Log" > button "Save"`: Unknown, `window "Orders" > button "Save"`: Unique})
}

// No button hides among the items of a list, but the heading of the row or column
// around the list may.
func TestHeadingsMayBeAmongWhatWasNotRead(t *testing.T) {
	outline := `
application "demo"
  window "W"
    table
      row
        columnheader "Fruit"
        columnheader "Act"
      row
        list handle=tags
          label "Pear"
        button "Delete"
      row
        label "Plum"
        button "Delete"
`
	whole := sketched(t, outline)
	outcomes(t, whole, map[string]Outcome{`button "Delete" [row="Pear"]`: Unique, `button [row="Plum"] [column="Act"]`: Unique})
	outcomes(t, withCut(t, outline, "tags", tree.CutVirtualChildren), map[string]Outcome{
		`button "Delete" [row="Pear"]`:       Unknown,
		`button "Delete" [row="Plum"]`:       Unknown,
		`button [row="Plum"] [column="Act"]`: Unknown,
		`button "Delete" [column="Act"]`:     Unknown,
		`button "Gone"`:                      Stale,
	})
}

func TestVeryManyCutsLeaveNothingProven(t *testing.T) {
	s := sketchSnapshot(t, sheet+strings.Repeat("    group\n", maxBlind+1))
	for i := range s.Nodes {
		if s.Nodes[i].Role == tree.RoleGroup {
			s.Cuts = append(s.Cuts, tree.Cut{Node: tree.NodeID(i), Reason: tree.CutTime, Missing: -1})
		}
	}
	outcomes(t, Freeze(s), map[string]Outcome{`window "a*" > button "Save"`: Unknown})
	s.Cuts = s.Cuts[1:]
	outcomes(t, Freeze(s), map[string]Outcome{`window "a*" > button "Save"`: Unique})
}

func TestBadgesFollowTheCuts(t *testing.T) {
	f := withCut(t, sheet, "sheet", tree.CutVirtualChildren)
	for _, tc := range []struct {
		locator string
		badge   Badge
	}{
		{`button "Save"`, BadgeUnique},
		{`toolbar "Find" > button "Close"`, BadgeUnique},
		{`toolbar "Standard" > textbox`, BadgeContext}, // by its toolbar
		{`window "Help" > textbox "Search"`, BadgeUnique},
	} {
		id := f.Match(mustParse(t, tc.locator)).Node()
		if got := f.Survey().Badges[id]; got != tc.badge {
			t.Errorf("%s: badge %d, want %d; %s", tc.locator, got, tc.badge, f.Target(id).Standing)
		}
	}
	f = withCut(t, sheet, "sheet", tree.CutTime)
	id := f.Match(mustParse(t, `toolbar "Standard" > button "Save"`)).Matches[0]
	if b, s := f.Survey().Badges[id], f.Target(id).Standing; b != BadgeUnproven || s != StandingUnproven {
		t.Errorf("badge %d, standing %s", b, s)
	}
}

func TestOnlyWhatCannotBeHiddenIsSaidToHaveVanished(t *testing.T) {
	outline := `
application "calc" handle=app
  window "Sheet" handle=window
    toolbar "Main" handle=toolbar
      button "Save" handle=save
    table "Sheet1" handle=table
      cell "A1" handle=a1
`
	before := sketched(t, outline)
	after := withCut(t, strings.NewReplacer("      cell \"A1\" handle=a1\n", "", "      button \"Save\" handle=save\n", "").Replace(outline), "table", tree.CutVirtualChildren)
	var words []string
	for _, c := range Diff(before, after) {
		if c.Kind == Removed {
			words = append(words, c.Words)
		}
	}
	if strings.Join(words, "; ") != `button "Save" vanished` {
		t.Errorf("%q", words)
	}
}

func TestAddress(t *testing.T) {
	for want, at := range map[string][2]int{"A1": {0, 0}, "Z2": {1, 25}, "AA10": {9, 26}, "ZZ1": {0, 701}, "AAA1": {0, 702}, "ZY500001": {500000, 700}, "XFD1048576": {1048575, 16383}} {
		if got := Address(at[0], at[1]); got != want {
			t.Errorf("%v: %s, want %s", at, got, want)
		}
	}
}
