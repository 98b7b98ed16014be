package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/desktop"
)

// The parts of 'bench window' that run in processes of their own.
const (
	partEmpty  = "empty"  // a bare window of Fyne that is painted anew all the time
	partWindow = "window" // the window of the program with many elements
	// partApplication is the application that the window shows.
	partApplication = "application"
)

// phaseRepainting is the phase in which nothing changes but the window is painted
// again and again.
const phaseRepainting = "painting the same again"

// fewestNodes is the least that the shape of the measured application has.
const fewestNodes = 2500

// windowLimit bounds one part.
const windowLimit = 4 * time.Minute

// windowFigures is what one part measured in its own process.
type windowFigures struct {
	Nodes        int     `json:"nodes"`
	Made         bool    `json:"made"`         // nothing was read: the elements are made in the window's process
	FirstPaintMs float64 `json:"firstPaintMs"` // since the process was started
	FirstTreeMs  float64 `json:"firstTreeMs"`  // until all elements were there
	// Select is from the press of the pointer to the painted properties, Prove to
	// the painted proof, Change from a change in the application to its new name.
	Select timing `json:"select"`
	Prove  timing `json:"prove"`
	Change timing `json:"change"`
	// Stalls is how long work waited for the goroutine that draws, by what was done
	// meanwhile. It is asked every few milliseconds.
	Stalls  []stall `json:"stalls"`
	IdleCPU float64 `json:"idleCPU"` // per cent of a core
	RSS     float64 `json:"rss"`     // MB
	PeakRSS float64 `json:"peakRSS"` // MB
}

// stall is the waiting in one phase.
type stall struct {
	Phase string `json:"phase"`
	Waits timing `json:"waits"`
	// Work is the processor time of the goroutine that draws from one question to
	// the next: what a stall is made of, whatever else the machine does.
	Work timing `json:"work"`
}

// hardest returns the most work of the drawing goroutine between two questions.
func (f *windowFigures) hardest() float64 {
	var most float64
	for _, s := range f.Stalls {
		most = max(most, s.Work.MaxMs)
	}
	return most
}

// longest returns the longest wait of all phases but the one of painting alone, and
// of that.
func (f *windowFigures) longest() (working, painting float64) {
	for _, s := range f.Stalls {
		if s.Phase == phaseRepainting {
			painting = max(painting, s.Waits.MaxMs)
			continue
		}
		working = max(working, s.Waits.MaxMs)
	}
	return working, painting
}

// windowReport is what 'bench window' measured.
type windowReport struct {
	Machine machine       `json:"machine"`
	Empty   windowFigures `json:"empty"`
	Window  windowFigures `json:"window"`
	Budgets []budget      `json:"budgets"`
}

func (c *cli) benchWindow() *cobra.Command {
	var part string
	var began int64
	var options windowOptions
	cmd := &cobra.Command{
		Use:   "window",
		Short: "measure the window with many elements against an empty one",
		Long: `Opens a bare window of Fyne and then the window of Samebutton with many elements on
a private desktop, uses it with real input, and prints how long things take to be
seen, how long the window keeps work waiting, and what it costs when nothing
happens, each beside the bare window. The elements are those of another process, which
are read over the accessibility bus, or with --made of none, for the window alone.`,
		Args: args(noArguments),
		RunE: func(cmd *cobra.Command, given []string) error {
			if part == partApplication {
				return beRemote(cmd.InOrStdin(), c.out, options.nodes)
			}
			if part != "" {
				options.began = time.Unix(0, began)
				f, err := measureWindow(cmd.Context(), part, options)
				if err != nil {
					return explain(err)
				}
				return json.NewEncoder(c.out).Encode(f)
			}
			return c.perform(func(ctx context.Context, _ []string) (answer, error) {
				if options.rounds < 1 {
					return nil, fail(usage, "give --rounds a number above 0", "%d rounds measure nothing", options.rounds)
				}
				if options.nodes < fewestNodes {
					return nil, fail(usage, "give --nodes a greater number", "with fewer than %d elements nothing is measured", fewestNodes)
				}
				return measureParts(ctx, options)
			})(cmd, given)
		},
	}
	cmd.Flags().IntVar(&options.nodes, "nodes", 50_000, "about how many elements (`N`)")
	cmd.Flags().DurationVar(&options.idle, "idle", 20*time.Second, "how long to measure without anything happening (`DUR`)")
	cmd.Flags().BoolVar(&options.made, "made", false, "make the elements in the window's process and read none")
	cmd.Flags().IntVar(&options.rounds, "rounds", 20, "how often to select and to change (`N`)")
	cmd.Flags().StringVar(&part, "part", "", "run one part in this process")
	cmd.Flags().Int64Var(&began, "began", 0, "when this process was started")
	for _, name := range []string{"part", "began"} {
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err) // the flag is right above
		}
	}
	return cmd
}

// windowOptions say what to measure.
type windowOptions struct {
	nodes int
	idle  time.Duration
	made  bool
	// rounds is how often an element is selected, and changed.
	rounds int
	began  time.Time // when the process was started
}

// measureParts runs both parts on one private desktop.
func measureParts(ctx context.Context, o windowOptions) (answer, error) {
	report := windowReport{Machine: thisMachine()}
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		return nil, demoFailure(err)
	}
	defer d.Close()
	if report.Empty, err = runPart(ctx, d, partEmpty, o); err != nil {
		return nil, err
	}
	if report.Window, err = runPart(ctx, d, partWindow, o); err != nil {
		return nil, err
	}
	report.judge()
	return report, nil
}

func runPart(ctx context.Context, d *desktop.Desktop, part string, o windowOptions) (f windowFigures, err error) {
	ctx, cancel := context.WithTimeout(ctx, windowLimit)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		return f, err
	}
	var out, errs bytes.Buffer
	cmd := d.Command(ctx, self, "bench", "window", "--part", part, "--nodes", strconv.Itoa(o.nodes), "--idle", o.idle.String(), "--made="+strconv.FormatBool(o.made), "--rounds", strconv.Itoa(o.rounds), "--began", strconv.FormatInt(time.Now().UnixNano(), 10))
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return f, fmt.Errorf("measure the %s: %w: %s", part, err, strings.TrimSpace(errs.String()))
	}
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		return f, fmt.Errorf("read what the %s measured: %w", part, err)
	}
	return f, nil
}

// judge compares with DESIGN 7.
func (r *windowReport) judge() {
	w, e := &r.Window, &r.Empty
	working, painting := w.longest()
	_, bare := e.longest()
	r.Budgets = []budget{
		atMost("first paint", w.FirstPaintMs, 1000, "ms"),
		atMost("select to properties, 95th percentile", w.Select.P95Ms, 50, "ms"),
		atMost("longest stall above painting an empty window", working-bare, 16, "ms"),
		atMost("longest stall above painting the same window", working-painting, 16, "ms"),
		atMost("a change in the target visible, 95th percentile", w.Change.P95Ms, 150, "ms"),
		atMost("idle processor time", w.IdleCPU, 1, "% of a core"),
		atMost("idle processor time above that of the empty window", w.IdleCPU-e.IdleCPU, 1, "% of a core"),
		atMost("memory", w.RSS, 250, "MB"),
	}
}

func (r windowReport) show(p *page) {
	r.Machine.show(p)
	if r.Window.Made {
		p.line("the elements are made in the process of the window: nothing is read")
	}
	p.line("times in ms")
	p.line("")
	e, w := &r.Empty, &r.Window
	one := func(v float64) string { return fmt.Sprintf("%.1f", v) }
	three := func(t timing) string { return fmt.Sprintf("%.1f / %.1f / %.1f", t.MedianMs, t.P95Ms, t.MaxMs) }
	rows := [][]string{
		{"elements", "0", strconv.Itoa(w.Nodes), ""},
		{"first paint", one(e.FirstPaintMs), one(w.FirstPaintMs), times(w.FirstPaintMs, e.FirstPaintMs)},
		{"all elements there", "", one(w.FirstTreeMs), ""},
		{"select to properties (median / p95 / most)", "", three(w.Select), ""},
		{"select to proof", "", three(w.Prove), ""},
		{"change to visible", "", three(w.Change), ""},
	}
	for _, s := range w.Stalls {
		waits, work := "", ""
		for _, of := range e.Stalls {
			if of.Phase == s.Phase {
				waits, work = three(of.Waits), three(of.Work)
			}
		}
		rows = append(rows, []string{"drawing keeps waiting: " + s.Phase, waits, three(s.Waits), ""}, []string{"  its own work at a time", work, three(s.Work), ""})
	}
	rows = append(rows,
		[]string{"most work at a time", one(e.hardest()), one(w.hardest()), times(w.hardest(), e.hardest())},
		[]string{"idle, % of a core", figure(e.IdleCPU), figure(w.IdleCPU), times(w.IdleCPU, e.IdleCPU)},
		[]string{"memory, MB", one(e.RSS), one(w.RSS), times(w.RSS, e.RSS)},
		[]string{"memory, most, MB", one(e.PeakRSS), one(w.PeakRSS), times(w.PeakRSS, e.PeakRSS)})
	p.table([]string{"", "EMPTY WINDOW", "SAMEBUTTON", "TIMES"}, rows)
	p.line("")
	showBudgets(p, r.Budgets)
}

func times(a, b float64) string {
	if b == 0 {
		return ""
	}
	return figure(ratio(a, b))
}
