package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// noApplication is what the failure of a word that means no application tells beside
// it: the applications, and the programs that it means which are none.
type noApplication struct {
	appList
	// Unpublished are programs with a window that the word means and that are not on the
	// accessibility bus.
	Unpublished []unpublishedData `json:"unpublished,omitempty"`
}

// missing is the failure where --app means no application. A program that has a window and
// publishes nothing is named, with why, where that can be seen.
func (c *cli) missing(ctx context.Context, b backends.Backend, all []tree.Application) *failure {
	details := noApplication{appList: appsOf(all)}
	if c.live(usage, "") == nil {
		display, err := c.display(ctx, "")
		if err != nil {
			c.log.Debug("ask for programs with a window", "error", err)
		}
		var published []int
		for _, app := range all {
			published = append(published, app.PID)
		}
		on := slices.ContainsFunc(b.Probe(ctx).Capabilities, func(x backends.Capability) bool { return x.Name == enabled && x.OK })
		details.Unpublished = c.examineWindows(display, published, on)
	}
	switch {
	case len(details.Unpublished) > 0:
	case len(all) == 0:
		return fail(environment, "start one with accessibility on; 'samebutton doctor' tells how", "no application can be seen")
	default:
		return fail(environment, "start it, or see 'samebutton apps'", "no application matches %q", c.app).with(details)
	}
	var words []string
	for _, u := range details.Unpublished {
		words = append(words, u.words())
	}
	hint := "'samebutton doctor' tells more"
	if remedy := details.Unpublished[0].Remedy; remedy != "" {
		hint = remedy + "; " + hint
	}
	return fail(environment, hint, "no application matches %q: %s", c.app, strings.Join(words, "; ")).with(details)
}

// words say who has a window and is not on the accessibility bus, and why.
func (u unpublishedData) words() string {
	who := orElse(u.Name, "a program")
	if u.PID > 0 {
		who += " (process " + strconv.Itoa(u.PID) + ")"
	}
	problem := u.Problem
	if len(u.Evidence) > 0 {
		problem += " (" + strings.Join(u.Evidence, "; ") + ")"
	}
	return fmt.Sprintf("%s shows window %s and is not on the accessibility bus: %s", who, quote(strings.Join(u.Windows, ", ")), problem)
}
