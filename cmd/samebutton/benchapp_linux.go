//go:build cgo

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"github.com/samebutton/samebutton/backends/screen/xconn"
	"github.com/samebutton/samebutton/samples/provider"
)

// remote is an application of many elements on the accessibility bus, in a process
// of its own.
type remote struct {
	cmd     *exec.Cmd
	asks    io.WriteCloser
	answers *bufio.Reader
}

// startRemote starts this program as the application (beRemote).
func startRemote(ctx context.Context, nodes int) (*remote, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &remote{cmd: exec.CommandContext(ctx, self, "bench", "window", "--part", partApplication, "--nodes", strconv.Itoa(nodes))}
	r.cmd.Stderr = os.Stderr
	if r.asks, err = r.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.answers = bufio.NewReader(out)
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := r.answers.ReadString('\n'); err != nil {
		return nil, errors.Join(fmt.Errorf("start the application to measure: %w", err), r.close())
	}
	return r, nil
}

// change implements [measured].
func (r *remote) change() (string, error) {
	if _, err := io.WriteString(r.asks, "\n"); err != nil {
		return "", fmt.Errorf("change the measured application: %w", err)
	}
	name, err := r.answers.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("change the measured application: %w", err)
	}
	return name[:len(name)-1], nil
}

// close ends the application, which ends with what it is asked.
func (r *remote) close() error {
	r.asks.Close()
	return r.cmd.Wait()
}

// beRemote makes this process the application until in ends. It answers like one of
// GTK 3, writes a line to out when it is on the bus, and for each line that it reads
// it changes a name and writes that.
func beRemote(in io.Reader, out io.Writer, nodes int) error {
	page := remotePage(nodes)
	window, err := putWindow(page.Extents)
	if err != nil {
		return err
	}
	defer window.Close()
	p, err := provider.New(
		provider.Command{Do: "application", Application: &provider.Application{Name: sourceName, Toolkit: "gtk", Version: "3.24", Cache: "gtk3", Socket: "on"}},
		provider.Command{Do: "add", Node: &page},
		provider.Command{Do: "register"},
	)
	if err != nil {
		return err
	}
	defer p.Close()
	if _, err := fmt.Fprintln(out, "ready"); err != nil {
		return err
	}
	changes := 0
	for asked := bufio.NewScanner(in); asked.Scan(); {
		changes++
		name := changedName(changes)
		if _, err := p.Do(provider.Command{Do: "set", Key: changingKey, Node: &provider.Node{Name: &name}}); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, name); err != nil {
			return err
		}
	}
	return nil
}

// putWindow puts an empty window of this process on the display, below all others:
// without one it is not proven where the elements are, and nothing is drawn of them.
func putWindow(area *[4]int32) (*xgb.Conn, error) {
	x, err := xconn.Open(context.Background(), "")
	if err != nil {
		return nil, fmt.Errorf("put a window on the display: %w", err)
	}
	xconn.Drain(x)
	fail := func(err error) (*xgb.Conn, error) {
		x.Close()
		return nil, fmt.Errorf("put a window on the display: %w", err)
	}
	w, err := xproto.NewWindowId(x)
	if err != nil {
		return fail(err)
	}
	const pid = "_NET_WM_PID"
	atom, err := xproto.InternAtom(x, false, uint16(len(pid)), pid).Reply()
	if err != nil {
		return fail(err)
	}
	number := make([]byte, 4)
	xgb.Put32(number, uint32(os.Getpid()))
	screen := xconn.Root(x)
	// Override-redirect: a window manager would put it elsewhere.
	err = errors.Join(
		xproto.CreateWindowChecked(x, screen.RootDepth, w, screen.Root, int16(area[0]), int16(area[1]), uint16(area[2]), uint16(area[3]), 0,
			xproto.WindowClassInputOutput, screen.RootVisual, xproto.CwOverrideRedirect, []uint32{1}).Check(),
		xproto.ChangePropertyChecked(x, xproto.PropModeReplace, w, atom.Atom, xproto.AtomCardinal, 32, 1, number).Check(),
		xproto.ConfigureWindowChecked(x, w, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow}).Check(),
		xproto.MapWindowChecked(x, w).Check(),
	)
	if err != nil {
		return fail(err)
	}
	return x, nil
}

// remotePage is the tree as the provider takes it.
func remotePage(nodes int) provider.Node {
	root := &provider.Node{}
	path := [levels + 1]*provider.Node{root}
	n := 0
	eachPlace(nodes, func(p place, name string) {
		n++
		node := provider.Node{Key: strconv.Itoa(n), Role: p.native(), Name: &name, Extents: &[4]int32{int32(p.area.X), int32(p.area.Y), int32(p.area.W), int32(p.area.H)}}
		if !p.showing() {
			node.Off = []string{"showing"}
		}
		if p.changing() {
			node.Key = changingKey
		}
		if p.level == levels-1 {
			node.Actions = []string{"click"}
		}
		up := path[p.level]
		up.Children = append(up.Children, node)
		path[p.level+1] = &up.Children[len(up.Children)-1]
	})
	return root.Children[0]
}
