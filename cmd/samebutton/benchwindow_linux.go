//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"os"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"

	"github.com/samebutton/samebutton/app"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
)

// How often each thing is done, and how long one of them may take.
const (
	scrolls    = 60
	repaints   = 100
	shownLimit = time.Minute
	// calm is how long nothing is done before something is measured.
	calm = 300 * time.Millisecond
)

// measureWindow opens a window and measures it. It must be called from the
// goroutine of main.
func measureWindow(ctx context.Context, part string, o windowOptions) (windowFigures, error) {
	if err := preflight(ctx, os.Getenv); err != nil {
		return windowFigures{}, err
	}
	saveMemory(ctx)
	fyneapp.SetMetadata(metadata())
	program := fyneapp.NewWithID(programID)
	ctx, cancel := context.WithTimeout(ctx, windowLimit)
	defer cancel()
	defer context.AfterFunc(ctx, func() { fyne.Do(program.Quit) })()
	m := &windowMeasure{ctx: ctx, program: program, options: o}
	m.prober.frames = &m.frames
	var run func()
	var work func() error
	switch part {
	case partEmpty:
		run, work = m.emptyWindow()
	case partWindow:
		var end func()
		var err error
		if run, work, end, err = m.fullWindow(); err != nil {
			return m.figures, err
		}
		defer end()
	default:
		return m.figures, fail(usage, "see 'samebutton bench window --help'", "unknown part %q", part)
	}
	ended := make(chan error, 1)
	program.Lifecycle().SetOnStarted(func() {
		m.frames.begin()
		go func() {
			ended <- work()
			fyne.Do(program.Quit)
		}()
	})
	run()
	select {
	case err := <-ended:
		return m.figures, err
	default:
		return m.figures, errors.Join(errors.New("the window was closed before all was measured"), ctx.Err())
	}
}

// windowMeasure measures the window of this process. Its methods belong to the
// goroutine that measures, which is not the one that draws.
type windowMeasure struct {
	ctx     context.Context
	program fyne.App
	options windowOptions
	frames  frames
	prober  prober
	hands   *hands
	window  fyne.Window
	app     *app.App
	source  measured
	figures windowFigures
}

// emptyWindow is what drawing costs at the least: a window of the same size, one
// area of which changes its colour.
func (m *windowMeasure) emptyWindow() (run func(), work func() error) {
	area := canvas.NewRectangle(color.Black)
	m.window = m.program.NewWindow("Empty")
	m.window.Resize(fyne.NewSize(1280, 800))
	m.window.SetContent(area)
	m.window.SetMaster()
	return m.window.ShowAndRun, func() error {
		m.figures.FirstPaintMs = ms(m.frames.next().Sub(m.options.began))
		m.prober.phase(phaseRepainting)
		stop := m.prober.start(nil)
		for i := range repaints {
			fyne.DoAndWait(func() {
				area.FillColor = color.Gray{uint8(8 * i)}
				area.Refresh()
			})
			time.Sleep(calm / 10)
		}
		stop()
		m.figures.Stalls = m.prober.stalls()
		return m.rest()
	}
}

// fullWindow is the window of the program with an application of many elements,
// which end ends.
func (m *windowMeasure) fullWindow() (run func(), work func() error, end func(), err error) {
	services := app.Services{Screen: newSourceScreen(), Application: sourceName, Observe: readLimit, Version: version}
	if m.options.made {
		made := newSource(m.options.nodes)
		m.source, services.Backend, end = made, made, func() {}
	} else {
		began := time.Now()
		application, err := startRemote(m.ctx, m.options.nodes)
		if err != nil {
			return nil, nil, nil, err
		}
		m.options.began = m.options.began.Add(time.Since(began)) // this was not the window's
		read, err := atspi.Open(m.ctx, atspi.Options{})
		if err != nil {
			return nil, nil, nil, errors.Join(err, application.close())
		}
		m.source, services.Backend = application, read
		end = func() { read.Close(); application.close() }
	}
	m.figures.Made = m.options.made
	m.app = app.New(m.program, services)
	m.window = m.app.Window()
	return m.app.ShowAndRun, m.measureAll, end, nil
}

// measureAll measures the window of the program.
func (m *windowMeasure) measureAll() error {
	m.figures.FirstPaintMs = ms(m.frames.next().Sub(m.options.began))
	m.prober.phase("elements arrive")
	stop := m.prober.start(m.app.Shown)
	defer stop()
	at, err := m.until("the elements", func(s app.Shown) bool { return s.Frozen != nil })
	if err != nil {
		return err
	}
	m.figures.FirstTreeMs = ms(at.Sub(m.options.began))
	m.figures.Nodes = len(m.prober.shown().Frozen.Nodes)
	if m.hands, err = newHands(m.ctx); err != nil {
		return err
	}
	defer m.hands.close()
	for _, measure := range []func() error{m.repainting, m.selecting, m.scrolling, m.changing} {
		time.Sleep(calm)
		if err := measure(); err != nil {
			return err
		}
	}
	stop()
	m.figures.Stalls = m.prober.stalls()
	return m.rest()
}

// until waits until the window is in a state and has painted it, and returns when
// that was.
func (m *windowMeasure) until(what string, is func(app.Shown) bool) (time.Time, error) {
	limit := time.After(shownLimit)
	for {
		select {
		case <-m.ctx.Done():
			return time.Time{}, m.ctx.Err()
		case <-limit:
			return time.Time{}, fmt.Errorf("the window did not show %s in %v", what, shownLimit)
		case look := <-m.prober.looks:
			if is(look.shown) {
				return m.frames.after(look.frame), nil
			}
		}
	}
}

// place returns where the rows of the tree are on the screen.
func (m *windowMeasure) place() (tree.Rect, error) {
	var area tree.Rect
	var scale float32
	fyne.DoAndWait(func() {
		d, _ := m.app.Describe().Find("tree", "Elements")
		scale = m.window.Canvas().Scale()
		area = tree.Rect{X: int(d.Position.X * scale), Y: int(d.Position.Y * scale), W: int(d.Size.Width * scale), H: int(d.Size.Height * scale)}
	})
	if area.Empty() {
		return area, errors.New("the window shows no tree")
	}
	origin, err := ownOrigin(m.ctx)
	if err != nil {
		return area, err
	}
	area.X += origin.X
	area.Y += origin.Y
	return area, nil
}

// selecting presses rows of the tree.
func (m *windowMeasure) selecting() error {
	m.prober.phase(describing)
	rows, err := m.place()
	if err != nil {
		return err
	}
	time.Sleep(calm)
	m.prober.phase("selecting")
	var selects, proofs []time.Duration
	for i := range m.options.rounds {
		before := m.prober.shown().Selected
		at := tree.Point{X: rows.X + rows.W/3, Y: rows.Y + 12 + (i*7%(rows.H/24))*22}
		if err := m.hands.move(at); err != nil {
			return err
		}
		time.Sleep(calm)
		pressed := time.Now()
		if err := m.hands.click(leftButton); err != nil {
			return err
		}
		shown, err := m.until("the chosen element", func(s app.Shown) bool { return s.Selected != before })
		if err != nil {
			return err
		}
		proven, err := m.until("the proof", func(s app.Shown) bool { return s.Proven })
		if err != nil {
			return err
		}
		selects = append(selects, shown.Sub(pressed))
		proofs = append(proofs, proven.Sub(pressed))
	}
	m.figures.Select, m.figures.Prove = timingOf(selects), timingOf(proofs)
	return nil
}

// repainting has the window painted as it stands: what painting so many parts costs,
// whoever shows them.
func (m *windowMeasure) repainting() error {
	m.prober.phase(phaseRepainting)
	nothing := canvas.NewRectangle(color.Transparent) // any part has all of the window painted
	for range repaints {
		fyne.DoAndWait(func() { m.window.Canvas().Refresh(nothing) })
		time.Sleep(calm / 10)
	}
	return nil
}

// scrolling turns the wheel over the tree, down and up again.
func (m *windowMeasure) scrolling() error {
	m.prober.phase("scrolling")
	for i := range scrolls {
		button := byte(wheelDown)
		if i >= scrolls/2 {
			button = wheelUp
		}
		if err := m.hands.click(button); err != nil {
			return err
		}
		time.Sleep(30 * time.Millisecond)
	}
	return nil
}

// changing changes the application.
func (m *windowMeasure) changing() error {
	changing := tree.Handle("")
	for _, n := range m.prober.shown().Frozen.Nodes {
		if strings.HasSuffix(string(n.Handle), "/"+changingKey) {
			changing = n.Handle
		}
	}
	m.prober.phase("changing")
	var times []time.Duration
	for range m.options.rounds {
		time.Sleep(2 * calm)
		changed := time.Now()
		name, err := m.source.change()
		if err != nil {
			return err
		}
		shown, err := m.until("the change", func(s app.Shown) bool {
			id := s.Frozen.ByHandle(changing)
			return id != tree.None && s.Frozen.Nodes[id].Name.Value == name
		})
		if err != nil {
			return err
		}
		times = append(times, shown.Sub(changed))
	}
	m.figures.Change = timingOf(times)
	return nil
}

// rest measures what the process costs when nothing happens.
func (m *windowMeasure) rest() error {
	m.frames.end()
	time.Sleep(2 * time.Second) // what was begun ends
	before, err := ownUsage()
	if err != nil {
		return err
	}
	began := time.Now()
	select {
	case <-m.ctx.Done():
		return m.ctx.Err()
	case <-time.After(m.options.idle):
	}
	after, err := ownUsage()
	if err != nil {
		return err
	}
	m.figures.IdleCPU = round(100*(after.cpu-before.cpu).Seconds()/time.Since(began).Seconds(), 2)
	m.figures.RSS, m.figures.PeakRSS = after.rss, after.peak
	return nil
}
