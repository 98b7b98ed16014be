package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// death is the moment at which a child ends itself, without warning as kill -9 does:
// with a line that it says, or a fraction of the time later that it took from the line
// before. A test that slept and killed from outside met a store that was not even open
// on a slow machine, and thousands of steps on a fast one; this moment is in the same
// work on every machine.
type death struct {
	line  int     // which of its lines, from 1
	after float64 // of the time of one line; 0 is before anything else is done
}

// randomDeath is within the first lines, one time in three exactly with a line. The
// early ones are more frequent: they cost less, and what is done later is the same
// again.
func randomDeath(random *rand.Rand, lines int) death {
	early := random.Float64()
	d := death{line: 1 + int(float64(lines)*early*early)}
	if random.IntN(3) > 0 {
		d.after = 1 - random.Float64() // never 0
	}
	return d
}

// exact reports whether the last line that was said tells where it happened.
func (d death) exact() bool { return d.after == 0 }

func (d death) String() string { return fmt.Sprint(d.line, " ", d.after) }

// voice is how a child speaks, and what it dies of.
var voice = struct {
	sync.Mutex
	lines int
	last  time.Time
	death death
}{last: time.Now()}

// say tells the parent something, and is the last thing done where death says so.
func say(words ...any) {
	voice.Lock()
	defer voice.Unlock()
	fmt.Println(words...)
	took := time.Since(voice.last)
	voice.last = voice.last.Add(took)
	if voice.lines++; voice.lines != voice.death.line {
		return
	}
	if voice.death.exact() {
		die()
		select {} // the signal takes a moment, in which nothing may be done
	}
	time.AfterFunc(time.Duration(voice.death.after*float64(took)), die)
}

func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
}

// dead is a child that was killed and what it had said.
type dead struct {
	death
	pid  int
	said [][]string // words of its lines
}

// last is the first word of the last line.
func (d *dead) last() string { return d.said[len(d.said)-1][0] }

// runToDeath starts a child and reads what it says until it dies.
func runToDeath(what, path string, at death) (dead, error) {
	exe, err := os.Executable()
	if err != nil {
		return dead{}, err
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+what, pathEnv+"="+path, deathEnv+"="+at.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return dead{}, err
	}
	if err := cmd.Start(); err != nil {
		return dead{}, err
	}
	d := dead{death: at, pid: cmd.Process.Pid}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		d.said = append(d.said, strings.Fields(lines.Text()))
	}
	err = cmd.Wait() // always one: killed
	if cmd.ProcessState.Exited() || len(d.said) < at.line || at.exact() && len(d.said) > at.line {
		return d, fmt.Errorf("%s, which was to die at %s, ended with %w after %d lines", what, at, err, len(d.said))
	}
	return d, nil
}

// inLanes runs n functions at once, each on a store of its own: a process waits for the
// disk for most of its time. Parallel subtests are no more at once than there are cores.
func inLanes(t *testing.T, n int, lane func(lane int) error) {
	t.Helper()
	failed := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { failed[i] = lane(i) })
	}
	group.Wait()
	must(t, errors.Join(failed...))
}
