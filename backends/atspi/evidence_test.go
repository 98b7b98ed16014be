package atspi

import (
	"errors"
	"testing"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/provider"
)

// A handle that is used for another element after it was looked at is not acted on:
// not where the element itself is another, nor where what it is known by is.
func TestActNeedsItsEvidence(t *testing.T) {
	b := open(t, Options{})
	row := func(key, name string) provider.Command {
		word, button := name, "Delete"
		return provider.Command{Do: "add", Key: "window", Node: &provider.Node{Key: key, Role: "list item", Children: []provider.Node{
			{Key: key + "_label", Role: "label", Name: &word},
			{Key: key + "_delete", Role: "push button", Name: &button, Data: &word, Actions: []string{"click"}},
		}}}
	}
	p := host(t, add("root", "window"), row("first", "Apple"), row("second", "Pear"))
	app := p.application()
	of := []tree.Handle{p.ref("first").handle(), p.ref("first_label").handle(), p.ref("first_delete").handle()}
	press := func() error {
		t.Helper()
		evidence, err := b.ReadEvidence(deadline(t), app, of)
		if err != nil {
			t.Fatal(err)
		}
		return b.Act(deadline(t), app, of[2], backends.Action{Verb: tree.VerbPress, Evidence: evidence})
	}
	if err := press(); err != nil {
		t.Fatal(err)
	}
	name, id := "Keep", "other"
	for word, c := range map[string]provider.Command{
		"row used again": {Do: "swap", Key: "first", Child: "second"},
		"other name":     {Do: "set", Key: "first_delete", Node: &provider.Node{Name: &name}},
		"other id":       {Do: "set", Key: "first_delete", Node: &provider.Node{ID: &id}},
		"other role":     {Do: "set", Key: "first_delete", Node: &provider.Node{Role: "toggle button"}},
		"other place":    {Do: "move", Key: "first_delete", Parent: "second"},
		"other labels":   {Do: "set", Key: "first_delete", Node: &provider.Node{Relations: map[string][]string{"labelled-by": {"second_label"}}}},
	} {
		// The change comes as the act asks for the actions, after the evidence was read.
		p.do(t, provider.Command{Do: "on", Trouble: &provider.Trouble{Key: "first_delete", Member: "GetActions", Times: 1}, Then: []provider.Command{c}})
		var d *backends.DeliveryError
		if err := press(); !errors.Is(err, backends.ErrChanged) || !errors.As(err, &d) || d.Delivery != backends.NotDelivered {
			t.Errorf("%s: %v", word, err)
		}
		p.do(t, provider.Command{Do: "clear"})
		if word == "other place" {
			p.do(t, provider.Command{Do: "move", Key: "first_delete", Parent: "first"})
		}
	}
	p.do(t, provider.Command{Do: "on", Trouble: &provider.Trouble{Key: "first_delete", Member: "GetActions", Times: 1},
		Then: []provider.Command{{Do: "set", Key: "first_delete", Node: &provider.Node{Off: []string{"sensitive"}}}}})
	if err := press(); !errors.Is(err, backends.ErrUnsupported) || backends.DeliveryOf(err) != backends.NotDelivered {
		t.Errorf("disabled as the act was prepared: %v", err)
	}
	if list := p.Journal(); len(list) != 1 || list[0].Data != "Apple" {
		t.Errorf("the application was asked for %+v", list)
	}
	p.do(t, provider.Command{Do: "remove", Key: "first_label"})
	if _, err := b.ReadEvidence(deadline(t), app, of); !errors.Is(err, backends.ErrGone) {
		t.Errorf("of what is gone: %v", err)
	}
}
