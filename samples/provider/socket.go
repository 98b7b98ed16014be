package provider

import (
	"net"
	"os"
	"path/filepath"
	"sync"
)

// socket is a private socket, where clients reach the application without the
// bus.
type socket struct {
	listener net.Listener
	dir      string
	address  string

	mu      sync.Mutex
	clients []*conn
	closed  bool
}

// listen opens a private socket.
func (p *Provider) listen() (*socket, error) {
	dir, err := os.MkdirTemp("", "provider")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	s := &socket{listener: l, dir: dir, address: "unix:path=" + path}
	go s.accept(p.serve)
	return s, nil
}

func (s *socket) accept(serve func(*conn, *message)) {
	for {
		raw, err := s.listener.Accept()
		if err != nil {
			return
		}
		c := newConn(raw)
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			raw.Close()
			return
		}
		s.clients = append(s.clients, c)
		s.mu.Unlock()
		go func() {
			if c.greet() != nil {
				c.end()
				return
			}
			c.receive(func(m *message) { serve(c, m) })
		}()
	}
}

// close ends the socket and all connections over it. A nil socket is closed.
func (s *socket) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.closed = true
	clients := s.clients
	s.mu.Unlock()
	s.listener.Close()
	for _, c := range clients {
		c.Conn.Close()
	}
	os.RemoveAll(s.dir)
}
