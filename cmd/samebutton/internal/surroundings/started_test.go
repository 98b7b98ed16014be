package surroundings

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a process was started with starts it again from anywhere.
func TestStarted(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"python3.11", "orders.py"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	exe, venv := filepath.Join(dir, "python3.11"), filepath.Join(dir, "python")
	if err := os.Symlink(exe, venv); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "build"), 0o700); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "orders.py")
	for name, c := range map[string]struct {
		args    []string
		program string
		rest    []string
	}{
		"by its name":              {[]string{"python3", "orders.py", "--lang", "de"}, exe, []string{script, "--lang", "de"}},
		"by a link":                {[]string{venv, script}, venv, []string{script}},
		"by a link beside it":      {[]string{"./python", "./orders.py"}, venv, []string{script}},
		"called something else":    {[]string{"/nowhere/x", "orders"}, exe, []string{"orders"}},
		"a folder is only a word":  {[]string{"python3", "build", ""}, exe, []string{"build", ""}},
		"a title in place of them": {[]string{"orders: 3 windows"}, exe, nil},
	} {
		program, rest := Process{Executable: exe, Args: c.args, Dir: dir}.Started()
		if program != c.program || !slices.Equal(rest, c.rest) {
			t.Errorf("%s: %s %q, want %s %q", name, program, rest, c.program, c.rest)
		}
	}
	self, err := Read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	wd, _ := os.Getwd()
	if program, rest := self.Started(); program == "" || self.Dir != wd || len(rest) != len(os.Args)-1 {
		t.Errorf("this test: %q %q in %q", program, rest, self.Dir)
	}
}
