//go:build !cgo || !linux

package main

import (
	"context"
	"time"
)

// measureWindow cannot measure what this program does not have.
func measureWindow(_ context.Context, _ string, _ int, _ time.Time, _ time.Duration) (windowFigures, error) {
	return windowFigures{}, fail(environment, "use a build of Linux with cgo ('make build')", "this program was built without what it measures")
}
