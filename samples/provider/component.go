package provider

// extents appends "(iiii)".
func (e *encoder) extents(r [4]int32) {
	e.pad(8)
	for _, v := range r {
		e.int32(v)
	}
}

// The kinds of coordinates.
const (
	ofScreen uint32 = iota
	ofWindow
	ofParent
)

// extents returns where an object is in the coordinates that are asked for.
func (c *call) extents(coordinates uint32) [4]int32 {
	r := c.n.extents
	origin := int32(-1)
	switch {
	case c.p.app.WindowRelative:
	case coordinates == ofWindow:
		origin = c.p.forest.window(c.self)
	case coordinates == ofParent:
		origin = c.n.parent
	}
	if origin >= 0 {
		of := c.p.forest.nodes[origin].extents
		r[0] -= of[0] // extreme ones wrap around, as they do in toolkits
		r[1] -= of[1]
	}
	return r
}

// contains reports whether a point is in a rectangle.
func contains(r [4]int32, x, y int32) bool {
	return int64(x) >= int64(r[0]) && int64(x) < int64(r[0])+int64(r[2]) && int64(y) >= int64(r[1]) && int64(y) < int64(r[1])+int64(r[3])
}

// atPoint returns the last, that is the topmost, child at a point, the object
// itself where there is none.
func (c *call) atPoint(x, y int32, coordinates uint32) ref {
	if t := c.n.extra().table; t != nil && t.Virtual {
		row, column := t.FirstRow+(y-c.n.extents[1])/cellHeight, t.FirstColumn+(x-c.n.extents[0])/cellWidth
		if row >= 0 && row < t.Rows && column >= 0 && column < t.Columns {
			return c.p.cell(c.self, row, column)
		}
	}
	for i := len(c.n.children) - 1; i >= 0; i-- {
		child := c.n.children[i]
		if child < 0 || c.p.forest.nodes[child].has&hasComponent == 0 {
			continue
		}
		is := call{p: c.p, self: child, n: &c.p.forest.nodes[child]}
		if contains(is.extents(coordinates), x, y) {
			return c.p.ref(child)
		}
	}
	if contains(c.extents(coordinates), x, y) {
		return c.p.ref(c.self)
	}
	return c.p.ref(nullChild)
}

var componentMethods = map[string]method{
	"GetExtents": {"(iiii)", func(c *call) string {
		kind, _ := c.arg(0).(uint32)
		c.out.extents(c.extents(kind))
		return ""
	}, false},
	"GetPosition": {"ii", func(c *call) string {
		kind, _ := c.arg(0).(uint32)
		r := c.extents(kind)
		c.out.int32(r[0])
		c.out.int32(r[1])
		return ""
	}, false},
	"GetSize": {"ii", func(c *call) string {
		c.out.int32(c.n.extents[2])
		c.out.int32(c.n.extents[3])
		return ""
	}, false},
	"Contains": {"b", func(c *call) string {
		kind, _ := c.arg(2).(uint32)
		c.out.bool(contains(c.extents(kind), c.int(0), c.int(1)))
		return ""
	}, false},
	"GetAccessibleAtPoint": {"(so)", func(c *call) string {
		kind, _ := c.arg(2).(uint32)
		c.out.ref(c.atPoint(c.int(0), c.int(1), kind))
		return ""
	}, false},
	"GetLayer":     {"u", func(c *call) string { c.out.uint32(3); return "" }, false},
	"GetMDIZOrder": {"n", func(c *call) string { c.out.b = append(c.out.b, 0, 0); return "" }, false},
	"GetAlpha":     {"d", func(c *call) string { c.out.double(1); return "" }, false},
	"GrabFocus":    {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"ScrollTo":     {"b", func(c *call) string { c.out.bool(false); return "" }, true},
	"SetExtents":   {"b", func(c *call) string { c.out.bool(false); return "" }, true},
	"SetPosition":  {"b", func(c *call) string { c.out.bool(false); return "" }, true},
	"SetSize":      {"b", func(c *call) string { c.out.bool(false); return "" }, true},
	"ScrollToPoint": {"b", func(c *call) string {
		c.out.bool(false)
		return ""
	}, true},
}
