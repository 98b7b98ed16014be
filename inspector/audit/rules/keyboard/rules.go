// Package keyboard has the rules about actions and the keyboard (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7).
package keyboard

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules = []*audit.Rule{
	noAction,
	notFocusable,
	notInteractive,
	actionName,
	manyFocused,
	focusHidden,
	orderJumps,
	focusTrap,
	notReached,
	mnemonicTwice,
	shortcutMissing,
	menuHidden,
	tooltipOnly,
}
