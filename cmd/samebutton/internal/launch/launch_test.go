//go:build linux

package launch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/recorder"
)

// wait waits for something that another process does.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); {
		if time.Now().After(end) {
			t.Fatalf("%s: not in time", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// script writes a program for a test.
func script(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+strings.Join(lines, "\n")+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func start(t *testing.T, l recorder.Launch) *program {
	t.Helper()
	p, err := Programs{}.Start(l)
	if err != nil {
		t.Fatal(err)
	}
	own := p.(*program)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := own.End(ctx); err != nil {
			t.Error(err)
		}
	})
	return own
}

func TestAProgramGetsItsArgumentsAsTheyAre(t *testing.T) {
	path := script(t, `printf '%s|' "$@" "$EXTRA" "$QT_ACCESSIBILITY" "$NO_AT_BRIDGE"`, `printf '\nlast words\n' >&2`, `exit 3`)
	t.Setenv("NO_AT_BRIDGE", "1")
	p := start(t, recorder.Launch{Executable: path, Arguments: []string{"$HOME; ls", "two words"}, Environment: []string{"EXTRA=x", "QT_ACCESSIBILITY=0"}})
	<-p.Ended()
	code, output := p.Last()
	if code != 3 || output != "$HOME; ls|two words|x|0||\nlast words" {
		t.Errorf("exit code %d, printed %q", code, output)
	}
}

func TestOnlyTheEndOfWhatIsPrintedIsKept(t *testing.T) {
	p := start(t, recorder.Launch{Executable: script(t, `i=0; while [ $i -lt 2000 ]; do echo "line $i"; i=$((i+1)); done`)})
	<-p.Ended()
	_, output := p.Last()
	lines := strings.Split(output, "\n")
	if len(lines) != mostLines || lines[len(lines)-1] != "line 1999" || lines[0] != "line 1990" {
		t.Errorf("kept %q", lines)
	}
}

// What a program starts belongs to it, also in a session of its own and after the
// program has ended; all of it ends when that is asked for.
func TestWhatAProgramStartsBelongsToIt(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	p := start(t, recorder.Launch{Executable: script(t, `setsid sh -c 'echo $$ >`+note+`.new && mv `+note+`.new `+note+` && exec sleep 60' &`, `exit 0`)})
	<-p.Ended()
	wait(t, "the child", func() bool { _, err := os.Stat(note); return err == nil })
	var children []int
	wait(t, "the child to be known", func() bool { children = p.living(); return len(children) == 1 })
	if slices.Contains(children, p.PID()) || p.Has(os.Getpid()) || p.Has(1) || p.Has(0) {
		t.Errorf("of %d live %v, us %v", p.PID(), children, p.Has(os.Getpid()))
	}
	if err := p.End(t.Context()); err != nil || len(p.living()) > 0 {
		t.Errorf("%v, left %v", err, p.living())
	}
}

// One that does not listen is made to end.
func TestAProgramIsMadeToEnd(t *testing.T) {
	note := filepath.Join(t.TempDir(), "ready")
	p := start(t, recorder.Launch{Executable: script(t, `trap '' TERM`, `touch `+note, `while :; do sleep 1; done`)})
	wait(t, "the program", func() bool { _, err := os.Stat(note); return err == nil })
	if err := p.End(t.Context()); err != nil || !p.hasEnded() && len(p.living()) > 0 {
		t.Errorf("%v, left %v", err, p.living())
	}
}

func TestWhatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"", " ", "no-such-program-anywhere", filepath.Join(dir, "missing"), dir} {
		if err := (Programs{}).Find(recorder.Launch{Executable: name}); err == nil {
			t.Errorf("%q was found", name)
		}
		if p, err := (Programs{}).Start(recorder.Launch{Executable: name}); err == nil {
			t.Errorf("%q was started as %d", name, p.PID())
		}
	}
}

func TestSwitchesOfThePersonStay(t *testing.T) {
	env := seen([]string{"PATH=/bin", "GNOME_ACCESSIBILITY=0", "NO_AT_BRIDGE=1", "GTK_A11Y=none", mark + "=other"})
	for _, want := range []string{"PATH=/bin", "GNOME_ACCESSIBILITY=0", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1"} {
		if !slices.Contains(env, want) {
			t.Errorf("%s is missing in %q", want, env)
		}
	}
	for _, e := range env {
		if name, _, _ := strings.Cut(e, "="); name == "NO_AT_BRIDGE" || name == "GTK_A11Y" || name == mark || e == "GNOME_ACCESSIBILITY=1" {
			t.Errorf("%s was left", e)
		}
	}
}
