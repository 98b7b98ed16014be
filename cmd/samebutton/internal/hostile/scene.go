package hostile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/samples/provider"
)

// item is one element of the application as the bench knows it: what it shows, and
// what it is.
type item struct {
	key  string // its place on the bus: what a client calls its handle
	data string // what it is to the application
	role string // native
	name string
	id   string

	label      *item    // names it where it has no name of its own
	on, off    []string // states beside, or of, the usual ones
	actions    []string
	does       []provider.Command
	text       *string
	value      *provider.Value
	interfaces []string

	// barren says that it denies its children; strange is how many more it has.
	barren  bool
	strange int

	parent *item
	kids   []*item
}

// with adds children and returns the item.
func (i *item) with(kids ...*item) *item {
	for _, k := range kids {
		k.parent = i
	}
	i.kids = append(i.kids, kids...)
	return i
}

// each calls f for the item and all below it, in document order.
func (i *item) each(f func(*item)) {
	f(i)
	for _, k := range i.kids {
		k.each(f)
	}
}

func (i *item) window() *item {
	for ; i.parent != nil && i.parent.parent != nil; i = i.parent {
	}
	return i
}

// place is its index among its siblings.
func (i *item) place() int { return slices.Index(i.parent.kids, i) }

// readable is all that a client can read of an element and that identifies it
// (docs/safety.md, "The right element").
type readable struct{ window, containers, role, name, id, row string }

func (i *item) readable() readable {
	r := readable{role: i.role, name: i.name, id: i.id}
	if i.name == "" && i.label != nil {
		r.name = i.label.name
	}
	var around []string
	for up := i.parent; up != nil && up.parent != nil; up = up.parent {
		switch {
		case up.parent.parent == nil:
			r.window = up.role + " " + up.name
		case up.role == "list item":
			if r.row == "" && len(up.kids) > 0 {
				r.row = up.kids[0].name
			}
		case up.name != "" || up.role != "panel" && up.role != "filler":
			around = append(around, up.role+" "+up.name)
		}
	}
	r.containers = strings.Join(around, " in ")
	return r
}

// scene is the application and the commands that make it so.
type scene struct {
	root     *item
	made     int // items so far, for keys
	commands []provider.Command
	// obscure says that not all of it can be read.
	obscure bool
}

func (s *scene) do(commands ...provider.Command) { s.commands = append(s.commands, commands...) }

// taken returns the commands since the last call.
func (s *scene) taken() []provider.Command {
	c := s.commands
	s.commands = nil
	return c
}

// key gives an item that has none a key nobody had.
func (s *scene) key(i *item) {
	if i.key == "" {
		s.made++
		i.key = fmt.Sprintf("e%d", s.made)
	}
}

// node describes an item and what is below it to the provider.
func (s *scene) node(i *item) provider.Node {
	i.each(s.key)
	is := *i // what a command says must not change with the scene
	n := provider.Node{
		Key: i.key, Role: i.role, Name: &is.name, ID: &is.id, Data: &is.data, On: i.on, Off: i.off, Actions: i.actions, Does: i.does,
		Text: i.text, Value: i.value, Interfaces: i.interfaces, Extents: &[4]int32{8, 8, 100, 20},
	}
	if i.label != nil {
		s.key(i.label)
		n.Relations = map[string][]string{"labelled-by": {i.label.key}}
	}
	for _, k := range i.kids {
		n.Children = append(n.Children, s.node(k))
	}
	return n
}

// add makes an item a child, at -1 as the last one.
func (s *scene) add(parent *item, at int, i *item) {
	if at < 0 || at > len(parent.kids) {
		at = len(parent.kids)
	}
	i.parent = parent
	parent.kids = slices.Insert(slices.Clone(parent.kids), at, i)
	n := s.node(i)
	s.do(provider.Command{Do: "add", Key: parent.key, At: &at, Node: &n})
}

func (s *scene) remove(i *item) {
	at := i.place()
	i.parent.kids = slices.Delete(slices.Clone(i.parent.kids), at, at+1)
	s.do(provider.Command{Do: "remove", Key: i.key})
}

// renew makes an item anew: the same, by another handle.
func (s *scene) renew(i *item) {
	parent, at := i.parent, i.place()
	s.remove(i)
	i.each(func(i *item) { i.key = "" })
	s.add(parent, at, i)
}

func (s *scene) move(i, to *item, at int) {
	was := i.place()
	i.parent.kids = slices.Delete(slices.Clone(i.parent.kids), was, was+1)
	if at < 0 || at > len(to.kids) {
		at = len(to.kids)
	}
	i.parent = to
	to.kids = slices.Insert(slices.Clone(to.kids), at, i)
	s.do(provider.Command{Do: "move", Key: i.key, Parent: to.key, At: &at})
}

func (s *scene) rename(i *item, name string) {
	i.name = name
	s.do(provider.Command{Do: "set", Key: i.key, Node: &provider.Node{Name: &name}})
}

func (s *scene) turnOff(i *item, states ...string) {
	i.off = append(slices.Clone(i.off), states...)
	s.do(provider.Command{Do: "set", Key: i.key, Node: &provider.Node{Off: states}})
}

// exchange lets two items be each other while their handles stay.
func (s *scene) exchange(a, b *item) {
	s.do(provider.Command{Do: "swap", Key: a.key, Child: b.key})
	exchanged(a, b)
}

func exchanged(a, b *item) {
	for i := range a.kids {
		exchanged(a.kids[i], b.kids[i])
	}
	was, is := *a, *b
	*a, *b = is, was
	a.key, a.parent, a.kids = was.key, was.parent, was.kids
	b.key, b.parent, b.kids = is.key, is.parent, is.kids
}

// alike reports whether two items could be exchanged: neither holds the other, and
// they are built alike.
func alike(a, b *item) bool {
	if a == b || len(a.kids) != len(b.kids) || a.strange+b.strange > 0 {
		return false
	}
	for i := range a.kids {
		if !alike(a.kids[i], b.kids[i]) {
			return false
		}
	}
	return true
}

// find returns the item that is something to the application, nil where there is none.
func (s *scene) find(data string) *item {
	var found *item
	s.root.each(func(i *item) {
		if i.data == data {
			found = i
		}
	})
	return found
}

// named returns the first item of a role with a name.
func (s *scene) named(role, name string) *item {
	var found *item
	s.root.each(func(i *item) {
		if found == nil && i.role == role && i.name == name {
			found = i
		}
	})
	return found
}

// outlook is what can be told of the target at a moment.
type outlook struct {
	// equal are the data of all elements that read as the recorded one did; denied are
	// such in what the application says has no children, who asks for them all the same.
	equal, denied []string
	// ready says that the target is one of them, and may be acted on.
	ready bool
	// key is its handle.
	key string
	// obscure says that not all could be read.
	obscure bool
}

func (s *scene) look(f *flow, recorded readable) outlook {
	o := outlook{obscure: s.obscure}
	s.root.each(func(i *item) {
		is := i.readable()
		if f.template && strings.HasPrefix(is.window, recorded.window) {
			is.window = recorded.window
		}
		if recorded.id == "" {
			is.id = "" // it may have got one since
		}
		switch {
		case is != recorded:
			return
		case i.denied():
			o.denied = append(o.denied, i.data)
			return
		}
		o.equal = append(o.equal, i.data)
		if i.data == f.data {
			o.ready, o.key = !i.blocked() && !s.blocks(i), i.key
		}
	})
	return o
}

// denied reports whether the application says that something around the item has no
// children: then nobody can know of it.
func (i *item) denied() bool {
	for up := i.parent; up != nil; up = up.parent {
		if up.barren {
			return true
		}
	}
	return false
}

func (i *item) blocked() bool {
	return slices.Contains(i.off, "sensitive") || slices.Contains(i.off, "showing") && i.role != "menu item"
}

// blocks reports whether a modal dialog keeps input from an item.
func (s *scene) blocks(i *item) bool {
	return slices.ContainsFunc(s.root.kids, func(w *item) bool { return w != i.window() && slices.Contains(w.on, "modal") })
}
