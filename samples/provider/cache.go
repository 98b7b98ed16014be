package provider

import "bytes"

// cacheMethods are what the cache object answers.
var cacheMethods map[string]map[string]method

// itemSignature is that of one item of the cache, "" where there are none.
func (p *Provider) itemSignature() string {
	switch p.app.Cache {
	case "gtk3", "gtk4":
		return "((so)(so)(so)iiassusau)"
	case "old":
		return "((so)(so)(so)a(so)assusau)"
	}
	return ""
}

// itemsSignature is that of the reply.
func (p *Provider) itemsSignature() string {
	if s := p.itemSignature(); s != "" {
		return "a" + s
	}
	return "a((so)(so)(so)iiassusau)"
}

// item appends one item of the cache.
func (p *Provider) item(e *encoder, self int32, place int) {
	n := &p.forest.nodes[self]
	e.pad(8)
	e.ref(p.ref(self))
	e.ref(p.ref(0))
	if self == 0 {
		e.ref(ref{prefix + "Registry", base + "root"})
	} else {
		e.ref(p.ref(n.parent))
	}
	switch {
	case p.app.Cache == "old":
		e.array(8, func() {
			for _, child := range n.children {
				e.ref(p.ref(child))
			}
		})
	case self == 0: // the cache of GTK4 says that the application has no children
		e.int32(-1)
		e.int32(0)
	default:
		e.int32(int32(place))
		e.int32(n.count())
	}
	e.strings(n.interfaces())
	e.string((&call{p: p, n: n}).name())
	e.uint32(uint32(n.role))
	e.string(n.description)
	e.state(n.states)
}

// getItems answers with what the cache of the toolkit holds.
func getItems(c *call) string {
	p := c.p
	defer func() {
		if p.firstItems == nil {
			p.firstItems = bytes.Clone(c.out.b)
		}
	}()
	if p.app.Cache == "" || p.app.Cache == "unknown" {
		return errUnknownMethod
	}
	c.out.array(8, func() {
		if p.app.Cache == "empty" {
			return
		}
		if p.app.Cache == "gtk4" {
			p.item(&c.out, 0, -1)
		}
		for i := range p.forest.nodes {
			for place, child := range p.forest.nodes[i].children {
				if child <= 0 || p.forest.nodes[child].parent != int32(i) || p.forest.nodes[child].dead {
					continue // null, a cycle to the application, or named a second time
				}
				if p.app.Cache == "gtk4" && !p.named[child] {
					continue
				}
				p.item(&c.out, child, place)
			}
		}
	})
	return ""
}
