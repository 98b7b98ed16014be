package surroundings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Process is what the system tells of a running program (proc(5)).
type Process struct {
	PID        int
	Executable string   // path, "" where it could not be read
	Args       []string // with the name of the program first
	Dir        string   // in which it works, "" where it could not be read
	UID        int      // -1 where it could not be read
	// Env is the environment that the process was started with; nil where it could
	// not be read: that of another user, or of a program that writes its title over
	// it, as Chromium does.
	Env map[string]string
	// Files are the paths of what is mapped into its memory: libraries and data. nil
	// where they could not be read.
	Files []string
}

// Read reads what the system tells of a process. What may not be read is left
// empty; only a process that is not there is an error.
func Read(pid int) (Process, error) {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	p := Process{PID: pid, UID: -1}
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if errors.Is(err, fs.ErrNotExist) {
		return p, fmt.Errorf("read process %d: %w", pid, err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "Uid:"); ok {
			if uid, err := strconv.Atoi(strings.Fields(rest)[0]); err == nil {
				p.UID = uid
			}
		}
	}
	p.Executable, _ = os.Readlink(filepath.Join(dir, "exe"))
	p.Dir, _ = os.Readlink(filepath.Join(dir, "cwd"))
	p.Args = readWords(filepath.Join(dir, "cmdline"))
	p.Env = environment(readWords(filepath.Join(dir, "environ")))
	p.Files = readMaps(filepath.Join(dir, "maps"))
	return p, nil
}

// environment makes a map of the words of an environment; nil of what is none: a
// title in its place, or nothing of what every session gives its programs.
func environment(entries []string) map[string]string {
	env := map[string]string{}
	for _, entry := range entries {
		key, value, ok := strings.Cut(entry, "=")
		if !ok {
			return nil
		}
		env[key] = value
	}
	if env["PATH"] == "" && env["HOME"] == "" {
		return nil
	}
	return env
}

// most bounds what is read of a file of /proc: a program may have arguments and
// mappings without end.
const most = 8 << 20

func readSome(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// readWords reads words that end with a zero byte, nil where it may not.
func readWords(path string) []string {
	b, err := readSome(path)
	if err != nil {
		return nil
	}
	words := []string{}
	for word := range bytes.SplitSeq(bytes.TrimRight(b, "\x00"), []byte{0}) {
		words = append(words, string(word))
	}
	return words
}

// readMaps reads the paths that are mapped, each once, nil where it may not.
func readMaps(path string) []string {
	b, err := readSome(path)
	if err != nil {
		return nil
	}
	files := []string{}
	for line := range strings.Lines(string(b)) {
		// address perms offset dev inode path
		if at := strings.IndexByte(line, '/'); at >= 0 {
			files = append(files, strings.TrimSpace(line[at:]))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// Name is what a person calls the program: its file's name, or, of an interpreter,
// also that of the script.
func (p Process) Name() string {
	name := filepath.Base(p.Executable)
	if p.Executable == "" && len(p.Args) > 0 {
		name = filepath.Base(p.Args[0])
	}
	if strings.HasPrefix(name, "python") || name == "java" || strings.HasPrefix(name, "perl") {
		for _, arg := range p.Args[min(1, len(p.Args)):] {
			if ext := filepath.Ext(arg); ext == ".py" || ext == ".jar" || ext == ".pl" {
				return filepath.Base(arg) + " (" + name + ")"
			}
		}
	}
	return name
}

// maps returns the first mapped file whose name begins with one of the words, "".
func (p Process) maps(begins ...string) string {
	for _, file := range p.Files {
		base := filepath.Base(file)
		for _, word := range begins {
			if strings.HasPrefix(base, word) {
				return base
			}
		}
	}
	return ""
}

// says returns a variable of the environment as NAME=VALUE, "" where it is not set.
func (p Process) says(name string) string {
	if value, ok := p.Env[name]; ok {
		return name + "=" + value
	}
	return ""
}

// Switch reports whether the process was started with a switch such as --name, with
// or without a value.
func (p Process) Switch(name string) bool {
	return slices.ContainsFunc(p.Args, func(arg string) bool { return arg == name || strings.HasPrefix(arg, name+"=") })
}
