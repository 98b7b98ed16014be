package atspi

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/provider"
)

// BenchmarkMirrorImage is what a refresh costs beside its calls: the next snapshot of
// elements of which one changed, and what differs from the one before.
func BenchmarkMirrorImage(b *testing.B) {
	for _, nodes := range []int{1_000, 10_000, 50_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			m := manyElements(nodes)
			leaf := m.order[len(m.order)/2]
			for i := 0; b.Loop(); i++ {
				leaf.states ^= 1 << 4 // checked
				a := m.r.assemble(time.Now(), sighting{})
				if image := m.compare(m.r, a); image.Count() != 1 {
					b.Fatalf("%d elements changed", image.Count())
				} else {
					m.image, m.order = image, a.order
				}
				m.r.prune(a)
			}
		})
	}
}

// manyElements is a mirror of a window with rows of ten buttons.
func manyElements(nodes int) *mirror {
	r := &reading{
		b: &Backend{}, owner: ":1.1", limit: nodes + 1, app: tree.Application{Toolkit: "gtk", ToolkitVersion: "3.24"},
		index: map[ref]*element{}, outside: map[ref]tree.Text{},
	}
	add := func(parent *element, role uint32, name string) *element {
		e := r.element(ref{r.owner, dbus.ObjectPath(fmt.Sprint(rootPath, "/", r.count))})
		r.count++
		e.visited, e.got, e.role, e.name, e.claimed = true, gotAll, role, name, 0
		e.states = 1<<stateShowing | 1<<stateVisible | 1<<8 | 1<<24
		e.interfaces = []string{ifaceAccessible, ifaceComponent, ifaceAction}
		e.actions = []action{{name: "click"}}
		e.extents, e.extentsRead = tree.Rect{X: 10, Y: 10, W: 50, H: 20}, tree.Known
		if parent != nil {
			e.parent, e.depth = parent, parent.depth+1
			parent.children = append(parent.children, e)
		}
		return e
	}
	r.root = add(nil, roleApplication, "many")
	top := add(r.root, roleFrame, "window")
	var row *element
	for i := 0; r.count < nodes; i++ {
		if i%11 == 0 {
			row = add(top, rolePanel, "")
			continue
		}
		add(row, rolePushButton, fmt.Sprint("button ", i))
	}
	r.p = &pipeline{}
	m := &mirror{b: r.b, app: r.app, r: r}
	a := r.assemble(time.Now(), sighting{})
	m.image, m.order = m.compare(r, a), a.order
	return m
}

// BenchmarkMirrorChange is from a change in a real program, which it is told to make,
// to the image that says it. "of-whole" is its share of the calls of a whole reading.
func BenchmarkMirrorChange(b *testing.B) {
	for _, toolkit := range orders.Toolkits() {
		b.Run(string(toolkit), func(b *testing.B) {
			app := startOrders(b, toolkit)
			x := mirrorOf(b, app.PID())
			customer := find(b, x.image.Snapshot, tree.RoleTextbox, "Customer").Handle
			measureChanges(b, x, func(i int) (tree.Handle, string) {
				text := fmt.Sprint("text ", i)
				if err := x.fresh.Act(deadline(b), x.app, customer, setText(text)); err != nil {
					b.Fatal(err)
				}
				return customer, text
			})
		})
	}
	for _, nodes := range []int{1_000, 10_000, 50_000} {
		b.Run(fmt.Sprint("provider-", nodes), func(b *testing.B) {
			p := host(b, provider.Command{Do: "set", Key: "root", Node: &provider.Node{}},
				provider.Command{Do: "generate", Key: "root", Generate: &provider.Generate{Kind: "mixed", Nodes: nodes}})
			text := "at first"
			p.do(b, provider.Command{Do: "add", Key: "root", Node: &provider.Node{Key: "box", Role: "entry", Text: &text, Name: &text}})
			app := p.application()
			app.Toolkit, app.ToolkitVersion = "gtk", "3.24"
			x := mirrorOfApplication(b, app)
			measureChanges(b, x, func(i int) (tree.Handle, string) {
				text := fmt.Sprint("text ", i)
				p.do(b, set("box", provider.Node{Text: &text}))
				return p.ref("box").handle(), text
			})
		})
	}
}

// measureChanges reports how long the image takes to say a change: typical and p95.
func measureChanges(b *testing.B, x *mirrored, change func(i int) (tree.Handle, string)) {
	var took []time.Duration
	x.sent.Store(0)
	calls := int64(0)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		x.quiet()
		before := x.sent.Load()
		b.StartTimer()
		began := time.Now()
		h, want := change(i)
		for x.image.Snapshot.Nodes[x.image.Snapshot.Find(h)].Value.Value != want {
			select {
			case <-x.m.Due():
			case <-time.After(patience):
				b.Fatalf("%q did not come", want)
			}
			var err error
			if x.image, err = x.m.Refresh(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
		took = append(took, time.Since(began))
		calls += x.sent.Load() - before
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(calls)/float64(len(took)), "calls")
	b.ReportMetric(float64(calls)/float64(len(took))/float64(x.whole), "of-whole")
	b.ReportMetric(float64(len(x.image.Snapshot.Nodes)), "nodes")
}
