// Package structure has the rules about structure, relations and tables (WCAG 1.3.1, 1.3.2).
package structure

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules []*audit.Rule
