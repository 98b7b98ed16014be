// Package nobridge keeps our own process out of the list of applications.
//
// The system's file dialogs bring GTK 3 into the process, which would put the
// program itself on the accessibility bus, where it answers only while a dialog
// is open. GTK decides that by NO_AT_BRIDGE when the package of the dialogs is
// initialised. The import path of this package sorts before that one and it needs
// no more than that one does, so that by the rules of the language it is
// initialised first.
package nobridge

import "os"

const variable = "NO_AT_BRIDGE"

var before, wasSet = os.LookupEnv(variable)

func init() {
	_ = os.Setenv(variable, "1") // cannot fail: the name and value are sound
}

// Restore gives the environment back as it was, so that applications which are
// started do publish themselves.
func Restore() error {
	if wasSet {
		return os.Setenv(variable, before)
	}
	return os.Unsetenv(variable)
}
