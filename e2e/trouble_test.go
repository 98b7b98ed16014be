//go:build linux && cgo

package e2e

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/samples/provider"
)

// Exit codes of trouble (DESIGN section 6).
const (
	exitUsage       = 2
	exitEnvironment = 9
)

// said is what one command said and how it ended.
type said struct {
	out, err string
	exit     int
	took     time.Duration
	kilobyte int64 // the most memory that it had
}

// object returns what --json printed.
func (s said) object(t *testing.T) object {
	t.Helper()
	var o object
	if err := json.Unmarshal([]byte(s.out), &o); err != nil {
		t.Fatalf("no JSON object: %v\n%.500s\n%.500s", err, s.out, s.err)
	}
	return o
}

// desk runs commands of samebutton with a store of its own.
type desk struct {
	t     *testing.T
	store string
	env   []string // beside those of this process
}

func newDesk(t *testing.T) *desk { return &desk{t: t, store: filepath.Join(t.TempDir(), "store.db")} }

func (d *desk) run(args ...string) said {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, append([]string{"--store", d.store}, args...)...)
	cmd.Env = append(os.Environ(), d.env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	began := time.Now()
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		d.t.Fatal(err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return said{out.String(), errs.String(), cmd.ProcessState.ExitCode(), time.Since(began), usage.Maxrss}
}

// want runs a command that fails: with the exit code, within the time, with words
// for people that hold what is wanted and a hint, and the same for scripts.
func (d *desk) want(exit int, within time.Duration, words string, args ...string) said {
	d.t.Helper()
	var got said
	for _, json := range []bool{false, true} {
		if json && len(args) == 0 {
			break // the window has none
		}
		if json {
			args = append(args, "--json")
		}
		got = d.run(args...)
		if got.exit != exit || got.took > within {
			d.t.Errorf("samebutton %s: exit %d after %v, want %d within %v\n%.1000s\n%.1000s", args, got.exit, got.took, exit, within, got.out, got.err)
			continue
		}
		message, hint := got.err, got.err
		if json {
			o := got.object(d.t)
			message, hint = o.Error.Message, "hint: "+o.Error.Hint
			if o.OK || o.Error.Code == "" {
				d.t.Errorf("samebutton %s: %+v", args, o)
			}
		} else if strings.Contains(got.err, "panic") || strings.Contains(got.err, "goroutine") {
			d.t.Errorf("samebutton %s: %.1000s", args, got.err)
		}
		if !strings.Contains(message, words) || len(hint) < len("hint: see") || !strings.Contains(hint, "hint: ") {
			d.t.Errorf("samebutton %s says %.1000s, want %q and a hint", args, message, words)
		}
	}
	return got
}

// quick is how long a command may take that waits for nobody, on a slow and busy
// machine: what takes longer hangs.
const quick = patience

// app runs an accessible program in a process of its own, called name.
func app(t *testing.T, name string, commands ...provider.Command) *provider.Process {
	t.Helper()
	first := provider.Command{Do: "application", Application: &provider.Application{Name: name, Toolkit: "made", Socket: "on"}}
	p, err := provider.Start(screenDesktop, append(append([]provider.Command{first}, commands...), provider.Command{Do: "register"})...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func tell(t *testing.T, p *provider.Process, commands ...provider.Command) {
	t.Helper()
	if _, err := p.Do(commands...); err != nil {
		t.Fatal(err)
	}
}

// saveIn is a window with a button "Save".
func saveIn(window string) provider.Command {
	name := func(s string) *string { return &s }
	return provider.Command{Do: "add", Node: &provider.Node{Key: "win", Role: "frame", Name: &window, Children: []provider.Node{
		{Key: "save", Role: "push button", Name: name("Save"), Actions: []string{"click"}},
	}}}
}

// untouched checks that a program was not asked to do anything.
func untouched(t *testing.T, p *provider.Process) {
	t.Helper()
	if did, err := p.Journal(); err != nil || len(did) > 0 {
		t.Errorf("the application was asked to do %v, %v", did, err)
	}
}

// bareBus starts a session bus that knows no services: without accessibility.
func bareBus(t *testing.T) (address string, daemon *os.Process) {
	t.Helper()
	dir := t.TempDir()
	config := filepath.Join(dir, "bus.conf")
	text := `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=` + dir + `/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("dbus-daemon", "--config-file="+config, "--nofork")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	for end := time.Now().Add(quick); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(dir + "/bus"); err == nil {
			return "unix:path=" + dir + "/bus", cmd.Process
		}
		if time.Now().After(end) {
			t.Fatal("the bus does not start")
		}
	}
}

func TestTroubleAround(t *testing.T) {
	t.Run("no display", func(t *testing.T) {
		d := newDesk(t)
		d.env = []string{"DISPLAY="}
		d.want(exitEnvironment, quick, "no display")
		d.env = []string{"DISPLAY=:4711"}
		d.want(exitEnvironment, quick, "display")
	})
	t.Run("no session bus", func(t *testing.T) {
		d := newDesk(t)
		d.env = []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(t.TempDir(), "none")}
		for _, args := range [][]string{{"apps"}, {"tree"}, {"find", "button"}, {"act", "press", "button"}, {"doctor"}} {
			d.want(exitEnvironment, quick, "session bus", args...)
		}
	})
	t.Run("no accessibility bus", func(t *testing.T) {
		address, daemon := bareBus(t)
		d := newDesk(t)
		d.env = []string{"DBUS_SESSION_BUS_ADDRESS=" + address}
		for _, args := range [][]string{{"apps"}, {"tree"}, {"find", "button"}} {
			d.want(exitEnvironment, quick, "accessibility bus", args...)
		}
		// The bus itself hangs.
		if err := daemon.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		d.want(exitEnvironment, quick, "no answer in time", "tree", "--timeout", "1s")
	})
	t.Run("no time", func(t *testing.T) {
		d := newDesk(t)
		d.want(exitUsage, quick, "leaves no time", "tree", "--timeout", "0")
		d.want(exitUnknown, quick, "no answer within 1ns", "tree", "--timeout", "1ns")
	})
	t.Run("locator", func(t *testing.T) {
		d := newDesk(t)
		d.want(exitUsage, quick, "column 14", "find", `dialog "X" > buttn "Save"`)
		lines := strings.Split(d.run("find", `dialog "日本" > buttn "Save"`).err, "\n")
		for i, line := range lines {
			if at := strings.Index(line, "buttn"); at >= 0 && strings.HasPrefix(line, "  dialog") {
				if lines[i+1] != strings.Repeat(" ", 18)+"^" { // two wide characters before it
					t.Errorf("the caret is not below the word:\n%s\n%s", line, lines[i+1])
				}
				return
			}
		}
		t.Errorf("no caret in %q", lines)
	})
}

func TestTroubleWithApplications(t *testing.T) {
	t.Run("not found and twice", func(t *testing.T) {
		app(t, "double one", saveIn("W"))
		app(t, "double two", saveIn("W"))
		d := newDesk(t)
		d.want(exitEnvironment, quick, `no application matches "nothing"`, "find", "--app", "nothing", "button")
		got := d.want(exitAmbiguous, quick, "matches 2 applications", "find", "--app", "double", "button")
		if details := string(got.object(t).Error.Details); !strings.Contains(details, "double one") || !strings.Contains(details, "double two") {
			t.Errorf("both are not listed: %s", details)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		p := app(t, "stopped", saveIn("W"))
		other := app(t, "stopped later", saveIn("W"))
		d := newDesk(t)
		if err := p.Stop(); err != nil {
			t.Fatal(err)
		}
		pid := fmt.Sprint(p.PID())
		for _, args := range [][]string{{"tree"}, {"act", "press", `button "Save"`}} {
			d.want(exitUnknown, quick, "does not answer", append(args, "--app", pid)...)
		}
		// It is not taken for the other, of whose name it may be the whole.
		d.want(exitUnknown, quick, "does not answer", "act", "press", `button "Save"`, "--app", "stopped")
		if got := d.run("find", `button "Save"`, "--app", "stopped later", "--timeout", "60s"); got.exit != exitOK {
			t.Errorf("the other: exit %d\n%s", got.exit, got.err)
		}
		if got := d.run("apps", "--timeout", "60s"); got.exit != exitOK || !strings.Contains(got.out, "the process is stopped") {
			t.Errorf("apps: exit %d\n%s", got.exit, got.out)
		}
		if err := p.Continue(); err != nil {
			t.Fatal(err)
		}
		if got := d.run("find", `button "Save"`, "--app", pid, "--timeout", "60s"); got.exit != exitOK {
			t.Errorf("when it runs on: exit %d\n%s", got.exit, got.err)
		}
		untouched(t, p)
		untouched(t, other)
	})
	t.Run("slow", func(t *testing.T) {
		p := app(t, "slow", saveIn("W"), provider.Command{Do: "generate", Generate: &provider.Generate{Kind: "mixed", Nodes: 400}})
		tell(t, p, provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "delay", MS: 50}})
		d := newDesk(t)
		d.want(exitUnknown, quick, "Save", "find", `button "Save"`, "--app", fmt.Sprint(p.PID()), "--timeout", "5s")
		untouched(t, p)
	})
	t.Run("ends while it is read", func(t *testing.T) {
		many := provider.Command{Do: "generate", Generate: &provider.Generate{Kind: "mixed", Nodes: 300}}
		crash := provider.Command{Do: "trouble", Trouble: &provider.Trouble{Kind: "crash", Member: "GetRole", After: 100}}
		d := newDesk(t)
		for _, args := range [][]string{{"tree"}, {"find", `button "Save"`}} {
			p := app(t, "ending", many, crash)
			got := d.run(append(args, "--app", fmt.Sprint(p.PID()), "--json", "--timeout", "60s")...)
			o := got.object(t)
			if got.exit != exitEnvironment || !strings.Contains(o.Error.Message, "ended while it was read") || o.Error.Hint == "" {
				t.Errorf("%s: exit %d: %+v", args, got.exit, o.Error)
			}
			var kept struct {
				Count, Compared int
				Snapshot        string
			}
			if err := json.Unmarshal(o.Error.Details, &kept); err != nil || kept.Count+kept.Compared < 100 || kept.Snapshot == "" {
				t.Errorf("%s: kept is %+v, %v", args, kept, err)
			}
		}
	})
	t.Run("started again", func(t *testing.T) {
		before := app(t, "again", saveIn("W"))
		d := newDesk(t)
		if got := d.run("tree", "--app", "again", "--timeout", "60s"); got.exit != exitOK || !strings.Contains(got.out, "@s1:e1") {
			t.Fatalf("exit %d\n%s%s", got.exit, got.out, got.err)
		}
		if err := before.Kill(); err != nil {
			t.Fatal(err)
		}
		before.Close()
		after := app(t, "again", saveIn("W"))
		for _, args := range [][]string{{"inspect", "@s1:e1"}, {"act", "press", "@s1:e1"}, {"tree", "--root", "@s1:e1"}} {
			d.want(exitStale, quick, "not running any more", args...)
		}
		untouched(t, after)
		if got := d.run("find", `button "Save"`, "--app", "again", "--timeout", "60s"); got.exit != exitOK {
			t.Errorf("by its locator: exit %d\n%s", got.exit, got.err)
		}
	})
	t.Run("window closed", func(t *testing.T) {
		p := app(t, "closing", saveIn("First"))
		d := newDesk(t)
		if got := d.run("tree", "--app", "closing", "--timeout", "60s"); got.exit != exitOK {
			t.Fatalf("exit %d\n%s", got.exit, got.err)
		}
		tell(t, p, provider.Command{Do: "remove", Key: "win"})
		for _, args := range [][]string{
			{"inspect", "@s1:e1"}, {"act", "press", "@s1:e1"}, {"tree", "--root", "@s1:e1"},
			{"find", `window "First" > button "Save"`, "--app", "closing"}, {"tree", "--window", "First", "--app", "closing"},
		} {
			d.want(exitStale, quick, "", args...)
		}
		untouched(t, p)
	})
}

// What an application says is shown safely, and kept exactly.
func TestHostileNamesOnTheCommandLine(t *testing.T) {
	hostile := "Save\u202e\x1b]0;evil\a\u009b2J\u2066"
	long := strings.Repeat("é", 5<<20)
	p := app(t, "na\u202eme\x1b[31m", provider.Command{Do: "add", Node: &provider.Node{Key: "w", Role: "frame", Name: &hostile, Children: []provider.Node{
		{Role: "push button", Name: &hostile, Actions: []string{"click"}}, {Role: "push button", Name: &long, Description: &hostile},
	}}})
	pid := fmt.Sprint(p.PID())
	d := newDesk(t)
	var last said
	for _, args := range [][]string{
		{"apps"}, {"tree"}, {"find", "button"}, {"inspect", "@s1:e1"}, {"find", "--app", "x\x1b[2J", "button"}, {"tree", "--json"},
	} {
		if args[0] != "inspect" && len(args) < 3 {
			args = append(args, "--app", pid)
		}
		got := d.run(args...)
		last = got
		if strings.ContainsAny(got.out+got.err, "\u202e\x1b\a\u009b\u2066") {
			t.Errorf("samebutton %q prints %.500q", args, got.out+got.err)
		}
		if !strings.Contains(fmt.Sprint(args), "--json") && len(got.out)+len(got.err) > 64<<10 {
			t.Errorf("samebutton %q prints %d bytes for people", args, len(got.out)+len(got.err))
		}
		if got.took > 2*quick {
			t.Errorf("samebutton %q took %v", args, got.took)
		}
	}
	var tree struct {
		Root struct {
			Name     string
			Children []struct {
				Name     string
				Children []struct{ Name, Description string }
			}
		}
	}
	if err := json.Unmarshal(last.object(t).Data, &tree); err != nil {
		t.Fatal(err)
	}
	w := tree.Root.Children[0]
	if tree.Root.Name != "na\u202eme\x1b[31m" || w.Name != hostile || w.Children[0].Name != hostile || w.Children[1].Name != long || w.Children[1].Description != hostile {
		t.Errorf("not kept exactly: %q, %q, %q, %d bytes", tree.Root.Name, w.Name, w.Children[0].Name, len(w.Children[1].Name))
	}
}

// A tree that is too deep is cut, and everything works on what was read of it.
func TestTooDeepTree(t *testing.T) {
	p := app(t, "deep", saveIn("W"), provider.Command{Do: "generate", Key: "win", Generate: &provider.Generate{Kind: "deep", Nodes: 12_000}})
	pid := fmt.Sprint(p.PID())
	d := newDesk(t)
	got := d.run("tree", "--app", pid, "--timeout", "60s", "--json")
	var tree struct {
		Complete bool
		Count    int
		Cuts     []struct{ Reason, Detail string }
	}
	if err := json.Unmarshal(got.object(t).Data, &tree); err != nil || got.exit != exitOK {
		t.Fatalf("exit %d, %v", got.exit, err)
	}
	if tree.Complete || tree.Count < 1000 || len(tree.Cuts) != 1 || tree.Cuts[0].Reason != "depth" {
		t.Errorf("tree is %+v", tree)
	}
	if len(got.out) > 16<<20 {
		t.Errorf("%d bytes of JSON", len(got.out))
	}
	for _, args := range [][]string{{"tree"}, {"tree", "--depth", "-1"}, {"inspect", `group "Level 700"`}} {
		if got := d.run(append(args, "--app", pid, "--timeout", "60s")...); got.took > 3*quick || strings.Contains(got.err, "panic") {
			t.Errorf("samebutton %s: exit %d after %v\n%.500s", args, got.exit, got.took, got.err)
		}
	}
	d.want(exitUnknown, time.Minute+quick, `group "Level 5000"`, "find", `group "Level 5000"`, "--app", pid, "--timeout", "60s")
}

// zipped writes a file with a document where that of a snapshot is.
func zipped(doc string) func(*os.File) error {
	return func(f *os.File) error {
		z := zip.NewWriter(f)
		w, err := z.Create("snapshot.json")
		if err == nil {
			_, err = io.WriteString(w, doc)
		}
		return errors.Join(err, z.Close())
	}
}

// A snapshot file that is not sound is refused for what is wrong with it, quickly
// and without taking the memory that it claims.
func TestUnsoundSnapshotFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, write func(*os.File) error) string {
		path := filepath.Join(dir, name+".samebutton-snapshot")
		f, err := os.Create(path)
		if err == nil {
			err = write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		return path
	}
	d := newDesk(t)
	for name, c := range map[string]struct {
		words string
		write func(*os.File) error
	}{
		"empty":     {"zip", func(*os.File) error { return nil }},
		"text":      {"zip", func(f *os.File) error { _, err := f.WriteString("hello"); return err }},
		"2 GB":      {"larger than", func(f *os.File) error { return f.Truncate(2 << 30) }},
		"newer":     {"newer version", zipped(`{"schema":"samebutton/snapshot/v2","snapshot":{"nodes":{"all":7}}}`)},
		"truncated": {"zip", func(f *os.File) error { zipped(`{}`)(f); return f.Truncate(60) }},
		"forged":    {"parent", zipped(`{"schema":"samebutton/snapshot/v1","snapshot":{"nodes":[{"id":0,"parent":5,"handle":"h"}]}}`)},
		"bomb":      {"larger than", zipped(strings.Repeat(" ", 129<<20))},
		"nested":    {"max depth", zipped(`{"schema":"samebutton/snapshot/v1","snapshot":{"nodes":` + strings.Repeat("[", 1<<20))},
	} {
		path := file(name, c.write)
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		got := d.want(exitEnvironment, quick, c.words, "tree", "--backend", "file:"+path)
		if got.kilobyte > 600<<10 {
			t.Errorf("%s: took %d MB of memory", name, got.kilobyte>>10)
		}
		if after, err := os.Stat(path); err != nil || after.Size() != before.Size() || after.ModTime() != before.ModTime() {
			t.Errorf("%s: the file was changed", name)
		}
	}
	d.want(exitEnvironment, quick, "no such file", "tree", "--backend", "file:"+filepath.Join(dir, "none"))
}
