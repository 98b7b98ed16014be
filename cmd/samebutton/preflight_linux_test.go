package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// display starts an X server for one test and returns its name.
func display(t *testing.T, flags ...string) string {
	t.Helper()
	number, said, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	server := exec.Command("Xvfb", append(flags, "-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24")...)
	server.ExtraFiles = []*os.File{said}
	if err := server.Start(); err != nil {
		t.Fatalf("start Xvfb (make install-deps installs it): %v", err)
	}
	said.Close()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return ":" + strings.TrimSpace(line)
}

func TestPreflight(t *testing.T) {
	for _, c := range []struct {
		name    string
		display string
		want    string // part of the message, "" for none
	}{
		{"no display", "", "DISPLAY is not set"},
		{"no server", ":4095", "cannot be reached"},
		{"no GLX", display(t, "-extension", "GLX"), "no OpenGL (GLX)"},
		{"all there", display(t), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("DISPLAY", c.display)
			err := preflight(context.Background(), os.Getenv)
			var f *failure
			switch {
			case c.want == "" && err == nil:
			case c.want == "" || !errors.As(err, &f) || !strings.Contains(f.message, c.want):
				t.Errorf("got %v, want %q", err, c.want)
			case f.exit != 9 || f.hint == "":
				t.Errorf("exit %d, hint %q", f.exit, f.hint)
			}
		})
	}
}
