package naming

import (
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// interfacesOf are the interfaces without which an element of a role cannot do what
// the role promises, by AT-SPI's names.
var interfacesOf = map[tree.Role][]string{
	tree.RoleTextbox: {"Text", "EditableText"}, tree.RoleSearchbox: {"Text", "EditableText"}, tree.RolePassword: {"Text", "EditableText"},
	tree.RoleSlider: {"Value"}, tree.RoleSpinbutton: {"Value"}, tree.RoleProgressbar: {"Value"}, tree.RoleMeter: {"Value"},
	tree.RoleScrollbar: {"Value"},
	tree.RoleTable:     {"Table"}, tree.RoleTreegrid: {"Table"}, tree.RoleCell: {"TableCell"},
	tree.RoleListbox: {"Selection"}, tree.RoleTablist: {"Selection"},
	tree.RoleCheckbox: {"Action"}, tree.RoleToggleButton: {"Action"}, tree.RoleSwitch: {"Action"}, tree.RoleRadio: {"Action"},
	tree.RoleDocument: {"Document"},
}

var roleInterfaces = &audit.Rule{
	ID: "role-vs-interfaces", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Role whose interface is missing",
	Explanation: "The role promises something that the element cannot be asked or told: a slider without a value, a text box whose " +
		"text cannot be set, a table whose cells have no place. Screen readers fall silent there, and a replay can only press keys.",
	Remedy: audit.Remedy{
		Any:  "Implement the interface that belongs to the role, or choose the role that fits.",
		GTK3: "Derive the accessible from that of the widget that has the interface (GtkEntryAccessible, GtkRangeAccessible, …).",
		GTK4: "Use the widget of the toolkit (GtkText, GtkScale, …): GTK 4 has no way to give these interfaces to one's own widget.",
		Qt:   "Return QAccessibleTextInterface, QAccessibleValueInterface or QAccessibleTableInterface from interface_cast.",
		Web:  "Use the element of HTML, or aria-valuenow with -min and -max.",
	},
	Quiet: "Text that is only read needs no EditableText. Scroll bars of GTK 4 have the value in the range inside. Progress bars " +
		"whose end is not known. Parts that a toolkit makes. What no element of a toolkit can have is reported as the toolkit's " +
		"fault, as info: Chromium has no EditableText on Linux, GTK 4.8 no tables, Qt no selection and no places of cells by themselves.",
	Applies: func(p *audit.Pass, n *tree.Node) bool { return interfacesOf[n.Role] != nil && p.PartOf(n) == nil },
	Check: func(p *audit.Pass, n *tree.Node) {
		if len(n.Interfaces) == 0 || !n.StatesRead {
			p.Undecided("the interfaces or the states could not be read")
			return
		}
		var missing []string
		for _, want := range interfacesOf[n.Role] {
			if !slices.Contains(n.Interfaces, want) && !excused(p, n, want) {
				missing = append(missing, want)
			}
		}
		if len(missing) == 0 {
			return
		}
		if slices.Contains(missing, "Value") && (p.CutAt(n.ID) || slices.ContainsFunc(n.Children, func(id tree.NodeID) bool { return len(p.Nodes[id].Interfaces) == 0 })) {
			p.Undecided("the interfaces of what is in it could not be read")
			return
		}
		d := audit.Detail{
			Why:    "Its role is \"" + n.NativeRole + "\", but it has no interface " + strings.Join(missing, " and ") + ".",
			Kind:   strings.Join(missing, ", "),
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("interfaces", strings.Join(n.Interfaces, ", "))},
		}
		if len(missing) == 1 {
			if d.Blame = lacking(p, n, missing[0]); d.Blame != "" {
				d.Severity = audit.Info
			}
		}
		p.Report(n, d)
	},
}

// excused reports whether an element does without an interface rightly.
func excused(p *audit.Pass, n *tree.Node, want string) bool {
	switch want {
	case "EditableText":
		return n.States.Has(tree.ReadOnly) || !n.States.Has(tree.Editable)
	case "Value":
		if n.Role == tree.RoleProgressbar && (n.States.Has(tree.Busy) || n.States.Has(tree.Indeterminate)) {
			return true
		}
		return slices.ContainsFunc(n.Children, func(id tree.NodeID) bool { return slices.Contains(p.Nodes[id].Interfaces, "Value") })
	case "TableCell":
		return n.Cell != nil
	case "Selection": // one that nothing can be selected in shows only
		return n.Role == tree.RoleListbox && !slices.ContainsFunc(n.Children, func(id tree.NodeID) bool { return p.Nodes[id].States.Has(tree.Selectable) })
	case "Document":
		return p.Toolkit != audit.Web
	}
	return false
}

// lacking says that a toolkit has an interface for no element of the kind, "" where
// that is not so.
func lacking(p *audit.Pass, n *tree.Node, want string) string {
	switch {
	case want == "EditableText" && p.Toolkit == audit.Web && strings.EqualFold(p.Application.Toolkit, "chromium"):
		return "Chromium has no EditableText on Linux"
	case (want == "Table" || want == "TableCell") && p.Toolkit == audit.GTK4:
		return "GTK 4 has no Table interface"
	case (want == "TableCell" || want == "Selection") && p.Toolkit == audit.Qt:
		return "Qt has no " + want + " interface"
	}
	return ""
}
