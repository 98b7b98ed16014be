package tree_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// orders returns a sound snapshot with one of everything.
func orders() *tree.Snapshot {
	b := tree.NewBuilder("test", tree.Application{Handle: "app", Name: "Orders", PID: 7})
	app := b.Add(tree.None, tree.Node{Handle: "app", Role: tree.RoleApplication})
	win := b.Add(app, tree.Node{Handle: "win", Role: tree.RoleWindow, Name: tree.KnownText("Orders")})
	label := b.Add(win, tree.Node{Handle: "label", Role: tree.RoleLabel})
	b.Add(win, tree.Node{
		Handle: "box", Role: tree.RoleTextbox, States: tree.MakeStates(tree.Transient), StatesRead: true,
		Bounds:    tree.Bounds{Rect: tree.Rect{X: -5, Y: 2, W: 30, H: 40}, State: tree.Known, Confidence: tree.Exact},
		Relations: []tree.Relation{{Kind: tree.LabelledBy, Targets: []tree.NodeID{label}, Outside: 1}},
		Range:     &tree.Range{Maximum: 9},
	})
	dialog := b.Add(app, tree.Node{Handle: "dialog", Role: tree.RoleDialog})
	b.Add(dialog, tree.Node{Handle: "secret", Role: tree.RolePassword, Secret: true})
	b.Window(tree.Window{Node: win})
	b.Cut(tree.Cut{Node: dialog, Reason: tree.CutTime, Missing: -1})
	s := b.Snapshot()
	img := image.NewRGBA(image.Rect(0, 0, 8, 6))
	s.Capture = &tree.Capture{Rect: tree.Rect{W: 4, H: 3}, Scale: 2, Image: img, Hash: tree.PixelHash(img)}
	return s
}

func TestValidateAcceptsSound(t *testing.T) {
	if err := orders().Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestValidateFinds(t *testing.T) {
	for _, c := range []struct {
		name, want string
		forge      func(s *tree.Snapshot)
	}{
		{"nothing", "no nodes", func(s *tree.Snapshot) { s.Nodes = nil }},
		{"wrong id", "says that it is", func(s *tree.Snapshot) { s.Nodes[2].ID = 3 }},
		{"own parent", "cannot have the parent", func(s *tree.Snapshot) { s.Nodes[2].Parent = 2 }},
		{"later parent", "cannot have the parent", func(s *tree.Snapshot) { s.Nodes[2].Parent = 4 }},
		{"two roots", "cannot have the parent", func(s *tree.Snapshot) { s.Nodes[4].Parent = tree.None }},
		{"rooted root", "cannot have the parent", func(s *tree.Snapshot) { s.Nodes[0].Parent = 0 }},
		{"far below", "cannot have the parent", func(s *tree.Snapshot) { s.Nodes[1].Parent = math.MinInt32 }},
		{"not pre-order", "document order", func(s *tree.Snapshot) {
			s.Nodes[5].Parent = 1
			s.Nodes[4].Children, s.Nodes[1].Children = nil, []tree.NodeID{2, 3, 5}
		}},
		{"child missing", "not listed", func(s *tree.Snapshot) { s.Nodes[1].Children = []tree.NodeID{2} }},
		{"children swapped", "not listed", func(s *tree.Snapshot) { s.Nodes[1].Children = []tree.NodeID{3, 2} }},
		{"child too many", "claims 3 children", func(s *tree.Snapshot) { s.Nodes[1].Children = []tree.NodeID{2, 3, 3} }},
		{"child out of range", "claims 1 children", func(s *tree.Snapshot) { s.Nodes[5].Children = []tree.NodeID{99} }},
		{"deep", "deeper than", func(s *tree.Snapshot) {
			for at := tree.NodeID(5); len(s.Ancestors(at)) <= tree.MaxDepth; at++ {
				s.Nodes = append(s.Nodes, tree.Node{ID: at + 1, Parent: at})
				s.Nodes[at].Children = append(s.Nodes[at].Children, at+1)
			}
		}},
		{"role", "unknown role", func(s *tree.Snapshot) { s.Nodes[2].Role = "knob" }},
		{"state", "unknown state", func(s *tree.Snapshot) { s.Nodes[2].States = 1 << 63 }},
		{"presence", "unknown presence", func(s *tree.Snapshot) { s.Nodes[2].Name.State = 9 }},
		{"absent with text", "is absent and has a value", func(s *tree.Snapshot) { s.Nodes[2].Name = tree.Text{Value: "x", State: tree.Absent} }},
		{"secret told", "secret node has a value", func(s *tree.Snapshot) { s.Nodes[5].Value = tree.KnownText("hunter2") }},
		{"password told", "secret node has a value", func(s *tree.Snapshot) {
			s.Nodes[5].Secret, s.Nodes[5].Value = false, tree.KnownText("")
		}},
		{"negative bounds", "negative", func(s *tree.Snapshot) { s.Nodes[3].Bounds.W = -1 }},
		{"huge bounds", "beyond 32 bits", func(s *tree.Snapshot) { s.Nodes[3].Bounds.X = math.MaxInt }},
		{"relation", "not in the snapshot", func(s *tree.Snapshot) { s.Nodes[3].Relations[0].Targets[0] = 6 }},
		{"relation outside", "targets outside", func(s *tree.Snapshot) { s.Nodes[3].Relations[0].Outside = -1 }},
		{"range", "not finite", func(s *tree.Snapshot) { s.Nodes[3].Range.Current = math.NaN() }},
		{"window", "window 0", func(s *tree.Snapshot) { s.Windows[0].Node = -1 }},
		{"frame", "window 0", func(s *tree.Snapshot) { s.Windows[0].Frame.H = math.MinInt }},
		{"cut node", "cut 0", func(s *tree.Snapshot) { s.Cuts[0].Node = 77 }},
		{"cut reason", "unknown reason", func(s *tree.Snapshot) { s.Cuts[0].Reason = "mood" }},
		{"cut missing", "children missing", func(s *tree.Snapshot) { s.Cuts[0].Missing = -2 }},
		{"scale", "scale", func(s *tree.Snapshot) { s.Capture.Scale = math.Inf(1) }},
		{"empty capture", "is empty", func(s *tree.Snapshot) { s.Capture.Rect.W = 0 }},
		{"picture size", "does not show", func(s *tree.Snapshot) { s.Capture.Rect.W = 40 }},
		{"few pixels", "too few pixels", func(s *tree.Snapshot) { s.Capture.Image.Pix = s.Capture.Image.Pix[:9] }},
		{"pixels", "hash", func(s *tree.Snapshot) { s.Capture.Image.Pix[0]++ }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := orders()
			c.forge(s)
			err := s.Validate()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestPixelHashIgnoresPaddingAndOrigin(t *testing.T) {
	whole := image.NewRGBA(image.Rect(0, 0, 9, 9))
	for i := range whole.Pix {
		whole.Pix[i] = byte(i * 7)
	}
	part := whole.SubImage(image.Rect(2, 3, 5, 7)).(*image.RGBA)
	same := image.NewRGBA(image.Rect(0, 0, 3, 4))
	for y := range 4 {
		copy(same.Pix[y*same.Stride:], whole.Pix[whole.PixOffset(2, 3+y):whole.PixOffset(5, 3+y)])
	}
	if tree.PixelHash(part) != tree.PixelHash(same) {
		t.Error("the same pixels have two hashes")
	}
	same.Pix[0]++
	if tree.PixelHash(part) == tree.PixelHash(same) {
		t.Error("other pixels have the same hash")
	}
}
