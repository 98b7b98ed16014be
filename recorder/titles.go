package recorder

import (
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// titles are the titles that every window of the application had while it was
// recorded. A title that varied is recorded as a template, where no other window could
// be meant by it.
type titles struct {
	windows map[tree.Handle]*titled
	// doubtful are the roles of which some window's title could not be read.
	doubtful map[tree.Role]bool
}

// titled is one window.
type titled struct {
	role tree.Role
	had  []string
	// open says that it was in the last model, again that it came back: another window
	// may have got the handle of one that was closed.
	open, again bool
}

// note takes the windows of a model.
func (t *titles) note(f *inspector.Frozen) {
	if t.windows == nil {
		t.windows, t.doubtful = map[tree.Handle]*titled{}, map[tree.Role]bool{}
	}
	was := map[tree.Handle]bool{}
	for h, w := range t.windows {
		was[h], w.open = w.open, false
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !n.Role.TopLevel() {
			continue
		}
		name, ok := f.Name(n.ID)
		if !ok {
			t.doubtful[n.Role] = t.doubtful[n.Role] || n.Name.State == tree.Unreadable
			continue
		}
		w := t.windows[n.Handle]
		if w == nil {
			w = &titled{role: n.Role}
			t.windows[n.Handle] = w
		} else if !was[n.Handle] || w.role != n.Role {
			w.again = true
		}
		w.open = true
		if !slices.Contains(w.had, name) {
			w.had = append(w.had, name)
		}
	}
}

// template returns the template of the window that had a title. ok is false where its
// title did not vary, or another window had it or would fit the template: the locator
// names the same elements with the template as with the title then, in all models.
func (t *titles) template(role tree.Role, title string) (template string, ok bool) {
	var window *titled
	for _, w := range t.windows {
		if w.role != role || !slices.Contains(w.had, title) {
			continue
		}
		if window != nil {
			return "", false
		}
		window = w
	}
	if window == nil || window.again || t.doubtful[role] {
		return "", false
	}
	if template, ok = inspector.TitleTemplate(window.had); !ok {
		return "", false
	}
	for _, w := range t.windows {
		if w != window && w.role == role && slices.ContainsFunc(w.had, func(other string) bool { return inspector.FitsTitle(template, other) }) {
			return "", false
		}
	}
	return template, true
}

// retitle puts templates for the titles in the locators of a target.
func (t *titles) retitle(target *inspector.Target) (changed bool) {
	if !told(*target) {
		return false
	}
	locators := []*inspector.Locator{&target.Locator, &target.Proof.Locator}
	for i := range target.Witnesses {
		locators = append(locators, &target.Witnesses[i])
	}
	for _, l := range locators {
		changed = t.retitleLocator(l) || changed
	}
	return changed
}

func (t *titles) retitleLocator(l *inspector.Locator) (changed bool) {
	if l.IsZero() || !l.Segments[0].Named || !l.Segments[0].Role.TopLevel() {
		return false
	}
	title, plain := inspector.PlainTitle(l.Segments[0].Name)
	if !plain {
		return false
	}
	template, ok := t.template(l.Segments[0].Role, title)
	if ok {
		l.Segments = slices.Clone(l.Segments)
		l.Segments[0].Name = template
	}
	return ok
}

// retitle puts templates for the titles of windows that varied into all steps.
func (r *reducer) retitle() {
	for i := range r.steps {
		s, changed := cloneStep(r.steps[i]), false
		for _, t := range s.Targets() {
			changed = r.titles.retitle(t) || changed
		}
		if s.Expect != nil {
			changed = r.titles.retitleLocator(&s.Expect.Locator) || changed
		}
		if changed {
			r.put(i, s)
		}
	}
}
