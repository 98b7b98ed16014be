package main

// version is the one place where the version stands; FyneApp.toml repeats it for
// the packager and a test compares them.
const version = "0.1.0"

// What the window and the packager call the program.
const (
	programID   = "dev.samebutton.Samebutton"
	programName = "Samebutton"
	build       = 1
)
