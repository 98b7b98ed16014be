package main

import (
	"bufio"
	"context"
	"io"
	"sync"
)

// answers are the lines that a person types while a command runs. One goroutine
// reads them for whoever asks: two readers would take each other's lines.
type answers struct {
	in    io.Reader
	once  sync.Once
	lines chan string // closed at the end of the input
}

// next waits for a line. The error is [io.EOF] or that of ctx.
func (a *answers) next(ctx context.Context) (string, error) {
	a.once.Do(func() {
		a.lines = make(chan string)
		go func() {
			defer close(a.lines)
			for scanner := bufio.NewScanner(a.in); scanner.Scan(); {
				a.lines <- scanner.Text()
			}
		}()
	})
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-a.lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	}
}

// forget drops what was typed before it was asked for: it is no answer.
func (a *answers) forget() {
	for a.lines != nil {
		select {
		case _, ok := <-a.lines:
			if !ok {
				return
			}
		default:
			return
		}
	}
}
