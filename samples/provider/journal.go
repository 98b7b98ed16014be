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
}

// journal is the list of entries, and a file that outlives the process.
type journal struct {
	mu      sync.Mutex
	entries []Entry
	file    *os.File // nil for none
}

// write notes a call before it is obeyed.
func (j *journal) write(key string, m *message) {
	e := Entry{At: time.Now(), Call: strings.TrimPrefix(m.iface, prefix) + "." + m.member, Key: key}
	if m.iface == ifaceProperties {
		e.Call = "Properties." + m.member
	}
	for _, a := range m.args {
		e.Args = append(e.Args, fmt.Sprint(a))
	}
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
