package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/desktop"
)

func (c *cli) bench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "measure how fast applications are read, shown and recorded",
		Args:  args(noArguments),
		RunE: func(*cobra.Command, []string) error {
			return fail(usage, "see 'samebutton bench --help'", "say what to measure: read, window, hold or hostile")
		},
	}
	cmd.AddCommand(c.benchRead(), c.benchWindow(), c.benchHold(), c.benchHostile())
	return cmd
}

func (c *cli) benchRead() *cobra.Command {
	var runs int
	var programs bool
	cmd := &cobra.Command{
		Use:   "read [PROGRAM...]",
		Short: "measure reading against the floor and against pyatspi",
		Long: `Reads an application completely, sends the bytes of one reading again without any
model (the floor), and walks the application with pyatspi where that is installed,
in turn, and prints all times with their ratios.

With --app it measures a running application. Without, it starts real programs on
a private desktop (all that are installed, or those that are named) and compares
with the budgets.`,
		Args: args(cobra.ArbitraryArgs),
		RunE: c.perform(func(ctx context.Context, names []string) (answer, error) {
			chosen, unknown := chooseSubjects(subjects(), names)
			switch {
			case unknown != "":
				return nil, fail(usage, "use "+subjectNames(subjects()), "unknown program %q", unknown)
			case len(names) > 0 && c.app != "":
				return nil, fail(usage, "leave one of them out", "the programs are started, --app names a running one")
			case runs < 1:
				return nil, fail(usage, "give --runs a number above 0", "%d runs measure nothing", runs)
			case programs && c.app != "":
				return nil, fail(usage, "leave one of them out", "--programs starts its own applications, --app names a running one")
			}
			report := readReport{Machine: thisMachine(), Programs: []readFigures{}, Missing: []missingProgram{}}
			var err error
			if c.app != "" {
				err = c.measureOne(ctx, runs, &report)
			} else {
				err = measurePrograms(ctx, chosen, runs, &report)
			}
			if err != nil {
				return nil, err
			}
			report.judge()
			return report, nil
		}),
	}
	cmd.Flags().IntVar(&runs, "runs", 7, "how often each is measured (`N`)")
	cmd.Flags().BoolVar(&programs, "programs", false, "start real programs on a private desktop (without --app this is so)")
	return cmd
}

// measureOne measures the application of --app.
func (c *cli) measureOne(ctx context.Context, runs int, report *readReport) error {
	r, err := newReader(ctx, runs)
	if err != nil {
		return err
	}
	defer r.backend.Close()
	app, err := c.application(ctx, r.backend)
	if err != nil {
		return err
	}
	f, err := r.measure(ctx, app)
	if err != nil {
		return err
	}
	report.Programs = append(report.Programs, f)
	return nil
}

// privateDesktop starts a desktop and moves this process to it.
func privateDesktop(ctx context.Context) (*desktop.Desktop, error) {
	d, err := desktop.Start(ctx, desktop.Options{})
	if err != nil {
		return nil, demoFailure(err)
	}
	if err := d.Setenv(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
