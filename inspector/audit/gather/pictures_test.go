package gather

import (
	"context"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// lens takes pictures of a fake screen, and paints password fields over in red.
type lens struct{ *fake.Screen }

func (l lens) Take(ctx context.Context, w tree.Window) (*tree.Capture, error) {
	return l.CaptureWindows(ctx, w.Frame, []tree.Window{w})
}

var red = color.RGBA{R: 255, A: 255}

func (l lens) Hide(c *tree.Capture, f *inspector.Frozen) (*image.RGBA, bool) {
	img := image.NewRGBA(c.Image.Rect)
	copy(img.Pix, c.Image.Pix)
	for _, n := range f.Nodes {
		if n.Secret {
			b := n.Bounds.Rect
			for y := b.Y; y < b.Y+b.H; y++ {
				for x := b.X; x < b.X+b.W; x++ {
					img.SetRGBA(x-c.Rect.X, y-c.Rect.Y, red)
				}
			}
		}
	}
	return img, f.Complete()
}

const pictured = `
application "Orders"
  window "Orders" #main @0,0,400,300
    group #box @0,0,400,200
      label "12:00" #clock @10,10,80,20
      button "Save" #save @10,40,80,30
      password "PIN" #pin @10,120,200,30
    button "Close" #close @10,240,80,30
`

// What is measured in a picture is what was read: the application is read before and
// after, once more where something changed, and what then is not the same is not judged.
func TestPicturesShowWhatWasRead(t *testing.T) {
	move := func(h tree.Handle, x int) fake.Edit {
		return func(m *fake.Model) {
			r := m.Node(h).Bounds.Rect
			r.X = x
			m.Move(h, r)
		}
	}
	rename := func(name string) fake.Edit { return func(m *fake.Model) { m.Rename("clock", name) } }
	unable := func(words string) fake.Edit { return func(m *fake.Model) { m.SetStates("box", words) } }
	over := func(m *fake.Model) { m.Insert("main", 0, `button "Over" @5,30,100,50`) }
	for _, c := range []struct {
		name     string
		edits    map[int]fake.Edit // right before a reading, of which the first is 1
		readings int
		changed  string
		restless bool
		none     string
	}{
		{"nothing", nil, 2, "", false, ""},
		{"something at first", map[int]fake.Edit{2: move("save", 50)}, 4, "", false, ""},
		{"something moves on", map[int]fake.Edit{2: move("save", 50), 4: move("save", 55)}, 4, "save", true, ""},
		{"a text changes each time", map[int]fake.Edit{2: rename("12:01"), 4: rename("12:02")}, 4, "clock", false, ""},
		{"a box is not enabled", map[int]fake.Edit{2: unable("-enabled -sensitive"), 4: unable("enabled sensitive")}, 4, "box clock save pin", false, ""},
		{"something lies over it", map[int]fake.Edit{2: rename("12:01"), 4: over}, 4, "box save", true, ""},
		{"something goes", map[int]fake.Edit{2: rename("12:01"), 4: func(m *fake.Model) { m.Remove("save") }}, 4, "save", true, ""},
		{"the window moves", map[int]fake.Edit{2: move("main", 5), 4: move("main", 9)}, 4, "", false, "the window moved"},
		{"it hangs", map[int]fake.Edit{2: func(m *fake.Model) { m.Hang() }}, 2, "", false, "could not be read again within 100ms"},
		{"not all could be read", map[int]fake.Edit{
			2: func(m *fake.Model) { m.Cut("box", tree.CutUnreadable) }, 4: func(*fake.Model) {},
		}, 3, "", false, "a password field may be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := fake.Tree(pictured)
			b := fake.New(app)
			defer b.Close()
			for n, e := range c.edits {
				app.Before(n, e)
			}
			screen := fake.NewScreen(800, 600)
			g := gatherer(b, app)
			g.Camera, g.Look = lens{screen}, g.Read
			g.within = &limits{pictures: time.Minute, answer: time.Minute, timing: time.Minute, hits: time.Minute, elements: time.Minute}
			if c.name == "it hangs" {
				*g.within = limits{pictures: 100 * time.Millisecond, answer: 20 * time.Millisecond, timing: 100 * time.Millisecond, hits: 100 * time.Millisecond, elements: 100 * time.Millisecond}
			}
			began := time.Now()
			s, err := g.Subject(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if c.name == "it hangs" && time.Since(began) > 5*time.Second {
				t.Errorf("took %v", time.Since(began))
			}
			if n := len(b.Called("Observe")); n != c.readings {
				t.Errorf("read %d times, want %d", n, c.readings)
			}
			if c.none != "" {
				if len(s.Pictures) != 0 || !strings.Contains(s.Lacks[audit.NeedPicture], c.none) || !strings.Contains(s.Unpictured[s.ByHandle("main")], c.none) {
					t.Errorf("%d pictures, %v, %v", len(s.Pictures), s.Lacks, s.Unpictured)
				}
				return
			}
			if len(s.Pictures) != 1 || s.Lacks[audit.NeedPicture] != "" {
				t.Fatalf("%d pictures, %v %v", len(s.Pictures), s.Lacks, s.Unpictured)
			}
			pic := s.Pictures[0]
			want := map[tree.NodeID]bool{}
			for _, h := range strings.Fields(c.changed) {
				want[s.ByHandle(tree.Handle(h))] = true
			}
			for i := range s.Nodes {
				if id := tree.NodeID(i); pic.Changed[id] != want[id] {
					t.Errorf("%s: changed %v", s.Nodes[i].Handle, pic.Changed[id])
				}
			}
			if (pic.Restless != "") != c.restless || (audit.MapBlindSpots(s, &pic) == nil) != c.restless {
				t.Errorf("restless %q", pic.Restless)
			}
		})
	}
}

// A password field that moves while the picture is taken is hidden where it was and
// where it is.
func TestSecretsThatMoveAreHidden(t *testing.T) {
	app := fake.Tree(pictured)
	b := fake.New(app)
	defer b.Close()
	to := func(y int) fake.Edit {
		return func(m *fake.Model) { m.Move("pin", tree.Rect{X: 10, Y: y, W: 200, H: 30}) }
	}
	app.Before(2, to(121))
	app.Before(4, to(160))
	g := gatherer(b, app)
	g.Camera, g.Look = lens{fake.NewScreen(800, 600)}, g.Read
	s, err := g.Subject(t.Context())
	if err != nil || len(s.Pictures) != 1 {
		t.Fatal(err, s.Lacks)
	}
	img := s.Pictures[0].Image
	for _, y := range []int{122, 188} {
		if img.RGBAAt(20, y) != red {
			t.Errorf("at %d it is %v", y, img.RGBAAt(20, y))
		}
	}
}

var _ backends.Screen = lens{}
