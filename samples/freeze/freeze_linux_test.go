package freeze

import (
	"bufio"
	"errors"
	"os/exec"
	"syscall"
	"testing"
)

// What has stopped says nothing until it goes on; what has ended cannot be stopped.
func TestStop(t *testing.T) {
	cmd := exec.Command("sh", "-c", "while read line; do echo $line; done")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	pid := cmd.Process.Pid
	said := bufio.NewReader(out)
	for range 20 {
		if err := Stop(pid); err != nil {
			t.Fatal(err)
		}
		if done, err := stopped(pid); err != nil || !done {
			t.Fatalf("stopped: %v, %v", done, err)
		}
		if _, err := in.Write([]byte("a\n")); err != nil {
			t.Fatal(err)
		}
		var status syscall.WaitStatus // the kernel's word for it
		if got, err := syscall.Wait4(pid, &status, syscall.WUNTRACED|syscall.WNOHANG, nil); err != nil || got != pid || !status.Stopped() {
			t.Fatalf("the kernel says %d, %v, %v", got, status, err)
		}
		if err := Continue(pid); err != nil {
			t.Fatal(err)
		}
		if line, err := said.ReadString('\n'); err != nil || line != "a\n" {
			t.Fatalf("it said %q, %v", line, err)
		}
	}
	in.Close()
	_ = cmd.Wait()
	if err := Stop(pid); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("of a process that ended: %v", err)
	}
}
