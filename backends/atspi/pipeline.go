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
// answered fails with [backends.ErrTimeout], and so does every later one.
type pipeline struct {
	b     *Backend
	ctx   context.Context
	stop  context.CancelFunc
	quiet time.Duration
	// route picks the connection for a destination.
	route func(name string) *dbus.Conn

	done    chan *dbus.Call
	flight  map[*dbus.Call]then
	queue   []request
	next    int // queue[:next] was sent
	stalled error
}

func newPipeline(ctx context.Context, b *Backend, route func(string) *dbus.Conn) *pipeline {
	ctx, stop := context.WithCancel(ctx)
	return &pipeline{
		b: b, ctx: ctx, stop: stop, quiet: b.options.Call, route: route,
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
			p.stall(fmt.Errorf("%w: silent for %v", backends.ErrTimeout, p.quiet))
		case <-p.ctx.Done():
			p.stall(p.expired())
		}
	}
	p.queue, p.next = p.queue[:0], 0
}

// fill sends what the window has room for.
func (p *pipeline) fill() {
	for p.next < len(p.queue) && len(p.flight) < window {
		r := p.queue[p.next]
		p.queue[p.next] = request{}
		p.next++
		if p.stalled != nil {
			r.then(nil, p.stalled)
			continue
		}
		call := p.b.send(p.ctx, p.route(r.to.name), r.to, r.m, p.done, r.args...)
		p.flight[call] = r.then
	}
	if p.next == len(p.queue) {
		p.queue, p.next = p.queue[:0], 0
	}
}

func (p *pipeline) finish(call *dbus.Call) {
	then := p.flight[call]
	delete(p.flight, call)
	if call.Err == nil {
		then(call.Body, nil)
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

// stall gives up on the application: cancelling makes godbus return every call
// in flight at once, so that none is left behind on the connection.
func (p *pipeline) stall(why error) {
	p.stalled = why
	p.stop()
	for len(p.flight) > 0 {
		p.finish(<-p.done)
	}
}

// close releases the context; calls in flight are given up.
func (p *pipeline) close() { p.stop() }
