package main

import (
	"bufio"
	"context"
	"io"
	"os"
)

// answers are the lines that a person types while a command runs. A line is read when
// somebody asks for it, one at a time, so that what was typed before a question can be
// told from the answer to it. It is for one goroutine.
type answers struct {
	in     io.Reader
	reader *bufio.Reader
	// typed gives the line that is being read, asked says that one is: reading cannot be
	// ended, so the next who asks gets the line of one who went away.
	typed chan typed
	asked bool
}

type typed struct {
	line string
	err  error
}

// next waits for a line. The error is [io.EOF] or that of ctx.
func (a *answers) next(ctx context.Context) (string, error) {
	if a.reader == nil {
		a.reader, a.typed = bufio.NewReader(a.in), make(chan typed, 1)
	}
	if !a.asked {
		a.asked = true
		go func() {
			line, err := a.reader.ReadString('\n')
			if line != "" {
				err = nil // the last one may have no end
			}
			a.typed <- typed{line, err}
		}()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case t := <-a.typed:
		a.asked = false
		return t.line, t.err
	}
}

// forget drops what was typed before it was asked for: it is no answer. What the
// terminal still holds is dropped, too.
func (a *answers) forget() {
	if f, ok := a.in.(*os.File); ok {
		flushTerminal(f)
	}
	if a.asked {
		select {
		case <-a.typed:
			a.asked = false
		default: // whoever reads it waits for a line that was not typed yet
		}
	}
	if a.reader != nil && !a.asked {
		a.reader.Reset(a.in)
	}
}
