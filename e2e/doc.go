// Package e2e holds the end-to-end tests: real applications on a private virtual
// desktop, real input through XTEST, and the application's own log as the judge
// of what happened. It has no code of its own.
package e2e
