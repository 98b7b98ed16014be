package store

import (
	"os/exec"
	"testing"
	"time"
)

func TestOwnerAlive(t *testing.T) {
	if !self().alive(false) {
		t.Error("this process is not alive")
	}
	reused, rebooted := self(), self()
	reused.Started++
	rebooted.Boot = "another"
	if reused.alive(true) || rebooted.alive(true) {
		t.Error("another process with the same number counts as the owner")
	}

	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	started, ok := processStarted(cmd.Process.Pid)
	child := owner{PID: cmd.Process.Pid, Started: started, Boot: bootID()}
	if !ok || !child.alive(false) {
		t.Error("running child is not alive")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// Not waited for: it stays as a zombie with its number.
	for deadline := time.Now().Add(20 * time.Second); child.alive(false); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("killed child counts as alive")
		}
	}
	cmd.Wait()
	if child.alive(false) {
		t.Error("reaped child counts as alive")
	}
}
