// Package geometry has the rules about places, sizes and pixels (WCAG 1.4.3, 1.4.11, 2.5.8).
package geometry

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules []*audit.Rule
