package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samebutton/samebutton/desktop"
)

// private is the desktop of this test process.
var private *desktop.Desktop

func TestMain(m *testing.M) {
	Child()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	d, err := desktop.Start(ctx, desktop.Options{})
	cancel()
	var missing *desktop.MissingError
	switch {
	case errors.As(err, &missing):
		fmt.Println("tests that need a desktop are skipped:", err)
		os.Exit(m.Run())
	case err != nil:
		fmt.Println(err)
		os.Exit(1)
	}
	private = d
	if err := d.Setenv(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	code := m.Run()
	if err := d.Close(); err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

func start(t *testing.T, commands ...Command) *Process {
	t.Helper()
	if private == nil {
		t.Skip("no virtual desktop on this machine")
	}
	p, err := Start(private, append(commands, Command{Do: "register"})...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// client is a connection to the accessibility bus that calls a provider.
type client struct {
	t    *testing.T
	conn *conn
	to   string
}

func connect(t *testing.T, p *Process) client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	address, err := accessibilityBus(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c, err := dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.end)
	if _, err := c.join(ctx, func(*message) {}); err != nil {
		t.Fatal(err)
	}
	answer, err := p.Do(Command{Do: "join"})
	if err != nil {
		t.Fatal(err)
	}
	to := ""
	if err := json.Unmarshal(answer, &to); err != nil {
		t.Fatal(err)
	}
	return client{t, c, to}
}

// call makes a call with arguments of the types s, i, u and d.
func (c client) call(timeout time.Duration, path, iface, member, signature string, args ...any) (*message, error) {
	e := &encoder{}
	for _, a := range args {
		switch v := a.(type) {
		case string:
			e.string(v)
		case int32:
			e.int32(v)
		case uint32:
			e.uint32(v)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return c.conn.call(ctx, &message{destination: c.to, path: path, iface: iface, member: member, signature: signature, body: e.b})
}

func text(s string) *string { return &s }

// walk reads every application of the desktop with the library that others use.
const walk = `
import pyatspi
def walk(node, depth):
    print(depth, node.getRoleName(), node.name, node.childCount, sep="|")
    for i in range(node.childCount):
        walk(node.getChildAtIndex(i), depth + 1)
for app in pyatspi.Registry.getDesktop(0):
    walk(app, 0)
`

// A client that shares nothing with this package reads what a script made.
func TestReadByPyatspi(t *testing.T) {
	if exec.Command("/usr/bin/python3", "-c", "import pyatspi").Run() != nil {
		t.Skip("python3-pyatspi is not installed")
	}
	p := start(t, Command{Do: "application", Application: &Application{Name: "Sample", Toolkit: "made", Cache: "gtk3"}},
		Command{Do: "add", Node: &Node{Key: "win", Role: "frame", Name: text("Window")}},
		Command{Do: "add", Key: "win", Node: &Node{Role: "push button", Name: text("Save"), Children: []Node{{Role: "label", Name: text("Save")}}}},
		Command{Do: "generate", Key: "win", Generate: &Generate{Kind: "table", Nodes: 2, Columns: 2}})
	defer p.Close()
	cmd := private.Command(context.Background(), "/usr/bin/python3", "-c", walk)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := `0|application|Sample|1
1|frame|Window|2
2|push button|Save|1
3|label|Save|0
2|table|Table|4
3|table column header|Column 0|0
3|table column header|Column 1|0
3|table row||2
4|table cell|Cell 0,0|0
4|table cell|Cell 0,1|0
3|table row||2
4|table cell|Cell 1,0|0
4|table cell|Cell 1,1|0
`
	if string(out) != want {
		t.Errorf("pyatspi reads\n%s, want\n%s", out, want)
	}
}

// A stopped process answers nothing until it goes on; what it was asked to do is
// in its journal, also after it was killed.
func TestStopAndKill(t *testing.T) {
	p := start(t, Command{Do: "add", Node: &Node{Key: "save", Role: "push button", Actions: []string{"click"}}})
	c := connect(t, p)
	press := func(timeout time.Duration) error {
		_, err := c.call(timeout, Path("save"), prefix+"Action", "DoAction", "i", int32(0))
		return err
	}
	if err := press(patience); err != nil {
		t.Fatal(err)
	}
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := press(100 * time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a stopped process: %v", err)
	}
	if err := p.Continue(); err != nil {
		t.Fatal(err)
	}
	if err := press(patience); err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Do(Command{Do: "journal"}); err == nil {
		t.Error("a killed process does commands")
	}
	list, err := p.Journal()
	if err != nil || len(list) != 3 {
		t.Fatalf("journal is %v, %v, want 3 entries", list, err)
	}
	if e := list[0]; e.Call != "Action.DoAction" || e.Key != "save" || strings.Join(e.Args, " ") != "0" {
		t.Errorf("entry is %v", e)
	}
}

// Each kind of trouble reaches the client as what it is.
func TestTrouble(t *testing.T) {
	p := start(t, Command{Do: "add", Node: &Node{Key: "a", Name: text("A")}})
	c := connect(t, p)
	const brief = 100 * time.Millisecond // for what never answers
	ask := func(timeout time.Duration) (*message, error) {
		return c.call(timeout, Path("a"), prefix+"Accessible", "GetRole", "")
	}
	with := func(of Trouble) {
		t.Helper()
		of.Key, of.Member = "a", "GetRole"
		if _, err := p.Do(Command{Do: "clear"}, Command{Do: "trouble", Trouble: &of}); err != nil {
			t.Fatal(err)
		}
	}
	panel := numberOf["panel"]
	for name, of := range map[string]Trouble{
		"hang":           {Kind: "hang"},
		"late":           {Kind: "late", MS: 60_000},
		"unknown-method": {Kind: "unknown-method"},
		"unknown-object": {Kind: "unknown-object"},
		"error":          {Kind: "error", Name: "org.example.Broken"},
		"empty":          {Kind: "empty"},
		"wrong":          {Kind: "wrong"},
		"raw":            {Kind: "raw", Signature: "s", Body: []byte("\x02\x00\x00\x00hi\x00")},
		"once":           {Kind: "hang", After: 1, Times: 1},
	} {
		with(of)
		limit := patience
		if name == "hang" || name == "late" {
			limit = brief
		}
		m, err := ask(limit)
		switch name {
		case "hang", "late":
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
		case "unknown-method", "unknown-object", "error":
			if err == nil || !strings.Contains(err.Error(), map[string]string{"unknown-method": errUnknownMethod, "unknown-object": errUnknownObject, "error": of.Name}[name]) {
				t.Errorf("%s: %v", name, err)
			}
		case "empty", "wrong", "raw":
			want := map[string]string{"empty": "", "wrong": "s", "raw": "s"}[name]
			if err != nil || m.signature != want {
				t.Errorf("%s: %v, %v", name, m, err)
			}
		case "once":
			if err != nil || m.args[0] != uint32(panel) {
				t.Errorf("the first of two: %v, %v", m, err)
			}
			if _, err := ask(brief); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the second: %v", err)
			}
			if _, err := ask(patience); err != nil {
				t.Errorf("the third: %v", err)
			}
		}
	}
	with(Trouble{Kind: "delay", MS: 50})
	began := time.Now()
	if _, err := ask(patience); err != nil || time.Since(began) < 50*time.Millisecond {
		t.Errorf("delayed: %v after %v", err, time.Since(began))
	}
	with(Trouble{Kind: "crash"})
	if _, err := ask(patience); err == nil {
		t.Error("a crash answers")
	}
	p.cmd.Wait()
	if status := p.cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
		t.Errorf("it ended by %v", status)
	}
}

// 100,000 objects fit into little memory, and change at a rate.
func TestBigAndBusy(t *testing.T) {
	p := start(t, Command{Do: "application", Application: &Application{Cache: "gtk3"}},
		Command{Do: "generate", Generate: &Generate{Kind: "mixed", Nodes: 100_000}})
	c := connect(t, p)
	m, err := c.call(patience, Path("1"), busName+".Properties", "Get", "ss", prefix+"Accessible", "ChildCount")
	if err != nil || m.args[0] != int32(4762) {
		t.Errorf("the window has %v children, %v", m, err)
	}
	if mb := resident(t, p.PID()); mb > 200 { // 40 MB; four times that with the race detector
		t.Errorf("100,000 objects take %d MB", mb)
	}
	const count, rate = 5000, 10_000
	began := time.Now()
	answer, err := p.Do(Command{Do: "repeat", Count: count, Rate: rate, Then: []Command{
		{Do: "set", Key: "3", Node: &Node{Name: text("Name {n}")}},
	}}, Command{Do: "repeated"})
	if took := time.Since(began); err != nil || string(answer) != strconv.Itoa(count) || took < count*time.Second/rate*9/10 {
		t.Errorf("%s changes after %v, %v", answer, took, err)
	}
	if m, err := c.call(patience, Path("3"), busName+".Properties", "Get", "ss", prefix+"Accessible", "Name"); err != nil || m.args[0] != "Name 4999" {
		t.Errorf("the name is %v, %v", m, err)
	}
}

// resident returns the memory of a process in megabytes.
func resident(t *testing.T, pid int) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20
}

// What a client sends is read as it was meant.
func TestMessageRoundTrip(t *testing.T) {
	e := &encoder{}
	e.string("ä")
	e.int32(-7)
	e.pad(8)
	e.ref(ref{":1.5", "/a"})
	e.variantDouble(1.5)
	sent := &message{kind: typeCall, serial: 9, path: "/p", iface: "i.f", member: "M", destination: ":1.2", signature: "si(so)v", body: e.b}
	got, err := readMessage(bytes.NewReader(sent.encode()))
	if err != nil {
		t.Fatal(err)
	}
	if got.path != "/p" || got.iface != "i.f" || got.member != "M" || got.destination != ":1.2" || got.serial != 9 {
		t.Errorf("header is %+v", got)
	}
	if s := fmt.Sprint(got.args); s != "[ä -7 [:1.5 /a] 1.5]" {
		t.Errorf("arguments are %s", s)
	}
	for n := range len(sent.encode()) {
		if _, err := readMessage(bytes.NewReader(sent.encode()[:n])); err == nil {
			t.Errorf("%d bytes of it are a message", n)
		}
	}
}
