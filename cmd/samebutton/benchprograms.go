package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/orders"
	"github.com/samebutton/samebutton/samples/programs"
)

// startLimit bounds the start of one program.
const startLimit = time.Minute

// subject is a program that is measured.
type subject struct {
	name string
	// least is how many nodes it has at the least when it has started.
	least int
	start func(ctx context.Context, d *desktop.Desktop) (io.Closer, int, error)
}

// subjects are the programs of DESIGN 7 and what else people use.
func subjects() []subject {
	var list []subject
	for _, p := range []programs.Program{
		programs.GTK3WidgetFactory(), programs.GTK4WidgetFactory(), programs.Calculator(), programs.Mousepad(), programs.FeatherPad(),
	} {
		list = append(list, programSubject(p))
	}
	list = append(list, subject{name: "orders-gtk3", start: func(ctx context.Context, d *desktop.Desktop) (io.Closer, int, error) {
		app, err := orders.Start(ctx, d, orders.GTK3)
		if err != nil {
			return nil, 0, err
		}
		return app, app.PID(), nil
	}})
	big := programSubject(bigPage())
	big.least = 10_000
	return append(list, big)
}

// chooseSubjects returns the subjects with the names, all without any, or a name
// that is none.
func chooseSubjects(all []subject, names []string) (chosen []subject, unknown string) {
	if len(names) == 0 {
		return all, ""
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(s subject) bool { return s.name == name })
		if i < 0 {
			return nil, name
		}
		chosen = append(chosen, all[i])
	}
	return chosen, ""
}

func subjectNames(all []subject) string {
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

func programSubject(p programs.Program) subject {
	return subject{name: p.Name, start: func(ctx context.Context, d *desktop.Desktop) (io.Closer, int, error) {
		app, err := programs.Start(ctx, d, p)
		if err != nil {
			return nil, 0, err
		}
		return app, app.PID(), nil
	}}
}

// measurePrograms measures the subjects one after the other, each alone on the
// desktop. One that is not installed or does not start is noted.
func measurePrograms(ctx context.Context, chosen []subject, runs int, report *readReport) error {
	d, err := privateDesktop(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	r, err := newReader(ctx, runs)
	if err != nil {
		return err
	}
	defer r.backend.Close()
	for _, s := range chosen {
		f, err := r.measureSubject(ctx, d, s)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			report.Missing = append(report.Missing, missingProgram{s.name, err.Error()})
			continue
		}
		report.Programs = append(report.Programs, f)
	}
	return nil
}

func (r *reader) measureSubject(ctx context.Context, d *desktop.Desktop, s subject) (readFigures, error) {
	starting, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	program, pid, err := s.start(starting, d)
	if err != nil {
		return readFigures{}, err
	}
	defer program.Close()
	app, err := r.settled(starting, pid, s.least)
	if err != nil {
		return readFigures{}, err
	}
	f, err := r.measure(ctx, app)
	f.Program = s.name
	return f, err
}

// settled waits until an application has the same number of nodes for a second,
// and returns it.
func (r *reader) settled(ctx context.Context, pid, least int) (tree.Application, error) {
	const pause, rest = 200 * time.Millisecond, time.Second
	nodes, since := 0, time.Now()
	for {
		app, err := r.byPID(ctx, pid)
		if err == nil {
			snap, failed := r.observe(ctx, app)
			if err = failed; err == nil {
				if len(snap.Nodes) != nodes || nodes < least || !snap.Complete() && disturbed(snap) {
					nodes, since = len(snap.Nodes), time.Now()
				}
				if time.Since(since) > rest {
					return app, nil
				}
			}
		}
		select {
		case <-ctx.Done():
			if err == nil {
				err = fmt.Errorf("it does not come to rest")
			}
			return tree.Application{}, err
		case <-time.After(pause):
		}
	}
}

// byPID finds the application of a process; of two with one process the one with
// a window (FeatherPad registers twice).
func (r *reader) byPID(ctx context.Context, pid int) (tree.Application, error) {
	all, err := r.backend.Applications(ctx)
	if err != nil {
		return tree.Application{}, err
	}
	for _, a := range all {
		if a.PID == pid && a.Problem == "" {
			return a, nil
		}
	}
	return tree.Application{}, fmt.Errorf("process %d is not on the accessibility bus", pid)
}

// bigPage is Chromium with a table of 2,000 rows, about 20,000 nodes.
func bigPage() programs.Program {
	return programs.Program{
		Name: "chromium", Package: "chromium", Window: "Big table",
		Args: []string{
			"--force-renderer-accessibility", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
			"--disable-component-update", "--disable-sync", "--password-store=basic", "data:text/html," + bigTable(),
		},
	}
}

// bigTable is a page whose script makes the rows.
func bigTable() string {
	page := strings.Join([]string{
		`<title>Big table</title><table id=t><tr><th>Order<th>Customer<th>Pieces<th>Place<th>Action</table><script>`,
		`let h='';for(let i=0;i<2000;i++)h+='<tr><td>'+i+'<td>Customer '+i+'<td>'+i%17+'<td>Shelf '+i%31+'<td><button>Open</button>';`,
		`t.innerHTML+=h</script>`,
	}, "")
	return strings.NewReplacer("%", "%25", " ", "%20", "<", "%3C", ">", "%3E", "'", "%27", "+", "%2B").Replace(page)
}
