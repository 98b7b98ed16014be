//go:build cgo

package input

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

func newPointer(t testing.TB) *Pointer {
	t.Helper()
	p, err := NewPointer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// must fails the test where a call failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestPointerMoveAndClick(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	at := tg.place("surface")
	var want []line
	for i, button := range []int{1, 2, 3, 1} {
		to := tree.Point{X: at.X + 7*i, Y: at.Y - 5*i}
		must(t, p.Move(t.Context(), to))
		must(t, p.Click(t.Context(), button))
		want = append(want, line{Event: "press", Button: button, X: to.X, Y: to.Y}, line{Event: "release", Button: button, X: to.X, Y: to.Y})
	}
	eventually(t, "all clicks arrive", func() bool { return len(tg.log("press", "release")) == len(want) })
	for i, got := range tg.log("press", "release") {
		got.Time, got.State = 0, 0
		if got != want[i] {
			t.Errorf("event %d: %+v, want %+v", i, got, want[i])
		}
	}
}

func TestPointerRefuses(t *testing.T) {
	p := newPointer(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for what, err := range map[string]error{
		"off screen":   p.Move(t.Context(), tree.Point{X: 99999, Y: 10}),
		"negative":     p.Move(t.Context(), tree.Point{X: -1, Y: 10}),
		"button 4":     p.Click(t.Context(), 4),
		"button 0":     p.Click(t.Context(), 0),
		"unknown key":  p.Chord(t.Context(), "ctrl", "Retrun"),
		"no key":       p.Chord(t.Context()),
		"empty key":    p.Chord(t.Context(), ""),
		"same key":     p.Chord(t.Context(), "ctrl", "Control_L"),
		"control char": p.Type(t.Context(), "ab\x07"),
		"not UTF-8":    p.Type(t.Context(), "ab\xff"),
		"ended, move":  p.Move(ended, tree.Point{X: 1, Y: 1}),
		"ended, click": p.Click(ended, 1),
		"ended, type":  p.Type(ended, "x"),
		"ended, chord": p.Chord(ended, "x"),
	} {
		if err == nil || backends.DeliveryOf(err) != backends.NotDelivered {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := p.Chord(t.Context(), "Retrun"); err == nil || !strings.Contains(err.Error(), `"Retrun"`) {
		t.Errorf("error does not name the key: %v", err)
	}
}

// typed types into a fresh target and returns what its entry then holds.
func typed(t *testing.T, p *Pointer, text string) {
	t.Helper()
	tg := startTarget(t)
	must(t, p.Type(t.Context(), text))
	deadline := time.Now().Add(patience)
	last := ""
	for time.Now().Before(deadline) {
		if l := tg.log("text"); len(l) > 0 {
			if last = l[len(l)-1].Text; last == text {
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("the entry holds %q, want %q", last, text)
}

func TestPointerType(t *testing.T) {
	p := newPointer(t)
	for _, text := range []string{
		"Anna", "Hello, World! ~@#$%^&*()_+{}|:\"<>?`-=[]\\;',./", "東京", "Zoë Müller ß ÄÖÜ €50",
		"Привет ПРИВЕТ", "العربية", "e\u0301 😀👍", strings.Repeat("aA1", 30),
	} {
		typed(t, p, text)
	}
}

// More characters than there are spare keycodes.
func TestPointerTypeManyCharacters(t *testing.T) {
	var text strings.Builder
	for r := rune(0x4e00); r < 0x4e00+150; r++ {
		text.WriteRune(r)
	}
	typed(t, newPointer(t), text.String())
}

func TestPointerTypeOtherLayouts(t *testing.T) {
	layout(t, "de")
	p := newPointer(t)
	typed(t, p, "yz ZY @ { } \\ ß ü ' \" ^ #")
	layout(t, "ru")
	typed(t, p, "Anna Анна")
	layout(t, "us,ru")
	typed(t, p, "Anna Анна")
}

func layout(t *testing.T, name string) {
	t.Helper()
	t.Cleanup(func() { _ = exec.Command("setxkbmap", "us").Run() })
	if out, err := exec.Command("setxkbmap", name).CombinedOutput(); err != nil {
		t.Fatalf("setxkbmap %s: %v %s", name, err, out)
	}
}

func TestPointerTypeCapsLock(t *testing.T) {
	p := newPointer(t)
	must(t, p.Chord(t.Context(), "Caps_Lock"))
	t.Cleanup(func() { must(t, p.Chord(context.Background(), "Caps_Lock")) })
	typed(t, p, "Anna 1! éÉ 東")
}

func TestPointerRefusesHeldModifier(t *testing.T) {
	p := newPointer(t)
	if out, err := exec.Command("xdotool", "keydown", "Control_L").CombinedOutput(); err != nil {
		t.Skipf("xdotool: %v %s", err, out)
	}
	err := p.Type(t.Context(), "s")
	must(t, exec.Command("xdotool", "keyup", "Control_L").Run())
	if err == nil || !strings.Contains(err.Error(), "Control") || backends.DeliveryOf(err) != backends.NotDelivered {
		t.Errorf("typed with Control held: %v", err)
	}
	must(t, p.Type(t.Context(), "s"))
}

func TestPointerChord(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	const shift, control, alt = 1, 4, 8
	type key struct {
		name  string
		state int
	}
	var want []key
	for _, c := range []struct {
		keys []string
		want []key
	}{
		{[]string{"ctrl", "s"}, []key{{"Control_L", 0}, {"s", control}}},
		{[]string{"ctrl", "S"}, []key{{"Control_L", 0}, {"Shift_L", control}, {"S", control | shift}}},
		{[]string{"ctrl", "shift", "s"}, []key{{"Control_L", 0}, {"Shift_L", control}, {"S", control | shift}}},
		{[]string{"Escape"}, []key{{"Escape", 0}}},
		{[]string{"enter"}, []key{{"Return", 0}}},
		{[]string{"Tab"}, []key{{"Tab", 0}}},
		{[]string{"Down"}, []key{{"Down", 0}}},
		{[]string{"f5"}, []key{{"F5", 0}}},
		{[]string{"F12"}, []key{{"F12", 0}}},
		{[]string{"alt", "x"}, []key{{"Alt_L", 0}, {"x", alt}}},
		{[]string{"odiaeresis"}, []key{{"odiaeresis", 0}}},
		{[]string{"?"}, []key{{"Shift_L", 0}, {"question", shift}}},
	} {
		if err := p.Chord(t.Context(), c.keys...); err != nil {
			t.Fatal(err)
		}
		want = append(want, c.want...)
	}
	eventually(t, "all keys arrive", func() bool { return len(tg.log("key")) >= len(want) })
	got := tg.log("key")
	if len(got) != len(want) {
		t.Errorf("%d keys, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if k := (key{got[i].Name, got[i].State & (shift | control | alt)}); k != want[i] {
			t.Errorf("key %d: %+v, want %+v", i, k, want[i])
		}
	}
}

// A long text stops at the end of its context, with nothing left pressed.
func TestPointerTypeStops(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		tg.await(t, "some text", func(l line) bool { return len(l.Text) > 3 })
		cancel()
	}()
	err := p.Type(ctx, strings.Repeat("Ab", 20000))
	if !errors.Is(err, context.Canceled) || backends.DeliveryOf(err) != backends.Uncertain {
		t.Fatalf("stopped typing: %v", err)
	}
	must(t, p.Chord(t.Context(), "F9")) // would be refused with Shift down
	tg.await(t, "F9", func(l line) bool { return l.Name == "F9" && l.State&1 == 0 })
}

// The release of a click is sent with its press: in between GTK 4 may ask the display for
// the pointer, and drops a click whose button is up before it has read the release. A
// busy machine tears some clicks apart; a click that waits tears all.
func TestPointerClickLeavesNoTimeBetween(t *testing.T) {
	tg, p := startTarget(t), newPointer(t)
	must(t, p.Move(t.Context(), tg.place("surface")))
	for n := range 20 {
		must(t, p.Click(t.Context(), 1))
		eventually(t, "the click arrives", func() bool { return len(tg.log("release")) == n+1 })
	}
	press, release := tg.log("press"), tg.log("release")
	var between []uint32 // in milliseconds, by the clock of the display
	for i := range press {
		between = append(between, release[i].Time-press[i].Time)
	}
	if slices.Min(between) > 1 {
		t.Errorf("between press and release are %v ms", between)
	}
}
