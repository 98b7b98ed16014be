package provider

// methods are what objects answer, by interface and name.
var methods map[string]map[string]method

// Filled in by init, since some of them look others up.
func init() {
	methods = map[string]map[string]method{
		ifaceProperties:         propertyMethods,
		prefix + "Accessible":   accessibleMethods,
		prefix + "Application":  applicationMethods,
		prefix + "Component":    componentMethods,
		prefix + "Action":       actionMethods,
		prefix + "Text":         textMethods,
		prefix + "EditableText": editableTextMethods,
		prefix + "Value":        {},
		prefix + "Selection":    selectionMethods,
		prefix + "Table":        tableMethods,
		prefix + "TableCell":    tableCellMethods,
	}
	cacheMethods = map[string]map[string]method{prefix + "Cache": {"GetItems": {"", getItems, false}}}
}

// property reads one property of an object into a variant.
type property func(*call)

// propertiesOf are the properties by interface.
var propertiesOf = map[string]map[string]property{
	"Accessible": {
		"Name":         func(c *call) { c.out.variantString(c.name()) },
		"Description":  func(c *call) { c.out.variantString(c.n.description) },
		"Parent":       func(c *call) { c.out.variantRef(c.parent()) },
		"ChildCount":   func(c *call) { c.out.variantInt(c.n.count()) },
		"Locale":       func(c *call) { c.out.variantString("C") },
		"AccessibleId": func(c *call) { c.out.variantString(c.n.extra().id) },
	},
	"Application": {
		"ToolkitName":  func(c *call) { c.out.variantString(c.p.app.Toolkit) },
		"Version":      func(c *call) { c.out.variantString(c.p.app.Version) },
		"AtspiVersion": func(c *call) { c.out.variantString("2.1") },
		"Id":           func(c *call) { c.out.variantInt(c.p.id) },
	},
	"Action": {"NActions": func(c *call) { c.out.variantInt(int32(len(c.n.extra().actions))) }},
	"Text": {
		"CharacterCount": func(c *call) { c.out.variantInt(int32(len([]rune(c.n.extra().text)))) },
		"CaretOffset":    func(c *call) { c.out.variantInt(c.n.extra().caret) },
	},
	"Value": {
		"CurrentValue":     func(c *call) { c.out.variantDouble(float64(c.n.extra().value.Current)) },
		"MinimumValue":     func(c *call) { c.out.variantDouble(float64(c.n.extra().value.Minimum)) },
		"MaximumValue":     func(c *call) { c.out.variantDouble(float64(c.n.extra().value.Maximum)) },
		"MinimumIncrement": func(c *call) { c.out.variantDouble(float64(c.n.extra().value.Step)) },
		"Text":             func(c *call) { c.out.variantString("") },
	},
	"Selection": {"NSelectedChildren": func(c *call) { c.out.variantInt(int32(len(c.selected()))) }},
	"Table": {
		"NRows":            func(c *call) { c.out.variantInt(c.table().Rows) },
		"NColumns":         func(c *call) { c.out.variantInt(c.table().Columns) },
		"Caption":          func(c *call) { c.out.variantRef(c.p.ref(nullChild)) },
		"Summary":          func(c *call) { c.out.variantRef(c.p.ref(nullChild)) },
		"NSelectedRows":    func(c *call) { c.out.variantInt(0) },
		"NSelectedColumns": func(c *call) { c.out.variantInt(0) },
	},
	"TableCell": {
		"ColumnSpan": func(c *call) { c.out.variantInt(1) },
		"RowSpan":    func(c *call) { c.out.variantInt(1) },
		"Position": func(c *call) {
			row, column := c.p.position(c.self)
			c.out.signature("(ii)")
			c.out.pad(8)
			c.out.int32(row)
			c.out.int32(column)
		},
		"Table": func(c *call) { c.out.variantRef(c.p.ref(c.p.tableOf(c.self))) },
	},
}

var propertyMethods = map[string]method{
	"Get": {"v", func(c *call) string {
		read, failed := c.property(c.text(0), c.text(1))
		if failed == "" {
			read(c)
		}
		return failed
	}, false},
	"GetAll": {"a{sv}", func(c *call) string {
		short := shortName(c.text(0))
		if !c.implements(short) {
			return errUnknownInterface
		}
		c.out.array(8, func() {
			for name, read := range propertiesOf[short] {
				c.out.pad(8)
				c.out.string(name)
				read(c)
			}
		})
		return ""
	}, false},
	"Set": {"", set, false},
}

// property finds what reads a property.
func (c *call) property(iface, name string) (property, string) {
	short := shortName(iface)
	if !c.implements(short) {
		return nil, errUnknownInterface
	}
	read, ok := propertiesOf[short][name]
	if !ok {
		return nil, errUnknownProperty
	}
	return read, ""
}

func shortName(iface string) string {
	if len(iface) < len(prefix) || iface[:len(prefix)] != prefix {
		return iface
	}
	return iface[len(prefix):]
}

// implements reports whether the object has an interface.
func (c *call) implements(short string) bool {
	return c.n.has&bitOf[short] != 0
}

// set writes a property: the registry gives the application its number, clients
// change values.
func set(c *call) string {
	if _, failed := c.property(c.text(0), c.text(1)); failed != "" {
		return failed
	}
	if c.text(1) == "Id" {
		c.p.id, _ = c.arg(2).(int32)
		return ""
	}
	c.p.journal.write(c.p.forest.key(c.self), c.data(), c.p.served, c.m)
	v, ok := c.arg(2).(float64)
	if c.text(1) != "CurrentValue" || !ok {
		return errFailed
	}
	is := c.n.own().value
	is.Current = Number(v)
	c.edit(Node{Value: &is})
	return ""
}

// edit changes the object as a script would, and signals it.
func (c *call) edit(s Node) {
	events, _, err := c.p.change(c.self, Command{Do: "set", Node: &s})
	if err == nil {
		c.sends = append(c.sends, events...)
	}
	c.n = &c.p.forest.nodes[c.self]
}
