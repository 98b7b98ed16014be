package hostile

import (
	"math/rand/v2"

	"github.com/samebutton/samebutton/samples/provider"
)

// change is one hostility: it changes the scene and returns whether it could.
type change struct {
	name string
	do   func(c *setting) bool
	// early says that it makes sense only before the replay begins.
	early bool
	// slow says that meeting it takes seconds, so that it is drawn seldom.
	slow bool
}

// setting is what a change is made in.
type setting struct {
	*scene
	flow   *flow
	random *rand.Rand
	// trait says what the change did beside changing the scene.
	trait
}

// trait is what is expected of a case beside what the scene says.
type trait struct {
	// comes says that the target is ready only after a while.
	comes bool
	// absent says that until then it is not there.
	absent bool
	// lies says that the application acknowledges acts and does nothing.
	lies bool
	// silent says that nobody can tell whether the act landed.
	silent bool
	// restart says that the application is started anew before the replay.
	restart bool
}

// target returns the item that the flow acts on, nil where it is not there.
func (c *setting) target() *item { return c.find(c.flow.data) }

// other draws another item of the role of the target.
func (c *setting) other(t *item) *item {
	var list []*item
	c.root.each(func(i *item) {
		if i != t && i.role == t.role && i.data != "" && i.window() == t.window() {
			list = append(list, i)
		}
	})
	if len(list) == 0 {
		return nil
	}
	return list[c.random.IntN(len(list))]
}

// twin makes an item that reads as another one does by itself, and is something else.
func (c *setting) twin(of *item) *item {
	c.made++
	t := *of
	t.key, t.data, t.parent, t.kids = "", "twin-"+of.data, nil, nil
	t.barren, t.strange = false, 0
	for _, k := range of.kids {
		t.with(c.twin(k))
	}
	return &t
}

// unit is what a twin of an item is a twin of: a button in a row is nothing without
// the row.
func unit(t *item) *item {
	if t.parent.role == "list item" {
		return t.parent
	}
	return t
}

func after(ms int, then ...provider.Command) provider.Command {
	return provider.Command{Do: "after", MS: ms, Then: then}
}

func trouble(t provider.Trouble) provider.Command {
	return provider.Command{Do: "trouble", Trouble: &t}
}

// on makes a change of what is done with the target.
func on(f func(c *setting, t *item) bool) func(*setting) bool {
	return func(c *setting) bool {
		t := c.target()
		return t != nil && f(c, t)
	}
}

// elsewhere draws a container of the main window that does not hold the item.
func (c *setting) elsewhere(t *item) *item {
	var list []*item
	c.root.each(func(i *item) {
		switch {
		case i == t.parent || i.parent == nil || i.window() != t.window():
		case i.role == "tool bar", i.role == "panel" && i.name != "", i.role == "frame":
			list = append(list, i)
		}
	})
	return list[c.random.IntN(len(list))]
}

var changes = []change{
	{name: "nothing", do: func(*setting) bool { return true }},

	// A second one.
	{name: "twin before", do: on(func(c *setting, t *item) bool { u := unit(t); c.add(u.parent, u.place(), c.twin(u)); return true })},
	{name: "twin after", do: on(func(c *setting, t *item) bool { u := unit(t); c.add(u.parent, u.place()+1, c.twin(u)); return true })},
	{name: "twin in another container", do: on(func(c *setting, t *item) bool { c.add(c.elsewhere(t), -1, c.twin(t)); return true })},
	{name: "twin in a dialog", do: on(func(c *setting, t *item) bool { c.dialog(c.twin(t), "showing"); return true })},
	{name: "twin in a window of the same title", do: on(func(c *setting, t *item) bool {
		w := &item{role: "frame", name: t.window().name}
		c.add(c.root, c.random.IntN(2), w.with(c.twin(t)))
		return true
	})},
	{name: "the whole window twice", do: on(func(c *setting, t *item) bool { c.add(c.root, c.random.IntN(2), c.twin(t.window())); return true })},

	// Gone, and others in its stead.
	{name: "removed", do: on(func(c *setting, t *item) bool { c.remove(t); return true })},
	{name: "its row removed", do: on(func(c *setting, t *item) bool { return unit(t) != t && then(func() { c.remove(unit(t)) }) })},
	{name: "removed, twin in its place", do: on(func(c *setting, t *item) bool {
		parent, at, twin := t.parent, t.place(), c.twin(t)
		c.remove(t)
		c.add(parent, at, twin)
		return true
	})},
	{name: "removed, twin elsewhere", do: on(func(c *setting, t *item) bool {
		to, twin := c.elsewhere(t), c.twin(t)
		c.remove(t)
		c.add(to, -1, twin)
		return true
	})},
	{name: "removed, twin further inside", do: on(func(c *setting, t *item) bool {
		parent, twin := t.parent, c.twin(t)
		c.remove(t)
		c.add(parent, -1, (&item{role: "panel", name: "Advanced"}).with(twin))
		return true
	})},
	{name: "removed, twin in a bar beside", do: on(func(c *setting, t *item) bool {
		parent, twin := t.parent, c.twin(t)
		c.remove(t)
		c.add(parent, -1, (&item{role: "tool bar"}).with(twin))
		return true
	})},
	{name: "removed, twin with another id in its place", do: on(func(c *setting, t *item) bool {
		parent, at, twin := t.parent, t.place(), c.twin(t)
		if t.id == "" {
			return false
		}
		if twin.id = "other"; c.random.IntN(2) == 0 {
			twin.id = ""
		}
		c.remove(t)
		c.add(parent, at, twin)
		return true
	})},
	{name: "removed, twin in a dialog", do: on(func(c *setting, t *item) bool {
		twin := c.twin(t)
		c.remove(t)
		c.dialog(twin, "showing")
		return true
	})},
	{name: "removed, twin in the other window", do: on(func(c *setting, t *item) bool {
		twin := c.twin(t)
		c.remove(t)
		c.add(c.root.kids[len(c.root.kids)-1], -1, twin)
		return true
	})},
	{name: "moved, twin in its place", do: on(func(c *setting, t *item) bool {
		parent, at, twin := t.parent, t.place(), c.twin(t)
		c.move(t, c.elsewhere(t), -1)
		c.add(parent, at, twin)
		return true
	})},

	// Called otherwise.
	{name: "renamed", do: on(func(c *setting, t *item) bool { c.rename(named(t), "Something else"); return true })},
	{name: "renamed, its name goes to another", do: on(func(c *setting, t *item) bool {
		o := c.other(t)
		if o == nil {
			return false
		}
		was := named(t).name
		c.rename(named(t), "Something else")
		c.rename(named(o), was)
		return true
	})},
	{name: "labels swapped", do: on(func(c *setting, t *item) bool {
		o := c.other(t)
		if o == nil {
			return false
		}
		a, b := named(t), named(o)
		was, is := a.name, b.name
		c.rename(a, is)
		c.rename(b, was)
		return true
	})},
	{name: "row headings swapped", do: on(func(c *setting, t *item) bool {
		row := unit(t)
		if row == t {
			return false
		}
		o := row.parent.kids[(row.place()+1)%len(row.parent.kids)]
		was, is := row.kids[0].name, o.kids[0].name
		c.rename(row.kids[0], is)
		c.rename(o.kids[0], was)
		return true
	})},
	{name: "translated", do: func(c *setting) bool {
		c.root.each(func(i *item) {
			if i.name != "" && i.parent != nil && i.key != "status" {
				c.rename(i, "ü "+i.name)
			}
		})
		return true
	}},
	{name: "window title changed", do: on(func(c *setting, t *item) bool { c.rename(t.window(), t.window().name+" *"); return true })},
	{name: "another window of such a title", do: on(func(c *setting, t *item) bool {
		w := &item{role: "frame", name: "Orders – archive"}
		c.add(c.root, c.random.IntN(2), w.with(c.twin(t)))
		return true
	})},
	{name: "container renamed", do: on(func(c *setting, t *item) bool {
		for up := t.parent; up.parent != nil; up = up.parent {
			if up.name != "" && up.parent.parent != nil {
				c.rename(up, up.name+" (2)")
				return true
			}
		}
		return false
	})},

	{name: "another role", do: on(func(c *setting, t *item) bool {
		if t.role = "toggle button"; c.random.IntN(2) == 0 {
			t.role = "link"
		}
		c.do(provider.Command{Do: "set", Key: t.key, Node: &provider.Node{Role: t.role}})
		return true
	})},

	// In another place.
	{name: "moved to another container", do: on(func(c *setting, t *item) bool { c.move(t, c.elsewhere(t), -1); return true })},
	{name: "moved among its siblings", do: on(func(c *setting, t *item) bool {
		u := unit(t)
		c.move(u, u.parent, c.random.IntN(len(u.parent.kids)))
		return true
	})},
	{name: "rows reordered", do: func(c *setting) bool {
		list := c.named("list", "Items")
		if list == nil || len(list.kids) == 0 {
			return false
		}
		for range 3 {
			c.move(list.kids[c.random.IntN(len(list.kids))], list, c.random.IntN(len(list.kids)))
		}
		return true
	}},
	{name: "row inserted above", do: func(c *setting) bool {
		list := c.named("list", "Items")
		if list == nil || len(list.kids) == 0 {
			return false
		}
		row := c.twin(list.kids[0])
		row.kids[0].name = "Cherry"
		c.add(list, 0, row)
		return true
	}},

	// The same in another body, or another in the same.
	{name: "made anew", do: on(func(c *setting, t *item) bool { c.renew(unit(t)); return true })},
	{name: "window made anew", do: on(func(c *setting, t *item) bool { c.renew(t.window()); return true })},
	{name: "window made anew without it", do: on(func(c *setting, t *item) bool { w := t.window(); c.remove(t); c.renew(w); return true })},
	{name: "handle used for another", do: on(func(c *setting, t *item) bool {
		o := c.other(t)
		return o != nil && alike(t, o) && then(func() { c.exchange(t, o) })
	})},
	{name: "rows used again", do: on(func(c *setting, t *item) bool {
		row := unit(t)
		if row == t {
			return false
		}
		c.exchange(row, row.parent.kids[(row.place()+1+c.random.IntN(len(row.parent.kids)-1))%len(row.parent.kids)])
		return true
	})},
	{name: "containers used again", do: on(func(c *setting, t *item) bool {
		var list []*item
		c.root.each(func(i *item) {
			if i.role == t.parent.role && alike(i, t.parent) {
				list = append(list, i)
			}
		})
		return len(list) > 0 && then(func() { c.exchange(t.parent, list[c.random.IntN(len(list))]) })
	})},
	{name: "started again", early: true, do: func(c *setting) bool { c.restart = true; return true }},

	// Not to be acted on, or not yet.
	{name: "disabled", do: on(func(c *setting, t *item) bool { c.turnOff(t, "sensitive", "enabled"); return true })},
	{name: "hidden", do: on(func(c *setting, t *item) bool { c.turnOff(t, "showing", "visible"); return true })},
	{name: "enabled late", early: true, do: on(func(c *setting, t *item) bool {
		c.comes = true
		states := []string{"sensitive", "enabled"}
		c.do(provider.Command{Do: "set", Key: t.key, Node: &provider.Node{Off: states}},
			after(20+c.random.IntN(80), provider.Command{Do: "set", Key: t.key, Node: &provider.Node{On: states}}))
		return true
	})},
	{name: "slow to appear", early: true, do: on(func(c *setting, t *item) bool {
		if t.role == "menu item" {
			return false // the menu would be open by then, and the item not shown
		}
		c.comes, c.absent = true, true
		parent, at := t.parent, t.place()
		c.remove(t)
		kept := c.commands
		c.commands = nil
		t.each(func(i *item) { i.key = "" })
		c.add(parent, at, t)
		c.commands = append(kept, after(20+c.random.IntN(80), c.commands...))
		return true
	})},
	{name: "modal dialog over it", do: func(c *setting) bool {
		c.dialog(&item{role: "push button", name: "OK", data: "ok", actions: []string{"click"}}, "showing", "modal", "active")
		return true
	}},
	{name: "dialog beside it", do: func(c *setting) bool {
		c.dialog(&item{role: "push button", name: "OK", data: "ok", actions: []string{"click"}}, "showing")
		return true
	}},
	{name: "value changed", do: func(c *setting) bool {
		text, number := "Berta", provider.Value{Current: 3, Minimum: 1, Maximum: 99, Step: 1}
		for _, data := range []string{"customer", "street"} {
			if i := c.find(data); i != nil {
				c.do(provider.Command{Do: "set", Key: i.key, Node: &provider.Node{Text: &text}})
			}
		}
		if i := c.find("quantity"); i != nil {
			c.do(provider.Command{Do: "set", Key: i.key, Node: &provider.Node{Value: &number}})
		}
		return true
	}},

	// Busy, hung, dying.
	{name: "flood of events", do: on(func(c *setting, t *item) bool {
		c.do(provider.Command{Do: "repeat", Count: 400, Rate: 20000, Then: []provider.Command{
			{Do: "emit", Key: t.parent.key, Event: &provider.Event{Name: "object:property-change:accessible-value", Count: true}}}})
		return true
	})},
	{name: "events that come late", do: on(func(c *setting, t *item) bool {
		c.do(after(5+c.random.IntN(30), provider.Command{Do: "emit", Key: t.parent.key, Event: &provider.Event{Name: "object:children-changed:remove", Child: t.key}}))
		return true
	})},
	{name: "hung for a while", do: func(c *setting) bool {
		c.do(provider.Command{Do: "freeze"}, after(20+c.random.IntN(150), provider.Command{Do: "thaw"}))
		return true
	}},
	{name: "answers late", do: func(c *setting) bool {
		c.do(trouble(provider.Trouble{Kind: "late", MS: 1 + c.random.IntN(20), Times: 3, After: c.random.IntN(20)}))
		return true
	}},
	{name: "ends while it is read", do: func(c *setting) bool {
		c.obscure = true
		c.do(trouble(provider.Trouble{Kind: "crash", After: c.random.IntN(60)}))
		return true
	}},
	{name: "ends while it is acted on", early: true, do: func(c *setting) bool { c.silent = true; c.onAct("crash"); return true }},
	{name: "half an answer to the act", early: true, do: func(c *setting) bool { c.silent = true; c.onAct("torn"); return true }},
	{name: "no answer to the act", early: true, slow: true, do: func(c *setting) bool { c.silent = true; c.onAct("hang"); return true }},
	{name: "a late answer to the act", early: true, do: func(c *setting) bool {
		for _, member := range acts {
			c.do(trouble(provider.Trouble{Member: member, Kind: "late", MS: 50 + c.random.IntN(300)}))
		}
		return true
	}},
	{name: "the act is denied", early: true, do: func(c *setting) bool { c.silent = true; c.onAct("false"); return true }},
	{name: "the act is acknowledged and not done", early: true, slow: true, do: on(func(c *setting, t *item) bool {
		if len(t.does) == 0 {
			return false
		}
		c.lies, t.does = true, nil
		c.do(provider.Command{Do: "set", Key: t.key, Node: &provider.Node{Does: []provider.Command{}}})
		return true
	})},

	// Not to be read, or read wrong.
	{name: "a name cannot be read", do: on(func(c *setting, t *item) bool {
		of := []*item{t, t.parent, t.window()}[c.random.IntN(3)]
		if o := c.other(t); o != nil && c.random.IntN(2) == 0 {
			of = o
		}
		c.obscure = true
		c.do(trouble(provider.Trouble{Key: of.key, Member: "GetAll", Kind: "error"}), trouble(provider.Trouble{Key: of.key, Member: "Name", Kind: "error"}))
		return true
	})},
	{name: "children cannot be read", do: on(func(c *setting, t *item) bool {
		c.obscure = true
		c.do(trouble(provider.Trouble{Key: t.parent.key, Member: "GetChildren", Kind: "error"}))
		return true
	})},
	{name: "claims a child too many", do: on(func(c *setting, t *item) bool { c.obscure = true; c.claim(t.parent, len(t.parent.kids)+1); return true })},
	{name: "claims no children", do: on(func(c *setting, t *item) bool {
		c.obscure, t.parent.barren = true, true
		c.claim(t.parent, 0)
		return true
	})},
	{name: "a dead child", do: on(func(c *setting, t *item) bool {
		c.obscure = true
		t.parent.strange++
		c.do(provider.Command{Do: "link", Key: t.parent.key, Child: "dead"})
		return true
	})},
	{name: "named by two parents", do: on(func(c *setting, t *item) bool {
		c.obscure = true
		to := c.elsewhere(t)
		to.strange++
		c.do(provider.Command{Do: "link", Key: to.key, Child: t.key})
		return true
	})},
	{name: "an old cache", do: func(c *setting) bool {
		c.obscure = true
		c.do(trouble(provider.Trouble{Key: "cache", Kind: "old"}))
		return true
	}},
}

// then does something and reports that it did.
func then(f func()) bool { f(); return true }

// named returns what gives an item its name.
func named(i *item) *item {
	if i.name == "" && i.label != nil {
		return i.label
	}
	return i
}

func (c *setting) claim(i *item, n int) {
	claims := int32(n)
	c.do(provider.Command{Do: "set", Key: i.key, Node: &provider.Node{Claims: &claims}})
}

// dialog opens a window of the application with an item.
func (c *setting) dialog(with *item, states ...string) {
	c.add(c.root, -1, (&item{role: "dialog", name: "Question", on: states}).with(with))
}

// acts are the calls that change something.
var acts = []string{"DoAction", "SetTextContents", "Set", "SelectChild"}

func (c *setting) onAct(kind string) {
	for _, member := range acts {
		c.do(trouble(provider.Trouble{Member: member, Kind: kind}))
	}
}
