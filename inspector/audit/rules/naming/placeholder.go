package naming

import (
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var namePlaceholder = &audit.Rule{
	ID: "name-placeholder-only", Group: audit.Naming, Severity: audit.Warning, Criteria: []string{"3.3.2"},
	Title: "Field that only its placeholder or tooltip names",
	Explanation: "A placeholder goes away with the first character, a tooltip shows only under the pointer: who comes back to the " +
		"filled field cannot see what belongs into it, and not every screen reader says it.",
	Remedy: audit.Remedy{
		Any:  "Put a label beside the field and tie it to the field.",
		GTK3: "A GtkLabel with gtk_label_set_mnemonic_widget beside gtk_entry_set_placeholder_text.",
		GTK4: "A GtkLabel with gtk_label_set_mnemonic_widget beside the placeholder-text.",
		Qt:   "A QLabel with setBuddy beside QLineEdit::setPlaceholderText.",
		Web:  "<label for>, or aria-label, beside placeholder.",
	},
	Quiet: "Search boxes, whose picture says what they are for, are left to a person, and so are fields of Firefox whose name is the same text as the placeholder.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Role.EditsText() && p.PartOf(n) == nil
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		name := p.Name(n)
		from, severity := string(name.From), audit.Off
		if weak := browserTook(n); weak != "" && name.From == audit.FromOwn {
			from = weak
		} else if p.Toolkit == audit.Web && name.From == audit.FromOwn && samePlaceholder(n) {
			from, severity = "placeholder", audit.Review // Firefox does not say what it took the name from
		} else if !name.Weak() {
			return
		}
		if !name.Known {
			p.Undecided("the name could not be read")
			return
		}
		d := audit.Detail{
			Why:    "Its only name is its " + from + ".",
			Kind:   from,
			Values: []audit.Value{audit.V(from, name.Text)}, Severity: severity,
		}
		if n.Role == tree.RoleSearchbox {
			d.Severity = audit.Review
		}
		p.Report(n, d)
	},
}

// samePlaceholder reports whether the name of an element is that of its placeholder,
// and the browser does not say where it comes from.
func samePlaceholder(n *tree.Node) bool {
	if _, says := audit.AttributeOf(n, "name-from"); says {
		return false
	}
	text, ok := audit.AttributeOf(n, "placeholder")
	return ok && folded(text) == folded(n.Name.Value)
}

// browserTook returns what a browser says that it took the name of an element from,
// where that is a weak source, else "".
func browserTook(n *tree.Node) string {
	switch from, _ := audit.AttributeOf(n, "name-from"); from {
	case "placeholder":
		return "placeholder"
	case "title", "tooltip":
		return "tooltip"
	}
	return ""
}
