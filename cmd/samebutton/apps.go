package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends/tree"
)

func (c *cli) apps() *cobra.Command {
	return &cobra.Command{
		Use:   "apps",
		Short: "list the applications that can be seen",
		Args:  args(noArguments),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			b, err := c.openBackend(ctx)
			if err != nil {
				return nil, err
			}
			defer b.Close()
			limited, cancel := context.WithTimeout(ctx, c.patience())
			defer cancel()
			all, err := b.Applications(limited)
			if err == nil {
				err = ctx.Err() // those that were not waited for are no silent ones
			}
			if err != nil {
				return nil, err
			}
			return appsOf(selectApplications(all, c.app)), nil
		}),
	}
}

// appData is one application.
type appData struct {
	Name           string `json:"name"`
	PID            int    `json:"pid"`
	Toolkit        string `json:"toolkit,omitempty"`
	ToolkitVersion string `json:"toolkitVersion,omitempty"`
	Executable     string `json:"executable,omitempty"`
	Problem        string `json:"problem,omitempty"` // why it cannot be read
	// Windows are the titles of its windows, where several applications are meant.
	Windows []string `json:"windows,omitempty"`
}

// appList is what 'apps' found.
type appList struct {
	Applications []appData `json:"applications"`
}

func appOf(a tree.Application) appData {
	return appData{
		Name: a.Name, PID: a.PID, Toolkit: a.Toolkit, ToolkitVersion: a.ToolkitVersion, Executable: a.Executable, Problem: a.Problem,
	}
}

func appsOf(all []tree.Application) appList {
	l := appList{Applications: []appData{}}
	for _, a := range all {
		l.Applications = append(l.Applications, appOf(a))
	}
	return l
}

func (l appList) show(p *page) {
	if len(l.Applications) == 0 {
		p.line("no application can be seen; 'samebutton doctor' tells why")
		return
	}
	var rows [][]string
	for _, a := range l.Applications {
		toolkit := a.Toolkit
		if a.ToolkitVersion != "" {
			toolkit += " " + a.ToolkitVersion
		}
		var titles []string
		for _, title := range a.Windows {
			titles = append(titles, quote(title))
		}
		rows = append(rows, []string{a.Name, strconv.Itoa(a.PID), toolkit, a.Problem, strings.Join(titles, ", ")})
	}
	head := []string{"NAME", "PID", "TOOLKIT", "PROBLEM", "WINDOWS"}
	if !slices.ContainsFunc(l.Applications, func(a appData) bool { return len(a.Windows) > 0 }) {
		head = head[:4]
		for i := range rows {
			rows[i] = rows[i][:4]
		}
	}
	p.table(head, rows)
}
