package recorder

import (
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// box is a window with one text box, as read at a time.
func box(at time.Time, value tree.Text, secret bool) *inspector.Frozen {
	b := tree.NewBuilder("test", tree.Application{})
	app := b.Add(tree.None, tree.Node{Role: tree.RoleApplication, Handle: "app", Name: tree.KnownText("app")})
	w := b.Add(app, tree.Node{Role: tree.RoleWindow, Handle: "w", Name: tree.KnownText("W"), StatesRead: true})
	b.Add(w, tree.Node{Role: tree.RoleTextbox, Handle: "box", Name: tree.KnownText("API key"), Value: value, Secret: secret, StatesRead: true})
	s := b.Snapshot()
	s.Taken = at
	return inspector.Freeze(s)
}

// An entry of GTK4 that hides its text looks like any other while it is empty.
func TestTypingIntoABoxThatTurnsOutToHideItsText(t *testing.T) {
	var steps []Step
	r := newReducer(time.Now(), func(i int, s Step) { steps = append(steps[:i], s) })
	began := time.Now()
	before := box(began, tree.KnownText(""), false)
	r.key(before, 2, backends.Input{Kind: backends.InputKeyDown, Key: "g", Text: "g", At: began.Add(time.Second)})
	r.look(box(began.Add(2*time.Second), tree.UnreadableText(), true))
	r.text(backends.Event{Kind: backends.EventText, Source: "box", Detail: "insert", Text: "e", At: began.Add(3 * time.Second)})
	r.finish(box(began.Add(4*time.Second), tree.UnreadableText(), true))
	if len(steps) != 1 || steps[0].Parameter != "api-key" || steps[0].Text != "" {
		t.Errorf("%+v", steps)
	}
}
