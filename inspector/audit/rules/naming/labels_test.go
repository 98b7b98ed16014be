package naming

import "github.com/samebutton/samebutton/inspector/audit/audittest"

var labelFixtures = []audittest.Fixture{
	// Of relations those of the field count: what a label labels is said there, too.
	{Rule: "label-orphan", Why: "to the left and above", Told: []string{"relations"}, Outline: `
application "demo"
	window "Main" bounds=0,0,400,300
		!label "Customer" bounds=10,10,80,20
		textbox bounds=100,10,200,20 focusable
		!label "Country" bounds=10,60,80,20
		combobox bounds=10,82,200,20
`},
	{Rule: "label-orphan", Why: "a banner over a search bar (FeatherPad), a label in a frame beside a text (gtk4-widget-factory)", Outline: `
application "demo"
	window "Main" bounds=450,257,700,500
		label "Root Instance" bounds=455,677,690,18
		combobox bounds=452,704,555,25
		generic "Text Styles" bounds=1016,204,289,448
			label "Heading" bounds=1016,417,289,18
		textbox bounds=1317,407,267,245 focusable multi-line
`},
	{Rule: "label-orphan", Why: "named, tied, far, right, below, sentences, headings, parts; without place or name undecided", Undecided: 2, Outline: `
application "demo"
	window "Main" bounds=0,0,900,600
		label "Customer" bounds=10,10,80,20
		textbox "Customer" bounds=100,10,200,20
		label "Street" bounds=10,40,80,20 key=s
		textbox labelled-by=s bounds=100,40,200,20
		label "Far away" bounds=10,100,80,20
		textbox bounds=130,100,100,20
		label "to the right" bounds=232,100,80,20
		label "Press Return to send the message." bounds=10,200,80,20
		textbox bounds=100,200,200,20
		heading "Shop"
			label "Shop" bounds=10,240,80,20
		textbox bounds=100,240,200,20
		spinbutton "Quantity" bounds=100,300,200,20
			label "Inner" bounds=10,300,80,20
			textbox bounds=100,300,180,20
		label "No place" bounds=10,400,80,20
		textbox
		textbox unreadable-name bounds=100,400,200,20
		label "*" bounds=10,500,8,20
		textbox bounds=20,500,200,20
		label "Hidden" bounds=10,550,80,20 -showing
		textbox bounds=100,550,200,20
`},
	{Rule: "label-multiple-targets", Why: "one label for two fields, three labels for one", Outline: `
application "demo"
	window "Main"
		!label "Date" key=d label-for=a,b
		textbox key=a labelled-by=d
		textbox key=b labelled-by=d
		label "From" key=x
		label "To" key=y
		label "of" key=z
		!textbox labelled-by=x,y,z
`},
	{Rule: "label-multiple-targets", Why: "a field and its parts, two labels, groups, buttons", Outline: `
application "demo"
	window "Main"
		label "Country" label-for=c,e key=l
		combobox key=c labelled-by=l
			textbox key=e labelled-by=l
		label "Unit" key=u
		textbox labelled-by=l,u
		group "Recipient" label-for=c,t
		textbox key=t
		label "Payment" label-for=p,q
		radio key=p
		radio key=q
`},
	{Rule: "relation-not-reciprocal", Why: "said at one end only, once for all of a kind", Outline: `
application "demo"
	window "Main"
		label "Customer" key=l
		!textbox labelled-by=l
		textbox labelled-by=l
		!button "More" controller-for=p
		group "Details" key=p
`},
	{Rule: "relation-not-reciprocal", Why: "both ends say it, the other end was not asked, no partner, outside", Undecided: 1, Outline: `
application "demo"
	window "Main"
		label "Customer" key=l label-for=t
		textbox key=t labelled-by=l
		label "Street" key=s unreadable-relations
		textbox labelled-by=s
		radio member-of=r key=r
		textbox outside=described-by:1
`},
	{Rule: "relation-dangling", Why: "itself, defunct, gone in both readings", Outline: `
application "demo"
	window "Main"
		!textbox labelled-by=t key=t
		label "Error" key=e defunct
		!textbox error-message=e
		!textbox handle=gone outside=described-by:1
`, With: before(`
application "demo"
	window "Main"
		textbox handle=gone outside=described-by:1
`)},
	{Rule: "relation-dangling", Why: "one reading alone: to be looked at", Outline: `
application "demo"
	window "Main"
		!textbox outside=described-by:1
`},
	{Rule: "relation-dangling", Why: "groups, popups, controllers, relations that hold", Outline: `
application "demo"
	window "Main"
		radio member-of=r key=r
		generic outside=popup-for:1
		tab outside=controller-for:1
		label "Customer" key=l
		textbox labelled-by=l
`},
	{Rule: "relation-dangling", Why: "the reading is not complete", Undecided: 1, Outline: `
application "demo"
	window "Main"
		textbox outside=described-by:1
`, With: cut},
	{Rule: "required-invalid-not-exposed", Why: "a star, a message", Outline: `
application "demo"
	window "Main"
		label "City *:" key=c
		!textbox labelled-by=c
		label "Not a number" key=m
		!spinbutton "Quantity" error-message=m
`},
	{Rule: "required-invalid-not-exposed", Why: "said by the state, stars elsewhere, hidden messages, unread names", Undecided: 1, Outline: `
application "demo"
	window "*Untitled"
		tab "*Untitled"
		textbox "City *" required
		label "Not a number" key=m
		spinbutton "Quantity" error-message=m invalid-entry
		label "Old message" key=o -showing
		textbox "Street" error-message=o
		textbox "*"
		textbox "2 * 3 ="
		textbox unreadable-name
		label "Total *"
`},
	{Rule: "password-leak", Why: "text boxes for passwords", Outline: `
application "demo"
	window "Main"
		!textbox "Password" value=hunter2
		!textbox "Confirm password:" value=""
		label "Kennwort" key=k
		!textbox labelled-by=k value=x
`},
	{Rule: "password-leak", Why: "hidden ones, and fields about passwords", Undecided: 1, Outline: `
application "demo"
	window "Main"
		password "Password"
		textbox "Password" secret unreadable-value
		textbox "Password hint" value=dog
		searchbox "Search passwords" value=x
		textbox "Search password" value=x
		textbox "Passwords are stored here" value=x
		button "Password" value=x
		textbox "Password" unreadable-value
		textbox "Password" multi-line value=x
		label "Password"
`},
}
