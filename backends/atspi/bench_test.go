package atspi

import (
	"context"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
)

// BenchmarkObserve measures complete observations. The metric "of-plain" is the
// time against a walk that asks for children, properties, role, states,
// interfaces and extents one call at a time; "of-floor" is the time against the
// same number of calls, pipelined, whose replies are thrown away.
func BenchmarkObserve(b *testing.B) {
	for _, name := range []string{"gtk3-widget-factory", "gtk4-widget-factory"} {
		b.Run(name, func(b *testing.B) {
			var sent calls
			backend := open(b, Options{OnCall: sent.record})
			app := application(b, backend, start(b, name).Process.Pid)
			plain := fastest(3, func() { slowWalk(b, app) })
			n := len(sent.since(0))
			s := observe(b, backend, app)
			list := sent.since(n)
			backend.options.OnCall = nil
			floor := fastest(5, func() { replay(b, backend, app, list) })
			var best time.Duration
			for b.Loop() {
				began := time.Now()
				s = observe(b, backend, app)
				if took := time.Since(began); best == 0 || took < best {
					best = took
				}
			}
			b.ReportMetric(float64(len(s.Nodes)), "nodes")
			b.ReportMetric(float64(len(list)), "calls")
			b.ReportMetric(float64(plain)/float64(best), "times-plain")
			b.ReportMetric(float64(best)/float64(floor), "of-floor")
			b.ReportMetric(float64(best.Microseconds())/1000, "best-ms")
		})
	}
}

func fastest(n int, do func()) time.Duration {
	var best time.Duration
	for range n {
		began := time.Now()
		do()
		if took := time.Since(began); best == 0 || took < best {
			best = took
		}
	}
	return best
}

// slowWalk reads an application one call at a time.
func slowWalk(t testing.TB, app tree.Application) {
	t.Helper()
	address, err := busAddress(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var down func(at ref)
	down = func(at ref) {
		o := c.Object(at.name, at.path)
		o.Call(callGetAll.name(), 0, ifaceAccessible)
		o.Call(callGetRole.name(), 0)
		o.Call(callGetState.name(), 0)
		o.Call(callGetInterfaces.name(), 0)
		o.Call(callGetExtents.name(), 0, coordScreen)
		children, _ := refsOf(first(o.Call(callGetChildren.name(), 0).Body))
		for _, child := range children {
			if !child.null() {
				down(child)
			}
		}
	}
	top, _ := parseHandle(app.Handle)
	down(top)
}

// replay sends the calls of an observation again, as fast as they go, without
// looking at what comes back.
func replay(t testing.TB, b *Backend, app tree.Application, list []string) {
	t.Helper()
	r, err := b.newReading(context.Background(), app, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.p.close()
	for _, call := range list {
		name, path, _ := cutSpace(call)
		m, args := recorded(name)
		if m == nil {
			continue
		}
		r.p.add(ref{r.owner, dbus.ObjectPath(path)}, m, func([]any, error) {}, args...)
	}
	r.p.run()
}

// recorded returns the method of a recorded call with typical arguments.
func recorded(name string) (*method, []any) {
	switch name {
	case callGetItems.name():
		return callGetItems, nil
	case callGetAll.name():
		return callGetAll, []any{ifaceAccessible}
	case callGet.name():
		return callGet, []any{ifaceAccessible, "ChildCount"}
	case callGetExtents.name():
		return callGetExtents, []any{coordScreen}
	case callGetActionName.name():
		return callGetActionName, []any{int32(0)}
	case callGetText.name():
		return callGetText, []any{int32(0), int32(64)}
	case callGetAtPoint.name():
		return callGetAtPoint, []any{int32(1), int32(1), coordWindow}
	}
	for _, m := range []*method{callGetChildren, callGetRole, callGetState, callGetInterfaces, callGetRelationSet, callGetActions} {
		if m.name() == name {
			return m, nil
		}
	}
	return nil, nil
}
