// Command samebutton inspects, records and replays desktop applications.
//
// Promise: without arguments it opens the window; otherwise it performs one
// command, prints one answer to stdout, and ends with one of the exit codes of
// failure.go. Everything else (progress, warnings, logs) goes to stderr. It never
// waits without a limit that the person gave or can end with Ctrl-C.
//
// Built without cgo it has all commands but no window and no real input.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/samebutton/samebutton/cmd/samebutton/internal/locale"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/nobridge"
)

func main() { os.Exit(start()) }

func start() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Once asked to stop, a second Ctrl-C ends the process at once.
	context.AfterFunc(ctx, stop)
	if err := nobridge.Restore(); err != nil {
		fmt.Fprintln(os.Stderr, "samebutton: restore NO_AT_BRIDGE:", err)
	}
	// The window needs the language that was chosen for it; commands do not.
	if len(os.Args) > 1 {
		if err := locale.Restore(); err != nil {
			fmt.Fprintln(os.Stderr, "samebutton: restore locale:", err)
		}
	}
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, realTools())
}
