//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/web"
)

// Elements get the roles of ARIA, names from labels, and what is hidden does not
// show; a password is not read; what the row tells apart is unique, and what
// nothing tells apart is ambiguous.
func TestWebElements(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, scale float64) {
		b := browse(t, name, web.Options{Page: web.Page{Rows: 20}})
		f := b.frozen()
		for _, c := range []struct {
			locator string
			want    inspector.Outcome
		}{
			{`banner`, inspector.Unique}, {`navigation "Main"`, inspector.Unique}, {`main`, inspector.Unique},
			{`contentinfo`, inspector.Unique}, {`region "Buttons"`, inspector.Unique}, {`form "Customer"`, inspector.Unique},
			{`document "Shop" > heading "Buttons"`, inspector.Unique}, {`document "Shop" > link "Help" [description="Opens the manual"]`, inspector.Unique},
			{`document "Shop" > img "A red square"`, inspector.Unique}, {`group "Billing" > textbox "Street" [labelled-by="Street"]`, inspector.Unique},
			{`document "Shop" > textbox "Street"`, inspector.Ambiguous}, {`button "Press" [id="press"]`, inspector.Unique},
			{`spinbutton "Count"`, inspector.Unique}, {`slider "Volume"`, inspector.Unique}, {`progressbar "Done"`, inspector.Unique},
			{`meter "Full"`, inspector.Unique}, {`combobox "Country" > option "Japan"`, inspector.Unique},
			{`listbox "Fruits" > option "Pear"`, inspector.Unique}, {`switch "Night"`, inspector.Unique},
			{`tabpanel "List"`, inspector.Unique}, {`tablist "Views" > tab "Map"`, inspector.Unique},
			{`tree "Folders" > treeitem "Inbox"`, inspector.Unique}, {`button "In shadow"`, inspector.Unique},
			{`document "Inner" > button "In frame"`, inspector.Unique}, {`button "Twin"`, inspector.Ambiguous},
			{`button "Sends the order at once"`, inspector.Unique},
			{`document "Shop" > columnheader "Name"`, inspector.Unique}, {`document "Shop" > rowheader "Person 3"`, inspector.Unique},
			{`cell "City 3" [row="Person 3"] [column="City"]`, inspector.Unique}, {`button "Delete"`, inspector.Ambiguous},
			{`button "Delete" [row="Person 7"]`, inspector.Unique}, {`button "Delete" [row="Person 20"]`, inspector.Stale},
			{`button "Hidden by attribute"`, inspector.Stale}, {`button "Hidden by display"`, inspector.Stale},
			{`button "Hidden by visibility"`, inspector.Stale}, {`button "Hidden from assistance"`, inspector.Stale},
			{`button "On the map"`, inspector.Stale}, {`button "In details"`, inspector.Stale},
		} {
			l, err := inspector.ParseLocator(known[name].Replace(c.locator))
			if err != nil {
				t.Fatal(err)
			}
			if res := f.Match(l); res.Outcome != c.want {
				t.Errorf("%s is %s, want %s: %s", c.locator, res.Outcome, c.want, res.Reason)
			}
		}
		for locator, want := range map[string]tree.Text{
			`combobox "Country"`:      tree.KnownText("Germany"),
			`textbox "Notes"`:         tree.KnownText("First line\nsecond line"),
			`searchbox "Find"`:        tree.KnownText("apples"),
			`spinbutton "Count"`:      tree.KnownText("3"),
			`password "Pin"`:          tree.UnreadableText(),
			`progressbar "Done"`:      tree.KnownText("1"),
			`textbox "Email"`:         tree.KnownText(""),
			`button "Off the screen"`: tree.AbsentText(),
		} {
			n := b.find(locator, func(*tree.Node) error { return nil })
			if n.Value != want {
				t.Errorf("the value of %s is %v, want %v", locator, n.Value, want)
			}
			if n.Role == tree.RolePassword != n.Secret {
				t.Errorf("%s is secret: %v", locator, n.Secret)
			}
		}
		if n := b.find(`button "Off the screen"`, func(*tree.Node) error { return nil }); n.States.Has(tree.Showing) || n.Bounds.Usable() {
			t.Errorf("what is off the screen is %v at %v", n.States, n.Bounds)
		}
		raw, err := json.Marshal(f.Snapshot)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), "hunter2") {
			t.Error("the password was read")
		}
		b.provable(f, 20)
	}, 1)
}

// known are the locators that a browser's tree answers in other words.
var known = map[web.Browser]*strings.Replacer{
	web.Chromium: strings.NewReplacer(),
	// The name of a frame is that of the page in it, and markers are text.
	web.Firefox: strings.NewReplacer(`document "Inner"`, `document "Inner page"`, `treeitem "Inbox"`, `treeitem "• Inbox"`),
}

// provable requires that every button of the table is told apart by its row, and
// that nothing tells the twins apart.
func (b *browser) provable(f *inspector.Frozen, rows int) {
	b.t.Helper()
	began := time.Now()
	survey := f.Survey()
	took := time.Since(began)
	byContext, twins := 0, 0
	for i := range f.Nodes {
		switch n := &f.Nodes[i]; {
		case n.Role == tree.RoleButton && n.Name.Value == "Delete" && survey.Badges[i] == inspector.BadgeContext:
			byContext++
		case n.Role == tree.RoleButton && n.Name.Value == "Twin" && survey.Badges[i] == inspector.BadgeAmbiguous:
			twins++
		}
	}
	b.t.Logf("%d elements surveyed in %v", len(f.Nodes), took)
	if byContext != rows || twins != 2 {
		b.t.Errorf("%d of %d buttons are told apart by their row, %d of 2 twins are ambiguous", byContext, rows, twins)
	}
}

// Reading a browser in every way, and every element of a page by itself, leaves it
// alive: one of its progress bars has no value, of which Chromium died once.
func TestBrowsersOutliveReading(t *testing.T) {
	eachBrowser(t, func(t *testing.T, name web.Browser, _ float64) {
		b := browse(t, name, web.Options{Page: web.Page{Rows: 3}})
		for range 5 {
			b.frozen()
		}
		f := b.frozen()
		seen := map[tree.Role]int{}
		for i := range f.Nodes {
			n := &f.Nodes[i]
			if seen[n.Role]++; seen[n.Role] > 5 && n.Range == nil {
				continue
			}
			got, err := b.backend.ReadNode(b.ctx, b.app, n.Handle)
			if err != nil || got.NativeRole != n.NativeRole {
				t.Errorf("%s %q was read as %s: %v", n.NativeRole, n.Name.Value, got.NativeRole, err)
			}
		}
		if seen[tree.RoleProgressbar] < 2 {
			t.Errorf("the page has %d progress bars", seen[tree.RoleProgressbar])
		}
		if _, err := b.backend.HitTest(b.ctx, b.app, document(f).Bounds.Center()); err != nil {
			t.Error(err)
		}
		var alive bool
		b.script(&alive, `return true`)
		select {
		case <-b.page.Ended():
			t.Errorf("the browser ended: %s", b.page.Output())
		default:
		}
		if b.sent["org.a11y.atspi.Cache.GetItems"] == 0 || !alive {
			t.Errorf("sent %v", b.sent)
		}
	}, 1)
}

// Chromium without its switch publishes its pages from when it is first asked; the
// page comes as soon as it is loaded.
func TestChromiumWithoutItsSwitch(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	page, err := web.Start(ctx, screenDesktop, web.Chromium, web.Options{Page: web.Page{Rows: 3}, Silent: true})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	backend, err := atspi.Open(ctx, atspi.Options{Call: 20 * time.Second, Observe: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	b := &browser{t: t, ctx: ctx, page: page, backend: backend}
	b.until("the browser is on the accessibility bus", func() error {
		apps, err := backend.Applications(ctx)
		if err != nil {
			return err
		}
		for _, app := range apps {
			if app.PID == page.PID() {
				b.app = app
				return nil
			}
		}
		return fmt.Errorf("there are %v", apps)
	})
	b.find(`button "Delete" [row="Person 2"]`, func(*tree.Node) error { return nil })
}
