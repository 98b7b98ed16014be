package main

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/samples/orders"
)

// The private screen holds Orders on the left and the window on the right, so
// that neither covers the other.
var (
	demoScreen  = tree.Rect{W: 2400, H: 1000}
	ordersPlace = tree.Point{X: 10, Y: 40}
	windowPlace = tree.Rect{X: 930, Y: 40, W: 1450, H: 920}
)

// stage is a private desktop with Orders and the window of Samebutton on it. The
// whole process has moved to that desktop.
type stage struct {
	cli     *cli
	desktop *desktop.Desktop
	toolkit orders.Toolkit
	folder  string
	orders  *orders.App
	session *session // on Orders; nil until it can be read
	window  *ourProgram
	pointer backends.Pointer
	release []func()
}

// setStage starts everything but Orders. The caller closes the stage.
func (c *cli) setStage(ctx context.Context, toolkit orders.Toolkit, folder string) (s *stage, err error) {
	s = &stage{cli: c, toolkit: toolkit, folder: folder}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.desktop, err = desktop.Start(ctx, desktop.Options{Width: demoScreen.W, Height: demoScreen.H}); err != nil {
		return s, err
	}
	if err := s.desktop.Setenv(); err != nil {
		return s, err
	}
	if c.storePath == "" {
		c.storePath = filepath.Join(folder, "demo.db")
		if err := os.Remove(c.storePath); err != nil && !errors.Is(err, os.ErrNotExist) {
			return s, err
		}
	}
	pointer, drop, err := c.pointer(ctx)
	if err != nil {
		return s, err
	}
	s.pointer = pointer
	s.release = append(s.release, drop)
	flags := []string{"--store", c.storePath}
	if toolkit == orders.GTK4 {
		// GTK 4.8 offers no action for a check box: only a click ticks it.
		flags = append(flags, "--allow-input")
	}
	s.window, err = startProgram(ctx, s.desktop, pointer, windowPlace, flags...)
	return s, err
}

// serve starts an Orders in place of the one before and has the window read it.
func (s *stage) serve(ctx context.Context, flags ...string) (err error) {
	if err := s.clear(); err != nil {
		return err
	}
	if s.orders, err = orders.Start(ctx, s.desktop, s.toolkit, flags...); err != nil {
		return err
	}
	s.cli.app = s.toolkit.Application()
	// The application is on the bus a moment after its window is on the screen.
	err = poll(ctx, "wait for Orders on the accessibility bus", func() (bool, error) {
		session, err := s.cli.open(ctx)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return false, err
		// A busy machine that starts it is not answered in time, either.
		case explain(err).ending == environment, explain(err).ending == unknown:
			return false, nil
		default:
			return false, err
		}
		if session.app.PID != s.orders.PID() {
			session.close() // the one before, which has not left the bus yet
			return false, nil
		}
		s.session = session
		return s.settled(ctx)
	})
	if err != nil {
		return err
	}
	return s.window.observe(ctx, s.toolkit.Application())
}

// settled reports whether Orders can be read completely and its window is where
// it belongs, and asks for that.
func (s *stage) settled(ctx context.Context) (bool, error) {
	snap, err := s.session.observe(ctx)
	if err != nil || !snap.Complete() || len(snap.Windows) == 0 || snap.Windows[0].XID == 0 {
		s.leave()
		return false, nil
	}
	const frame = 60 // what the window manager may put around a window
	w := snap.Windows[0]
	if w.Frame.X-ordersPlace.X < frame && w.Frame.Y-ordersPlace.Y < frame {
		return true, nil
	}
	s.leave()
	return false, moveWindow(ctx, w.XID, tree.Rect{X: ordersPlace.X, Y: ordersPlace.Y})
}

// clear ends the Orders that is there.
func (s *stage) clear() error {
	if s.orders == nil {
		return nil
	}
	s.leave()
	err := s.orders.Close()
	s.orders = nil
	return err
}

// leave ends the session on Orders where there is one.
func (s *stage) leave() {
	if s.session != nil {
		s.session.close()
		s.session = nil
	}
}

// await reads Orders until the one element that a locator names is so, and
// returns it.
func (s *stage) await(ctx context.Context, text string, so func(*tree.Node) bool) (node tree.Node, err error) {
	locator, err := inspector.ParseLocator(text)
	if err != nil {
		return node, err
	}
	err = poll(ctx, "wait for "+text, func() (bool, error) {
		snap, err := s.session.observe(ctx)
		if err != nil {
			return false, err
		}
		id := inspector.Freeze(snap).Match(locator).Node()
		if id == tree.None || !so(&snap.Nodes[id]) {
			return false, nil
		}
		node = snap.Nodes[id]
		return true, nil
	})
	return node, err
}

// click presses an element the way a person does.
func (s *stage) click(ctx context.Context, locator string) error {
	var before tree.Bounds
	resting := func(n *tree.Node) bool { // at the same place in two readings
		rests := n.Bounds.Usable() && n.Bounds == before
		before = n.Bounds
		return rests
	}
	node, err := s.await(ctx, locator, resting)
	if err != nil {
		return err
	}
	return clickOn(ctx, s.pointer, s.orders.PID(), node.Bounds.Center())
}

// clickOn clicks a place of the screen once a window of the process is seen there: an
// element is in the tree, and a window says where it is, before the display shows it
// above the others.
func clickOn(ctx context.Context, pointer backends.Pointer, pid int, at tree.Point) error {
	err := poll(ctx, fmt.Sprintf("wait until process %d is seen at %d,%d", pid, at.X, at.Y), func() (bool, error) {
		there, err := input.At(ctx, at)
		return there.PID == pid, err
	})
	if err != nil {
		return err
	}
	if err := pointer.Move(ctx, at); err != nil {
		return err
	}
	return pointer.Click(ctx, 1)
}

// logged waits until Orders has written something down.
func (s *stage) logged(ctx context.Context, so func(orders.Entry) bool) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	_, err := s.orders.WaitFor(ctx, so)
	return err
}

// picture writes the whole screen to a file of the folder and returns its name.
func (s *stage) picture(ctx context.Context, name string) (string, error) {
	screen, err := s.cli.screen()
	if err != nil {
		return "", err
	}
	capture, err := screen.Capture(ctx, demoScreen)
	if err != nil {
		return "", err
	}
	name += ".png"
	f, err := os.Create(filepath.Join(s.folder, name))
	if err != nil {
		return "", err
	}
	return name, errors.Join(png.Encode(f, capture.Image), f.Close())
}

// close ends everything in the reverse order. It may be called on a stage that
// was set in part.
func (s *stage) close() error {
	err := s.clear()
	for _, release := range s.release {
		release()
	}
	if s.desktop != nil {
		err = errors.Join(err, s.desktop.Close()) // ends the window too
	}
	return err
}
