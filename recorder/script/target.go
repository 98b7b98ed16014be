package script

import (
	"strconv"

	"github.com/samebutton/samebutton/recorder"
)

// target writes what is known of a target besides its locator. light is the one of the
// step that is about it, and nil where it is another of its elements.
func (w *writer) target(indent int, t target, light *recorder.Light) {
	bare := bareTarget(t.Locator)
	switch known := t.Standing != bare.Standing || t.Describe != bare.Describe; {
	case light != nil && *light == "" && !known: // nobody looked
	case light != nil && *light != recorder.LightOf(t.Standing):
		w.put(indent, "element", elementWords(t))
		w.put(indent, "light", lightWord(*light))
	case light != nil || known:
		w.put(indent, "element", elementWords(t))
	}
	if t.Role != bare.Role {
		w.put(indent, "role", plain(string(t.Role)))
	}
	if t.Name != bare.Name {
		w.text(indent, "named", t.Name)
	}
	if t.Within != nil {
		w.put(indent, "inside", locator(*t.Within))
	}
	for _, l := range t.Witnesses {
		w.put(indent, "witness", locator(l))
	}
}

// evidence writes what is only for showing, behind all steps.
func (w *writer) evidence(steps []step) {
	var seen writer
	for _, s := range steps {
		seen.section(0, "evidence "+word(s.ID), func(w *writer) {
			for _, f := range seenFields {
				w.fields(1, f.key, f.write(&s))
			}
			if s.Target != nil {
				w.proof(1, *s.Target)
			}
			for k, t := range s.Path {
				w.part("path "+strconv.Itoa(k+1), &t)
			}
			w.part("focus", s.Focus)
			w.part("to", s.To)
		})
	}
	if seen.b.Len() > 0 {
		w.put(0, "# What was seen when it was recorded. It is for showing: replay proves anew.")
		w.b.Write(seen.b.Bytes())
	}
}

// section writes a line with what is below it, if anything is.
func (w *writer) section(indent int, key string, write func(*writer)) {
	var below writer
	if write(&below); below.b.Len() > 0 {
		w.put(indent, key)
		w.b.Write(below.b.Bytes())
	}
}

func (w *writer) part(key string, t *target) {
	if t != nil {
		w.section(1, key, func(w *writer) { w.proof(2, *t) })
	}
}

func (w *writer) proof(indent int, t target) {
	for _, f := range proofFields {
		w.fields(indent, f.key, f.write(&t))
	}
}

// addTo reads a line below that of a target; ok says that it was one of those.
func addTo(t *target, l *line) (ok bool, err error) {
	switch l.key {
	case "element":
		return true, readElement(t, &l.value)
	case "role":
		return true, textField("role", func(t *target) *treeRole { return &t.Role }).read(t, &l.value)
	case "named":
		return true, textField("named", func(t *target) *string { return &t.Name }).read(t, &l.value)
	case "inside":
		around, err := l.value.locator()
		t.Within = &around
		return true, err
	case "witness":
		w, err := l.value.locator()
		t.Witnesses = append(t.Witnesses, w)
		return true, err
	}
	return false, nil
}

var targetKeys = []string{"element", "role", "named", "inside", "witness"}

// further reads a target that is a line of its own with lines below it.
func further(l *line) (target, error) {
	loc, err := l.value.locator()
	if err != nil {
		return target{}, err
	}
	t := *bareTarget(loc)
	for _, sub := range l.below {
		if err := sub.leaf(); err != nil {
			return t, err
		}
		ok, err := addTo(&t, sub)
		if err != nil {
			return t, err
		}
		if !ok {
			return t, sub.unknown(targetKeys)
		}
	}
	return t, once(l.below, func(key string) bool { return key == "witness" })
}

// addProof reads a line of evidence about a target.
func addProof(t *target, l *line) (ok bool, err error) {
	for _, f := range proofFields {
		if f.key == l.key {
			return true, f.read(t, &l.value)
		}
	}
	return false, nil
}

// readEvidence reads what was seen of a step.
func readEvidence(l *line, s *step) error {
	known := []string{"path", "focus", "to"}
	for _, f := range seenFields {
		known = append(known, f.key)
	}
	for _, f := range proofFields {
		known = append(known, f.key)
	}
	for _, sub := range l.below {
		if t, nested := part(s, sub); nested {
			if t == nil {
				return sub.fail("the step has no such element")
			}
			if err := readProofs(t, sub.below); err != nil {
				return err
			}
			continue
		}
		if err := sub.leaf(); err != nil {
			return err
		}
		ok, err := readField(seenFields, s, sub)
		if !ok && s.Target != nil {
			ok, err = addProof(s.Target, sub)
		}
		if err != nil {
			return err
		}
		if !ok {
			return sub.unknown(known)
		}
	}
	return once(l.below, func(key string) bool { return key == "near" || key == "path" })
}

// part returns the element of a step, besides its target, that a line is about.
func part(s *step, l *line) (t *target, nested bool) {
	switch l.key {
	case "path":
		if n, err := strconv.Atoi(l.argument); err == nil && n > 0 && n <= len(s.Path) {
			t = &s.Path[n-1]
		}
	case "focus":
		t = s.Focus
	case "to":
		t = s.To
	default:
		return nil, false
	}
	return t, true
}

func readProofs(t *target, lines []*line) error {
	var known []string
	for _, f := range proofFields {
		known = append(known, f.key)
	}
	for _, l := range lines {
		if err := l.leaf(); err != nil {
			return err
		}
		if ok, err := addProof(t, l); err != nil {
			return err
		} else if !ok {
			return l.unknown(known)
		}
	}
	return once(lines, func(key string) bool { return key == "near" })
}
