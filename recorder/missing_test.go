package recorder

import (
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/fake"
)

// An application that was stopped tells the last character of a text long after the input
// behind it: the text gets it, and where it never comes the step says that its text is
// not known. A character that the box refused is not missing.
func TestTheLastCharacterOfAStoppedApplication(t *testing.T) {
	// half has told the first of two characters, and not what ctrl+s behind them did.
	half := func() *script {
		s := newScript(t, pad).key("a", "b").tells(sum, "insert", "a", 0).key("ctrl+s")
		s.app.Change(func(m *fake.Model) { m.SetValue(sum, "a") })
		return s
	}
	const whole, part, saves = `Type "ab" into textbox "Sum"`, `Type "a" into textbox "Sum"`, `Press ctrl+s`
	for name, c := range map[string]struct {
		script *script
		title  string
		says   string
	}{
		"told behind the first answer":  {half().pass(4*time.Second).reads().tells(sum, "insert", "b", 1).reads().reads(), whole, ""},
		"told after it was given up":    {half().pass(4*time.Second).reads().reads().tells(sum, "insert", "b", 1), whole, ""},
		"never told":                    {half().pass(4 * time.Second).reads().reads(), part, notRead},
		"never told, ended":             {half(), part, notRead},
		"never told, more than it owes": {half().pass(4*time.Second).reads().reads().tells(sum, "insert", "program's", 1), part, notRead},
		"refused, by readings":          {half().pass(time.Second).reads().pass(time.Second).reads().pass(2 * time.Second).reads().reads(), part, ""},
		"refused, by what came after":   {half().gives("textbox:Name").pass(4 * time.Second).reads().reads(), part, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.script.t = t
			c.script.ends(c.title, saves)
			if says := c.script.r.steps[0].Obstacle; says != c.says {
				t.Errorf("it says %q, want %q", says, c.says)
			}
		})
	}
}

// A busy Qt did not tell what was typed first. It is not what was typed into the same box
// later, while the Tab behind it still waited for its text.
func TestTextThatWasNeverToldIsNotThatOfLaterKeys(t *testing.T) {
	two := strings.Replace(pad, " multi-line", "", 1)
	for name, read := range map[string]bool{"read": true, "not read": false} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t, two).key("a", "b", "Tab").gives("textbox:Name")
			s.app.Change(func(m *fake.Model) { m.SetValue(sum, "ab") })
			want := "Input without a matching element"
			if read {
				s.reads()
				want = `Type "ab" into textbox "Sum"`
			}
			s.key("c").tells("textbox:Name", "insert", "c", 0).key("Tab").gives(sum).key("x", "y").
				tells(sum, "delete", "ab", 0).tells(sum, "insert", "x", 0).tells(sum, "insert", "y", 1)
			s.app.Change(func(m *fake.Model) { m.SetValue(sum, "xy") })
			s.pass(4 * time.Second).reads().reads().reads()
			s.ends(want, `Type "c" into textbox "Name"`, `Type "xy" into textbox "Sum"`)
		})
	}
}
