package atspi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// Problems of an application that is listed but cannot be read.
const (
	problemSilent  = "does not answer"
	problemStopped = "does not answer: the process is stopped"
	problemRefuse  = "cannot be read"
)

// Applications implements [backends.Backend]: the children of the registry's
// root, asked in parallel, each with the call timeout. The oldest process comes
// first. A session in which no accessible program was started has none.
func (b *Backend) Applications(ctx context.Context) ([]tree.Application, error) {
	body, err := b.call(ctx, ref{registryName, rootPath}, callGetChildren)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, fmt.Errorf("list applications: %w", err)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("list applications: %w: %w", inWords(ctx.Err()), backends.ErrNoBus)
	case err != nil:
		// No application is to blame: the bus could not start the registry, or it
		// ended at once because it had no X display.
		return nil, fmt.Errorf("list applications: the registry of the accessibility bus does not answer: %w: %v; install at-spi2-core, and run where there is an X display", backends.ErrNoBus, err)
	}
	refs, ok := refsOf(first(body))
	if !ok {
		return nil, fmt.Errorf("list applications: the registry answered in a form that AT-SPI does not know")
	}
	found := make([]candidate, len(refs))
	var wg sync.WaitGroup
	for i, at := range refs {
		if at.null() {
			continue
		}
		wg.Go(func() { found[i] = b.identify(ctx, at) })
	}
	wg.Wait()
	return withoutDoubles(found), nil
}

// candidate is an entry of the registry.
type candidate struct {
	app      tree.Application
	children int // -1 where unknown
	there    bool
}

// identify asks who an application is. The process is asked of the bus, which
// knows it even where the application is stopped.
func (b *Backend) identify(ctx context.Context, at ref) candidate {
	c := candidate{app: tree.Application{Handle: at.handle()}, children: -1, there: true}
	if body, err := b.call(ctx, ref{busName, busPath}, callGetPID, at.name); err == nil {
		if pid, ok := intOf(first(body)); ok {
			c.app.PID = pid
			c.app.Started, c.app.Executable = process(pid)
		}
	} else if errors.Is(err, backends.ErrGone) {
		return candidate{} // went away between list and question
	}
	if stopped(c.app.PID) {
		// It cannot answer, so that nobody has to wait to know that.
		c.app.Name, c.app.Problem = baseName(c.app.Executable), problemStopped
		return c
	}
	// One by one: GTK3 refuses GetAll of the Application interface and Qt dies of it.
	v, err := b.knock(ctx, at)
	switch {
	case errors.Is(err, backends.ErrTimeout):
		c.app.Problem = problemSilent
	case err != nil:
		c.app.Problem = problemRefuse + ": " + err.Error()
	}
	if c.app.Problem != "" {
		c.app.Name = baseName(c.app.Executable)
		return c
	}
	c.app.Name, _ = stringOf(v)
	if v, err := b.get(ctx, at, ifaceAccessible, "ChildCount"); err == nil {
		if n, ok := intOf(v); ok {
			c.children = n
		}
	}
	if v, err := b.get(ctx, at, ifaceApplication, "ToolkitName"); err == nil {
		c.app.Toolkit, _ = stringOf(v)
	}
	if v, err := b.get(ctx, at, ifaceApplication, "Version"); err == nil {
		c.app.ToolkitVersion, _ = stringOf(v)
	}
	return c
}

// withoutDoubles leaves out the empty one of two applications of one process:
// Qt programs can register twice.
func withoutDoubles(found []candidate) []tree.Application {
	full := map[int]bool{}
	for _, c := range found {
		if c.there && c.children > 0 && c.app.PID != 0 {
			full[c.app.PID] = true
		}
	}
	apps := make([]tree.Application, 0, len(found))
	for _, c := range found {
		if !c.there || c.children == 0 && full[c.app.PID] {
			continue
		}
		apps = append(apps, c.app)
	}
	sort.SliceStable(apps, func(i, j int) bool { return apps[i].Started < apps[j].Started })
	return apps
}

// process reads the start time in clock ticks since boot (field 22 of
// /proc/PID/stat, proc(5)) and the path of the executable.
func process(pid int) (started uint64, executable string) {
	dir := "/proc/" + strconv.Itoa(pid)
	executable, _ = os.Readlink(dir + "/exe")
	started, _ = strconv.ParseUint(statField(dir, 22), 10, 64)
	return started, executable
}

// stopped reports whether a process was stopped by a signal or a debugger (field 3
// of /proc/PID/stat).
func stopped(pid int) bool {
	state := statField("/proc/"+strconv.Itoa(pid), 3)
	return state == "T" || state == "t"
}

// parentOf reads the parent of a process (field 4 of /proc/PID/stat), 0 where it
// ended.
func parentOf(pid int) int {
	parent, _ := strconv.Atoi(statField("/proc/"+strconv.Itoa(pid), 4))
	return parent
}

// statField returns a field of the stat file of a process as proc(5) counts them,
// from the third on.
func statField(dir string, number int) string {
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return ""
	}
	// The name in field 2 may hold spaces and parentheses: count from its end.
	s := string(stat)
	fields := strings.Fields(s[strings.LastIndexByte(s, ')')+1:])
	if len(fields) <= number-3 {
		return ""
	}
	return fields[number-3]
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
