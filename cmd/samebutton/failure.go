package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// ending is how a command ended: the exit code of the process and its word in
// JSON.
type ending struct {
	exit int
	code string
}

// The exit codes (DESIGN 6). Scripts depend on them.
var (
	failed        = ending{1, "failed"}
	usage         = ending{2, "usage"}
	stale         = ending{3, "stale"}
	ambiguous     = ending{4, "ambiguous"}
	unknown       = ending{5, "unknown"}
	notActionable = ending{6, "not-actionable"}
	uncertain     = ending{7, "uncertain"}
	refused       = ending{8, "refused"}
	environment   = ending{9, "environment"}
	storeFailed   = ending{10, "store"}
)

// failure is why a command did not do what was asked, and what to do next.
// Every error that leaves this program is one.
type failure struct {
	ending
	message string
	hint    string
	// brief is the message for people where the details, which they see too, have
	// the reason; "" for the message itself.
	brief string
	// wrong is what the person wrote and at which byte it went wrong; nil for none.
	wrong *inspector.LocatorError
	// details is for scripts, nil where there is nothing to add. Where it is an
	// answer it is shown to people too.
	details any
	// cause is the error behind it, for errors.Is; may be nil.
	cause error
}

// Error returns the message.
func (f *failure) Error() string { return f.message }

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.cause }

func fail(e ending, hint, format string, args ...any) *failure {
	return &failure{ending: e, hint: hint, message: fmt.Sprintf(format, args...)}
}

// with attaches what a script may want to know.
func (f *failure) with(details any) *failure {
	f.details = details
	return f
}

// briefly shortens what people are told: the details have the reason.
func (f *failure) briefly(format string, args ...any) *failure {
	f.brief = fmt.Sprintf(format, args...)
	return f
}

// explain turns any error into a failure. What is known by its sentinel gets the
// fitting ending; anything else is trouble with the surroundings.
func explain(err error) *failure {
	var f *failure
	var locator *inspector.LocatorError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &locator):
		f = fail(usage, `write it as role "name", outside to inside: dialog "Save As" > button "Save"`, "%v", err).
			with(map[string]any{"locator": locator.Text, "offset": locator.Offset, "column": locator.Column()})
		f.wrong = locator
		return f
	case errors.Is(err, backends.ErrNoBus) && errors.Is(err, context.DeadlineExceeded):
		return fail(environment, "give it more time with --timeout; 'samebutton doctor' tells what is missing", "%v", err)
	case errors.Is(err, backends.ErrNoBus):
		return fail(environment, "run this inside a desktop session; 'samebutton doctor' tells what is missing", "%v", err)
	case errors.Is(err, backends.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return fail(unknown, "the application may hang; give it more time with --timeout, or see 'samebutton doctor'", "%v", err)
	case errors.Is(err, backends.ErrGone):
		return fail(environment, "see what is running with 'samebutton apps'", "%v", err)
	case errors.Is(err, context.Canceled):
		return fail(failed, "run the command again to start over", "interrupted")
	}
	return fail(environment, "run 'samebutton doctor' to see what is missing", "%v", err)
}

// saying is the time that a bus has to answer in before it is called silent. One
// that works answers within milliseconds, on a busy machine within some hundreds.
const saying = time.Second

// tooShort turns a bus that did not answer into a question that is open where
// --timeout left less than [saying]: that proves nothing about the bus.
func (c *cli) tooShort(err error) error {
	if c.timeout > 0 && c.timeout < saying && errors.Is(err, backends.ErrNoBus) && errors.Is(err, context.DeadlineExceeded) {
		return fail(unknown, fmt.Sprintf("give it more time with --timeout; without it that is %v", defaultTimeout), "no answer within %v", c.timeout)
	}
	return err
}

// interrupted is the one answer to Ctrl-C and SIGTERM: an application that was
// not waited for does not hang. What is known all the same stays: what was proven,
// what may have been sent, and what the store lacks.
func interrupted(ctx context.Context, f *failure) *failure {
	if !errors.Is(ctx.Err(), context.Canceled) {
		return f
	}
	switch f.ending {
	case failed, unknown, environment, notActionable:
		return fail(failed, "run the command again to start over", "interrupted").with(f.details)
	}
	return f
}

// endingOf returns how a search ended; ok is true when it found exactly one.
func endingOf(o inspector.Outcome) (e ending, ok bool) {
	switch o {
	case inspector.Unique:
		return ending{}, true
	case inspector.Stale:
		return stale, false
	case inspector.Ambiguous:
		return ambiguous, false
	}
	return unknown, false
}

// hintOf says what to do about a search that did not find exactly one element.
func hintOf(o inspector.Outcome) string {
	switch o {
	case inspector.Stale:
		return "see what is there with 'samebutton tree'"
	case inspector.Ambiguous:
		return "say more: the window, a named container before ' > ', or a key such as [row=\"…\"]"
	}
	return "read again, with a longer --timeout if the application is slow"
}

// endingOfVerdict returns how a run or an act ended; ok is true when it passed.
func endingOfVerdict(v recorder.Verdict) (e ending, ok bool) {
	switch v {
	case recorder.VerdictPassed, recorder.VerdictSkipped:
		return ending{}, true
	case recorder.VerdictStale:
		return stale, false
	case recorder.VerdictAmbiguous:
		return ambiguous, false
	case recorder.VerdictUnknown:
		return unknown, false
	case recorder.VerdictNotActionable:
		return notActionable, false
	case recorder.VerdictUncertain:
		return uncertain, false
	case recorder.VerdictRefused:
		return refused, false
	case recorder.VerdictError:
		return environment, false
	}
	return failed, false
}
