//go:build !unix

package input

import "os"

// suspensions: processes are not stopped from a terminal here.
func suspensions() (asked <-chan os.Signal, stop func()) { return nil, func() {} }

func suspend() error { return nil }
