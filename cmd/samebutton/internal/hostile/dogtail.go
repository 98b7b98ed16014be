package hostile

import (
	"bufio"
	"context"
	_ "embed" // of the script
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/recorder"
)

//go:embed dogtail.py
var dogtailScript string

// ErrNoDogtail says that there is nothing to compare with.
var ErrNoDogtail = errors.New("python3-dogtail is not installed")

// dogtail is the peer of that name, in a process of its own.
type dogtail struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startDogtail starts it; the system's Python comes first, since another one on PATH does
// not see the distribution's modules.
func startDogtail(ctx context.Context) (*dogtail, error) {
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		path, err := exec.LookPath(name)
		if err != nil || exec.CommandContext(ctx, path, "-c", "import dogtail.config").Run() != nil {
			continue
		}
		d := &dogtail{cmd: exec.CommandContext(ctx, path, "-c", dogtailScript)}
		if d.in, err = d.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		out, err := d.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		d.out = bufio.NewReader(out)
		if err := d.cmd.Start(); err != nil {
			return nil, fmt.Errorf("start dogtail: %w", err)
		}
		return d, nil
	}
	return nil, ErrNoDogtail
}

func (d *dogtail) close() {
	d.in.Close()
	_ = d.cmd.Wait() // it ends with its input
}

type dogtailAnswer struct {
	Error             string
	Found, Done, Sent bool
}

func (d *dogtail) ask(question any) (dogtailAnswer, error) {
	var a dogtailAnswer
	line, err := json.Marshal(question)
	if err == nil {
		_, err = d.in.Write(append(line, '\n'))
	}
	if err != nil {
		return a, fmt.Errorf("ask dogtail: %w", err)
	}
	said, err := d.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(said, &a)
	}
	if err != nil {
		return a, fmt.Errorf("hear dogtail: %w", err)
	}
	return a, nil
}

// act does a step; between is called between finding and acting. broken says that
// dogtail itself is.
func (d *dogtail) act(app, role string, step recorder.Step, between func()) (err, broken error) {
	question := map[string]string{"app": app, "role": role, "name": step.Target.Name}
	if step.Kind == recorder.StepSetText {
		question["text"] = step.Text
	}
	a, broken := d.ask(question)
	if broken != nil || !a.Found {
		return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: errors.New(a.Error)}, broken
	}
	between()
	a, broken = d.ask(nil)
	switch {
	case broken != nil:
		return broken, broken
	case a.Error != "":
		return &backends.DeliveryError{Delivery: backends.Uncertain, Err: errors.New(a.Error)}, nil
	}
	return nil, nil
}
