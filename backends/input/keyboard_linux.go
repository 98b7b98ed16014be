//go:build cgo

package input

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"github.com/samebutton/samebutton/backends/screen/xconn"
)

// keyboard presses keys through XTEST.
//
// robotgo is not used for keys: it asks XKeysymToKeycode and guesses Shift for
// the US layout, so that another layout types other characters; for what the
// layout does not have it rewrites the last keycode for each character, and an
// application that looks the key up a moment later finds the next one's symbol.
//
// Here a key that the layout has is pressed with the Shift state that the layout
// asks for. Any other character is bound to a spare keycode, one for each
// character. Bindings stay until the keyboard is closed or the spare keycodes
// run out: applications read the mapping when they handle the key, which may be
// long after it was sent.
type keyboard struct {
	conn *xgb.Conn
	// bound holds the spare keycodes in use and when they were last pressed.
	bound map[xproto.Keycode]time.Time
}

// rebindAfter is how long a bound keycode keeps its symbol after its last press,
// so that slow applications still read the right one. Only texts with more
// foreign characters than there are spare keycodes wait for it.
const rebindAfter = 300 * time.Millisecond

// bindSettle is how long applications get to take a new binding over before its key
// is pressed. Chromium loses the key else, and what was bound between two keys may be
// taken for the first of them ("京" for "東京", measured on a busy machine).
const bindSettle = 150 * time.Millisecond

// stroke is a key to press; shift says that Shift must be down (or up) for it.
type stroke struct {
	sym   xproto.Keysym
	code  xproto.Keycode
	shift bool
}

// mapping is the keyboard mapping of the display and what is pressed.
type mapping struct {
	first   xproto.Keycode
	width   int
	syms    []xproto.Keysym
	group   int
	locked  bool
	pressed uint16
}

// read asks the display; it changes with the layout, so nothing is kept.
func (k *keyboard) read() (*mapping, error) {
	setup := xproto.Setup(k.conn)
	count := byte(setup.MaxKeycode - setup.MinKeycode + 1)
	pending := xproto.GetKeyboardMapping(k.conn, setup.MinKeycode, count)
	pointer, err := xproto.QueryPointer(k.conn, xconn.Root(k.conn).Root).Reply()
	if err != nil {
		return nil, fmt.Errorf("read modifier keys: %w", err)
	}
	reply, err := pending.Reply()
	if err != nil {
		return nil, fmt.Errorf("read keyboard layout: %w", err)
	}
	return &mapping{
		first: setup.MinKeycode, width: int(reply.KeysymsPerKeycode), syms: reply.Keysyms,
		// XKB puts the active layout into bits 13 and 14 of the modifier state.
		group:   int(pointer.Mask >> 13 & 3),
		locked:  pointer.Mask&xproto.ModMaskLock != 0,
		pressed: pointer.Mask & (xproto.ModMaskShift | xproto.ModMaskControl | xproto.ModMask1 | xproto.ModMask4),
	}, nil
}

// free fails where a person holds a modifier: keys would mean something else.
func (m *mapping) free() error {
	if m.pressed == 0 {
		return nil
	}
	var names []string
	for bit, name := range map[uint16]string{xproto.ModMaskShift: "Shift", xproto.ModMaskControl: "Control", xproto.ModMask1: "Alt", xproto.ModMask4: "Super"} {
		if m.pressed&bit != 0 {
			names = append(names, name)
		}
	}
	return fmt.Errorf("a person holds %s; release it and try again", strings.Join(names, " and "))
}

// levels returns the two symbols of a key in the active layout.
func (m *mapping) levels(index int) (plain, shifted xproto.Keysym) {
	column := 2 * m.group
	if column+1 >= m.width {
		return 0, 0
	}
	return m.syms[index*m.width+column], m.syms[index*m.width+column+1]
}

// find returns how the layout types a symbol.
func (m *mapping) find(sym xproto.Keysym) (stroke, bool) {
	for level := range 2 {
		for index := range len(m.syms) / m.width {
			plain, shifted := m.levels(index)
			if plain == 0 || [2]xproto.Keysym{plain, shifted}[level] != sym {
				continue
			}
			s := stroke{sym: sym, code: m.first + xproto.Keycode(index), shift: level == 1}
			// Caps Lock turns the two levels of a letter around.
			if lower, upper := casePair(sym); m.locked && lower != upper && plain == lower && shifted == upper {
				s.shift = !s.shift
			}
			return s, true
		}
	}
	return stroke{}, false
}

// spare returns the keycodes that no key of the layout uses.
func (m *mapping) spare() []xproto.Keycode {
	var codes []xproto.Keycode
	for index := range len(m.syms) / m.width {
		used := false
		for _, sym := range m.syms[index*m.width : (index+1)*m.width] {
			used = used || sym != 0
		}
		if !used {
			codes = append(codes, m.first+xproto.Keycode(index))
		}
	}
	return codes
}

// bind gives a spare keycode to sym and returns its stroke. keep holds the
// keycodes that are about to be pressed.
func (k *keyboard) bind(ctx context.Context, m *mapping, sym xproto.Keysym, keep map[xproto.Keycode]bool) (stroke, error) {
	code := xproto.Keycode(0)
	if spare := m.spare(); len(spare) > 0 {
		// From the end: keyboards use low keycodes first.
		code = spare[len(spare)-1]
	} else {
		for c, used := range k.bound {
			if !keep[c] && (code == 0 || used.Before(k.bound[code])) {
				code = c
			}
		}
		if code == 0 {
			return stroke{}, errors.New("bind key: the layout has no spare keycode")
		}
		if err := pause(ctx, time.Until(k.bound[code].Add(rebindAfter))); err != nil {
			return stroke{}, err
		}
	}
	lower, upper := casePair(sym)
	row := m.syms[int(code-m.first)*m.width : int(code-m.first+1)*m.width]
	clear(row)
	for column := range min(4, m.width) {
		row[column] = [2]xproto.Keysym{lower, upper}[column%2]
	}
	if err := xproto.ChangeKeyboardMappingChecked(k.conn, 1, code, byte(m.width), row).Check(); err != nil {
		return stroke{}, fmt.Errorf("bind key: %w", err)
	}
	k.bound[code] = time.Time{}
	s, ok := m.find(sym)
	if !ok {
		return stroke{}, fmt.Errorf("bind key: keysym 0x%x did not take", uint32(sym))
	}
	return s, nil
}

// strokeFor returns the key for sym, bound where the layout has none.
func (k *keyboard) strokeFor(ctx context.Context, m *mapping, sym xproto.Keysym, keep map[xproto.Keycode]bool) (stroke, error) {
	if s, ok := m.find(sym); ok {
		return s, nil
	}
	s, err := k.bind(ctx, m, sym, keep)
	if err == nil {
		err = pause(ctx, bindSettle)
	}
	return s, err
}

// bindAhead binds what the layout does not have before the first key is pressed, as
// far as there are spare keycodes: nothing changes under the keys then.
func (k *keyboard) bindAhead(ctx context.Context, m *mapping, syms []xproto.Keysym) error {
	bound := false
	for _, sym := range syms {
		if _, ok := m.find(sym); ok {
			continue
		}
		if len(m.spare()) == 0 {
			break
		}
		if _, err := k.bind(ctx, m, sym, nil); err != nil {
			return err
		}
		bound = true
	}
	if !bound {
		return nil
	}
	return pause(ctx, bindSettle)
}

// tap presses and releases keys: all down in order, all up in reverse. Whatever
// went down goes up, also after an error and after the context's end.
func (k *keyboard) tap(strokes []stroke, sent *bool) error {
	lift, err := k.hold(strokes, sent)
	return errors.Join(err, lift())
}

// hold presses keys in order; lift releases those that went down, in reverse. It is
// never nil and must be called, also after an error.
func (k *keyboard) hold(strokes []stroke, sent *bool) (lift func() error, err error) {
	down := 0
	for _, s := range strokes {
		*sent = true // a key whose answer is lost may have gone out
		if err = k.fake(xproto.KeyPress, s.code); err != nil {
			break
		}
		down++
		if _, ok := k.bound[s.code]; ok {
			k.bound[s.code] = time.Now()
		}
	}
	return func() (failed error) {
		for i := down - 1; i >= 0; i-- {
			failed = errors.Join(failed, k.fake(xproto.KeyRelease, strokes[i].code))
		}
		return failed
	}, err
}

func (k *keyboard) fake(kind byte, code xproto.Keycode) error {
	if err := xtest.FakeInputChecked(k.conn, kind, byte(code), 0, xproto.WindowNone, 0, 0, 0).Check(); err != nil {
		return fmt.Errorf("send key: %w", err)
	}
	return nil
}

// typeText enters text. sent says whether any key went out.
func (k *keyboard) typeText(ctx context.Context, text string, sent *bool) error {
	var syms []xproto.Keysym
	for _, r := range text {
		sym, err := keyTyping(r)
		if err != nil {
			return err
		}
		syms = append(syms, sym)
	}
	m, err := k.read()
	if err != nil {
		return err
	}
	if err := m.free(); err != nil {
		return err
	}
	shift, ok := m.find(shiftKey)
	if !ok {
		return errors.New("the layout has no Shift key")
	}
	if err := k.bindAhead(ctx, m, syms); err != nil {
		return err
	}
	for i, sym := range syms {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d of %d characters: %w", i, len(syms), err)
		}
		s, err := k.strokeFor(ctx, m, sym, nil)
		if err != nil {
			return fmt.Errorf("after %d of %d characters: %w", i, len(syms), err)
		}
		keys := []stroke{s}
		if s.shift {
			keys = []stroke{shift, s}
		}
		if err := k.tap(keys, sent); err != nil {
			return fmt.Errorf("after %d of %d characters: %w", i, len(syms), err)
		}
	}
	return nil
}

// chord presses keys together.
func (k *keyboard) chord(ctx context.Context, names []string, sent *bool) error {
	if len(names) == 0 {
		return errors.New("no key is named")
	}
	keys, err := k.strokes(ctx, names)
	if err != nil {
		return err
	}
	return k.tap(keys, sent)
}

// strokes finds the keys of a chord, with Shift where the layout needs it. No names
// are no keys.
func (k *keyboard) strokes(ctx context.Context, names []string) ([]stroke, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var syms []xproto.Keysym
	hasShift := false
	for _, name := range names {
		sym, err := keyNamed(name)
		if err != nil {
			return nil, err
		}
		for _, other := range syms {
			if other == sym {
				return nil, fmt.Errorf("key %q is named twice", name)
			}
		}
		hasShift = hasShift || sym == shiftKey || sym == shiftKeyLast
		syms = append(syms, sym)
	}
	m, err := k.read()
	if err != nil {
		return nil, err
	}
	if err := m.free(); err != nil {
		return nil, err
	}
	// Caps Lock does not change what a shortcut means.
	m.locked = false
	keep := map[xproto.Keycode]bool{}
	var keys []stroke
	for _, sym := range syms {
		s, err := k.strokeFor(ctx, m, sym, keep)
		if err != nil {
			return nil, err
		}
		keep[s.code] = true
		if s.shift && !hasShift && !modifierKey(sym) {
			shift, ok := m.find(shiftKey)
			if !ok {
				return nil, errors.New("the layout has no Shift key")
			}
			keys, hasShift = append(keys, shift), true
		}
		keys = append(keys, s)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return keys, nil
}

// restore takes the bindings back.
func (k *keyboard) restore() {
	for code := range k.bound {
		xproto.ChangeKeyboardMapping(k.conn, 1, code, 1, []xproto.Keysym{0})
	}
	clear(k.bound)
	k.conn.Sync()
}

// pause waits; a duration of zero or less does not.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
