// Package structure has the rules about the tree itself: parents and children, tables,
// lists, groups, landmarks and the order of reading (WCAG 1.3.1, 1.3.2).
package structure

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules = []*audit.Rule{
	indexParent, childDead, cycle, appParent,
	requiredParent, requiredChildren,
	tableRoundTrip, tableHeaders, tableSize, setSize,
	radioGroup, singleSelect,
	siblingDuplicate, linkSameName, parentChildSame, redundantNesting, interactiveNested,
	landmarks, readingOrder, titlesDuplicate, modalLeak,
}
