//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/programs"
	"github.com/samebutton/samebutton/samples/web"
)

// treeData is what 'tree --json' says.
type treeData struct {
	Complete bool
	Cuts     []cutData
	Count    int
	Root     treeNode
}

type cutData struct {
	Path, Reason, Detail string
	Missing              int
}

// treeNode is one element of it.
type treeNode struct {
	Role, NativeRole, Name, NameState string
	States, Actions                   []string
	Value                             *string
	Bounds                            *boundsData
	Children                          []treeNode
}

type boundsData struct {
	X, Y, W, H int
	Confidence string
}

func (n *treeNode) size() int {
	sum := 1
	for i := range n.Children {
		sum += n.Children[i].size()
	}
	return sum
}

// same reports whether two readings hold the same elements; what they look like
// may have changed.
func (n *treeNode) same(o *treeNode) bool {
	return n.NativeRole == o.NativeRole && n.Name == o.Name && slices.EqualFunc(n.Children, o.Children,
		func(a, b treeNode) bool { return a.same(&b) })
}

// each calls f for the element and all below it.
func (n *treeNode) each(f func(*treeNode)) {
	f(n)
	for i := range n.Children {
		n.Children[i].each(f)
	}
}

// readTree reads an application with the built program.
func readTree(ctx context.Context, pid int) (treeData, error) {
	return readTreeOn(ctx, screenDesktop, pid)
}

func readTreeOn(ctx context.Context, d *desktop.Desktop, pid int) (treeData, error) {
	cmd := d.Command(ctx, program, "tree", "--json", "--app", fmt.Sprint(pid), "--store", d.Dir()+"/trees.db", "--timeout", "60s")
	out, err := cmd.Output()
	if err != nil {
		return treeData{}, fmt.Errorf("tree: %w: %s", err, out)
	}
	var o struct{ Data treeData }
	if err := json.Unmarshal(out, &o); err != nil {
		return treeData{}, fmt.Errorf("tree: %w", err)
	}
	return o.Data, nil
}

// real is a program to be read, with what is true of it alone.
type real struct {
	name  string
	every int // states and extents are compared of every so many elements
	// cuts says whether the cuts of a reading are right; nil: there must be none.
	cuts  func(d treeData, w *walked) error
	start func(t *testing.T, ctx context.Context) (pid int)
}

// startReal starts a real program for the time of a test.
func startReal(t *testing.T, ctx context.Context, on programs.Launcher, p programs.Program) *programs.App {
	t.Helper()
	a, err := programs.Start(ctx, on, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func startPage(t *testing.T, ctx context.Context, browser web.Browser, rows int) *web.App {
	t.Helper()
	a, err := web.Start(ctx, screenDesktop, browser, web.Options{Page: web.Page{Rows: rows}})
	if err != nil {
		t.Fatal(err) // also where it is not installed: the error says how to mend that
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// virtualSheet: of a spreadsheet the cells on the screen are listed, and nothing
// else is missing. LibreOffice has 16,384 columns and 1,048,576 rows and tells of
// no more children than 31 bits hold.
func virtualSheet(d treeData, w *walked) error {
	if d.Complete || len(d.Cuts) != 1 || d.Cuts[0].Reason != "virtual-children" || !strings.Contains(d.Cuts[0].Path, `table "Sheet Sheet1"`) {
		return fmt.Errorf("complete %v, cuts %+v", d.Complete, d.Cuts)
	}
	var sheet *treeNode
	d.Root.each(func(n *treeNode) {
		if n.Name == "Sheet Sheet1" {
			sheet = n
		}
	})
	if sheet == nil || len(sheet.Children) < 100 || d.Cuts[0].Missing != 16_384*1_048_576-len(sheet.Children) {
		return fmt.Errorf("cuts %+v", d.Cuts)
	}
	return nil
}

// reals are the programs of the test.
func reals() []real {
	var list []real
	for _, p := range programs.Desktop() {
		list = append(list, real{name: p.Name, every: 1, start: func(t *testing.T, ctx context.Context) int {
			return startReal(t, ctx, screenDesktop, p).PID()
		}})
	}
	for browser, rows := range map[web.Browser]int{web.Chromium: 2000, web.Firefox: 200} {
		list = append(list, real{name: string(browser), every: 40, start: func(t *testing.T, ctx context.Context) int {
			return startPage(t, ctx, browser, rows).PID()
		}})
	}
	sheet := [][]string{{"Item", "Price"}, {"Apple", "1.20"}, {"Pear", "1.45"}}
	list = append(list, real{name: "calc", every: 4, cuts: virtualSheet, start: func(t *testing.T, ctx context.Context) int {
		return startReal(t, ctx, screenDesktop, programs.Calc(sheet)).PID()
	}})
	for _, toolkit := range orders.Toolkits() {
		list = append(list, real{name: "orders-" + string(toolkit), every: 1, start: func(t *testing.T, ctx context.Context) int {
			return start(t, toolkit).orders.PID()
		}})
		// Toolkits keep what pops up at odd places of the tree.
		list = append(list, real{name: "orders-" + string(toolkit) + " with its list open", every: 1, start: func(t *testing.T, ctx context.Context) int {
			o := newOnlooker(t, screenDesktop, start(t, toolkit).orders.PID())
			o.click(country)
			o.see(choice(toolkit, "Japan"))
			return o.pid
		}})
	}
	return list
}

// Real programs are read whole: what 'tree --json' says is, element by element,
// what pyatspi says, or a rule explains the difference.
func TestRealProgramsAreReadWhole(t *testing.T) {
	needPyatspi(t)
	for _, r := range reals() {
		t.Run(r.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), lifetime)
			defer cancel()
			correspond(t, ctx, r, r.start(t, ctx))
		})
	}
}

// correspond compares the two readings until they agree: the application must
// have been quiet, which two equal readings of ours with the other's between them
// say; and what changes and changes back meanwhile is no difference.
func correspond(t *testing.T, ctx context.Context, r real, pid int) {
	t.Helper()
	said := errors.New("it was never quiet")
	for end := time.Now().Add(3 * patience); ctx.Err() == nil && time.Now().Before(end); {
		before, err := readTree(ctx, pid)
		if err != nil {
			said = err
			continue
		}
		w, err := walk(ctx, pid, r.every)
		if err != nil {
			said = err
			continue
		}
		after, err := readTree(ctx, pid)
		if err != nil {
			said = err
			continue
		}
		if !before.Root.same(&after.Root) {
			said = errors.New("elements came or went all the time")
			continue
		}
		c := compare(before, w)
		if said = errors.Join(c.verdict(), r.judge(before, w)); said == nil {
			t.Logf("%d elements, pyatspi %d; explained: %v", before.Count, w.count, c.rules)
			return
		}
	}
	t.Error(said)
}

// judge says whether what was cut is what has to be cut.
func (r real) judge(d treeData, w *walked) error {
	if n := d.Root.size(); n != d.Count {
		return fmt.Errorf("the count is %d, the tree has %d elements", d.Count, n)
	}
	if r.cuts != nil {
		return r.cuts(d, w)
	}
	if !d.Complete || len(d.Cuts) > 0 {
		return fmt.Errorf("complete %v, cuts %+v", d.Complete, d.Cuts)
	}
	return nil
}
