package recorder

import (
	"strings"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// Pictures are named by their hash and nothing else, also those of a decision.
func TestPicturesAreNamedByTheirHash(t *testing.T) {
	target := inspector.Target{Locator: locatorOf(t, `window "Orders" > button "Save"`), Standing: inspector.StandingUnique, Role: tree.RoleButton}
	for hash, valid := range map[string]bool{"": true, strings.Repeat("ab", 32): true, strings.Repeat("ab", 31): false, "../../picture": false} {
		for name, step := range map[string]Step{
			"a step":   {ID: "t1", Kind: StepActivate, Target: &target, Picture: hash},
			"a review": {ID: "t1", Kind: StepActivate, Target: &target, Reviews: []Review{{Picture: hash}}},
		} {
			err := Valid(Recording{Schema: RecordingSchema, ID: "c1", Name: "test", Steps: []Step{step}})
			if (err == nil) != valid {
				t.Errorf("%s with %q: %v", name, hash, err)
			}
		}
	}
}
