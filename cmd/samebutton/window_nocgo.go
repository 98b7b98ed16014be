//go:build !cgo

package main

import "context"

// openWindow cannot open anything: Fyne's driver needs cgo.
func openWindow(context.Context, *cli) error {
	return fail(environment, "build it with cgo ('make build'), or use a command: 'samebutton --help'", "this program was built without its window")
}
