package keyboard

import (
	"slices"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

func TestRules(t *testing.T) {
	audittest.Check(t, Rules, slices.Concat(actionFixtures, focusFixtures, tabFixtures, keyFixtures))
}
