package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/recorder"
)

func secretDefault(c *check) {
	for _, p := range c.rec.Parameters {
		if p.Secret && p.Default != "" {
			c.whole(fmt.Sprintf("the secret parameter %q has a default, which is stored", p.Name), "take the default away")
		}
	}
}

func unusedParameter(c *check) {
	for _, p := range c.rec.Parameters {
		if !slices.ContainsFunc(c.rec.Steps, func(s recorder.Step) bool {
			return s.Parameter == p.Name || s.Condition != nil && s.Condition.Parameter == p.Name
		}) {
			c.whole(fmt.Sprintf("no step takes the parameter %q, and no replay needs it", p.Name), "delete it, or let a step take it")
		}
	}
}

// secretNames are what fields are called that hold a secret but do not hide it.
var secretNames = regexp.MustCompile(`(?i)\b(password|passphrase|passwort|kennwort|mot de passe|contraseña|passcode|pin|token|api[ -]?key|secret|credentials?)\b`)

// tokens are secrets that can be told by how they look.
var tokens = regexp.MustCompile(`\b(ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.|-----BEGIN [A-Z ]*PRIVATE KEY|://[^/\s:@]+:[^/\s:@]+@`)

func secretLiteral(c *check) {
	const hint = "mark the step as secret: its text becomes a parameter and is taken out of the recording"
	for i, s := range c.rec.Steps { // disabled ones leak as well
		texts := []string{s.Text, s.Item, s.Comment, s.Label}
		if s.Condition != nil {
			texts = append(texts, s.Condition.Text)
		}
		if s.Launch != nil {
			texts = slices.Concat(texts, s.Launch.Arguments, s.Launch.Environment)
		}
		switch {
		case slices.ContainsFunc(texts, tokens.MatchString):
			c.at(i, "a text looks like a key or a token", hint)
		case s.Text != "" && s.Target != nil && secretNames.MatchString(s.Target.Name):
			c.at(i, fmt.Sprintf("what is typed into %q is stored as it is", s.Target.Name), hint)
		case s.Launch != nil && len(leftOut(s.Launch.Arguments)) > 0:
			c.at(i, fmt.Sprintf("what the program is started with looks like a secret (%s)", strings.Join(leftOut(s.Launch.Arguments), ", ")),
				"let the program take it from the environment, which it inherits from where replay is started")
		case s.Launch != nil && slices.ContainsFunc(s.Launch.Environment, secretVariable.MatchString):
			c.at(i, "a variable of the environment looks like a secret", "set it where replay is started: the program inherits it")
		}
	}
}

// secretSwitch is a switch whose value is a secret: --password, -db-token, --db.password,
// Java's -Dpassword, but not --password-store.
var secretSwitch = regexp.MustCompile(`(?i)^-(?:-|D)?([a-z0-9]+[-_.])*(password|passwd|passphrase|passcode|pass|pwd|token|secret|api[-_]?key|credentials?|pin|auth)$`)

// SecretArguments divides the arguments of a program into those that may be stored and
// those that look like secrets. Of these it returns what a person calls them, without
// their values: "--password", "argument 3".
func SecretArguments(args []string) (kept, left []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, _, valued := strings.Cut(arg, "=")
		switch {
		case secretSwitch.MatchString(name) && !valued && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-"):
			left = append(left, name)
			i++ // its value
		case secretSwitch.MatchString(name) && valued, secretVariable.MatchString(arg):
			left = append(left, name)
		case tokens.MatchString(arg):
			left = append(left, fmt.Sprintf("argument %d", i+1))
		default:
			kept = append(kept, arg)
		}
	}
	return kept, left
}

var secretVariable = regexp.MustCompile(`(?i)^[A-Z0-9_]*(PASSWORD|PASSWD|TOKEN|SECRET|API_?KEY)[A-Z0-9_]*=.`)

func leftOut(args []string) []string {
	_, left := SecretArguments(args)
	return left
}
