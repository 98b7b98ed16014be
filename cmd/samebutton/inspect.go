package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (c *cli) inspect() *cobra.Command {
	var at string
	cmd := &cobra.Command{
		Use:   "inspect LOCATOR|REF | --at X,Y",
		Short: "tell all about one element, and how it can be named",
		Example: `  samebutton inspect --app Orders 'button "Save"'
  samebutton inspect @s12:e5
  samebutton inspect --at 640,400`,
		Args: args(between(0, 1)),
	}
	cmd.RunE = c.perform(func(ctx context.Context, args []string) (answer, error) {
		if (len(args) == 1) == (at != "") {
			return nil, fail(usage, "usage: samebutton inspect LOCATOR, or REF, or --at X,Y", "name one element, or one place")
		}
		var a *aim
		var err error
		if at != "" {
			a, err = c.aimAt(ctx, at)
		} else {
			a, err = c.aimToLook(ctx, args[0])
		}
		if err != nil {
			return nil, err
		}
		defer a.session.close()
		d := inspectionOf(a.frozen, a.node)
		if d.CoveredBy = a.cover; d.CoveredBy != nil && !c.json {
			c.warn("another window covers that place: %s", d.CoveredBy)
		}
		return d, nil
	})
	cmd.Flags().StringVar(&at, "at", "", "the element at this place of the screen (`X,Y` in pixels)")
	return cmd
}
