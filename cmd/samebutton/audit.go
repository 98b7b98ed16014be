package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/inspector/audit/rules"
	"github.com/samebutton/samebutton/store"
)

// auditing is what the flags of 'audit' say.
type auditing struct {
	profile, failOn string
	allWindows      bool
	listen          time.Duration
	rules           []string
	listRules       bool
	baseline        string
	updateBaseline  bool
	suppressions    string
	format          string
	outputs         []string
	// after is a recording that is replayed, with an audit after each step.
	after  string
	replay replaying
	tabs   tabbing
	// source is the file of the project that SARIF names for all findings.
	source string
}

// auditProfiles and gates are the words of --profile and --fail-on.
var (
	auditProfiles = []string{string(audit.ProfileDefault), string(audit.ProfileStrict), string(audit.ProfileTestability)}
	gates         = []string{"error", "warning", "none"}
)

// Where a project keeps what it decided about findings, unless a flag says otherwise.
const suppressionsFile = "samebutton-audit.toml"

func (c *cli) audit() *cobra.Command {
	var o auditing
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "tell what an application does not expose, and gate it in CI",
		Long: `Judges what an application exposes: for people who do not see the screen or do not
use a pointer, and for tests. It only looks: nothing is pressed, focused or scrolled,
but with --tab-order, which presses Tab in the window that has the keyboard.
Findings with one cause are told together. It ends with exit code 1 where a finding
is at or over --fail-on; review and info never fail. All rules are in docs/audit.md.
With --after a recording is replayed first, under the same rules as with 'replay', and
the application is audited at the beginning and after each step.

--baseline compares with an earlier audit: what is known does not fail.
Findings that somebody decided about are in ` + suppressionsFile + `, with reason and expiry.`,
		Example: `  samebutton audit --app Orders
  samebutton audit --app Orders --profile testability --fail-on warning
  samebutton audit --app Orders --baseline audit-baseline.json --update-baseline
  samebutton audit --app Orders --rule target-size=off --rule id-missing=warning
  samebutton audit --app Orders --output audit.sarif --output audit.xml --output audit.html
  samebutton audit --after "new order" --param customer=Anna --output audit.html`,
		Args: args(noArguments),
	}
	cmd.RunE = c.perform(func(ctx context.Context, _ []string) (answer, error) {
		if o.listRules {
			return c.listRules(o, cmd.Flags())
		}
		return c.auditOne(ctx, o)
	})
	flags := cmd.Flags()
	flags.StringVar(&o.profile, "profile", "default", "one of "+strings.Join(auditProfiles, ", ")+" (`PROFILE`)")
	flags.StringVar(&o.failOn, "fail-on", "error", "one of "+strings.Join(gates, ", ")+" (`SEVERITY`)")
	flags.BoolVar(&o.allWindows, "all-windows", false, "all windows of the application, not only the active one")
	flags.DurationVar(&o.listen, "listen", 0, "first listen for `DUR` to what the application tells of itself, and compare two readings")
	flags.BoolVar(&o.tabs.walk, "tab-order", false, "press Tab, as real input, to find the order in which it goes through the window, which must have the keyboard")
	flags.BoolVar(&o.tabs.throughText, "tab-through-text", false, "with --tab-order: press it also in texts of several lines and terminals, which may take it as text")
	flags.StringArrayVar(&o.rules, "rule", nil, "give a rule another severity, or off (`ID=SEVERITY`, repeatable)")
	flags.BoolVar(&o.listRules, "list-rules", false, "list all rules, and audit nothing")
	flags.StringVar(&o.baseline, "baseline", "", "compare with this `FILE`")
	flags.BoolVar(&o.updateBaseline, "update-baseline", false, "write what is found to the file of --baseline")
	flags.StringVar(&o.suppressions, "suppressions", "", "what was decided about findings is in this `FILE` ("+suppressionsFile+" where it is there)")
	flags.StringVar(&o.format, "format", "", "one of "+strings.Join(auditFormats, ", ")+"; without it the end of --output decides (`FORMAT`)")
	flags.StringArrayVar(&o.outputs, "output", nil, "write a report to this `FILE`, readable by its owner only (repeatable: one audit, a report in each format)")
	flags.StringVar(&o.source, "source", "", "sarif: the `FILE` of the project that findings are shown at")
	flags.StringVar(&o.after, "after", "", "replay this `RECORDING`, and audit after each step")
	flags.StringArrayVar(&o.replay.params, "param", nil, "with --after: value of a parameter (`KEY=VALUE`, repeatable)")
	flags.StringArrayVar(&o.replay.secrets, "secret-env", nil, "with --after: parameter whose value is in an environment variable (`KEY=VARIABLE`, repeatable)")
	flags.BoolVar(&o.replay.allowInput, "allow-input", false, allowInputUsage)
	c.policyFlag(cmd)
	flags.BoolVar(&c.leave.Launch, "allow-launch", false, launchUsage)
	flags.BoolVar(&c.leave.Consequential, "allow-consequential", false, consequentialUsage)
	flags.BoolVar(&o.replay.endLaunched, "end-launched", false, "with --after: end the programs that the recording started")
	return cmd
}

// options checks the flags and reads the files that they name; saved says that a saved
// snapshot is audited.
func (o *auditing) options(saved bool) (audit.Options, error) {
	out := audit.Options{Rules: rules.All(), Profile: audit.Profile(o.profile), Now: time.Now()}
	if err := o.profiled(); err != nil {
		return out, err
	}
	switch {
	case !slices.Contains(gates, o.failOn):
		return out, fail(usage, "use one of "+strings.Join(gates, ", "), "--fail-on %q is no gate", o.failOn)
	case o.updateBaseline && o.baseline == "":
		return out, fail(usage, "say where with --baseline FILE", "--update-baseline has no file")
	case o.listen > 0 && saved:
		return out, fail(usage, "leave it out, or start the application and leave out --backend", "a saved snapshot says nothing: there is nothing to listen to")
	case o.listen < 0:
		return out, fail(usage, "use a duration such as 5s", "--listen %v is not a while", o.listen)
	}
	var err error
	if out.Severities, err = o.severities(); err != nil {
		return out, err
	}
	if out.Suppressions, err = o.decided(); err != nil {
		return out, err
	}
	out.Baseline, err = o.known()
	return out, err
}

// profiled refuses a profile that there is not.
func (o *auditing) profiled() error {
	if !slices.Contains(auditProfiles, o.profile) {
		return fail(usage, "use one of "+strings.Join(auditProfiles, ", "), "unknown profile %q", o.profile)
	}
	return nil
}

// severities reads --rule.
func (o *auditing) severities() (map[string]audit.Severity, error) {
	all := map[string]audit.Severity{}
	for _, given := range o.rules {
		id, word, ok := strings.Cut(given, "=")
		if !ok || id == "" {
			return nil, fail(usage, "write --rule target-size=off, for example", "--rule %q has no ID=SEVERITY", given)
		}
		if rules.Find(id) == nil {
			return nil, noRule(id)
		}
		severity, err := audit.ParseSeverity(word)
		if err != nil {
			return nil, fail(usage, "write --rule "+id+"=warning, for example", "rule %s: %v", id, err)
		}
		if before, again := all[id]; again && before != severity {
			return nil, fail(usage, "leave one of them out", "--rule gives %s two severities, %v and %v", id, before, severity)
		}
		all[id] = severity
	}
	return all, nil
}

// decided reads the suppressions. Only a file that was named must be there.
func (o *auditing) decided() ([]audit.Suppression, error) {
	path := o.suppressions
	if path == "" {
		path = suppressionsFile
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && o.suppressions == "" {
		return nil, nil
	}
	if err != nil {
		return nil, fail(environment, "check the name and the permissions", "read what was decided: %v", err)
	}
	all, err := audit.ParseSuppressions(text)
	if err != nil {
		return nil, fail(usage, "mend the file; docs/audit.md shows its form", "%s: %v", path, err)
	}
	for _, x := range all {
		if rules.Find(x.Rule) == nil {
			f := noRule(x.Rule)
			return nil, fail(usage, f.hint, "%s: %s", path, f.message)
		}
	}
	return all, nil
}

// known reads the baseline. One that is about to be written need not be there, and may be
// of an earlier version; what is no baseline is not overwritten.
func (o *auditing) known() (*audit.Baseline, error) {
	if o.baseline == "" {
		return nil, nil
	}
	text, err := os.ReadFile(o.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.updateBaseline:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fail(environment, "make it with --update-baseline", "there is no baseline %s", o.baseline)
	case err != nil:
		return nil, fail(environment, "name a file that can be read", "read the baseline: %v", err)
	}
	b, err := audit.ParseBaseline(text)
	switch {
	case errors.Is(err, audit.ErrOldBaseline) && o.updateBaseline:
		return nil, nil
	case errors.Is(err, audit.ErrOldBaseline):
		return nil, fail(usage, "make it anew with --update-baseline", "%s is %v", o.baseline, err)
	case isAudit(text):
		return nil, fail(usage, "the window compares with it; for --baseline make a file of its own with --update-baseline", "%s is an audit, not a baseline", o.baseline)
	case err != nil:
		return nil, fail(usage, "name another file, or move this one away and make it anew with --update-baseline; it was left as it is", "%s: %v", o.baseline, err)
	}
	return b, nil
}

// isAudit reports whether a file is an audit that was saved as JSON.
func isAudit(text []byte) bool {
	var d struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(text, &d) == nil && d.Schema == report.Schema
}

// auditOne audits the application of --app.
func (c *cli) auditOne(ctx context.Context, o auditing) (answer, error) {
	options, err := o.options(strings.HasPrefix(c.backendName, filePrefix))
	if err != nil {
		return nil, err
	}
	_, files, err := o.reports(c.json)
	if err != nil {
		return nil, err
	}
	if o.updateBaseline {
		files = append(files, auditFile{path: o.baseline})
	}
	if err := writable(files); err != nil {
		return nil, err
	}
	result, short, err := c.audited(ctx, o, options)
	if err != nil {
		return nil, err
	}
	d := auditData{report.Make(result)}
	if f := result.Subject.Frozen; ended(f) && o.after == "" {
		return nil, theEnd(f).with(d)
	}
	if o.updateBaseline {
		if short, err = o.keepBaseline(result, short); err != nil {
			return nil, err
		}
		if short == nil {
			d.Baseline = o.baseline
		}
	}
	gate, err := o.gate()
	if err != nil {
		return nil, err
	}
	out, err := c.writeAudit(o, result, d, gate)
	switch {
	case short != nil && err != nil: // how the replay ended must not be lost
		short.hint = err.Error() + "; " + short.hint
		return nil, short.with(d)
	case err != nil:
		return nil, err
	case short != nil:
		return nil, short.with(out)
	case !o.updateBaseline && result.Fails(gate):
		f := fail(failed, "see each rule in docs/audit.md; --baseline accepts what is known, "+suppressionsFile+" what was decided",
			"%s and %s", count(d.Counts.Error, "error"), count(d.Counts.Warning, "warning"))
		return nil, f.with(out)
	case gate != audit.Off && unread(result):
		return nil, unreadFailure("no finding fails the gate, but that proves nothing").with(out)
	}
	return out, nil
}

// keepBaseline writes the baseline of --update-baseline, unless something was not audited:
// a part would call new what is only not in it.
func (o *auditing) keepBaseline(r *audit.Report, short *failure) (*failure, error) {
	switch {
	case short != nil:
		short.hint = orElse(short.hint, "see 'samebutton runs show last'") + "; the baseline was not written"
		return short, nil
	case unread(r):
		return unreadFailure("the baseline was not written"), nil
	}
	return nil, writeBaseline(o.baseline, r)
}

// unread reports whether something that is there was not read, in any state. What an
// application makes on demand (rows of a long table) is not there yet.
func unread(r *audit.Report) bool {
	cut := func(s *audit.Subject) bool {
		return slices.ContainsFunc(s.Cuts, func(c tree.Cut) bool { return c.Reason != tree.CutVirtualChildren })
	}
	return cut(r.Subject) || slices.ContainsFunc(r.States, func(s audit.State) bool { return cut(s.Report.Subject) })
}

// unreadFailure is the failure of an audit that did not see everything.
func unreadFailure(so string) *failure {
	return fail(unknown, "try again, with a longer --timeout; 'samebutton tree' shows what is missing", "not everything could be read: %s", so)
}

// audited audits the application of --app as it is, or after each step of --after; short
// is why that is not all that was asked for.
func (c *cli) audited(ctx context.Context, o auditing, options audit.Options) (r *audit.Report, short *failure, err error) {
	if err := o.tabs.check(c, &o); err != nil {
		return nil, nil, err
	}
	if o.after != "" {
		return c.auditStates(ctx, o, options)
	}
	if len(o.replay.params)+len(o.replay.secrets) > 0 || o.replay.allowInput || o.replay.endLaunched {
		return nil, nil, fail(usage, "name a recording with --after, or leave them out", "parameters and leave to act are for a replay")
	}
	s, err := c.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer s.close()
	subject, err := s.auditSubject(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	if o.tabs.walk && !ended(subject.Frozen) {
		if subject.Tabs, err = s.walkTabs(ctx, subject, o.tabs); err != nil {
			return nil, nil, err
		}
	}
	return audit.Run(subject, options), nil, nil
}

func writeBaseline(path string, r *audit.Report) error {
	text, err := audit.NewBaseline(r).Format()
	if err != nil {
		return err
	}
	if err := store.ReplaceFile(path, text); err != nil {
		return fail(environment, "check the folder, its permissions and the free space", "write the baseline: %v", err)
	}
	return nil
}

// auditWindows are those that an audit is about: that of --window, else the active
// one, else, or with --all-windows, all (nil).
func (s *session) auditWindows(f *inspector.Frozen, all bool) ([]tree.NodeID, error) {
	top, err := s.top(f)
	switch {
	case err != nil:
		return nil, err
	case top != tree.None:
		return []tree.NodeID{top}, nil
	case all:
		return nil, nil
	}
	for _, w := range f.Windows {
		if w.Active {
			return []tree.NodeID{w.Node}, nil
		}
	}
	return nil, nil
}

// writeFindings tells how many findings count, in words.
func writeFindings(n report.Counts) string {
	var words []string
	for _, c := range []struct {
		n    int
		word string
	}{{n.Error, "error"}, {n.Warning, "warning"}, {n.Review, "to review"}, {n.Info, "for information"}} {
		switch {
		case c.n > 0 && (c.word == "error" || c.word == "warning"):
			words = append(words, count(c.n, c.word))
		case c.n > 0:
			words = append(words, fmt.Sprintf("%d %s", c.n, c.word))
		}
	}
	if len(words) == 0 {
		return "no findings"
	}
	return strings.Join(words, ", ")
}
