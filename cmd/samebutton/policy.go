package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/samebutton/samebutton/recorder/policy"
	"github.com/samebutton/samebutton/store"
)

// leave is what the flags of 'act' and 'replay' say about leave to act.
type leave struct {
	policy.Leave
	// code confirms the one act that it was given for.
	code string
	// wanted is the code that the command would have to be given again with.
	wanted string
}

const (
	consequentialUsage = "let pass what else a person would have to confirm (send, buy, delete …)"
	launchUsage        = "let the recording start its programs without asking"
)

// codeLimit is how long a code confirms: long enough to look at the target.
const codeLimit = 5 * time.Minute

// loadPolicy reads the policy file. Without one the usual default decides; one that
// was named must be there.
func (c *cli) loadPolicy() (*policy.Policy, error) {
	path := c.policyPath
	if path == "" {
		var err error
		if path, err = c.policyFile(); err != nil {
			return &policy.Policy{}, nil // no home, no file
		}
	}
	p, err := policy.Load(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.policyPath == "":
		p = &policy.Policy{}
	case err != nil:
		return nil, fail(refused, "nothing is sent as long as it is not known what the policy forbids; mend the file or name another with --policy", "%v", err)
	}
	return p.With(c.leave.Leave), nil
}

// asker returns how a person is asked on the command line: at the terminal, else by
// a code with which the command is given again. Codes are for 'act', whose target
// is the same the next time.
func (c *cli) asker(shelf *store.Store) policy.Ask {
	switch {
	case c.leave.code != "":
		return func(_ context.Context, q policy.Question) (policy.Answer, error) { return c.confirmed(shelf, q) }
	case c.atTerminal() && !c.json:
		return c.askAtTerminal
	case c.command == "act":
		return func(_ context.Context, q policy.Question) (policy.Answer, error) {
			pending, err := shelf.PutConfirmation(q.Digest, q.Title, codeLimit)
			if err != nil {
				return policy.Answer{}, err
			}
			c.leave.wanted = pending.Code
			return policy.Answer{Hint: fmt.Sprintf("nothing was sent; to confirm exactly this, give the command again within %v with --confirm %s", codeLimit, pending.Code)}, nil
		}
	}
	return nil
}

// confirmed takes the code of --confirm for the one act that it was given for.
func (c *cli) confirmed(shelf *store.Store, q policy.Question) (policy.Answer, error) {
	pending, err := shelf.TakeConfirmation(c.leave.code)
	again := "nothing was sent; give the command without --confirm for a new code"
	switch {
	case errors.Is(err, store.ErrNotFound):
		return policy.Answer{Hint: "the code was used, has expired or was never given: " + again}, nil
	case err != nil:
		return policy.Answer{}, err
	case pending.Digest != q.Digest:
		return policy.Answer{Hint: fmt.Sprintf("the code is for another target or act (%s), and is used up: %s", safe(pending.Title), again)}, nil
	}
	return policy.Answer{Yes: true, How: "with a code"}, nil
}

// atTerminal reports whether a person can answer.
func (c *cli) atTerminal() bool {
	f, ok := c.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// askAtTerminal asks once. Anything but yes is no.
func (c *cli) askAtTerminal(ctx context.Context, q policy.Question) (policy.Answer, error) {
	c.answers.forget()
	fmt.Fprintf(c.err, "%s\n  %s; %s\n  do it? Type yes: ", safe(q.Title), safe(q.Target), safe(q.Decision.Reason))
	text, err := c.answers.next(ctx)
	if err != nil && !errors.Is(err, io.EOF) {
		return policy.Answer{}, err
	}
	return policy.Answer{Yes: strings.EqualFold(strings.TrimSpace(text), "yes"), How: "at the terminal"}, nil
}

// policyCommand shows what may be sent.
func (c *cli) policyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "show what may be sent, what a person must confirm, and what is forbidden",
		Long: `Shows what decides before anything is sent: what nothing can allow, the rules of
the policy file in their order, and what comes of the rest. A file that is wrong is
refused here as it is before a replay.`,
		Args: args(noArguments),
		RunE: c.perform(func(context.Context, []string) (answer, error) {
			p, err := c.loadPolicy()
			if err != nil {
				return nil, err
			}
			return policyOf(p), nil
		}),
	}
	c.policyFlag(cmd)
	return cmd
}

func (c *cli) policyFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.policyPath, "policy", "", "`FILE` that says what may be sent, in place of the user's own")
}

// policyData is a policy as it is shown.
type policyData struct {
	File          string           `json:"file"`
	HardBlocks    []string         `json:"hardBlocks"`
	Rules         []policyRuleData `json:"rules"`
	Ordinary      string           `json:"ordinary"`
	Consequential string           `json:"consequential"`
	Launch        string           `json:"launch"`
	Words         []string         `json:"words"`
}

type policyRuleData struct {
	ID     string `json:"id"`
	Effect string `json:"effect"`
	When   string `json:"when"`
	Reason string `json:"reason"`
}

func policyOf(p *policy.Policy) policyData {
	ordinary, consequential, launch := p.Defaults()
	d := policyData{
		File: p.File, HardBlocks: policy.HardBlocks(), Rules: []policyRuleData{},
		Ordinary: string(ordinary), Consequential: string(consequential), Launch: string(launch), Words: append([]string{}, p.Words()...),
	}
	for _, r := range p.Rules() {
		d.Rules = append(d.Rules, policyRuleData{ID: r.ID, Effect: string(r.Effect), When: r.String(), Reason: r.Reason})
	}
	return d
}

func (d policyData) show(p *page) {
	p.line("policy file  %s", orElse(d.File, "none"))
	p.line("")
	p.line("never sent")
	for _, b := range d.HardBlocks {
		p.line("  %s", b)
	}
	if len(d.Rules) > 0 {
		p.line("")
		p.line("rules, the first that fits decides")
	}
	for _, r := range d.Rules {
		p.line("  %-8s %s: %s", r.Effect, r.ID, orElse(r.When, "everything"))
		if r.Reason != "" {
			p.line("           %s", r.Reason)
		}
	}
	p.line("")
	p.line("else")
	p.line("  %-8s names that say it cannot be taken back (send, buy, delete …)", d.Consequential)
	if len(d.Words) > 0 {
		p.line("           and by the file: %s", strings.Join(d.Words, ", "))
	}
	p.line("  %-8s programs that a recording starts", d.Launch)
	p.line("  %-8s everything else", d.Ordinary)
}
