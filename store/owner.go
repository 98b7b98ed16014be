package store

import (
	"os"
	"sync"
)

// owner is the process that runs a run. A process number comes again; together
// with the time at which the process started and the boot it does not.
type owner struct {
	PID int `json:"pid"`
	// Started is in clock ticks since the boot; 0 where the system does not tell.
	Started uint64 `json:"started,omitempty"`
	Boot    string `json:"boot,omitempty"`
}

// self returns this process.
var self = sync.OnceValue(func() owner {
	started, _ := processStarted(os.Getpid())
	return owner{PID: os.Getpid(), Started: started, Boot: bootID()}
})

// alive reports whether the process still runs. Where the system does not tell,
// it runs if someone holds the lock for writing.
func (o owner) alive(locked bool) bool {
	if self().Started == 0 {
		return locked
	}
	started, ok := processStarted(o.PID)
	return ok && started == o.Started && o.Boot == bootID()
}
