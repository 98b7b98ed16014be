package naming

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var labelOrphan = &audit.Rule{
	ID: "label-orphan", Group: audit.Naming, Severity: audit.Warning, InTestability: audit.Error, Criteria: []string{"1.3.1", "3.3.2"},
	Title: "Label that is not tied to the field beside it",
	Explanation: "Who sees the window knows which field the label is for; the program does not say it. A screen reader says only " +
		"\"text box\", and a test cannot name the field by its label.",
	Remedy: audit.Remedy{
		Any:  "Tie the label to the field.",
		GTK3: "gtk_label_set_mnemonic_widget(label, field); in a .ui file the property mnemonic-widget.",
		GTK4: "gtk_label_set_mnemonic_widget(label, field), or gtk_accessible_update_relation with GTK_ACCESSIBLE_RELATION_LABELLED_BY.",
		Qt:   "QLabel::setBuddy(field); QFormLayout::addRow does it by itself.",
		Web:  "<label for=\"id of the field\">, or the field inside of the label.",
	},
	Quiet: "Fields that have a name, sentences (more than 40 characters, or with a dot at the end), and labels farther than one and a half lines away, to the right or below. Of several " +
		"labels the nearest counts. Labels in a named frame that the field is not in, and those above that are wider than the field, which are headings. Beside a text of several lines a person has to look. Where elements have no place on the screen that is proven nothing can be said.",
	Whole: func(p *audit.Pass) {
		labels := placedLabels(p)
		told := map[tree.NodeID]bool{}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !field[n.Role] || !p.InScope(n.ID) || !p.Shown(n.ID) || p.PartOf(n) != nil {
				continue
			}
			p.Checked(1)
			switch name := p.Name(n); {
			case name.Text != "":
				continue
			case !name.Known || !n.RelationsRead:
				p.Undecided("the name or the label of a field could not be read")
				continue
			case !n.Bounds.Usable():
				p.Undecided("where a field is could not be read")
				continue
			}
			label := beside(p, n, labels[p.Top(n.ID)])
			if label == nil || told[label.ID] {
				continue
			}
			told[label.ID] = true
			severity := audit.Off
			if n.States.Has(tree.MultiLine) {
				severity = audit.Review // what stands beside a whole page may be anything
			}
			p.Report(label, audit.Detail{
				Severity: severity,
				Why:      fmt.Sprintf("It stands beside a field without a name (%s), and is not tied to it.", n.NativeRole),
				Values: []audit.Value{
					audit.V("label", label.Name.Value), audit.V("label at", label.Bounds.Rect), audit.V("field at", n.Bounds.Rect),
				},
				Others: []tree.NodeID{n.ID},
			})
		}
	},
}

// field are the roles that a label beside them names.
var field = audit.Roles(tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleCombobox, tree.RoleSpinbutton, tree.RoleSlider)

// How high a label may be in pixels, how high one line of it, and how many at the height of
// a field are looked at.
const (
	mostLabels = 1000

	tallest = 160
	oneLine = 40
)

// placedLabels lists the labels that label nothing, and have a place, by window, from
// the top down.
func placedLabels(p *audit.Pass) map[tree.NodeID][]*tree.Node {
	by := map[tree.NodeID][]*tree.Node{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Role != tree.RoleLabel || !p.Shown(n.ID) || !n.Bounds.Usable() || !captionLike(n.Name.Value) ||
			len(audit.Related(n, tree.LabelFor)) > 0 || p.Above("interactive, a heading or decorated", n, func(a *tree.Node) bool {
			return a.Interactive() || a.Role == tree.RoleHeading || decorated[a.Role]
		}) != nil {
			continue
		}
		if n.Bounds.H <= tallest {
			top := p.Top(n.ID)
			by[top] = append(by[top], n)
		}
	}
	for _, labels := range by {
		slices.SortStableFunc(labels, func(a, b *tree.Node) int { return a.Bounds.Y - b.Bounds.Y })
	}
	return by
}

// captionLike reports whether a text may be what a field is called: words, but no
// sentence.
func captionLike(text string) bool {
	const longest = 40
	text = strings.TrimSpace(text)
	return letters(text) > 0 && utf8.RuneCountInString(text) <= longest && !strings.HasSuffix(text, ".")
}

// beside returns the nearest of the labels to the left of a field or above it, or nil.
func beside(p *audit.Pass, n *tree.Node, labels []*tree.Node) *tree.Node {
	var nearest *tree.Node
	best := 0
	b := n.Bounds.Rect
	from, _ := slices.BinarySearchFunc(labels, b.Y-tallest-2*oneLine, func(l *tree.Node, y int) int { return l.Bounds.Y - y })
	for k, l := range labels[from:] {
		if k == mostLabels {
			p.UndecidedAt(n, "too many texts lie at its height")
			return nil
		}
		a := l.Bounds.Rect
		if a.Y >= b.Y+b.H {
			break
		}
		line := min(a.H, oneLine)
		gap := math.MinInt
		switch {
		case a.X+a.W <= b.X+2 && a.Y < b.Y+b.H && b.Y < a.Y+a.H: // left
			gap = b.X - a.X - a.W
		case a.Y+a.H <= b.Y+2 && a.X < b.X+b.W && b.X < a.X+a.W && a.X >= b.X-line && a.X+a.W <= b.X+b.W+line: // above
			gap = b.Y - a.Y - a.H
		}
		if gap < -2 || gap*2 > line*3 || ownFrame(p, l, n) {
			continue
		}
		if nearest == nil || gap < best {
			nearest, best = l, gap
		}
	}
	return nearest
}

// ownFrame reports whether a label lies in a box with a name, as of a frame, that does
// not hold the field.
func ownFrame(p *audit.Pass, label, n *tree.Node) bool {
	box := p.Up(label, func(box *tree.Node) bool {
		named := box.Name.State == tree.Unreadable || box.Name.Value != ""
		return !box.Role.TopLevel() && box.Role != tree.RoleApplication && named && !p.Inside(n.ID, box.ID)
	})
	if box != nil && !box.Name.IsKnown() {
		p.UndecidedAt(n, "the name of a frame around a label could not be read")
	}
	return box != nil
}

var labelMany = &audit.Rule{
	ID: "label-multiple-targets", Group: audit.Naming, Severity: audit.Review, Criteria: []string{"1.3.1"},
	Title: "One label for several fields, or several labels for one",
	Explanation: "Fields with the same label have the same name: nobody can tell which is which by hearing. A field with more " +
		"than two labels reads out all of them. Date fields of three parts may be meant so, which a person has to judge.",
	Remedy: audit.Remedy{Any: "Give each field a label of its own, and name the group around them."},
	Quiet:  "A combo box and what it consists of count as one field. Groups that name all fields inside (Qt), and labels of buttons and radio buttons.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return len(n.Relations) > 0 && (n.Role == tree.RoleLabel || field[n.Role])
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		const most = 2
		if by := audit.Related(n, tree.LabelledBy); len(by) > most {
			p.Report(n, audit.Detail{
				Why: fmt.Sprintf("%d labels name it.", len(by)), Kind: "labels", Others: by,
				Values: []audit.Value{audit.V("labels", len(by)), audit.V("name", p.Name(n).Text)},
			})
		}
		var fields []tree.NodeID
		for _, id := range slices.Sorted(slices.Values(audit.Related(n, tree.LabelFor))) { // what is in a field comes behind it
			if field[p.Nodes[id].Role] && (len(fields) == 0 || !p.Inside(id, fields[len(fields)-1])) {
				fields = append(fields, id)
			}
		}
		if len(fields) > 1 {
			p.Report(n, audit.Detail{
				Why: fmt.Sprintf("It is the label of %d fields, which have the same name by it.", len(fields)), Kind: "fields", Others: fields,
				Values: []audit.Value{audit.V("label", n.Name.Value), audit.V("fields", len(fields))},
			})
		}
	},
}
