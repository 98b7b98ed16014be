package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
)

// clock tells when input was really made. A press that an application intercepts, as
// in an open menu, is heard of up to some 30 ms late on a busy machine, when the menu
// has closed already: by the time of receipt it would have fallen on what is there
// then. The display's own time says how far apart two inputs were, and the input that
// was heard of with the least delay so far says what the one is in the other.
type clock struct {
	at     time.Time
	server uint32
}

// clockTrust is how late an input may be heard of; more is another reason.
const clockTrust = 10 * time.Second

// time returns when an input was made, to a millisecond, and never later than it was
// heard of.
func (c *clock) time(in backends.Input) time.Time {
	if in.ServerTime == 0 {
		return in.At
	}
	made := c.at.Add(time.Duration(int32(in.ServerTime-c.server)) * time.Millisecond)
	if c.at.IsZero() || !made.Before(in.At) || in.At.Sub(made) > clockTrust {
		c.at, c.server = in.At, in.ServerTime
		return in.At
	}
	return made
}
