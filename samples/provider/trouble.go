package provider

import (
	"fmt"
	"slices"
)

// Trouble is what goes wrong with calls.
type Trouble struct {
	// Key is the object, "" for all, "cache" for the cache.
	Key string `json:"key,omitempty"`
	// Member is the method, or the property that Get or GetAll is asked for; "" for
	// all.
	Member string `json:"member,omitempty"`
	// Kind is
	//
	//	hang            no reply; other calls are served
	//	late            the reply comes after MS; other calls are served meanwhile
	//	delay           serving takes MS, and everything waits for it
	//	unknown-method, unknown-object, error (Name, "" for that of a failure)
	//	empty           a reply without a value
	//	wrong           a reply of another type
	//	raw             a reply of the Signature and Body
	//	false           a reply that says no
	//	old             of the cache: the reply that it gave first
	//	torn            half of a reply, and the end of the connection
	//	bytes           the Body as it is in place of a message
	//	crash           the process ends by SIGKILL; in a test's own process the connections break
	Kind string `json:"kind"`
	// Socket makes it that of calls over the private socket only.
	Socket bool `json:"socket,omitempty"`
	MS     int  `json:"ms,omitempty"`
	// After is how many such calls are served well first; Times after how many
	// troubled ones it is over, 0 for never.
	After int `json:"after,omitempty"`
	Times int `json:"times,omitempty"`

	Name      string `json:"name,omitempty"`
	Signature string `json:"signature,omitempty"`
	Body      []byte `json:"body,omitempty"`
}

// kinds are the kinds of trouble.
var kinds = []string{
	"hang", "late", "delay", "unknown-method", "unknown-object", "error", "empty", "wrong", "raw", "false", "old", "torn", "bytes", "crash",
}

// fault is a trouble that is on, or a trigger, whose then is done instead.
type fault struct {
	Trouble
	then []Command
	seen int
}

// faults are all that are on, the latest one first.
type faults []*fault

func (f *faults) add(t Trouble, then []Command) error {
	if then == nil && !slices.Contains(kinds, t.Kind) {
		return fmt.Errorf("there is no trouble %q", t.Kind)
	}
	*f = slices.Insert(*f, 0, &fault{Trouble: t, then: then})
	return nil
}

// hits reports whether a call falls under it now.
func (f *fault) hits(key, member, property string, socket bool) bool {
	if f.Socket && !socket || f.Key != "" && f.Key != key || f.Member != "" && f.Member != member && f.Member != property {
		return false
	}
	f.seen++
	return f.seen > f.After && (f.Times == 0 || f.seen <= f.After+f.Times)
}

// of returns the trouble of a call, nil for none, and what is triggered by it.
func (f faults) of(key, member, property string, socket bool) (*Trouble, [][]Command) {
	var first *Trouble
	var then [][]Command
	for _, is := range f {
		if !is.hits(key, member, property, socket) {
			continue
		}
		if is.then != nil {
			then = append(then, is.then)
		} else if first == nil {
			first = &is.Trouble
		}
	}
	return first, then
}
