package app

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// ticks is how many clock ticks the kernel counts in a second of a process's
// start time (USER_HZ, proc(5)).
const ticks = 100

// began returns when the process of an application was started, the zero time
// where that is not known.
func began(app tree.Application, now time.Time) time.Time {
	b, err := os.ReadFile("/proc/uptime")
	if err != nil || app.Started == 0 {
		return time.Time{}
	}
	up, _, _ := strings.Cut(string(b), " ")
	seconds, err := strconv.ParseFloat(up, 64)
	if err != nil {
		return time.Time{}
	}
	boot := now.Add(-time.Duration(seconds * float64(time.Second)))
	return boot.Add(time.Duration(app.Started) * time.Second / ticks)
}
