package backends

import (
	"errors"
	"fmt"
)

// Errors that callers decide on.
var (
	// ErrGone: the element or the application is not there any more.
	ErrGone = errors.New("element is gone")
	// ErrTimeout: the application did not answer within the deadline.
	ErrTimeout = errors.New("application does not answer")
	// ErrChanged: the element is not any more what it was when it was looked at.
	ErrChanged = errors.New("the element changed right before the act")
	// ErrUnsupported: the application does not offer this.
	ErrUnsupported = errors.New("not offered by the application")
	// ErrNoBus: the accessibility bus or the display cannot be reached.
	ErrNoBus = errors.New("no accessibility bus could be reached")
)

// Delivery says whether something that was sent can have landed.
type Delivery string

// Deliveries (DESIGN 1).
const (
	NotDelivered Delivery = "not-delivered" // nothing was sent: safe to try again
	Uncertain    Delivery = "uncertain"     // may have landed: must not be sent again
	Delivered    Delivery = "delivered"     // the application acknowledged it
)

// DeliveryError is the failure of an act together with what became of it.
type DeliveryError struct {
	Delivery Delivery
	Err      error
}

// Error says what failed and whether it can have landed.
func (e *DeliveryError) Error() string { return fmt.Sprintf("%v (%s)", e.Err, e.Delivery) }

// Unwrap returns the cause.
func (e *DeliveryError) Unwrap() error { return e.Err }

// DeliveryOf returns what an error of Act says about delivery: Delivered for nil,
// Uncertain for an error that does not say.
func DeliveryOf(err error) Delivery {
	if err == nil {
		return Delivered
	}
	var d *DeliveryError
	if errors.As(err, &d) {
		return d.Delivery
	}
	return Uncertain
}
