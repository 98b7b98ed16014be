package main

import (
	"context"
	"image"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/gather"
	"github.com/samebutton/samebutton/recorder"
)

// auditSubject reads the application and gathers the evidence that can be had. A
// saved snapshot has only what it was saved with.
func (s *session) auditSubject(ctx context.Context, o auditing) (*audit.Subject, error) {
	windows := func(f *inspector.Frozen) ([]tree.NodeID, error) { return s.auditWindows(f, o.allWindows) }
	if strings.HasPrefix(s.cli.backendName, filePrefix) {
		f, err := s.snapshot(ctx)
		if err != nil {
			return nil, err
		}
		subject := &audit.Subject{Frozen: f, Pictures: audit.SavedPictures(f, f.Capture)}
		subject.Windows, err = windows(f)
		return subject, err
	}
	g := s.gatherer(s.snapshot)
	g.Listen, g.Windows = o.listen, windows
	return g.Subject(ctx)
}

// camera takes pictures for an audit.
type camera struct{ screen backends.Screen }

// Take implements [gather.Camera].
func (c camera) Take(ctx context.Context, w tree.Window) (*tree.Capture, error) {
	return c.screen.CaptureWindows(ctx, w.Frame, []tree.Window{w})
}

// Hide implements [gather.Camera]: password fields are painted over.
func (camera) Hide(c *tree.Capture, f *inspector.Frozen) (*image.RGBA, bool) {
	return recorder.Mask(c, f), recorder.Maskable(f)
}

// gatherer gathers the evidence of an audit; read makes its readings.
func (s *session) gatherer(read func(context.Context) (*inspector.Frozen, error)) gather.Gatherer {
	g := gather.Gatherer{Backend: s.backend, App: s.app, Read: read, Shown: s.shownWindows}
	if screen, err := s.cli.screen(); err == nil {
		g.Camera, g.Look = camera{screen}, s.unkept
	} else {
		s.cli.log.Debug("take pictures for the audit", "error", err)
	}
	return g
}

// shownWindows are the windows of the application's process that are on the display.
func (s *session) shownWindows(ctx context.Context) ([]audit.DesktopWindow, error) {
	display, err := s.cli.display(ctx, "")
	if err != nil {
		return nil, err
	}
	var shown []audit.DesktopWindow
	for _, w := range display.Windows {
		if w.PID == s.app.PID && w.PID != 0 && !w.Hidden {
			shown = append(shown, audit.DesktopWindow{XID: w.XID, Title: w.Title, Rect: w.Rect})
		}
	}
	return shown, nil
}
