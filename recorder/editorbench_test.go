package recorder_test

import (
	"fmt"
	"testing"

	"github.com/samebutton/samebutton/recorder"
)

// BenchmarkEdit10000 is one edit of the largest recording, and the copy for the store.
func BenchmarkEdit10000(b *testing.B) {
	rec := grouped(make([]string, recorder.MaxSteps)...)
	for i := range rec.Steps {
		rec.Steps[i].ID = fmt.Sprint("t", i)
	}
	e := recorder.NewEditor(rec)
	on := false
	for b.Loop() {
		on = !on
		if err := e.Do(recorder.Disable{Steps: []string{"t77"}, Disabled: on}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMarkSecret10000 looks through all of it.
func BenchmarkMarkSecret10000(b *testing.B) {
	rec := grouped(make([]string, recorder.MaxSteps)...)
	for i := range rec.Steps {
		rec.Steps[i].ID = fmt.Sprint("t", i)
	}
	for b.Loop() {
		e := recorder.NewEditor(rec)
		if err := e.Do(recorder.MarkSecret{Step: "t77"}); err != nil {
			b.Fatal(err)
		}
	}
}
