package recorder

import (
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder/policy"
)

// RunSchema is the version word in every stored run.
const RunSchema = "samebutton/run/v1"

// Verdict is what came of a step or a run.
type Verdict string

// Verdicts. All but passed and skipped stop a run.
const (
	VerdictPassed        Verdict = "passed"
	VerdictFailed        Verdict = "failed"         // the effect was contradicted or absent
	VerdictStale         Verdict = "stale"          // a complete search found no such element
	VerdictAmbiguous     Verdict = "ambiguous"      // two or more match
	VerdictUnknown       Verdict = "unknown"        // the search was not complete
	VerdictNotActionable Verdict = "not-actionable" // found, but must not be acted on now
	VerdictUncertain     Verdict = "uncertain"      // sent, and nobody knows whether it landed
	VerdictRefused       Verdict = "refused"        // by policy
	VerdictError         Verdict = "error"          // environment or store
	VerdictStopped       Verdict = "stopped"        // by the person
	VerdictSkipped       Verdict = "skipped"        // disabled, left out by the person, or after a stop
	VerdictRunning       Verdict = "running"
)

// Outcome is what an act had as effect, as far as anything readable shows.
type Outcome string

// Outcomes (DESIGN 1, "Effect").
const (
	OutcomeVerified     Outcome = "verified"
	OutcomeUnverified   Outcome = "unverified"
	OutcomeNoChange     Outcome = "no-change"
	OutcomeContradicted Outcome = "contradicted"
)

// Run is one replay of a recording.
type Run struct {
	Schema      string    `json:"schema"`
	ID          string    `json:"id"`
	Recording   string    `json:"recording"` // ID of the recording
	Name        string    `json:"name"`      // its name at that time
	Application string    `json:"application"`
	PID         int       `json:"pid,omitempty"`
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended,omitzero"`
	Verdict     Verdict   `json:"verdict"`
	// Environment is where the run was made, Toolkit that of the application.
	Environment Environment  `json:"environment,omitzero"`
	Toolkit     string       `json:"toolkit,omitempty"`
	Steps       []StepResult `json:"steps"`
}

// StepResult is what came of one step. The command line prints it as it is.
type StepResult struct {
	N          int               `json:"n"` // from 1
	StepID     string            `json:"stepId"`
	Title      string            `json:"title"`
	Label      string            `json:"label,omitempty"` // what a person called the step
	Resolution inspector.Outcome `json:"resolution,omitempty"`
	Delivery   backends.Delivery `json:"delivery"`
	Effect     Outcome           `json:"effect,omitempty"`
	// Unverified says why the effect is not verified, where it is not.
	Unverified string  `json:"unverified,omitempty"`
	Verdict    Verdict `json:"verdict"`
	DurationMs int64   `json:"durationMs"`
	Error      string  `json:"error,omitempty"`
	Hint       string  `json:"hint,omitempty"`
	// Proof is the evidence on which the step acted or refused.
	Proof *inspector.Proof `json:"proof,omitempty"`
	// Decisions are what the policy said about the acts of the step, in their order.
	Decisions []policy.Decision `json:"decisions,omitempty"`
	// Refusal shows, for a step that was not done because of its target, what was
	// recorded and what is there now.
	Refusal *Refusal `json:"refusal,omitempty"`
	// Application and PID are what a StepLaunch or StepAttach went on with.
	Application string `json:"application,omitempty"`
	PID         int    `json:"pid,omitempty"`
	// Seen is what a StepAssert or StepWait saw of what it looked for.
	Seen string `json:"seen,omitempty"`
	// Changes is what was seen to change, in words.
	Changes []string `json:"changes,omitempty"`
	// Before and After are hashes of pictures in the store, BeforeAt and AfterAt what
	// they show; nil where there is none.
	Before   string `json:"before,omitempty"`
	After    string `json:"after,omitempty"`
	BeforeAt *Place `json:"beforeAt,omitempty"`
	AfterAt  *Place `json:"afterAt,omitempty"`
}

// Shown is the title that people read: their own where they gave one.
func (r StepResult) Shown() string {
	if r.Label != "" {
		return r.Label
	}
	return r.Title
}

// Place is what a picture shows: an area of the screen, and where the element of the
// step was on the screen then. It is for showing.
type Place struct {
	Area   tree.Rect   `json:"area"`
	Target tree.Bounds `json:"target,omitzero"`
}

// Intent is what is about to be sent. It is in the store before anything is
// sent; an intent without a result means that the act is uncertain.
type Intent struct {
	Run string `json:"run"`
	N   int    `json:"n"`
	// Part counts the acts of one step from 1: a menu path is several.
	Part    int             `json:"part"`
	StepID  string          `json:"stepId"`
	Title   string          `json:"title"`
	Label   string          `json:"label,omitempty"`
	Action  string          `json:"action"`
	Locator string          `json:"locator"`
	Proof   inspector.Proof `json:"proof"`
	At      time.Time       `json:"at"`
}

// Journal keeps recordings and runs. What a method acknowledged with nil
// survives the death of the process (guarantee 7). Implemented by package store.
// Methods may be called from any goroutine.
type Journal interface {
	// PutRecording stores a new recording or replaces the one with the same ID.
	PutRecording(rec Recording) error
	// PutPicture stores a PNG once and returns its hash.
	PutPicture(png []byte) (hash string, err error)
	// BeginRun stores the run before its first step.
	BeginRun(run Run) error
	// PutIntent stores what is about to be sent.
	PutIntent(intent Intent) error
	// PutResult stores the result of a step and settles its intent.
	PutResult(run string, result StepResult) error
	// EndRun stores the verdict.
	EndRun(run string, ended time.Time, verdict Verdict) error
}
