package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/samebutton/samebutton/recorder/policy"
)

// openTerminal returns both ends of a terminal: what is written to keys is typed at tty.
func openTerminal(t *testing.T) (keys, tty *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { keys.Close() })
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return keys, tty
}

// watched is what a command says, for a person who waits for its question.
type watched struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// A yes that was typed before the question is no answer to it.
func TestWhatWasTypedBeforeAQuestionIsNoAnswer(t *testing.T) {
	for name, tc := range map[string]struct {
		before, after string
		yes           bool
	}{
		"yes before, no after":  {"yes\nyes\n", "no\n", false},
		"yes before, yes after": {"yes\n", "yes\n", true},
		"nothing before":        {"", "yes\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			keys, tty := openTerminal(t)
			said := &watched{}
			c := &cli{in: tty, answers: answers{in: tty}, err: said}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			if strings.HasSuffix(tc.before, "yes\nyes\n") { // and one that was asked for, with more behind it
				if _, err := keys.WriteString("\n"); err != nil {
					t.Fatal(err)
				}
				if line, err := c.answers.next(ctx); err != nil || line != "\n" {
					t.Fatalf("%q %v", line, err)
				}
			}
			if _, err := keys.WriteString(tc.before); err != nil {
				t.Fatal(err)
			}
			arrived(ctx, t, tty, tc.before)
			answer := make(chan policy.Answer, 1)
			go func() {
				a, err := c.askAtTerminal(ctx, policy.Question{Title: "Press Delete", Target: "button", Decision: policy.Decision{Reason: "it deletes"}})
				if err != nil {
					t.Error(err)
				}
				answer <- a
			}()
			for !strings.Contains(said.String(), "Type yes") {
				if ctx.Err() != nil {
					t.Fatal("it does not ask")
				}
				time.Sleep(time.Millisecond)
			}
			if _, err := keys.WriteString(tc.after); err != nil {
				t.Fatal(err)
			}
			if a := <-answer; a.Yes != tc.yes {
				t.Errorf("yes is %v", a.Yes)
			}
		})
	}
}

// arrived waits until the terminal has the whole lines of what was typed.
func arrived(ctx context.Context, t *testing.T, tty *os.File, text string) {
	t.Helper()
	lines := strings.LastIndex(text, "\n") + 1
	for ctx.Err() == nil {
		if n, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCINQ); err != nil || n >= lines {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the terminal does not have what was typed")
}
