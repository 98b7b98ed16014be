package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/input"
	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/cmd/samebutton/internal/surroundings"
	"github.com/samebutton/samebutton/recorder"
)

// bench is a desktop of fakes on which command lines are run. Every command is a
// run of its own, as for a person: only the store and the applications last.
type bench struct {
	t        testing.TB
	apps     []*fake.App
	listener *fake.Listener
	store    string
	env      map[string]string
	noBus    bool // nor an accessibility bus
	slowBus  bool // answers after any limit
	deadBus  bool // an address that nobody answers at
	taken    bool // another program has the lease

	backend  *fake.Backend     // that of the last command
	launcher recorder.Launcher // nil: no program can be started
	typed    string            // what a person types

	topWindow uint32 // on top everywhere, and its process
	topPID    int

	desk      surroundings.Display
	processes map[int]surroundings.Process

	// heard is called with what the command says on stderr while it says so.
	heard func(said string)

	exit     int
	out, err string
}

// Write hears what a command says.
func (b *bench) Write(said []byte) (int, error) {
	if b.heard != nil {
		b.heard(string(said))
	}
	return len(said), nil
}

func newBench(t testing.TB, outlines ...string) *bench {
	t.Helper()
	b := &bench{t: t, listener: fake.NewListener(), store: filepath.Join(t.TempDir(), "store.db"), env: map[string]string{"DISPLAY": ":0"}}
	for _, o := range outlines {
		b.apps = append(b.apps, fake.Tree(o))
	}
	return b
}

// tools are the fakes in place of the desktop.
func (b *bench) tools() tools {
	return tools{
		backend: func(ctx context.Context, name string) (backends.Backend, error) {
			switch {
			case name != "atspi":
				return openBackend(ctx, name)
			case b.slowBus:
				<-ctx.Done()
				return nil, fmt.Errorf("connect: %w: %w", ctx.Err(), backends.ErrNoBus)
			case b.noBus:
				return nil, fmt.Errorf("connect: %w", backends.ErrNoBus)
			}
			b.backend = fake.New(b.apps...)
			return b.backend, nil
		},
		launcher: b.launcher,
		lease: func(context.Context) (func(), error) {
			if b.env["DISPLAY"] == "" {
				return nil, fmt.Errorf("acquire input lease: %w", xconn.ErrNoDisplay)
			}
			if b.taken {
				return nil, leaseFailure(fmt.Errorf("acquire input lease: %w by process 1", input.ErrLeaseTaken))
			}
			return func() {}, nil
		},
		pointer:  func(context.Context) (backends.Pointer, func(), error) { return nil, nil, input.ErrNoCgo },
		listener: func() (backends.Listener, error) { return b.listener, nil },
		screen: func() (backends.Screen, error) {
			if b.env["DISPLAY"] == "" {
				return nil, fmt.Errorf("open screen: %w", xconn.ErrNoDisplay)
			}
			return fake.NewScreen(1600, 1000), nil
		},
		display: func(context.Context, string) (*surroundings.Display, error) { return &b.desk, nil },
		process: func(pid int) (surroundings.Process, error) {
			if p, ok := b.processes[pid]; ok {
				return p, nil
			}
			return surroundings.Process{}, fs.ErrNotExist
		},
		topmost: func(_ context.Context, at tree.Point) (input.Pointed, error) {
			return input.Pointed{At: at, Window: b.topWindow, PID: b.topPID}, nil
		},
		bus: func(context.Context) error {
			if b.deadBus || b.noBus {
				return fmt.Errorf("connect to the session bus: %w", backends.ErrNoBus)
			}
			return nil
		},
		window: func(context.Context, *cli) error {
			return preflight(context.Background(), func(string) string { return "" })
		},
		getenv:   func(key string) string { return b.env[key] },
		unsetenv: func(key string) error { delete(b.env, key); return nil },
		// A person at work may have a policy, which is not for tests.
		policyFile: func() (string, error) { return filepath.Join(filepath.Dir(b.store), "policy.toml"), nil },
	}
}

// run runs one command line.
func (b *bench) run(args ...string) {
	b.t.Helper()
	b.runFor(b.t.Context(), args...)
}

func (b *bench) runFor(ctx context.Context, args ...string) {
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	b.exit = run(ctx, append([]string{"--store", b.store}, args...), strings.NewReader(b.typed), &out, io.MultiWriter(&errs, b), b.tools())
	b.out, b.err = out.String(), errs.String()
}

// want checks the exit code of the last command.
func (b *bench) want(exit int) {
	b.t.Helper()
	if b.exit != exit {
		b.t.Fatalf("exit %d, want %d\n%s%s", b.exit, exit, b.out, b.err)
	}
}

// answer decodes what the last command printed, which must be one JSON object.
func (b *bench) answer() map[string]any {
	b.t.Helper()
	var v map[string]any
	d := json.NewDecoder(strings.NewReader(b.out))
	if err := d.Decode(&v); err != nil {
		b.t.Fatalf("not JSON: %v\n%s", err, b.out)
	}
	if d.More() {
		b.t.Fatalf("more than one object:\n%s", b.out)
	}
	if v["schema"] != schema {
		b.t.Fatalf("schema %v", v["schema"])
	}
	return v
}

// at follows a path such as error.details.matches.0.name through JSON.
func at(v any, path string) any {
	for _, key := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			i, err := strconv.Atoi(key)
			if key == "#" {
				v = float64(len(x))
				continue
			}
			if err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// TestScripts runs testdata/script/*.txt. A line that begins with
//
//	app              starts an application: the indented lines below are its outline
//	$ …              runs samebutton with these words (quotes as in a shell);
//	                 $REF is what the last "keep" kept, $WORK a folder
//	exit N           the exit code, which every command must be followed by
//	out TEXT         stdout holds TEXT; noout TEXT: it does not
//	err TEXT         stderr holds TEXT
//	json PATH VALUE  the object on stdout has VALUE at PATH; "#" is a length
//	keep PATH        keeps the value at PATH for $REF
//	done LINE        the applications' own log has LINE; done nothing: it is empty
//	change …         changes the first application, "change 1 …" the second (see change below)
//	set WORD         no-bus, slow-bus, dead-bus, no-dead-bus, lease-taken, bad-store, no-store-folder, or NAME=VALUE in the environment
//	set on-top PID   whose window is on top, wherever it is asked for
//	set window PID NAME=VALUE LIBRARY TITLE
//	                 a window of a program, its environment and what it has loaded
//	file NAME TEXT   adds a line to a file beside the store
//	#                a comment
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			(&dialogue{bench: newBench(t), file: file}).play(strings.Split(string(text), "\n"))
		})
	}
}

type dialogue struct {
	*bench
	file    string
	kept    string
	pending bool // a command was run and its exit code was not looked at
}

func (s *dialogue) play(lines []string) {
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		word, rest, _ := strings.Cut(line, " ")
		if word == "app" {
			var outline []string
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], " ") {
				i++
				outline = append(outline, lines[i])
			}
			s.apps = append(s.apps, fake.Tree(strings.Join(outline, "\n")))
			continue
		}
		if problem := s.line(word, strings.TrimSpace(rest)); problem != "" {
			s.t.Fatalf("%s:%d: %s\n%s\n--- stdout\n%s--- stderr\n%s", s.file, i+1, line, problem, s.out, s.err)
		}
	}
	if s.pending {
		s.t.Fatalf("%s: the exit code of the last command was not looked at", s.file)
	}
}

// line performs one line and returns what is wrong.
func (s *dialogue) line(word, rest string) string {
	switch word {
	case "", "#":
	case "file":
		name, text, _ := strings.Cut(rest, " ")
		f, err := os.OpenFile(filepath.Join(filepath.Dir(s.store), name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = fmt.Fprintln(f, text)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return err.Error()
		}
	case "$":
		if s.pending {
			return "the exit code of the command before was not looked at"
		}
		s.pending = true
		s.run(words(strings.NewReplacer("$REF", s.kept, "$WORK", filepath.Dir(s.store)).Replace(rest))...)
	case "exit":
		s.pending = false
		if strconv.Itoa(s.exit) != rest {
			return fmt.Sprintf("exit code %d", s.exit)
		}
	case "out", "noout":
		if strings.Contains(s.out, rest) == (word == "noout") {
			return "stdout is otherwise"
		}
	case "err":
		if !strings.Contains(s.err, rest) {
			return "stderr is otherwise"
		}
	case "json":
		path, want, _ := strings.Cut(rest, " ")
		if got := fmt.Sprint(at(s.answer(), path)); got != want {
			return fmt.Sprintf("%s is %q", path, got)
		}
	case "keep":
		s.kept = fmt.Sprint(at(s.answer(), rest))
	case "done":
		var log []string
		for _, app := range s.apps {
			log = append(log, app.Done()...)
		}
		all := strings.Join(log, "\n")
		if rest == "nothing" && all != "" || rest != "nothing" && !strings.Contains("\n"+all+"\n", "\n"+rest+"\n") {
			return fmt.Sprintf("the applications' log is %q", log)
		}
	case "change":
		return s.change(words(rest))
	case "set":
		s.set(rest)
	default:
		return "unknown word"
	}
	return ""
}

func (s *dialogue) set(what string) {
	if w := words(what); w[0] == "window" {
		pid, _ := strconv.Atoi(w[1])
		key, value, _ := strings.Cut(w[2], "=")
		title := strings.Join(w[4:], " ")
		s.desk.Windows = append(s.desk.Windows, surroundings.Window{XID: 1, PID: pid, Title: title})
		s.processes = map[int]surroundings.Process{pid: {
			PID: pid, UID: os.Getuid(), Executable: "/usr/bin/" + strings.ToLower(title),
			Env: map[string]string{key: value}, Files: []string{"/usr/lib/" + w[3]},
		}}
		return
	}
	if pid, ok := strings.CutPrefix(what, "on-top "); ok {
		s.topPID, _ = strconv.Atoi(pid)
		return
	}
	switch what {
	case "no-bus":
		s.noBus = true
	case "slow-bus":
		s.slowBus = true
	case "dead-bus":
		s.deadBus = true
	case "no-dead-bus":
		s.deadBus = false
	case "lease-taken":
		s.taken = true
	case "bad-store":
		s.store = s.t.TempDir() // a folder is no store
	case "no-store-folder":
		s.store = filepath.Join(s.t.TempDir(), "missing", "x.db")
	default:
		key, value, _ := strings.Cut(what, "=")
		s.env[key] = value
	}
}

// change changes one application.
func (s *dialogue) change(w []string) string {
	app := s.apps[0]
	if n, err := strconv.Atoi(w[0]); err == nil {
		app, w = s.apps[n], w[1:]
	}
	arg := func(i int) string { return append(w, "", "", "")[i] }
	handle := tree.Handle(arg(1))
	switch arg(0) {
	case "restart":
		app.As(app.Identity().PID+7, 99)
	case "twin":
		app.Change(func(m *fake.Model) { m.Twin(handle, false) })
	case "reissue":
		app.Change(func(m *fake.Model) { m.Reissue(handle) })
	case "rename":
		app.Change(func(m *fake.Model) { m.Rename(handle, arg(2)) })
	case "states":
		app.Change(func(m *fake.Model) { m.SetStates(handle, arg(2)) })
	case "cut":
		reason := tree.CutReason(arg(2))
		if reason == "" {
			reason = tree.CutTime
		}
		app.Change(func(m *fake.Model) { m.Cut(handle, reason) })
	case "remove":
		app.Change(func(m *fake.Model) { m.Remove(handle) })
	case "hang":
		app.Change((*fake.Model).Hang)
	case "fault":
		app.NextActs(fake.Fault(arg(1)))
	case "on-act":
		app.On(handle, func(m *fake.Model) { m.Rename(tree.Handle(arg(2)), arg(3)) })
	default:
		return "unknown change"
	}
	return ""
}

// words splits a line as a shell does: at spaces, but not inside quotes.
func words(line string) []string {
	var out []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && r == ' ':
			if inWord {
				out = append(out, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		out = append(out, word.String())
	}
	return out
}
