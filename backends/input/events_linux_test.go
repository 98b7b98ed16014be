//go:build cgo

package input

import (
	"bufio"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// A display tells every client of every change of the keyboard; more of them
// than a queue holds leave the pointer working.
func TestPointerOutlivesKeyboardChanges(t *testing.T) {
	// Of its own: a window manager would be busy with the changes for minutes.
	server := exec.Command("Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24")
	said, err := server.StdoutPipe()
	must(t, err)
	must(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	number, err := bufio.NewReader(said).ReadString('\n')
	must(t, err)
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	p := newPointer(t)
	conn, err := xconn.Open(t.Context(), "")
	must(t, err)
	t.Cleanup(conn.Close)
	xconn.Drain(conn)
	mapping, err := xproto.GetKeyboardMapping(conn, 8, 1).Reply()
	must(t, err)
	for range 5100 { // xgb queues 5,000 events
		must(t, xproto.ChangeKeyboardMappingChecked(conn, 1, 200, mapping.KeysymsPerKeycode, mapping.Keysyms).Check())
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	must(t, p.Chord(ctx, "a"))
}

// A key whose answer never came may have gone out.
func TestLostAnswerIsUncertain(t *testing.T) {
	conn, err := xconn.Open(t.Context(), "")
	must(t, err)
	must(t, xtest.Init(conn))
	conn.Close()
	for event, err := conn.WaitForEvent(); event != nil || err != nil; event, err = conn.WaitForEvent() {
	}
	keys := keyboard{conn: conn, bound: map[xproto.Keycode]time.Time{}}
	sent := false
	if err := keys.tap([]stroke{{code: 38}}, &sent); err == nil || !sent {
		t.Errorf("press over an ended connection: %v, sent %v", err, sent)
	}
}
