package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/atspi/floor"
	"github.com/samebutton/samebutton/backends/tree"
)

// readFigures is what reading one application costs, all measured in turn.
type readFigures struct {
	Program  string `json:"program"`
	Toolkit  string `json:"toolkit"`
	Nodes    int    `json:"nodes"`
	Complete bool   `json:"complete"`
	Ours     timing `json:"ours"`
	// Floor is the same bytes without a model: Calls calls.
	Floor    timing  `json:"floor"`
	Calls    int     `json:"calls"`
	Sent     int     `json:"sent"`     // bytes
	Received int     `json:"received"` // bytes
	Refused  int     `json:"refused"`  // calls that were answered with an error
	OfFloor  float64 `json:"ofFloor"`
	// Peer is a plain walk with pyatspi of PeerNodes nodes; PeerProblem says why
	// there is none. Times is its time for a node against ours.
	Peer        timing  `json:"peer"`
	PeerNodes   int     `json:"peerNodes"`
	PeerProblem string  `json:"peerProblem,omitempty"`
	Times       float64 `json:"times"`
	// Same is a walk with pyatspi that reads every property that ours does.
	Same timing `json:"same"`
}

// readLimit bounds one reading of a measurement: what is measured may be slow.
const readLimit = 2 * time.Minute

// slowPeer is the time of a walk from which two of them are enough.
const slowPeer = 5 * time.Second

// reader measures readings.
type reader struct {
	backend *atspi.Backend
	tape    *floor.Tape
	peer    *peer
	noPeer  error
	runs    int
}

// newReader opens a backend of its own: the measurement sees what it sends.
func newReader(ctx context.Context, runs int) (*reader, error) {
	r := &reader{tape: &floor.Tape{}, runs: runs}
	r.peer, r.noPeer = findPeer(ctx)
	var err error
	r.backend, err = atspi.Open(ctx, atspi.Options{OnSend: r.tape.Record, Observe: readLimit})
	return r, err
}

// measure reads an application in the three ways in turn, so that whatever else
// the machine does meets all of them alike. The first round is not counted: it
// makes the application build what it shows to all that come after.
func (r *reader) measure(ctx context.Context, app tree.Application) (readFigures, error) {
	f := readFigures{Program: app.Name, Toolkit: app.Toolkit + " " + app.ToolkitVersion}
	if r.noPeer != nil {
		f.PeerProblem = r.noPeer.Error()
	}
	if _, err := r.observe(ctx, app); err != nil {
		return f, err
	}
	r.tape.Begin()
	snap, err := r.observe(ctx, app)
	r.tape.End()
	if err != nil {
		return f, err
	}
	f.Nodes, f.Complete = len(snap.Nodes), snap.Complete()
	f.Calls, f.Sent = r.tape.Size()
	var ours, floors, peers, sames []time.Duration
	for range r.runs {
		snap, err := r.observe(ctx, app)
		if err != nil {
			return f, err
		}
		if len(snap.Nodes) != f.Nodes {
			return f, fail(failed, "let it come to rest and measure again", "%s had %d nodes and then %d while it was measured", app.Name, f.Nodes, len(snap.Nodes))
		}
		ours = append(ours, snap.Took)
		played, err := r.replay(ctx)
		if err != nil {
			return f, err
		}
		floors = append(floors, played.Took)
		f.Received, f.Refused = played.Received, played.Errors
		if f.PeerProblem == "" && !(len(peers) == 2 && min(peers[0], peers[1]) > slowPeer) {
			if peers, sames, err = r.walks(ctx, app, &f, peers, sames); err != nil {
				return f, err
			}
		}
	}
	f.Ours, f.Floor, f.Peer = timingOf(ours), timingOf(floors), timingOf(peers)
	f.Same = timingOf(sames)
	f.OfFloor = ratio(f.Ours.MedianMs, f.Floor.MedianMs)
	f.Times = ratio(f.peerNode(), f.node())
	return f, nil
}

func (r *reader) observe(ctx context.Context, app tree.Application) (*tree.Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	return r.backend.Observe(ctx, backends.Scope{Application: app})
}

func (r *reader) replay(ctx context.Context) (floor.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	return r.tape.Replay(ctx)
}

// walks walks the application twice with pyatspi, the second time with all
// properties, and adds the times. What fails there is a problem of the figures.
func (r *reader) walks(ctx context.Context, app tree.Application, f *readFigures, peers, sames []time.Duration) (_, _ []time.Duration, err error) {
	for _, same := range []bool{false, true} {
		limited, cancel := context.WithTimeout(ctx, readLimit)
		nodes, took, err := r.peer.walk(limited, app, same)
		late := errors.Is(limited.Err(), context.DeadlineExceeded)
		cancel()
		switch {
		case ctx.Err() != nil:
			return peers, sames, ctx.Err()
		case late:
			f.PeerProblem = fmt.Sprintf("pyatspi did not end in %v", readLimit)
			return peers, sames, nil
		case err != nil:
			f.PeerProblem = err.Error()
			return peers, sames, nil
		case same:
			sames = append(sames, took)
		default:
			peers, f.PeerNodes = append(peers, took), nodes
		}
	}
	return peers, sames, nil
}

// node is our median time for one node, peerNode that of pyatspi, in microseconds.
func (f *readFigures) node() float64 { return f.Ours.MedianMs * 1000 / float64(max(1, f.Nodes)) }
func (f *readFigures) peerNode() float64 {
	return f.Peer.MedianMs * 1000 / float64(max(1, f.PeerNodes))
}

// readReport is what 'bench read' measured.
type readReport struct {
	Machine  machine       `json:"machine"`
	Programs []readFigures `json:"programs"`
	// Missing are the programs that could not be started, and why.
	Missing []missingProgram `json:"missing"`
	Budgets []budget         `json:"budgets"`
}

type missingProgram struct {
	Program string `json:"program"`
	Problem string `json:"problem"`
}

// budgetsOfReading are the lines of DESIGN 7 that concern reading.
func (r *readReport) judge() {
	r.Budgets = []budget{}
	for _, f := range r.Programs {
		r.Budgets = append(r.Budgets, atMost(f.Program+": against the floor", f.OfFloor, 1.3, "times"))
		if f.PeerProblem != "" {
			continue
		}
		switch f.Program {
		case "gtk3-widget-factory", "gtk4-widget-factory":
			r.Budgets = append(r.Budgets, atLeast(f.Program+": faster than pyatspi", ratio(f.Peer.MedianMs, f.Ours.MedianMs), 15, "times"))
		case "chromium":
			r.Budgets = append(r.Budgets, atLeast(f.Program+": faster than pyatspi for each node", f.Times, 4, "times"))
		}
	}
}

func (r readReport) show(p *page) {
	r.Machine.show(p)
	p.line("times in ms: median, 95th percentile, least; µs a node; each line measured in turn, in this run")
	p.line("")
	var rows [][]string
	for i := range r.Programs {
		f := &r.Programs[i]
		nodes := strconv.Itoa(f.Nodes)
		if !f.Complete {
			nodes += " (partial)"
		}
		rows = append(rows,
			timingRow(f.Program, "ours", nodes, f.Ours, f.node(), ""),
			timingRow("", "floor", count(f.Calls, "call"), f.Floor, 0, fmt.Sprintf("ours is %s of it", figure(f.OfFloor))))
		if f.PeerProblem != "" {
			rows = append(rows, []string{"", "pyatspi", "", "", "", "", "", f.PeerProblem})
			continue
		}
		rows = append(rows, timingRow("", "pyatspi", strconv.Itoa(f.PeerNodes), f.Peer, f.peerNode(), fmt.Sprintf("ours is %s times faster, %s a node", figure(ratio(f.Peer.MedianMs, f.Ours.MedianMs)), figure(f.Times))),
			timingRow("", "  all properties", "", f.Same, 0, fmt.Sprintf("ours is %s times faster", figure(ratio(f.Same.MedianMs, f.Ours.MedianMs)))))
	}
	p.table([]string{"PROGRAM", "", "NODES", "MEDIAN", "P95", "LEAST", "A NODE", ""}, rows)
	for _, m := range r.Missing {
		p.line("not measured: %s: %s", m.Program, m.Problem)
	}
	p.line("")
	showBudgets(p, r.Budgets)
}

func timingRow(name, what, nodes string, t timing, node float64, note string) []string {
	each := ""
	if node > 0 {
		each = fmt.Sprintf("%.0f", node)
	}
	return []string{name, what, nodes, fmt.Sprintf("%.1f", t.MedianMs), fmt.Sprintf("%.1f", t.P95Ms), fmt.Sprintf("%.1f", t.MinMs), each, note}
}
