//go:build unix

package input

import (
	"os"
	"os/signal"
	"syscall"
)

// suspensions tells when a person stops this process from its terminal (Ctrl-Z).
// A stopped process could not let a press through, so the listener gives up its
// grabs first. stop ends the watching.
func suspensions() (asked <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTSTP)
	return c, func() { signal.Stop(c) }
}

// suspend stops this process and returns when it goes on. SIGSTOP does what the
// signal that was caught would have done; it stops the calling thread a little
// after kill has returned, so that only SIGCONT says that the stop is over.
func suspend() error {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
		return err
	}
	<-goesOn
	return nil
}
