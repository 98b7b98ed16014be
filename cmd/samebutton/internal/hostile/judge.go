package hostile

import (
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/samples/provider"
)

// Outcome is what came of one replay, by the application's own log.
type Outcome string

// Outcomes.
const (
	Right     Outcome = "right element"       // it was acted on, and nothing else
	Refused   Outcome = "rightly refused"     // nothing was sent, and nothing had to be
	Needless  Outcome = "needless refusal"    // nothing was sent, and the target was there, alone and ready
	Wrong     Outcome = "wrong element"       // another element was acted on
	Double    Outcome = "delivered twice"     // one act arrived twice
	Claim     Outcome = "false claim"         // it passed, or said it was delivered, and the log says no
	Lookalike Outcome = "indistinguishable"   // another element was acted on that reads as the recorded one did, alone
	Instant   Outcome = "in the last instant" // another element was acted on that became so after the last answer
)

// Finding is one replay judged.
type Finding struct {
	Case    int      `json:"case"`
	Actor   Actor    `json:"actor"`
	Target  string   `json:"target"` // "provider", "orders-gtk3" …
	Flow    string   `json:"flow"`
	Before  []string `json:"before,omitempty"`  // changes before the replay
	Changes []string `json:"changes,omitempty"` // changes at When
	When    string   `json:"when"`
	// Expected says that it had to act; Unchanged that nothing was hostile.
	Expected  bool    `json:"expected"`
	Unchanged bool    `json:"unchanged,omitempty"`
	Outcome   Outcome `json:"outcome"`
	Verdict   string  `json:"verdict"`
	Error     string  `json:"error,omitempty"`
	// Acted is what the application says was acted on.
	Acted []string `json:"acted,omitempty"`
	Ms    float64  `json:"ms"`
	// OwnMs is the time without that of the application; 0 where it is not known.
	OwnMs float64 `json:"ownMs,omitempty"`
	Plan  string  `json:"plan"`
}

// told is what whoever acted says came of it.
type told struct {
	passed, verified, sent, unsure bool
	// last is how many calls the last exchange before an act had.
	last int
}

// saidByError is what an error of an act says.
func saidByError(err error) told {
	delivery := backends.DeliveryOf(err)
	return told{passed: err == nil, verified: err == nil, sent: delivery == backends.Delivered, unsure: delivery == backends.Uncertain}
}

// verdict is the verdict that fits, for those who have none.
func (t told) verdict() string {
	switch {
	case t.passed:
		return string(recorder.VerdictPassed)
	case t.unsure:
		return string(recorder.VerdictUncertain)
	}
	return string(recorder.VerdictError)
}

func saidOf(r recorder.StepResult, last int) told {
	return told{passed: r.Verdict == recorder.VerdictPassed, verified: r.Effect == recorder.OutcomeVerified, sent: r.Delivery == backends.Delivered, last: last}
}

// likeness reports whether an element that was acted on was the only one that read as
// the recorded one did: as it was acted on, or as it was looked at, where it still reads
// so by the same handle or others came after that.
func (t *trial) likeness(o outlook, e provider.Entry) bool {
	is := func(equal string) bool { return slices.Contains(t.flow.sendsOf(equal), e.Data) }
	alone := func(list ...string) bool { return len(list) == 1 && is(list[0]) }
	switch {
	case alone(o.equal...), alone(slices.Concat(o.equal, o.denied)...):
		return true
	case !slices.ContainsFunc(slices.Concat(o.equal, o.denied), is):
		return false
	}
	return alone(t.second.equal...) || t.second.key != "" && e.Key == t.second.key
}

// judge compares what the application's log holds with what should be in it.
func (t *trial) judge(said told) (Outcome, []string) {
	var acted []string
	changedAt := -1
	wrong := Outcome("")
	sends := t.flow.sends()
	for _, e := range t.provider.Journal() {
		if e.Call == provider.Note {
			changedAt = e.Served
			continue
		}
		acted = append(acted, e.Data)
		if slices.Contains(sends, e.Data) {
			continue
		}
		o := t.second
		if changedAt >= 0 || t.when == before {
			o = t.third
		}
		if t.absent { // those that were there before it came
			o.equal = slices.DeleteFunc(slices.Clone(o.equal), func(data string) bool { return data == t.flow.data })
		}
		switch {
		case t.likeness(o, e):
			wrong = Lookalike
		case changedAt >= 0 && e.Served-changedAt <= said.last:
			wrong = Instant
			// What a twin does is what was expected, and was seen.
			if said.verified && !(t.flow.activates() && strings.HasSuffix(e.Data, t.flow.data)) {
				wrong = Claim
			}
		default:
			return Wrong, acted
		}
	}
	twice := false
	for i, data := range acted {
		twice = twice || slices.Contains(acted[:i], data)
	}
	last := sends[len(sends)-1]
	done := slices.Contains(acted, last)
	switch {
	case twice:
		return Double, acted
	case wrong != "":
		return wrong, acted
	case said.passed && (!done || t.lies), said.sent && len(acted) == 0:
		return Claim, acted
	case done:
		return Right, acted
	case t.expected():
		return Needless, acted
	}
	return Refused, acted
}
