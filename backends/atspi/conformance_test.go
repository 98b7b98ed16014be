package atspi

import (
	"testing"

	"github.com/samebutton/samebutton/backends/conformance"
	"github.com/samebutton/samebutton/samples/orders"
)

func TestConformance(t *testing.T) {
	for _, toolkit := range orders.Toolkits() {
		t.Run(string(toolkit), func(t *testing.T) {
			b := open(t, Options{})
			conformance.Run(t, conformance.Subject{Backend: b, Application: application(t, b, startOrders(t, toolkit).PID())})
		})
	}
}
