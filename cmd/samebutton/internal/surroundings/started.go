package surroundings

import (
	"os"
	"path/filepath"
	"slices"
)

// Started returns with what the process can be started again from anywhere: its
// program, by the path under which it was called (a virtual environment of Python is a
// link to the interpreter) where that is still the program, and its arguments, files
// beside it by their whole path. program is "" where it could not be read.
func (p Process) Started() (program string, args []string) {
	if p.Executable == "" || len(p.Args) == 0 {
		return p.Executable, nil
	}
	program = p.Executable
	if called := p.Args[0]; filepath.Base(called) != called {
		called = p.path(called)
		if real, err := filepath.EvalSymlinks(called); err == nil && real == p.Executable {
			program = called
		}
	}
	args = slices.Clone(p.Args[1:])
	for i, arg := range args {
		if info, err := os.Stat(p.path(arg)); arg != "" && err == nil && info.Mode().IsRegular() {
			args[i] = p.path(arg)
		}
	}
	return program, args
}

// path makes a path of the process one that holds everywhere.
func (p Process) path(name string) string {
	if filepath.IsAbs(name) || p.Dir == "" {
		return name
	}
	return filepath.Join(p.Dir, name)
}
