package inspector

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samebutton/samebutton/backends/tree"
)

// refsOf maps the handles of a snapshot to their refs.
func refsOf(f *Frozen) map[tree.Handle]int32 {
	m := map[tree.Handle]int32{}
	for i := range f.Nodes {
		m[f.Nodes[i].Handle] = f.refs[i]
	}
	return m
}

// regrow reads the region of a handle anew, as outline says it looks now.
func regrow(t testing.TB, saved *Frozen, root tree.Handle, outline string) *Frozen {
	t.Helper()
	merged := Graft(saved, saved.ByHandle(root), sketchSnapshot(t, outline))
	if err := merged.Validate(); err != nil {
		t.Fatalf("the merged snapshot is not sound: %v", err)
	}
	return Freeze(merged)
}

const beforeGraft = `
application "demo" handle=app
  window "Orders" handle=window
    button "New" handle=new
    combobox "City" handle=city
      option "Rome" handle=rome
      option "Oslo" handle=oslo
    button "Save" handle=save
`

func TestRefsAreIdentitiesWhenARegionIsReadAnew(t *testing.T) {
	saved := sketched(t, beforeGraft)
	before := refsOf(saved)
	after := regrow(t, saved, "city", `
combobox "City" handle=city
  option "Bern" handle=bern
  option "Rome" handle=rome
`)
	now := refsOf(after)
	for _, h := range []tree.Handle{"new", "city", "rome", "save"} {
		if now[h] != before[h] {
			t.Errorf("%s was e%d and is e%d", h, before[h], now[h])
		}
	}
	if now["bern"] != after.LastRef || now["bern"] <= saved.lastRef {
		t.Errorf("the new option has e%d, and e%d was the last", now["bern"], saved.lastRef)
	}
	gone := Ref{"s1", before["oslo"]}
	if after.ByRef(gone) != tree.None || !after.Gave(gone) {
		t.Errorf("%s, which is gone, names node %d", gone, after.ByRef(gone))
	}

	again := regrow(t, after, "city", `
combobox "City" handle=city
  option "Oslo" handle=oslo
`)
	if ref := refsOf(again)["oslo"]; ref == before["oslo"] || ref <= after.LastRef {
		t.Errorf("what comes after something that went has e%d", ref)
	}
}

// GTK4 shows the rows of a long list with the widgets of rows that were scrolled
// away, and Qt numbers cells by place: a handle is not an element there.
func TestARowThatTookTheWidgetsOfAnotherHasItsOwnRefs(t *testing.T) {
	saved := sketched(t, `
application "demo" handle=app
  window "Orders" handle=window
    treeitem "Fruit" handle=fruit
      row handle=row
        label "Pear" handle=label
        button "Delete" handle=delete
    button "Save" handle=save
`)
	before := refsOf(saved)["delete"]
	region := `
treeitem "Fruit" handle=fruit
  row handle=row
    label "Pear" handle=label
    button "Delete" handle=delete
`
	if now := refsOf(regrow(t, saved, "fruit", region))["delete"]; now != before {
		t.Errorf("the button of the same row was e%d and is e%d", before, now)
	}
	other := strings.Replace(region, "Pear", "Apple", 1)
	if now := refsOf(regrow(t, saved, "fruit", other))["delete"]; now == before || now == 0 {
		t.Errorf("the button of another row is e%d, as that of the one before", now)
	}
}

// Whatever a region turns into, no number names two things over time.
func TestNoRefIsEverReused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := sketched(t, beforeGraft)
		owner := map[int32]tree.Handle{}
		for range rapid.IntRange(1, 6).Draw(rt, "readings") {
			for h, n := range refsOf(f) {
				if was, ok := owner[n]; n != 0 && ok && was != h {
					rt.Fatalf("e%d named %s and names %s", n, was, h)
				} else if n != 0 {
					owner[n] = h
				}
			}
			outline := "combobox \"City\" handle=city\n"
			for _, h := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"rome", "oslo", "bern", "kiev", "lima"}), rapid.ID).Draw(rt, "cities") {
				outline += "  option \"" + strings.ToUpper(h) + "\" handle=" + h + "\n"
			}
			f = regrow(t, f, "city", outline)
		}
	})
}
