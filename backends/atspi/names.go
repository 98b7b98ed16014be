package atspi

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Numbers of AtspiRelationType that reach the model.
const (
	relationLabelFor   = 1
	relationLabelledBy = 2
)

var relationKinds = map[uint32]tree.RelationKind{
	relationLabelFor:   tree.LabelFor,
	relationLabelledBy: tree.LabelledBy,
	3:                  tree.ControllerFor,
	4:                  tree.ControlledBy,
	5:                  tree.MemberOf,
	7:                  tree.NodeChildOf,
	8:                  tree.NodeParentOf,
	10:                 tree.FlowsTo,
	11:                 tree.FlowsFrom,
	13:                 tree.Embeds,
	14:                 tree.EmbeddedBy,
	15:                 tree.PopupFor,
	17:                 tree.DescriptionFor,
	18:                 tree.DescribedBy,
	19:                 tree.DetailsOf,
	20:                 tree.DetailsFor,
	21:                 tree.ErrorMessage,
	22:                 tree.ErrorFor,
}

// ownName returns the element's accessible name as the platform gives it. GTK
// 4.8 puts the class of the widget where there is none; that is no name.
func (r *reading) ownName(e *element) tree.Text {
	switch {
	case e.got&gotProperties == 0:
		return tree.UnreadableText()
	case strings.TrimSpace(e.name) == "", r.gtk4 && className(e.name):
		return tree.AbsentText()
	}
	return tree.KnownText(e.name)
}

// className matches ^(Gtk|Adw)[A-Z][A-Za-z0-9]*$.
func className(s string) bool {
	if len(s) < 4 || s[:3] != "Gtk" && s[:3] != "Adw" || s[3] < 'A' || s[3] > 'Z' {
		return false
	}
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

// labelTargets returns what labels an element.
func (e *element) labelTargets() []ref {
	for _, rel := range e.relations {
		if rel.kind == relationLabelledBy {
			return rel.targets
		}
	}
	return nil
}

// nameOf returns the name and where it comes from. The labels count only where
// the element's own name was readable and absent; labels that were asked for and
// could not be read make the name unreadable.
func (r *reading) nameOf(e *element) (tree.Text, tree.NameSource) {
	own := r.ownName(e)
	if own.State != tree.Absent {
		if own.IsKnown() {
			if r.web && e.fromLabel() {
				return own, tree.NameLabelledBy
			}
			return own, tree.NameOwn
		}
		return own, tree.NameNone
	}
	if !r.wantsRelations(e) {
		return own, tree.NameNone
	}
	if e.labels != tree.Known {
		return tree.UnreadableText(), tree.NameNone
	}
	var parts []string
	for _, target := range e.labelTargets() {
		text := r.labelText(target)
		if text.State == tree.Unreadable {
			return text, tree.NameNone
		}
		if text.IsKnown() {
			parts = append(parts, text.Value)
		}
	}
	if len(parts) == 0 {
		return own, tree.NameNone
	}
	return tree.KnownText(strings.Join(parts, " ")), tree.NameLabelledBy
}

// labelText returns the text of a label, wherever it is.
func (r *reading) labelText(target ref) tree.Text {
	if e := r.index[target]; e != nil && e.got&gotProperties != 0 {
		return r.ownName(e)
	}
	return r.outside[target]
}

// readOutsideLabels asks for the names of labels that are not in the tree, for
// example because only a part of it is read.
func (r *reading) readOutsideLabels() { r.walk(r.readLabelsOutside) }

func (r *reading) readLabelsOutside(e *element) {
	if r.ownName(e).State != tree.Absent {
		return
	}
	for _, target := range e.labelTargets() {
		if _, asked := r.outside[target]; asked || r.labelText(target).State != tree.Unreadable || target.null() {
			continue
		}
		r.outside[target] = tree.UnreadableText()
		r.p.add(target, callGet, func(body []any, err error) {
			if s, ok := stringOf(variantAt(body, 0)); ok && err == nil {
				r.outside[target] = r.ownName(&element{name: s, got: gotProperties})
			}
		}, ifaceAccessible, "Name")
	}
}
