package atspi

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	early *foresight // nil where nothing was asked ahead
	quiet time.Duration
	// Calls go over the bus, those of the application itself over its private
	// socket where it has one.
	bus     *bus
	name    string // unique name of the application
	private *link

	done    chan reply
	flight  map[uint32]flying // by token
	token   uint32            // of the next call
	queue   []request
	next    int // queue[:next] was sent
	stalled error
	failed  bool // some call was answered by an error, or not at all
	// faulty lists whom calls were sent to that failed without a reason that stays.
	faulty []ref
}

// flying is a call that is not answered.
type flying struct {
	to   ref
	then then
}

func newPipeline(ctx context.Context, b *Backend, c *bus, name string, private *link) *pipeline {
	ctx, stop := context.WithCancel(ctx)
	return &pipeline{
		b: b, ctx: ctx, stop: stop, early: foresightOf(ctx), quiet: b.options.Call, bus: c, name: name, private: private,
		// Room for every reply: they are delivered by the goroutine that reads.
		done:   make(chan reply, window),
		flight: make(map[uint32]flying, window),
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
		case r := <-p.done:
			p.finish(r)
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
	// Many at a time: each write costs both sides a change of context.
	for p.stalled == nil && window-len(p.flight) >= window/4 && p.next < len(p.queue) {
		if e := p.early.find(&p.queue[p.next]); e != nil {
			p.expect(e)
			continue
		}
		p.sendAll(p.batch(window - len(p.flight)))
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

// expect takes the next request from the queue, whose answer comes from what was
// asked ahead.
func (p *pipeline) expect(e *early) {
	r, token := p.take(), p.token
	p.flight[token] = flying{r.to, r.then}
	p.token++
	select {
	case <-e.done:
		p.done <- reply{token, e.body, e.err}
	default:
		go func() {
			if body, err := e.wait(p.ctx); p.ctx.Err() == nil {
				p.done <- reply{token, body, err} // which has room for all in flight
			}
		}()
	}
}

// batch takes the next requests from the queue, at most room and all of them for
// one connection, and counts them as in flight.
func (p *pipeline) batch(room int) (*link, []request, uint32) {
	var batch []request
	first := p.token
	over := p.route(p.queue[p.next].to.name)
	for len(batch) < room && p.next < len(p.queue) && p.route(p.queue[p.next].to.name) == over {
		if len(batch) > 0 && p.early.find(&p.queue[p.next]) != nil {
			break
		}
		r := p.take()
		miss(p.ctx, &r)
		if p.b.options.OnCall != nil {
			p.b.options.OnCall(r.to.name, string(r.to.path), r.m.iface, r.m.member)
		}
		p.flight[p.token] = flying{r.to, r.then}
		p.token++
		batch = append(batch, r)
	}
	return over, batch, first
}

// sendAll sends calls on a goroutine of its own, since sending blocks while the
// other side does not read. Where ctx ends first the calls fail and the goroutine
// is left to end by itself, soon: a write has a bound.
func (p *pipeline) sendAll(over *link, batch []request, first uint32) {
	sent := make(chan struct{})
	go func() {
		over.ask(batch, first, p.done)
		close(sent)
	}()
	select {
	case <-sent:
	case <-p.ctx.Done():
		p.stall(p.expired())
	}
}

// route picks the connection for a destination.
func (p *pipeline) route(name string) *link {
	if p.private != nil && name == p.name {
		return p.private
	}
	return p.bus.link
}

func (p *pipeline) finish(r reply) {
	call, known := p.flight[r.token]
	if !known {
		return // given up
	}
	then := call.then
	delete(p.flight, r.token)
	if r.err == nil {
		then(r.body, nil)
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
	p.failed = true
	err := sortError(r.err)
	if !errors.Is(err, backends.ErrUnsupported) && len(p.faulty) < maxMarks {
		p.faulty = append(p.faulty, call.to)
	}
	then(nil, err)
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

// stall gives up on the application: what is in flight fails, and what of it is
// answered later is dropped.
func (p *pipeline) stall(why error) {
	p.stalled = why
	p.close()
	for token, call := range p.flight {
		delete(p.flight, token)
		call.then(nil, p.stalled)
	}
}

// close releases the context and gives up calls in flight.
func (p *pipeline) close() {
	p.stop()
	p.private.forget(p.done)
	p.bus.link.forget(p.done)
}
