package app

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/recorder/lint"
)

// proposal is what a launch step starts unless a person says otherwise.
type proposal struct {
	program   string
	arguments []string
	note      string // what is missing in it, "" for nothing
}

// insertLaunch asks for the program that the recording starts there. Proposed is with
// what the application was started that runs now, where it is that of the recording.
func (a *App) insertLaunch() {
	p := proposal{program: a.recording.rec.Application.Executable}
	if a.s.Started == nil || a.liveFrozen() == nil || a.target.PID == 0 {
		a.askLaunch(p)
		return
	}
	pid := a.target.PID
	a.do(proveLimit, func(context.Context) {
		program, arguments, err := a.s.Started(pid)
		if err != nil || program == "" {
			return
		}
		p = proposalOf(program, arguments)
	}, func() {
		if a.question == nil { // nothing else was asked meanwhile
			a.askLaunch(p)
		}
	})
}

// interpreter are programs that are nothing without a script.
var interpreter = regexp.MustCompile(`^(python|perl|ruby|node|gjs|java|mono|dotnet|bash|dash|sh)[0-9.]*$`)

// proposalOf leaves out what looks like a secret: a recording is stored.
func proposalOf(program string, arguments []string) proposal {
	p := proposal{program: program}
	var left []string
	if p.arguments, left = lint.SecretArguments(arguments); len(left) > 0 {
		p.note = fmt.Sprintf("Left out, as it looks like a secret: %s. Let the program take it from the environment, which it inherits.", strings.Join(left, ", "))
	}
	return p
}

func (a *App) askLaunch(p proposal) {
	program, arguments, name := a.dialogEntry(false), a.dialogEntry(false), a.dialogEntry(false)
	program.SetText(p.program)
	program.PlaceHolder = "path, or a name in PATH"
	arguments.SetText(joinWords(p.arguments))
	arguments.PlaceHolder = `none; words with spaces in "quotes"`
	name.PlaceHolder = a.recording.rec.Application.Name
	form := widget.NewForm(widget.NewFormItem("Program", program), widget.NewFormItem("Arguments", arguments), widget.NewFormItem("Called", name))
	form.Items[2].HintText = "among the applications, if that is another name"
	words, lacks := []string(nil), ""
	why := func() (string, bool) {
		if words, lacks = splitWords(arguments.Text); lacks != "" {
			return lacks, true
		}
		if strings.TrimSpace(program.Text) == "" {
			return "It needs a program to start.", true
		}
		if base := filepath.Base(strings.TrimSpace(program.Text)); len(words) == 0 && interpreter.MatchString(base) {
			return base + " runs a script: name it as an argument.", false
		}
		if _, left := lint.SecretArguments(words); len(left) > 0 {
			return fmt.Sprintf("This looks like a secret, and would be stored: %s.", strings.Join(left, ", ")), false
		}
		return p.note, false
	}
	for _, e := range []*view.SearchEntry{program, arguments} {
		e.OnChanged = func(string) { a.checkQuestion() }
	}
	a.askPlaced("Launch a program", form, "Add the Step", program, why, func(at int) {
		a.insert(at, recorder.Step{Kind: recorder.StepLaunch, Launch: &recorder.Launch{
			Executable: strings.TrimSpace(program.Text), Arguments: words, Application: strings.TrimSpace(name.Text),
		}})
	})
}

// splitWords splits arguments at white space, except in double quotes; \" is a quote that
// belongs to a word. lacks says what is wrong with them.
func splitWords(text string) (words []string, lacks string) {
	var word strings.Builder
	quoted, begun, escaped := false, false, false
	all := []rune(text)
	for i, r := range all {
		switch {
		case escaped:
			escaped = false
			word.WriteRune(r)
		case r == '\\' && i+1 < len(all) && all[i+1] == '"':
			escaped, begun = true, true
		case r == '"':
			quoted, begun = !quoted, true
		case !quoted && (r == ' ' || r == '\t'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quoted {
		return nil, "A quote is not closed."
	}
	if begun {
		words = append(words, word.String())
	}
	return slices.Clip(words), ""
}

// joinWords writes arguments so that splitWords gives them back.
func joinWords(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = strings.ReplaceAll(w, `"`, `\"`)
		if w == "" || strings.ContainsAny(w, " \t") {
			// A backslash before the last quote would make it a part of the word.
			bare := strings.TrimRight(list[i], `\`)
			list[i] = `"` + bare + `"` + list[i][len(bare):]
		}
	}
	return strings.Join(list, " ")
}
