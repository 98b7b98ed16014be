package orders

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C at our terminal from the process and lets the end of
// its context end its children too.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

func makeFifo(path string) error { return syscall.Mkfifo(path, 0o600) }

// writeFifo never blocks: without a reader, or with one that has stopped
// reading, it fails.
func writeFifo(path, text string) error {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	n, err := syscall.Write(fd, []byte(text))
	if err == nil && n < len(text) {
		err = errors.New("control file is full")
	}
	return errors.Join(err, syscall.Close(fd))
}
