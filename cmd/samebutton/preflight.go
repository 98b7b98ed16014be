package main

import (
	"context"

	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// preflight checks what the window needs before Fyne is asked: without a display
// its driver panics, and without GLX it goes on without a window.
func preflight(ctx context.Context, getenv func(string) string) error {
	if getenv("DISPLAY") == "" {
		return fail(environment, "log in to a desktop, or run 'samebutton demo', which brings its own display",
			"no display: DISPLAY is not set, so the window cannot be opened")
	}
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	conn, err := xconn.Open(ctx, getenv("DISPLAY"))
	if err != nil {
		return fail(environment, "check DISPLAY and XAUTHORITY, or run 'samebutton demo', which brings its own display",
			"the display %s cannot be reached: %v", getenv("DISPLAY"), err)
	}
	defer conn.Close()
	glx, err := xconn.Await(ctx, func() (*xproto.QueryExtensionReply, error) {
		return xproto.QueryExtension(conn, 3, "GLX").Reply()
	}, nil)
	if err != nil || glx == nil || !glx.Present {
		return fail(environment, "start the X server with GLX; on Debian install libgl1-mesa-dri",
			"the display %s has no OpenGL (GLX), in which the window is drawn", getenv("DISPLAY"))
	}
	return nil
}
