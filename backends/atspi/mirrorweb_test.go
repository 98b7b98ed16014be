package atspi

import (
	"errors"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/web"
)

// What a script changes in a page is followed.
func TestMirrorFollowsBrowsers(t *testing.T) {
	for _, browser := range web.Browsers() {
		t.Run(string(browser), func(t *testing.T) {
			needDesktop(t)
			page, err := web.Start(deadline(t), private, browser, web.Options{Page: web.Page{Rows: 100}})
			var missing *web.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { page.Close() })
			b := open(t, Options{})
			var app tree.Application
			await(t, "the page in the tree", func() bool {
				apps, err := b.Applications(deadline(t))
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range apps {
					if a.PID == page.PID() {
						app = a
						return true
					}
				}
				return false
			})
			await(t, "the page to be read", func() bool {
				s := observe(t, b, app)
				for i := range s.Nodes {
					if s.Nodes[i].Name.Value == "Div button" && s.Nodes[i].Bounds.Usable() {
						return true
					}
				}
				return false
			})
			x := mirrorOfApplication(t, app)
			x.restless = true // a progress bar without a value moves
			for _, script := range []string{
				`document.getElementById("press").textContent = "Pressed"`,
				`document.getElementById("express").click()`,
				`document.getElementById("notes").value = "other notes"`,
				`document.getElementById("volume").value = 9`,
				`document.querySelector("h1").textContent = "Other orders"`,
				`{ const b = document.createElement("button"); b.textContent = "New"; document.querySelector("main").prepend(b) }`,
				`document.getElementById("details").open = true`,
				`document.getElementById("tab-2").click()`,
				`document.getElementById("country").selectedIndex = 2`,
				`window.scrollTo(0, 500)`,
				`document.querySelector("table tr:nth-child(5)").remove()`,
				`document.title = "Other shop"`,
			} {
				if _, err := page.Script(deadline(t), script); err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				calls := x.current(script)
				t.Logf("%s: %d calls at once, %d in all, %d of a whole reading, %v", script, x.first, calls, x.whole, time.Since(began))
			}
		})
	}
}
