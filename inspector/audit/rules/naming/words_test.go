package naming

import (
	"strings"

	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

var wordFixtures = []audittest.Fixture{
	{Rule: "name-is-class-or-path", Why: "classes, icons, files and identifiers", Outline: `
application "demo"
	window "Main"
		!button "GtkMenuButton"
		!button "QPushButton"
		!button "document-save-symbolic"
		!button "ic_save"
		!img "assets/ic_save.png"
		!button "org.gnome.Calculator"
`},
	{Rule: "name-is-class-or-path", Why: "files in lists, links and tabs, words that look alike, parts of fields", Outline: `
application "demo"
	window "photo.png"
		listitem "photo.png"
		treeitem "org.gnome.Calculator"
		cell "GtkButton"
		link "photo.png"
		tab "photo.png"
		menuitem "photo.png"
		label "GtkButton"
		button "Save"
		button "QR code"
		button "Quit"
		button "gtk"
		link "docs.example.org"
		combobox "Icon"
			button "go-down-symbolic"
`},
	{Rule: "name-repeats-role", Why: "the role's word at the end, alone, or with a colon", Outline: `
application "demo"
	window "Main"
		!button "Save button"
		!button "Button"
		!link "Read more link"
		!checkbox "Express check box"
		!img "Picture of a cat"
		!button "Button: Save"
`},
	{Rule: "name-repeats-role", Why: "names that are about such a thing, long ones, other roles", Outline: `
application "demo"
	window "Main"
		group "Group by group"
		button "Add a button"
		tab "New tab"
		button "Button layout"
		link "Linked list"
		button "Middle button"
		img "Desktop icon"
		label "Save button"
		button "A long name that goes on for more than fifty letters button"
`},
	{Rule: "name-repeats-role", Why: "what GTK 4.8 calls every tab is label-in-name's", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		tab "Tab"
`},
	{Rule: "name-too-long", Why: "a button of 121 letters, a group of 513", Outline: `
application "demo"
	window "Main"
		!button "` + strings.Repeat("a", 121) + `"
		!group "` + strings.Repeat("é", 513) + `"
`},
	{Rule: "name-too-long", Why: "at the limit, and content", Outline: `
application "demo"
	window "Main"
		button "` + strings.Repeat("é", 120) + `"
		group "` + strings.Repeat("a", 512) + `"
		document "` + strings.Repeat("a", 600) + `"
		listitem "` + strings.Repeat("a", 600) + `"
		label "` + strings.Repeat("a", 600) + `"
		button "Save" desc="` + strings.Repeat("a", 600) + `"
`},
	{Rule: "name-equals-description", Why: "the same but for case and dots", Outline: `
application "demo"
	window "Main"
		!button "Save" desc="save."
		button "Open" desc="Opens a file"
`},
	{Rule: "name-equals-description", Why: "tool buttons of Qt", Toolkit: "Qt", Outline: `
application "demo"
	window "Main"
		!button "Cut" desc="Cut"
		button "Open" desc="Open (F3)"
`},
	{Rule: "name-equals-description", Why: "a toolkit that copies is reported once", Outline: `
application "demo"
	window "Main"
		!button "Cut" desc="Cut"
		button "Copy" desc="Copy"
		button "Paste" desc="Paste"
		button "Undo" desc="Undo"
		button "Redo" desc="Redo"
`},
	{Rule: "name-equals-description", Why: "the application, descriptions that say more, none, unread, not shown", Undecided: 1, Outline: `
application "demo" desc="demo"
	window "Main"
		button "Save" desc="Save the order"
		button "Save"
		button "Open" unreadable-description
		button "New" desc="New" -showing
`},
	{Rule: "name-placeholder-only", Why: "a placeholder, a tooltip, a search box to be looked at", Outline: `
application "demo"
	window "Main"
		!textbox attr=placeholder-text:Town
		!textbox desc="The town"
		!searchbox attr=placeholder-text:Search
`},
	{Rule: "name-placeholder-only", Why: "browsers take the name from it", Toolkit: "web", Outline: `
application "demo"
	window "Main"
		!textbox "Town" attr=name-from:placeholder
		textbox "Town" attr=name-from:attribute
		!textbox "City" attr=placeholder:City
		textbox "Zip" attr=placeholder:12345
`},
	{Rule: "name-placeholder-only", Why: "labelled ones, named ones, parts of a combo box, unread names", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Town" key=t
		textbox labelled-by=t attr=placeholder-text:Berlin
		textbox "Town" desc="Where you live"
		combobox "Country"
			textbox desc="Country"
		textbox unreadable-name desc="Town"
		button desc="Close"
`},
	{Rule: "name-mnemonic-leak", Why: "signs of mnemonics and shortcuts", Outline: `
application "demo"
	window "Main"
		!button "_Open"
		!menuitem "&File"
		!menuitem "Save &As"
		!button "S_ave" actions=press:click keys="<Alt>a"
		!menuitem "Save Ctrl+S"
		!menuitem "Help\tF1"
`},
	{Rule: "name-mnemonic-leak", Why: "underscores and ampersands that belong there", Outline: `
application "demo"
	window "Main"
		menuitem "my_file"
		menuitem "Drag & Drop"
		button "R&D"
		button "__init__"
		listitem "_Open"
		tab "_config.yml"
		textbox "_Open"
		menuitem "Save As" actions=press:click keys="a;<Alt>f:a;<Primary>s"
		menuitem "1_000"
		button "Collapse (Ctrl+L)"
		button "C++"
		menuitem "_3" actions=press:click keys="x;;"
`},
	{Rule: "label-in-name", Why: "the text on the button is not in its name", Outline: `
application "demo"
	window "Main"
		!button "Submit form"
			generic
				label "Send"
`},
	{Rule: "label-in-name", Why: "GTK 4.8 calls every tab so", Toolkit: "GTK 4", Outline: `
application "demo"
	window "Main"
		!tab "Tab"
			label "Beach"
`},
	{Rule: "label-in-name", Why: "counters, signs, shortcuts, what is inside of another control, one that could not be read", Undecided: 1, Outline: `
application "demo"
	window "Main"
		button "Send the order"
			label "Send…"
		button "Inbox, 3 unread"
			label "3"
		button "Close"
			label "\ue801"
		menuitem "Save"
			label "Ctrl+S" native="accelerator label"
		button "More"
			button "Details"
				label "Details"
		button "Mail"
			label "Mail"
			label "unread messages"
		button "Save"
			label "Hidden" -showing
		button "Open"
			label unreadable-name
		button
			label "Send"
`},
	{Rule: "label-in-name", Why: "tabs of GTK 3 hold the page", Toolkit: "GTK 3", Outline: `
application "demo"
	window "Main"
		tab "Order"
			label "Customer"
`},
}
