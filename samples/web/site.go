package web

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

//go:embed pages
var pages embed.FS

// longestEntry is how many bytes a page may report at once.
const longestEntry = 4 << 20

// Entry is one thing that happened in the page, in the page's own words.
type Entry struct {
	// Session is that of [Site.URL], or "inner" for the page in the frame.
	Session string `json:"session"`
	// Seq counts the entries of one session from 1 without gaps.
	Seq int `json:"seq"`
	// Event is one of ready, clicked, changed, input, answer.
	Event string `json:"event"`
	// ID is the id of the element, whatever it is called for a person; without one
	// its class and number ("twin-0") or what it does ("delete-7").
	ID string `json:"id"`
	// Value is the new value, or where in the page a click fell ({"x", "y"} in CSS
	// pixels). Of the password it is the length only.
	Value json.RawMessage `json:"value"`
}

// Text returns the value when it is a text, else "".
func (e Entry) Text() string {
	var text string
	if json.Unmarshal(e.Value, &text) != nil {
		return ""
	}
	return text
}

// Site serves the pages on this machine and keeps what happens in them. All
// methods may be called from any goroutine.
type Site struct {
	listener net.Listener
	server   *http.Server

	mu       sync.Mutex
	entries  []Entry
	changed  chan struct{} // closed and replaced with each entry
	commands map[string]chan []byte
	asked    int
	sessions int
}

// Serve starts a site on a free port of the loopback interface.
func Serve() (*Site, error) {
	root, err := fs.Sub(pages, "pages")
	if err != nil {
		return nil, fmt.Errorf("serve sample pages: %w", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve sample pages: %w", err)
	}
	s := &Site{listener: l, changed: make(chan struct{}), commands: map[string]chan []byte{}}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(root))
	mux.HandleFunc("POST /log", s.log)
	mux.HandleFunc("GET /commands", s.stream)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go s.server.Serve(l) // ends with Close
	return s, nil
}

// The pages for audits: one with known faults, which it names in its comments, and
// the same without them.
const (
	Faulty = "faulty.html"
	Mended = "mended.html"
)

// URL returns the address of a page, of the shop with some rows of people, whose
// names are row headers unless plain, and the session that its entries will carry.
func (s *Site) URL(o Page) (address, session string) {
	s.mu.Lock()
	s.sessions++
	session = "page-" + strconv.Itoa(s.sessions)
	s.commands[session] = make(chan []byte, 1)
	s.mu.Unlock()
	address = fmt.Sprintf("http://%s/%s?session=%s&rows=%d", s.listener.Addr(), cmp.Or(o.File, "shop.html"), session, o.Rows)
	if o.NoRowHeaders {
		address += "&headers=no"
	}
	if o.Title != "" {
		address += "&title=" + url.QueryEscape(o.Title)
	}
	return address, session
}

func (s *Site) log(_ http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, longestEntry))
	var e Entry
	if err != nil || json.Unmarshal(body, &e) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries = append(s.entries, e)
	close(s.changed)
	s.changed = make(chan struct{})
}

// stream hands the commands for one session to its page as they come.
func (s *Site) stream(w http.ResponseWriter, request *http.Request) {
	s.mu.Lock()
	commands := s.commands[request.URL.Query().Get("session")]
	s.mu.Unlock()
	flusher, ok := w.(http.Flusher)
	if commands == nil || !ok {
		http.NotFound(w, request)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	flusher.Flush()
	for {
		select {
		case line := <-commands:
			fmt.Fprintf(w, "data: %s\n\n", line)
			flusher.Flush()
		case <-request.Context().Done():
			return
		}
	}
}

// Log returns all that the pages have reported, oldest first.
func (s *Site) Log() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.entries)
}

// WaitFor returns the first entry that matches, of those that were there already
// too, waiting for it until ctx ends.
func (s *Site) WaitFor(ctx context.Context, match func(Entry) bool) (Entry, error) {
	for seen := 0; ; {
		s.mu.Lock()
		fresh, changed := slices.Clone(s.entries[seen:]), s.changed
		s.mu.Unlock()
		for _, e := range fresh {
			if match(e) {
				return e, nil
			}
		}
		seen += len(fresh)
		select {
		case <-changed:
		case <-ctx.Done():
			return Entry{}, fmt.Errorf("wait for the page: %w", ctx.Err())
		}
	}
}

// Run runs the body of a JavaScript function in the page and returns what that
// returns, as JSON. The page is done with it then, but may not have been painted.
func (s *Site) Run(ctx context.Context, session, script string) (json.RawMessage, error) {
	s.mu.Lock()
	s.asked++
	id := "command-" + strconv.Itoa(s.asked)
	commands := s.commands[session]
	s.mu.Unlock()
	if commands == nil {
		return nil, fmt.Errorf("run script: no page has the session %q", session)
	}
	line, err := json.Marshal(map[string]string{"id": id, "script": script})
	if err != nil {
		return nil, fmt.Errorf("run script: %w", err)
	}
	select {
	case commands <- line:
	case <-ctx.Done():
		return nil, fmt.Errorf("run script: %w", ctx.Err())
	}
	e, err := s.WaitFor(ctx, func(e Entry) bool { return e.Event == "answer" && e.ID == id })
	if err != nil {
		return nil, fmt.Errorf("run script: %w", err)
	}
	var answer struct {
		Result json.RawMessage
		Error  string
	}
	if err := json.Unmarshal(e.Value, &answer); err != nil {
		return nil, fmt.Errorf("run script: %w", err)
	}
	if answer.Error != "" {
		return nil, errors.New("run script: " + answer.Error)
	}
	return answer.Result, nil
}

// Close ends the server.
func (s *Site) Close() error {
	if err := s.server.Close(); err != nil {
		return fmt.Errorf("end the server of the sample pages: %w", err)
	}
	return nil
}
