package report

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit"
)

// A saved audit and the baseline of the same audit are the same to compare with.
func TestEarlierIsASavedAuditOrABaseline(t *testing.T) {
	r := audited(t)
	saved, err := json.Marshal(Make(r))
	if err != nil {
		t.Fatal(err)
	}
	baseline, err := audit.NewBaseline(r).Format()
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string][]byte{"saved": saved, "baseline": baseline} {
		b, err := ParseEarlier(text)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if want := map[string]string{"saved": r.Subject.Application.Name}[what]; b.Application != want {
			t.Errorf("%s: it is of %q, want %q", what, b.Application, want)
		}
		now := r.Against(b.Known)
		if now.Count(audit.Error) != 0 || len(now.Fixed)+len(now.Unseen) != 0 || now.Baseline != 2 {
			t.Errorf("%s: %d new errors, fixed %v, unseen %v, of %d", what, now.Count(audit.Error), now.Fixed, now.Unseen, now.Baseline)
		}
	}
	if _, err := ParseEarlier([]byte(`{"schema":"` + Schema + `","causes":[]}`)); !errors.Is(err, ErrNotKept) {
		t.Errorf("an audit of an earlier version: %v", err)
	}
	for _, other := range []string{"", "{}", "[1]", `{"schema":"samebutton/v1"}`, "<html>"} {
		if _, err := ParseEarlier([]byte(other)); !errors.Is(err, audit.ErrNoBaseline) {
			t.Errorf("%q: %v", other, err)
		}
	}
}
