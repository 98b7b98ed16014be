package main

import (
	"context"
	"slices"
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
		Args:  args(noArguments),
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
	d.Abilities = abilitiesOf(b, report)
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
	Name     string     `json:"name"`
	OK       bool       `json:"ok"`
	Problem  string     `json:"problem,omitempty"`
	Remedy   string     `json:"remedy,omitempty"`
	Versions []factData `json:"versions"`
	// Abilities are what it can do with applications, whatever is missing here.
	Abilities    abilityData `json:"abilities"`
	Capabilities []checkData `json:"capabilities"` // what was found here
}

// abilityData is a row of the capability matrix.
type abilityData struct {
	Observe     bool `json:"observe"`     // read what an application exposes
	Events      bool `json:"events"`      // hear what changes
	Mirror      bool `json:"mirror"`      // read only what changed
	HitTest     bool `json:"hitTest"`     // ask the application what is at a place
	ReadElement bool `json:"readElement"` // read one element by itself
	Act         bool `json:"act"`
}

// abilitiesOf takes what every backend must be able to do as given, unless its
// report says no.
func abilitiesOf(b backends.Backend, report backends.Report) abilityData {
	can := func(name string) bool {
		return !slices.ContainsFunc(report.Capabilities, func(c backends.Capability) bool { return c.Name == name && !c.OK })
	}
	d := abilityData{Observe: can("observe"), Events: can("events"), Act: can("act")}
	_, d.Mirror = b.(backends.Mirrorer)
	_, d.HitTest = b.(backends.HitTester)
	_, d.ReadElement = b.(backends.NodeReader)
	return d
}

// String names the abilities that there are, and then those that there are not.
func (d abilityData) String() string {
	var can, cannot []string
	for _, a := range []struct {
		word string
		ok   bool
	}{
		{"observe", d.Observe}, {"events", d.Events}, {"mirror", d.Mirror},
		{"hit test", d.HitTest}, {"read one element", d.ReadElement}, {"act", d.Act},
	} {
		if a.ok {
			can = append(can, a.word)
		} else {
			cannot = append(cannot, a.word)
		}
	}
	words := "can " + strings.Join(can, ", ")
	if len(cannot) > 0 {
		words += "; cannot " + strings.Join(cannot, ", ")
	}
	return words
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
		p.line("  ✗ %s", toDo(b.Problem, b.Remedy))
		return
	}
	for _, v := range b.Versions {
		p.line("  %s %s", v.Name, v.Value)
	}
	p.line("  %s", b.Abilities)
	p.table(nil, checkRows(b.Capabilities))
}

func (l backendList) show(p *page) {
	for _, b := range l.Backends {
		b.show(p)
	}
	p.line("%sPATH", filePrefix)
	p.line("  a snapshot that was saved with the window or 'samebutton tree --save', opened offline")
}
