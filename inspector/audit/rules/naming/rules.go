// Package naming has the rules about names, roles and values (WCAG 4.1.2, 1.1.1,
// 1.3.1, 3.3.2).
package naming

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules = []*audit.Rule{
	nameMissing,
	imageNameMissing,
	containerNameMissing,
	nameClass,
	nameBlank,
	namePrivate,
	nameRole,
	nameLong,
	nameDescription,
	namePlaceholder,
	nameValue,
	nameUnstable,
	nameMnemonic,
	labelInName,
	labelOrphan,
	labelMany,
	relationOneWay,
	relationDangling,
	roleUnknown,
	roleGeneric,
	roleInterfaces,
	roleState,
	stateAble,
	stateContradiction,
	headingLevel,
	valueRange,
	valueText,
	requiredHidden,
	passwordLeak,
	liveMissing,
}
