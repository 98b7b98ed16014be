package inspector

import (
	"fmt"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// sketch builds a complete snapshot from an indented outline, one node a line:
// role "name" followed by words such as id=x, desc=x, showing, unreadable-name.
func sketch(t testing.TB, outline string) *Frozen {
	t.Helper()
	return Freeze(sketchSnapshot(t, outline))
}

func sketchSnapshot(t testing.TB, outline string) *tree.Snapshot {
	t.Helper()
	b := tree.NewBuilder("sketch", tree.Application{Name: "demo", PID: 1})
	type open struct {
		indent int
		id     tree.NodeID
	}
	var stack []open
	for _, line := range strings.Split(strings.Trim(outline, "\n"), "\n") {
		body := strings.TrimLeft(line, "\t ")
		if body == "" {
			continue
		}
		indent := len(line) - len(body)
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		parent := tree.None
		if len(stack) > 0 {
			parent = stack[len(stack)-1].id
		}
		id := b.Add(parent, sketchNode(t, body, b.Len()))
		stack = append(stack, open{indent, id})
	}
	s := b.Snapshot()
	s.ID = "s1"
	return s
}

func sketchNode(t testing.TB, body string, i int) tree.Node {
	t.Helper()
	role, rest, _ := strings.Cut(body, " ")
	n := tree.Node{
		Role: tree.Role(role), NativeRole: role, Handle: tree.Handle(fmt.Sprintf("h%d", i)),
		Name: tree.AbsentText(), Description: tree.AbsentText(), Value: tree.AbsentText(), AccessibleID: tree.AbsentText(),
		StatesRead: true, States: tree.MakeStates(tree.Showing, tree.Visible, tree.Enabled, tree.Sensitive),
	}
	if !n.Role.Known() {
		t.Fatalf("sketch: role %q", role)
	}
	if strings.HasPrefix(rest, `"`) {
		name, after, ok := strings.Cut(rest[1:], `"`)
		if !ok {
			t.Fatalf("sketch: %q", body)
		}
		n.Name, n.NameFrom, rest = tree.KnownText(name), tree.NameOwn, after
	}
	for _, w := range strings.Fields(rest) {
		k, v, _ := strings.Cut(w, "=")
		switch k {
		case "id":
			n.AccessibleID = tree.KnownText(v)
		case "desc":
			n.Description = tree.KnownText(v)
		case "value":
			n.Value = tree.KnownText(v)
		case "handle":
			n.Handle = tree.Handle(v)
		case "unreadable-name":
			n.Name = tree.UnreadableText()
		case "secret":
			n.Secret = true
		case "checked":
			n.States = n.States.With(tree.Checked)
		default:
			t.Fatalf("sketch: word %q", w)
		}
	}
	return n
}

func mustParse(t testing.TB, text string) Locator {
	t.Helper()
	l, err := ParseLocator(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
