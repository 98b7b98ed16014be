// Package rules is the list of all rules of an audit, in the order in which
// docs/audit.md has them.
package rules

import (
	"slices"

	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/rules/geometry"
	"github.com/samebutton/samebutton/inspector/audit/rules/keyboard"
	"github.com/samebutton/samebutton/inspector/audit/rules/naming"
	"github.com/samebutton/samebutton/inspector/audit/rules/structure"
	"github.com/samebutton/samebutton/inspector/audit/rules/testability"
)

// All returns every rule. The rules are shared and must not be changed.
func All() []*audit.Rule {
	return slices.Concat(naming.Rules, keyboard.Rules, structure.Rules, geometry.Rules, testability.Rules)
}

// Find returns the rule with that ID, or nil.
func Find(id string) *audit.Rule {
	all := All()
	if i := slices.IndexFunc(all, func(r *audit.Rule) bool { return r.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}
