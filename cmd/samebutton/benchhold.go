package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/desktop"
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
how many presses were heard. Every second click is that of a person, whose pointer
rests before it and who lets the button go after 80 ms; the others are those of a
program, pressed when the pointer comes and let go at once.`,
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
	Name    string `json:"name"`
	Clicks  int    `json:"clicks"`
	Heard   int    `json:"heard"`   // presses of it
	Cut     int    `json:"cut"`     // presses that could not wait until the element was confirmed
	Steps   int    `json:"steps"`   // text boxes give none
	Unknown int    `json:"unknown"` // input without a matching element
	All     timing `json:"all"`
	Person  timing `json:"person"`
	Program timing `json:"program"`
	times   []time.Duration
}

// holdReport is what 'bench hold' measured.
type holdReport struct {
	Machine  machine          `json:"machine"`
	Programs []holdFigures    `json:"programs"`
	Missing  []missingProgram `json:"missing"`
	All      timing           `json:"all"`
	Budgets  []budget         `json:"budgets"`
}

func (r *holdReport) judge() {
	r.Budgets = []budget{
		atMost("a held click while recording, 95th percentile", r.All.P95Ms, holdBudget, "ms"),
		atMost("the longest", r.All.MaxMs, holdMost, "ms"),
	}
	for _, f := range r.Programs {
		r.Budgets = append(r.Budgets, atMost(f.Name+": clicks that were not heard", float64(f.Clicks-f.Heard), 0, ""))
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
		if f.Cut > 0 {
			notes = append(notes, fmt.Sprintf("%d let through before they were confirmed", f.Cut))
		}
		if f.Unknown > 0 {
			notes = append(notes, fmt.Sprintf("%d of %s without a matching element", f.Unknown, count(f.Steps, "step")))
		}
		rows = append(rows, row(f.Name, "all", f.All, strings.Join(notes, ", ")), row("", "person", f.Person, ""), row("", "program", f.Program, ""))
	}
	rows = append(rows, row("all", "", r.All, ""))
	p.table([]string{"PROGRAM", "", "PRESSES", "MEDIAN", "P95", "GREATEST", ""}, rows)
	for _, m := range r.Missing {
		p.line("not measured: %s: %s", m.Program, m.Problem)
	}
	p.line("")
	showBudgets(p, r.Budgets)
}
