package atspi

import (
	"errors"
	"os"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/programs"
	"github.com/samebutton/samebutton/samples/provider"
)

// registered returns the applications of a process.
func registered(t *testing.T, b *Backend, pid int) []tree.Application {
	t.Helper()
	apps, err := b.Applications(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	var list []tree.Application
	for _, a := range apps {
		if a.PID == pid {
			list = append(list, a)
		}
	}
	return list
}

// FeatherPad is on the bus as "featherpad", without windows, and as "FeatherPad".
func TestFeatherPadIsListedOnce(t *testing.T) {
	needDesktop(t)
	pad, err := programs.Start(deadline(t), private, programs.FeatherPad())
	var missing *programs.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pad.Close() })
	b := open(t, Options{})
	// The second registration may come after the window.
	await(t, "the one with the window, and only it", func() bool {
		apps := registered(t, b, pad.PID())
		return len(apps) == 1 && apps[0].Name == "FeatherPad" && len(observe(t, b, apps[0]).Windows) == 1
	})
}

// Of two registrations of one process the one without windows is left out, in
// whatever order they come; as long as neither has one both are there.
func TestDoubleRegistration(t *testing.T) {
	b := open(t, Options{})
	needDesktop(t)
	enter := func(name string) hosted {
		p, err := provider.New(
			provider.Command{Do: "set", Key: "root", Node: &provider.Node{Name: &name}}, provider.Command{Do: "register"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return hosted{p}
	}
	names := func() (s string) {
		for _, a := range registered(t, b, os.Getpid()) {
			s += a.Name + " "
		}
		return s
	}
	first, second := enter("pad"), enter("Pad")
	is := func(want string) {
		t.Helper()
		await(t, "the applications "+want, func() bool { return names() == want })
	}
	is("pad Pad ")
	second.do(t, add("root", "window"))
	is("Pad ")
	first.do(t, add("root", "window"))
	is("pad Pad ")
	second.do(t, provider.Command{Do: "remove", Key: "window"})
	is("pad ")
}
