package report

import (
	"encoding/json"
	"errors"

	"github.com/samebutton/samebutton/inspector/audit"
)

// ErrNotKept is an audit that was saved by a version that kept too little to compare with.
var ErrNotKept = errors.New("this audit was saved by an earlier version, which kept nothing to compare with: save one with this version, or choose a baseline")

// ParseEarlier reads what a later audit can be compared with: an audit that was saved as
// JSON, or a baseline. Other errors are those of [audit.ParseBaseline].
func ParseEarlier(text []byte) (*audit.Baseline, error) {
	var d struct {
		Schema string          `json:"schema"`
		Known  json.RawMessage `json:"known"`
	}
	if err := json.Unmarshal(text, &d); err != nil || d.Schema != Schema {
		return audit.ParseBaseline(text)
	}
	if d.Known == nil {
		return nil, ErrNotKept
	}
	kept, err := json.Marshal(struct {
		Schema string          `json:"schema"`
		Known  json.RawMessage `json:"known"`
	}{audit.BaselineSchema, d.Known})
	if err != nil {
		return nil, err
	}
	return audit.ParseBaseline(kept)
}
