package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// named calls f for the locator of every element that a step is about, until f says
// that it found something.
func (c *check) named(f func(i int, t inspector.Target) bool) {
	c.done(func(i int, s recorder.Step) {
		for _, t := range s.Targets() {
			if f(i, *t) {
				return
			}
		}
	})
}

func ordinal(c *check) {
	c.named(func(i int, t inspector.Target) bool {
		if t.Locator.IsZero() {
			return false
		}
		nth, ok := t.Locator.Last().Key(inspector.KeyNth)
		if ok {
			c.at(i, fmt.Sprintf("%s is named by its place, %s: it is refused as soon as one comes or goes", t.Describe, nth),
				"choose another locator, or label what tells them apart in the application")
		}
		return ok
	})
}

// changing are the parts of a name that belong to one day, document or account.
var changing = regexp.MustCompile(`[0-9]{2,}|[0-9]+[.,:/-][0-9]+|[^\s@"]+@[^\s@"]+\.[a-z]{2,}`)

func numbered(c *check) {
	c.named(func(i int, t inspector.Target) bool {
		for k, seg := range t.Locator.Segments {
			if k == 0 && seg.Role.TopLevel() {
				continue // see fixedTitle
			}
			texts := []string{seg.Name}
			for _, key := range seg.Keys {
				if key.Name != inspector.KeyID && key.Name != inspector.KeyNth {
					texts = append(texts, key.Value)
				}
			}
			for _, text := range texts {
				if part := changing.FindString(text); part != "" {
					c.at(i, fmt.Sprintf("%q holds %q, which may be another one next time", text, part),
						"choose a locator without it, or give the element a name of its own in the application")
					return true
				}
			}
		}
		return false
	})
}

// ofADocument are titles that tell what is open, how many, or that it was changed.
var ofADocument = regexp.MustCompile(`[0-9]|\.[A-Za-z][A-Za-z0-9]{1,4}\b|^\\?\*|(?i)untitled|unsaved|unnamed| [-–—] `)

func fixedTitle(c *check) {
	c.named(func(i int, t inspector.Target) bool {
		if t.Locator.IsZero() || len(t.Locator.Segments) == 0 {
			return false
		}
		seg := t.Locator.Segments[0]
		if !seg.Role.TopLevel() || !seg.Named || hasStar(seg.Name) || !ofADocument.MatchString(seg.Name) {
			return false
		}
		c.at(i, fmt.Sprintf("the title %q seems to tell what is open, and is compared as a whole", strings.ReplaceAll(seg.Name, `\*`, "*")),
			`choose a locator with * for what changes, such as "* - Editor"`)
		return true
	})
}

// hasStar reports whether a title template stands for more than one title.
func hasStar(template string) bool {
	return strings.Contains(strings.ReplaceAll(template, `\*`, ""), "*")
}

func namedByParameter(c *check) {
	values := map[string]string{}
	for _, p := range c.rec.Parameters {
		if len([]rune(p.Default)) > 3 {
			values[p.Name] = inspector.Normalize(p.Default)
		}
	}
	c.named(func(i int, t inspector.Target) bool {
		for _, p := range c.rec.Parameters {
			v, ok := values[p.Name]
			if !ok || !mentions(t.Locator, v) {
				continue
			}
			c.at(i, fmt.Sprintf("%s is named by the default of the parameter %q: with another value it is not found", t.Describe, p.Name),
				"choose a locator without it")
			return true
		}
		return false
	})
}

func mentions(l inspector.Locator, text string) bool {
	for _, seg := range l.Segments {
		if strings.Contains(seg.Name, text) {
			return true
		}
		for _, k := range seg.Keys {
			if strings.Contains(k.Value, text) {
				return true
			}
		}
	}
	return false
}

func singleWitness(c *check) {
	c.done(func(i int, s recorder.Step) {
		// A window is known by role and title, and there is no more to it.
		if s.Target != nil && len(s.Target.Witnesses) == 0 && len(s.Target.Locator.Segments) > 1 && s.Light != "" {
			c.at(i, fmt.Sprintf("only one locator names %s: nothing bears witness that it is the same", s.Target.Describe),
				"give the element an accessible id or a label in the application, and record it again")
		}
	})
}

// patternParameter finds defaults that were meant as patterns.
func patternParameter(c *check) {
	c.done(func(i int, s recorder.Step) {
		if s.Condition == nil || s.Condition.Match != recorder.MatchPattern || s.Condition.Parameter == "" {
			return
		}
		for _, p := range c.rec.Parameters {
			if p.Name == s.Condition.Parameter && strings.Contains(p.Default, "*") {
				c.at(i, fmt.Sprintf("the default %q of the parameter %q is no pattern: its stars stand only for themselves", p.Default, p.Name),
					"write the pattern into the condition, or compare with a part (contains)")
			}
		}
	})
}
