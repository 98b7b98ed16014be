package audit_test

import (
	"reflect"
	"testing"

	"github.com/samebutton/samebutton/inspector/audit"
)

// Comparing afterwards says what a run with the baseline says, and changes nothing.
func TestAgainstSaysWhatARunSays(t *testing.T) {
	const mended = "application \"demo\"\n\twindow \"Main\"\n\t\ttextbox \"Customer\" focusable\n\t\tbutton actions=press:click\n"
	base := audit.NewBaseline(run(t, before, audit.Options{}))
	for _, outline := range []string{before, inserted, mended} {
		plain := run(t, outline, audit.Options{})
		at := plain.Against(base)
		with := run(t, outline, audit.Options{Baseline: base})
		if stands(at) != stands(with) || at.Baseline != with.Baseline || !reflect.DeepEqual(at.Fixed, with.Fixed) {
			t.Errorf("%s\n%s, want %s", outline, stands(at), stands(with))
		}
		if plain.Baseline != -1 || plain.Findings[0].Status != "" {
			t.Error("the audit that was compared is another one now")
		}
		if again := at.Against(nil); again.Baseline != -1 || again.Findings[0].Status != "" || again.Fixed != nil {
			t.Errorf("not compared any more: %s", stands(again))
		}
	}
}
