package atspi

import (
	"context"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends"
)

// window is how many calls are in flight at once: enough to keep the bus and the
// application busy, few enough for every queue between.
const window = 256

// then gets the reply of one call: the body, or an error sorted by [sortError].
type then func(body []any, err error)

// request is one call waiting to be sent.
type request struct {
	to   ref
	m    *method
	args []any
	then then
}

// pipeline keeps many calls in flight and runs their continuations, one at a
// time, on the goroutine that calls run. Continuations may add calls. When ctx
// ends, or nothing at all comes back for the quiet time, every call that is not
// answered fails with [backends.ErrTimeout], and so does every later one. A
// private socket on which nothing came back is not used again.
type pipeline struct {
	b     *Backend
	ctx   context.Context
	stop  context.CancelFunc
	quiet time.Duration
	// Calls go over the bus, those of the application itself over its private
	// socket where it has one.
	bus     *bus
	name    string // unique name of the application
	private *link

	done    chan *dbus.Call
	flight  map[*dbus.Call]then
	queue   []request
	next    int // queue[:next] was sent
	stalled error
}

func newPipeline(ctx context.Context, b *Backend, c *bus, name string, private *link) *pipeline {
	ctx, stop := context.WithCancel(ctx)
	return &pipeline{
		b: b, ctx: ctx, stop: stop, quiet: b.options.Call, bus: c, name: name, private: private,
		// Room for every reply: godbus delivers them from its reading goroutine.
		done:   make(chan *dbus.Call, window),
		flight: make(map[*dbus.Call]then, window),
	}
}

// add queues a call. It never blocks and never runs a continuation itself.
func (p *pipeline) add(to ref, m *method, then then, args ...any) {
	p.queue = append(p.queue, request{to, m, args, then})
}

// run works until no call is left.
func (p *pipeline) run() {
	timer := time.NewTimer(p.quiet)
	defer timer.Stop()
	for p.next < len(p.queue) || len(p.flight) > 0 {
		p.fill()
		if len(p.flight) == 0 {
			continue
		}
		select {
		case call := <-p.done:
			p.finish(call)
			for range len(p.done) {
				p.finish(<-p.done)
			}
			timer.Reset(p.quiet)
		case <-timer.C:
			p.silent(fmt.Errorf("%w: silent for %v", backends.ErrTimeout, p.quiet))
		case <-p.ctx.Done():
			p.stall(p.expired())
		}
	}
	p.queue, p.next = p.queue[:0], 0
}

// fill sends what the window has room for.
func (p *pipeline) fill() {
	for p.stalled != nil && p.next < len(p.queue) {
		r := p.take()
		r.then(nil, p.stalled)
	}
	if room := min(window-len(p.flight), len(p.queue)-p.next); room > 0 {
		batch := make([]request, room)
		for i := range batch {
			batch[i] = p.take()
		}
		p.sendAll(batch)
	}
	if p.next == len(p.queue) {
		p.queue, p.next = p.queue[:0], 0
	}
}

// take removes the next request from the queue.
func (p *pipeline) take() request {
	r := p.queue[p.next]
	p.queue[p.next] = request{}
	p.next++
	return r
}

// sendAll sends calls on a goroutine of its own, since sending blocks while the
// other side does not read. Where ctx ends first the calls fail and the goroutine
// is left to end by itself, soon: a write has a bound.
func (p *pipeline) sendAll(batch []request) {
	sent := make(chan []*dbus.Call, 1)
	go func() {
		calls := make([]*dbus.Call, len(batch))
		for i, r := range batch {
			calls[i] = p.b.send(p.ctx, p.route(r.to.name), r.to, r.m, p.done, r.args...)
		}
		sent <- calls
	}()
	select {
	case calls := <-sent:
		for i, call := range calls {
			p.flight[call] = batch[i].then
		}
	case <-p.ctx.Done():
		p.expired()
		for _, r := range batch {
			r.then(nil, p.stalled)
		}
	}
}

// route picks the connection for a destination.
func (p *pipeline) route(name string) *dbus.Conn {
	if p.private != nil && name == p.name {
		return p.private.Conn
	}
	return p.bus.Conn
}

func (p *pipeline) finish(call *dbus.Call) {
	then, known := p.flight[call]
	if !known {
		return // of a batch that was given up
	}
	delete(p.flight, call)
	if call.Err == nil {
		then(call.Body, nil)
		return
	}
	if p.private.givenUp() && p.stalled == nil && p.ctx.Err() == nil {
		// Another reading found it silent, or a write did.
		p.bus.dropSocket(p.name, p.private)
		p.stalled = fmt.Errorf("%w: the application does not read its private socket", backends.ErrTimeout)
	}
	if p.stalled != nil {
		then(nil, p.stalled)
		return
	}
	if p.ctx.Err() != nil {
		then(nil, p.expired())
		return
	}
	then(nil, sortError(call.Err))
}

// expired returns why no more calls are made, once the context has ended.
func (p *pipeline) expired() error {
	if p.stalled == nil {
		p.stalled = fmt.Errorf("%w: %w", backends.ErrTimeout, context.Cause(p.ctx))
	}
	return p.stalled
}

// silent gives up on an application of which nothing was heard, and on its
// private socket with it: what is sent there would fill it up.
func (p *pipeline) silent(why error) {
	if p.private != nil {
		p.bus.dropSocket(p.name, p.private)
	}
	p.stall(why)
}

// stall gives up on the application: cancelling makes godbus return every call
// in flight at once, so that none is left behind on the connection.
func (p *pipeline) stall(why error) {
	p.stalled = why
	p.stop()
	for len(p.flight) > 0 {
		p.finish(<-p.done) // each one comes: godbus ends it with the context
	}
}

// close releases the context; calls in flight are given up.
func (p *pipeline) close() { p.stop() }
