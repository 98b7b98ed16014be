// Package testability has the rules about what a test needs to name an element beyond
// doubt, to find it again, and to learn what came of an act. No criterion of WCAG asks
// for these.
package testability

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules = []*audit.Rule{
	idMissing, idDuplicate, idGenerated,
	locatorAmbiguous, locatorIndexOnly, locatorLocalised,
	appNotAccessible, appDuplicate, appSlow,
	eventsMissing, eventsFlood, pathChurn, methodMissing,
}
