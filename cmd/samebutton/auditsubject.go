package main

import (
	"context"
	"strings"

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
	subject, err := g.Subject(ctx)
	if err != nil {
		return nil, err
	}
	subject.Pictures = s.windowPictures(ctx, subject)
	return subject, nil
}

// windowPictures takes a picture of each audited window, as it looks without what
// lies over it and with password fields painted over. What cannot be seen has none.
func (s *session) windowPictures(ctx context.Context, subject *audit.Subject) []audit.Picture {
	screen, err := s.cli.screen()
	if err != nil || !recorder.Maskable(subject.Frozen) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cli.patience())
	defer cancel()
	var all []audit.Picture
	for _, w := range subject.Frozen.Windows {
		if w.Frame.Empty() || !subject.Scoped(w.Node) {
			continue
		}
		c, err := screen.CaptureWindows(ctx, w.Frame, []tree.Window{w})
		if err != nil || c.Image == nil {
			s.cli.log.Debug("take a picture for the audit", "window", w.Title, "error", err)
			continue
		}
		all = append(all, audit.Picture{Window: w.Node, Rect: c.Rect, Image: recorder.Mask(c, subject.Frozen)})
	}
	return all
}

// gatherer gathers the evidence of an audit; read makes its readings.
func (s *session) gatherer(read func(context.Context) (*inspector.Frozen, error)) gather.Gatherer {
	return gather.Gatherer{Backend: s.backend, App: s.app, Read: read, Shown: s.shownWindows}
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
