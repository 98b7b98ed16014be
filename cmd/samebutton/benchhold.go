package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/screen"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/web"
)

// holdBudget and holdMost are DESIGN 7 in milliseconds.
const (
	holdBudget = 15
	holdMost   = 150
)

func (c *cli) benchHold() *cobra.Command {
	clicks := 60
	pause := 250 * time.Millisecond
	cmd := &cobra.Command{
		Use:   "hold [PROGRAM...]",
		Short: "measure how long a click waits while it is recorded",
		Long: `Starts programs on a private desktop, records them with pictures, and clicks with the
pointer of that display on their buttons, check boxes, tabs and text boxes. Each press
waits until the element it is for was found and confirmed; how long is printed, with
how many presses were heard. Every second click comes at once when the pointer is
there, the others when it has rested as that of a person does.`,
		Args: args(cobra.ArbitraryArgs),
		RunE: c.perform(func(ctx context.Context, names []string) (answer, error) {
			chosen, unknown := chooseSubjects(holdSubjects(), names)
			switch {
			case unknown != "":
				return nil, fail(usage, "use "+subjectNames(holdSubjects()), "unknown program %q", unknown)
			case clicks < 2:
				return nil, fail(usage, "give --clicks a number above 1", "%d clicks measure nothing", clicks)
			case c.app != "":
				return nil, fail(usage, "leave it out", "the programs are started: --app is of no use here")
			}
			return measureHolds(ctx, chosen, clicks, pause)
		}),
	}
	cmd.Flags().IntVar(&clicks, "clicks", clicks, "how often each program is clicked (`N`)")
	cmd.Flags().DurationVar(&pause, "pause", pause, "between two clicks (`DUR`)")
	return cmd
}

// holdSubjects are Orders in each toolkit and a page in each browser.
func holdSubjects() []subject {
	var list []subject
	for _, toolkit := range orders.Toolkits() {
		list = append(list, subject{name: toolkit.Application(), start: func(ctx context.Context, d *desktop.Desktop) (io.Closer, int, error) {
			app, err := orders.Start(ctx, d, toolkit)
			if err != nil {
				return nil, 0, err
			}
			return app, app.PID(), nil
		}})
	}
	for _, browser := range web.Browsers() {
		list = append(list, subject{name: string(browser), least: 100, start: func(ctx context.Context, d *desktop.Desktop) (io.Closer, int, error) {
			app, err := web.Start(ctx, d, browser, web.Options{Page: web.Page{Rows: 20}})
			if err != nil {
				return nil, 0, err
			}
			return app, app.PID(), nil
		}})
	}
	return list
}

// holdFigures is how long the presses in one program waited.
type holdFigures struct {
	Program string `json:"program"`
	Clicks  int    `json:"clicks"`
	Heard   int    `json:"heard"` // presses of it
	// Found counts the steps with an element; text boxes give none.
	Steps   int `json:"steps"`
	Unknown int `json:"unknown"` // input without a matching element
	// AtOnce are presses right after the pointer came, Rested the others; All are
	// both, from when the display stamped the press.
	AtOnce timing `json:"atOnce"`
	Rested timing `json:"rested"`
	All    timing `json:"all"`
	times  []time.Duration
}

// holdReport is what 'bench hold' measured.
type holdReport struct {
	Machine  machine          `json:"machine"`
	Programs []holdFigures    `json:"programs"`
	Missing  []missingProgram `json:"missing"`
	All      timing           `json:"all"`
	Budgets  []budget         `json:"budgets"`
}

// measureHolds measures the subjects one after the other, each alone on the desktop.
func measureHolds(ctx context.Context, chosen []subject, clicks int, pause time.Duration) (answer, error) {
	report := holdReport{Machine: thisMachine(), Programs: []holdFigures{}, Missing: []missingProgram{}}
	d, err := privateDesktop(ctx)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	b, err := atspi.Open(ctx, atspi.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	pointer, err := input.NewPointer()
	if err != nil {
		return nil, fail(environment, "build with cgo", "move the pointer: %v", err)
	}
	defer pointer.Close()
	pictures, err := screen.Open()
	if err != nil {
		return nil, err
	}
	defer pictures.Close()
	bench := holdBench{backend: b, pointer: pointer, screen: pictures, clicks: clicks, pause: pause}
	var all []time.Duration
	for _, s := range chosen {
		f, err := bench.measure(ctx, d, s)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			report.Missing = append(report.Missing, missingProgram{s.name, err.Error()})
			continue
		}
		report.Programs = append(report.Programs, f)
		all = append(all, f.times...)
	}
	report.All = timingOf(all)
	report.judge()
	return report, nil
}

// holdBench records and clicks.
type holdBench struct {
	backend *atspi.Backend
	pointer *input.Pointer
	screen  *screen.Screen
	clicks  int
	pause   time.Duration
}

func (h *holdBench) measure(ctx context.Context, d *desktop.Desktop, s subject) (holdFigures, error) {
	f := holdFigures{Program: s.name, Clicks: h.clicks}
	starting, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	program, pid, err := s.start(starting, d)
	if err != nil {
		return f, err
	}
	defer program.Close()
	app, err := (&reader{backend: h.backend}).settled(starting, pid, s.least)
	if err != nil {
		return f, err
	}
	snap, err := h.backend.Observe(starting, backends.Scope{Application: app})
	if err != nil {
		return f, err
	}
	targets := pressable(inspector.Freeze(snap))
	if len(targets) == 0 {
		return f, errors.New("it has nothing to be clicked")
	}
	listener, err := input.NewListener(input.Options{})
	if err != nil {
		return f, err
	}
	clock := &clockedListener{Listener: listener, pid: app.PID, done: make(chan time.Duration, h.clicks)}
	recording, stop := context.WithCancel(ctx)
	defer stop()
	ready := make(chan struct{})
	type result struct {
		rec recorder.Recording
		err error
	}
	ended := make(chan result, 1)
	go func() {
		rec, err := recorder.Record(recording, recorder.SessionOptions{
			Backend: h.backend, Listener: clock, Screen: h.screen, Journal: noJournal{}, Application: app, Name: "bench",
			OnReady: func() { close(ready) },
		})
		ended <- result{rec, err}
	}()
	select {
	case <-ready:
	case r := <-ended:
		return f, r.err
	}
	var rested, atOnce []time.Duration
	for i := range h.clicks {
		took, err := h.click(ctx, clock, targets[i%len(targets)], i%2 == 1)
		switch {
		case err != nil:
			return f, err
		case took == 0:
			continue
		case i%2 == 1:
			rested = append(rested, took)
		default:
			atOnce = append(atOnce, took)
		}
		f.Heard++
	}
	stop()
	r := <-ended
	if r.err != nil {
		return f, r.err
	}
	f.Steps = len(r.rec.Steps)
	for _, s := range r.rec.Steps {
		if s.Light == recorder.LightNoElement {
			f.Unknown++
		}
	}
	f.times = append(slices.Clone(rested), atOnce...)
	f.Rested, f.AtOnce, f.All = timingOf(rested), timingOf(atOnce), timingOf(f.times)
	return f, nil
}

// click presses a place and returns how long that waited, 0 where nobody heard it
// within a second.
func (h *holdBench) click(ctx context.Context, clock *clockedListener, at tree.Point, rest bool) (time.Duration, error) {
	if err := h.pointer.Move(ctx, at); err != nil {
		return 0, err
	}
	if rest {
		if err := pauseFor(ctx, 120*time.Millisecond); err != nil {
			return 0, err
		}
	}
	if err := h.pointer.Click(ctx, 1); err != nil {
		return 0, err
	}
	var took time.Duration
	select {
	case took = <-clock.done:
	case <-time.After(time.Second):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	return took, pauseFor(ctx, h.pause)
}

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pressable returns the middles of what may be clicked again and again: nothing that
// opens a window or a list over the rest.
func pressable(f *inspector.Frozen) []tree.Point {
	var list []tree.Point
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !n.Bounds.Usable() || !n.States.Has(tree.Showing) || n.Secret {
			continue
		}
		switch n.Role {
		case tree.RoleCheckbox, tree.RoleRadio, tree.RoleTextbox:
		case tree.RoleButton:
			if n.Name.Value != "Save" {
				continue
			}
		default:
			continue
		}
		if web := f.Nodes[f.Top(tree.NodeID(i))]; web.Bounds.Contains(n.Bounds.Center()) && (!inBrowser(f) || inDocument(f, tree.NodeID(i))) {
			list = append(list, n.Bounds.Center())
		}
	}
	return list
}

func inBrowser(f *inspector.Frozen) bool {
	return slices.ContainsFunc(f.Nodes, func(n tree.Node) bool { return n.Role == tree.RoleDocument })
}

func inDocument(f *inspector.Frozen, id tree.NodeID) bool {
	return slices.ContainsFunc(f.Ancestors(id), func(a tree.NodeID) bool { return f.Nodes[a].Role == tree.RoleDocument })
}

// clockedListener tells of each press of a process how long it waited.
type clockedListener struct {
	backends.Listener
	pid  int
	done chan time.Duration
}

// Listen implements [backends.Listener].
func (l *clockedListener) Listen(ctx context.Context, ready func(), sink func(backends.Input)) error {
	return l.Listener.Listen(ctx, ready, func(in backends.Input) {
		if in.Kind == backends.InputPress && in.PID == l.pid {
			release := in.Release
			in.Release = func() {
				waited := in.Waiting != nil && in.Waiting()
				release()
				if waited {
					select {
					case l.done <- time.Since(in.At):
					default:
					}
				}
			}
		}
		sink(in)
	})
}

// noJournal keeps nothing: storing comes after the press was let go.
type noJournal struct{ recorder.Journal }

func (noJournal) PutRecording(recorder.Recording) error { return nil }
func (noJournal) PutPicture([]byte) (string, error)     { return "picture", nil }

func (r *holdReport) judge() {
	r.Budgets = []budget{
		atMost("a held click while recording, 95th percentile", r.All.P95Ms, holdBudget, "ms"),
		atMost("the longest", r.All.MaxMs, holdMost, "ms"),
	}
	for _, f := range r.Programs {
		r.Budgets = append(r.Budgets, atMost(f.Program+": clicks that were not heard", float64(f.Clicks-f.Heard), 0, ""))
	}
}

func (r holdReport) show(p *page) {
	r.Machine.show(p)
	p.line("how long a press waits, in ms: median, 95th percentile, greatest")
	p.line("")
	row := func(name, what string, t timing, note string) []string {
		return []string{name, what, strconv.Itoa(t.Runs), fmt.Sprintf("%.1f", t.MedianMs), fmt.Sprintf("%.1f", t.P95Ms), fmt.Sprintf("%.1f", t.MaxMs), note}
	}
	var rows [][]string
	for _, f := range r.Programs {
		var notes []string
		if f.Heard != f.Clicks {
			notes = append(notes, fmt.Sprintf("%d of %d heard", f.Heard, f.Clicks))
		}
		if f.Unknown > 0 {
			notes = append(notes, fmt.Sprintf("%d of %s without a matching element", f.Unknown, count(f.Steps, "step")))
		}
		rows = append(rows, row(f.Program, "all", f.All, strings.Join(notes, ", ")), row("", "at once", f.AtOnce, ""), row("", "rested", f.Rested, ""))
	}
	rows = append(rows, row("all", "", r.All, ""))
	p.table([]string{"PROGRAM", "", "PRESSES", "MEDIAN", "P95", "GREATEST", ""}, rows)
	for _, m := range r.Missing {
		p.line("not measured: %s: %s", m.Program, m.Problem)
	}
	p.line("")
	showBudgets(p, r.Budgets)
}
