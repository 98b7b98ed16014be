package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func (c *cli) doctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "check this session and every application, and tell how to mend what is broken",
		Long: `Checks what inspecting, recording and replaying need in this session, reads every
application that can be seen, names the programs that have a window and cannot be
inspected, and tells for each finding how to mend it.

Ends with 0 where everything that inspecting needs is there, also when something
else is degraded, and with 9 where it is not.`,
		Args: args(noArguments),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			d := c.diagnose(ctx)
			if err := ctx.Err(); err != nil {
				return nil, err // what was not waited for is not ill
			}
			if bad := d.essential(); bad != nil {
				return nil, fail(environment, bad.Remedy, "%s: %s", bad.Name, bad.Detail).
					briefly("inspecting needs what is missing here: %s", bad.Name).with(d)
			}
			return d, nil
		}),
	}
}

// diagnosis is what 'doctor' found.
type diagnosis struct {
	Session      []checkData   `json:"session"`
	Backend      backendData   `json:"backend"`
	Applications []patientData `json:"applications"`
	// Unpublished are programs with a window that are not among the applications.
	Unpublished []unpublishedData `json:"unpublished"`
	// Degraded counts what is not as it could be, in all of these.
	Degraded int `json:"degraded"`
}

func (c *cli) diagnose(ctx context.Context) diagnosis {
	display, noDisplay := c.look(ctx)
	d := diagnosis{
		Session: c.examineSession(ctx, display, noDisplay), Backend: c.probe(ctx, c.backendName),
		Applications: []patientData{}, Unpublished: []unpublishedData{},
	}
	if d.Backend.OK {
		all, err := c.examineApplications(ctx)
		if err != nil {
			f := explain(err)
			d.Backend.OK, d.Backend.Problem, d.Backend.Remedy = false, f.message, f.hint
		} else {
			d.Applications = all.chosen
			// Who cannot see the applications cannot say which are missing.
			d.Unpublished = c.examineWindows(display, all.pids, slices.ContainsFunc(d.Backend.Capabilities, func(check checkData) bool { return check.Name == enabled && check.OK }))
		}
	}
	if !d.Backend.OK {
		d.Backend.Remedy = besideDoctor(d.Backend.Remedy)
		if slices.ContainsFunc(d.Session, func(c checkData) bool { return c.Name == sessionBus && !c.OK }) {
			d.Backend.Problem, d.Backend.Remedy = "it needs the session bus", "see the session bus"
		}
	}
	for _, checks := range [][]checkData{d.Session, d.Backend.Capabilities} {
		for _, check := range checks {
			if !check.OK {
				d.Degraded++
			}
		}
	}
	for _, a := range d.Applications {
		if a.Remedy != "" || a.Problem != "" {
			d.Degraded++
		}
	}
	d.Degraded += len(d.Unpublished)
	return d
}

// besideDoctor leaves out of a hint that 'doctor' would tell more: it is telling.
func besideDoctor(hint string) string {
	for _, and := range []string{"; ", ", or "} {
		if own, more, ok := strings.Cut(hint, and); ok && strings.Contains(more, "'samebutton doctor'") {
			return own
		}
	}
	if strings.Contains(hint, "'samebutton doctor'") {
		return ""
	}
	return hint
}

// essential returns the first thing without which nothing can be read, or nil.
func (d diagnosis) essential() *checkData {
	for i, check := range d.Session {
		if !check.OK && check.Needed {
			return &d.Session[i]
		}
	}
	if d.Backend.OK {
		return nil
	}
	return &checkData{Name: d.Backend.Name, Detail: d.Backend.Problem, Remedy: d.Backend.Remedy}
}

func (d diagnosis) show(p *page) {
	p.line("session")
	p.table(nil, checkRows(d.Session))
	d.Backend.show(p)
	p.line("applications")
	var rows [][]string
	for _, a := range d.Applications {
		rows = append(rows, []string{
			"  " + a.Name, strconv.Itoa(a.PID), strings.TrimSpace(a.Toolkit + " " + a.ToolkitVersion),
			strconv.Itoa(a.Count), a.reading(), fmt.Sprintf("%d ms", a.TookMs), a.toDo(),
		})
	}
	p.table([]string{"  NAME", "PID", "TOOLKIT", "ELEMENTS", "READING", "TOOK", "TO DO"}, rows)
	if len(d.Unpublished) > 0 {
		p.line("programs with a window that cannot be inspected")
	}
	for _, u := range d.Unpublished {
		u.show(p)
	}
	p.line("")
	switch {
	case d.essential() != nil:
		p.line("something that inspecting needs is missing (✗)")
	case d.Degraded > 0:
		p.line("inspecting works; %s (! or to do) could be mended", count(d.Degraded, "finding"))
	default:
		p.line("everything works")
	}
}

// toDo is what is wrong and what to do about it.
func toDo(problem, remedy string) string {
	if problem == "" || remedy == "" {
		return problem + remedy
	}
	return problem + "; to mend it: " + remedy
}
