package rules

import "testing"

func TestIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range All() {
		if seen[r.ID] {
			t.Errorf("%s twice", r.ID)
		}
		seen[r.ID] = true
		if Find(r.ID) != r {
			t.Errorf("%s is not found by its ID", r.ID)
		}
	}
}
