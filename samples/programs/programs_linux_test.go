package programs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
)

func startDesktop(t *testing.T) *desktop.Desktop {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	d, err := desktop.Start(ctx, desktop.Options{})
	var missing *desktop.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// Every program shows its window, has a home of its own, and leaves nothing.
func TestStart(t *testing.T) {
	d := startDesktop(t)
	for _, p := range append(Desktop(), Calc([][]string{{"Name"}})) {
		t.Run(p.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
			defer cancel()
			a, err := Start(ctx, d, p)
			var missing *MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", a.PID()))
			if err != nil || !bytes.Contains(environ, []byte("HOME="+a.Home())) {
				t.Errorf("process %d does not live in %s (%v)", a.PID(), a.Home(), err)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
			for end := time.Now().Add(90 * time.Second); alive(a.PID()); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("process %d lives on", a.PID())
				}
			}
			if _, err := os.Stat(a.Home()); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the home is left: %v", err)
			}
		})
	}
}

// alive reports whether a process runs. The child of a killed starter stays a
// zombie until whoever adopts orphans takes it.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}

// A program that ends, or never shows, fails with what it said.
func TestStartFails(t *testing.T) {
	d := startDesktop(t)
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	// Nobody waits for the second one any more once it has said what it says.
	waiting, leave := context.WithCancel(ctx)
	defer leave()
	said := filepath.Join(t.TempDir(), "said")
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(said); err == nil {
				leave()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for _, c := range []struct {
		ctx context.Context
		p   Program
	}{
		{ctx, Program{Name: "sh", Args: []string{"-c", "echo no such thing; exit 7"}}},
		{waiting, Program{Name: "sh", Args: []string{"-c", "echo no such thing; : > '" + said + "'; sleep 100"}}},
	} {
		p := c.p
		a, err := Start(c.ctx, d, p)
		if err == nil {
			a.Close()
			t.Fatalf("%v started", p.Args)
		}
		if !strings.Contains(err.Error(), "no such thing") {
			t.Errorf("the error does not say what the program said: %v", err)
		}
	}
	var missing *MissingError
	if _, err := Start(ctx, d, Program{Name: "no-such-program", Package: "none"}); !errors.As(err, &missing) || missing.Package != "none" {
		t.Errorf("a program that is not installed: %v", err)
	}
}
