package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
)

// backendNames are those that --backend takes without more, in this order.
var backendNames = []string{"atspi"}

func (c *cli) backends() *cobra.Command {
	return &cobra.Command{
		Use:   "backends",
		Short: "list what can read applications, and what it can do here",
		Args:  args(cobra.NoArgs),
		RunE: c.perform(func(ctx context.Context, _ []string) (answer, error) {
			list := backendList{Backends: []backendData{}}
			for _, name := range backendNames {
				list.Backends = append(list.Backends, c.probe(ctx, name))
			}
			if strings.HasPrefix(c.backendName, filePrefix) {
				list.Backends = append(list.Backends, c.probe(ctx, c.backendName))
			}
			return list, nil
		}),
	}
}

// probe asks a backend what it can do; one that cannot be opened says why.
func (c *cli) probe(ctx context.Context, name string) backendData {
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	d := backendData{Name: name, Versions: []factData{}, Capabilities: []checkData{}}
	b, err := c.backend(ctx, name)
	if err != nil {
		f := explain(err)
		d.Problem, d.Remedy = f.message, f.hint
		return d
	}
	defer b.Close()
	report := b.Probe(ctx)
	d.OK = true
	for _, v := range report.Versions {
		d.Versions = append(d.Versions, factData{v.Name, v.Value})
	}
	for _, capability := range report.Capabilities {
		d.Capabilities = append(d.Capabilities, checkOf(capability))
	}
	return d
}

// backendList is what 'backends' found.
type backendList struct {
	Backends []backendData `json:"backends"`
}

// backendData is one backend in this session.
type backendData struct {
	Name         string      `json:"name"`
	OK           bool        `json:"ok"`
	Problem      string      `json:"problem,omitempty"`
	Remedy       string      `json:"remedy,omitempty"`
	Versions     []factData  `json:"versions"`
	Capabilities []checkData `json:"capabilities"`
}

type factData struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// checkData is one thing that works here or does not.
type checkData struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Needed says that nothing can be inspected without it.
	Needed bool   `json:"needed,omitempty"`
	Detail string `json:"detail,omitempty"`
	Remedy string `json:"remedy,omitempty"`
}

func checkOf(c backends.Capability) checkData {
	return checkData{Name: c.Name, OK: c.OK, Detail: c.Detail, Remedy: c.Remedy}
}

// checkRows are checks as rows of a table.
func checkRows(checks []checkData) [][]string {
	var rows [][]string
	for _, c := range checks {
		sign := "✓"
		switch {
		case c.OK:
		case c.Needed:
			sign = "✗"
		default:
			sign = "!"
		}
		rows = append(rows, []string{"  " + sign + " " + c.Name, toDo(c.Detail, c.Remedy)})
	}
	return rows
}

func (b backendData) show(p *page) {
	p.line("%s", b.Name)
	if !b.OK {
		p.line("  ✗ %s; to mend it: %s", b.Problem, b.Remedy)
		return
	}
	for _, v := range b.Versions {
		p.line("  %s %s", v.Name, v.Value)
	}
	p.table(nil, checkRows(b.Capabilities))
}

func (l backendList) show(p *page) {
	for _, b := range l.Backends {
		b.show(p)
	}
	p.line("%sPATH", filePrefix)
	p.line("  a snapshot that was saved with the window or 'samebutton tree --save', opened offline")
}
