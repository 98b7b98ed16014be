package provider

import (
	"cmp"
	"strings"
	"time"
)

const (
	cachePath       = "/org/a11y/atspi/cache"
	ifaceProperties = busName + ".Properties"
)

// Names of D-Bus errors.
const (
	errUnknownMethod    = busName + ".Error.UnknownMethod"
	errUnknownObject    = busName + ".Error.UnknownObject"
	errUnknownInterface = busName + ".Error.UnknownInterface"
	errUnknownProperty  = busName + ".Error.UnknownProperty"
	errInvalidArgs      = busName + ".Error.InvalidArgs"
	errFailed           = busName + ".Error.Failed"
)

// call is one call being served. p.mu is held while its method runs.
type call struct {
	p    *Provider
	from *conn
	m    *message
	self int32
	n    *node
	out  encoder
	// sends are signals that follow from the call.
	sends []*message
}

// method answers a call: it writes the body of that signature, or returns the
// name of an error.
type method struct {
	signature string
	do        func(*call) string
	// mutates marks what goes into the journal.
	mutates bool
}

// ref returns the reference of an object. p.mu is held.
func (p *Provider) ref(i int32) ref { return ref{p.name, p.forest.path(i)} }

// property returns the property that a call of Get, GetAll or Set is about.
func (m *message) property() string {
	if m.iface != ifaceProperties || m.member == "GetAll" || len(m.args) < 2 {
		return ""
	}
	s, _ := m.args[1].(string)
	return s
}

// serve answers one call.
func (p *Provider) serve(from *conn, m *message) {
	p.loop.Lock()
	defer p.loop.Unlock()
	defer func(began time.Time) {
		took := time.Since(began)
		p.mu.Lock()
		p.busy += took
		p.mu.Unlock()
	}(time.Now())
	key, served := strings.CutPrefix(m.path, base)
	if m.path == cachePath {
		key, served = "cache", true
	}
	p.mu.Lock()
	for p.thaw != nil && !p.over {
		thaw := p.thaw
		p.mu.Unlock()
		from.flush()
		select {
		case <-thaw:
		case <-p.done:
		}
		p.mu.Lock()
	}
	p.served++
	trouble, then := p.faults.of(key, m.member, m.property(), from != p.bus)
	p.mu.Unlock()
	for _, commands := range then {
		p.Do(commands...)
	}
	if !served {
		key = ""
	}
	reply, sends := p.answer(from, m, key)
	if trouble != nil {
		if reply = p.spoil(trouble, from, m, reply); reply == nil {
			return
		}
	}
	if m.flags&1 == 0 { // a reply is expected
		from.send(reply)
	}
	p.mu.Lock()
	bus := p.bus
	p.mu.Unlock()
	for _, s := range sends {
		bus.send(s)
	}
	if len(sends) > 0 {
		bus.flush()
	}
}

// answer returns the reply that there would be without trouble.
func (p *Provider) answer(from *conn, m *message, key string) (*message, []*message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := &call{p: p, from: from, m: m}
	signature, failed := c.run(key)
	if failed != "" {
		return failure(m, failed), nil
	}
	return &message{kind: typeReply, replyTo: m.serial, destination: m.sender, signature: signature, body: c.out.b}, c.sends
}

func failure(m *message, name string) *message {
	e := &encoder{}
	e.string("the sample application says so")
	return &message{kind: typeError, replyTo: m.serial, destination: m.sender, errorName: name, signature: "s", body: e.b}
}

// run finds the object and the method and calls it.
func (c *call) run(key string) (signature, failed string) {
	table := methods[c.m.iface]
	if c.m.path == cachePath {
		table = cacheMethods[c.m.iface]
	} else {
		var there bool
		if c.self, there = c.p.forest.find(key); !there {
			if c.n, there = c.p.virtual(key); !there {
				return "", errUnknownObject
			}
		} else if c.n = &c.p.forest.nodes[c.self]; c.n.dead {
			return "", errUnknownObject
		}
		if c.n.key != "" {
			c.p.asked[question{c.n.key, c.m.member}]++
		}
		if short, ours := strings.CutPrefix(c.m.iface, prefix); ours && !c.implements(short) {
			return "", errUnknownInterface
		}
	}
	is, ok := table[c.m.member]
	if !ok {
		return "", errUnknownMethod
	}
	if is.mutates {
		c.p.journal.write(key, c.data(), c.p.served, c.m)
	}
	if failed = is.do(c); failed != "" {
		return "", failed
	}
	if c.m.path == cachePath {
		return c.p.itemsSignature(), ""
	}
	return is.signature, ""
}

// data is what the object of a call that changes something is to the application, of
// a selection what the child is.
func (c *call) data() string {
	if c.m.member == "SelectChild" {
		if list := one(c.n.children, c.int(0)); list != nil && list[0] >= 0 {
			return c.p.forest.nodes[list[0]].extra().data
		}
	}
	return c.n.extra().data
}

// spoil makes of a reply what the trouble wants; nil means that nothing is sent.
func (p *Provider) spoil(t *Trouble, from *conn, m, reply *message) *message {
	pause := time.Duration(t.MS) * time.Millisecond
	switch t.Kind {
	case "hang":
		return nil
	case "late":
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.over {
			p.timers.Go(func() {
				select {
				case <-time.After(pause):
					from.send(reply)
					from.flush()
				case <-p.done:
				}
			})
		}
		return nil
	case "delay":
		from.flush()
		select {
		case <-time.After(pause):
		case <-p.done:
		}
		return reply
	case "unknown-method":
		return failure(m, errUnknownMethod)
	case "unknown-object":
		return failure(m, errUnknownObject)
	case "error":
		return failure(m, cmp.Or(t.Name, errFailed))
	case "torn":
		from.tear(reply)
		return nil
	case "bytes":
		from.write(t.Body)
		return nil
	case "crash":
		from.flush()
		p.crash()
		return nil
	}
	if t.Kind == "old" {
		p.mu.Lock()
		defer p.mu.Unlock()
		if m.path == cachePath && p.firstItems != nil {
			reply.body = p.firstItems
		}
		return reply
	}
	spoilt := &message{kind: typeReply, replyTo: m.serial, destination: m.sender}
	e := &encoder{}
	switch t.Kind {
	case "wrong":
		if spoilt.signature = "u"; reply.signature == "u" {
			spoilt.signature = "s"
			e.string("wrong")
		} else {
			e.uint32(7)
		}
	case "false":
		spoilt.signature = "b"
		e.bool(false)
	case "raw":
		spoilt.signature, e.b = t.Signature, t.Body
	}
	spoilt.body = e.b
	return spoilt
}

// Arguments of a call; missing ones, and ones of another type, are zero.

func (c *call) arg(i int) any {
	if i >= len(c.m.args) {
		return nil
	}
	return c.m.args[i]
}

func (c *call) int(i int) int32 {
	switch v := c.arg(i).(type) {
	case int32:
		return v
	case uint32:
		return int32(v)
	}
	return 0
}

func (c *call) text(i int) string {
	s, _ := c.arg(i).(string)
	return s
}
