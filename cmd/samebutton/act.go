package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/recorder"
)

// verbs are what 'act' can do, and whether it takes a value.
var verbs = []struct {
	verb  tree.Verb
	value bool
}{
	{tree.VerbPress, false}, {tree.VerbToggle, false}, {tree.VerbSelect, false}, {tree.VerbSetText, true}, {tree.VerbSetValue, true},
	{tree.VerbExpand, false}, {tree.VerbCollapse, false}, {tree.VerbFocus, false}, {tree.VerbShowMenu, false},
}

func verbWords() string {
	var words []string
	for _, v := range verbs {
		words = append(words, string(v.verb))
	}
	return strings.Join(words, ", ")
}

func (c *cli) act() *cobra.Command {
	var allowInput bool
	cmd := &cobra.Command{
		Use:   "act ACTION LOCATOR|REF [VALUE]",
		Short: "do one thing with one element that is proven to be the only one",
		Long: "Does one thing with one element: " + verbWords() + `.
The element is looked for twice, in complete readings; nothing is sent unless
exactly one matches both times and it can be acted on. Nothing is sent twice.
'select' takes the item of a list or combo box as VALUE, or is told the item itself.`,
		Example: `  samebutton act press --app Orders 'button "Save"'
  samebutton act set-text --app Orders 'textbox "Customer"' "Anna"
  samebutton act press @s12:e5`,
		Args: args(between(2, 3)),
		RunE: c.perform(func(ctx context.Context, args []string) (answer, error) {
			action, err := actionOf(args)
			if err != nil {
				return nil, err
			}
			if err := c.live(notActionable, "a saved snapshot cannot be acted on"); err != nil {
				return nil, err
			}
			// Nothing may be sent that could not be written down first.
			if _, err := c.openShelf(); err != nil {
				return nil, err
			}
			a, err := c.aim(ctx, args[1])
			if err != nil {
				return nil, err
			}
			defer a.session.close()
			held, player, done, err := a.session.player(ctx, replaying{allowInput: allowInput}, nil)
			if err != nil {
				return nil, err
			}
			defer done()
			var run recorder.Run
			if action.Verb == tree.VerbSelect && len(args) == 3 {
				run, err = player.Replay(held, selectionOf(a, args[2]), a.session.app)
			} else {
				run, err = player.Act(held, a.session.app, a.target, action)
			}
			if err != nil {
				if run.ID == "" {
					return nil, storeFailure(err)
				}
				return nil, storeFailure(err).with(actOf(run))
			}
			result := actOf(run)
			result.Confirm = c.leave.wanted
			if err := lostControl(held, run); err != nil {
				return nil, explain(err).with(result)
			}
			if e, ok := endingOfVerdict(run.Verdict); !ok {
				return nil, fail(e, result.Hint, "%s: %s", result.Title, orElse(result.Error, result.Verdict)).
					briefly("%s: %s", action.Verb, result.Verdict).with(result)
			}
			return result, nil
		}),
	}
	cmd.Flags().BoolVar(&allowInput, "allow-input", false, allowInputUsage)
	c.policyFlag(cmd)
	cmd.Flags().BoolVar(&c.leave.Consequential, "allow-consequential", false, consequentialUsage)
	cmd.Flags().StringVar(&c.leave.code, "confirm", "", "confirm the one act that this `CODE` was given for")
	return cmd
}

// actionOf reads ACTION and VALUE.
func actionOf(args []string) (backends.Action, error) {
	action := backends.Action{Verb: tree.Verb(args[0])}
	i := slices.IndexFunc(verbs, func(v struct {
		verb  tree.Verb
		value bool
	}) bool {
		return v.verb == action.Verb
	})
	switch {
	case i < 0:
		return action, fail(usage, "use one of: "+verbWords(), "unknown action %q", args[0])
	case verbs[i].value && len(args) < 3:
		return action, fail(usage, "give it after the element", "%s needs a value", action.Verb)
	case !verbs[i].value && action.Verb != tree.VerbSelect && len(args) == 3:
		return action, fail(usage, "leave it out", "%s takes no value", action.Verb)
	}
	switch action.Verb {
	case tree.VerbSetText:
		action.Text = args[2]
	case tree.VerbSetValue:
		number, err := strconv.ParseFloat(args[2], 64)
		if err != nil {
			return action, fail(usage, "write it like 12.5", "%q is no number", args[2])
		}
		action.Number = number
	}
	return action, nil
}

// selectionOf is the choice of an item of a container as a recording of one step.
func selectionOf(a *aim, item string) recorder.Recording {
	return recorder.Recording{Schema: recorder.RecordingSchema, Name: "act", Steps: []recorder.Step{{
		ID: "act", Kind: recorder.StepSelectItem, Title: "select " + quote(item) + " in " + a.target.Describe,
		Light: recorder.LightUnique, Target: &a.target, Item: item,
	}}}
}

// actData is what came of one act.
type actData struct {
	Run string `json:"run"`
	// Confirm is the code with which exactly this act can be confirmed.
	Confirm string `json:"confirm,omitempty"`
	resultData
}

func actOf(run recorder.Run) actData {
	d := actData{Run: run.ID, resultData: resultData{Verdict: string(run.Verdict), Changes: []string{}}}
	if len(run.Steps) > 0 {
		d.resultData = resultOf(run.Steps[0])
	}
	return d
}

func (d actData) show(p *page) {
	d.resultData.show(p)
	for _, change := range d.Changes {
		p.line("       %s", change)
	}
}
