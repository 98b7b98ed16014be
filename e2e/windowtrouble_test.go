//go:build linux && cgo

package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

// The window goes on showing, and answering, whatever becomes of the application
// that it shows: hostile names, a tree that is too deep, a window that is closed
// while an element in it is selected, hanging, and the end.
func TestTroubleInTheWindow(t *testing.T) {
	long, hostile := strings.Repeat("é", 5<<20), "Save\u202e\x1b[2J"
	p := app(t, "trouble", saveIn("Orders"),
		provider.Command{Do: "add", Key: "win", Node: &provider.Node{Role: "push button", Name: &long, Actions: []string{"click"}}},
		provider.Command{Do: "add", Key: "win", Node: &provider.Node{Role: "push button", Name: &hostile, Actions: []string{"click"}}},
		provider.Command{Do: "add", Key: "win", Node: &provider.Node{Key: "deep", Role: "panel"}},
		provider.Command{Do: "generate", Key: "deep", Generate: &provider.Generate{Kind: "deep", Nodes: 2000}})
	w := openWindow(newPerson(start(t, orders.GTK3)), strconv.Itoa(p.PID()))
	w.press("treeitem", "Save")
	w.selected("Save")

	tell(t, p, provider.Command{Do: "remove", Key: "win"})
	w.showsThat("that the selected element vanished", func(top part) (part, bool) {
		pane, ok := top.find("region", "Element")
		return pane, ok && pane.is("vanished")
	})
	tell(t, p, saveIn("Orders again"))
	w.shows("treeitem", "Orders again")

	w.slow = 0
	tell(t, p, provider.Command{Do: "freeze"})
	w.says("does not answer")
	tell(t, p, provider.Command{Do: "thaw"})
	w.says("live")
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	w.says("has ended")
	t.Logf("the window took up to %v to answer", w.slow)
	untouched(t, p)
}
