//go:build cgo

package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app"
)

// frames counts the turns of the goroutine that draws. An animation that moves
// nothing is called before each frame and does not have it painted; a function that
// is posted from there runs when the frame is done.
type frames struct {
	animation *fyne.Animation
	begun     uint64 // frames; goroutine that draws only

	mu   sync.Mutex
	done map[uint64]chan time.Time
}

// begin must be called on the goroutine that draws.
func (f *frames) begin() {
	f.done = map[uint64]chan time.Time{}
	f.animation = &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Tick: func(float32) {
		f.begun++
		n := f.begun
		go fyne.Do(func() { f.finish(n) })
	}}
	f.animation.Start()
}

func (f *frames) end() { fyne.DoAndWait(f.animation.Stop) }

func (f *frames) finish(n uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for wanted, ch := range f.done {
		if wanted <= n {
			ch <- time.Now()
			delete(f.done, wanted)
		}
	}
}

// after waits for the frame that follows number n and returns when it was painted.
func (f *frames) after(n uint64) time.Time {
	f.mu.Lock()
	ch := f.done[n+1]
	if ch == nil {
		ch = make(chan time.Time, 1)
		f.done[n+1] = ch
	}
	f.mu.Unlock()
	return <-ch
}

// next waits for a frame that has not begun yet.
func (f *frames) next() time.Time {
	var n uint64
	fyne.DoAndWait(func() { n = f.begun })
	return f.after(n)
}

// glimpse is what a probe saw.
type glimpse struct {
	shown app.Shown
	frame uint64
}

// prober posts work to the goroutine that draws, one after the other, and measures
// how long each waited.
type prober struct {
	frames *frames
	looks  chan glimpse // the newest
	last   atomic.Pointer[app.Shown]

	mu     sync.Mutex
	phases []string
	waits  map[string][]time.Duration
	work   map[string][]time.Duration // of the processor for that goroutine, between two probes
}

// probeEvery is the pause between two probes: a stall is measured too short by at
// most as much.
const probeEvery = 3 * time.Millisecond

// phase names what is measured from now on.
func (p *prober) phase(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phases = append(p.phases, name)
}

// start probes until the function that it returns is called, which may be done
// more than once. see may be nil.
func (p *prober) start(see func() app.Shown) (stop func()) {
	p.looks, p.waits, p.work = make(chan glimpse, 1), map[string][]time.Duration{}, map[string][]time.Duration{}
	var worked time.Duration
	ended, all := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(all)
		for {
			select {
			case <-ended:
				return
			case <-time.After(probeEvery):
			}
			p.mu.Lock()
			phase := p.phases[len(p.phases)-1]
			p.mu.Unlock()
			posted := time.Now()
			var ran time.Time
			var used time.Duration
			var l glimpse
			fyne.DoAndWait(func() {
				ran, used = time.Now(), threadTime()
				if see != nil {
					l = glimpse{see(), p.frames.begun}
				}
			})
			p.mu.Lock()
			p.waits[phase] = append(p.waits[phase], ran.Sub(posted))
			if worked > 0 {
				p.work[phase] = append(p.work[phase], used-worked)
			}
			worked = used
			p.mu.Unlock()
			p.last.Store(&l.shown)
			select {
			case <-p.looks:
			default:
			}
			p.looks <- l
		}
	}()
	return sync.OnceFunc(func() { close(ended); <-all })
}

// shown returns what was seen last.
func (p *prober) shown() app.Shown { return *p.last.Load() }

// stalls sums up the phases.
func (p *prober) stalls() []stall {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := []stall{}
	for _, name := range p.phases {
		if name != describing {
			list = append(list, stall{name, timingOf(p.waits[name]), timingOf(p.work[name])})
		}
	}
	return list
}

// threadTime is the time that the processor has given to the calling thread, to
// which the goroutine that draws is locked. A busy machine does not make it longer.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// describing is the phase in which the measurement itself disturbs the window.
const describing = "describing"

// processUsage is what a process has used.
type processUsage struct {
	cpu       time.Duration // of user and system
	rss, peak float64       // MB
}

// ownUsage reads what this process has used from /proc.
func ownUsage() (u processUsage, err error) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return u, err
	}
	// The second field is a name in brackets, which may hold anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var user, system int64
	if len(fields) < 13 {
		return u, fmt.Errorf("read /proc/self/stat: %d fields", len(fields))
	}
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return u, fmt.Errorf("read /proc/self/stat: %w", err)
	}
	const ticks = 100 // a second, on every Linux that Go runs on
	u.cpu = time.Duration(user+system) * time.Second / ticks
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return u, err
	}
	for line := range strings.Lines(string(status)) {
		var kB float64
		switch key, value, _ := strings.Cut(line, ":"); key {
		case "VmRSS":
			_, err = fmt.Sscan(value, &kB)
			u.rss = round(kB/1000, 1)
		case "VmHWM":
			_, err = fmt.Sscan(value, &kB)
			u.peak = round(kB/1000, 1)
		}
		if err != nil {
			return u, fmt.Errorf("read /proc/self/status: %w", err)
		}
	}
	return u, nil
}
