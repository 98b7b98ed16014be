// Package testability has the rules about what a test needs to name and to act.
package testability

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules []*audit.Rule
