package naming

import (
	"regexp"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// inner are the shapes of names that programs use among themselves.
var inner = []struct {
	kind  string
	shape *regexp.Regexp
}{
	{"the class of a widget", regexp.MustCompile(`^(Gtk|Adw|Hdy|Gd|Wx|wx)[A-Z][a-z]\w*$`)},
	{"the class of a widget", regexp.MustCompile(`^Q[A-Z]\w*(Widget|Button|Label|Edit|Box|View|Frame|Bar|Menu|Action|Dialog|Slider|Area|Header|Window|Dial)$`)},
	{"the name of an icon", regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*-symbolic$`)},
	{"the name of an icon", regexp.MustCompile(`^(ic|ico|icon|img|btn)[_-][a-z0-9]+([_-][a-z0-9]+)*$`)},
	{"the name of a file", regexp.MustCompile(`^[\w./~-]+\.(png|svg|jpe?g|gif|ico|xpm|webp|bmp)$`)},
	{"the name of an identifier", regexp.MustCompile(`^(org|com|net|io|Microsoft|System|Windows)(\.[A-Za-z_]\w*){2,}$`)},
}

var nameClass = &audit.Rule{
	ID: "name-is-class-or-path", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Name that is a class, an icon or a file",
	Explanation: "A name made by the program for itself (\"GtkMenuButton\", \"document-save-symbolic\", \"ic_save.png\") tells a " +
		"person nothing, and a test that uses it breaks when the program is built anew.",
	Remedy: audit.Remedy{
		Any:  "Name the element by what it does, in the words of the person.",
		GTK3: "atk_object_set_name on its accessible, or gtk_button_set_label.",
		GTK4: "gtk_accessible_update_property with GTK_ACCESSIBLE_PROPERTY_LABEL.",
		Qt:   "QWidget::setAccessibleName.",
		Web:  "Text, aria-label, or alt for an image.",
	},
	Quiet: "Links, rows, tabs, menu items and windows, which may well stand for a file or a package. Class names that GTK 4 " +
		"puts where there is none count as no name at all.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Name.IsKnown() && p.PartOf(n) == nil && (n.Interactive() || n.Role == tree.RoleImage) && !standsForFiles[n.Role]
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		name := audit.Speakable(n.Name.Value)
		for _, x := range inner {
			if x.shape.MatchString(name) {
				p.Report(n, audit.Detail{
					Why:    "Its name has the shape of " + x.kind + ".",
					Kind:   x.kind,
					Values: []audit.Value{audit.V("name", n.Name.Value)},
				})
				return
			}
		}
	},
}

// standsForFiles are roles whose elements may be named after a file.
var standsForFiles = audit.Roles(tree.RoleLink, tree.RoleListItem, tree.RoleOption, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell,
	tree.RoleTab, tree.RoleMenuItem, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio, tree.RoleTextbox, tree.RoleSearchbox,
	tree.RoleTerminal, tree.RoleWindow, tree.RoleDialog, tree.RoleCombobox)
