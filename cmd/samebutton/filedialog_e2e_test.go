//go:build e2e && cgo && linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/samebutton/samebutton/app/filedialog"
	"github.com/samebutton/samebutton/backends/atspi"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/samples/orders"
)

// dialogChild makes the test binary a process that shows a file dialog.
const dialogChild = "SAMEBUTTON_TEST_DIALOG"

// showDialog is what that process does.
func showDialog() int {
	if _, err := filedialog.Native().Open("Choose a file", "file"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestDialogIsNoApplication: a file dialog is on the screen, and the process that
// shows it is not among the applications, while one that it could have started is.
func TestDialogIsNoApplication(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	onDesktop(ctx, t)
	child := exec.CommandContext(ctx, os.Args[0])
	child.Env = append(os.Environ(), dialogChild+"=1")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	}()
	for find := []string{"search", "--sync", "--onlyvisible", "--name", "File|file"}; ; {
		if err := exec.CommandContext(ctx, "xdotool", find...).Run(); err == nil {
			break
		}
		if ctx.Err() != nil {
			t.Fatal("the dialog did not show")
		}
	}
	sample, err := orders.Start(ctx, orders.Environment(nil), orders.GTK3)
	if err != nil {
		t.Fatal(err)
	}
	defer sample.Close()
	b, err := atspi.Open(ctx, atspi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	// The sample was started after the dialog was there: once it is listed, the
	// dialog would be.
	for {
		apps, err := b.Applications(ctx)
		if err != nil {
			t.Fatal(err)
		}
		has := func(pid int) bool {
			return slices.ContainsFunc(apps, func(a tree.Application) bool { return a.PID == pid })
		}
		if has(child.Process.Pid) {
			t.Fatalf("the process with the dialog is listed: %+v", apps)
		}
		if has(sample.PID()) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
