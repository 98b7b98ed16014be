package keyboard

import "github.com/samebutton/samebutton/inspector/audit/audittest"

var keyFixtures = []audittest.Fixture{
	{Rule: "mnemonic-duplicate", Why: "twice in a menu, twice in a window", Outline: `
application "demo"
	window "Main"
		menu "File" actions=press:click keys="<Alt>f;<Alt>f;"
			menuitem "Save" actions=press:click keys="s;<Alt>f:s;<Primary>s"
			!menuitem "Send" actions=press:click keys="s;<Alt>f:s;"
		button "Open" actions=press:click keys="<Alt>o"
		!button "OK" actions=press:click keys="Alt+O"
`},
	{Rule: "mnemonic-duplicate", Why: "other menus, pages that are not shown, shortcuts, disabled ones", Outline: `
application "demo"
	window "Main"
		menubar
			menu "File" actions=press:click keys="<Alt>f;<Alt>f;"
				menuitem "Save" actions=press:click keys="s;<Alt>f:s;<Primary>s"
			menu "Edit" actions=press:click keys="<Alt>e;<Alt>e;"
				menuitem "Select all" actions=press:click keys="s;<Alt>e:s;"
		button "Save" actions=press:click keys="<Alt>s"
		button "Send" actions=press:click keys="<Alt>s" -showing
		button "Stop" actions=press:click keys="<Alt>s" -enabled -sensitive
		button "Space" actions=press:click keys="<Space>"
		button "Space too" actions=press:click keys="<Space>"
		button "Next" actions=press:click keys="F3"
		button "After" actions=press:click keys="F3"
	window "Other"
		button "Save" actions=press:click keys="<Alt>s"
`},
	{Rule: "shortcut-missing", Why: "only the button tells it; no key at all", Outline: `
application "demo"
	window "Main"
		toolbar
			button "Save" actions=press:click keys="Ctrl+S"
			!button "Open" actions=press:click keys="Ctrl+"
		menu "File"
			!menuitem "Save" actions=press:click
			!menuitem "Close" actions=press:click keys="c;<Alt>f:c;<Primary"
`},
	{Rule: "shortcut-missing", Why: "both tell it, none does, plus is a key, only one exists, unread ones", Undecided: 1, Outline: `
application "demo"
	window "Main"
		toolbar
			button "Save" actions=press:click keys="Ctrl+S"
			button "Open" actions=press:click keys="<Alt>o"
			button "Unread" actions=press:click keys="F9"
		menu "File"
			menuitem "Save" actions=press:click keys="s;<Alt>f:s;<Primary>s"
			menuitem "Open" actions=press:click
			menuitem "Print" actions=press:click
			menuitem "Zoom in" actions=press:click keys="z;<Alt>f:z;<Primary>+"
			menuitem "Bigger" actions=press:click keys="Ctrl++"
			menuitem "Unread" unreadable-actions actions=press:click
`},
}
