package structure

import (
	"slices"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit/audittest"
)

func TestRules(t *testing.T) {
	audittest.Check(t, Rules, slices.Concat(treeFixtures, belongsFixtures, tableFixtures, groupFixtures, alikeFixtures, nestingFixtures, orderFixtures, windowFixtures))
}
