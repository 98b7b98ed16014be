package provider

import "slices"

// name returns the name of the object. The application has its own where a script
// did not set one of the object.
func (c *call) name() string {
	if c.n.key == "root" && c.n.name == "" {
		return c.p.app.Name
	}
	return c.n.name
}

// parent returns what the object says its parent is. That of the application is
// the registry's desktop.
func (c *call) parent() ref {
	if c.n.key == "root" {
		return ref{prefix + "Registry", base + "root"}
	}
	return c.p.ref(c.n.parent)
}

var accessibleMethods = map[string]method{
	"GetChildren": {"a(so)", func(c *call) string {
		if t := c.n.extra().table; t != nil && t.Virtual {
			// A spreadsheet would make 2^31 cells now, and never be done.
			return errFailed
		}
		c.out.array(8, func() {
			for _, child := range c.n.children {
				c.out.ref(c.p.ref(child))
				if c.p.app.Cache == "gtk4" && child >= 0 {
					c.p.named[child] = true
				}
			}
		})
		return ""
	}, false},
	"GetChildAtIndex": {"(so)", func(c *call) string {
		c.out.ref(c.child(c.int(0)))
		return ""
	}, false},
	"GetIndexInParent": {"i", func(c *call) string {
		at := -1
		switch place := c.n.extra().place; {
		case place != nil:
			at = int(*place)
		case c.n.parent >= 0:
			at = slices.Index(c.p.forest.nodes[c.n.parent].children, c.self)
		}
		c.out.int32(int32(at))
		return ""
	}, false},
	"GetRelationSet": {"a(ua(so))", func(c *call) string {
		c.out.array(8, func() {
			for _, r := range c.n.extra().relations {
				c.out.pad(8)
				c.out.uint32(r.kind)
				c.out.array(8, func() {
					for _, target := range r.targets {
						c.out.ref(c.p.ref(target))
					}
				})
			}
		})
		return ""
	}, false},
	"GetRole":              {"u", func(c *call) string { c.out.uint32(uint32(c.n.role)); return "" }, false},
	"GetRoleName":          {"s", func(c *call) string { c.out.string(roles[c.n.role]); return "" }, false},
	"GetLocalizedRoleName": {"s", func(c *call) string { c.out.string(roles[c.n.role]); return "" }, false},
	"GetState": {"au", func(c *call) string {
		c.out.state(c.n.states)
		return ""
	}, false},
	"GetAttributes": {"a{ss}", func(c *call) string {
		c.out.array(8, func() {
			for k, v := range c.n.extra().attributes {
				c.out.pad(8)
				c.out.string(k)
				c.out.string(v)
			}
		})
		return ""
	}, false},
	"GetApplication": {"(so)", func(c *call) string { c.out.ref(c.p.ref(0)); return "" }, false},
	"GetInterfaces":  {"as", func(c *call) string { c.out.strings(c.n.interfaces()); return "" }, false},
}

// state appends a set of states as two words.
func (e *encoder) state(set uint64) {
	e.array(4, func() {
		e.uint32(uint32(set))
		e.uint32(uint32(set >> 32))
	})
}

// interfaces lists the interfaces of an object.
func (n *node) interfaces() []string {
	var list []string
	for i, short := range interfaces {
		if n.has&(1<<i) != 0 {
			list = append(list, prefix+short)
		}
	}
	return list
}

// child returns the child at a place, also one that is made on demand.
func (c *call) child(at int32) ref {
	if t := c.n.extra().table; t != nil && t.Virtual {
		if at < 0 || at >= c.n.count() {
			return c.p.ref(nullChild)
		}
		return c.p.cell(c.self, at/t.Columns, at%t.Columns)
	}
	if at < 0 || int(at) >= len(c.n.children) {
		return c.p.ref(nullChild)
	}
	return c.p.ref(c.n.children[at])
}

var applicationMethods = map[string]method{
	"GetLocale": {"s", func(c *call) string { c.out.string("C"); return "" }, false},
	"GetApplicationBusAddress": {"s", func(c *call) string {
		switch c.p.app.Socket {
		case "unknown":
			return errUnknownMethod
		case "on":
			c.out.string(c.p.socket.address)
		default:
			c.out.string(c.p.app.Socket)
		}
		return ""
	}, false},
}
