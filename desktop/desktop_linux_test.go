package desktop

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ownerFlag makes the test binary start a desktop, print its folder, display
// and processes, and wait to be killed.
const ownerFlag = "SAMEBUTTON_TEST_OWNER"

func TestMain(m *testing.M) {
	if os.Getenv(ownerFlag) != "" {
		own()
	}
	os.Exit(m.Run())
}

func own() {
	d, err := Start(context.Background(), Options{})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	app := d.Command(context.Background(), "sh", "-c", "setsid sleep 600 & exec sleep 600")
	if err := app.Start(); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println(d.Dir(), d.Display())
	select {}
}

func start(t *testing.T, opts Options) *Desktop {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	d, err := Start(ctx, opts)
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

// marked returns the command lines of all processes that carry the marker of
// the desktop in dir, by pid.
func marked(t *testing.T, dir string) map[int]string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]string{}
	for _, file := range files {
		env, err := os.ReadFile(file)
		if err != nil || !strings.Contains("\x00"+string(env), "\x00"+marker+"="+dir+"\x00") {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		found[pid] = strings.ReplaceAll(string(line), "\x00", " ")
	}
	return found
}

// eventually polls a condition.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
	}
}

// gone fails unless folder, processes, lock and socket of a desktop are gone.
func gone(t *testing.T, dir, display string) {
	t.Helper()
	eventually(t, "processes and folder gone", func() bool {
		_, err := os.Stat(dir)
		return len(marked(t, dir)) == 0 && errors.Is(err, os.ErrNotExist)
	})
	n := strings.TrimPrefix(display, ":")
	if conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+n); err == nil {
		conn.Close()
		t.Logf("display %s was taken over by another server", display)
		return
	}
	for _, left := range []string{"/tmp/.X" + n + "-lock", "/tmp/.X11-unix/X" + n} {
		if _, err := os.Lstat(left); err == nil {
			t.Errorf("left behind: %s", left)
		}
	}
}

func TestStartIsReadyAndCloseLeavesNothing(t *testing.T) {
	d := start(t, Options{Width: 1234, Height: 567})
	info, err := os.Stat(d.Dir())
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Fatalf("private folder: %v %v", info, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	size, err := d.Command(ctx, "xdotool", "getdisplaygeometry").Output()
	if err != nil || strings.TrimSpace(string(size)) != "1234 567" {
		t.Fatalf("screen %q %v", size, err)
	}
	var lines []string
	for _, line := range marked(t, d.Dir()) {
		lines = append(lines, line)
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"Xvfb", "dbus-daemon", "at-spi-bus-launcher", "at-spi2-registryd", "openbox"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s does not run; running:\n%s", want, all)
		}
	}
	app := d.Command(context.Background(), "sleep", "600")
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	dir, display := d.Dir(), d.Display()
	for range 2 {
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := app.Wait(); err == nil {
		t.Error("application survived the desktop")
	}
	gone(t, dir, display)
}

func TestKilledOwnerLeavesNothing(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(self)
	owner.Env = append(os.Environ(), ownerFlag+"=1")
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = owner.Process.Kill() })
	var dir, display string
	if _, err := fmt.Fscan(out, &dir, &display); err != nil || !strings.HasPrefix(display, ":") {
		t.Fatalf("owner said %q %q: %v", dir, display, err)
	}
	var sleeps []int
	eventually(t, "application and its child run", func() bool {
		sleeps = nil
		for pid, line := range marked(t, dir) {
			if strings.HasPrefix(line, "sleep 600") {
				sleeps = append(sleeps, pid)
			}
		}
		return len(sleeps) == 2
	})
	for _, pid := range sleeps { // frozen ones must go too
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	gone(t, dir, display)
}

func TestDesktopsSideBySide(t *testing.T) {
	desktops := make(chan *Desktop, 3)
	for range cap(desktops) {
		go func() {
			d, err := Start(context.Background(), Options{Dir: t.TempDir()})
			if err != nil {
				t.Error(err)
			}
			desktops <- d
		}()
	}
	seen := map[string]bool{}
	for range cap(desktops) {
		d := <-desktops
		if d == nil {
			continue
		}
		t.Cleanup(func() { _ = d.Close() })
		for _, key := range []string{d.Display(), d.Dir(), d.env["DBUS_SESSION_BUS_ADDRESS"], d.env["XDG_RUNTIME_DIR"]} {
			if key == "" || seen[key] {
				t.Errorf("shared or missing: %q", key)
			}
			seen[key] = true
		}
	}
}

func TestDisplayIsPrivate(t *testing.T) {
	d := start(t, Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	stranger := d.Command(ctx, "xdotool", "getdisplaygeometry")
	stranger.Env = append(stranger.Env, "XAUTHORITY=/dev/null")
	if out, err := stranger.CombinedOutput(); err == nil {
		t.Errorf("came in without the key: %s", out)
	}
}

func TestEnvLeavesTheUsersDesktop(t *testing.T) {
	for _, name := range []string{"WAYLAND_DISPLAY", "NO_AT_BRIDGE", "GTK_IM_MODULE", "LC_ALL", "LANGUAGE"} {
		t.Setenv(name, "1")
	}
	t.Setenv("GDK_BACKEND", "wayland")
	env := environment(os.Environ(), "/private", "C.UTF-8")
	for _, name := range []string{"WAYLAND_DISPLAY", "NO_AT_BRIDGE", "GTK_IM_MODULE", "LC_ALL", "LANGUAGE"} {
		if value, ok := env[name]; ok {
			t.Errorf("%s=%s leaks", name, value)
		}
	}
	want := map[string]string{
		"GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "GTK_MODULES": "gail:atk-bridge", "QT_ACCESSIBILITY": "1",
		"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "GSK_RENDERER": "cairo", "LANG": "C.UTF-8",
		"XDG_RUNTIME_DIR": "/private/run", "XDG_CONFIG_HOME": "/private/config", "PATH": os.Getenv("PATH"),
	}
	for name, value := range want {
		if env[name] != value {
			t.Errorf("%s=%q, want %q", name, env[name], value)
		}
	}
}

func TestMissingProgramsAreAllNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	old := launcherDirs
	launcherDirs = nil
	defer func() { launcherDirs = old }()
	_, err := Start(context.Background(), Options{})
	var missing *MissingError
	if !errors.As(err, &missing) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"Xvfb (package xvfb)", "dbus-daemon (", "openbox (", "at-spi-bus-launcher (package at-spi2-core)", "apt-get install xvfb"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q not in %v", want, err)
		}
	}
}

func TestFailedStartQuotesTheLogAndCleansUp(t *testing.T) {
	parent, err := os.MkdirTemp("", "fail-") // t.TempDir is too long for sockets here
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(parent)
	_, err = Start(context.Background(), Options{Dir: parent, Width: 1 << 20})
	if err == nil || !strings.Contains(err.Error(), "xvfb said:") {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(parent); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestStartObeysItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	parent := t.TempDir()
	if _, err := Start(ctx, Options{Dir: parent}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(parent); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
