package provider

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Command is one line of a script.
type Command struct {
	// Do is what to do:
	//
	//	application  say this of the application from now on (Application)
	//	join         join the accessibility bus at Address, "" for that of the session
	//	register     join, and tell the registry, so that clients find it
	//	generate     make a big tree (Generate) below Key; the answer is its first number
	//	add          add Node as child At of Key (nil for the last)
	//	remove       remove Key and what is below it
	//	move         make Key child At of Parent
	//	reorder      put the children of Key into the order of Keys
	//	set          change Key by Node
	//	flip         turn the states On of Node of Key the other way
	//	open         let the children of Key show
	//	swap         let Key and Child be each other from now on, with all that is below
	//	             them, while the paths of both stay
	//	link         name Child once more, as child At of Key; "" is the null reference, and a
	//	             key that is not there a dead one
	//	unlink       name Child no longer
	//	trouble      let calls go wrong (Trouble)
	//	on           do Then when a call comes that Trouble describes, before it is answered
	//	clear        end all trouble and all triggers
	//	freeze       serve nothing any more until thaw
	//	thaw         serve again
	//	after        do Then in MS
	//	repeat       do Then Count times, Rate times a second; in names and texts {n} is the number
	//	repeated     wait until all repeats are over; the answer is how many commands they did
	//	emit         send an event (Event)
	//	note         write Member into the journal, so that it tells when this was
	//	journal      the answer is the list of calls that would change something
	//	asked        the answer is how often Member of Key was called
	Do      string   `json:"do"`
	Key     string   `json:"key,omitempty"`
	Parent  string   `json:"parent,omitempty"`
	Child   string   `json:"child,omitempty"`
	Member  string   `json:"member,omitempty"`
	At      *int     `json:"at,omitempty"`
	Keys    []string `json:"keys,omitempty"`
	Address string   `json:"address,omitempty"`
	// Quiet makes a change without telling anybody.
	Quiet bool `json:"quiet,omitempty"`

	Application *Application `json:"application,omitempty"`
	Node        *Node        `json:"node,omitempty"`
	Generate    *Generate    `json:"generate,omitempty"`
	Trouble     *Trouble     `json:"trouble,omitempty"`
	Event       *Event       `json:"event,omitempty"`
	MS          int          `json:"ms,omitempty"`
	Count       int          `json:"count,omitempty"`
	Rate        int          `json:"rate,omitempty"`
	Then        []Command    `json:"then,omitempty"`
}

// Do carries out commands in order and returns the answer of the last one. It
// ends at the first one that cannot be carried out.
func (p *Provider) Do(commands ...Command) (json.RawMessage, error) {
	var answer json.RawMessage
	for _, c := range commands {
		var err error
		if answer, err = p.do(c); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Do, err)
		}
	}
	return answer, nil
}

// do carries out one command. Those that wait are here, the others in apply.
func (p *Provider) do(c Command) (json.RawMessage, error) {
	switch c.Do {
	case "join", "register":
		err := p.register(c.Address, c.Do == "register")
		return status(p.Name()), err
	case "repeat":
		return nil, p.repeat(c)
	case "repeated":
		p.floods.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		return status(p.sent), nil
	case "after":
		return nil, p.later(c)
	case "note":
		p.journal.note(c.Member, p.Served())
		return nil, nil
	case "journal":
		return status(p.Journal()), nil
	case "asked":
		return status(p.Asked(c.Key, c.Member)), nil
	}
	p.mu.Lock()
	events, answer, err := p.apply(c)
	bus := p.bus
	p.mu.Unlock()
	if bus != nil && len(events) > 0 {
		for _, e := range events {
			bus.send(e)
		}
		bus.flush()
	}
	return answer, err
}

// apply changes the state and returns what to signal. p.mu is held.
func (p *Provider) apply(c Command) (events []*message, answer json.RawMessage, err error) {
	switch c.Do {
	case "application":
		return nil, nil, p.become(c.Application)
	case "freeze":
		if p.thaw == nil {
			p.thaw = make(chan struct{})
		}
		return nil, nil, nil
	case "thaw":
		if p.thaw != nil {
			close(p.thaw)
			p.thaw = nil
		}
		return nil, nil, nil
	case "clear":
		p.faults = nil
		return nil, nil, nil
	case "trouble", "on":
		if c.Trouble == nil {
			return nil, nil, fmt.Errorf("it says not which calls")
		}
		then := c.Then
		if c.Do == "on" {
			then = append([]Command{}, c.Then...)
		}
		return nil, nil, p.faults.add(*c.Trouble, then)
	}
	self, _, err := p.forest.get(keyOr(c.Key))
	if err != nil {
		return nil, nil, err
	}
	events, answer, err = p.change(self, c)
	if c.Quiet {
		events = nil
	}
	return events, answer, err
}

// keyOr returns the key of the application for none.
func keyOr(key string) string {
	if key == "" {
		return "root"
	}
	return key
}

// change carries out a command about one object. p.mu is held.
func (p *Provider) change(self int32, c Command) ([]*message, json.RawMessage, error) {
	at := -1
	if c.At != nil {
		at = *c.At
	}
	switch c.Do {
	case "generate":
		if c.Generate == nil {
			return nil, nil, fmt.Errorf("it says not what")
		}
		before := len(p.forest.nodes[self].children)
		start, err := p.forest.generate(self, *c.Generate)
		if err != nil || before == len(p.forest.nodes[self].children) {
			return nil, status(start), err
		}
		return p.came(self, start, before), status(start), nil
	case "add":
		if c.Node == nil {
			return nil, nil, fmt.Errorf("it says not what")
		}
		child, place, err := p.forest.add(self, at, *c.Node)
		if err != nil {
			return nil, nil, err
		}
		return p.came(self, child, place), status(p.forest.key(child)), nil
	case "remove":
		parent, place := p.forest.detach(self)
		events := p.went(parent, self, place)
		p.forest.kill(self)
		return events, nil, nil
	case "move":
		to, _, err := p.forest.get(keyOr(c.Parent))
		if err != nil {
			return nil, nil, err
		}
		parent, place := p.forest.detach(self)
		events := p.went(parent, self, place)
		return append(events, p.came(to, self, p.forest.insert(to, at, self))...), nil, nil
	case "reorder":
		return p.childrenMoved(self), nil, p.forest.reorder(self, c.Keys)
	case "link":
		child, err := p.forest.reserve(c.Child)
		if err != nil {
			return nil, nil, err
		}
		return p.came(self, child, p.forest.insert(self, at, child)), nil, nil
	case "unlink":
		child, err := p.forest.reserve(c.Child)
		n := &p.forest.nodes[self]
		place := slices.Index(n.children, child)
		if err != nil || place < 0 {
			return nil, nil, fmt.Errorf("%q does not name %q", c.Key, c.Child)
		}
		n.children = slices.Delete(n.children, place, place+1)
		return p.went(self, child, place), nil, nil
	case "set":
		if c.Node == nil {
			return nil, nil, fmt.Errorf("it says not what")
		}
		before := p.forest.nodes[self]
		if before.more != nil {
			kept := *before.more
			before.more = &kept
		}
		if err := p.forest.change(self, *c.Node); err != nil {
			return nil, nil, err
		}
		return p.differences(self, &before), nil, nil
	case "flip":
		if c.Node == nil {
			return nil, nil, fmt.Errorf("it says not what")
		}
		flipped, err := bits(states, "state", c.Node.On)
		if err != nil {
			return nil, nil, err
		}
		before := p.forest.nodes[self]
		p.forest.nodes[self].states ^= flipped
		return p.differences(self, &before), nil, nil
	case "open":
		var events []*message
		for _, child := range p.forest.nodes[self].children {
			if child < 0 {
				continue
			}
			before := p.forest.nodes[child]
			p.forest.nodes[child].states |= shown
			events = append(events, p.differences(child, &before)...)
		}
		return events, nil, nil
	case "swap":
		other, _, err := p.forest.get(c.Child)
		if err != nil {
			return nil, nil, err
		}
		return p.swap(self, other)
	case "emit":
		if c.Event == nil {
			return nil, nil, fmt.Errorf("it says not what")
		}
		m, err := p.event(self, *c.Event)
		return []*message{m}, nil, err
	}
	return nil, nil, fmt.Errorf("there is no such command")
}

// become takes over what the application says of itself. p.mu is held.
func (p *Provider) become(a *Application) error {
	if a == nil {
		return fmt.Errorf("it says not what")
	}
	if !slices.Contains([]string{"", "gtk3", "gtk4", "old", "empty", "unknown"}, a.Cache) {
		return fmt.Errorf("there is no cache %q", a.Cache)
	}
	if a.Socket == "on" && p.socket == nil {
		s, err := p.listen()
		if err != nil {
			return err
		}
		p.socket = s
	} else if a.Socket != "on" {
		go p.socket.close()
		p.socket = nil
	}
	p.app = *a
	if p.app.Name == "" {
		p.app.Name = "provider"
	}
	if p.app.Toolkit == "" {
		p.app.Toolkit = "provider"
	}
	return nil
}

// later does commands after a while, whatever else happens.
func (p *Provider) later(c Command) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return fmt.Errorf("it is closed")
	}
	p.timers.Go(func() {
		select {
		case <-time.After(time.Duration(c.MS) * time.Millisecond):
			p.Do(c.Then...)
		case <-p.done:
		}
	})
	return nil
}

// repeat does commands again and again at a rate; it falls behind rather than
// skip one.
func (p *Provider) repeat(c Command) error {
	if c.Rate <= 0 || c.Count < 0 {
		return fmt.Errorf("it says not how often")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return fmt.Errorf("it is closed")
	}
	p.floods.Go(func() {
		began, did := time.Now(), 0
		defer func() {
			p.mu.Lock()
			p.sent += did
			p.mu.Unlock()
		}()
		for n := range c.Count {
			due := began.Add(time.Duration(n) * time.Second / time.Duration(c.Rate))
			// Shorter pauses than this cost more than they bring.
			if wait := time.Until(due); wait > time.Millisecond {
				select {
				case <-time.After(wait):
				case <-p.done:
					return
				}
			}
			for _, then := range c.Then {
				if _, err := p.do(then.numbered(n)); err != nil {
					return
				}
				did++
			}
		}
	})
	return nil
}

// numbered writes the number into names, texts and keys.
func (c Command) numbered(n int) Command {
	put := func(s string) string { return strings.ReplaceAll(s, "{n}", strconv.Itoa(n)) }
	c.Key, c.Parent, c.Child = put(c.Key), put(c.Parent), put(c.Child)
	if c.Node != nil {
		of := *c.Node
		of.Key = put(of.Key)
		for _, text := range []**string{&of.Name, &of.Description, &of.Text} {
			if *text != nil {
				numbered := put(**text)
				*text = &numbered
			}
		}
		c.Node = &of
	}
	if c.Event != nil {
		of := *c.Event
		if strings.Contains(of.Text, "{n}") {
			of.Text = put(of.Text)
		}
		if of.Count {
			of.Detail1 = int32(n)
		}
		c.Event = &of
	}
	return c
}
