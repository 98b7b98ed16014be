package audit

import (
	"image"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// TestASavedPictureIsOfAWindowOnlyWhereThereIsNoOther: of two windows one may lie over
// the other in it.
func TestASavedPictureIsOfAWindowOnlyWhereThereIsNoOther(t *testing.T) {
	saved := func(w int, windows ...tree.Window) tree.NodeID {
		c := &tree.Capture{Rect: tree.Rect{W: 40, H: 30}, Image: image.NewRGBA(image.Rect(0, 0, w, 30))}
		f := &inspector.Frozen{Snapshot: &tree.Snapshot{Windows: windows}}
		return SavedPictures(f, c)[0].Window
	}
	one, other := tree.Window{Node: 1}, tree.Window{Node: 5}
	if got := saved(40, one); got != 1 {
		t.Errorf("the picture of the only window is of %d", got)
	}
	if got := saved(40, one, other); got != tree.None {
		t.Errorf("a picture of two windows is of %d", got)
	}
	if got := saved(80, one); got != tree.None {
		t.Errorf("a picture of another scale is of %d", got)
	}
	if SavedPictures(&inspector.Frozen{Snapshot: &tree.Snapshot{}}, nil) != nil {
		t.Error("a picture where there is none")
	}
}
