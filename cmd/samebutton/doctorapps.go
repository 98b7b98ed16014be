package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/inspector"
)

// enabled is the capability of a backend that toolkits are told to publish.
const enabled = "enabled"

// patientData is one application and how well it can be read.
type patientData struct {
	appData
	Answers  bool      `json:"answers"`
	Count    int       `json:"count"` // elements
	Complete bool      `json:"complete"`
	Cuts     []cutData `json:"cuts"`
	TookMs   int64     `json:"tookMs"`
	Remedy   string    `json:"remedy,omitempty"`
	// Note is what cannot be proven and need not be mended.
	Note string `json:"note,omitempty"`
}

// reading is how the reading ended, in a word or two.
func (a patientData) reading() string {
	switch {
	case !a.Answers:
		return "does not answer"
	case !a.Complete:
		return "not complete"
	}
	return "complete"
}

// toDo is what is wrong and what to do about it, or why nothing need be done.
func (a patientData) toDo() string {
	words := toDo(a.Problem, a.Remedy)
	if a.Note != "" && words != "" {
		words += "; "
	}
	return words + a.Note
}

// unpublishedData is a program with a window that is not on the accessibility bus.
type unpublishedData struct {
	Name     string   `json:"name"`
	PID      int      `json:"pid"`     // 0: the window does not say
	Windows  []string `json:"windows"` // their titles
	Toolkit  string   `json:"toolkit,omitempty"`
	Problem  string   `json:"problem"`
	Evidence []string `json:"evidence"`
	Remedy   string   `json:"remedy,omitempty"` // "": nothing helps
}

func (u unpublishedData) show(p *page) {
	who := orElse(u.Name, "a program that does not say who it is")
	if u.PID > 0 {
		who += fmt.Sprintf(" (process %d)", u.PID)
	}
	if u.Toolkit != "" {
		who += ", " + u.Toolkit
	}
	p.line("  ! %s, window %s", who, quote(strings.Join(u.Windows, ", ")))
	problem := u.Problem
	if len(u.Evidence) > 0 {
		problem += " (" + strings.Join(u.Evidence, "; ") + ")"
	}
	p.line("      %s", toDo(problem, u.Remedy))
}

// examined are all applications by process, and the findings of those that --app
// means.
type examined struct {
	pids   []int
	chosen []patientData
}

// examineApplications reads every application at the same time: one that hangs
// costs its own row only.
func (c *cli) examineApplications(ctx context.Context) (examined, error) {
	b, err := c.openBackend(ctx)
	if err != nil {
		return examined{}, err
	}
	defer b.Close()
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	all, err := b.Applications(limited)
	if err != nil {
		return examined{}, err
	}
	var e examined
	for _, app := range all {
		e.pids = append(e.pids, app.PID)
	}
	all = selectApplications(all, c.app)
	e.chosen = make([]patientData, len(all))
	var reading sync.WaitGroup
	for i, app := range all {
		reading.Go(func() { e.chosen[i] = c.examine(ctx, b, app) })
	}
	reading.Wait()
	return e, nil
}

func (c *cli) examine(ctx context.Context, b backends.Backend, app tree.Application) patientData {
	p := patientData{appData: appOf(app), Cuts: []cutData{}}
	began := time.Now()
	s := &session{cli: c, backend: b, app: app}
	snap, err := s.observe(ctx)
	p.TookMs = time.Since(began).Milliseconds()
	if err != nil {
		p.Problem, p.Remedy = err.Error(), "it may hang: look at its window, or start it again"
		return p
	}
	f := inspector.Freeze(snap)
	p.Answers, p.Count, p.Complete, p.Cuts = true, len(f.Nodes), f.Complete(), cutsOf(f)
	switch {
	case p.Count <= 1:
		p.Problem, p.Remedy = "it publishes nothing", "start it with accessibility on (GTK_MODULES=gail:atk-bridge, QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1, --force-renderer-accessibility)"
		if finding, ok := c.webContent(app); ok {
			p.Problem, p.Remedy = finding.Problem, finding.Remedy
		}
	case !p.Complete:
		p.Remedy, p.Note = careOf(meaningsOf(f))
	case !hasPage(f):
		if finding, ok := c.webContent(app); ok {
			p.Problem, p.Remedy = finding.Problem, finding.Remedy
		}
	}
	return p
}

// hasPage reports whether a document with something in it is among the elements.
func hasPage(f *inspector.Frozen) bool {
	return slices.ContainsFunc(f.Nodes, func(n tree.Node) bool { return n.Role == tree.RoleDocument && len(n.Children) > 0 })
}

// webContent says why the pages of a browser are missing, where it is one.
func (c *cli) webContent(app tree.Application) (surroundings.Finding, bool) {
	process, err := c.process(app.PID)
	if err != nil {
		return surroundings.Finding{}, false
	}
	return surroundings.WebContent(process)
}

// examineWindows names the programs that have a window on the display and are not
// among the processes of applications. Our own windows are left out. on says that
// accessibility is switched on for toolkits.
func (c *cli) examineWindows(display *surroundings.Display, published []int, on bool) []unpublishedData {
	found := []unpublishedData{}
	if display == nil {
		return found
	}
	here := surroundings.Here(c.getenv)
	here.Toolkits = on
	ours, _ := os.Executable()
	places := map[int]int{} // process → place in found
	for _, w := range display.Windows {
		if w.PID > 0 && slices.Contains(published, w.PID) {
			continue
		}
		if at, ok := places[w.PID]; ok && w.PID > 0 {
			found[at].Windows = append(found[at].Windows, w.Title)
			continue
		}
		u := unpublishedData{PID: w.PID, Windows: []string{w.Title}}
		here.OtherHost = w.Machine != "" && here.Hostname != "" && w.Machine != here.Hostname && w.Machine != "localhost"
		process, err := c.process(w.PID)
		switch {
		case w.PID == 0:
			u.Problem = "its window does not say which process it is of, so nobody can tell whether it is on the accessibility bus"
		case err != nil && !here.OtherHost:
			u.Problem = "the process that the window names is not running here: it may run in a sandbox or a container"
			u.Remedy = "start it outside"
		default:
			if process.Executable != "" && process.Executable == ours {
				continue
			}
			finding := surroundings.Unpublished(process, here)
			u.Name, u.Toolkit, u.Problem, u.Remedy = process.Name(), finding.Toolkit, finding.Problem, finding.Remedy
			u.Evidence = finding.Evidence
		}
		if u.Evidence == nil {
			u.Evidence = []string{}
		}
		if c.app != "" && !u.means(c.app) {
			continue
		}
		places[w.PID] = len(found)
		found = append(found, u)
	}
	return found
}

// means reports whether the word of --app may mean this program.
func (u unpublishedData) means(word string) bool {
	return len(selectApplications([]tree.Application{{Name: u.Name, PID: u.PID}}, word)) > 0 ||
		slices.ContainsFunc(u.Windows, func(title string) bool { return strings.Contains(strings.ToLower(title), strings.ToLower(word)) })
}
