package recorder

import (
	"testing"
	"testing/synctest"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const login = `
application "Login"
  window "Login" [active]
    group "Account"
      password "PIN" [focused]
      textbox "User"
`

// A replay does not read a field that hid its text once, when the application shows it
// or makes it anew as a text box; what never hid anything is read, and so is a field of
// the same name elsewhere.
func TestAReplayReadsNoFieldThatHidItsText(t *testing.T) {
	for name, c := range map[string]struct {
		in, box string
		secret  bool
	}{
		"shown":       {"group:Account", `textbox "PIN" = "geheim-4711" #password:PIN`, true},
		"made anew":   {"group:Account", `textbox "PIN" = "geheim-4711" #other`, true},
		"elsewhere":   {"window:Login", `textbox "PIN" = "geheim-4711" #other`, false},
		"of new name": {"group:Account", `textbox "Hint" = "geheim-4711" #other`, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, login)
				p := NewPlayer(s.options)
				if _, err := p.observe(t.Context(), s.app.Identity()); err != nil {
					t.Fatal(err)
				}
				s.app.Change(func(m *fake.Model) {
					m.Remove("password:PIN")
					m.Insert(tree.Handle(c.in), 0, c.box)
				})
				f, err := p.observe(t.Context(), s.app.Identity())
				if err != nil {
					t.Fatal(err)
				}
				for i := range f.Nodes {
					n := &f.Nodes[i]
					if n.Role != tree.RoleTextbox || n.Name.Value == "User" {
						if n.Secret {
							t.Errorf("%s is taken for a secret", n.Name.Value)
						}
						continue
					}
					if n.Secret != c.secret || (n.Value.State == tree.Known) == c.secret {
						t.Errorf("secret %t, its text %+v", n.Secret, n.Value)
					}
				}
			})
		})
	}
}

// What is told of a box that was made anew is not kept before it was read.
func TestWhatANewBoxTellsIsHushed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, login)
		var v veil
		told := func(h tree.Handle) string {
			return v.hush(backends.Event{Kind: backends.EventText, Source: h, Text: "4"}).Text
		}
		if told("textbox:User") != "4" {
			t.Error("a box is hushed before any field hid anything")
		}
		snap, err := s.backend.Observe(t.Context(), backends.Scope{Application: s.app.Identity()})
		if err != nil {
			t.Fatal(err)
		}
		v.cover(snap)
		for h, want := range map[tree.Handle]string{"textbox:User": "4", "password:PIN": "", "made anew": ""} {
			if got := told(h); got != want {
				t.Errorf("%s tells %q, want %q", h, got, want)
			}
		}
	})
}
