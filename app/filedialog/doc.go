// Package filedialog asks for the names of files with the dialogs of the system.
//
// On Linux these are GTK's, which need cgo; without it, and where GTK cannot be
// started, Native returns nil and the window uses dialogs of its own.
//
// Thread rule: the methods block until a person has answered and must not be
// called from the goroutine that draws the window.
package filedialog
