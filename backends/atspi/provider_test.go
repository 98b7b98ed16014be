package atspi

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/provider"
)

// hosted is a provider in the process of the test.
type hosted struct{ *provider.Provider }

// host puts a provider with the commands on the bus until the test ends. The
// registry does not know it.
func host(t testing.TB, commands ...provider.Command) hosted {
	t.Helper()
	needDesktop(t)
	p, err := provider.New(append(slices.Clone(commands), provider.Command{Do: "join"})...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return hosted{p}
}

// do gives more commands to a provider.
func (p hosted) do(t testing.TB, commands ...provider.Command) {
	t.Helper()
	if _, err := p.Do(commands...); err != nil {
		t.Fatal(err)
	}
}

func (p hosted) application() tree.Application {
	return tree.Application{Handle: p.ref("root").handle(), Name: "provider", PID: os.Getpid(), Toolkit: "provider"}
}

func (p hosted) ref(key string) ref {
	return ref{p.Name(), dbus.ObjectPath(provider.Path(key))}
}

func (p hosted) observe(t testing.TB, b *Backend, max int) *tree.Snapshot {
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

// shape makes buttons whose name is their key: key, then children. "" is a null
// reference, a key that is no entry a dead one.
func shape(of map[string][]string) []provider.Command {
	root := "root"
	list := []provider.Command{{Do: "set", Key: root, Node: &provider.Node{Name: &root}}}
	added := map[string]bool{root: true}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		for _, child := range of[queue[0]] {
			if _, is := of[child]; !is || added[child] {
				list = append(list, provider.Command{Do: "link", Key: queue[0], Child: child})
				continue
			}
			added[child] = true
			list = append(list, provider.Command{Do: "add", Key: queue[0], Node: &provider.Node{Key: child, Name: &child, Role: "push button"}})
			queue = append(queue, child)
		}
	}
	return list
}

// set changes an object.
func set(key string, n provider.Node) provider.Command {
	return provider.Command{Do: "set", Key: key, Node: &n}
}

// trouble makes calls of a method of an object go wrong.
func trouble(kind, key, member string) provider.Command {
	return provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: kind, Key: key, Member: member}}
}

// when does something before the first call, or each, of a method is answered.
func when(key, member string, times int, then ...provider.Command) provider.Command {
	return provider.Command{Do: "on", Trouble: &provider.Trouble{Key: key, Member: member, Times: times}, Then: then}
}

// touch signals that the children of an object changed.
func touch(key string) provider.Command {
	return provider.Command{Do: "emit", Key: key, Event: &provider.Event{Name: "object:children-changed:add"}}
}

func add(key, child string) provider.Command {
	return provider.Command{Do: "add", Key: key, Node: &provider.Node{Key: child, Name: &child}}
}

func claims(key string, n int32) provider.Command { return set(key, provider.Node{Claims: &n}) }

// manages says that the children of an object are made on demand.
func manages(key string) provider.Command {
	return set(key, provider.Node{On: []string{"manages-descendants"}})
}

func extents(key string, x, y, w, h int32) provider.Command {
	return set(key, provider.Node{Extents: &[4]int32{x, y, w, h}})
}

func with(commands []provider.Command, more ...provider.Command) []provider.Command {
	return append(slices.Clone(commands), more...)
}
