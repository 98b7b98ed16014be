package desktop

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

const (
	authorityName = "Xauthority"
	cookieName    = "MIT-MAGIC-COOKIE-1"
	// familyWild makes an entry good for any host and display (Xauth.h).
	familyWild = 0xffff
	// backdrop is the colour behind the windows, a quiet slate.
	backdrop = 0x4a5568
)

// writeAuthority makes the only key to the display and returns it in hex.
// Without one any local user could read the screen and the keys.
func writeAuthority(dir string) (string, error) {
	cookie := make([]byte, 16)
	if _, err := rand.Read(cookie); err != nil {
		return "", fmt.Errorf("make key for the X server: %w", err)
	}
	entry := binary.BigEndian.AppendUint16(nil, familyWild)
	for _, field := range [][]byte{nil, nil, []byte(cookieName), cookie} { // address, display, name, data
		entry = binary.BigEndian.AppendUint16(entry, uint16(len(field)))
		entry = append(entry, field...)
	}
	if err := os.WriteFile(filepath.Join(dir, authorityName), entry, 0o600); err != nil {
		return "", fmt.Errorf("write key for the X server: %w", err)
	}
	return hex.EncodeToString(cookie), nil
}

// dialDisplay connects to display number n. Every exchange of the connection
// fails once ctx has ended. The caller closes it with the returned function.
func dialDisplay(ctx context.Context, n int, cookie string) (*xgb.Conn, func(), error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", fmt.Sprintf("/tmp/.X11-unix/X%d", n))
	if err != nil {
		return nil, nil, fmt.Errorf("connect to X server: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
	x, err := xgb.NewConnNetWithCookieHex(conn, cookie)
	if err != nil {
		stop()
		conn.Close()
		return nil, nil, fmt.Errorf("log in to X server: %w", err)
	}
	return x, func() { stop(); x.Close() }, nil
}

// paintBackdrop fills the root window, which also proves that the server
// answers.
func paintBackdrop(x *xgb.Conn) error {
	root := xproto.Setup(x).DefaultScreen(x).Root
	if err := xproto.ChangeWindowAttributesChecked(x, root, xproto.CwBackPixel, []uint32{backdrop}).Check(); err != nil {
		return fmt.Errorf("paint the screen: %w", err)
	}
	if err := xproto.ClearAreaChecked(x, false, root, 0, 0, 0, 0).Check(); err != nil {
		return fmt.Errorf("paint the screen: %w", err)
	}
	return nil
}

// windowManagerReady checks that a window manager has taken the screen, by the
// rule of the EWMH: the root names a window that names itself.
func windowManagerReady(x *xgb.Conn) error {
	const property = "_NET_SUPPORTING_WM_CHECK"
	atom, err := xproto.InternAtom(x, false, uint16(len(property)), property).Reply()
	if err != nil {
		return fmt.Errorf("ask X server: %w", err)
	}
	window := xproto.Setup(x).DefaultScreen(x).Root
	for range 2 {
		reply, err := xproto.GetProperty(x, false, window, atom.Atom, xproto.AtomWindow, 0, 1).Reply()
		if err != nil {
			return fmt.Errorf("read %s: %w", property, err)
		}
		if len(reply.Value) < 4 {
			return errors.New("no window manager yet")
		}
		window = xproto.Window(xgb.Get32(reply.Value))
	}
	return nil
}
