// Package fake is a scripted backend for tests: applications written as
// outlines, changed between observations, that act, fail, hang, die and lie on
// order.
//
//	demo := fake.Tree(`
//	application "Demo"
//	  window "Orders"
//	    textbox "Customer" = "Anna" #customer
//	    button "Save" {press}`)
//	demo.On("button:Save", func(m *fake.Model) { m.Rename("button:Save", "Saved") })
//	b := fake.New(demo)
//
// Promise: [Backend.Calls] tells every call that was made, [App.Done] tells what
// really happened in the application: a test judges by the second.
//
// Thread rule: everything but a [Model] may be used from any goroutine; a Model
// is valid only during the call of the [Edit] that got it, which has the
// application for itself and must not call its App.
package fake
