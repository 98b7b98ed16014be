package provider

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Entry is one call that would change the application, as it came.
type Entry struct {
	At   time.Time `json:"at"`
	Call string    `json:"call"` // "Action.DoAction"
	Key  string    `json:"key"`
	Args []string  `json:"args,omitempty"`
	// Data is what the object was to the application (Node.Data); of a selection that
	// of the child.
	Data string `json:"data,omitempty"`
	// Served is how many calls had come by then.
	Served int `json:"served,omitempty"`
}

// Note is the Call of an entry that a script made, whose Key is what it said.
const Note = "note"

// journal is the list of entries, and a file that outlives the process.
type journal struct {
	mu      sync.Mutex
	entries []Entry
	file    *os.File // nil for none
}

// write notes a call before it is obeyed.
func (j *journal) write(key, data string, served int, m *message) {
	e := Entry{At: time.Now(), Call: strings.TrimPrefix(m.iface, prefix) + "." + m.member, Key: key, Data: data, Served: served}
	if m.iface == ifaceProperties {
		e.Call = "Properties." + m.member
	}
	for _, a := range m.args {
		e.Args = append(e.Args, fmt.Sprint(a))
	}
	j.add(e)
}

// note notes what a script says.
func (j *journal) note(words string, served int) {
	j.add(Entry{At: time.Now(), Call: Note, Key: words, Served: served})
}

func (j *journal) add(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, e)
	if j.file != nil {
		json.NewEncoder(j.file).Encode(e)
	}
}

func (j *journal) list() []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]Entry(nil), j.entries...)
}
