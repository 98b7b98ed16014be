package floor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends/atspi"
)

// message is a message without fields and with a body of n bytes.
func message(kind, flags byte, n int) []byte {
	m := make([]byte, fixedHeader+n)
	m[0], m[atType], m[atFlags], m[3] = littleEndian, kind, flags, 1
	binary.LittleEndian.PutUint32(m[atBody:], uint32(n))
	return m
}

// application answers the calls on a private socket as long as it is open: every
// third one with an error, each with a signal before it. It tells their numbers.
func application(t *testing.T) (socket atspi.Socket, numbers chan uint32) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	numbers = make(chan uint32, 10_000)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		in := bufio.NewReader(c)
		for line := ""; line != "BEGIN\r\n"; {
			if line, err = in.ReadString('\n'); err != nil {
				return
			}
			if strings.HasPrefix(line, "\x00AUTH EXTERNAL ") {
				fmt.Fprint(c, "OK 00ff\r\n")
			}
		}
		for n := 1; ; n++ {
			head := make([]byte, fixedHeader)
			if _, err := io.ReadFull(in, head); err != nil {
				return
			}
			if _, err := in.Discard(int(binary.LittleEndian.Uint32(head[atBody:]))); err != nil {
				return
			}
			numbers <- binary.LittleEndian.Uint32(head[atSerial:])
			kind := byte(typeReply)
			if n%3 == 0 {
				kind = typeError
			}
			c.Write(append(message(4, 0, 3), message(kind, 0, n%50)...))
		}
	}()
	return atspi.Socket{Address: "unix:path=" + path, Private: true}, numbers
}

func TestReplay(t *testing.T) {
	socket, numbers := application(t)
	var tape Tape
	tape.Record(socket, message(typeCall, 0, 8)) // before the beginning
	tape.Begin()
	const calls = 900
	for i := range calls {
		tape.Record(socket, message(typeCall, 0, i%20))
		tape.Record(socket, message(typeCall, flagNoReply, 0)) // nobody answers this
		tape.Record(socket, []byte("BEGIN\r\n"))
	}
	tape.End()
	tape.Record(socket, message(typeCall, 0, 8)) // after the end
	if n, _ := tape.Size(); n != calls {
		t.Fatalf("%d calls are on the tape", n)
	}
	before := bytes.Clone(tape.tracks[0].calls[7])
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r, err := tape.Replay(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r.Calls != calls || r.Errors != calls/3 || r.Received < calls*fixedHeader || r.Took <= 0 {
		t.Errorf("%+v", r)
	}
	seen := map[uint32]bool{}
	for range calls {
		seen[<-numbers] = true
	}
	if len(seen) != calls || seen[0] {
		t.Errorf("%d calls had %d numbers", calls, len(seen))
	}
	if !bytes.Equal(before, tape.tracks[0].calls[7]) {
		t.Error("the replay changed the tape")
	}
}

// An application that answers nothing costs a replay its deadline.
func TestReplayEndsWithItsDeadline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var tape Tape
	tape.Begin()
	tape.Record(atspi.Socket{Address: "unix:path=" + path, Private: true}, message(typeCall, 0, 0))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := tape.Replay(ctx); err == nil || time.Since(began) > 5*time.Second {
		t.Errorf("it ended after %v with %v", time.Since(began), err)
	}
}
