package inspector

import (
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
)

// sketched is the snapshot of an outline, ready for questions.
func sketched(t testing.TB, outline string) *Frozen {
	t.Helper()
	return Freeze(sketchSnapshot(t, outline))
}

// sketchSnapshot is without windows: most questions here are about nodes alone.
func sketchSnapshot(t testing.TB, outline string) *tree.Snapshot {
	t.Helper()
	s := sketch.Draw(t, outline).Snapshot
	s.Windows = nil
	return s
}

func mustParse(t testing.TB, text string) Locator {
	t.Helper()
	l, err := ParseLocator(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
