package input

import (
	"os"
	"testing"

	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// TestAt: what lies on top at a place is told, and what lets clicks through does not.
func TestAt(t *testing.T) {
	tg := startTarget(t)
	conn, err := xconn.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := shape.Init(conn); err != nil {
		t.Fatal(err)
	}
	root := xconn.Root(conn).Root
	place, err := xproto.TranslateCoordinates(conn, xproto.Window(tg.xid), root, 20, 20).Reply()
	if err != nil {
		t.Fatal(err)
	}
	at := Pointed{}
	at.At.X, at.At.Y = int(place.DstX), int(place.DstY)
	expect := func(what string, window uint32, pid int) {
		t.Helper()
		got, err := At(t.Context(), at.At)
		if err != nil || got.Window != window || got.PID != pid || got.At != at.At {
			t.Errorf("%s: %+v, %v; want window %#x of process %d", what, got, err, window, pid)
		}
	}
	expect("nothing above", tg.xid, tg.pid)
	cover, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateWindow(conn, 0, cover, root, place.DstX-10, place.DstY-10, 30, 30, 0, xproto.WindowClassInputOutput, 0, xproto.CwOverrideRedirect, []uint32{1})
	if err := xproto.MapWindowChecked(conn, cover).Check(); err != nil {
		t.Fatal(err)
	}
	expect("a window above", uint32(cover), os.Getpid())
	if err := shape.RectanglesChecked(conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, cover, 0, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	expect("one that lets clicks through", tg.xid, tg.pid)
}
