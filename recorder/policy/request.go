package policy

import "github.com/samebutton/samebutton/backends/tree"

// Act says what is about to be done.
type Act string

// Acts. The others are the verbs of package tree, by their own words.
const (
	ActPress      = Act(tree.VerbPress)
	ActOpen   Act = "open"   // a menu on the way to one of its items
	ActClick  Act = "click"  // with the pointer
	ActKeys   Act = "keys"   // with the keyboard
	ActType   Act = "type"   // text with the keyboard
	ActLaunch Act = "launch" // starts a program

	ActDoubleClick  Act = "double-click"
	ActContextClick Act = "context-click"
	ActDrag         Act = "drag"
	ActScroll       Act = "scroll" // with the wheel
)

// Request is an act that is about to be sent, with what it is for as it is now.
type Request struct {
	Act Act
	// Application is its name on the accessibility bus, Window the title of the
	// window that holds the target.
	Application string
	Window      string
	Role        tree.Role
	Name        string
	// Keys are pressed together, modifiers first, by the words of a recorded step;
	// Role and Name are then those of the element that has the keyboard.
	Keys []string
	// Presses are the names of the buttons that the keys press, or may press, beside
	// what they do to the element that has the keyboard: Return in a text box presses
	// the default button of its window.
	Presses []string
	// Input says that real pointer or keyboard input is sent.
	Input bool
	// Executable is what an ActLaunch starts.
	Executable string
	// Environment says that an ActLaunch sets variables for its program, which can
	// make another one of it (LD_PRELOAD).
	Environment bool
}
