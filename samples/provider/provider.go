package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// Application is what a provider says of itself.
type Application struct {
	Name    string `json:"name"`    // "provider" where it is empty
	Toolkit string `json:"toolkit"` // "provider" where it is empty
	Version string `json:"version"` // of the toolkit
	// Cache is how it answers Cache.GetItems: "gtk3" (all but the application),
	// "gtk4" (what was named by its parent), "old" (with lists of children), "empty"
	// like Qt, "unknown" (no such method, like Chromium; also "").
	Cache string `json:"cache"`
	// Socket is its private socket: "" for none, "on", "unknown" (no such method) or
	// an address, which it names and nothing more.
	Socket string `json:"socket"`
	// WindowRelative says that extents are those in the window, whatever is asked
	// for, as GTK4 answers.
	WindowRelative bool `json:"windowRelative"`
}

// Provider is one application.
type Provider struct {
	suicide bool // crash ends the process
	journal *journal

	// loop is held while a call is served: there is one main loop.
	loop sync.Mutex

	mu     sync.Mutex // of all that follows
	app    Application
	id     int32 // that the registry gave
	forest forest
	faults faults
	named  map[int32]bool   // by GetChildren, for the cache of GTK4
	asked  map[question]int // calls of objects with a key
	thaw   chan struct{}    // not nil while it is frozen
	done   chan struct{}    // closed at the end
	over   bool
	bus    *conn
	name   string // its unique name
	socket *socket
	timers sync.WaitGroup
	floods sync.WaitGroup
	sent   int           // events of repeats that ended
	served int           // calls
	busy   time.Duration // serving them
	// firstItems is what the cache was when it was asked for first.
	firstItems []byte
}

// question is a method of an object that was called.
type question struct{ key, member string }

// New makes a provider that is on no bus yet. Give it "register" for that.
func New(commands ...Command) (*Provider, error) {
	p := &Provider{
		forest: newForest(), named: map[int32]bool{}, asked: map[question]int{}, done: make(chan struct{}), journal: &journal{},
		app: Application{Name: "provider", Toolkit: "provider"},
	}
	if _, err := p.Do(commands...); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close leaves the bus and ends all that is under way.
func (p *Provider) Close() error {
	p.mu.Lock()
	if p.over {
		p.mu.Unlock()
		return nil
	}
	p.over = true
	close(p.done)
	bus, s := p.bus, p.socket
	p.mu.Unlock()
	if bus != nil {
		bus.end()
	}
	s.close()
	p.timers.Wait()
	p.floods.Wait()
	return nil
}

// Name returns its unique name on the bus, "" before it registered.
func (p *Provider) Name() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.name
}

// Path returns the path of the object of a key.
func Path(key string) string { return base + key }

// Journal returns all calls so far that would change something.
func (p *Provider) Journal() []Entry { return p.journal.list() }

// Asked returns how often a method of an object with a key was called.
func (p *Provider) Asked(key, member string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[question{key, member}]
}

// Served returns how many calls came so far.
func (p *Provider) Served() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.served
}

// Busy returns how long it served calls so far.
func (p *Provider) Busy() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy
}

// join connects to the accessibility bus, once.
func (p *Provider) join(ctx context.Context, address string) (*conn, error) {
	p.mu.Lock()
	bus := p.bus
	p.mu.Unlock()
	if bus != nil {
		return bus, nil
	}
	if address == "" {
		var err error
		if address, err = accessibilityBus(ctx); err != nil {
			return nil, fmt.Errorf("find the accessibility bus: %w", err)
		}
	}
	bus, err := dial(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("connect to the accessibility bus: %w", err)
	}
	name, err := bus.join(ctx, func(m *message) { p.serve(bus, m) })
	if err != nil {
		bus.end()
		return nil, fmt.Errorf("join the accessibility bus: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over || p.bus != nil {
		bus.end()
		return nil, net.ErrClosed
	}
	p.bus, p.name = bus, name
	return bus, nil
}

// register tells the registry of the application.
func (p *Provider) register(address string, embed bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	bus, err := p.join(ctx, address)
	if err != nil || !embed {
		return err
	}
	e := &encoder{}
	e.ref(ref{p.Name(), base + "root"})
	_, err = bus.call(ctx, &message{
		destination: prefix + "Registry", path: base + "root", iface: prefix + "Socket", member: "Embed",
		signature: "(so)", body: e.b,
	})
	return err
}

// accessibilityBus asks the session bus for the address.
func accessibilityBus(ctx context.Context) (string, error) {
	session, err := dial(ctx, os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		return "", err
	}
	defer session.end()
	if _, err := session.join(ctx, func(*message) {}); err != nil {
		return "", err
	}
	reply, err := session.call(ctx, &message{destination: "org.a11y.Bus", path: "/org/a11y/bus", iface: "org.a11y.Bus", member: "GetAddress"})
	if err != nil {
		return "", err
	}
	address, _ := first(reply.args).(string)
	return address, nil
}

// crash ends the process as a fault in it does, or what stands for it in the
// process of a test.
func (p *Provider) crash() {
	if p.suicide {
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Kill() == nil {
			select {} // until the signal has come
		}
	}
	p.mu.Lock()
	bus, s := p.bus, p.socket
	p.mu.Unlock()
	if bus != nil {
		bus.Conn.Close()
	}
	s.close()
}

// status is what commands that report give back.
func status(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types
	}
	return b
}
