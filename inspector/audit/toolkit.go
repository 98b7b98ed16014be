package audit

import (
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
)

// Toolkit is a family of programs with the same ways and faults.
type Toolkit string

// Toolkits that rules tell apart.
const (
	OtherToolkit Toolkit = ""
	GTK3         Toolkit = "GTK 3"
	GTK4         Toolkit = "GTK 4"
	Qt           Toolkit = "Qt"
	Web          Toolkit = "web" // Chromium, Firefox and what is built on them
)

// ToolkitOf is the toolkit that an application says it is made with.
func ToolkitOf(app tree.Application) Toolkit {
	name, version := strings.ToLower(app.Toolkit), app.ToolkitVersion
	switch {
	case strings.Contains(name, "chromium"), strings.Contains(name, "gecko"), strings.Contains(name, "webkit"):
		return Web
	case strings.HasPrefix(name, "qt"):
		return Qt
	case strings.HasPrefix(name, "gtk") && strings.HasPrefix(version, "4"):
		return GTK4
	case strings.HasPrefix(name, "gtk"), name == "gail":
		return GTK3
	}
	return OtherToolkit
}

// GTK4Tab is a fault of GTK 4.8: pages of a notebook have the name of their role.
const GTK4Tab = "GTK 4 calls every tab \"Tab\""

// known reports whether the word is that of a toolkit, or none.
func (t Toolkit) known() bool {
	switch t {
	case OtherToolkit, GTK3, GTK4, Qt, Web:
		return true
	}
	return false
}
