package recorder

import (
	"errors"
)

// Reduce makes the steps of a log, as the recorder of this version would have while
// it was recorded: a better one may find more in it. Of a log that was cut, or is
// damaged, it returns what it holds up to there, with the error.
func Reduce(l *Log) ([]Step, error) {
	steps := []Step{}
	r := newReducer(l.Began, func(i int, s Step) { steps = append(steps[:i], append([]Step{s}, steps[min(i+1, len(steps)):]...)...) })
	for e, err := range l.Entries() {
		if err != nil {
			var cut CutError
			if errors.As(err, &cut) && r.model != nil {
				r.finish(r.model)
			}
			return steps, err
		}
		if r.model == nil && e.Kind != EntryModel {
			return steps, errors.Join(ErrLog, errors.New("it does not begin with a reading"))
		}
		r.take(e)
	}
	return steps, nil
}
