//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/programs"
)

// calc is LibreOffice Calc with a small sheet, judged by what it saves.
type calc struct {
	*onlooker
	file string
}

// small is a desktop on which not more than a few hundred cells have room.
func small(t *testing.T) *desktop.Desktop { return sized(t, 1280, 700) }

func openCalc(t *testing.T, launcher scaled) *calc {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	a := startReal(t, ctx, launcher, programs.Calc([][]string{{"Name", "Amount"}, {"Anna", "12"}, {"Ben", "30"}}))
	return &calc{newOnlooker(t, launcher.Desktop, a.PID()), filepath.Join(a.Home(), programs.SheetName)}
}

// choose clicks a cell and waits until it has the cursor.
func (c *calc) choose(name string) {
	c.t.Helper()
	s := spot{"cell", name, ""}
	c.click(s)
	c.until(name+" has the cursor", func() bool {
		d, err := c.tree()
		return err == nil && slices.ContainsFunc(s.all(&d.Root), func(n *treeNode) bool { return n.has("focused") })
	})
}

// saved polls the file until it holds what is wanted.
func (c *calc) saved(what string, holds func(rows [][]string, file string) bool) {
	c.t.Helper()
	c.until(what+" is in the file", func() bool {
		rows, err := programs.ReadSheet(c.file)
		file, _ := os.ReadFile(c.file)
		return err == nil && holds(rows, string(file))
	})
}

// The outlines of cells, of buttons that LibreOffice draws itself and of menu items
// of GTK are where a click reaches them: what Calc saves tells.
func TestCalcOutlines(t *testing.T) {
	for _, launcher := range []scaled{{small(t), 1, 0}, {wide(t), 2, 0}} {
		t.Run(fmt.Sprintf("scale %d", launcher.gtk), func(t *testing.T) {
			c := openCalc(t, launcher)
			c.choose("B3")
			c.xdotool("type", "77\n")
			c.choose("C2")
			c.xdotool("type", "typed here\n")
			c.choose("A2")
			bold := spot{"togglebutton", "Bold", "Formatting"}
			if c.see(bold).on() {
				t.Fatal("bold already")
			}
			c.click(bold)
			c.until("the button is down", func() bool { return c.see(bold).on() })
			c.click(spot{"menu", "File", ""})
			c.click(spot{"menuitem", "Save", ""})
			want := [][]string{{"Name", "Amount"}, {"Anna", "12", "typed here"}, {"Ben", "77"}}
			c.saved("what was typed", func(rows [][]string, file string) bool {
				return slices.EqualFunc(rows, want, slices.Equal[[]string]) && strings.Contains(file, `fo:font-weight="bold"`)
			})
		})
	}
}

// find asks the built program for an element.
func (c *calc) find(locator string) (resolution string) {
	c.t.Helper()
	out, _ := c.desktop.Command(c.ctx, program, "find", "--json", "--app", fmt.Sprint(c.pid), "--timeout", "60s", locator).Output()
	var said struct {
		Data  struct{ Resolution string }
		Error struct {
			Message string
			Details struct{ Resolution string }
		}
	}
	if err := json.Unmarshal(out, &said); err != nil {
		c.t.Fatalf("find printed %s: %v", out, err)
	}
	return said.Data.Resolution + said.Error.Details.Resolution
}

// Of 2^34 cells nearly all are not read, and yet what is proven is proven.
func TestCalcProofs(t *testing.T) {
	c := openCalc(t, scaled{small(t), 1, 0})
	c.see(spot{"cell", "B3", ""})
	for locator, want := range map[string]string{
		`button "Save"`: "unique",
		`window "orders.fods*" > toolbar "Formatting" > togglebutton "Bold"`: "unique",
		`button "No Such Button"`: "stale",
		`cell "B3"`:               "unique",
		`cell "B3000"`:            "unknown",
		`cell "Amount"`:           "unknown",
		`menu "File"`:             "ambiguous", // GTK's and LibreOffice's own
	} {
		var got string
		c.until("something is known of "+locator, func() bool { got = c.find(locator); return got == want || got != "unknown" })
		if got != want {
			t.Errorf("%s is %s, want %s", locator, got, want)
		}
	}
	// A cell that is scrolled to is read, and one that is scrolled away is not.
	c.choose("A1")
	for range 5 {
		c.xdotool("key", "Next")
	}
	c.until("A1 is scrolled away", func() bool { return c.find(`cell "A1"`) == "unknown" })
}
