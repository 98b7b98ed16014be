//go:build !cgo || !linux

package main

import (
	"context"
	"io"
	"time"
)

// measureWindow cannot measure what this program does not have.
func measureWindow(_ context.Context, _ string, _ windowOptions) (windowFigures, error) {
	return windowFigures{}, fail(environment, "use a build of Linux with cgo ('make build')", "this program was built without what it measures")
}

// beRemote has nothing to be measured for.
func beRemote(io.Reader, io.Writer, int) error { return nil }

// measureHolds cannot measure either.
func measureHolds(_ context.Context, _ []subject, _ int, _ time.Duration) (answer, error) {
	return nil, fail(environment, "use a build of Linux with cgo ('make build')", "this program was built without what it measures")
}
