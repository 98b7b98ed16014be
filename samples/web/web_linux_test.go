package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
)

var private *desktop.Desktop

func TestMain(m *testing.M) {
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	d, err := desktop.Start(ctx, desktop.Options{})
	cancel()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	private = d
	code := m.Run()
	if err := d.Close(); err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

// processes lists the processes that have the text in their command line.
func processes(text string) (found []string) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		if line, err := os.ReadFile(path); err == nil && strings.Contains(string(line), text) {
			found = append(found, path)
		}
	}
	return found
}

// The page reports what happens in it, answers scripts, and nothing of the
// browser is left at the end.
func TestBrowsers(t *testing.T) {
	for _, browser := range Browsers() {
		t.Run(string(browser), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
			defer cancel()
			a, err := Start(ctx, private, browser, Options{Page: Page{Rows: 7, Title: "Shop & more"}, Scale: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			got, err := a.Script(ctx, `return [document.title, document.querySelectorAll("#people tbody tr").length, devicePixelRatio]`)
			if err != nil || string(got) != `["Shop & more",7,2]` && string(got) != `["Shop \u0026 more",7,2]` {
				t.Fatalf("the page is %s, %v", got, err)
			}
			if _, err := a.Script(ctx, `return nothing.at.all`); err == nil || !strings.Contains(err.Error(), "nothing") {
				t.Errorf("a script that fails gives %v", err)
			}
			for script, id := range map[string]string{
				`document.getElementById("press").click()`:                                             "press",
				`document.querySelector("[data-key=delete-3]").click()`:                                "delete-3",
				`document.querySelectorAll(".twin")[1].click()`:                                        "twin-1",
				`document.querySelector("sample-card").shadowRoot.getElementById("in-shadow").click()`: "in-shadow",
				`document.getElementById("frame").contentDocument.getElementById("in-frame").click()`:  "in-frame",
			} {
				if _, err := a.Script(ctx, script); err != nil {
					t.Fatal(err)
				}
				if _, err := a.WaitFor(ctx, func(e Entry) bool { return e.Event == "clicked" && e.ID == id }); err != nil {
					t.Errorf("%s: %v", id, err)
				}
			}
			select {
			case <-a.Ended():
				t.Fatal("the browser ended: ", a.Output())
			default:
			}
			if len(processes(a.dir)) == 0 {
				t.Error("no process has the profile")
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			// Children are killed with the group, but collected by others.
			for end := time.Now().Add(90 * time.Second); len(processes(a.dir)) > 0; time.Sleep(20 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("left over: %v", processes(a.dir))
				}
			}
		})
	}
}
