package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/script"
	"github.com/samebutton/samebutton/store"
)

// editOf makes an edit of what was written on the command line, without the name of
// the recording.
type editOf func(rec recorder.Recording, words []string) (recorder.Edit, error)

func (c *cli) editRecording() *cobra.Command {
	cmd := &cobra.Command{
		Use: "edit", Short: "change a recording, step by step, as the window does", Args: args(noArguments),
		Long: `Each command changes one recording and stores it. A STEP is its number, its ID, or
a range such as 3-5, as 'samebutton recordings show' prints them. What would leave a
recording that does not hold together is refused, and nothing is changed.`,
		SuggestionsMinimumDistance: 2,
		RunE: func(*cobra.Command, []string) error {
			return fail(usage, "see 'samebutton recordings edit --help'", "say what to change")
		},
	}
	cmd.AddCommand(
		c.edit("disable NAME STEP...", "let replay skip steps", 2, 0, disabling(true)),
		c.edit("enable NAME STEP...", "let replay do steps again", 2, 0, disabling(false)),
		c.edit("delete NAME STEP...", "remove steps, and the parameters that only they took", 2, 0, deleting),
		c.movingCommand(),
		c.edit("label NAME STEP TEXT", "give a step a title of your own; \"\" takes it away", 3, 3, labelling),
		c.edit("comment NAME STEP TEXT", "note something about a step; \"\" takes it away", 3, 3, commenting),
		c.edit("group NAME GROUP STEP...", "make a section of steps that stand together", 3, 0, grouping),
		c.edit("ungroup NAME STEP...", "take steps out of their section", 2, 0, ungrouping),
		c.breakpointCommand(),
		c.edit("text NAME STEP TEXT", "change what a step types", 3, 3, retyping),
		c.edit("parameter NAME STEP PARAMETER", "let a parameter stand for the text of a step, which becomes its default", 3, 3, parametrizing),
		c.edit("inline NAME STEP", "make the default of a parameter the text of a step", 2, 2, inlining),
		c.edit("default NAME PARAMETER VALUE", "change the default of a parameter; \"\" takes it away", 3, 3, defaulting),
		c.edit("secret NAME STEP", "make the text of a step a secret parameter, and take it out of the whole recording", 2, 2, hiding),
		c.locatorCommand(),
		c.edit("within NAME STEP DURATION", "say how long a step waits; 0 leaves it to the replay", 3, 3, waiting),
		c.edit("unexpect NAME STEP", "let a step not wait any more for what an earlier one brought up", 2, 2, unexpecting),
		c.insertCommand("insert-assert", "insert an assertion", "expect"),
		c.insertCommand("insert-wait", "insert a wait", "wait-for"),
	)
	return cmd
}

// edit makes a command of an edit. It takes at least least words, at most most; 0 is
// no limit.
func (c *cli) edit(use, short string, least, most int, makes editOf) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: args(between(least, most)),
		RunE: c.perform(func(_ context.Context, words []string) (answer, error) {
			rec, err := c.recording(words[0])
			if err != nil {
				return nil, err
			}
			e, err := makes(rec, words[1:])
			if err != nil {
				return nil, err
			}
			return c.change(rec, e)
		}),
	}
}

// change applies an edit and stores what comes of it.
func (c *cli) change(rec recorder.Recording, e recorder.Edit) (answer, error) {
	editor := recorder.NewEditor(rec)
	if err := editor.Do(e); err != nil {
		return nil, fail(usage, "see its steps with 'samebutton recordings show'", "%s: %v", rec.Name, err)
	}
	d := edited{change: change{Done: "nothing to change"}}
	now := editor.Recording()
	if title, ok := editor.CanUndo(); ok {
		d.Done = title
		shelf, err := c.openShelf()
		if err != nil {
			return nil, err
		}
		switch err := shelf.ReplaceRecording(rec, now); {
		case errors.Is(err, store.ErrChanged):
			return nil, fail(storeFailed, "look at it again, and repeat what is still to be done", "%s was changed meanwhile by another program", rec.Name)
		case err != nil:
			return nil, nameFailure(err)
		}
	}
	d.Recording = summaryOf(now)
	if i, ok := e.(recorder.Insert); ok {
		d.N, d.StepID = i.At+1, now.Steps[i.At].ID
	}
	return d, nil
}

// edited says what was done to a recording.
type edited struct {
	change
	// N and StepID are the step that was inserted.
	N      int    `json:"n,omitempty"`
	StepID string `json:"stepId,omitempty"`
}

// show tells it to a person.
func (d edited) show(p *page) {
	p.line("%s: %s (%s)", d.Recording.Name, d.Done, count(d.Recording.Steps, "step"))
}

// numbered is a step or a range of steps by number.
var numbered = regexp.MustCompile(`^([0-9]+)(?:-([0-9]+))?$`)

// stepsOf returns the IDs of steps that were named by number, range or ID.
func stepsOf(rec recorder.Recording, words []string) ([]string, error) {
	var ids []string
	for _, w := range words {
		m := numbered.FindStringSubmatch(w)
		if m == nil {
			ids = append(ids, w) // the editor knows which there are
			continue
		}
		from, err := strconv.Atoi(m[1])
		to, err2 := strconv.Atoi(orElse(m[2], m[1]))
		if err != nil || err2 != nil || from < 1 || from > to || to > len(rec.Steps) {
			return nil, fail(usage, "see its steps with 'samebutton recordings show'", "%s has no step %s: it has %s", rec.Name, w, count(len(rec.Steps), "step"))
		}
		for n := from; n <= to; n++ {
			ids = append(ids, rec.Steps[n-1].ID)
		}
	}
	return ids, nil
}

func stepOf(rec recorder.Recording, word string) (string, error) {
	ids, err := stepsOf(rec, []string{word})
	if err == nil && len(ids) != 1 {
		err = fail(usage, "name one step", "%s is more than one step", word)
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// stepPlace returns where the step that a word names is, or the end for "".
func stepPlace(rec recorder.Recording, word string) (int, error) {
	if word == "" {
		return len(rec.Steps), nil
	}
	id, err := stepOf(rec, word)
	if err != nil {
		return 0, err
	}
	for i, s := range rec.Steps {
		if s.ID == id {
			return i, nil
		}
	}
	return 0, fail(usage, "see its steps with 'samebutton recordings show'", "%s has no step %s", rec.Name, word)
}

// onStep makes an edit of one step of what follows its word.
func onStep(makes func(step string, more []string) (recorder.Edit, error)) editOf {
	return func(rec recorder.Recording, words []string) (recorder.Edit, error) {
		id, err := stepOf(rec, words[0])
		if err != nil {
			return nil, err
		}
		return makes(id, words[1:])
	}
}

func disabling(on bool) editOf {
	return func(rec recorder.Recording, words []string) (recorder.Edit, error) {
		ids, err := stepsOf(rec, words)
		return recorder.Disable{Steps: ids, Disabled: on}, err
	}
}

func deleting(rec recorder.Recording, words []string) (recorder.Edit, error) {
	ids, err := stepsOf(rec, words)
	return recorder.Delete{Steps: ids}, err
}

func grouping(rec recorder.Recording, words []string) (recorder.Edit, error) {
	ids, err := stepsOf(rec, words[1:])
	if err == nil && strings.TrimSpace(words[0]) == "" {
		err = fail(usage, "use 'recordings edit ungroup' to take steps out of theirs", "a group needs a name")
	}
	return recorder.Group{Steps: ids, Name: words[0]}, err
}

func ungrouping(rec recorder.Recording, words []string) (recorder.Edit, error) {
	ids, err := stepsOf(rec, words)
	return recorder.Group{Steps: ids}, err
}

var (
	labelling = onStep(func(step string, more []string) (recorder.Edit, error) {
		return recorder.Label{Step: step, Label: more[0]}, nil
	})
	commenting = onStep(func(step string, more []string) (recorder.Edit, error) {
		return recorder.Comment{Step: step, Comment: more[0]}, nil
	})
	retyping = onStep(func(step string, more []string) (recorder.Edit, error) {
		return recorder.SetText{Step: step, Text: more[0]}, nil
	})
	parametrizing = onStep(func(step string, more []string) (recorder.Edit, error) {
		return recorder.Parametrize{Step: step, Parameter: more[0]}, nil
	})
	inlining    = onStep(func(step string, _ []string) (recorder.Edit, error) { return recorder.Inline{Step: step}, nil })
	hiding      = onStep(func(step string, _ []string) (recorder.Edit, error) { return recorder.MarkSecret{Step: step}, nil })
	unexpecting = onStep(func(step string, _ []string) (recorder.Edit, error) { return recorder.Unexpect{Step: step}, nil })
	waiting     = onStep(func(step string, more []string) (recorder.Edit, error) {
		d, err := duration(more[0])
		return recorder.SetWithin{Step: step, Within: d}, err
	})
)

func duration(word string) (time.Duration, error) {
	if word == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(word)
	if err != nil {
		return 0, fail(usage, "write "+withUnit(word), "%v", err)
	}
	return d, nil
}

func defaulting(_ recorder.Recording, words []string) (recorder.Edit, error) {
	return recorder.SetDefault{Parameter: words[0], Default: words[1]}, nil
}

func (c *cli) movingCommand() *cobra.Command {
	var before string
	var last bool
	cmd := c.edit("move NAME STEP...", "put steps before another one, or last", 2, 0, func(rec recorder.Recording, words []string) (recorder.Edit, error) {
		if (before == "") != last {
			return nil, fail(usage, "add --before STEP or --last", "say where to")
		}
		ids, err := stepsOf(rec, words)
		if err != nil {
			return nil, err
		}
		to, err := stepPlace(rec, before)
		return recorder.Move{Steps: ids, To: to}, err
	})
	cmd.Flags().StringVar(&before, "before", "", "the `STEP` that comes after them then")
	cmd.Flags().BoolVar(&last, "last", false, "put them last")
	return cmd
}

func (c *cli) breakpointCommand() *cobra.Command {
	var off bool
	cmd := c.edit("breakpoint NAME STEP", "let a replay in the window pause before a step", 2, 2, onStep(func(step string, _ []string) (recorder.Edit, error) {
		return recorder.Breakpoint{Step: step, On: !off}, nil
	}))
	cmd.Flags().BoolVar(&off, "off", false, "take the breakpoint away")
	return cmd
}

func (c *cli) locatorCommand() *cobra.Command {
	var why string
	cmd := c.edit("locator NAME STEP LOCATOR", "make one of a step's witnesses its locator", 3, 3, onStep(func(step string, more []string) (recorder.Edit, error) {
		return recorder.ChooseLocator{Step: step, Locator: more[0], Review: recorder.Review{By: login(), Why: why}}, nil
	}))
	cmd.Flags().StringVar(&why, "why", "", "the `REASON`, which is kept in the step")
	return cmd
}

// login is who decides, as far as the system tells.
func login() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

func (c *cli) insertCommand(name, short, verb string) *cobra.Command {
	var before, within string
	cmd := c.edit(name+" NAME CONDITION [LOCATOR]", short+" about an element", 2, 3, func(rec recorder.Recording, words []string) (recorder.Edit, error) {
		sentence := verb + " " + strings.TrimSpace(words[0])
		if len(words) == 2 {
			sentence += " of " + words[1]
		}
		step, err := script.Step(sentence)
		if err != nil {
			var at *script.Error
			if errors.As(err, &at) {
				return nil, fail(usage, `write it as visible, not state enabled, text "Anna", name contains "saved", text matches "Saved *", value 3, count 2, focus, gone or quiet`,
					"%q: %s", sentence, at.Problem)
			}
			return nil, err
		}
		if within != "" {
			if step.Within, err = duration(within); err != nil {
				return nil, err
			}
		}
		at, err := stepPlace(rec, before)
		return recorder.Insert{At: at, Step: step}, err
	})
	cmd.Long = fmt.Sprintf(`The CONDITION is visible, gone, focus, quiet, state STATE, name "TEXT", text "TEXT",
name contains "TEXT", text contains "TEXT", text matches "Saved order *" (a star stands
for any text), text parameter NAME, value NUMBER or
count NUMBER, with not before it where it shall not be so. All but quiet need a LOCATOR:

  samebutton recordings edit %s "new order" 'state enabled' 'window "Orders" > button "Save"'`, name)
	cmd.Flags().StringVar(&before, "before", "", "the `STEP` that comes after it; by default it is the last")
	cmd.Flags().StringVar(&within, "within", "", "how long it waits (`DUR` such as 5s)")
	return cmd
}
