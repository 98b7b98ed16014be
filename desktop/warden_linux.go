package desktop

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// marker is the variable by which the processes of one desktop are known: its
// value is the private folder, which no other desktop shares.
const marker = "SAMEBUTTON_DESKTOP"

// wardenScript waits until its input ends, which the kernel sees to even when
// the owner is killed, then ends every process that carries the marker $1 and
// removes the folder $2. It asks first, because an X server that is killed
// leaves its lock behind, and insists from the tenth round on.
//
// A parent death signal would not do: it follows the thread that started a
// process instead of the program, and spares grandchildren, locks and folder.
const wardenScript = `
cat >/dev/null
round=0
while [ "$round" -lt 60 ]; do
	found=$("$3" -lzsFx -e "$1" /proc/[0-9]*/environ)
	[ -z "$found" ] && break
	signal=TERM
	[ "$round" -ge 10 ] && signal=KILL
	for file in $found; do
		pid=${file#/proc/}
		kill -s "$signal" "${pid%/environ}" 2>/dev/null
	done
	round=$((round + 1))
	sleep 0.05
done
rm -rf -- "$2"
`

// wardenPatience is how long the warden may take once it was told to finish:
// its sixty rounds and some slack for a busy machine.
const wardenPatience = 15 * time.Second

// warden is the small process that outlives the owner and cleans up.
type warden struct {
	cmd  *exec.Cmd
	hold io.WriteCloser
}

// startWarden starts it. It must be the first process of a desktop and does
// not carry the marker itself.
func startWarden(p programs, dir string) (*warden, error) {
	cmd := exec.Command(p.shell, "-c", wardenScript, "samebutton-warden", marker+"="+dir, dir, p.grep)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	hold, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("make pipe for the desktop's warden: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the desktop's warden: %w", err)
	}
	return &warden{cmd: cmd, hold: hold}, nil
}

// finish has it clean up and returns when all is gone.
func (w *warden) finish() error {
	w.hold.Close()
	late := time.AfterFunc(wardenPatience, func() { _ = w.cmd.Process.Kill() })
	defer late.Stop()
	if err := w.cmd.Wait(); err != nil {
		return fmt.Errorf("clean up after the virtual desktop: %w", err)
	}
	return nil
}
