package atspi

import (
	"context"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
)

// provider is an application on the accessibility bus that answers what a test
// wants, to be as wrong as real ones are, and worse.
type provider struct {
	conn *dbus.Conn
	name string

	mu    sync.Mutex
	nodes map[string]*thing
	done  chan struct{} // closed at the end: hanging calls return
}

// thing is one accessible object of a provider.
type thing struct {
	name     string
	role     uint32
	states   uint64
	children []string // paths below the root; "" is a null reference
	claims   int      // ChildCount; -1 for the true one
	hangs    map[string]bool
	empty    map[string]bool // methods whose reply has no value
	extents  tree.Rect
	text     string // has the Text interface where not empty
	// does is the reply of DoAction: "true", "false" or "no such method".
	does   string
	socket string // the address of the private socket, as the root says it
	// onChildren runs before the children are named.
	onChildren func()
	asked      map[string]int
}

func newProvider(t *testing.T, nodes map[string]*thing) *provider {
	t.Helper()
	needDesktop(t)
	address, err := busAddress(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{nodes: nodes, done: make(chan struct{})}
	p.conn, err = dbus.Connect(address, dbus.WithHandler(p))
	if err != nil {
		t.Fatal(err)
	}
	p.name = p.conn.Names()[0]
	t.Cleanup(func() { close(p.done); p.conn.Close() })
	return p
}

func (p *provider) application() tree.Application {
	return tree.Application{Handle: ref{p.name, rootPath}.handle(), Name: "provider", PID: os.Getpid(), Toolkit: "provider"}
}

const thingPath = "/org/a11y/atspi/accessible/"

func (p *provider) ref(key string) ref {
	if key == "" {
		return ref{p.name, nullPath}
	}
	return ref{p.name, dbus.ObjectPath(thingPath + key)}
}

// parent returns what names an object among its children.
func (p *provider) parent(n *thing) ref {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, of := range p.nodes {
		for _, c := range of.children {
			if p.nodes[c] == n {
				return p.ref(key)
			}
		}
	}
	return p.ref("")
}

// touch signals that the children of an object changed.
func (p *provider) touch(key string) {
	p.conn.Emit(p.ref(key).path, signalChildren, "add", int32(0), int32(0), dbus.MakeVariant(""), map[string]dbus.Variant{})
}

// The D-Bus side: every object has every interface.

func (p *provider) LookupObject(path dbus.ObjectPath) (dbus.ServerObject, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(path) <= len(thingPath) {
		return nil, false
	}
	n, ok := p.nodes[string(path[len(thingPath):])]
	return served{p, n, ""}, ok
}

type served struct {
	p     *provider
	thing *thing
	iface string
}

func (s served) LookupInterface(name string) (dbus.Interface, bool) {
	s.iface = name
	return s, true
}

func (s served) LookupMethod(name string) (dbus.Method, bool) {
	switch name {
	case "DoAction":
		return answering{s, name}, s.thing.does != "no such method"
	case "GetAccessibleAtPoint":
		return answering{s, name}, s.thing.hangs[name] // else told by the extents
	case "GetChildren", "GetRole", "GetState", "GetInterfaces", "GetRelationSet", "GetApplicationBusAddress", "GetExtents", "GetText", "Get", "GetAll", "GetActions", "GetName":
		return answering{s, name}, true
	}
	return nil, false
}

type answering struct {
	served
	member string
}

func (m answering) NumArguments() int {
	switch m.member {
	case "GetAccessibleAtPoint":
		return 3
	case "Get", "GetText":
		return 2
	case "GetAll", "GetName", "DoAction", "GetExtents":
		return 1
	}
	return 0
}

func (m answering) NumReturns() int {
	if m.thing.empty[m.member] {
		return 0
	}
	return 1
}

func (m answering) ReturnValue(int) any { return nil }

func (m answering) ArgumentValue(i int) any {
	switch m.member {
	case "GetAccessibleAtPoint":
		return []any{int32(0), int32(0), uint32(0)}[i]
	case "GetName", "DoAction", "GetText":
		return int32(0)
	case "GetExtents":
		return uint32(0)
	}
	return ""
}

type wireRef struct {
	Name string
	Path dbus.ObjectPath
}

func (m answering) Call(args ...any) ([]any, error) {
	n := m.thing
	m.p.mu.Lock()
	hang, count, children := n.hangs[m.member], n.claims, n.children
	if n.asked == nil {
		n.asked = map[string]int{}
	}
	n.asked[m.member]++
	hook := n.onChildren
	m.p.mu.Unlock()
	if hang {
		<-m.p.done
	}
	if count < 0 {
		count = len(children)
	}
	if n.empty[m.member] {
		return nil, nil
	}
	switch m.member {
	case "GetChildren":
		if hook != nil {
			hook()
		}
		list := []wireRef{}
		for _, c := range children {
			r := m.p.ref(c)
			list = append(list, wireRef{r.name, r.path})
		}
		return []any{list}, nil
	case "GetRole":
		return []any{n.role}, nil
	case "GetState":
		return []any{[]uint32{uint32(n.states), uint32(n.states >> 32)}}, nil
	case "GetInterfaces":
		list := []string{ifaceAccessible}
		if n.text != "" {
			list = append(list, ifaceText)
		}
		if !n.extents.Empty() {
			list = append(list, ifaceComponent)
		}
		return []any{list}, nil
	case "GetExtents":
		r := n.extents
		return []any{struct{ X, Y, W, H int32 }{int32(r.X), int32(r.Y), int32(r.W), int32(r.H)}}, nil
	case "GetText":
		return []any{string([]rune(n.text)[*args[0].(*int32):*args[1].(*int32)])}, nil
	case "GetRelationSet":
		return []any{[]struct {
			Kind    uint32
			Targets []wireRef
		}{}}, nil
	case "Get":
		switch *args[1].(*string) {
		case "Name":
			return []any{dbus.MakeVariant(n.name)}, nil
		case "Parent":
			r := m.p.parent(n)
			return []any{dbus.MakeVariant(wireRef{r.name, r.path})}, nil
		case "CharacterCount":
			count = len([]rune(n.text))
		}
		return []any{dbus.MakeVariant(int32(count))}, nil
	case "GetApplicationBusAddress":
		return []any{n.socket}, nil
	case "GetActions":
		return []any{[]struct{ Name, Description, Key string }{{"Klick", "", ""}}}, nil
	case "GetName":
		return []any{"click"}, nil
	case "DoAction":
		return []any{n.does == "true"}, nil
	}
	return []any{map[string]dbus.Variant{
		"Name": dbus.MakeVariant(n.name), "Description": dbus.MakeVariant(""), "ChildCount": dbus.MakeVariant(int32(count)),
	}}, nil
}

// things makes objects with true counts: key, then children.
func things(tree map[string][]string) map[string]*thing {
	all := map[string]*thing{}
	for key, children := range tree {
		all[key] = &thing{name: key, role: rolePushButton, children: children, claims: -1, states: 1<<stateShowing | 1<<stateVisible}
	}
	all["root"].role = roleApplication
	return all
}

// chainOf makes n objects, each the only child of the one before.
func chainOf(n int) map[string]*thing {
	all := map[string][]string{"root": {"0"}}
	for i := range n {
		all[strconv.Itoa(i)] = []string{strconv.Itoa(i + 1)}
	}
	all[strconv.Itoa(n)] = nil
	return things(all)
}

func (p *provider) observe(t *testing.T, b *Backend, max int) *tree.Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	scope := scopeOf(p.application(), "")
	scope.MaxNodes = max
	s, err := b.Observe(ctx, scope)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
